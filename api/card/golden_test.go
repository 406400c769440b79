package card

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"assay/api"
	"assay/fixtures"
)

// TestGoldenCards compares the cards of variants that together use every kind
// of rule: as text without piece diagrams, and as JSON.
func TestGoldenCards(t *testing.T) {
	a, err := api.NewArbiter(api.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{
		"all-classic", "asean", "atomic", "chess960", "chennis", "chushogi", "crazyhouse", "csg-1", "duck", "giveaway", "glinski",
		"janggi", "makruk", "microshogi", "opposite-castling", "placement", "pocket-shogi-copper", "seirawan", "shogi", "sittuyin", "spartan",
		"xiangqi",
	} {
		c, err := Find(a, id, "")
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		text := c.Explain()
		fmt.Fprintf(&b, "legend: %s\nhexagons: %v\n", text.Legend, text.Hexagons)
		for _, p := range text.Pieces {
			fmt.Fprintf(&b, "%s %s %q (%s)\n", p.Letter, p.Name, p.Facts, p.Rule)
			for _, w := range p.Ways {
				fmt.Fprintf(&b, "  %s %q %d rows\n", w.Betza, w.Says, len(w.Rows))
			}
		}
		for _, s := range text.Sections {
			fmt.Fprintf(&b, "%s\n", s.Title)
			for _, line := range s.Lines {
				fmt.Fprintf(&b, "  %s\n", line)
			}
		}
		raw, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(raw, &keys); err != nil {
			t.Fatal(err)
		}
		delete(keys, "nodeCounts") // compared elsewhere
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			fmt.Fprintf(&b, "%s: %s\n", key, bytes.ReplaceAll(keys[key], []byte("},{"), []byte("},\n  {")))
		}
		fixtures.Golden(t, *update, "testdata/golden/cards/"+id+".txt", b.String())
	}
}

// TestCheckSound checks a valid definition: its card, its diagram, and the name
// under which it can be played.
func TestCheckSound(t *testing.T) {
	a, err := api.NewArbiter(api.Config{})
	if err != nil {
		t.Fatal(err)
	}
	checked, err := Check(t.Context(), a, []byte(pond(t)))
	if err != nil {
		t.Fatal(err)
	}
	if len(checked.Problems) > 0 || checked.Card == nil || checked.Card.Name != "Frog Pond" || !strings.HasPrefix(string(checked.Diagram), "<svg") {
		t.Errorf("%+v", checked)
	}
	p, err := a.Position(string(checked.Variant), "", "")
	if err != nil || p.Text() != checked.Card.Start {
		t.Errorf("%q cannot be played: %v", checked.Variant, err)
	}
	if c, err := Find(a, "no such variant", ""); err == nil || c != nil {
		t.Error("a card of no variant")
	}
}
