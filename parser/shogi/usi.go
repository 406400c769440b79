package shogi

import (
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// USI is the notation of the Universal Shogi Interface, one game per line:
// "position startpos moves 7g7f 3c3d", "position sfen … moves …", or only the
// moves. A position without moves may have them on the lines after it.
// Quotation marks around a line and a comma after it are ignored, and so are
// other lines.
const USI record.Format = "usi"

// ruleUSI is the rule ID of errors in USI.
const ruleUSI = "USI"

// usiSplitter splits a file into records: each line of USI is one.
type usiSplitter struct {
	hasLine  bool
	position bool // the record starts with a position alone; its moves follow
}

func (f *usiSplitter) begins(line []byte) bool {
	text := string(line[:min(len(line), usiPrefix)])
	if !isUSILine(text) || f.position && startsUSIMoves(text) {
		return false
	}
	f.position = isUSIPosition(text)
	if f.hasLine {
		f.hasLine = false
		return true
	}
	f.hasLine = true
	return false
}

// usiPrefix is the number of bytes of a line that decide whether it is USI.
const usiPrefix = 256

func openUSI(src *source.Source) func() (*record.Record, error) {
	f := &usiSplitter{}
	c := &source.Cutter{
		Src: src, Begins: f.begins, Missing: "no line of USI moves found",
		Read: func(text string, _ int, place scan.Place) *record.Record { return readUSI(text, place, &src.Meter) },
	}
	return c.Next
}

// detectUSI reports whether one of the first lines is USI.
func detectUSI(prefix []byte) bool {
	const lines = 20
	n := 0
	for line := range strings.Lines(scan.LineEnds.Replace(string(prefix))) {
		if isUSILine(line[:min(len(line), usiPrefix)]) {
			return true
		}
		if n++; n == lines {
			break
		}
	}
	return false
}

func isUSILine(line string) bool {
	from, to := usiBounds(line)
	words := line[from:to]
	word := words[:scan.WordEnd(words, 0)]
	switch word {
	case "position":
		next := words[scan.SkipBlanks(words, len(word)):]
		next = next[:scan.WordEnd(next, 0)]
		return next == "startpos" || next == "sfen"
	case "startpos":
		return true
	case "sfen":
		_, ok := parseShogi(usiStart(words[len(word):]))
		return ok
	}
	return isUSIMove(word) || isSFEN(words)
}

// isSFEN reports whether a line starts with a position in SFEN without a word
// before it.
func isSFEN(line string) bool {
	const slashes = 3 // of the smallest boards
	if strings.Count(line, "/") < slashes || len(strings.Fields(usiStart(line))) < 3 {
		return false
	}
	_, ok := parseShogi(usiStart(line))
	return ok
}

// isUSIPosition reports whether a line of USI has a position without moves.
func isUSIPosition(line string) bool {
	from, to := usiBounds(line)
	text := strings.TrimPrefix(line[from:to], "position ")
	text = strings.TrimPrefix(text, "sfen ")
	return isSFEN(text) && len(strings.Fields(text)) <= 4
}

// startsUSIMoves reports whether a line of USI starts with a move.
func startsUSIMoves(line string) bool {
	from, to := usiBounds(line)
	words := line[from:to]
	word := words[:scan.WordEnd(words, 0)]
	return word == "moves" || isUSIMove(word)
}

// isUSIMove reports whether a word has the form of a ply: 7g7f+, P*5e, or
// 7j7i6h with an intermediate square.
func isUSIMove(word string) bool {
	word = strings.TrimSuffix(word, "+")
	if len(word) == 4 && word[1] == '*' && pieceByLetters(shogiPieces, word[:1]) != 0 {
		word = word[2:]
		return usiSquare(word) == len(word)
	}
	squares := 0
	for ; word != ""; squares++ {
		size := usiSquare(word)
		if size == 0 {
			return false
		}
		word = word[size:]
	}
	return squares == 2 || squares == 3
}

// usiSquare returns the length of the square that text starts with, such as 7g
// or 12a; 0 for none.
func usiSquare(text string) int {
	file, size := scan.LeadingNumber(text)
	if size == 0 || size > 2 || text[0] == '0' || file > chuSize || len(text) == size || text[size] < 'a' ||
		text[size] >= 'a'+chuSize {
		return 0
	}
	return size + 1
}

// usiBounds returns the bounds of a line without the blanks, quotation marks
// and commas around it.
func usiBounds(line string) (from, to int) {
	const around = "'\"`,;"
	to = len(line)
	for from = scan.SkipBlanks(line, 0); from < to && strings.IndexByte(around, line[from]) >= 0; {
		from = scan.SkipBlanks(line, from+1)
	}
	to = from + len(strings.TrimRight(scan.Trim(line[from:]), around))
	return from, to
}

// usiStart returns the SFEN that text starts with, up to four fields.
func usiStart(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		if i == 4 || word == "moves" {
			return strings.Join(words[:i], " ")
		}
	}
	return strings.Join(words, " ")
}

