package fairy_test

import (
	"bufio"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/fixtures"
)

var perftLimit = flag.Uint64("perft", 200_000, "how many `nodes` a row of Fairy-Stockfish's counts may have to be counted")

// differs are the rows of Fairy-Stockfish's counts that are not met, and why.
var differs = map[string]string{
	"gorogoroplus random-3":      "counts mates by a dropped pawn",
	"gorogoroplus random-5":      "counts mates by a dropped pawn",
	"minishogi random-5":         "counts mates by a dropped pawn",
	"janggi random-3":            "the moves before it ended the game, which a position text does not tell",
	"janggitraditional random-5": "the last move before it was a pass, which a position text does not tell",
}

// TestCoverage converts every section of Fairy-Stockfish's own file, and holds the
// games to its node counts.
func TestCoverage(t *testing.T) {
	text, err := os.ReadFile(fixtures.Shared(t, "data/fairy/variants.ini")[0])
	if err != nil {
		t.Fatal(err)
	}
	games, refusals := fairy.Convert("variants.ini", string(text))
	proveAll(t, games, refusals)
}

// TestBuiltin does the same with the games that sections inherit from.
func TestBuiltin(t *testing.T) {
	fixtures.Shared(t, "data/fairy/nodes.tsv")
	games, refusals := fairy.Builtin()
	proveAll(t, games, refusals)
}

func proveAll(t *testing.T, games []fairy.Game, refusals []fairy.Refusal) {
	rows := readRows(t)
	refused := map[string]bool{}
	reasons := map[string]int{}
	for _, r := range refusals {
		refused[r.Section] = true
		_, reason, _ := strings.Cut(r.Message, ": ")
		reasons[reason]++
		t.Logf("line %d: %v", r.Line, r)
	}
	for reason, n := range reasons {
		t.Logf("%d times: %s", n, reason)
	}
	equal := 0
	for _, g := range games {
		t.Run(g.Name, func(t *testing.T) {
			d, err := variant.Embedded().Check(g.Name, g.YAML)
			if err != nil && strings.Contains(err.Error(), "files and ranks go from") {
				t.Skip(err)
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, g.YAML)
			}
			r, err := rules.Compile(d)
			if err != nil {
				t.Fatalf("%v\n%s", err, g.YAML)
			}
			for _, row := range rows[g.Name] {
				if why, known := differs[g.Name+" "+row.name]; known {
					t.Logf("%s is left out: %s", row.name, why)
					continue
				}
				row.prove(t, r)
			}
			if t.Failed() {
				t.Logf("%s", g.YAML)
				return
			}
			equal++
		})
	}
	t.Logf("%d of %d games are equal to Fairy-Stockfish in every row, %d are refused", equal, len(games)+len(refused), len(refused))
}

// row is one position of Fairy-Stockfish's node counts.
type row struct{ name, position, nodes string }

func readRows(t *testing.T) map[string][]row {
	f, err := os.Open(fixtures.Shared(t, "data/fairy/nodes.tsv")[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string][]row{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if c := strings.Split(lines.Text(), "\t"); len(c) == 5 {
			out[c[0]] = append(out[c[0]], row{c[1], c[2], c[4]})
		}
	}
	return out
}

func (w row) prove(t *testing.T, r *rules.Rules) {
	p, err := r.ParsePosition(w.position)
	if err != nil {
		t.Errorf("%s: %s: %v", w.name, w.position, err)
		return
	}
	for depth, word := range strings.Fields(w.nodes) {
		nodes, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if nodes > *perftLimit {
			break
		}
		if got := p.Perft(depth + 1); got != nodes {
			t.Errorf("%s: %s depth %d: %d nodes, Fairy-Stockfish counts %d", w.name, w.position, depth+1, got, nodes)
			return
		}
	}
}
