package pattern

import (
	"slices"

	"assay/analysis/rules"
)

// Holds reports whether a game played between two days (yyyymmdd) meets the
// condition. A game without a date has latest 0 and never meets it.
func (d Date) Holds(earliest, latest int) bool {
	if latest == 0 {
		return false
	}
	overlaps := earliest <= d.Last && latest >= d.First
	switch d.Op {
	case Equal:
		return overlaps
	case NotEqual:
		return !overlaps
	case Less:
		return earliest < d.First
	case LessEqual:
		return earliest <= d.Last
	case Greater:
		return latest > d.Last
	default:
		return latest >= d.First
	}
}

// Holds reports whether a game meets the condition. ratings are the ratings of
// the first and second player, 0 if unknown.
func (r Rated) Holds(ratings [2]int) bool {
	sum := 0
	for _, term := range r.Sum.Terms {
		rating := ratings[term.Of.(Rating).Side]
		if rating == 0 {
			return false
		}
		sum += term.Weight * rating
	}
	return comparison(r.Sum.Op, r.Sum.Than)(sum)
}

// Holds reports whether the line from a position has one of the positions.
func (r Reached) Holds(start *rules.Position, moves []rules.Move) bool {
	p := start.Clone()
	for at := 0; ; at++ {
		if _, found := slices.BinarySearch(r.Keys, p.Key()); found || at == len(moves) {
			return found
		}
		p.Play(moves[at])
	}
}

// Has reports whether a game is one of the games.
func (g Games) Has(game int64) bool {
	_, found := slices.BinarySearch(g.IDs, game)
	return found
}

// Holds reports whether a game with this result meets the condition. All
// results except 1-0, 0-1, 1/2-1/2 and 0-0 count as undecided.
func (r Result) Holds(result string) bool { return (decided(r.Text) == decided(result)) != r.Not }

func decided(result string) string {
	switch result {
	case "1-0", "0-1", "1/2-1/2", "0-0":
		return result
	}
	return "*"
}
