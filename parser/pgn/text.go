package pgn

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// rulePGN is the rule ID of errors in PGN.
const rulePGN = "PGN"

// pgnText reads one game. It has its own stack of open variations, so that
// nesting needs no recursion.
type pgnText struct {
	record *record.Record
	meter  *source.Meter
	text   string
	place  scan.Place // start of the text in the file
	ascii  bool
	wxf    bool // the game is in a WXF file

	at        int
	line      int // number of the current line in the file
	lineStart int
	counted   int // offset up to which columns are counted
	column    int // column at counted

	frames  []pgnFrame // main line and open variations
	curly   bool       // the warning about typographic signs was given
	written int        // number written before the next ply; -1 for none
	dots    int        // dots after that number
	braces  map[int]int
}

// pgnFrame is an open line.
type pgnFrame struct {
	line       record.Line
	before     []record.Comment // comments after the number of the next ply
	variations []record.Line    // variations before the first ply
	nags       []int            // NAGs before the first ply of a variation
	turn       pgnTurn          // of the next ply
	numbered   bool             // the previous ply has a number
	open       scan.Place       // opening bracket
	started    bool             // a number or comment of the next ply was read
}

// pgnTurn is the move number of a ply; second means the second ply of the move.
type pgnTurn struct {
	number int
	second bool
}

func (t pgnTurn) next() pgnTurn {
	if t.second && t.number < scan.MaxNumber {
		return pgnTurn{t.number + 1, false}
	}
	return pgnTurn{t.number, true}
}

// corrected returns the turn of a ply with a written number, 0 for dots alone.
// Dots mean the second ply of a move. Otherwise the number starts a move, so
// that a missing or repeated ply does not shift the following ones. The
// expected number keeps the turn if the previous ply is numbered too.
func (t pgnTurn) corrected(number, dots int, numbered bool) pgnTurn {
	switch {
	case dots > 1:
		t.second = true
	case number > 0 && (number != t.number || !numbered):
		t.second = false
	}
	if number > 0 {
		t.number = number
	}
	return t
}

// firstTurn returns the first turn of a game from its start: the second field
// of a FEN is the side, the last one the number.
func firstTurn(start string) pgnTurn {
	turn := pgnTurn{number: 1}
	words := strings.Fields(start)
	if len(words) < 2 {
		return turn
	}
	turn.second = words[1] == "b"
	if n, err := strconv.Atoi(words[len(words)-1]); err == nil && n > 0 && n <= scan.MaxNumber {
		turn.number = n
	}
	return turn
}

// readPGN reads the game in text from byte head on. text starts at place;
// numbers is an estimate of its move numbers.
func readPGN(text string, head int, place scan.Place, numbers int, m *source.Meter) *record.Record {
	t := &pgnText{
		meter: m, record: &record.Record{Format: PGN}, text: text, place: place, ascii: scan.IsASCII(text),
		line: place.Line, column: 1, written: -1, frames: make([]pgnFrame, 1, 4),
	}
	for t.at < head {
		t.skipTo(t.at + 1)
	}
	if room := m.Room(min(2*numbers+2, len(text)/3)); room > 0 {
		t.frames[0].line = make(record.Line, 0, room)
	}
	t.readTags()
	t.frames[0].turn = firstTurn(t.record.Start)
	t.readMoves()
	t.finish()
	return t.record
}

// skipTo advances to byte i and counts the lines.
func (t *pgnText) skipTo(i int) {
	for at := t.at; at < i; at++ {
		if c := t.text[at]; c == '\n' || c == '\r' && (at+1 == len(t.text) || t.text[at+1] != '\n') {
			t.line++
			t.lineStart, t.counted, t.column = at+1, at+1, 1
		}
	}
	t.at = i
}

