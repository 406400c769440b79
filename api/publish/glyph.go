package publish

import (
	"maps"
	"slices"
)

// Glyph is a numeric annotation glyph that has a usual sign.
type Glyph struct {
	Number int    `json:"number"` // 1 to 255
	Sign   string `json:"sign"`
	Words  string `json:"words"` // read aloud; they name the side where there is a glyph for each
}

// Glyphs lists those of the PGN standard by number.
func Glyphs() []Glyph {
	var out []Glyph
	for _, n := range slices.Sorted(maps.Keys(nags)) {
		words := nags[n].words
		if twin := nags[n^1]; n >= 22 && twin.words == words {
			words += [...]string{" of First", " of Second"}[n&1]
		}
		out = append(out, Glyph{n, nags[n].sign, words})
	}
	return out
}
