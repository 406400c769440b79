package variant

import (
	"slices"
	"strings"
	"testing"
)

// TestRulings: every rule ID that definitions cite has exactly one text.
func TestRulings(t *testing.T) {
	var shared []string
	for _, group := range SharedRulings() {
		if group.Of == "" {
			t.Error("rules without a scope")
		}
		for _, r := range group.Rulings {
			if len(r.Says) < 20 || len(r.Says) > maxRuleText || slices.Contains(shared, r.Number) {
				t.Errorf("%s: %q", r.Number, r.Says)
			}
			shared = append(shared, r.Number)
		}
	}
	r := Embedded()
	for _, id := range r.IDs() {
		d, err := r.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		var own []string
		for _, ruling := range d.OwnRulings() {
			if !strings.HasPrefix(ruling.Number, d.Rulings+"-") || slices.Contains(shared, ruling.Number) {
				t.Errorf("%s describes %s", id, ruling.Number)
			}
			own = append(own, ruling.Number)
		}
		if !slices.IsSortedFunc(own, func(a, b string) int { return ruleNumber(a) - ruleNumber(b) }) {
			t.Errorf("%s: %q", id, own)
		}
		for _, number := range d.Cited() {
			if number != d.Number("") && !slices.Contains(own, number) && !slices.Contains(shared, number) {
				t.Errorf("%s cites %s, which has no text", id, number)
			}
		}
	}
	d, _ := r.Definition("csg-1", "")
	if cited := d.Cited(); !slices.Contains(cited, "CSG-2") || !slices.Contains(cited, "CSG-5") || !slices.Contains(cited, "CSG-9") || slices.Contains(cited, "CSG-14") {
		t.Errorf("csg-1 cites %q", cited)
	}
}
