package parser

import (
	"bytes"
	"strings"
	"time"
)

// CSA is the record format of the Computer Shogi Association, version 2.2.
const CSA Format = "csa"

// ruleCSA stands for it in faults.
const ruleCSA = "CSA"

// csaFile finds where in a file another record begins: behind a line of one
// slash, or where one states the version, as the first thing a record says,
// behind plies or an ending.
type csaFile struct{ slash, moves bool }

func (f *csaFile) begins(line []byte) bool {
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0:
		return false
	case f.slash:
		f.slash, f.moves = false, false
		return true
	case line[0] == 'V' && f.moves:
		f.moves = false
		return true
	}
	f.slash = len(line) == 1 && line[0] == '/'
	f.moves = f.moves || line[0] == '%' || len(line) > 1 && (line[0] == '+' || line[0] == '-')
	return false
}

func openCSA(src *source) func() (*Record, error) {
	f := &csaFile{}
	c := &cutter{
		src: src, begins: f.begins, encoding: encodingShiftJIS,
		missing: "no statement of a CSA record found",
		read:    func(text string, _ int, place Place) *Record { return readCSA(text, place, &src.meter) },
	}
	return c.next
}

// detectCSA expects nothing but statements of CSA up to a position or a ply.
func detectCSA(prefix []byte) bool {
	for line := range bytes.Lines(prefix) {
		text := trim(string(line))
		switch {
		case text == "" || text[0] == '\'' || text[0] == '$':
		case text == "V2" || strings.HasPrefix(text, "V2.") || text == "V3" || strings.HasPrefix(text, "V3."):
			return true
		case strings.HasPrefix(text, "N+"), strings.HasPrefix(text, "N-"), text == "+", text == "-", text == "/":
		case strings.HasPrefix(text, "PI"), strings.HasPrefix(text, "P1"), strings.HasPrefix(text, "P+"), strings.HasPrefix(text, "P-"):
			return isCSAPosition(text)
		default:
			statement, _, _ := strings.Cut(text, ",")
			return isCSAMove(statement)
		}
	}
	return false
}

func isCSAPosition(line string) bool {
	var p csaPosition
	statement, _, _ := strings.Cut(line, ",")
	return p.read(trim(statement))
}

// isCSAMove reports whether a statement has the form of a ply, "+7776FU".
func isCSAMove(text string) bool {
	if len(text) != len("+7776FU") || text[0] != '+' && text[0] != '-' {
		return false
	}
	for _, c := range []byte(text[1:5]) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return shogiByCSA(text[5:]) != 0
}

// csaText reads the text of one record of CSA.
type csaText struct {
	textLines
	record   *Record
	position csaPosition
	turn     byte // the sign of the side to move first, 0 where it is not given
	lines    lineStack
	header   bool // no ply yet
	ended    bool
}

// readCSA reads the record in text, nil where there is none.
func readCSA(text string, place Place, m *meter) *Record {
	t := &csaText{textLines: newTextLines(text, place), record: &Record{Format: CSA}, header: true}
	t.lines.meter = m
	t.lines.begin(countLines(text, "+-"))
	statements := false
	for t.advance() && t.record.Fault == nil {
		first := skipBlanks(t.text[:t.end], t.start)
		if first == t.end {
			continue
		}
		if t.record.Place.Line == 0 {
			t.record.Place = t.placeOf(first)
		}
		line := trim(t.text[first:t.end])
		statements = statements || line[0] != '\'' && line[0] != '/'
		t.readLine(first, line)
	}
	if !statements {
		return nil
	}
	if t.header && t.record.Fault == nil {
		t.begin()
	}
	t.record.Moves = t.lines.finish()
	if e := t.record.Ending; e != "" {
		second := (t.turn == '-') != (len(t.record.Moves)%2 == 1)
		t.record.Result = ClaimedResult(e, second, "")
	}
	return t.record
}

func (t *csaText) fault(at int, message, text string) {
	t.record.Fault = &Fault{Place: t.placeOf(at), Rule: ruleCSA, Message: message, Text: text}
}

func (t *csaText) warn(place Place, message, text string) {
	t.record.Warnings = append(t.record.Warnings, Fault{Place: place, Rule: ruleCSA, Message: message, Text: text})
}

