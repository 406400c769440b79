package engine

import (
	"math/rand/v2"
	"testing"

	"assay/fixtures/games"
)

// TestGlance holds what a glance shows to what is judged: hardly any position
// of games at random is further from it than estimate takes for granted.
func TestGlance(t *testing.T) {
	for _, id := range []string{"chess", "xiangqi", "makruk"} {
		r := games.Rules(t, id, "")
		m := newMind(r, nil)
		if !m.glances {
			t.Errorf("%s: no glance", id)
		}
		random := rand.New(rand.NewPCG(14, 1))
		var v view
		seen, far := 0, 0
		for range 30 {
			p := r.Start()
			for range 60 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Play(moves[random.IntN(len(moves))])
				seen++
				if abs(m.glance(p)-m.judge(p, &v)) > m.wide() {
					far++
				}
			}
		}
		if far*100 > seen {
			t.Errorf("%s: %d of %d positions are worth far from what a glance shows", id, far, seen)
		}
		t.Logf("%s: %d of %d", id, far, seen)
	}
	if newMind(games.Rules(t, "crazyhouse", ""), nil).glances {
		t.Error("crazyhouse: a glance shows nothing of hands")
	}
}
