package analysis_test

import (
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/fixtures/records"
)

// TestExchange replaces the registry of a rulebook. Only the changed rules are
// compiled again.
func TestExchange(t *testing.T) {
	pond := records.Read(t, "../fixtures/definitions/frog-pond.yaml")
	b := analysis.NewRulebook(variant.Embedded())
	chess, err := b.Rules("chess", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, colour := range []string{"#2e7d32", "#1e7d32"} {
		r, err := b.Registry().Without("frog-pond").With("pond", []byte(strings.Replace(pond, "#2e7d32", colour, 1)))
		if err != nil {
			t.Fatal(err)
		}
		b.Exchange(r, "frog-pond")
		got, err := b.Rules("frog-pond", "")
		if err != nil || got.Definition().Appearance.Colours[0] != colour {
			t.Errorf("%s: %v", colour, err)
		}
		if same, _ := b.Rules("chess", ""); same != chess {
			t.Error("chess is compiled again")
		}
	}
	if r, err := b.Registry().With("pond", []byte(pond)); err == nil || r != b.Registry() {
		t.Errorf("twice the same: %v", err)
	}
	if _, ok := b.Registry().Without("frog-pond").Find("Frog Pond"); ok {
		t.Error("it is found by its name when it is gone")
	}
}
