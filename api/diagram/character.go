package diagram

import (
	_ "embed" // the outlines
	"strings"
	"sync"
	"unicode/utf8"
)

// Outlines of characters, made by internal/outline from Noto Serif CJK, whose
// licence stands in characters.LICENSE.
//
//go:embed characters.txt
var outlines string

// emSize is the side of a character's box in the units of its outline.
const emSize = 200

// characters are the outlines by their characters, about the middle of their
// boxes.
var characters = sync.OnceValue(func() map[rune]*Path {
	all := map[rune]*Path{}
	for line := range strings.Lines(outlines) {
		r, size := utf8.DecodeRuneInString(line)
		all[r] = figure(strings.TrimSpace(line[size:]))
	}
	return all
})

// drawable reports whether all of a text has outlines.
func drawable(text string) bool {
	for _, r := range text {
		if characters()[r] == nil {
			return false
		}
	}
	return text != ""
}

// stack draws characters one below the other about the middle of a group, each
// as large as scale makes its box.
func stack(on Surface, text string, scale float64, ink Colour) {
	const tight = 0.97 // the boxes have some room round their characters
	step := scale * emSize * tight
	y := -step * float64(utf8.RuneCountInString(text)-1) / 2
	for _, r := range text {
		on.Path(Transform{0, y, scale}, Fill(ink), characters()[r])
		y += step
	}
}

// row draws characters side by side about a point, in the colour of the group.
func row(on Surface, x, y float64, text string, scale float64, more ...Trait) {
	step := scale * emSize
	x -= step * float64(utf8.RuneCountInString(text)-1) / 2
	for _, r := range text {
		on.Path(append(more, Transform{x, y, scale}, characters()[r])...)
		x += step
	}
}
