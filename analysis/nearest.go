package analysis

import (
	"fmt"
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
		e.LegalSquares = append(e.LegalSquares, squaresOf(p, c.move))
	}
	if len(all) > 0 && all[0].cost <= 4 && (len(all) == 1 || all[1].cost > all[0].cost) {
		e.Suggestion = all[0].text
	}
}

// squaresOf names where a move leads from and to, as far as these are places of
// the game; none for a pass.
func squaresOf(p *rules.Position, m rules.Move) []string {
	r, side := p.Rules(), p.Side()
	out := []string{}
	switch from := m.From(); m.Kind() {
	case rules.Pass:
		return out
	case rules.ToPocket:
		return append(out, r.SquareName(from), PocketName(side))
	case rules.PocketDrop:
		out = append(out, PocketName(side))
	case rules.Drop:
		switch {
		case r.Cells() > 0 && int(from) < r.Cells():
			out = append(out, r.CellName(side, int(from)))
		case r.Cells() == 0 && int(from) <= r.Types() && p.InHand(side, rules.Type(from)) > 0:
			out = append(out, HandName(r, side, rules.Type(from)))
		}
	default:
		out = append(out, r.SquareName(from))
	}
	return append(out, r.SquareName(m.To()))
}

// HandName is the name of the pieces of a kind in a side's hand among the
// places that moves lead from: "hand1.P" is First's of the letter P.
func HandName(r *rules.Rules, side rules.Side, t rules.Type) string {
	return fmt.Sprintf("hand%d.%s", side+1, r.Letter(t))
}

// clip bounds the text that is compared, in bytes.
func clip(text string) string { return text[:min(len(text), 200)] }
