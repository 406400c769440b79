// Package spelling finds the most similar candidate for a misspelt word.
package spelling

import (
	"strings"
	"unicode/utf8"
)

// Distance returns the Levenshtein distance: the number of characters to
// insert, delete or change to turn one text into the other. It takes time
// proportional to the product of their lengths.
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

// Nearest returns the candidate with the least distance from a word, ignoring
// case; the first of several. It returns false if every distance is over a
// third of the shorter word, or above 0 for words of one or two letters.
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
