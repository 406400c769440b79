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
	inWXF  bool // the game is in a WXF file
	spaced bool // moves may contain blanks: P - K 4
	commas bool // commas separate numbers and moves: 1,e4,e5
	// semicolons separate them: 1;e4;e5
	semicolons bool

	at        int
	line      int // number of the current line in the file
	lineStart int
	counted   int // offset up to which columns are counted
	column    int // column at counted
	separated int // offset up to which semicolons may stand between moves

	frames           []pgnFrame // main line and open variations
	typographyWarned bool       // the warning about typographic signs was given
	pendingNumber    int        // number written before the next ply; -1 for none
	pendingDots      int        // pendingDots after that number
	braces           map[int]int
	tags             []record.Tag // memory for the record's tags
	keys             []knownKey   // of the previous game's tags
}

// pgnFrame is an open line.
type pgnFrame struct {
	line        record.Line
	before      []record.Comment // comments after the number of the next ply
	variations  []record.Line    // variations before the first ply
	nags        []int            // NAGs before the first ply of a variation
	turn        pgnTurn          // of the next ply
	numbered    bool             // the previous ply has a number
	bracket     scan.Place       // opening bracket
	plyStarted  bool             // a number or comment of the next ply was read
	countsPlies int              // the plies up to here are numbered 1, 2, 3 …
}

