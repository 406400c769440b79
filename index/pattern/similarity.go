package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// Comparer measures the similarity of positions to a reference position of the
// same variant.
type Comparer struct {
	reference  *tape.State
	pieces     []rules.Piece // on the board of the reference position
	allPieces  []rules.Piece
	pieceTypes []rules.PieceType
	pieceCount int
	bySide     [2]rules.Bitboard // squares of each side's pieces
	hands      bool              // the variant has hands or pockets
}

// Similarity is the similarity of two positions in three components. Each is a
// Jaccard index: the size of the intersection and of the union (…Of).
type Similarity struct {
	// Placement counts pieces on the same square.
	Placement, PlacementOf int
	// Structure counts squares occupied by the same side, by any piece.
	Structure, StructureOf int
	// Hands counts the pieces in each side's hand and pocket; HandsOf is -1 for
	// a variant without hands.
	Hands, HandsOf int
}

// The weights of the components in the score, in thousandths: for variants
// without and with hands.
const (
	placementWeight, structureWeight                = 700, 300
	placementWithHands, structureWithHands, inHands = 550, 250, 200
)

// Score returns the weighted mean of the components in thousandths; 1000 is the
// same board and hands. Hands are ignored if HandsOf is negative.
func (s Similarity) Score() int {
	if s.HandsOf < 0 {
		return (placementWeight*share(s.Placement, s.PlacementOf) +
			structureWeight*share(s.Structure, s.StructureOf)) / 1000
	}
	return (placementWithHands*share(s.Placement, s.PlacementOf) +
		structureWithHands*share(s.Structure, s.StructureOf) +
		inHands*share(s.Hands, s.HandsOf)) / 1000
}

// share returns n/of in thousandths, 1000 if of is 0.
func share(n, of int) int {
	if of == 0 {
		return 1000
	}
	return 1000 * n / of
}

// NewComparer returns the measure with p as reference position.
func NewComparer(p *rules.Position) *Comparer {
	r := p.Rules()
	l := &Comparer{reference: tape.StateOf(p), hands: r.HasHand() || r.HasPocket()}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		l.pieceTypes = append(l.pieceTypes, t)
		for side := rules.First; side <= rules.Second; side++ {
			pc := rules.NewPiece(t, side)
			l.allPieces = append(l.allPieces, pc)
			on := l.reference.On[pc]
			if !on.Empty() {
				l.pieces = append(l.pieces, pc)
			}
			l.pieceCount += on.Len()
			l.bySide[side] = l.bySide[side].Or(on)
		}
	}
	return l
}

// Similarity returns the similarity of a state to the reference position.
func (l *Comparer) Similarity(s *tape.State) Similarity {
	var out Similarity
	for _, pc := range l.pieces {
		out.Placement += l.reference.On[pc&127].And(s.On[pc&127]).Len()
	}
	var bySide [2]rules.Bitboard
	for _, pc := range l.allPieces {
		bySide[pc&1] = bySide[pc&1].Or(s.On[pc&127])
	}
	pieceCount := 0
	for i := range bySide {
		pieceCount += bySide[i].Len()
		out.Structure += bySide[i].And(l.bySide[i]).Len()
	}
	out.PlacementOf = l.pieceCount + pieceCount - out.Placement
	out.StructureOf = l.pieceCount + pieceCount - out.Structure
	out.HandsOf = -1
	if l.hands {
		out.Hands, out.HandsOf = l.handsOf(s)
	}
	return out
}

func (l *Comparer) handsOf(s *tape.State) (common, of int) {
	for side := range s.Hand {
		for _, t := range l.pieceTypes {
			a, b := int(l.reference.Hand[side][t&63]), int(s.Hand[side][t&63])
			common += min(a, b)
			of += max(a, b)
		}
		a, b := l.reference.Pocket[side], s.Pocket[side]
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
