package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/variant"
)

// royalNames are the names of the royal pieces.
func (r *Rules) royalNames() string {
	var letters []string
	for _, k := range r.pieceTypes[1:] {
		if k.royal {
			letters = append(letters, k.letter)
		}
	}
	return r.definition.PieceNames(letters, "or")
}

// pointsSay lists what pieces count, the most first, in units of so many parts.
func (r *Rules) pointsSay(points variant.Ordered[int], parts int) string {
	byPoints := map[int][]string{}
	for _, k := range r.pieceTypes[1:] {
		if n, given := points.Get(k.letter); given {
			byPoints[n] = append(byPoints[n], k.letter)
		}
	}
	var order []int
	for n := range byPoints {
		order = append(order, n)
	}
	slices.Sort(order)
	slices.Reverse(order)
	words := make([]string, len(order))
	for i, n := range order {
		words[i] = fmt.Sprintf("%s %s", r.definition.PieceNames(byPoints[n], "and"), decimal(n, parts))
	}
	return strings.Join(words, ", ")
}

// decimal is n parts of a unit.
func decimal(n, parts int) string {
	return strconv.FormatFloat(float64(n)/float64(parts), 'f', -1, 64)
}
