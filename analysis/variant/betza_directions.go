package variant

import (
	"maps"
	"slices"
)

// directionTerms are the direction letters that are tried to select a set of
// vectors.
var directionTerms = []string{"f", "b", "l", "r", "s", "v", "fl", "fr", "bl", "br", "fs", "bs", "fh", "bh", "lh",
	"rh", "lf",
	"rf", "lb", "rb", "hl", "hr"}

// ChooseDirections returns the shortest direction letters that select exactly
// these vectors of an atom with a prefix of other letters.
func ChooseDirections(prefix, atom string, vectors []Vector) (string, bool) {
	reach := func(directions string) map[Vector]bool {
		parts, err := ParseBetza(directions + prefix + atom)
		out := map[Vector]bool{}
		for _, part := range parts {
			for _, v := range part.Vectors {
				out[v] = true
			}
		}
		if err != nil {
			return nil
		}
		return out
	}
	want := map[Vector]bool{}
	for _, v := range vectors {
		want[v] = true
	}
	if maps.Equal(reach(""), want) {
		return "", true
	}
	var usable []string
	for _, term := range directionTerms {
		found := reach(term)
		if found != nil && !slices.ContainsFunc(slices.Collect(maps.Keys(found)),
			func(v Vector) bool { return !want[v] }) {
			usable = append(usable, term)
		}
	}
	for words := []string{""}; len(words) > 0 && len(words[0]) <= 8; {
		var longer []string
		for _, word := range words {
			for _, term := range usable {
				next := word + term
				if maps.Equal(reach(next), want) {
					return next, true
				}
				longer = append(longer, next)
			}
		}
		if len(longer) > 20000 {
			break
		}
		words = longer
	}
	return "", false
}
