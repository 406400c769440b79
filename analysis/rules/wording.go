package rules

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/variant"
)

// royalNames returns the names of the royals.
func (r *Rules) royalNames() string { return r.typeList(r.royals, "or") }

// sideOf returns the side that a rule applies to, at the start of a
// sentence.
func (r *Rules) sideOf(p variant.Party) string {
	for side := range Side(2) {
		if p != "" && p.Has(side == Second) {
			return r.SideName(side)
		}
	}
	return "A side"
}

// describeName mentions the name of an ending if it is not the default.
func describeName(ends, usual string) string {
	if ends == usual {
		return ""
	}
	return "; records call this " + strconv.Quote(ends)
}

// typeList returns the names of types of piece.
func (r *Rules) typeList(kinds PieceTypeSet, last string) string {
	var letters []string
	for ; kinds != 0; kinds &= kinds - 1 {
		letters = append(letters, r.pieceTypes[trailing64(uint64(kinds))].letter)
	}
	return r.definition.PieceNames(letters, last)
}

// squareList returns the names of squares.
func (r *Rules) squareList(squares Bitboard) string {
	var names []string
	for !squares.Empty() {
		names = append(names, r.SquareName(squares.Pop()))
	}
	return variant.Enumerate(names, "or")
}

// pointList lists the points of pieces, highest first, divided by parts.
func (r *Rules) pointList(points variant.Ordered[int], parts int) string {
	byPoints := map[int][]string{}
	for _, k := range r.pieceTypes[1:] {
		if n, given := points.Get(k.letter); given {
			byPoints[n] = append(byPoints[n], k.letter)
		}
	}
	var words []string
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(byPoints))) {
		words = append(words, r.definition.PieceNames(byPoints[n], "and")+" "+decimal(n, parts))
	}
	return strings.Join(words, ", ")
}

func decimal(n, parts int) string {
	return strconv.FormatFloat(float64(n)/float64(parts), 'f', -1, 64)
}
