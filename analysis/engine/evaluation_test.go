package engine

import (
	"math/rand/v2"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/games"
)

// exchanged returns the text of a position rotated by half a turn with the
// sides exchanged, without the fields after the side to move.
func exchanged(p *rules.Position) (turned, plain string) {
	r := p.Rules()
	var here, there []rules.Placed
	add := func(pc rules.Piece, s rules.Square, cell int) {
		other := rules.NewPiece(pc.Type(), pc.Side().Other())
		if pc == rules.Walled {
			other = pc
		}
		opposite := rules.NoSquare
		if s != rules.NoSquare {
			opposite = rules.Square(r.Files()*r.Ranks()-1) - s
		}
		here = append(here, rules.Placed{Piece: pc, Square: s, Cell: cell})
		there = append(there, rules.Placed{Piece: other, Square: opposite, Cell: cell})
	}
	for b := p.Occupied(); !b.Empty(); {
		s := b.Pop()
		add(p.At(s), s, 0)
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			for n := range p.InHand(side, t) {
				if r.Cells() == 0 {
					add(rules.NewPiece(t, side), rules.NoSquare, 0)
				} else if n == 0 {
					continue
				}
			}
		}
		for i := range r.Cells() {
			if t := p.Cell(side, i); t != rules.NoPieceType {
				add(rules.NewPiece(t, side), rules.NoSquare, i+1)
			}
		}
	}
	return r.SetupText(there, p.Side().Other(), ""), r.SetupText(here, p.Side(), "")
}

// TestSidesExchanged compares the evaluations of positions with those of the
// same positions with the sides exchanged, in symmetric variants.
func TestSidesExchanged(t *testing.T) {
	uneven := map[string]bool{ // the two sides have other pieces, squares or aims
		"buffalo": true, "coffeerace": true, "fox-and-hounds": true, "horde": true, "maharajah": true, "manchu": true, "racingkings": true, "stardust": true, "spartan": true, "shinobiplus": true, "epicatomic": true,
	}
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		if uneven[id] {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r := games.Rules(t, id, "")
			m := newEvaluator(r, nil)
			random := rand.New(rand.NewPCG(4, uint64(len(id))))
			for range fixtures.Rounds(5, 50, 500) {
				p := at(r, random, random.IntN(80))
				if p == nil {
					continue
				}
				turned, plain := exchanged(p)
				a, err := r.ParsePosition(plain)
				if err != nil {
					continue // what was left out matters
				}
				b, err := r.ParsePosition(turned)
				if err != nil {
					continue
				}
				if x, y := m.staticEval(a, new(evaluations)), m.staticEval(b, new(evaluations)); x != y {
					t.Errorf("%s: %d; %s: %d", plain, x, turned, y)
				}
			}
		})
	}
}
