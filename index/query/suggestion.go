package query

import "assay/index/word"

// nearest is the name that a word was probably meant to be, or empty.
func nearest(text string, names []string) string {
	meant := []rune(word.HeaderName(text))
	best, least := "", len(meant)/2+1
	for _, name := range names {
		if d := distance(meant, []rune(word.HeaderName(name))); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance is the least number of characters to insert, leave out, replace, or exchange with the next one.
func distance(a, b []rune) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
