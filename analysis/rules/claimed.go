package rules

import "math"

// Claimed is from how many occurrences of a position on, and from how many
// plies on Clock, a player may claim an ending; beyond any for none.
func (r *Rules) Claimed() (occurrences, clock int) {
	occurrences, clock = math.MaxInt, math.MaxInt
	for _, c := range r.definition.Claims {
		switch c.Name {
		case "repetition":
			occurrences = min(occurrences, c.Count)
		case "clock":
			clock = min(clock, c.Count)
		}
	}
	return occurrences, clock
}
