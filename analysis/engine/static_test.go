package engine

import (
	"math/rand/v2"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/games"
)

// TestNarrowEvaluation compares the evaluation for small boards with the one
// for boards of any size.
func TestNarrowEvaluation(t *testing.T) {
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		r := games.Rules(t, id, "")
		if r.Width() == rules.Width256 {
			continue
		}
		m, random := newEvaluator(r, nil), rand.New(rand.NewPCG(9, uint64(len(id))))
		var v evaluations
		for range fixtures.Rounds(3, 30, 300) {
			p := at(r, random, random.IntN(80))
			if p == nil {
				continue
			}
			p.Weighed(&m.incremental)
			for range 5 {
				if moves := p.Moves(nil); len(moves) > 0 {
					p.Play(moves[random.IntN(len(moves))])
				}
			}
			worth, material := m.evaluate(p, &v.work256)
			if narrow, left := m.evaluate128(p, &v.work128); narrow != worth || left != material {
				t.Errorf("%s: evaluation %d on a narrow board, %d on a large one: %s", id, narrow, worth, p.Text())
			}
			if r.Width() == rules.Width64 {
				if small, left := m.evaluate64(p, &v.work64); small != worth || left != material {
					t.Errorf("%s: evaluation %d on a small board, %d on a large one: %s", id, small, worth, p.Text())
				}
			}
			if fresh, err := r.ParsePosition(p.Text()); err == nil && fresh.Weighed(&m.incremental) != p.Weighed(&m.incremental) {
				t.Errorf("%s: the incremental piece-square score is wrong: %s", id, p.Text())
			}
		}
	}
}