// placeOf returns the place of byte i of the current line. Calls from left to
// right count each character only once.
func (t *pgnText) placeOf(i int) scan.Place {
	p := scan.Place{Line: t.line, Column: i - t.lineStart + 1, Offset: t.place.Offset + int64(i)}
	if t.ascii {
		return p
	}
	if i < t.counted {
		t.counted, t.column = t.lineStart, 1
	}
	t.column += utf8.RuneCountInString(t.text[t.counted:i])
	if t.counted == t.lineStart && i > t.lineStart && strings.HasPrefix(t.text[t.lineStart:], string(scan.ByteOrderMark)) {
		t.column--
	}
	t.counted = i
	p.Column = t.column
	return p
}

func (t *pgnText) skipBlanks() { t.skipTo(scan.SkipBlanks(t.text, t.at)) }

// atLineStart reports whether the current byte is the first of its line.
func (t *pgnText) atLineStart() bool { return t.at == t.lineStart }

// cutShort ends a message about something still open at the end of the record.
const cutShort = "; the text ends inside it, as of a file that was cut short: fetch it anew"

// MaxWarnings is the limit of warnings per record. The last one says that more
// were left out.
const MaxWarnings = 1000

// readMoves reads movetext up to a result or an error.
func (t *pgnText) readMoves() {
	for t.at < len(t.text) && t.record.Fault == nil {
		c := t.text[t.at]
		switch pgnClasses[c] {
		case pgnBlank:
			t.at++
		case pgnLineEnd:
			t.skipTo(t.at + 1)
		case pgnWord:
			if end := plainMoveEnd(t.text, t.at); end > 0 {
				t.addPly(t.at, end)
			} else if c < utf8.RuneSelf || !t.readListNumber() {
				t.readWord()
			}
		case pgnDigit:
			if t.readListNumber() {
				continue
			}
			if t.readNumber() {
				return
			}
		case pgnDot:
			t.readDots()
		case pgnHyphen, pgnGlyph:
			t.readWord()
		case pgnStar:
			if t.at+1 == len(t.text) || pgnEnds(t.text[t.at+1]) {
				if t.readResult(t.at + 1) {
					return
				}
				continue
			}
			t.readWord()
		case pgnOpen:
			if !t.readClock() {
				t.open()
			}
		case pgnShut:
			t.shut()
		case pgnBrace:
			t.readBrace()
		case pgnBraceShut:
			if t.wxf && strings.HasPrefix(t.text[t.at:], wxfEnd) {
				t.at += len(wxfEnd)
				continue
			}
			t.warn(t.placeOf(t.at), "a closing brace without an opening one is passed over", scan.LineAt(t.text, t.at))
			t.at++
		case pgnSemicolon:
			t.readRest()
		case pgnDollar:
			t.readNAG()
		default:
			if n := wrapper(t.text[t.at:]); n > 0 {
				t.at += n
				continue
			}
			if strings.HasPrefix(t.text[t.at:], nullSign) {
				t.addPly(t.at, t.at+len(nullSign))
				continue
			}
			t.fault(t.placeOf(t.at), "a sign that has no meaning here", scan.LineAt(t.text, t.at))
		}
	}
}

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

// wordEnd returns the end of the word at the current byte.
func (t *pgnText) wordEnd() int {
	i := t.at
	for i < len(t.text) {
		c := t.text[i]
		switch {
		case pgnInWord[c], c == ',' && i > t.at && startsSquare(t.text[i+1:]):
			i++
		case c < utf8.RuneSelf:
			return i
		default:
			r, size := utf8.DecodeRuneInString(t.text[i:])
			if scan.IsBlank(r) {
				return i
			}
			i += size
		}
	}
	return i
}

// startsSquare reports whether text starts with a square. After a comma it is
// the square of a wall: e4,d4.
func startsSquare(text string) bool {
	return len(text) > 1 && text[0] >= 'a' && text[0] <= 'p' && text[1]-'0' <= 9
}

