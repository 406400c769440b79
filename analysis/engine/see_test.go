package engine

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/games"
)

// TestSeeNarrow holds what is seen of small boards to what it is written from.
func TestSeeNarrow(t *testing.T) {
	for set, name := range map[string]string{"Narrow": "see_narrow.go", "Small": "see_small.go"} {
		generate := exec.Command("go", "run", "../rules/internal/narrow", set, "see.go")
		generate.Env = append(os.Environ(), "GOFLAGS=")
		want, err := generate.Output()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what go generate ./analysis/engine writes (%v)", name, err)
		}
	}
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		r := games.Rules(t, id, "")
		if r.Width() == rules.WideBoard {
			continue
		}
		m, random := newMind(r, nil), rand.New(rand.NewPCG(9, uint64(len(id))))
		var v view
		for range fixtures.Rounds(3, 30, 300) {
			p := at(r, random, random.IntN(80))
			if p == nil {
				continue
			}
			p.Weighed(&m.weights)
			for range 5 {
				if moves := p.Moves(nil); len(moves) > 0 {
					p.Play(moves[random.IntN(len(moves))])
				}
			}
			worth, material := m.see(p, &v.any)
			if narrow, left := m.seeNarrow(p, &v.narrow); narrow != worth || left != material {
				t.Errorf("%s: worth %d on a narrow board, %d on a large one: %s", id, narrow, worth, p.Text())
			}
			if r.Width() == rules.SmallBoard {
				if small, left := m.seeSmall(p, &v.small); small != worth || left != material {
					t.Errorf("%s: worth %d on a small board, %d on a large one: %s", id, small, worth, p.Text())
				}
			}
			if fresh, err := r.ParsePosition(p.Text()); err == nil && fresh.Weighed(&m.weights) != p.Weighed(&m.weights) {
				t.Errorf("%s: the sum of the pieces is not kept as they move: %s", id, p.Text())
			}
		}
	}
}
