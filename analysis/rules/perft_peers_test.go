package rules

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/fixtures"
)

// TestLichessPerft proves the node counts of lichess' variants that are kept
// beside the project.
func TestLichessPerft(t *testing.T) {
	for _, file := range fixtures.Shared(t, "data/perft/lichess/*.perft") {
		id := strings.TrimSuffix(filepath.Base(file), ".perft")
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := compiled(t, id, "")
			var p *Position
			proved := 0
			for line := range strings.Lines(string(content)) {
				kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				switch kind {
				case "epd":
					if p, err = r.ParsePosition(rest); err != nil {
						t.Fatal(err)
					}
				case "perft":
					var depth int
					var nodes uint64
					word, count, _ := strings.Cut(rest, " ")
					if depth, err = strconv.Atoi(word); err != nil {
						t.Fatal(err)
					}
					if nodes, err = strconv.ParseUint(count, 10, 64); err != nil {
						t.Fatal(err)
					}
					if nodes > *perftLimit {
						continue
					}
					if got := p.Perft(depth); got != nodes {
						t.Errorf("%s depth %d: %d nodes, lichess counts %d", p.Text(), depth, got, nodes)
					}
					proved++
				}
			}
			if proved == 0 {
				t.Error("nothing proved")
			}
		})
	}
}

// TestFairyPerft proves the node counts of Fairy-Stockfish's games that are
// known here.
func TestFairyPerft(t *testing.T) {
	games, known := fixtures.FairyCounts(t), 0
	for id, counts := range games {
		own, ok := variant.Embedded().Find(id)
		if !ok {
			continue
		}
		known++
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r := compiled(t, own, "")
			for _, count := range counts {
				p, err := r.ParsePosition(count.Position)
				if err != nil {
					t.Errorf("%s: %v", count.Name, err)
					continue
				}
				for i, nodes := range count.Nodes {
					if nodes > *perftLimit {
						break
					}
					if got := p.Perft(i + 1); got != nodes {
						t.Errorf("%s: %s depth %d: %d nodes, Fairy-Stockfish counts %d", count.Name, count.Position, i+1, got, nodes)
						break
					}
				}
			}
		})
	}
	t.Logf("%d of %d games are known here", known, len(games))
}
