package lab

import (
	"math/rand/v2"
	"slices"
	"strings"

	"assay/analysis/rules"
)

// startTries bounds the attempts to draw an imbalanced start.
const startTries = 30

// imbalanced returns a starting position in which one side has one piece less,
// or one more in hand, and often the other side another one. It returns nil if
// the variant has no such position.
func imbalanced(r *rules.Rules, random *rand.Rand) *rules.Position {
	start := r.Start()
	pieces, fields := placed(start)
	for range startTries {
		side := rules.Side(random.IntN(2))
		changed, ok := handicap(start, slices.Clone(pieces), side, random)
		if ok && random.IntN(2) == 0 {
			changed, ok = handicap(start, changed, side.Other(), random)
		}
		if !ok {
			continue
		}
		if p := parsed(r, r.SetupText(changed, start.Side(), fields)); p != nil && p.Key() != start.Key() {
			return p
		}
	}
	return nil
}

// placed returns the pieces of a position, and the fields of its text after the
// placement.
func placed(p *rules.Position) (all []rules.Placed, fields string) {
	r := p.Rules()
	for b := p.Occupied(); !b.Empty(); {
		if at := b.Pop(); p.At(at) != rules.Walled {
			all = append(all, rules.Placed{Piece: p.At(at), Square: at})
		}
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		for i := range r.Cells() {
			if t := p.Cell(side, i); t != rules.NoPieceType {
				all = append(all, rules.Placed{Piece: rules.NewPiece(t, side), Square: rules.NoSquare, Cell: i + 1})
			}
		}
		if t := p.Pocket(side); t != rules.NoPieceType {
			all = append(all, rules.Placed{Piece: rules.NewPiece(t, side), Square: rules.NoSquare, Pocket: true})
		}
		if r.Cells() > 0 {
			continue
		}
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			for range p.InHand(side, t) {
				all = append(all, rules.Placed{Piece: rules.NewPiece(t, side), Square: rules.NoSquare})
			}
		}
	}
	_, fields, _ = strings.Cut(p.Text(), " ")
	return all, fields
}

// handicap takes a piece from a side, or puts one into the other side's hand.
// It draws the type of the piece first, so that rare types are as frequent.
func handicap(start *rules.Position, pieces []rules.Placed, side rules.Side, random *rand.Rand) ([]rules.Placed, bool) {
	r := start.Rules()
	var types []rules.PieceType
	for _, at := range pieces {
		if t := at.Piece.Type(); at.Piece.Side() == side && !r.Royal(t) && at.Square != rules.NoSquare &&
			!slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	if len(types) == 0 {
		return nil, false
	}
	t := types[random.IntN(len(types))]
	if held, ok := r.Receives(t, t); ok && r.HasHand() && !r.Royal(held) && random.IntN(3) == 0 {
		extra := rules.Placed{Piece: rules.NewPiece(held, side.Other()), Square: rules.NoSquare}
		if n := r.Cells(); n > 0 {
			extra.Cell = 1 + random.IntN(n)
		}
		return append(pieces, extra), true
	}
	var at []int
	for i := range pieces {
		if pieces[i].Piece == rules.NewPiece(t, side) && pieces[i].Square != rules.NoSquare {
			at = append(at, i)
		}
	}
	i := at[random.IntN(len(at))]
	return slices.Delete(pieces, i, i+1), true
}

// parsed returns the position of a text if a game can start there: both sides
// can go on and none is in check. Castling rights that lost their piece are
// dropped.
func parsed(r *rules.Rules, text string) *rules.Position {
	p, err := r.ParsePosition(text)
	if i := slices.Index(r.Definition().State, "castling"); err != nil && i >= 0 {
		words := strings.Fields(text)
		if i+2 < len(words) {
			words[i+2] = "-"
		}
		p, err = r.ParsePosition(strings.Join(words, " "))
	}
	if err != nil || p.InCheck(rules.First) || p.InCheck(rules.Second) {
		return nil
	}
	if _, over := p.Outcome(); over {
		return nil
	}
	return p
}
