package analysis

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// numbering is how the plies of a record should be numbered (NL-1).
type numbering struct {
	first  int // number of the first ply
	second int // 1 when Second moves first
}

func newNumbering(p *rules.Position, rec *parser.Record) numbering {
	n := numbering{first: 1, second: int(p.Side())}
	if len(rec.Moves) > 0 && rec.Moves[0].Number == p.Number() {
		n.first = p.Number()
	}
	return n
}

func (n numbering) at(ply int) int { return n.first + (ply-1+n.second)/2 }

func (n numbering) text(ply int) string { return fmt.Sprintf("%d. ", n.at(ply)) }

func (n numbering) check(ply int, at *parser.Ply) *notation.Fault {
	if at.Number == 0 || at.Number == n.at(ply) {
		return nil
	}
	return &notation.Fault{Rule: "NL-1", Reason: "number", Message: fmt.Sprintf("ply %d bears the number %d, not %d", ply, n.at(ply), at.Number)}
}
