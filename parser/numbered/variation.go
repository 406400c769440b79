package numbered

import (
	"strconv"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// A variation of a numbered list is in brackets after the ply that it replaces.
// Variations can be nested:
//
//	12. Pawn a3 - a4
//	( 12. Pawn a3 - a5
//	12. Pawn b7 - b6
//	)
//	12. Pawn b7 - b5
//
// Glyphs, marks, clocks and evaluations are commands in comments as in PGN;
// glyphs are [%nag 1 14].

// openVariation is an open variation.
type openVariation struct {
	plies  record.Line
	place  scan.Place // of its opening bracket
	text   string
	before []record.Comment // comments before its first ply
}

// currentLine returns the current line.
func (t *numberedText) currentLine() *record.Line {
	if n := len(t.variations); n > 0 {
		return &t.variations[n-1].plies
	}
	return &t.record.Moves
}

// lastPly returns the last ply of the current line; nil for none.
func (t *numberedText) lastPly() *record.Ply {
	line := *t.currentLine()
	if len(line) == 0 {
		return nil
	}
	return &line[len(line)-1]
}

// lastNumber returns the number of a ply with dots instead of a number: the
// number of the previous ply, or of the ply that the variation replaces.
func (t *numberedText) lastNumber() int {
	if ply := t.lastPly(); ply != nil {
		return ply.Number
	}
	if n := len(t.variations); n > 1 {
		outer := t.variations[n-2].plies
		return outer[len(outer)-1].Number
	}
	if n := len(t.record.Moves); n > 0 {
		return t.record.Moves[n-1].Number
	}
	return 0
}

// opensVariation reports whether the bracket at i opens a variation. This is so
// if a number, dots, a comment or the line end follows. After a blank line
// there may be prose, so a bracket there must be a separate word.
func (t *numberedText) opensVariation(line string, i int) bool {
	next := scan.SkipBlanks(line, i+1)
	switch {
	case line[i] != '(' || t.lastPly() == nil || t.afterBlank && (next == i+1 || next == len(line)):
		return false
	case next == len(line):
		return true
	}
	_, after := PlyNumber(line, next)
	return after > next || Dots(line, next) > next || startsComment(line[next:])
}

// closesVariation reports whether the bracket at i closes a variation: a blank,
// a bracket, a comment or the line end follows.
func closesVariation(line string, i int) bool {
	for i < len(line) && line[i] == ')' {
		i++
	}
	return i == len(line) || scan.SkipBlanks(line, i) > i || line[i] == '(' || startsComment(line[i:])
}

// readBracket opens or closes a variation at t.at if there is a bracket for it.
func (t *numberedText) readBracket() bool {
	line := t.Text[:t.End]
	switch {
	case t.opensVariation(line, t.at):
		if len(t.variations) >= source.MaxDepth {
			t.fault(t.PlaceOf(t.at), "NL-6", "variations are nested deeper than "+strconv.Itoa(source.MaxDepth),
				t.Text[t.at:t.End])
			return true
		}
		t.meter.Variation()
		t.variations = append(t.variations, openVariation{place: t.PlaceOf(t.at), text: t.Text[t.at:t.End]})
	case line[t.at] == ')' && len(t.variations) > 0:
		top := &t.variations[len(t.variations)-1]
		if len(top.plies) == 0 {
			t.fault(top.place, "NL-6", "a variation without moves", top.text)
			return true
		}
		t.closeVariation()
	default:
		return false
	}
	t.at++
	return true
}

// closeVariation adds the innermost variation to the ply that it replaces.
func (t *numberedText) closeVariation() {
	side := t.variations[len(t.variations)-1]
	t.variations = t.variations[:len(t.variations)-1]
	if ply := t.lastPly(); len(side.plies) > 0 {
		ply.Annotate().Variations = append(ply.Notes().Variations, side.plies)
	}
}

// closeVariations closes all variations at the end of the record. An open one
// is an error.
func (t *numberedText) closeVariations() {
	if n := len(t.variations); n > 0 && t.record.Fault == nil {
		t.fault(t.variations[n-1].place, "NL-6", "a variation without closing bracket", t.variations[n-1].text)
	}
	for len(t.variations) > 0 {
		t.closeVariation()
	}
}

// takeBefore returns the comments before a variation's first ply and removes
// them.
func (t *numberedText) takeBefore() []record.Comment {
	n := len(t.variations)
	if n == 0 {
		return nil
	}
	before := t.variations[n-1].before
	t.variations[n-1].before = nil
	return before
}

// addComment adds a comment to the previous ply, or to the ply that has only
// its number so far.
func (t *numberedText) addComment(c record.Comment) {
	t.meter.Comment(c.Text)
	ply := t.lastPly()
	switch {
	case ply != nil && ply.Text == "":
		ply.Annotate().Before = append(ply.Notes().Before, c)
	case ply != nil:
		ply.TakeComment(c)
	case len(t.variations) > 0:
		top := &t.variations[len(t.variations)-1]
		top.before = append(top.before, c)
	default:
		t.record.Comments = append(t.record.Comments, c)
	}
}
