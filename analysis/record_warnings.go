package analysis

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/parser"
)

// checkSigner is a notation with signs for check and mate.
type checkSigner interface {
	Signs(text string) (check, mate bool)
}

// doubts collects warnings about move numbers that jump and false signs of
// check or mate.
type doubts struct {
	numbers *numbering
	rule    string      // rule ID of these warnings, or ""
	shift   int         // current offset of the numbers
	signs   checkSigner // nil for a notation without signs
	jumps   []Warning
}

func newDoubts(numbers *numbering, rec *parser.Record, moves notation.Notation) doubts {
	signs, _ := moves.(checkSigner)
	d := doubts{numbers: numbers, signs: signs}
	if n := parser.Traits(rec.Written()); !n.Strict {
		d.rule = n.NumberRule
	}
	return d
}

// look checks ply n, which was just played.
func (d *doubts) look(p *rules.Position, r *Report, line parser.Line, n int) {
	ply := &line[n-1]
	if ply.Number > 0 && d.rule != "" {
		if shift := ply.Number - d.numbers.at(n); shift != d.shift {
			r.warn(n, ply.Place, d.rule,
				fmt.Sprintf("this move is numbered %d; %d was expected", ply.Number, ply.Number-shift+d.shift))
			d.shift = shift
			d.jumps = append(d.jumps, r.Warnings[len(r.Warnings)-1])
		}
	}
	if d.signs == nil {
		return
	}
	switch check, mate := d.signs.Signs(ply.Text); {
	case mate:
		if o, over := p.Outcome(); !over || o.Result != "1-0" && o.Result != "0-1" {
			r.warn(n, ply.Place, d.rule, "the move has a mate sign, but nobody has won")
		}
	case check && !p.InCheck(p.Side()):
		r.warn(n, ply.Place, d.rule, "the move has a check sign, but gives no check")
	}
}

// explain removes the warnings about numbers that have a transcription error as
// their cause.
func (d *doubts) explain(r *Report) {
	r.Warnings = slices.DeleteFunc(r.Warnings, func(w Warning) bool { return slices.Contains(d.jumps, w) })
}

// endsInside reports whether ply n is the last one and is the beginning of a
// legal move, so that the text was cut off.
func endsInside(rec *parser.Record, n int, legal []string) bool {
	text := rec.Moves[n-1].Text
	return n == len(rec.Moves) && text != "" && bytes.HasSuffix(rec.Bytes, []byte(text)) &&
		slices.ContainsFunc(legal,
			func(move string) bool { return len(move) > len(text) && strings.HasPrefix(move, text) })
}

// refuseDoubts turns the first warning about a legal record into its error.
// Notes do not count.
func (g *Game) refuseDoubts(rec *parser.Record) {
	r := &g.Report
	if !r.Holds() {
		return
	}
	for _, w := range r.Warnings {
		if w.Kind == KindNote {
			continue
		}
		e := &Error{Ply: w.Ply, Line: w.Line, Column: w.Column, Rule: w.Rule, Reason: "doubt", Message: w.Message,
			Legal: []string{}}
		if n := w.Ply; n > 0 && n <= len(g.Moves) && rec.Moves[n-1].Place.Line == w.Line &&
			rec.Moves[n-1].Place.Column == w.Column {
			g.cut(rec, e)
		}
		r.fail(e)
		return
	}
}

// cut removes the ply with the error and all later ones.
func (g *Game) cut(rec *parser.Record, e *Error) {
	p, err := g.At(e.Ply - 1)
	moves, ok := notation.For(rec, g.Start())
	if err != nil || !ok {
		return
	}
	ply, m := &rec.Moves[e.Ply-1], g.Moves[e.Ply-1]
	e.Number, e.Side, e.Text = ply.Number, g.Rules.SideName(p.Side()), ply.Text
	e.Squares = Squares(p, m)
	e.answer(p, moves, m, nil)
	numbers := newNumbering(g.Start(), rec)
	e.Suggestion = optional.Text(numbers.text(e.Ply) + string(moves.Append(nil, p, m)))
	r := &g.Report
	g.Moves = g.Moves[:e.Ply-1]
	g.branches = slices.DeleteFunc(g.branches, func(b branch) bool { return b.ply >= e.Ply })
	r.Plies, r.Final, r.Result, r.Termination = e.Ply-1, p.Text(), cmp.Or(rec.Result, "*"), nil
}
