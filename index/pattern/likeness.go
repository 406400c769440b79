package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// Likeness measures how like positions are to one of the same variant.
type Likeness struct {
	want   *tape.State
	pieces []rules.Piece // that stand on its board
	all    []rules.Piece
	kinds  []rules.PieceType
	men    int
	side   [2]rules.Bitboard // squares of each side's pieces
	hands  bool              // the variant has hands
}

// Similarity is how like a position is, in three parts of two counts each: what
// the two have in common, of what either has.
type Similarity struct {
	// Placement counts the pieces that stand on the same squares.
	Placement, PlacementOf int
	// Structure counts the squares that the same side holds, by whatever piece.
	Structure, StructureOf int
	// Hands counts the pieces that the same side holds in hand.
	Hands, HandsOf int
}

// The parts' weights in the score of a variant without hands and of one with
// them, in thousandths.
const (
	placementWeight, structureWeight                = 700, 300
	placementWithHands, structureWithHands, inHands = 550, 250, 200
)

// Score is the likeness in thousandths: 1000 for the same board and hands. It
// is the weighted mean of the parts' shares. Hands count only if HandsOf is not
// negative.
func (s Similarity) Score() int {
	if s.HandsOf < 0 {
		return (placementWeight*share(s.Placement, s.PlacementOf) + structureWeight*share(s.Structure, s.StructureOf)) / 1000
	}
	return (placementWithHands*share(s.Placement, s.PlacementOf) + structureWithHands*share(s.Structure, s.StructureOf) +
		inHands*share(s.Hands, s.HandsOf)) / 1000
}

// share is n of all in thousandths; where there is nothing, all of it.
func share(n, of int) int {
	if of == 0 {
		return 1000
	}
	return 1000 * n / of
}

// LikenessTo measures the likeness to a position.
func LikenessTo(p *rules.Position) *Likeness {
	r := p.Rules()
	l := &Likeness{want: tape.StateOf(p), hands: r.HasHand() || r.HasPocket()}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		l.kinds = append(l.kinds, t)
		for side := rules.First; side <= rules.Second; side++ {
			pc := rules.NewPiece(t, side)
			l.all = append(l.all, pc)
			on := l.want.On[pc]
			if !on.Empty() {
				l.pieces = append(l.pieces, pc)
			}
			l.men += on.Len()
			l.side[side] = l.side[side].Or(on)
		}
	}
	return l
}

// Of is the similarity of a state.
func (l *Likeness) Of(s *tape.State) Similarity {
	var out Similarity
	for _, pc := range l.pieces {
		out.Placement += l.want.On[pc&127].And(s.On[pc&127]).Len()
	}
	var side [2]rules.Bitboard
	for _, pc := range l.all {
		side[pc&1] = side[pc&1].Or(s.On[pc&127])
	}
	men := 0
	for i := range side {
		men += side[i].Len()
		out.Structure += side[i].And(l.side[i]).Len()
	}
	out.PlacementOf = l.men + men - out.Placement
	out.StructureOf = l.men + men - out.Structure
	out.HandsOf = -1
	if l.hands {
		out.Hands, out.HandsOf = l.handsOf(s)
	}
	return out
}

func (l *Likeness) handsOf(s *tape.State) (common, of int) {
	for side := range s.Hand {
		for _, t := range l.kinds {
			a, b := int(l.want.Hand[side][t&63]), int(s.Hand[side][t&63])
			common += min(a, b)
			of += max(a, b)
		}
		a, b := l.want.Pocket[side], s.Pocket[side]
		switch {
		case a == b && a != rules.NoPieceType:
			common++
			of++
		case a != rules.NoPieceType && b != rules.NoPieceType:
			of += 2
		case a != b:
			of++
		}
	}
	return common, of
}
