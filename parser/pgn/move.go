package pgn

import (
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// plainMoveEnd returns the end of the word at byte i if it can only be a move:
// ASCII letters, at least one digit, and signs of check, mate and promotion.
// Otherwise it returns 0.
func plainMoveEnd(text string, i int) int {
	digit := false
	for ; i < len(text); i++ {
		switch c := text[i]; plainMoveBytes[c] {
		case plainLetter:
		case plainDigit:
			digit = true
		case plainEnd:
			if digit {
				return i
			}
			return 0
		default:
			return 0
		}
	}
	if digit {
		return i
	}
	return 0
}

// plainByte is the kind of a byte in plainMoveEnd.
type plainByte uint8

const (
	plainNone plainByte = iota
	plainLetter
	plainDigit
	plainEnd
)

var plainMoveBytes = func() (c [256]plainByte) {
	for b := range 256 {
		switch {
		case b >= '0' && b <= '9':
			c[b] = plainDigit
		case b|0x20 >= 'a' && b|0x20 <= 'z', b == '+', b == '#', b == '=':
			c[b] = plainLetter
		case pgnClasses[b] == pgnBlank && b != ',', pgnClasses[b] == pgnLineEnd:
			c[b] = plainEnd
		}
	}
	return c
}()

// nullSign is a pass written as a sign.
const nullSign = "<>"

// bold are the signs around bold text in Markdown.
const bold = "**"

// wordEnd returns the end of the word at the current byte.
func (t *pgnText) wordEnd() int {
	i := t.at
	for i < len(t.text) {
		c := t.text[i]
		switch {
		case pgnInWord[c]:
			i++
		case c == ',' && !t.commas && i > t.at && startsSquare(t.text[i+1:]):
			if t.commas = t.separatesPlies(i); t.commas {
				return i
			}
			i++
		case c < utf8.RuneSelf:
			n := max(shogiOrigin(t.text[t.at:i], t.text[i:]), bracketedPromotion(t.text[t.at:i], t.text[i:]))
			if n == 0 {
				return i
			}
			i += n
		default:
			r, size := utf8.DecodeRuneInString(t.text[i:])
			if i > t.at && (strings.ContainsRune(listStops, r) || strings.ContainsRune(shogiTurns, r) ||
				curlyQuote(t.text[i:]) > 0) || scan.IsBlank(r) && !isSameSquare(t.text[t.at:i]) {
				return i
			}
			i += size
		}
	}
	return i
}

// listStops are the signs after a move in a sentence: 炮二平五，马8进7。
const listStops = "，。；、"

// shogiTurns are the signs of the sides before the moves of shogi: ▲７六歩△３四歩.
const shogiTurns = "▲△☗☖▼▽"

// isSameSquare reports whether a word is the 同 of shogi, which may be separated
// from the piece.
func isSameSquare(word string) bool {
	return strings.TrimLeft(word, shogiTurns) == "同"
}

// shogiOrigin returns the length of what continues a Japanese move after an
// ASCII sign: the origin of ７六歩(77), or the blank of 同 歩; 0 for nothing.
func shogiOrigin(word, rest string) int {
	switch {
	case word == "" || word[0] < utf8.RuneSelf:
	case rest[0] == ' ' && isSameSquare(word):
		return 1
	case len(rest) >= 4 && rest[0] == '(' && rest[3] == ')' && rest[1]-'0' <= 9 && rest[2]-'0' <= 9:
		return 4
	}
	return 0
}

// pairedMove returns the length of the first of two moves with a slash or dots
// between them, as in e4/e5 and e4…e5, and the start of the second; 0 for none.
// In records of a named variant, a slash separates the parts of one move.
func (t *pgnText) pairedMove(word string) (end, next int) {
	for _, between := range []string{"/", "...", "…"} {
		first, second, ok := strings.Cut(word, between)
		if !ok || len(second) < 2 || !isPaired(first) || !isPaired(second) {
			continue
		}
		if _, named := t.record.Tag("Variant"); named && between == "/" {
			continue
		}
		return len(first), len(first) + len(between)
	}
	return 0, 0
}

// separatesPlies reports whether the comma at byte i stands between two plies,
// as in 1.e4,e5;2.d4,d5, and not before the square of a wall. Such a list goes
// on with a comma, a semicolon or the next number.
func (t *pgnText) separatesPlies(i int) bool {
	near := t.text[:min(len(t.text), i+nearBytes)]
	first, second := t.text[t.at:i], pgnWordAt(near, i+1)
	if coordinateForm.MatchString(first) && coordinateForm.MatchString(second) {
		return first[len(first)-2:] != second[:2] // a wall is put from the square of arrival
	}
	if !isPaired(first) || !isPaired(second) {
		return false
	}
	after := i + 1 + len(second)
	if after < len(near) && (near[after] == ',' || near[after] == ';') {
		return true
	}
	_, named := t.record.Tag("Variant")
	next := scan.SkipBlanks(near, after)
	written, size := scan.LeadingNumber(near[next:])
	rest := near[next+size:]
	opens := len(t.frames) == 1 && t.top().plyStarted && t.pendingDots < 2 // the first ply of a move
	return opens && !named && written == t.top().turn.number+1 &&
		rest != "" && strings.IndexByte(".:)", rest[0]) >= 0 && !strings.HasPrefix(rest, "..")
}

// coordinateForm is the form of moves by two squares: e2e4.
var coordinateForm = scan.NewPattern(`^[a-p][0-9][a-p][0-9]$`)

// isPaired reports whether a word may be a move of such a pair.
func isPaired(word string) bool {
	word = strings.TrimRight(word, "+#!?")
	return castlings[word] || pairForm.MatchString(word)
}

// pairForm is the form of the moves of such pairs.
var pairForm = scan.NewPattern(
	`^(?:(?:[KQRBN][a-h]?[1-8]?x?|[a-h]x)?[a-h][1-8](?:=[QRBN])?|` + chineseMove + `)$`)

// castlings are the usual spellings of castling.
var castlings = map[string]bool{"O-O": true, "O-O-O": true, "0-0": true, "0-0-0": true}

// bracketedPromotion returns the length of the promotion in brackets that
// follows a pawn's move to a last rank, as in a8(Q); 0 for none.
func bracketedPromotion(word, rest string) int {
	if len(word) < 2 || len(rest) < 3 || rest[0] != '(' || rest[2] != ')' || rest[1] < 'A' || rest[1] > 'Z' {
		return 0
	}
	if c := word[0]; c < 'a' || c > 'p' || strings.IndexByte("18", word[len(word)-1]) < 0 {
		return 0
	}
	return len("(Q)")
}

// startsSquare reports whether text starts with a square. After a comma it is
// the square of a wall: e4,d4.
func startsSquare(text string) bool {
	return len(text) > 1 && text[0] >= 'a' && text[0] <= 'p' && text[1]-'0' <= 9
}

// readWord reads a move, or a separate glyph or suffix.
func (t *pgnText) readWord() {
	if len(t.frames[0].line) == 0 || t.spaced {
		if n := spacedMove(t.text[t.at:]); n > 0 {
			t.spaced = true
			t.addPly(t.at, t.at+n)
			return
		}
	}
	start, end := t.at, t.wordEnd()
	if end == start { // a blank outside ASCII
		t.skipBlanks()
		return
	}
	word := t.text[start:end]
	if r, size := utf8.DecodeRuneInString(word); strings.ContainsRune(listStops, r) || curlyQuote(word) > 0 {
		t.at += size
		return
	}
	if plain, marked := strings.CutSuffix(word, bold); marked && plain != "" { // **e4**
		word, end = plain, start+len(plain)
	}
	if strings.Trim(word, "\uFFFD") == "" || isFence(word) { // the record has a warning about these bytes
		t.at = end
		return
	}
	if maybeSign(word) && t.readSign(word) {
		return
	}
	for n := gluedMove(word); n > 0; n = gluedMove(word) {
		t.addPly(start, start+n)
		start, word = start+n, word[n:]
	}
	if n, next := t.pairedMove(word); n > 0 {
		t.addPly(start, start+n)
		t.at = start + next
		return
	}
	if n := gluedResult(word); n < len(word) {
		t.addPly(start, start+n)
		t.readResult(end)
		return
	}
	if n := moveBeforeAssessment(word); n < len(word) {
		t.addPly(start, start+n)
		line := t.top().line
		addNAG(&line[len(line)-1], pgnGlyphs[word[n:]])
		t.at = end
		return
	}
	t.addPly(start, end)
}

// maxBracketed bounds the length of a closing in brackets, in bytes.
const maxBracketed = 64

// readBracketedClosing reads a closing such as [红胜] or (White resigns) that
// ends the record.
func (t *pgnText) readBracketedClosing() bool {
	if len(t.text)-t.at > maxBracketed || len(t.frames) > 1 {
		return false
	}
	rest := scan.Trim(t.text[t.at:])
	if _, ok := record.ReadClosing(rest); !ok || rest[0] == '(' && rest[len(rest)-1] != ')' || rest[0] == '[' &&
		rest[len(rest)-1] != ']' {
		return false
	}
	t.addPly(t.at, t.at+len(rest))
	return true
}

// maybeSign reports whether a word may be a glyph, a suffix, a result or an
// escaped line. It is a quick check that excludes most moves.
func maybeSign(word string) bool {
	switch c := word[0]; {
	case c >= utf8.RuneSelf || c == '%':
		return true
	case pgnClasses[c] != pgnWord:
		return len(word) <= 4
	case c == 'c' || c == 'e' || c == 'm':
		return isPGNSuffix(word)
	}
	return len(word) == 1 || word == "RR"
}

// readSign reads a word that may be something other than a move.
func (t *pgnText) readSign(word string) bool {
	f := t.top()
	end := t.at + len(word)
	switch {
	case word[0] == '%':
		if t.atLineStart() {
			t.readRest()
			return true
		}
		return false
	case strings.HasPrefix(word, "…"):
		t.pendingDots, end = 3, end-len(strings.TrimLeft(word, "…"))
	case resultWord(word) != "":
		t.readResult(end)
		return true
	case word == "/" && len(f.line) > 0: // e4 / e5
	case len(f.line) > 0 && !f.plyStarted && scan.DashesAsHyphens(word) == "-": // e4 - e5
	case len(f.line) == 0 && isPGNSuffix(word):
		t.warn(t.placeOf(t.at), "a suffix that is not attached to a move is ignored", word)
	case len(f.line) == 0:
		return false
	case strings.Trim(word, "!?") == "":
		t.addStrayGlyph(t.at, end)
	case isPGNSuffix(word):
		ply := &f.line[len(f.line)-1]
		textEnd := int(ply.Place.Offset-t.place.Offset) + len(ply.Text)
		if scan.SkipBlanks(t.text, textEnd) != t.at {
			t.warn(t.placeOf(t.at), "a suffix that is not attached to a move is ignored", word)
			break
		}
		ply.Text = t.text[textEnd-len(ply.Text) : end]
	default:
		nag, ok := pgnGlyphs[word]
		if !ok {
			return false
		}
		addNAG(&f.line[len(f.line)-1], nag)
	}
	t.at = end
	return true
}

// addPly adds the move in text[start:end] without its glyphs.
func (t *pgnText) addPly(start, end int) {
	f := t.top()
	stop := end
	for stop > start && (t.text[stop-1] == '!' || t.text[stop-1] == '?') {
		stop--
	}
	if stop == start {
		t.addStrayGlyph(start, end)
		return
	}
	turn, written := f.turn, t.pendingNumber
	numbered := written > 0
	if t.pendingNumber >= 0 {
		turn = turn.corrected(t.pendingNumber, t.pendingDots, f.numbered)
		t.pendingNumber, t.pendingDots = -1, 0
	}
	f.numbered = numbered
	t.meter.Ply()
	n := len(f.line)
	if numbered && written == n+1 && f.countsPlies == n {
		f.countsPlies = written
	}
	if n < cap(f.line) {
		f.line = f.line[:n+1]
	} else {
		f.line = append(f.line, record.Ply{})
	}
	ply := &f.line[n]
	*ply = record.Ply{Number: turn.number, Text: t.text[start:stop], Place: t.placeOf(start)}
	f.turn = turn.next()
	if !t.ascii && scan.DashesAsHyphens(ply.Text) != ply.Text {
		t.warnTypographic(ply.Place, ply.Text)
	}
	if f.plyStarted {
		if f.plyStarted = false; f.before != nil {
			ply.Annotate().Before, f.before = f.before, nil
		}
	}
	if f.variations != nil {
		ply.Annotate().Variations, f.variations = f.variations, nil
	}
	if f.nags != nil {
		ply.Annotate().NAGs, f.nags = f.nags, nil
	}
	if stop < end {
		addGlyphs(ply, t.text[stop:end])
	} else if t.text[stop-1] >= utf8.RuneSelf {
		splitGlyph(ply)
	}
	if len(t.frames) == 1 && t.record.Place.Line == 0 {
		t.record.Place = ply.Place
	}
	t.at = end
}
