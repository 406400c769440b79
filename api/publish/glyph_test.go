package publish

import "testing"

// TestGlyphs checks that each glyph has a description of its own.
func TestGlyphs(t *testing.T) {
	number := map[string]int{}
	last := 0
	for _, g := range Glyphs() {
		if g.Sign == "" || g.Words == "" || g.Number <= last {
			t.Errorf("%+v behind %d", g, last)
		}
		if n, known := number[g.Words]; known {
			t.Errorf("%q is said of %d and %d", g.Words, n, g.Number)
		}
		number[g.Words], last = g.Number, g.Number
	}
	if number["good move"] != 1 || number["zugzwang of First"] != 22 || number["zugzwang of Second"] != 23 {
		t.Errorf("%v", number)
	}
}
