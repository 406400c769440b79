package shogi

import (
	"bytes"
	"strings"
	"time"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// CSA is the record format of the Computer Shogi Association, version 2.2.
const CSA record.Format = "csa"

// ruleCSA is the rule ID of errors in CSA.
const ruleCSA = "CSA"

// csaSplitter splits a file into records. A record begins after a line with a
// single slash, or with the version if plies or an ending came before.
type csaSplitter struct{ afterSlash, hasMoves bool }

func (f *csaSplitter) begins(line []byte) bool {
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0:
		return false
	case f.afterSlash:
		f.afterSlash, f.hasMoves = false, false
		return true
	case line[0] == 'V' && f.hasMoves:
		f.hasMoves = false
		return true
	}
	f.afterSlash = len(line) == 1 && line[0] == '/'
	f.hasMoves = f.hasMoves || line[0] == '%' || len(line) > 1 && (line[0] == '+' || line[0] == '-')
	return false
}

func openCSA(src *source.Source) func() (*record.Record, error) {
	f := &csaSplitter{}
	c := &source.Cutter{
		Src: src, Begins: f.begins, Encoding: source.EncodingShiftJIS,
		Missing: "no CSA statement found",
		Read:    func(text string, _ int, place scan.Place) *record.Record { return readCSA(text, place, &src.Meter) },
	}
	return c.Next
}

