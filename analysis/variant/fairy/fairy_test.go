package fairy_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/fixtures"
)

var perftLimit = flag.Uint64("perft", uint64(fixtures.Rounds(20_000, 200_000, 200_000)), "how many `nodes` a row of Fairy-Stockfish's counts may have to be counted")

// TestCoverage converts every section of Fairy-Stockfish's own file and
// compares perft counts.
func TestCoverage(t *testing.T) {
	text, err := os.ReadFile(fixtures.Shared(t, "data/fairy/variants.ini")[0])
	if err != nil {
		t.Fatal(err)
	}
	games, refusals := fairy.Convert("variants.ini", string(text))
	proveAll(t, games, refusals)
}

// TestBuiltin does the same for the built-in variants.
func TestBuiltin(t *testing.T) {
	games, refusals := fairy.Builtin()
	proveAll(t, games, refusals)
}

// TestPromotedLetters compares the letters of promoted pieces in algebraic
// moves of the built-in definitions with Fairy-Stockfish's.
func TestPromotedLetters(t *testing.T) {
	games, _ := fairy.Builtin()
	for _, path := range fixtures.Beside(t, "data/fairy/variants.ini") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		more, _ := fairy.Convert("variants.ini", string(text))
		games = append(games, more...)
	}
	compared := 0
	for _, g := range games {
		converted, err := variant.Embedded().Check(g.Name, g.YAML)
		if err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		id, ok := variant.Embedded().Find(g.Name)
		if !ok {
			continue
		}
		own, err := variant.Embedded().Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for letter, piece := range converted.Pieces.All() {
			if letter[0] != '+' {
				continue
			}
			compared++
			if p, ok := own.Pieces.Get(letter); !ok || p.SAN != piece.SAN {
				t.Errorf("%s: %s is written %q in algebraic moves, want %q", id, letter, p.SAN, piece.SAN)
			}
		}
	}
	if compared < 40 {
		t.Errorf("%d letters compared", compared)
	}
}

func proveAll(t *testing.T, games []fairy.Game, refusals []fairy.Refusal) {
	counts := fixtures.FairyCounts(t)
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
			if err != nil {
				t.Fatalf("%v\n%s", err, g.YAML)
			}
			r, err := rules.Compile(d)
			if err != nil {
				t.Fatalf("%v\n%s", err, g.YAML)
			}
			for _, count := range counts[g.Name] {
				prove(t, r, count)
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

func prove(t *testing.T, r *rules.Rules, count fixtures.FairyCount) {
	p, err := r.ParsePosition(count.Position)
	if err != nil {
		t.Errorf("%s: %s: %v", count.Name, count.Position, err)
		return
	}
	for i, nodes := range count.Nodes {
		if nodes > *perftLimit {
			break
		}
		if got := p.Perft(i + 1); got != nodes {
			t.Errorf("%s: %s depth %d: %d nodes, Fairy-Stockfish counts %d", count.Name, count.Position, i+1, got, nodes)
			return
		}
	}
}
