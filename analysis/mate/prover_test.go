package mate

import (
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
)

// TestProver compares each set of first moves with searches of its single moves
// by new tables.
func TestProver(t *testing.T) {
	const nodes = 1_000_000
	for _, row := range []struct {
		name, id, position string
		plies              int
	}{
		{"several first moves mate", "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", 5},
		{"smothered", "chess", "r6k/6pp/8/6N1/2Q5/8/6PP/7K w - - 0 1", 5},
		{"chariots", "xiangqi", "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1", 3},
		{"drops", "crazyhouse", "6rk/6pp/8/8/8/8/8/K7[NQ] w - - 0 1", 3},
		{"drops that promoted pieces answer", "shogi", "4k4/9/4P4/9/9/9/9/9/4K4[GP] w - - 0 1", 3},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := games.Position(t, row.id, row.position)
			text, prover := p.Text(), NewProver(t.Context(), p, p.Side())
			for plies := 1; plies <= row.plies; plies += 2 {
				var mating, others []rules.Move
				for _, m := range p.Moves(nil) {
					q := p.Clone()
					q.Play(m)
					mates := false
					switch end, over := q.Outcome(); {
					case over && plies > 1:
						continue // its result does not depend on a search
					case over:
						mates = end.WonBy(p.Side())
					case plies > 1:
						mates = Search(t.Context(), q, p.Side(), Limits{Nodes: nodes, Plies: plies - 1, Quiet: true}).Plies > 0
					}
					if mates {
						mating = append(mating, m)
					} else {
						others = append(others, m)
					}
				}
				if also, settled, _ := prover.Among(p, others, plies, nodes); also || !settled {
					t.Errorf("%d plies: a mate %v, settled %v among %d moves without", plies, also, settled, len(others))
				}
				for _, m := range mating {
					if also, settled, _ := prover.Among(p, []rules.Move{m}, plies, nodes); !also || !settled {
						t.Errorf("%d plies: no mate by %v", plies, m)
					}
				}
			}
			if p.Text() != text {
				t.Error("the position changed")
			}
		})
	}
}
