package publish

import (
	"maps"
	"slices"
)

// Glyph is a numeric annotation glyph (NAG) with a usual sign.
type Glyph struct {
	Number int    `json:"number"` // 1 to 255
	Sign   string `json:"sign"`
	Words  string `json:"words"` // for screen readers; names the side if there is one glyph per side
}

// Glyphs returns the glyphs of the PGN standard in numeric order.
func Glyphs() []Glyph {
	var out []Glyph
	for _, n := range slices.Sorted(maps.Keys(nags)) {
		words := nags[n].words
		if pair := nags[n^1]; n >= 22 && pair.words == words {
			words += [...]string{" of First", " of Second"}[n&1]
		}
		out = append(out, Glyph{n, nags[n].sign, words})
	}
	return out
}
