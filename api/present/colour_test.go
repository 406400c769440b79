package present

import (
	"testing"

	"assay/api/diagram"
	"assay/fixtures/games"
)

// TestNamedColours: tiles have the colours that their sides are named after.
// The definition's own colours come first, and other sets keep theirs.
func TestNamedColours(t *testing.T) {
	for _, row := range []struct {
		variant       string
		set           diagram.Set
		first, second string // "" is the set's own colour
	}{
		{"tictactoe", "", "#3a3531", "#3a3531"},
		{"amazons", diagram.Letters, "#3a3531", "#3a3531"},
		{"amazons", diagram.Figures, "", ""},
		{"hexapawn", "", "", ""}, // checkered, so with figures
		{"hexapawn", diagram.Signs, "#3a3531", "#3a3531"},
		{"xiangqi", "", "", ""},
		{"xiangqi", diagram.Signs, "#b3141c", "#3a3531"},
		{"csg-1", "", "", ""},               // Cyan is not known
		{"pocket-shogi-copper", "", "", ""}, // White is second
		{"shogi", diagram.Signs, "", ""},
		{"frog-pond", "", "#2e7d32", "#8a5a2b"},
	} {
		r := games.Rules(t, row.variant, "")
		s := Scene(r.Start(), Look{Set: string(row.set)})
		for side, hex := range []string{row.first, row.second} {
			var want diagram.Colour
			if hex != "" {
				want, _ = diagram.ParseColour(hex)
			}
			if s.Colours[side] != want {
				t.Errorf("%s, set %q: side %d has %v, want %v", row.variant, row.set, side, s.Colours[side], want)
			}
		}
	}
}

// TestSideColours: every colour of a side is readable.
func TestSideColours(t *testing.T) {
	for name, hex := range sideColours {
		if _, err := diagram.ParseColour(hex); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