// read reads the game in text from byte head on. text starts at place; numbers
// is an estimate of its move numbers. t may have read another game before.
func (t *pgnText) read(text string, head int, place scan.Place, numbers int, m *source.Meter) *record.Record {
	clear(t.frames)
	*t = pgnText{
		meter: m, record: record.New(PGN), text: text, place: place, ascii: scan.IsASCII(text),
		line: place.Line, column: 1, pendingNumber: -1, frames: append(t.frames[:0], pgnFrame{}), keys: t.keys,
	}
	r, f := t.record, &t.frames[0]
	t.tags, r.Tags = r.Tags, nil
	f.line, r.Moves = r.Moves, nil
	for t.at < head {
		t.skipTo(t.at + 1)
	}
	if room := m.Room(min(2*numbers+2, len(text)/3)); room > cap(f.line) {
		f.line = make(record.Line, 0, room)
	}
	t.readTags()
	t.frames[0].turn = firstTurn(t.record.Start)
	t.readMoves()
	t.finish()
	splitBoards(t.record)
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

// placeOf returns the place of byte i of the current line. If calls go from
// left to right, each character is counted only once.
func (t *pgnText) placeOf(i int) scan.Place {
	p := scan.Place{Line: t.line, Column: i - t.lineStart + 1, Offset: t.place.Offset + int64(i)}
	if t.ascii {
		return p
	}
	if i < t.counted {
		t.counted, t.column = t.lineStart, 1
	}
	t.column += utf8.RuneCountInString(t.text[t.counted:i])
	if t.counted == t.lineStart && i > t.lineStart &&
		strings.HasPrefix(t.text[t.lineStart:], string(scan.ByteOrderMark)) {
		t.column--
	}
	t.counted = i
	p.Column = t.column
	return p
}

func (t *pgnText) skipBlanks() { t.skipTo(scan.SkipBlanks(t.text, t.at)) }

// atLineStart reports whether the current byte is the first of its line, after
// a byte-order mark if there is one.
func (t *pgnText) atLineStart() bool {
	return strings.TrimPrefix(t.text[t.lineStart:t.at], string(scan.ByteOrderMark)) == ""
}

// cutShort ends a message about something that is still open at the end of the
// record.
const cutShort = "; the text ends inside it: the file may be incomplete, so get it again"

// maxWarnings is the limit of warnings per record. The last one says that more
// were left out.
const maxWarnings = 1000

// readMoves reads movetext up to a result or an error.
func (t *pgnText) readMoves() {
	for t.at < len(t.text) && t.record.Fault == nil {
		c := t.text[t.at]
		switch pgnClasses[c] {
		case pgnBlank:
			t.at++
		case pgnLineEnd:
			t.skipTo(t.at + 1)
			t.readProse()
		case pgnWord:
			if end := plainMoveEnd(t.text, t.at); end > 0 {
				t.addPly(t.at, end)
			} else if !t.readListNumber() {
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
			if c == '#' && t.isRemark() {
				t.at = scan.LineEnd(t.text, t.at)
				continue
			}
			if c == '#' && t.readListNumber() || t.readScore() {
				continue
			}
			t.readWord()
		case pgnStar:
			if after := strings.TrimPrefix(t.text[t.at:], bold); len(after) < len(t.text)-t.at &&
				(t.at > 0 && !pgnEnds(t.text[t.at-1]) || after != "" && scan.IsWordByte(after[0])) {
				t.at += len(bold)
				continue
			}
			if t.at+1 == len(t.text) || pgnEnds(t.text[t.at+1]) {
				if t.readResult(t.at + 1) {
					return
				}
				continue
			}
			t.readWord()
		case pgnOpen:
			if !t.readClock() && !t.readScore() && !t.readListNumber() && !t.readBracketedClosing() {
				t.openVariation()
			}
		case pgnClose:
			t.readCloseBracket()
		case pgnBrace:
			t.readBrace()
		case pgnBraceClose:
			if t.inWXF && strings.HasPrefix(t.text[t.at:], wxfEnd) {
				t.at += len(wxfEnd)
				continue
			}
			t.warn(t.placeOf(t.at), "a closing brace without an opening one is ignored", scan.LineAt(t.text, t.at))
			t.at++
		case pgnSemicolon:
			if t.semicolons || t.separatesMoves() {
				t.at++
				continue
			}
			t.readRest()
		case pgnDollar:
			t.readNAG()
		default:
			if n := wrapper(t.text[t.at:]); n > 0 {
				t.at += n
				continue
			}
			if c == '`' {
				if end := scan.WordEnd(t.text, t.at); isFence(t.text[t.at:end]) {
					t.at = end
				} else {
					t.at++
				}
				continue
			}
			if strings.HasPrefix(t.text[t.at:], nullSign) {
				t.addPly(t.at, t.at+len(nullSign))
				continue
			}
			if c == '"' && (len(t.top().line) == 0 ||
				strings.Trim(t.text[t.at+1:scan.LineEnd(t.text, t.at)], " \t.") == "") {
				t.at++ // around the whole movetext
				continue
			}
			if t.readSeconds() || t.readBracketedClosing() || t.readRemark() {
				continue
			}
			t.fault(t.placeOf(t.at), "unexpected character", scan.LineAt(t.text, t.at))
		}
	}
}

func (t *pgnText) top() *pgnFrame { return &t.frames[len(t.frames)-1] }

func (t *pgnText) warn(place scan.Place, message, text string) {
	switch len(t.record.Warnings) {
	case maxWarnings:
		return
	case maxWarnings - 1:
		message, text = "further warnings are omitted", ""
	}
	t.record.Warnings = append(t.record.Warnings,
		record.Fault{Place: place, Rule: rulePGN, Message: message, Text: text})
}

// warnTypographic warns once about quotation marks and dashes of word
// processors.
func (t *pgnText) warnTypographic(place scan.Place, text string) {
	if !t.typographyWarned {
		t.typographyWarned = true
		t.warn(place, "typographic quotation marks and dashes are read as plain ones", text)
	}
}

func (t *pgnText) fault(place scan.Place, message, text string) {
	t.record.Fault = &record.Fault{Place: place, Rule: rulePGN, Message: message, Text: text}
}

// finish closes the open lines and completes the record.
func (t *pgnText) finish() {
	if len(t.frames) > 1 && t.record.Fault == nil {
		t.fault(t.top().bracket, "a variation without closing bracket"+cutShort, "(")
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
	if t.pendingNumber > 0 && t.pendingNumber != f.turn.number && r.Result == "" && r.Fault == nil {
		t.warn(t.placeOf(t.at), "a number without a move is ignored", strconv.Itoa(t.pendingNumber))
	}
	r.CutBothLose()
	ending, unknown := r.CutClosing()
	if n := len(r.Moves); n > 1 && f.countsPlies >= n && countsPlies(r.Moves[0].Text) {
		numberByMoves(r.Moves, firstTurn(r.Start).second)
	}
	if unknown.Text != "" {
		t.warn(unknown.Place, record.UnknownClosing, unknown.Text)
	}
	if tag, wrong := t.record.TakeResult(); wrong != "" {
		t.warn(tag.Place, wrong, tag.Value)
	}
	r.TakeEnding(ending, firstTurn(r.Start).second != (len(r.Moves)%2 == 1))
}