// detectCSA reports whether a text has only CSA statements up to the first
// position or ply.
func detectCSA(prefix []byte) bool {
	for line := range strings.Lines(scan.LineEnds.Replace(string(prefix))) {
		text := scan.Trim(line)
		switch {
		case text == "" || text[0] == '\'' || text[0] == '$':
		case text == "V2" || strings.HasPrefix(text, "V2.") || text == "V3" || strings.HasPrefix(text, "V3."):
			return true
		case strings.HasPrefix(text, "N+"), strings.HasPrefix(text, "N-"), text == "+", text == "-", text == "/":
		case strings.HasPrefix(text, "PI"), strings.HasPrefix(text, "P1"), strings.HasPrefix(text, "P+"),
			strings.HasPrefix(text, "P-"):
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
	return p.read(scan.Trim(statement))
}

// isCSAMove reports whether text has the form of a ply: +7776FU.
func isCSAMove(text string) bool {
	if len(text) != len("+7776FU") || text[0] != '+' && text[0] != '-' {
		return false
	}
	_, digits := scan.LeadingNumber(text[1:5])
	return digits == 4 && pieceByCSA(text[5:]) != 0
}

// csaText reads one CSA record.
type csaText struct {
	scan.Lines
	record   *record.Record
	position csaPosition
	turn     byte // sign of the side that moves first; 0 if not stated
	lines    lineStack
	header   bool // no ply yet
	ended    bool
}

// readCSA reads the record in text; nil if there is none.
func readCSA(text string, place scan.Place, m *source.Meter) *record.Record {
	t := &csaText{Lines: scan.NewLines(text, place), record: &record.Record{Format: CSA}, header: true}
	t.lines.meter = m
	t.lines.begin(scan.CountLines(text, "+-"))
	statements := false
	for t.Advance() && t.record.Fault == nil {
		first := scan.SkipBlanks(t.Text[:t.End], t.Start)
		if first == t.End {
			continue
		}
		if t.record.Place.Line == 0 {
			t.record.Place = t.PlaceOf(first)
		}
		line := scan.Trim(t.Text[first:t.End])
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
	inferResult(t.record, t.turn == '-')
	return t.record
}

func (t *csaText) fault(at int, message, text string) {
	t.record.Fault = &record.Fault{Place: t.PlaceOf(at), Rule: ruleCSA, Message: message, Text: text}
}

func (t *csaText) warn(place scan.Place, message, text string) {
	t.record.Warnings = append(t.record.Warnings,
		record.Fault{Place: place, Rule: ruleCSA, Message: message, Text: text})
}

// readLine reads the line at byte first. A line may have several statements,
// separated by commas, and a comment at its end. Statements with free text need
// a line of their own.
func (t *csaText) readLine(first int, line string) {
	switch line[0] {
	case '\'':
		t.readComment(first, scan.Trim(line[1:]))
	case '/':
	case 'N':
		if len(line) < 2 || line[1] != '+' && line[1] != '-' {
			t.fault(first, "not a CSA statement", line)
			return
		}
		t.addTag(first, line[:2], line[2:])
	case '$':
		key, value, ok := strings.Cut(line[1:], ":")
		if key = scan.Trim(key); !ok || key == "" {
			t.fault(first, "this keyword has no value; expected $KEY:VALUE", line)
			return
		}
		t.addTag(first, key, value)
	default:
		for at := first; at <= t.End && t.record.Fault == nil; {
			if at = scan.SkipBlanks(t.Text[:t.End], at); at < t.End && t.Text[at] == '\'' {
				t.readComment(at, scan.Trim(t.Text[at+1:t.End]))
				return
			}
			end := t.End
			if comma := strings.IndexByte(t.Text[at:t.End], ','); comma >= 0 {
				end = at + comma
			}
			t.readStatement(at, scan.Trim(t.Text[at:end]))
			at = end + 1
		}
	}
}

func (t *csaText) addTag(first int, key, value string) {
	t.record.Tags = append(t.record.Tags, record.Tag{Key: key, Value: scan.Trim(value), Place: t.PlaceOf(first)})
}

// readComment keeps a comment, without the star of a comment on the game. It
// drops a first line that names the encoding. Two stars mark the output of an
// engine and are kept.
func (t *csaText) readComment(first int, text string) {
	t.lines.meter.Comment(text)
	if rest, ok := strings.CutPrefix(text, "*"); ok && !strings.HasPrefix(rest, "*") {
		text = scan.Trim(rest)
	}
	name := strings.TrimPrefix(text, "CSA ")
	if strings.HasPrefix(name, "encoding=") && t.record.Place.Line == t.Line {
		return
	}
	c := record.Comment{Text: text, Place: t.PlaceOf(first)}
	if !t.lines.comment(c) {
		t.record.Comments = append(t.record.Comments, c)
	}
}

func (t *csaText) readPosition(at int, text string) {
	if !t.position.given {
		t.record.StartPlace = t.PlaceOf(at)
	}
	switch {
	case !t.header:
		t.fault(at, "a position among the moves", text)
	case !t.position.read(text):
		t.fault(at, "not a shogi position", text)
		t.record.Fault.Start = true
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
		t.fault(at, "not a CSA statement", text)
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
	t.lines.add(record.Ply{Text: text, Place: t.PlaceOf(at)})
}

func (t *csaText) begin() {
	t.header = false
	board := t.position.finish()
	board.second = t.turn == '-'
	t.record.Start = board.start()
}

// readTime reads the seconds used for the previous statement: T12.
func (t *csaText) readTime(at int, text string) {
	whole, decimals, fraction := strings.Cut(text[1:], ".")
	n, after := scan.LeadingNumber(whole)
	d := time.Duration(n) * time.Second
	if fraction {
		var ok bool
		if d, ok = record.ParseClock("0:00." + decimals); !ok {
			after = -1
		}
		d += time.Duration(n) * time.Second
	}
	ply := t.lines.lastPly()
	switch {
	case after != len(whole) || after == 0 || n == scan.MaxNumber:
		t.warn(t.PlaceOf(at), "this time is not a number of seconds and is not kept; expected T12 or T3.5", text)
	case t.ended:
		if !t.lines.endTime(d) {
			t.warn(t.PlaceOf(at), "the time of an ending without plies is not kept", text)
		}
	case ply == nil || ply.Spent != nil:
		t.warn(t.PlaceOf(at), "a time without a move is not kept", text)
	default:
		ply.Spent = t.lines.newTime(d)
	}
}

func (t *csaText) readEnding(at int, text string) {
	word := text[1:]
	if t.header {
		t.begin()
	}
	switch e, ok := record.EndingNamed(word); {
	case !ok || e.CSA == "" || !strings.HasSuffix(word, e.CSA):
		t.fault(at, "unknown ending; expected a CSA word such as %TORYO", text)
		return
	case t.ended && word != t.record.Ending:
		t.fault(at, "a second ending", text)
		return
	case t.ended:
		t.warn(t.PlaceOf(at), "the ending is given twice", text)
	}
	t.ended = true
	t.record.Ending = word
}

// csaKeys are the keys of CSA; keywords are without their $.
var csaKeys = record.Keys{
	record.FieldFirst: {"N+"}, record.FieldSecond: {"N-"}, record.FieldEvent: {"EVENT"}, record.FieldSite: {"SITE"},
	record.FieldStart: {"START_TIME"},
	record.FieldEnd:   {"END_TIME"}, record.FieldTimeControl: {"TIME_LIMIT", "TIME"}, record.FieldOpening: {"OPENING"},
	record.FieldNote: {"NOTE"},
}
