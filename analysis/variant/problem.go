package variant

import (
	"fmt"
	"sort"
	"strings"
)

// Problem is one thing wrong with a definition.
type Problem struct {
	File    string
	Line    int // 1-based; 0 where the fault is in no single line
	Message string
}

func (p Problem) Error() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Problems is everything wrong with a definition, in the order of its lines.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Err is nil when there are no problems.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	sort.SliceStable(p, func(i, j int) bool { return p[i].Line < p[j].Line })
	return p
}

// nearest returns the candidate that differs least from word, and whether it
// is near enough to have been meant.
func nearest(word string, candidates []string) (string, bool) {
	best, cost := "", len(word)/2+1
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(word), strings.ToLower(c)); d < cost {
			best, cost = c, d
		}
	}
	return best, best != ""
}

func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
