package rules

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/variant"
)

// royalNames are the names of the royal pieces.
func (r *Rules) royalNames() string { return r.typeNames(r.royals, "or") }

// partyName is whom a rule is about, as a sentence begins with it.
func (r *Rules) partyName(p variant.Party) string {
	for side := range Side(2) {
		if p != "" && p.Has(side == Second) {
			return r.SideName(side)
		}
	}
	return "A side"
}

// calledSays says what an ending is called, if that is not the usual name.
func calledSays(ends, usual string) string {
	if ends == usual {
		return ""
	}
	return "; records call this " + strconv.Quote(ends)
}

// typeNames are the names of kinds of piece.
func (r *Rules) typeNames(kinds PieceTypeSet, last string) string {
	var letters []string
	for ; kinds != 0; kinds &= kinds - 1 {
		letters = append(letters, r.pieceTypes[trailing64(uint64(kinds))].letter)
	}
	return r.definition.PieceNames(letters, last)
}

// squareNames are the names of squares.
func (r *Rules) squareNames(squares Bitboard) string {
	var names []string
	for !squares.Empty() {
		names = append(names, r.SquareName(squares.Pop()))
	}
	return variant.Enumerate(names, "or")
}

// pointsSay lists what pieces count, the most first, in units of so many parts.
func (r *Rules) pointsSay(points variant.Ordered[int], parts int) string {
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

// decimal is n parts of a unit.
func decimal(n, parts int) string {
	return strconv.FormatFloat(float64(n)/float64(parts), 'f', -1, 64)
}
