package parser

import (
	"bytes"
	"io"
	"strings"
)

// USI is the notation of the universal shogi interface: a game a line, with
// its start, "position startpos moves 7g7f 3c3d" or "position sfen … moves …",
// or nothing but the moves. Quotation marks around a line and a comma behind it
// are left out; lines of any other kind are no part of a game.
const USI Format = "usi"

// ruleUSI stands for it in faults.
const ruleUSI = "USI"

// usiFile finds where in a file another record begins: every line of USI is
// one.
type usiFile struct{ seen bool }

func (f *usiFile) begins(line []byte) bool {
	if !isUSILine(string(line[:min(len(line), usiPrefix)])) {
		return false
	}
	if f.seen {
		f.seen = false
		return true
	}
	f.seen = true
	return false
}

// usiPrefix is how much of a line tells whether it is of USI.
const usiPrefix = 256

func openUSI(src *source) func() (*Record, error) {
	f := &usiFile{}
	c := &cutter{
		src: src, begins: f.begins, missing: "no line of USI moves found",
		read: func(text string, _ int, place Place) *Record { return readUSI(text, place, &src.meter) },
	}
	return c.next
}

// detectUSI expects a line of USI among the first ones.
func detectUSI(prefix []byte) bool {
	const lines = 20
	n := 0
	for line := range bytes.Lines(prefix) {
		if isUSILine(string(line[:min(len(line), usiPrefix)])) {
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
	word := words[:wordEnd(words, 0)]
	switch word {
	case "position":
		next := words[skipBlanks(words, len(word)):]
		next = next[:wordEnd(next, 0)]
		return next == "startpos" || next == "sfen"
	case "startpos":
		return true
	case "sfen":
		_, ok := parseShogi(usiStart(words[len(word):]))
		return ok
	}
	return isUSIMove(word)
}

// isUSIMove reports whether a word has the form of a ply, 7g7f+ or P*5e.
func isUSIMove(word string) bool {
	if len(word) == 5 && word[4] == '+' {
		word = word[:4]
	}
	if len(word) != 4 || !isUSISquare(word[2:]) {
		return false
	}
	return isUSISquare(word[:2]) || word[1] == '*' && shogiByLetters(word[:1]) != 0
}

func isUSISquare(s string) bool { return s[0] >= '1' && s[0] <= '9' && s[1] >= 'a' && s[1] <= 'i' }

// usiBounds leaves out the blanks, quotation marks and commas around a line.
func usiBounds(line string) (from, to int) {
	const around = "'\"`,;"
	to = len(line)
	for from = skipBlanks(line, 0); from < to && strings.IndexByte(around, line[from]) >= 0; {
		from = skipBlanks(line, from+1)
	}
	to = from + len(strings.TrimRight(trim(line[from:]), around))
	return from, to
}

// usiStart is the four fields of SFEN that text starts with.
func usiStart(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		if i == 4 || word == "moves" {
			return strings.Join(words[:i], " ")
		}
	}
	return strings.Join(words, " ")
}

// usiText reads the text of one record of USI.
type usiText struct {
	textLines
	record *Record
	meter  *meter
	second bool
}

// readUSI reads the record in text, nil where there is none.
func readUSI(text string, place Place, m *meter) *Record {
	t := &usiText{meter: m, textLines: newTextLines(text, place), record: &Record{Format: USI}}
	found := false
	for t.advance() {
		line := t.current()
		switch {
		case !found && isUSILine(line):
			found = true
			from, to := usiBounds(line)
			t.readGame(t.start+from, t.start+to)
		case trim(line) == "":
		case found:
			if t.record.Trailing != "" {
				t.record.Trailing += "\n"
			}
			t.record.Trailing += trim(line)
		}
	}
	if !found {
		return nil
	}
	if e := t.record.Ending; e != "" {
		t.record.Result = ClaimedResult(e, t.second != (len(t.record.Moves)%2 == 1), "")
	}
	return t.record
}

// word gives the bounds of the word at or after i.
func (t *usiText) word(i, end int) (from, to int) {
	from = skipBlanks(t.text[:end], i)
	return from, wordEnd(t.text[:end], from)
}

// readGame reads the line of a game, from byte at to end.
func (t *usiText) readGame(at, end int) {
	t.record.Place = t.placeOf(at)
	from, to := t.word(at, end)
	if t.text[from:to] == "position" {
		from, to = t.word(to, end)
	}
	moves := from
	switch t.text[from:to] {
	case "startpos":
		moves = to
	case "sfen":
		moves = t.readStart(to, end)
	}
	t.record.Moves = make(Line, 0, t.meter.room((end-moves)/len("7g7f ")+1))
	for moves < end && t.record.Fault == nil {
		from, to := t.word(moves, end)
		moves = to
		switch word := t.text[from:to]; {
		case word == "" || word == "moves" && len(t.record.Moves) == 0:
		case word == "resign" || word == "win":
			t.record.Ending = word
			if rest := trim(t.text[to:end]); rest != "" {
				t.fault(to, "text after the end of the game", rest)
			}
		default:
			t.meter.ply()
			t.record.Moves = append(t.record.Moves, Ply{Text: word, Place: t.placeOf(from)})
		}
	}
	if len(t.record.Moves) == 0 {
		t.record.Moves = nil
	}
}

func (t *usiText) fault(at int, message, text string) {
	at = skipBlanks(t.text[:t.end], at)
	t.record.Fault = &Fault{Place: t.placeOf(at), Rule: ruleUSI, Message: message, Text: text}
}

// readStart reads SFEN from byte at and gives where it ends.
func (t *usiText) readStart(at, end int) int {
	text := usiStart(t.text[at:end])
	for range strings.FieldsSeq(text) {
		_, at = t.word(at, end)
	}
	board, ok := parseShogi(text)
	if !ok {
		t.fault(at-len(text), "no position in SFEN", text)
		return end
	}
	t.second = board.second
	t.record.Start = board.start()
	return at
}

// writeUSI writes a record as one line. Only moves and start have a place in
// it, and the endings by resignation and by declaration.
func writeUSI(w io.Writer, r *Record) error {
	board, ok := startBoard(r)
	if !ok {
		return &Unwritable{Format: USI, Message: "start", Text: r.Start}
	}
	b := []byte("position startpos")
	if board.start() != "" {
		b = append([]byte("position sfen "), board.sfen()...)
	}
	if len(r.Moves) > 0 {
		b = append(b, " moves"...)
	}
	flat := Record{Format: USI, Start: board.start(), Moves: make(Line, len(r.Moves))}
	for i := range r.Moves {
		flat.Moves[i].Text = r.Moves[i].Text
		b = append(append(b, ' '), r.Moves[i].Text...)
	}
	if word := usiEnding(r.Ending, board.second != (len(r.Moves)%2 == 1), r.Result); word != "" {
		b = append(append(b, ' '), word...)
	}
	b = append(b, '\n')
	if err := checkWritten(b, nil, &flat, USI, openUSI); err != nil {
		return err
	}
	_, err := w.Write(b)
	return err
}
