package query

import (
	"iter"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/index/pattern"
)

// everyVariant returns the rules of all variants by ID.
func everyVariant(t *testing.T) iter.Seq2[string, *rules.Rules] {
	t.Helper()
	return func(yield func(string, *rules.Rules) bool) {
		registry := variant.Embedded()
		for _, id := range fixtures.Games(registry.IDs()) {
			definition, err := registry.Definition(id, "")
			if err != nil {
				t.Fatal(err)
			}
			r, err := rules.Compile(definition)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(id, r) {
				return
			}
		}
	}
}

// TestExamples binds every example of every variant and checks that they use
// all words of the language.
func TestExamples(t *testing.T) {
	var all strings.Builder
	for id, r := range everyVariant(t) {
		seen := map[string]bool{}
		for _, e := range Examples(r) {
			parsed, err := Parse(e.Query)
			if err == nil {
				parsed.Mine = func() pattern.Node { return pattern.Games{} }
				_, err = Bind(parsed, r)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", id, e.Query, err)
			}
			if seen[e.Query] || e.Help == "" {
				t.Errorf("%s: %q twice, or without help", id, e.Query)
			}
			seen[e.Query] = true
			all.WriteString(e.Query + "\n")
		}
	}
	for _, list := range [][]keyword{starters, rankWords, kindWords, connectives, placeWords, innerWords} {
		for _, k := range list {
			if !strings.Contains(all.String(), k.word) {
				t.Errorf("no example of %q", k.word)
			}
		}
	}
}

// TestSpell binds every piece of every variant by its words and by its letter.
func TestSpell(t *testing.T) {
	for id, r := range everyVariant(t) {
		for _, side := range []rules.Side{rules.First, rules.Second} {
			for kind := rules.PieceType(1); int(kind) <= r.Types(); kind++ {
				owner, name := Spell(r, rules.NewPiece(kind, side))
				got := bound(t, r, owner+" "+name+" on a1 and "+name+"("+owner+") = 1")
				want := bound(t, r, []string{"first ", "second "}[side]+r.Letter(kind)+" on a1 and "+r.Letter(kind)+"("+[]string{"first", "second"}[side]+") = 1")
				if got != want {
					t.Errorf("%s: %s %s is %s, want %s", id, owner, name, got, want)
				}
			}
		}
	}
}

func bound(t *testing.T, r *rules.Rules, text string) string {
	t.Helper()
	parsed, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	node, err := Bind(parsed, r)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return describe(r, node)
}
