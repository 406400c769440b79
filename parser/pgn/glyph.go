package pgn

import (
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// moveBeforeAssessment returns the length of a word without the assessment sign
// at its end, such as +=.
func moveBeforeAssessment(word string) int {
	n := len(word)
	if n < 4 || word[n-1] != '-' && (word[n-1] != '+' || word[n-2] != '-' && word[n-2] != '/') {
		return n
	}
	for _, sign := range []string{"+--", "--+", "+/-", "-/+", "+-", "-+"} {
		if move, ok := strings.CutSuffix(word, sign); ok && len(move) > 1 &&
			pgnClasses[move[len(move)-1]] != pgnHyphen {
			return len(move)
		}
	}
	return n
}

// addStrayGlyph adds a glyph to the previous ply, or at the start of a
// variation to its first ply.
func (t *pgnText) addStrayGlyph(start, end int) {
	switch f := t.top(); {
	case len(f.line) > 0:
		addGlyphs(&f.line[len(f.line)-1], t.text[start:end])
	case len(t.frames) > 1:
		f.nags = appendGlyphs(f.nags, t.text[start:end])
	default:
		t.warn(t.placeOf(start), "a glyph before any move is kept but not read", t.text[start:end])
	}
	t.at = end
}

// addGlyphs adds the NAGs of a row of ! and ?.
func addGlyphs(ply *record.Ply, row string) {
	notes := ply.Annotate()
	notes.NAGs = appendGlyphs(notes.NAGs, row)
}

// appendGlyphs appends the NAGs of a row of ! and ?, two signs at a time.
func appendGlyphs(nags []int, row string) []int {
	for len(row) > 0 {
		n := min(2, len(row))
		nags = append(nags, pgnGlyphs[row[:n]])
		row = row[n:]
	}
	return nags
}

func addNAG(ply *record.Ply, nag int) {
	notes := ply.Annotate()
	notes.NAGs = append(notes.NAGs, nag)
}

// splitGlyph turns a sign outside ASCII at the end of the move into a NAG.
func splitGlyph(ply *record.Ply) {
	_, size := utf8.DecodeLastRuneInString(ply.Text)
	at := len(ply.Text) - size
	if nag, ok := pgnGlyphs[ply.Text[at:]]; ok && at > 0 {
		addNAG(ply, nag)
		ply.Text = ply.Text[:at]
	}
}

// readNAG reads a NAG: $ and a number.
func (t *pgnText) readNAG() {
	place, f := t.placeOf(t.at), t.top()
	n, size := scan.LeadingNumber(t.text[t.at+1:])
	word := t.text[t.at : t.at+1+size]
	switch {
	case len(word) == 1:
		t.warn(place, "a $ without number is kept but not read", scan.LineAt(t.text, t.at))
	case len(f.line) > 0:
		addNAG(&f.line[len(f.line)-1], n)
	case len(t.frames) > 1:
		f.nags = append(f.nags, n)
	default:
		t.warn(place, "a glyph before any move is kept but not read", word)
	}
	t.at += len(word)
}
