package courier

import (
	"strings"

	"assay/parser/numbered"
	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// courierText reads one record in Game Courier's notation, line by line.
type courierText struct {
	scan.Lines
	record       *record.Record
	meter        *source.Meter
	at           int  // read position
	inHeader     bool // only header lines so far, with no blank line among them
	number       int  // number written before the next ply; 0 for none
	pending      bool // a number was written before the next ply
	numberAt     int  // byte offset of that number
	second       bool // dots after the number mean the second player's ply
	sharedNumber int  // number that one more ply on the same line may share; 0 for none
}

// readCourier reads the record in text, which starts at place; nil if there is
// none.
func readCourier(text string, place scan.Place, m *source.Meter) *record.Record {
	t := &courierText{meter: m, Lines: scan.NewLines(text, place), record: &record.Record{Format: Courier},
		inHeader: true}
	for t.Advance() {
		t.at = t.Start
		first := scan.SkipBlanks(t.Text[:t.End], t.Start)
		if first == t.End {
			t.inHeader = t.inHeader && len(t.record.Tags) == 0
			continue
		}
		if t.record.Place.Line == 0 {
			t.record.Place = t.PlaceOf(first)
		}
		if !t.readLine() {
			break
		}
	}
	if len(t.record.Tags) == 0 && len(t.record.Moves) == 0 && t.record.Fault == nil {
		return nil
	}
	t.readTags()
	return t.record
}

// readTags sets the record's fields from its tags. A result in the header has
// priority over one among the moves.
func (t *courierText) readTags() {
	r := t.record
	r.Start, _ = r.Tag("Setup")
	if r.Ending == "" {
		r.Ending, _ = r.Tag("Ending")
	}
	for _, tag := range r.Tags {
		if !strings.EqualFold(tag.Key, "Result") || tag.Value == "" {
			continue
		}
		if result, next := resultAt(tag.Value, 0); next == len(tag.Value) {
			r.Result = result
			return
		}
		if c, ok := record.ReadClosing(tag.Value); ok && c.Result != "" {
			r.Result = c.Result
			return
		}
		t.warn(tag.Place, "NL-8", "unknown result; expected 1-0, 0-1, 1/2-1/2, 0-0 or *", tag.Value)
	}
}

func (t *courierText) warn(place scan.Place, rule, message, text string) {
	t.record.Warnings = append(t.record.Warnings, record.Fault{Place: place, Rule: rule, Message: message, Text: text})
}

func (t *courierText) addComment(c record.Comment) {
	t.meter.Comment(c.Text)
	if n := len(t.record.Moves); n > 0 {
		t.record.Moves[n-1].Annotate().Comments = append(t.record.Moves[n-1].Notes().Comments, c)
		return
	}
	t.record.Comments = append(t.record.Comments, c)
}

// readLine reads the current line. It returns false after an error.
func (t *courierText) readLine() bool {
	if len(t.record.Moves) == 0 && !t.pending && t.readHeader() {
		return true
	}
	t.inHeader, t.sharedNumber = false, 0
	for {
		t.at = scan.SkipBlanks(t.Text[:t.End], t.at)
		switch line := t.Text[:t.End]; {
		case t.at == t.End:
			return !t.pending || t.failNoMove()
		case strings.HasPrefix(line[t.at:], "//"):
			t.addComment(record.Comment{Text: scan.Trim(line[t.at+2:]), Place: t.PlaceOf(t.at)})
			t.at = t.End
		case line[t.at] == ';':
			t.at++
		case t.readNumber(), t.readEnding(), t.readStatement():
		default:
			read, ok := t.readPly()
			if !ok {
				return false
			}
			if !read && !t.keepStatement() {
				return false
			}
		}
	}
}

func (t *courierText) readHeader() bool {
	line := t.Text[t.Start:t.End]
	tag, ok := courierHeader(line)
	if !ok && t.inHeader {
		tag, ok = headerInComment(line)
	}
	if _, move, _ := courierPart(line, scan.SkipBlanks(line, 0)); ok && move == len(line) {
		return false
	}
	if ok {
		tag.Place = t.PlaceOf(scan.SkipBlanks(t.Text, t.Start))
		t.record.Tags = append(t.record.Tags, tag)
	}
	return ok
}

// readNumber reads "1.", "1...", or dots alone, which repeat the number of the
// previous ply (GC-5).
func (t *courierText) readNumber() bool {
	line := t.Text[:t.End]
	number, after := numbered.PlyNumber(line, t.at)
	if after == t.at {
		if after = numbered.Dots(line, t.at); after == t.at || t.pending {
			return false
		}
		if n := len(t.record.Moves); n > 0 {
			number = t.record.Moves[n-1].Number
		}
	}
	if t.pending {
		return false
	}
	t.number, t.pending, t.numberAt = number, true, t.at
	t.at = numbered.SkipDots(line, after)
	t.second = strings.Contains(line[t.numberAt:t.at], "..") ||
		strings.Contains(line[t.numberAt:t.at], numbered.Ellipsis)
	return true
}

// readEnding reads a result, or a word for the end of the game.
func (t *courierText) readEnding() bool {
	line := t.Text[:t.End]
	if result, next := resultAt(line, t.at); result != "" {
		if t.record.Result == "" {
			t.record.Result = result
		}
		t.at, t.pending = next, false
		return true
	}
	word := courierWord(line, t.at)
	if !endingWords[word] {
		return false
	}
	if t.record.Ending == "" {
		t.record.Ending = line[t.at : t.at+len(word)]
	}
	t.at, t.pending = t.at+len(word), false
	return true
}

// readStatement reads a statement with a known first word, up to the next
// semicolon.
func (t *courierText) readStatement() bool {
	if !statementWords[courierWord(t.Text[:t.End], t.at)] {
		return false
	}
	stop := t.statementEnd()
	t.warnStatement(stop)
	if t.at = stop; t.at == t.End || strings.HasPrefix(t.Text[t.at:], "//") {
		t.pending = false
	}
	return true
}

// statementEnd returns the end of the statement at t.at: a semicolon, a comment
// or the line end.
func (t *courierText) statementEnd() int {
	for i := t.at; i < t.End; i++ {
		if t.Text[i] == ';' || strings.HasPrefix(t.Text[i:t.End], "//") {
			return i
		}
	}
	return t.End
}

// keepStatement keeps a statement with an unknown first word. It is an error if
// a move is expected or if the statement looks like a move.
func (t *courierText) keepStatement() bool {
	stop := t.statementEnd()
	if t.pending || looksLikeMove(t.Text[t.at:stop]) {
		return t.failNoMove()
	}
	t.warnStatement(stop)
	t.at = stop
	return true
}

func (t *courierText) failNoMove() bool {
	from := t.at
	if t.pending {
		from = t.numberAt
	}
	t.record.Fault = &record.Fault{Place: t.PlaceOf(from), Rule: "GC-1", Message: noCourierMove,
		Text: scan.Trim(t.Text[from:t.End])}
	return false
}

// warnStatement keeps the text up to stop as a comment.
func (t *courierText) warnStatement(stop int) {
	text, place := scan.Trim(t.Text[t.at:stop]), t.PlaceOf(t.at)
	t.addComment(record.Comment{Text: text, Place: place})
	t.warn(place, "GC-1", "a statement other than a move is kept as a comment and not executed", text)
}

// readPly reads a move of one or more parts. read is false if there is none at
// t.at; ok is false after an error.
func (t *courierText) readPly() (read, ok bool) {
	line := t.Text[:t.End]
	_, next, ok := courierPart(line, t.at)
	if !ok {
		return false, true
	}
	ply := record.Ply{Number: t.number, Text: line[t.at:next], Place: t.PlaceOf(t.at)}
	switch {
	case !t.pending:
		ply.Number, t.sharedNumber = t.sharedNumber, 0
	case !t.second:
		t.sharedNumber = ply.Number
	}
	k := len(t.record.Moves)
	t.meter.Ply()
	t.record.Moves = append(t.record.Moves, ply)
	t.number, t.pending = 0, false
	from, contiguous := t.at, true
	var joined []byte // the parts, if statements separate them
	for t.at = next; ; t.at = next {
		i := scan.SkipBlanks(line, t.at)
		if i == t.End || line[i] != ';' {
			break
		}
		t.at = scan.SkipBlanks(line, i+1)
		if t.at == t.End || strings.HasPrefix(line[t.at:], "//") || t.isNumber() {
			break
		}
		if _, next, ok = courierPart(line, t.at); ok && !statementWords[courierWord(line, t.at)] {
			if contiguous {
				t.record.Moves[k].Text = line[from:next]
			} else {
				joined = append(append(joined, "; "...), line[t.at:next]...)
			}
			continue
		}
		if contiguous {
			contiguous, joined = false, append(joined, t.record.Moves[k].Text...)
		}
		if next = t.statementEnd(); next > t.at && !t.keepStatement() {
			return true, false
		}
	}
	if !contiguous {
		t.record.Moves[k].Text = string(joined)
	}
	return true, true
}

func (t *courierText) isNumber() bool {
	line := t.Text[:t.End]
	_, after := numbered.PlyNumber(line, t.at)
	return after > t.at || numbered.Dots(line, t.at) > t.at
}
