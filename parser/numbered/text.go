package numbered

import (
	"slices"
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// numberedText reads one record line by line.
type numberedText struct {
	scan.Lines
	record *record.Record
	meter  *source.Meter
	at     int // read position

	// variations are the open variations, innermost last.
	variations []openVariation

	afterBlank   bool   // the previous line is blank
	dashesWarned bool   // the warning about typographic dashes was given
	ending       string // named by a line after the moves
	// joined is the text so far of a ply interrupted by comments. pieces are
	// the offsets of its parts, by ply index.
	joined []byte
	pieces map[int][]textPiece
}

// textPiece is a part of a ply: its offset in the ply's text, and in the
// record's text.
type textPiece struct{ offset, at int }

// readNumbered reads the record in text, which starts at place and has its
// header at byte head. plies is the expected number of plies.
func readNumbered(text string, head int, place scan.Place, plies int, m *source.Meter) *record.Record {
	t := &numberedText{Lines: scan.NewLines(text, place), record: &record.Record{Format: Numbered}, meter: m}
	t.record.Moves = make(record.Line, 0, m.Room(min(plies, len(text)/minPlySize+1)))
	for t.advance() {
		if t.Start < head {
			continue
		}
		if t.record.Place.Line == 0 && scan.SkipBlanks(t.Text[:t.End], t.Start) < t.End {
			t.record.Place = t.PlaceOf(scan.SkipBlanks(t.Text, t.Start))
		}
		if !t.readLine() {
			break
		}
	}
	t.closeVariations()
	if tag, wrong := t.record.TakeResult(); wrong != "" {
		t.record.Warnings = append(t.record.Warnings,
			record.Fault{Place: tag.Place, Rule: "NL-8", Message: wrong, Text: tag.Value})
	}
	if _, ok := t.record.Tag(ZillionsKey); !ok {
		t.splitPairs()
	}
	t.record.TakeEnding(t.ending, secondMovesFirst(t.record) != (len(t.record.Moves)%2 == 1))
	if len(t.record.Moves) == 0 {
		t.record.Moves = nil
	}
	return t.record
}

// minPlySize is the length of the shortest ply, "1. Pass\n". It bounds the
// capacity allocated for plies.
const minPlySize = 8

func (t *numberedText) advance() bool {
	blank := t.Line >= t.Place.Line && scan.SkipBlanks(t.Text[:t.End], t.Start) == t.End
	if !t.Advance() {
		return false
	}
	t.afterBlank, t.at = blank, t.Start
	return true
}

// readLine reads the current line. If a brace comment spans several lines, it
// reads them all. It returns false if reading must stop.
func (t *numberedText) readLine() bool {
	if len(t.record.Moves) == 0 && t.readHeader() {
		return true
	}
	for t.record.Fault == nil {
		if t.skipBlanks(); t.at == t.End {
			return true
		}
		if _, read := t.readComment(); read || t.readBracket() {
			continue
		}
		if t.readResult() {
			continue
		}
		number, after := PlyNumber(t.Text[:t.End], t.at)
		if after == t.at {
			number, after = t.lastNumber(), Dots(t.Text[:t.End], t.at)
		} else if number == 0 {
			at := SkipDots(t.Text[:t.End], after)
			t.fault(t.PlaceOf(at), "NL-1", "move number 0; move numbers start at 1", t.Text[at:t.End])
			return false
		}
		if after == t.at {
			t.readTrailing()
			return false
		}
		if t.record.Result != "" {
			t.fault(t.PlaceOf(t.at), "NL-9", "a move after the result "+t.record.Result, t.Text[t.at:t.End])
			return false
		}
		t.readPly(number, after)
	}
	return false
}

func (t *numberedText) skipBlanks() { t.at = scan.SkipBlanks(t.Text[:t.End], t.at) }

// readHeader reads a header line or a set-up line.
func (t *numberedText) readHeader() bool {
	line := t.Text[t.Start:t.End]
	first := scan.SkipBlanks(line, 0)
	if first == len(line) || line[first]-'0' <= 9 {
		return false
	}
	if line[first] == '(' {
		piece, ok := setupLine(line)
		if ok {
			piece.Place = t.PlaceOf(t.Start + first)
			t.record.Setup = append(t.record.Setup, piece)
		}
		return ok
	}
	tag, ok := HeaderLine(line)
	if ok {
		tag.Place = t.PlaceOf(t.Start + first)
		t.record.Tags = append(t.record.Tags, tag)
	}
	return ok || t.continuesTitle(scan.Trim(line))
}

// longTitle is the length from which a title may have been wrapped anywhere.
const longTitle = 24

// continuesTitle reports whether a mail program wrapped the title of the
// variant, and this line is the rest of it. It then adds the line to the title.
func (t *numberedText) continuesTitle(line string) bool {
	n := len(t.record.Tags)
	if n == 0 || t.afterBlank || !scan.IsASCIILetter(line[0]) || IsPlyLine(line) {
		return false
	}
	title := &t.record.Tags[n-1]
	last := title.Value[max(0, len(title.Value)-1):]
	if StartOfKey(title.Key)&(startName|startVariant) == 0 || last == ")" ||
		len(title.Value) < longTitle && last != "," && last != ":" {
		return false
	}
	title.Value += " " + line
	t.record.Warnings = append(t.record.Warnings, record.Fault{
		Place: t.PlaceOf(t.Start), Rule: "NL-8", Text: line, Message: "this line continues the title of the line above",
	})
	return true
}

// readResult reads a result that has a line of its own after the moves (NL-9).
func (t *numberedText) readResult() bool {
	if len(t.record.Moves) == 0 || len(t.variations) > 0 || t.record.Result != "" ||
		t.at != scan.SkipBlanks(t.Text, t.Start) {
		return false
	}
	end := t.plyEnd()
	text := scan.Trim(t.Text[t.at:end])
	t.record.Result = record.ReadResult(text)
	if t.record.Result == "" {
		c, ok := record.ReadClosing(text)
		if !ok || t.ending != "" {
			return false
		}
		t.record.Result, t.ending = c.Result, c.Ending
	}
	t.at = end
	return true
}

// cutResult removes a result from the end of a ply of the main line: "1.
// Pawn f3
// - f4 1-0".
func (t *numberedText) cutResult(ply *record.Ply) {
	at := strings.LastIndexAny(ply.Text, " \t") + 1
	result := record.ReadResult(ply.Text[at:])
	if at == 0 || len(t.variations) > 0 || t.record.Result != "" || result == "" || result == record.BothLose {
		return
	}
	t.record.Result, ply.Text = result, scan.Trim(ply.Text[:at])
}

// secondMovesFirst reports whether the second player moves first in the
// starting position.
func secondMovesFirst(r *record.Record) bool {
	setup, _ := r.Tag("Setup")
	fields := strings.Fields(setup)
	return len(fields) > 1 && fields[1] == "b"
}

// readTrailing keeps the rest of the text as trailing text if a blank line
// separates it and no line of it looks like a ply. Otherwise it is an error,
// because the plies after it may belong to another game.
func (t *numberedText) readTrailing() {
	from, place, line := t.Start, t.PlaceOf(t.at), t.Text[t.at:t.End]
	message := "neither a numbered ply nor a comment"
	if len(t.record.Moves) == 0 {
		message = "neither a header line, a numbered ply nor a comment"
	}
	if t.at != scan.SkipBlanks(t.Text, t.Start) || !t.afterBlank && !t.isProse(line) || len(t.variations) > 0 {
		t.fault(place, "NL-1", message, line)
		return
	}
	for t.advance() {
		if IsPlyLine(t.Text[t.Start:t.End]) {
			t.fault(place, "NL-1", message+", and plies follow", line)
			return
		}
	}
	t.record.Trailing = scan.Trim(t.Text[from:])
	t.record.Warnings = append(t.record.Warnings, record.Fault{
		Place: place, Rule: "NL-1", Text: line,
		Message: "text after the moves is kept but not read",
	})
}

// isProse reports whether a line after the moves has only words, such as
// "adjudicated".
func (t *numberedText) isProse(line string) bool {
	words := strings.Fields(line)
	return len(t.record.Moves) > 0 &&
		!slices.ContainsFunc(words, func(word string) bool { return !record.IsClosingWord(word) })
}

func (t *numberedText) fault(place scan.Place, rule, message, text string) {
	t.record.Fault = &record.Fault{Place: place, Rule: rule, Message: message, Text: text}
}

// readPly reads one ply up to the end of the line or the next ply on it. Its
// number or dots end at after.
func (t *numberedText) readPly(number, after int) {
	begin := t.at
	t.at = SkipDots(t.Text[:t.End], after)
	line := t.currentLine()
	t.meter.Ply()
	k := len(*line)
	*line = append(*line, record.Ply{Number: number})
	if before := t.takeBefore(); len(before) > 0 {
		(*line)[len(*line)-1].Annotate().Before = before
	}
	ply := &(*line)[k]
	place := t.PlaceOf(begin)
	ok := true
	for ok && (t.at < t.End || t.continues(ply)) {
		segment := t.at
		stop := t.plyEnd()
		if text := scan.Trim(t.Text[segment:stop]); text != "" {
			t.addPiece(ply, k, segment, text)
		}
		if t.at = stop; t.at == t.End {
			continue
		}
		var read bool
		if ok, read = t.readComment(); !read {
			break
		}
		t.skipBlanks()
	}
	if len(t.joined) > 0 {
		ply.Text, t.joined = string(t.joined), t.joined[:0]
	}
	t.cutResult(ply)
	if ply.Text == "" {
		*line = (*line)[:k]
		if ok {
			t.fault(place, "NL-1", "a number without a move", t.Text[t.Start:t.End])
		}
	}
}

// continues reports whether a mail program wrapped a ply: its text so far is no
// complete move, or the next line starts with a sign, and both together are a
// move. It then advances to that line.
func (t *numberedText) continues(ply *record.Ply) bool {
	if t.at != t.End || t.Next >= len(t.Text) || t.Text[t.Next]-'0' <= 9 {
		return false // at most lines
	}
	text := ply.Text
	if len(t.joined) > 0 {
		text = string(t.joined)
	}
	next := scan.Trim(t.Text[t.Next:scan.LineEnd(t.Text, t.Next)])
	if next == "" || startsComment(next) || next[0] == '(' || next[0] == ')' || IsPlyLine(next) {
		return false
	}
	first, _, _ := strings.Cut(next, " ")
	if isMoveText(text) && signOf(first) == 0 || !isMoveText(text+" "+next) || !t.advance() {
		return false
	}
	t.record.Warnings = append(t.record.Warnings, record.Fault{
		Place: t.PlaceOf(t.at), Rule: "NL-1", Text: next, Message: "this line continues the move of the line above",
	})
	return true
}

// isMoveText reports whether a text has actions, one of which moves a piece.
func isMoveText(text string) bool {
	actions, _, fault := AppendActions(nil, text)
	return fault == nil && countMovers(actions) > 0
}

// addPiece adds the text at byte at to a ply, the k-th of its line.
func (t *numberedText) addPiece(ply *record.Ply, k, at int, text string) {
	at = scan.SkipBlanks(t.Text, at)
	if !t.dashesWarned && scan.DashesAsHyphens(text) != text {
		t.dashesWarned = true
		t.record.Warnings = append(t.record.Warnings, record.Fault{
			Place: t.PlaceOf(at), Rule: "NL-6b", Text: text, Message: "typographic dashes are read as plain ones",
		})
	}
	if ply.Text == "" {
		ply.Text, ply.Place = text, t.PlaceOf(at)
		return
	}
	if len(t.joined) == 0 {
		t.joined = append(t.joined, ply.Text...)
	}
	t.joined = append(t.joined, ' ')
	if len(t.variations) == 0 {
		t.recordPiece(ply, k, textPiece{len(t.joined), at})
	}
	t.joined = append(t.joined, text...)
}

// recordPiece records the offset of a part of the k-th ply of the main line.
func (t *numberedText) recordPiece(ply *record.Ply, k int, p textPiece) {
	if t.pieces == nil {
		t.pieces = map[int][]textPiece{}
	}
	if t.pieces[k] == nil {
		t.pieces[k] = []textPiece{{0, int(ply.Place.Offset - t.Place.Offset)}}
	}
	t.pieces[k] = append(t.pieces[k], p)
}

// plyEnd returns the end of the ply's text from t.at on: a comment, a bracket,
// the next ply's number or dots, or the end of the line.
func (t *numberedText) plyEnd() int {
	line := t.Text[:t.End]
	for i := t.at; i < len(line); i++ {
		switch line[i] {
		case '{', ';', '/':
			if startsComment(line[i:]) {
				return i
			}
		case '(':
			if (i == t.at || scan.BlankBefore(line, i)) && t.opensVariation(line, i) {
				return i
			}
		case ')':
			if len(t.variations) > 0 && closesVariation(line, i) {
				return i
			}
		case '.', Ellipsis[0]:
			word := i // start of the word that the dots may end
			for word > t.at && line[word-1]-'0' <= 9 {
				word--
			}
			if word > t.at && !scan.BlankBefore(line, word) {
				continue
			}
			if _, after := PlyNumber(line, word); after > word {
				return word
			}
			if word == i && dotsWord(line, i) > i {
				return i
			}
		}
	}
	return len(line)
}

// readComment reads the comment at t.at, if there is one. ok is false if it has
// no end.
func (t *numberedText) readComment() (ok, read bool) {
	line := t.Text[t.at:t.End]
	if !startsComment(line) {
		return true, false
	}
	if line[0] == '{' {
		return t.readBrace(), true
	}
	sign := 1
	if line[0] == '/' {
		sign = 2
	}
	t.addComment(record.Comment{Text: scan.Trim(line[sign:]), Place: t.PlaceOf(t.at)})
	t.at = t.End
	return true, true
}

// readBrace reads a comment in braces. They cannot be nested.
func (t *numberedText) readBrace() bool {
	open, place, line := t.at+1, t.PlaceOf(t.at), t.Text[t.at:t.End]
	length := strings.IndexByte(t.Text[open:], '}')
	if length < 0 {
		t.fault(place, "NL-6", "a comment without closing brace", line)
		return false
	}
	shut := open + length
	for t.End < shut {
		t.advance()
	}
	t.at = shut + 1
	t.addComment(record.Comment{Text: scan.Trim(scan.LineEnds.Replace(t.Text[open:shut])), Place: place})
	return true
}
