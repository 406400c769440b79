package present

import (
	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
)

// BestLine is an engine's best move of a position and its continuation.
type BestLine struct {
	Moves   []string `json:"moves"`   // in the chosen notation
	Squares []string `json:"squares"` // from and to of the first move, as in reports
}

// BestLines formats engine lines in UCI, one for each ply from 0, up to the
// first illegal move of each. The notation is one of [Notations]; "" is that of
// the record. It returns nil if there is not one line for each ply, because the
// variant's rules have changed since the analysis.
func (r *Replay) BestLines(lines [][]string, notationName string) ([]BestLine, error) {
	if len(lines) != r.Plies()+1 {
		return nil, nil
	}
	if notationName == "" {
		tree, err := r.Tree()
		if err != nil {
			return nil, err
		}
		notationName = tree.Style().Name
	}
	var out []BestLine
	for ply, line := range lines {
		p, err := r.Position(ply)
		if err != nil {
			return nil, err
		}
		best, writer := BestLine{Moves: []string{}, Squares: []string{}}, Look{Notation: notationName}.Moves(p.Rules())
		for i, text := range line {
			m, legal := findUCIMove(p, text)
			if !legal {
				break
			}
			if i == 0 {
				best.Squares = analysis.Squares(p, m)
			}
			best.Moves = append(best.Moves, writer.Format(p, m))
			p.Play(m)
		}
		out = append(out, best)
	}
	return out, nil
}

// findUCIMove returns the legal move with this UCI text.
func findUCIMove(p *rules.Position, text string) (rules.Move, bool) {
	for _, m := range p.Moves(nil) {
		if (notation.UCI{}).Format(p, m) == text {
			return m, true
		}
	}
	return 0, false
}
