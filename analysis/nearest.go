package analysis

import (
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/spelling"
)

// answer lists in an error the legal moves that differ least from its text,
// nearest first, and the one most probably meant.
func (e *Error) answer(p *rules.Position, moves notation.Notation) {
	type candidate struct {
		move rules.Move
		text string
		cost int
	}
	text := clip(strings.Join(strings.Fields(e.Text), " "))
	var all []candidate
	for _, m := range p.Moves(nil) {
		written := string(moves.Append(nil, p, m))
		all = append(all, candidate{m, written, spelling.Distance(text, written)})
	}
	slices.SortFunc(all, func(a, b candidate) int {
		if a.cost != b.cost {
			return a.cost - b.cost
		}
		return strings.Compare(a.text, b.text)
	})
	e.Legal = []string{}
	for _, c := range all[:min(len(all), MaxNearest)] {
		e.Legal = append(e.Legal, c.text)
		e.LegalSquares = append(e.LegalSquares, Squares(p, c.move))
	}
	if len(all) > 0 && all[0].cost <= 4 && (len(all) == 1 || all[1].cost > all[0].cost) {
		e.Suggestion = all[0].text
	}
}

// clip bounds the text that is compared, in bytes.
func clip(text string) string { return text[:min(len(text), 200)] }