// readWord reads a move, or a separate glyph or suffix.
func (t *pgnText) readWord() {
	start, end := t.at, t.wordEnd()
	if end == start { // a blank outside ASCII
		t.skipBlanks()
		return
	}
	word := t.text[start:end]
	if maybeSign(word) && t.readSign(word) {
		return
	}
	if n := gluedResult(word); n < len(word) {
		t.addPly(start, start+n)
		t.readResult(end)
		return
	}
	if n := beforeAssessment(word); n < len(word) {
		t.addPly(start, start+n)
		line := t.top().line
		addNAG(&line[len(line)-1], pgnGlyphs[word[n:]])
		t.at = end
		return
	}
	t.addPly(start, end)
}

// beforeAssessment returns the length of a word without the sign at its end for
// one side being better.
func beforeAssessment(word string) int {
	n := len(word)
	if n < 4 || word[n-1] != '-' && (word[n-1] != '+' || word[n-2] != '-' && word[n-2] != '/') {
		return n
	}
	for _, sign := range []string{"+--", "--+", "+/-", "-/+", "+-", "-+"} {
		if move, ok := strings.CutSuffix(word, sign); ok && len(move) > 1 && pgnClasses[move[len(move)-1]] != pgnHyphen {
			return len(move)
		}
	}
	return n
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
		t.dots, end = 3, t.at+len("…")
	case resultWord(word) != "":
		t.readResult(end)
		return true
	case len(f.line) == 0 && isPGNSuffix(word):
		t.warn(t.placeOf(t.at), "a suffix apart from its move is passed over", word)
	case len(f.line) == 0:
		return false
	case strings.Trim(word, "!?") == "":
		t.addStrayGlyph(t.at, end)
	case isPGNSuffix(word):
		ply := &f.line[len(f.line)-1]
		textEnd := int(ply.Place.Offset-t.place.Offset) + len(ply.Text)
		if scan.SkipBlanks(t.text, textEnd) != t.at {
			t.warn(t.placeOf(t.at), "a suffix apart from its move is passed over", word)
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

func (t *pgnText) top() *pgnFrame { return &t.frames[len(t.frames)-1] }

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
	turn, numbered := f.turn, t.written > 0
	if t.written >= 0 {
		turn = turn.corrected(t.written, t.dots, f.numbered)
		t.written, t.dots = -1, 0
	}
	f.numbered = numbered
	t.meter.Ply()
	n := len(f.line)
	if n < cap(f.line) {
		f.line = f.line[:n+1] // capacity is allocated and zero
	} else {
		f.line = append(f.line, record.Ply{})
	}
	ply := &f.line[n]
	ply.Number, ply.Text, ply.Place = turn.number, t.text[start:stop], t.placeOf(start)
	f.turn = turn.next()
	if !t.ascii && scan.DashesAsHyphens(ply.Text) != ply.Text {
		t.typographic(ply.Place, ply.Text)
	}
	if f.started {
		if f.started = false; f.before != nil {
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

// readNumber reads a word that starts with a digit: a move number, a result or
// a move. It returns true at the end of the game.
func (t *pgnText) readNumber() bool {
	if strings.HasPrefix(t.text[t.at:], halfPoints) {
		return t.readResult(t.at + len(halfPoints))
	}
	n, size := scan.LeadingNumber(t.text[t.at:])
	i := t.at + size
	if i < len(t.text) {
		switch pgnClasses[t.text[i]] {
		case pgnDot:
			if i+1 < len(t.text) && pgnClasses[t.text[i+1]] != pgnDigit {
				break // a number followed by a dot
			}
			end := t.wordEnd()
			if i-t.at == 2 && isMiddlePawn(t.text[t.at:end]) {
				t.addPly(t.at, t.at+4)
				return false
			}
			if n <= 1 && resultWord(t.text[t.at:end]) != "" { // 0.5-0.5, not 12.
				return t.readResult(end)
			}
		case pgnWord, pgnHyphen, pgnGlyph, pgnStar:
			if strings.HasPrefix(t.text[i:], "…") {
				break
			}
			end := t.wordEnd()
			if resultWord(t.text[t.at:end]) != "" {
				return t.readResult(end)
			}
			t.readWord()
			return false
		}
	}
	if size >= numericMove && (i == len(t.text) || t.text[i] != '.' && !strings.HasPrefix(t.text[i:], "…")) {
		t.addPly(t.at, i)
		return false
	}
	f := t.top()
	if t.written > 0 && t.written != n {
		t.warn(t.placeOf(t.at), "a number without a move is passed over", scan.LineAt(t.text, t.at))
	}
	t.written, t.dots = n, 0
	f.started = true
	t.at = i
	return false
}

// halfPoints is a draw with decimal commas. Elsewhere a comma separates words.
const halfPoints = "0,5-0,5"

// numericMove is the number of digits that make a move, as in 5254, and not a
// move number.
const numericMove = 4

// resultWord returns the result written as a word among the moves. "0-0" is
// castling here, unless it comes last (see CutBothLose).
func resultWord(word string) string {
	if strings.HasPrefix(word, "0") && scan.DashesAsHyphens(word) == record.BothLose {
		return ""
	}
	return record.ReadResult(word)
}

// gluedResult returns the length of a move to which a result is attached
// without a blank; len(word) for none.
func gluedResult(word string) int {
	if n := record.GluedResult(word); n < len(word) && looksLikeSAN(word[:n]) {
		return n
	}
	return len(word)
}

// isMiddlePawn reports whether a word moves the middle of three pawns on a
// file, written by WXF as 77.6 if two files have several pawns.
func isMiddlePawn(word string) bool {
	return len(word) == 4 && word[0] == word[1] && word[2] == '.' && word[3]-'0' <= 9
}

// readDots reads the dots after a number.
func (t *pgnText) readDots() {
	for t.at < len(t.text) && t.text[t.at] == '.' {
		t.dots++
		t.at++
	}
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
		t.typographic(place, word)
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

func (t *pgnText) warn(place scan.Place, message, text string) {
	switch len(t.record.Warnings) {
	case MaxWarnings:
		return
	case MaxWarnings - 1:
		message, text = "further warnings are left out", ""
	}
	t.record.Warnings = append(t.record.Warnings, record.Fault{Place: place, Rule: rulePGN, Message: message, Text: text})
}

// typographic warns once about quotation marks and dashes of word processors.
func (t *pgnText) typographic(place scan.Place, text string) {
	if !t.curly {
		t.curly = true
		t.warn(place, "typographic quotation marks and dashes are read as plain ones", text)
	}
}

func (t *pgnText) fault(place scan.Place, message, text string) {
	t.record.Fault = &record.Fault{Place: place, Rule: rulePGN, Message: message, Text: text}
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

// finish closes the open lines and completes the record.
func (t *pgnText) finish() {
	if len(t.frames) > 1 && t.record.Fault == nil {
		t.fault(t.top().open, "a variation without closing bracket"+cutShort, "(")
	}
	for len(t.frames) > 1 {
		t.closeVariation()
	}
	r, f := t.record, t.top()
	if n := len(f.line); n > 0 {
		r.Moves = f.line
		r.Moves[n-1].AppendComments(f.before)
	} else {
		r.Comments = append(r.Comments, f.before...)
		for _, line := range f.variations {
			t.warn(line[0].Place, "a variation of a game without moves is not kept", line[0].Text)
		}
	}
	t.readSetups()
	if t.written > 0 && t.written != f.turn.number && r.Result == "" && r.Fault == nil {
		t.warn(t.placeOf(t.at), "a number without a move is passed over", strconv.Itoa(t.written))
	}
	r.CutBothLose()
	ending, unknown := r.CutClosing()
	if unknown.Text != "" {
		t.warn(unknown.Place, record.UnknownClosing, unknown.Text)
	}
	if tag, wrong := t.record.TakeResult(); wrong != "" {
		t.warn(tag.Place, wrong, tag.Value)
	}
	r.TakeEnding(ending, firstTurn(r.Start).second != (len(r.Moves)%2 == 1))
}
