package pattern

// Holds reports whether a game that was played between two days, as yyyymmdd,
// meets the condition. A game of which nothing is known, with days of 0, meets
// none.
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

// Holds reports whether a game meets the condition of which players, by their
// sides, have these ratings, 0 where they are not known.
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

// Holds reports whether a game with a result, which is none of the four if
// nothing was decided, meets the condition.
func (r Result) Holds(result string) bool { return (decided(r.Text) == decided(result)) != r.Not }

func decided(result string) string {
	switch result {
	case "1-0", "0-1", "1/2-1/2", "0-0":
		return result
	}
	return "*"
}
