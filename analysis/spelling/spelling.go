// Package spelling finds what a misspelt text was probably meant to be.
package spelling

import (
	"strings"
	"unicode/utf8"
)

// Distance is the number of characters to insert, remove or change to make one
// text of the other (Levenshtein). It takes time in proportion to the product
// of their lengths.
func Distance(one, other string) int {
	a, b := []rune(one), []rune(other)
	row := []int{0}
	for j := range b {
		row = append(row, j+1)
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// Nearest is the candidate that differs least from a word, but for case, the
// first of several; false where each differs in more than a third of the
// shorter of the two, or of two letters at all.
func Nearest(word string, candidates []string) (string, bool) {
	best, least := "", 0
	for _, c := range candidates {
		d := Distance(strings.ToLower(word), strings.ToLower(c))
		a, b := utf8.RuneCountInString(word), utf8.RuneCountInString(c)
		if d > (min(a, b)+1)/3 || d > 0 && max(a, b) < 3 {
			continue
		}
		if best == "" || d < least {
			best, least = c, d
		}
	}
	return best, best != ""
}
