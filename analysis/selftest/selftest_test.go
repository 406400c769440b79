package selftest

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
)

func compiled(t *testing.T, d *variant.Definition, err error) *rules.Rules {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// read returns the rules of a definition file, changed as by
// strings.NewReplacer.
func read(t *testing.T, file string, changes ...string) *rules.Rules {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := variant.Embedded().Check(file, []byte(strings.NewReplacer(changes...).Replace(string(text))))
	return compiled(t, d, err)
}

// sound expects no fault in a variant.
func sound(t *testing.T, r *rules.Rules) {
	began := time.Now()
	found, err := play(t.Context(), r, r, fixtures.Rounds(Games/12, Games/6, 10*Games), math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found.Faults {
		t.Error(f)
	}
	t.Log(time.Since(began))
}

// TestBuiltIn expects no fault in the built-in variants.
func TestBuiltIn(t *testing.T) {
	registry := variant.Embedded()
	for _, id := range fixtures.Games(registry.IDs()) {
		t.Run(id, func(t *testing.T) {
			d, err := registry.Definition(id, "")
			sound(t, compiled(t, d, err))
		})
	}
}

// TestInvented plays variants that once led to panics, to disagreement between
// generated and judged moves, or to lossy texts.
func TestInvented(t *testing.T) {
	for _, pattern := range []string{"testdata/*.yaml", "../../fixtures/definitions/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no definitions", err)
		}
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) { sound(t, read(t, file)) })
		}
	}
}

// TestFinds gives the reference implementation another definition and expects
// the difference to be found, with the line of the piece.
func TestFinds(t *testing.T) {
	const pond = "../../fixtures/definitions/frog-pond.yaml"
	text, err := os.ReadFile(pond)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for _, tc := range []struct {
		name, check string
		line        string // prefix of the line of the definition
		changes     []string
	}{
		{"a move too few", "reference", "", []string{"FpD", "F"}},
		{"a move too many", "reference", "  T:", []string{"moves: fW,", "moves: fWbW,"}},
		{"another promotion", "reference", "  T:", []string{"always: true", "always: false"}},
		{"a drop too many", "reference", "  name: basket", []string{"- {pieces: T, in: shore, rule: FP-7}", "- {pieces: N, in: shore, rule: FP-7}"}},
		{"another hand", "play", "", []string{"demotes: T", "demotes: F"}},
		{"nothing kept", "play", "", []string{"keeps: all", "keeps: none"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			other := read(t, pond, tc.changes...)
			found, err := play(t.Context(), read(t, pond), other, Games, MostWork)
			if err != nil || len(found.Faults) == 0 {
				t.Fatalf("%v, %v", found, err)
			}
			f := found.Faults[0]
			if f.Check != tc.check || f.Position == "" || f.Move == "" || tc.line != "" && !strings.HasPrefix(lines[f.Line-1], tc.line) {
				t.Errorf("line %d: %v", f.Line, f)
			}
		})
	}
}

// TestNoEnd expects a fault if a side cannot move and no rule ends the game.
func TestNoEnd(t *testing.T) {
	const pond = "../../fixtures/definitions/frog-pond.yaml"
	found, err := Play(t.Context(), read(t, pond, "  - {module: no-moves, result: loss, rule: FP-8}\n", ""), Games)
	if err != nil || len(found.Faults) != 1 || found.Faults[0].Check != "end" {
		t.Errorf("%v, %v", found, err)
	}
}

// TestSize rejects a variant whose games use up the work too early, and returns
// no result after its context is cancelled.
func TestSize(t *testing.T) {
	d, err := variant.Embedded().Definition("chess", "")
	r := compiled(t, d, err)
	for range 2 {
		found, err := play(t.Context(), r, r, Games, 20*minPositions)
		if err != nil || len(found.Faults) != 1 || found.Faults[0].Check != "size" {
			t.Errorf("%v, %v", found, err)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := Play(over, r, Games); err == nil || found != nil {
		t.Errorf("%v, %v", found, err)
	}
}
