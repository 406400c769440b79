package numbered

import (
	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// Side lines of numbered lists stand in brackets behind the ply that they
// begin instead of, and have their own the same way:
//
//	12. Pawn a3 - a4
//	( 12. Pawn a3 - a5
//	12. Pawn b7 - b6
//	)
//	12. Pawn b7 - b5
//
// Glyphs, marks, clocks and evaluations are commands in comments, as PGN has
// them, glyphs as [%nag 1 14].

// numberedSide is a side line being read.
type numberedSide struct {
	plies  record.Line
	place  scan.Place // of its bracket
	text   string
	before []record.Comment // in front of its first ply
}

// plies is the line being read.
func (t *numberedText) plies() *record.Line {
	if n := len(t.sides); n > 0 {
		return &t.sides[n-1].plies
	}
	return &t.record.Moves
}

// last is the last ply of the line being read, nil where it has none yet.
func (t *numberedText) last() *record.Ply {
	line := *t.plies()
	if len(line) == 0 {
		return nil
	}
	return &line[len(line)-1]
}

// lastNumber is the number of a ply that has dots in place of one: that of the
// ply before it, or of the one that it stands instead of.
func (t *numberedText) lastNumber() int {
	if ply := t.last(); ply != nil {
		return ply.Number
	}
	if n := len(t.sides); n > 1 {
		outer := t.sides[n-2].plies
		return outer[len(outer)-1].Number
	}
	if n := len(t.record.Moves); n > 0 {
		return t.record.Moves[n-1].Number
	}
	return 0
}

// opensSide reports whether the bracket at i opens a side line: a number, dots
// or a comment follow it, or nothing on its line. Behind a blank line, where
// prose may stand, the bracket must be a word of its own.
func (t *numberedText) opensSide(line string, i int) bool {
	next := scan.SkipBlanks(line, i+1)
	switch {
	case line[i] != '(' || t.last() == nil || t.blank && (next == i+1 || next == len(line)):
		return false
	case next == len(line):
		return true
	}
	_, after := PlyNumber(line, next)
	return after > next || Dots(line, next) > next || startsComment(line[next:])
}

// shutsSide reports whether the bracket at i closes a side line: a blank,
// another bracket or nothing follows.
func shutsSide(line string, i int) bool {
	for i < len(line) && line[i] == ')' {
		i++
	}
	return i == len(line) || scan.SkipBlanks(line, i) > i || line[i] == '(' || startsComment(line[i:])
}

// readBracket opens or closes a side line at t.at, if a bracket for it stands
// there.
func (t *numberedText) readBracket() bool {
	line := t.Text[:t.End]
	switch {
	case t.opensSide(line, t.at):
		if len(t.sides) >= source.MaxDepth {
			t.fault(t.PlaceOf(t.at), "NL-6", "side lines nest too deep", t.Text[t.at:t.End])
			return true
		}
		t.meter.Variation()
		t.sides = append(t.sides, numberedSide{place: t.PlaceOf(t.at), text: t.Text[t.at:t.End]})
	case line[t.at] == ')' && len(t.sides) > 0:
		top := &t.sides[len(t.sides)-1]
		if len(top.plies) == 0 {
			t.fault(top.place, "NL-6", "a side line without plies", top.text)
			return true
		}
		t.closeSide()
	default:
		return false
	}
	t.at++
	return true
}

// closeSide hangs the innermost side line on the ply that it begins instead
// of.
func (t *numberedText) closeSide() {
	side := t.sides[len(t.sides)-1]
	t.sides = t.sides[:len(t.sides)-1]
	if ply := t.last(); len(side.plies) > 0 {
		ply.Annotate().Variations = append(ply.Notes().Variations, side.plies)
	}
}

// closeSides ends the record: a side line that is still open is a fault.
func (t *numberedText) closeSides() {
	if n := len(t.sides); n > 0 && t.record.Fault == nil {
		t.fault(t.sides[n-1].place, "NL-6", "a side line without closing bracket", t.sides[n-1].text)
	}
	for len(t.sides) > 0 {
		t.closeSide()
	}
}

// takeBefore gives the comments in front of a side line's first ply.
func (t *numberedText) takeBefore() []record.Comment {
	n := len(t.sides)
	if n == 0 {
		return nil
	}
	before := t.sides[n-1].before
	t.sides[n-1].before = nil
	return before
}

// addComment keeps a comment with the ply before it, or with the one whose
// number stands before it.
func (t *numberedText) addComment(c record.Comment) {
	t.meter.Comment(c.Text)
	ply := t.last()
	switch {
	case ply != nil && ply.Text == "":
		ply.Annotate().Before = append(ply.Notes().Before, c)
	case ply != nil:
		ply.TakeComment(c)
	case len(t.sides) > 0:
		top := &t.sides[len(t.sides)-1]
		top.before = append(top.before, c)
	default:
		t.record.Comments = append(t.record.Comments, c)
	}
}
