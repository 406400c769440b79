package pgn

import (
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
)

// resultWord returns the result written as a word among the moves. "0-0" is
// castling here, unless it comes last (see CutBothLose).
func resultWord(word string) string {
	if strings.HasPrefix(word, "0") && scan.DashesAsHyphens(word) == record.BothLose {
		return ""
	}
	return record.ReadResult(word)
}

// spacedResult returns the end of a result with blanks around its hyphen, as in
// "1 - 0", that starts at byte i; 0 for none. "0 - 0" may be castling.
func spacedResult(text string, i int) int {
	if at := i + 1; at >= len(text) || text[at] != ' ' && text[at] != '/' {
		return 0
	}
	for _, result := range []string{"1 - 0", "0 - 1", "1/2 - 1/2", "1 : 0", "0 : 1", "1/2 : 1/2"} {
		if end := i + len(result); strings.HasPrefix(text[i:], result) && (end == len(text) || pgnEnds(text[end])) {
			return end
		}
	}
	return 0
}

// gluedResult returns the length of a move to which a result is attached
// without a blank; len(word) for none.
func gluedResult(word string) int {
	if n := record.GluedResult(word); n < len(word) && looksLikeSAN(word[:n]) {
		return n
	}
	return len(word)
}

// readResult reads the result that ends at byte end, and the text after it. It
// returns true at the end of the game.
func (t *pgnText) readResult(end int) bool {
	place, word := t.placeOf(t.at), t.text[t.at:end]
	t.at = end
	if len(t.frames) > 1 {
		t.warn(place, "a result inside a variation is kept but not read", word)
		return false
	}
	if scan.DashesAsHyphens(word) != word {
		t.warnTypographic(place, word)
	}
	t.record.Result = record.ReadResult(word)
	if t.record.Place.Line == 0 {
		t.record.Place = place
	}
	for t.skipBlanks(); t.at < len(t.text) && t.record.Fault == nil; t.skipBlanks() {
		switch c := t.text[t.at]; {
		case c == '{':
			t.readBrace()
		case c == ';', c == '%' && t.atLineStart():
			t.readRest()
		case c == '[' && wrapper(t.text[t.at:]) > 0:
			t.at += wrapper(t.text[t.at:])
		case isFence(t.text[t.at:scan.WordEnd(t.text, t.at)]):
			t.at = scan.WordEnd(t.text, t.at)
		case startsMovetext(t.text[t.at:scan.LineEnd(t.text, t.at)]):
			t.fault(t.placeOf(t.at), "moves after the result", scan.LineAt(t.text, t.at))
		default:
			t.record.Trailing = scan.Trim(t.text[t.at:])
			t.warn(t.placeOf(t.at), "text after the result is kept but not read", scan.LineAt(t.text, t.at))
			t.at = len(t.text)
		}
	}
	return true
}
