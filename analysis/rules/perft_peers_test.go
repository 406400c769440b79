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

// TestLichessPerft verifies the perft counts of lichess variants in the data
// directory outside the repository.
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

// TestFairyPerft verifies Fairy-Stockfish's perft counts of the variants known
// here.
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

// TestFairyDiffers checks positions that Fairy-Stockfish counts wrongly.
func TestFairyDiffers(t *testing.T) {
	for _, row := range []struct {
		id, position string
		own, fairy   uint64
		why          string
	}{
		{
			"torishogi", "2k2C1/r2Ps1r/2sf1cS/+sSS4/6p/+fs1S1pC/P1KL1C1[LSSSsssss] b - - 0 46", 52, 53,
			"it counts the swallow on c2, a mate by a dropped pawn, which TO-6 forbids",
		},
		{
			"gale", "ppPpppppp/PPPPPpPpP/1pPpppppp/PPPpP1PPP/Pp1ppppp1/PPPPP1PPP/ppPpPpPpP/P1PpPPPpP/PpppppPpP b - - 0 18", 0, 6,
			"it carries a chain north and east only, and so misses one that winds",
		},
	} {
		own, ok := variant.Embedded().Find(row.id)
		if !ok {
			t.Fatalf("no %s", row.id)
		}
		p, err := compiled(t, own, "").ParsePosition(row.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Perft(1); got != row.own {
			t.Errorf("%s %s: %d moves, want %d; Fairy-Stockfish has %d: %s", row.id, row.position, got, row.own, row.fairy, row.why)
		}
	}
}
