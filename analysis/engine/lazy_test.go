package engine

import (
	"math/rand/v2"
	"testing"

	"assay/fixtures/games"
)

// TestLazyScore compares the lazy score with the full evaluation in random
// games. The correction must reduce the mean error, and at most one position in
// five may differ by more than lazyMargin.
func TestLazyScore(t *testing.T) {
	for _, id := range []string{"chess", "xiangqi", "makruk", "crazyhouse", "shogi"} {
		r := games.Rules(t, id, "")
		m := newEvaluator(r, nil)
		random := rand.New(rand.NewPCG(14, 1))
		var v evaluations
		seen, far, plain, corrected := 0, 0, 0, 0
		for range 30 {
			p := r.Start()
			off := 0
			for range 60 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Play(moves[random.IntN(len(moves))])
				seen++
				now := m.staticEval(p, &v) - m.lazyScore(p)
				plain, corrected = plain+abs(now), corrected+abs(now+off)
				if abs(now+off) > m.lazyMargin() {
					far++
				}
				off = now
			}
		}
		if far*5 > seen || corrected >= plain {
			t.Errorf("%s: %d of %d positions differ by more than the margin; mean error %d corrected, %d uncorrected",
				id, far, seen, corrected/seen, plain/seen)
		}
	}
}

// TestNoLazyEval checks that variants won by checks never evaluate lazily: the
// piece-square score lacks the checks given.
func TestNoLazyEval(t *testing.T) {
	if newEvaluator(games.Rules(t, "3check", ""), nil).lazy {
		t.Error("3check is evaluated lazily")
	}
}
