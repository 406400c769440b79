package analysis

import (
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/spelling"
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
		all = append(all, candidate{written, spelling.Distance(text, written)})
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