// usiText reads one USI record.
type usiText struct {
	scan.Lines
	record *record.Record
	meter  *source.Meter
	second bool
}

// readUSI reads the record in text; nil if there is none.
func readUSI(text string, place scan.Place, m *source.Meter) *record.Record {
	t := &usiText{meter: m, Lines: scan.NewLines(text, place), record: &record.Record{Format: USI}}
	found, position := false, false
	var trailing []string
	for t.Advance() {
		line := t.Current()
		switch {
		case !found && isUSILine(line):
			found, position = true, isUSIPosition(line)
			from, to := usiBounds(line)
			t.readGame(t.Start+from, t.Start+to)
		case scan.Trim(line) == "":
		case position && t.record.Ending == "" && t.record.Fault == nil && startsUSIMoves(line):
			from, to := usiBounds(line)
			t.readMoves(t.Start+from, t.Start+to)
		case found:
			trailing = append(trailing, scan.Trim(line))
		}
	}
	t.record.Trailing = strings.Join(trailing, "\n")
	if !found {
		return nil
	}
	inferResult(t.record, t.second)
	return t.record
}

// word returns the bounds of the word at or after i.
func (t *usiText) word(i, end int) (from, to int) {
	from = scan.SkipBlanks(t.Text[:end], i)
	return from, scan.WordEnd(t.Text[:end], from)
}

// readGame reads a game from bytes at to end.
func (t *usiText) readGame(at, end int) {
	t.record.Place = t.PlaceOf(at)
	from, to := t.word(at, end)
	if t.Text[from:to] == "position" {
		from, to = t.word(to, end)
	}
	moves := from
	switch t.Text[from:to] {
	case "startpos":
		moves = to
	case "sfen":
		moves = t.readStart(to, end)
	default:
		if isSFEN(t.Text[from:end]) {
			moves = t.readStart(from, end)
		}
	}
	t.readMoves(moves, end)
}

// readMoves reads the moves from bytes moves to end.
func (t *usiText) readMoves(moves, end int) {
	if t.record.Moves == nil {
		t.record.Moves = make(record.Line, 0, t.meter.Room((end-moves)/len("7g7f ")+1))
	}
	for moves < end && t.record.Fault == nil {
		from, to := t.word(moves, end)
		moves = to
		switch word := t.Text[from:to]; {
		case word == "" || word == "moves" && len(t.record.Moves) == 0:
		case word == "resign" || word == "win":
			t.record.Ending = word
			if rest := scan.Trim(t.Text[to:end]); rest != "" {
				t.fault(to, "text after the end of the game", rest)
			}
		default:
			t.meter.Ply()
			t.record.Moves = append(t.record.Moves, record.Ply{Text: word, Place: t.PlaceOf(from)})
		}
	}
	if len(t.record.Moves) == 0 {
		t.record.Moves = nil
	}
}

func (t *usiText) fault(at int, message, text string) {
	at = scan.SkipBlanks(t.Text[:t.End], at)
	t.record.Fault = &record.Fault{Place: t.PlaceOf(at), Rule: ruleUSI, Message: message, Text: text}
}

// readStart reads the SFEN at byte at and returns its end.
func (t *usiText) readStart(at, end int) int {
	text := usiStart(t.Text[at:end])
	place := t.PlaceOf(scan.SkipBlanks(t.Text[:end], at))
	for range strings.FieldsSeq(text) {
		_, at = t.word(at, end)
	}
	board, ok := parseShogi(text)
	if !ok {
		t.fault(at-len(text), "not a position in SFEN", text)
		t.record.Fault.Start = true
		return end
	}
	t.second = board.second
	t.record.Start, t.record.StartPlace = board.start(), place
	return at
}

// printUSI writes a record as one line: start, moves, and the endings resign
// and win.
func printUSI(r *record.Record) ([]byte, error) {
	board, err := writtenStart(r, USI)
	if err != nil {
		return nil, err
	}
	b := []byte("position startpos")
	if board.start() != "" {
		b = append([]byte("position sfen "), board.sfen()...)
	}
	if len(r.Moves) > 0 {
		b = append(b, " moves"...)
	}
	flat := record.Record{Format: USI, Start: board.start(), Moves: make(record.Line, len(r.Moves))}
	for i := range r.Moves {
		flat.Moves[i].Text = r.Moves[i].Text
		b = append(append(b, ' '), r.Moves[i].Text...)
	}
	if word := usiEnding(r.Ending, board.second != (len(r.Moves)%2 == 1), r.Result); word != "" {
		b = append(append(b, ' '), word...)
	}
	b = append(b, '\n')
	return b, checkWritten(b, nil, &flat, USI, openUSI)
}
