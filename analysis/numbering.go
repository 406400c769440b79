package analysis

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/format"
)

// numbering computes the move numbers that a record should have (NL-1).
type numbering struct {
	first  int    // number of the first ply
	second int    // 1 if Second moves first
	plies  bool   // numbers count plies, not moves
	rule   string // rule ID of wrong numbers; "" if numbers are optional
}

func newNumbering(p *rules.Position, rec *parser.Record) *numbering {
	form := parser.Traits(rec.Written())
	n := &numbering{first: 1, second: int(p.Side()), plies: form.Numbers == format.NumbersPlies}
	if form.Strict {
		n.rule = form.NumberRule
	}
	if len(rec.Moves) == 0 {
		return n
	}
	first := rec.Moves[0].Number
	if first == p.Number() || first > 0 && n.rule == "" && rec.Start != "" {
		n.first = first
	}
	return n
}

func (n *numbering) at(ply int) int {
	if n.plies {
		return n.first + ply - 1
	}
	return n.first + (ply-1+n.second)/2
}

// firstOf returns the first ply that should have a number.
func (n *numbering) firstOf(number int) int {
	if n.plies {
		return number - n.first + 1
	}
	return max(1, 2*(number-n.first)+1-n.second)
}

// shift returns the difference between the number of a ply and the expected
// one; 0 for a ply without number.
func (n *numbering) shift(line parser.Line, ply int) int {
	if ply > len(line) || line[ply-1].Number == 0 {
		return 0
	}
	return line[ply-1].Number - n.at(ply)
}

func (n *numbering) text(ply int) string { return fmt.Sprintf("%d. ", n.at(ply)) }

// check checks the number of a ply.
func (n *numbering) check(ply int, at *parser.Ply) *notation.Fault {
	if n.rule == "" || at.Number == 0 || at.Number == n.at(ply) {
		return nil
	}
	return &notation.Fault{Rule: n.rule, Reason: "number",
		Message: fmt.Sprintf("this move is numbered %d; %d was expected", at.Number, n.at(ply))}
}
