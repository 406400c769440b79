package record

import (
	"slices"
	"time"
)

// SameLine compares two lines with all their variations, ply by ply, and
// returns the text of the first ply that differs.
func SameLine(want, got Line, same func(want, got *Ply) bool) (text string, ok bool) {
	type pair struct{ want, got Line }
	for pairs := []pair{{want, got}}; len(pairs) > 0; {
		p := pairs[len(pairs)-1]
		pairs = pairs[:len(pairs)-1]
		for i := range p.want {
			if i >= len(p.got) || !same(&p.want[i], &p.got[i]) {
				return p.want[i].Text, false
			}
			for j := range p.want[i].Notes().Variations {
				pairs = append(pairs, pair{p.want[i].Notes().Variations[j], p.got[i].Notes().Variations[j]})
			}
		}
		if len(p.got) > len(p.want) {
			return p.got[len(p.want)].Text, false
		}
	}
	return "", true
}

// SamePly compares two plies without their variations.
func SamePly(a, b *Ply) bool {
	one, two := a.Notes(), b.Notes()
	if a.Number != b.Number || a.Text != b.Text || one.Eval != two.Eval || len(one.Variations) != len(two.Variations) ||
		!slices.Equal(one.NAGs, two.NAGs) || !slices.Equal(one.Marks, two.Marks) ||
		!slices.Equal(one.Commands, two.Commands) ||
		!sameTime(a.Clock, b.Clock) || !sameTime(a.Spent, b.Spent) {
		return false
	}
	_, before := SameComments(one.Before, two.Before)
	_, after := SameComments(one.Comments, two.Comments)
	return before && after
}

func sameTime(a, b *time.Duration) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// SameComments compares texts and returns the first that differs.
func SameComments(want, got []Comment) (string, bool) {
	for i, c := range want {
		if i >= len(got) || got[i].Text != c.Text {
			return c.Text, false
		}
	}
	if len(got) > len(want) {
		return got[len(want)].Text, false
	}
	return "", true
}
