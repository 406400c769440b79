package variant

import (
	"slices"
	"strconv"
	"strings"
)

// BoardText returns the board of a position (FEN) from its cells, rank by rank
// from a1; empty cells are "".
func BoardText(cells []string, files int) string {
	var out []string
	for row := range slices.Chunk(cells, files) {
		text, empty := "", 0
		for _, cell := range append(slices.Clone(row), "/") {
			if cell == "" {
				empty++
				continue
			}
			if empty > 0 {
				text += strconv.Itoa(empty)
			}
			text, empty = text+cell, 0
		}
		out = append(out, strings.TrimSuffix(text, "/"))
	}
	slices.Reverse(out)
	return strings.Join(out, "/")
}