// readLine reads a line that starts at byte first. Statements may share a line,
// with commas between them and perhaps a comment behind them, but not those that
// hold free text.
func (t *csaText) readLine(first int, line string) {
	switch line[0] {
	case '\'':
		t.readComment(first, trim(line[1:]))
	case '/':
	case 'N':
		if len(line) < 2 || line[1] != '+' && line[1] != '-' {
			t.fault(first, "no statement of CSA", line)
			return
		}
		t.addTag(first, line[:2], line[2:])
	case '$':
		key, value, ok := strings.Cut(line[1:], ":")
		if key = trim(key); !ok || key == "" {
			t.fault(first, "a keyword without a value", line)
			return
		}
		t.addTag(first, key, value)
	default:
		for at := first; at <= t.end && t.record.Fault == nil; {
			if at = skipBlanks(t.text[:t.end], at); at < t.end && t.text[at] == '\'' {
				t.readComment(at, trim(t.text[at+1:t.end]))
				return
			}
			end := t.end
			if comma := strings.IndexByte(t.text[at:t.end], ','); comma >= 0 {
				end = at + comma
			}
			t.readStatement(at, trim(t.text[at:end]))
			at = end + 1
		}
	}
}

func (t *csaText) addTag(first int, key, value string) {
	t.record.Tags = append(t.record.Tags, Tag{key, trim(value), t.placeOf(first)})
}

// readComment keeps a comment, but not a first line that names the encoding.
func (t *csaText) readComment(first int, text string) {
	name := strings.TrimPrefix(text, "CSA ")
	if strings.HasPrefix(name, "encoding=") && t.record.Place.Line == t.line {
		return
	}
	t.lines.meter.comment(text)
	c := Comment{text, t.placeOf(first)}
	if !t.lines.comment(c) {
		t.record.Comments = append(t.record.Comments, c)
	}
}

func (t *csaText) readPosition(at int, text string) {
	switch {
	case !t.header:
		t.fault(at, "a position among the moves", text)
	case !t.position.read(text):
		t.fault(at, "no position of shogi", text)
	}
}

func (t *csaText) readStatement(at int, text string) {
	switch {
	case text == "", text[0] == 'V':
	case text[0] == 'P':
		t.readPosition(at, text)
	case (text == "+" || text == "-") && t.header:
		t.turn = text[0]
	case text[0] == 'T':
		t.readTime(at, text)
	case text[0] == '%':
		t.readEnding(at, text)
	case isCSAMove(text):
		t.readMove(at, text)
	default:
		t.fault(at, "no statement of CSA", text)
	}
}

func (t *csaText) readMove(at int, text string) {
	if t.header {
		if t.turn == 0 {
			t.turn = text[0]
		}
		t.begin()
	}
	if t.ended {
		t.fault(at, "a move after the end of the record", text)
		return
	}
	t.lines.add(Ply{Text: text, Place: t.placeOf(at)})
}

func (t *csaText) begin() {
	t.header = false
	board := t.position.finish()
	board.second = t.turn == '-'
	t.record.Start = board.start()
}

// readTime reads the seconds that the statement before took, "T12".
func (t *csaText) readTime(at int, text string) {
	whole, decimals, fraction := strings.Cut(text[1:], ".")
	n, after := leadingNumber(whole)
	d := time.Duration(n) * time.Second
	if fraction {
		var ok bool
		if d, ok = parseClock("0:00." + decimals); !ok {
			after = -1
		}
		d += time.Duration(n) * time.Second
	}
	ply := t.lines.last()
	switch {
	case after != len(whole) || after == 0 || n == MaxNumber:
		t.fault(at, "no time in seconds", text)
	case t.ended:
		if !t.lines.endTime(d) {
			t.warn(t.placeOf(at), "the time of an ending without plies is not kept", text)
		}
	case ply == nil || ply.Spent != nil:
		t.warn(t.placeOf(at), "a time that belongs to no move is not kept", text)
	default:
		ply.Spent = t.lines.keep(d)
	}
}

func (t *csaText) readEnding(at int, text string) {
	word := text[1:]
	if t.header {
		t.begin()
	}
	switch e, ok := endingNamed(word); {
	case !ok || e.csa == "" || !strings.HasSuffix(word, e.csa):
		t.fault(at, "no ending of CSA", text)
		return
	case t.ended && word != t.record.Ending:
		t.fault(at, "a second ending", text)
		return
	case t.ended:
		t.warn(t.placeOf(at), "the ending is given twice", text)
	}
	t.ended = true
	t.record.Ending = word
}
