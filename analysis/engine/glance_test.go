package engine

import (
	"math/rand/v2"
	"testing"

	"assay/fixtures/games"
)

// TestGlance holds what a glance shows to what is judged. Once it is corrected
// by how far it was off a ply before it is nearer. Of the positions of games at
// random, which hang pieces all the time, one in five at most is further from
// it than estimate takes for granted.
func TestGlance(t *testing.T) {
	for _, id := range []string{"chess", "xiangqi", "makruk", "crazyhouse", "shogi"} {
		r := games.Rules(t, id, "")
		m := newMind(r, nil)
		random := rand.New(rand.NewPCG(14, 1))
		var v view
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
				now := m.judge(p, &v) - m.glance(p)
				plain, corrected = plain+abs(now), corrected+abs(now+off)
				if abs(now+off) > m.wide() {
					far++
				}
				off = now
			}
		}
		if far*5 > seen || corrected >= plain {
			t.Errorf("%s: %d of %d positions are far from what a glance shows, by %d on average once corrected, by %d before",
				id, far, seen, corrected/seen, plain/seen)
		}
	}
}

// TestGlanceNever holds that what stands nowhere is not overlooked: where
// checks win, each given is worth more than a glance shows.
func TestGlanceNever(t *testing.T) {
	if newMind(games.Rules(t, "3check", ""), nil).glances {
		t.Error("3check: a glance shows nothing of checks")
	}
}
