// Package spelling finds what a misspelt text was probably meant to be.
package spelling

import (
	"strings"
	"unicode/utf8"
)

// usual is the length up to which distances need no memory.
const usual = 256

// Distance is the number of characters to insert, remove or change to make one
// text of the other (Levenshtein). It takes time in proportion to the product
// of their lengths.
func Distance(a, b string) int {
	if isASCII(a) && isASCII(b) {
		return distance([]byte(a), []byte(b))
	}
	return distance([]rune(a), []rune(b))
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func distance[Character comparable](a, b []Character) int {
	var usually [usual]int
	row := usually[:]
	if len(b) >= usual {
		row = make([]int, len(b)+1)
	}
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
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
	best, least := "", -1
	for _, c := range candidates {
		d := Distance(strings.ToLower(word), strings.ToLower(c))
		a, b := utf8.RuneCountInString(word), utf8.RuneCountInString(c)
		if d > (min(a, b)+1)/3 || d > 0 && max(a, b) < 3 {
			continue
		}
		if least < 0 || d < least {
			best, least = c, d
		}
	}
	return best, least >= 0 && best != ""
}
