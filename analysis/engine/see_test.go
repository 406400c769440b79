package engine

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/games"
)

// TestSeeNarrow holds what is seen of small boards to what it is written from.
func TestSeeNarrow(t *testing.T) {
	generate := exec.Command("go", "run", "../rules/internal/narrow", "see.go")
	generate.Env = append(os.Environ(), "GOFLAGS=")
	want, err := generate.Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("see_narrow.go")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("see_narrow.go is not what go generate ./analysis/engine writes (%v)", err)
	}
	for _, id := range fixtures.Games(variant.Embedded().IDs()) {
		r := games.Rules(t, id, "")
		if !r.Narrow() {
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
				t.Errorf("%s: worth %d on a small board, %d on a large one: %s", id, narrow, worth, p.Text())
			}
			if fresh, err := r.ParsePosition(p.Text()); err == nil && fresh.Weighed(&m.weights) != p.Weighed(&m.weights) {
				t.Errorf("%s: the sum of the pieces is not kept as they move: %s", id, p.Text())
			}
		}
	}
}
