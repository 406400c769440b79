package analysis

import (
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
)

// nearest lists the legal moves that differ least from a text, nearest first,
// and the one most probably meant.
func nearest(p *rules.Position, moves notation.Notation, text string) (legal []string, suggestion string) {
	type candidate struct {
		text string
		cost int
	}
	text = clip(strings.Join(strings.Fields(text), " "))
	var all []candidate
	for _, m := range p.Moves(nil) {
		written := string(moves.Append(nil, p, m))
		all = append(all, candidate{written, distance(text, written)})
	}
	slices.SortFunc(all, func(a, b candidate) int {
		if a.cost != b.cost {
			return a.cost - b.cost
		}
		return strings.Compare(a.text, b.text)
	})
	legal = []string{}
	for _, c := range all[:min(len(all), MaxNearest)] {
		legal = append(legal, c.text)
	}
	if len(all) > 0 && all[0].cost <= 4 && (len(all) == 1 || all[1].cost > all[0].cost) {
		suggestion = all[0].text
	}
	return legal, suggestion
}

// clip bounds the text that is compared, in bytes.
func clip(text string) string { return text[:min(len(text), 200)] }

// distance is the number of bytes to insert, remove or change.
func distance(a, b string) int {
	var row [256]int
	b = b[:min(len(b), len(row)-1)]
	for j := range len(b) + 1 {
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
