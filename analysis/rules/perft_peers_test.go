package rules

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/fixtures"
)

// shuffled are positions in which kings and rooks castle that do not stand as
// in chess.
var shuffled = map[string]bool{
	"8/8/8/8/8/8/2k5/rR4KR w KQ -": true, "r3k1rR/5K2/8/8/8/8/8/8 b kq -": true, "Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq -": true,
}

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
					if shuffled[rest] {
						p = nil
						continue
					}
					if p, err = r.ParsePosition(rest); err != nil {
						t.Fatal(err)
					}
				case "perft":
					if p == nil {
						continue
					}
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

// fairyFaults are the rows of Fairy-Stockfish's counts that are not met, and
// why.
var fairyFaults = map[string]string{
	"minishogi random-5":         "two of its nodes follow a dropped pawn that mates, which Fairy-Stockfish counts",
	"gorogoro random-3":          "two of its nodes follow a dropped pawn that mates, which Fairy-Stockfish counts",
	"janggitraditional random-5": "the last move before it was a pass, which a position text does not tell",
	"janggi random-3":            "the moves before it ended the game, which a position text does not tell",
}

// TestFairyPerft proves the node counts of Fairy-Stockfish's games that are
// known here.
func TestFairyPerft(t *testing.T) {
	f, err := os.Open(fixtures.Shared(t, "data/fairy/nodes.tsv")[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	games := map[string][]string{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if id, row, _ := strings.Cut(lines.Text(), "\t"); id != "variant" {
			games[id] = append(games[id], row)
		}
	}
	known := 0
	for id, rows := range games {
		own, ok := variant.Embedded().Find(id)
		if !ok {
			continue
		}
		known++
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r := compiled(t, own, "")
			for _, row := range rows {
				columns := strings.Split(row, "\t")
				if why, known := fairyFaults[id+" "+columns[0]]; known {
					t.Logf("%s is left out: %s", columns[0], why)
					continue
				}
				p, err := r.ParsePosition(columns[1])
				if err != nil {
					t.Errorf("%s: %v", columns[0], err)
					continue
				}
				for depth, word := range strings.Fields(columns[3]) {
					nodes, err := strconv.ParseUint(word, 10, 64)
					if err != nil {
						t.Fatal(err)
					}
					if nodes > *perftLimit {
						break
					}
					if got := p.Perft(depth + 1); got != nodes {
						t.Errorf("%s: %s depth %d: %d nodes, Fairy-Stockfish counts %d", columns[0], columns[1], depth+1, got, nodes)
						break
					}
				}
			}
		})
	}
	t.Logf("%d of %d games are known here", known, len(games))
}
