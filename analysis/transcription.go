package analysis

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// slip is a transcription error: missing plies, or a ply written twice.
type slip struct {
	first, last int // plies, from 1; 0 for no such error
	twice       bool
	numbered    bool      // move numbers show it, not only sides
	sides       [2]string // of first and last
}

// lookAhead bounds how many plies after an error are checked for their numbers.
const lookAhead = 3

// slipAt reports whether ply n is illegal because plies are missing before it,
// or because it is written twice. Move numbers or the names of sides prove
// that. m is the move that ply n most probably means.
func (g *Game) slipAt(p *rules.Position, numbers *numbering, rec *parser.Record, n int, m rules.Move, known bool,
	f *notation.Fault) slip {
	line := rec.Moves
	sides := f.Reason == notation.OtherSide
	from, shift := numbers.shiftedAt(line, n)
	named := func(first, last int, twice bool) slip {
		s := slip{first: first, last: last, twice: twice, numbered: shift != 0}
		for i, ply := range []int{first, last} {
			s.sides[i] = g.Rules.SideName(rules.Side((ply - 1 + numbers.second) % 2))
		}
		return s
	}
	if before := repeatedPly(line, n); before > 0 {
		again := before == n-1 && m != 0 && m.Kind() != rules.Drop && m.From() == g.Moves[n-2].From() &&
			m.To() == g.Moves[n-2].To()
		if sides || again || shift < 0 {
			return named(before, before, true)
		}
	}
	if sides && shift <= 0 {
		return named(n, n, false)
	}
	others := !known && isOthersMove(p, g.Start(), rec, n)
	switch {
	case shift <= 0, from > n && !others:
		return slip{}
	case known && from == n && numbers.shift(line, n+1) <= 0:
		return slip{} // only a number is wrong
	}
	first := min(from, n)
	return named(first, first+numbers.missingPlies(line, from, others)-1, false)
}

// repeatedPly returns the ply, at most two before ply n, with the same text; 0
// for none.
func repeatedPly(line parser.Line, n int) int {
	for before := n - 1; before >= max(1, n-2); before-- {
		if line[before-1].Text == line[n-1].Text {
			return before
		}
	}
	return 0
}

// shiftedAt returns the first of the plies up to ply whose numbers are wrong in
// one direction, and the difference. If the number of ply is right, it checks
// the next few plies.
func (n *numbering) shiftedAt(line parser.Line, ply int) (from, shift int) {
	if shift = n.shift(line, ply); shift == 0 {
		for from = ply + 1; from <= ply+lookAhead; from++ {
			if shift = n.shift(line, from); shift != 0 {
				return from, shift
			}
		}
		return 0, 0
	}
	from = ply
	for back, right := ply-1, 0; back >= 1 && right < 2; back-- {
		switch s := n.shift(line, back); {
		case s == 0: // every other number is right if one ply is missing
			right++
		case s*shift > 0:
			from, shift, right = back, s, 0
		default:
			return from, shift
		}
	}
	return from, shift
}

// missingPlies returns the number of plies that are missing before a ply whose
// number is too great. odd means that the ply belongs to the other side.
func (n *numbering) missingPlies(line parser.Line, ply int, odd bool) int {
	number := line[ply-1].Number
	is := n.firstOf(number)
	second := ply < len(line) && line[ply].Number == number+1 || ply == len(line) && (is-ply)%2 == 0 == odd
	if !n.plies && second {
		is++
	}
	return max(1, is-ply)
}

// isOthersMove reports whether ply n would be a legal move of the other side.
func isOthersMove(p, start *rules.Position, rec *parser.Record, n int) bool {
	moves, ok := notation.For(rec, start) // without state from earlier moves
	if !ok || p.JudgeNull() != nil {
		return false
	}
	p.Play(rules.PassMove)
	defer p.Undo()
	_, known, _, f := moves.Read(p, rec.Moves[n-1].Text)
	return known || f == nil
}

// describe describes the error with move numbers, or ply counts if the record
// has no numbers.
func (s slip) describe(n *numbering) string {
	name := func(ply int, side string) string {
		switch {
		case n.plies:
			return fmt.Sprintf("ply %d", n.at(ply))
		case !s.numbered:
			return fmt.Sprintf("ply %d of %s", ply, side)
		}
		return fmt.Sprintf("move %d of %s", n.at(ply), side)
	}
	first, last := name(s.first, s.sides[0]), name(s.last, s.sides[1])
	switch {
	case s.twice:
		return first + " is written twice"
	case s.first == s.last:
		return first + " is missing"
	case s.last == s.first+1:
		return first + " and " + last + " are missing"
	}
	return first + " to " + last + " are missing"
}

// slipped attributes an error to a transcription error. Ply n then needs no
// suggestion.
func (e *Error) slipped(s slip, n *numbering, ply int) {
	e.Message, e.Suggestion = s.describe(n)+": "+e.Message, ""
	if s.numbered {
		e.Number = n.at(ply)
		if n.rule != "" {
			e.Rule, e.Reason = n.rule, "number"
		}
	}
}
