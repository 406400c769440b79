package analysis

import (
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/solve"
	"assay/analysis/variant"
	"assay/parser"
)

// TestSolved solves a problem once: a second reading of the record uses the
// solutions that are known, and a search that was cancelled leaves none.
func TestSolved(t *testing.T) {
	book := NewRulebook(variant.Embedded())
	verify := func(text string, s Settings) string {
		t.Helper()
		rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		g := NewVerifier(book).Verify(rec, s)
		if g == nil || len(g.Report.Warnings) == 0 {
			return ""
		}
		return g.Report.Warnings[0].Message
	}
	known := func() int {
		n, _, _ := book.solved.Size()
		return n
	}
	const text = "[Stipulation \"#2\"]\n[SetUp \"1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n\n1. Kf7 Kh7 2. Rh1# *\n"
	s := Settings{ProblemNodes: 100_000}
	const verified = "#2: verified, 1 solution, as stated"
	if got := verify(text, s); got != verified || known() != 1 {
		t.Fatalf("%q, %d known", got, known())
	}
	// Other solutions in the cache show that it is read, and its key that it
	// is not read for another problem.
	var key solvedKey
	book.solved.Delete(func(k solvedKey, _ solve.Result) bool { key = k; return true })
	book.solved.Add(key, solve.Result{Complete: true}, 1)
	if got := verify(text, s); !strings.Contains(got, "no solution") {
		t.Errorf("the record was solved again: %q", got)
	}
	for _, other := range []struct {
		text  string
		nodes uint64
	}{{text, 200_000}, {strings.Replace(text, "6R1", "5R2", 1), 100_000}, {strings.Replace(text, "#2", "#3", 1), 100_000}} {
		if got := verify(other.text, Settings{ProblemNodes: other.nodes}); strings.Contains(got, "no solution") {
			t.Errorf("%d nodes, %s: %q", other.nodes, other.text, got)
		}
	}
	before, done := known(), make(chan struct{})
	close(done)
	if verify(strings.Replace(text, "#2", "h#9", 1), Settings{ProblemNodes: 1 << 40, Done: done}); known() != before {
		t.Error("a cancelled search is kept")
	}
	for i := range 2 * maxSolved {
		book.solved.Add(solvedKey{rules: (*rules.Rules)(nil), nodes: uint64(i)}, solve.Result{}, 1)
	}
	if n := known(); n > maxSolved {
		t.Errorf("%d problems are kept", n)
	}
}
