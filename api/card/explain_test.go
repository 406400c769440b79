package card

import (
	"strings"
	"testing"

	"assay/api"
)

// TestExplain checks the move diagrams of every variant: square, with the piece
// in the middle.
func TestExplain(t *testing.T) {
	a, err := api.NewArbiter(api.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range a.Variants() {
		card, err := Find(a, v.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range card.Rules {
			for key := range rule.Parameters {
				if strings.ContainsAny(key, "-_") {
					t.Errorf("%s: parameter %s of %s", v.ID, key, rule.Module)
				}
			}
		}
		text := card.Explain()
		if len(text.Pieces) != len(card.Pieces) || len(text.Sections) == 0 {
			t.Errorf("%s: %d pieces, %d sections", v.ID, len(text.Pieces), len(text.Sections))
		}
		for _, p := range text.Pieces {
			for _, way := range p.Ways {
				middle, wide := len(way.Rows)/2, len(way.Rows)
				if text.Hexagons {
					wide = middle + 1
				}
				for _, row := range way.Rows {
					if len(row) != wide {
						t.Errorf("%s, %s: %q of %d", v.ID, p.Name, row, wide)
					}
				}
				if way.Rows[middle][wide/2] != '@' {
					t.Errorf("%s, %s: the piece is not in the middle", v.ID, p.Name)
				}
			}
		}
	}
}
