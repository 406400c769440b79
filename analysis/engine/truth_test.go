package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/games"
)

// minimax is the score of a position by every line of so many plies.
func minimax(m *evaluator, p *rules.Position, depth, ply int) int {
	if o, over := p.OutcomeBefore(true); over {
		return ending(o, p.Side(), ply)
	}
	if depth == 0 {
		return m.staticEval(p, new(evaluations))
	}
	moves := p.Moves(nil)
	if len(moves) == 0 {
		if o, decided := p.Stalled(); decided {
			return ending(o, p.Side(), ply)
		}
		return 0
	}
	best := -infinite
	for _, move := range moves {
		p.Play(move)
		best = max(best, -minimax(m, p, depth-1, ply+1))
		p.Undo()
	}
	return best
}

// at returns a position after random moves, nil if the game ended before.
func at(r *rules.Rules, random *rand.Rand, plies int) *rules.Position {
	p := r.Start()
	for range plies {
		moves := p.Moves(nil)
		if _, over := p.Outcome(); over || len(moves) == 0 {
			return nil
		}
		p.Play(moves[random.IntN(len(moves))])
	}
	if _, over := p.Outcome(); over {
		return nil
	}
	return p
}

// TestWholeSearch compares a search without pruning with a plain minimax of the
// same depth.
func TestWholeSearch(t *testing.T) {
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r := games.Rules(t, id, "")
			random := rand.New(rand.NewPCG(1, uint64(len(id))))
			e := New(1)
			e.fullWidth = true
			m := e.evaluator(r)
			for range fixtures.Rounds(4, 16, 200) {
				p := at(r, random, random.IntN(60))
				if p == nil {
					continue
				}
				depth, moves := 1, p.Count()
				for leaves := moves; depth < 3 && leaves*moves < 20_000; leaves *= moves {
					depth++
				}
				want := minimax(m, p, depth, 0)
				result := e.Search(context.Background(), p, Limits{Depth: depth}, nil)
				if len(result.Lines) == 0 {
					t.Fatalf("%s: no line", p.Text())
				}
				line := result.Lines[0]
				playable(t, p, line)
				var wanted Line
				wanted.setScore(want)
				if line.CP != wanted.CP || line.Mate != wanted.Mate {
					t.Errorf("%s at depth %d: %d, mate %d; by every line %d, mate %d", p.Text(), depth, line.CP, line.Mate, wanted.CP, wanted.Mate)
				}
			}
		})
	}
}

// TestRepeatable holds searches with a limit on nodes to the same lines each
// time.
func TestRepeatable(t *testing.T) {
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r := games.Rules(t, id, "")
			random := rand.New(rand.NewPCG(2, uint64(len(id))))
			for range fixtures.Rounds(1, 5, 20) {
				p := at(r, random, random.IntN(60))
				if p == nil {
					continue
				}
				text := p.Text()
				limits := Limits{Nodes: 3000, MultiPV: 2}
				first := New(1).Search(context.Background(), p, limits, nil)
				again := New(1).Search(context.Background(), p, limits, nil)
				if len(first.Lines) == 0 || len(first.Lines) != len(again.Lines) {
					t.Fatalf("%s: %d lines, then %d", text, len(first.Lines), len(again.Lines))
				}
				for i := range first.Lines {
					a, b := first.Lines[i], again.Lines[i]
					playable(t, p, a)
					if a.CP != b.CP || a.Mate != b.Mate || !same(a.Moves, b.Moves) {
						t.Errorf("%s: %+v, then %+v", text, a, b)
					}
				}
				if p.Text() != text {
					t.Errorf("%s became %s", text, p.Text())
				}
			}
		})
	}
}

func same(a, b []rules.Move) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
