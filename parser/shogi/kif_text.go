package shogi

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// kifText reads one record of KIF or KI2 line by line.
type kifText struct {
	scan.Lines
	record  *record.Record
	diagram kifDiagram
	header  bool // no ply, ending or opening comment read yet
	// second means that the second player moves first.
	second bool
	lines  lineStack
	// ended and summaryRead mean that the ending and the summary of the current
	// line were read.
	ended, summaryRead bool
	// skipping means that lines are skipped up to the next variation, because
	// this one has an unreadable first line.
	skipping bool
	// pendingStep is the first step of a turn that needs a second; "" for none.
	pendingStep string
	// commentEnding is the ending stated by a comment on the main line; "" for
	// none. Servers write it so if they have no word for it among the plies.
	commentEnding string
	trailing      []string // lines after the moves
}

// readKIF reads the record in text; nil if there is none.
func readKIF(text string, place scan.Place, format record.Format, m *source.Meter) *record.Record {
	t := &kifText{Lines: scan.NewLines(text, place), record: &record.Record{Format: format}, header: true}
	t.lines.meter = m
	if format == KIF {
		t.lines.begin(scan.CountLines(text, "123456789"))
	} else {
		t.lines.begin(strings.Count(text, "▲") + strings.Count(text, "△"))
	}
	for t.Advance() && t.record.Fault == nil {
		first := scan.SkipBlanks(t.Text[:t.End], t.Start)
		if first == t.End {
			continue
		}
		if t.record.Place.Line == 0 {
			t.record.Place = t.PlaceOf(first)
		}
		t.readLine(first, scan.Trim(t.Text[first:t.End]))
	}
	if t.header && t.record.Fault == nil {
		t.begin(false, false)
	}
	if t.pendingStep != "" && t.record.Fault == nil {
		t.fault(t.PlaceOf(t.Start), "a first step without its second", t.pendingStep)
	}
	t.record.Moves, t.record.Trailing = t.lines.finish(), strings.Join(t.trailing, "\n")
	if t.record.Place.Line == 0 {
		return nil
	}
	t.readResult()
	return t.record
}

func (t *kifText) fault(place scan.Place, message, text string) {
	t.record.Fault = &record.Fault{Place: place, Rule: ruleKIF, Message: message, Text: text}
}

func (t *kifText) faultStart(first int, message, line string) {
	t.fault(t.PlaceOf(first), message, line)
	t.record.Fault.Start = true
}

func (t *kifText) warn(place scan.Place, message, text string) {
	t.record.Warnings = append(t.record.Warnings,
		record.Fault{Place: place, Rule: ruleKIF, Message: message, Text: text})
}

// readLine reads the line at byte first, which is not blank.
func (t *kifText) readLine(first int, line string) {
	switch c := line[0]; {
	case namesNotation(line) && t.record.Place.Line == t.Line, line == noMovesRemark: // nothing to read
	case c == '#':
		t.addComment(record.Comment{Text: line, Place: t.PlaceOf(first)})
	case c == '*':
		t.readComment(first, scan.Trim(line[1:]))
	case c == '&':
		t.addBookmark(first, scan.Trim(line[1:]))
	case strings.HasPrefix(line, "変化"):
		t.readVariation(first, line)
	case t.skipping:
	case strings.HasPrefix(line, "まで"):
		t.readSummary(first, line)
	case isTableHeader(line):
	case t.header && t.readHeader(first, line):
	case c-'0' <= 9 && t.record.Format == KIF:
		t.readNumbered(first)
	case sideMarkLen(line) > 0 && t.record.Format == KI2:
		t.readMarked(first)
	default:
		t.readOther(first, line)
	}
}

// readHeader reads a line of the header or of a diagram.
func (t *kifText) readHeader(first int, line string) bool {
	d := &t.diagram
	switch {
	case line[0] == '|':
		if d.ranks == 0 {
			t.record.StartPlace = t.PlaceOf(first)
		}
		if !d.readRow(line) {
			t.faultStart(first, "not a rank of a diagram", line)
		}
		return true
	case isDiagramEdge(line), d.readTurn(line), d.readNumber(line):
		return true
	case line[0]-'0' <= 9 || sideMarkLen(line) > 0:
		return false
	}
	key, value, ok := kifHeader(line)
	if !ok {
		return false
	}
	if second, ok := handSide(key); ok {
		if !d.readHand(value, second) {
			t.faultStart(first, "not a list of pieces in hand", line)
		}
		return true
	}
	t.record.Tags = append(t.record.Tags, record.Tag{Key: key, Value: value, Place: t.PlaceOf(first)})
	return true
}

// begin ends the header. marked means that the first ply shows its side; second
// is that side.
func (t *kifText) begin(marked, second bool) {
	t.header = false
	name, _ := t.record.Tag(handicapKey)
	t.record.Start = t.diagram.start(scan.Trim(name), marked, second)
	if b, ok := parseShogi(t.record.Start); ok {
		t.second = b.second
	}
}

// readNumbered reads a ply of KIF: number, move, times, and a plus sign if
// variations start here.
func (t *kifText) readNumbered(first int) {
	number, size := scan.LeadingNumber(t.Text[first:t.End])
	at := scan.SkipBlanks(t.Text[:t.End], first+size)
	if strings.HasPrefix(t.Text[at:t.End], plyWord) {
		at = scan.SkipBlanks(t.Text[:t.End], at+len(plyWord))
	}
	end := kifMoveEnd(t.Text[:t.End], at)
	text := t.Text[at:end]
	if text == "" {
		t.fault(t.PlaceOf(first), "a number without a move", t.Current())
		return
	}
	if t.header {
		t.begin(t.firstMover(text))
	}
	place := t.PlaceOf(at)
	switch {
	case strings.HasPrefix(text, firstStep) && t.pendingStep == "":
		next := scan.SkipBlanks(t.Text[:t.End], end)
		if !strings.HasPrefix(t.Text[next:t.End], secondStep) {
			t.pendingStep = text
			return
		}
		end = kifMoveEnd(t.Text[:t.End], next)
		text += " " + t.Text[next:end]
	case strings.HasPrefix(text, secondStep) && t.pendingStep != "":
		text, t.pendingStep = t.pendingStep+" "+text, ""
	case t.pendingStep != "":
		t.fault(place, "a first step without its second", t.pendingStep)
		return
	}
	if e, remark, ok := endingAt(t.Text[at:t.End]); ok {
		spent, total, remark := endingTime(remark)
		t.readEnding(place, e, spent, total, remark)
		return
	}
	if t.ended {
		t.fault(t.PlaceOf(first), "a move after the end of the line", t.Current())
		return
	}
	spent, total, rest := kifTimes(t.Text[end:t.End])
	if rest = strings.TrimPrefix(scan.Trim(rest), "+"); rest != "" {
		t.warn(t.PlaceOf(end), "text after the move is not read", rest)
	}
	t.commentEnding = ""
	t.lines.add(record.Ply{Number: number, Text: text, Place: place})
	t.lines.setTime(spent, total)
}

// firstMover finds the side that moves first in a handicap game (W-7): from the
// mark of the first ply, or from the owner of the piece on its square of
// origin.
func (t *kifText) firstMover(text string) (marked, second bool) {
	if n := sideMarkLen(text); n > 0 {
		return true, isSecondMark(text)
	}
	open := strings.LastIndexByte(text, '(')
	name, _ := t.record.Tag(handicapKey)
	start, _ := handicapStart(scan.Trim(name))
	b, ok := parseShogi(start)
	if !ok || open < 0 || len(text)-open != 4 || t.diagram.ranks > 0 {
		return false, false
	}
	file, rank := digitOf(text[open+1:open+2]), digitOf(text[open+2:open+3])
	if file == 0 || rank == 0 || b.squares[file-1][rank-1] == 0 {
		return false, false
	}
	return true, b.squares[file-1][rank-1] < 0
}

// kifMoveEnd returns the end of the move at i: the first blank except after 同,
// or the start of the times.
func kifMoveEnd(line string, i int) int {
	if n := sideMarkLen(line[i:]); n > 0 {
		i += n
	}
	if strings.HasPrefix(line[i:], "同") {
		i = scan.SkipBlanks(line, i+len("同"))
	}
	if arrow := strings.Index(line[i:], fromArrow); arrow >= 0 {
		if shut := strings.IndexAny(line[i+arrow:], "）)"); shut >= 0 {
			_, size := utf8.DecodeRuneInString(line[i+arrow+shut:])
			return i + arrow + shut + size
		}
	}
	end := scan.WordEnd(line, i)
	if plus := strings.IndexByte(line[i:end], '+'); plus > 0 {
		end = i + plus // variations start here
	}
	if open := strings.IndexByte(line[i:end], '('); open >= 0 {
		end = i + open
		digits := end + 1
		for digits < len(line) && line[digits]-'0' <= 9 {
			digits++
		}
		if n := digits - end - 1; n >= 2 && n <= 4 && digits < len(line) && line[digits] == ')' {
			end = digits + 1 // a square of origin; chu shogi has three or four digits
		}
	}
	return end
}

// noTime is an unknown time.
const noTime time.Duration = -1

// kifTimes reads the times after a move, "( 0:16/00:00:16)": for the move, and
// the total of its side. Either may be missing.
func kifTimes(text string) (spent, total time.Duration, rest string) {
	open := scan.SkipBlanks(text, 0)
	if open == len(text) || text[open] != '(' {
		return noTime, noTime, text
	}
	inside, rest, ok := strings.Cut(text[open+1:], ")")
	first, second, _ := strings.Cut(inside, "/")
	spent, okFirst := kifClock(first)
	total, okSecond := kifClock(second)
	if !ok || !okFirst || !okSecond {
		return noTime, noTime, text
	}
	return spent, total, rest
}

// kifClock reads h:mm:ss, or m:ss with any number of minutes. Blank text is
// noTime.
func kifClock(text string) (time.Duration, bool) {
	text = scan.Trim(text)
	if text == "" {
		return noTime, true
	}
	const (
		longest = 7                 // digits of a number
		limit   = 100_000 * 60 * 60 // seconds
	)
	parts := strings.Split(text, ":")
	seconds := 0
	for i, part := range parts {
		n, after := scan.LeadingNumber(part)
		if after == 0 || after > longest || after < len(part) || i > 0 && n > 59 {
			return 0, false
		}
		seconds = min(60*seconds+n, limit)
	}
	return time.Duration(seconds) * time.Second, (len(parts) == 2 || len(parts) == 3) && seconds < limit
}

// readMarked reads a line of KI2 plies.
func (t *kifText) readMarked(first int) {
	for at := first; at < t.End; {
		end := at + sideMarkLen(t.Text[at:t.End])
		for end < t.End && sideMarkLen(t.Text[end:t.End]) == 0 {
			end++
		}
		text := scan.Trim(t.Text[at:end])
		if t.header {
			t.begin(true, isSecondMark(text))
		}
		move := scan.Trim(text[sideMarkLen(text):])
		place := t.PlaceOf(at)
		switch e, remark, ok := endingAt(move); {
		case move == "":
			t.fault(place, "a side mark without a move", text)
			return
		case ok:
			t.readEnding(place, e, noTime, noTime, remark)
		case t.ended:
			t.fault(place, "a move after the end of the line", text)
			return
		default:
			t.commentEnding = ""
			t.lines.add(record.Ply{Text: text, Place: place})
		}
		at = end
	}
}

// readVariation reads the first line of a variation: 変化：3手.
func (t *kifText) readVariation(first int, line string) {
	text := scan.Trim(strings.TrimLeft(scan.Trim(strings.TrimPrefix(line, "変化")), "：:"))
	n, after := scan.LeadingNumber(text)
	t.skipping = false
	switch {
	case t.header:
		t.warn(t.PlaceOf(first), "a variation before the first move is not read", line)
		return
	case after == 0 || n == 0:
		t.warn(t.PlaceOf(first), "a variation without the number of its ply is not read; expected 変化：3手", line)
	case !t.lines.branch(n, t.ended):
		t.warn(t.PlaceOf(first), "a variation at a ply that the record does not have is not read", line)
	default:
		t.ended, t.summaryRead = false, false
		return
	}
	t.skipping = true
}

// readOther reads a line of an unknown kind. Among the plies it is an error;
// before and after them it is ignored with a warning.
func (t *kifText) readOther(first int, line string) {
	place := t.PlaceOf(first)
	if e, remark, ok := endingAt(line); ok &&
		(remark == "" || strings.HasPrefix(remark, "(") || strings.HasPrefix(remark, "（")) {
		t.readEnding(place, e, noTime, noTime, remark)
		return
	}
	if c, ok := record.ReadClosing(line); ok && !t.header && !t.ended {
		t.readClosing(c)
		return
	}
	switch {
	case t.header:
		t.warn(place, "a line before the moves is not read", line)
	case t.ended:
		if len(t.trailing) == 0 {
			t.warn(place, "text after the moves is kept but not read", line)
		}
		t.trailing = append(t.trailing, line)
	case isHeaderLine(line):
		t.warn(place, "a header line among the moves is not read", line)
	case t.noMovesBelow(line):
		t.warn(place, record.UnknownClosing, line)
		t.ended, t.trailing = true, []string{line}
	default:
		t.fault(place, "neither a move nor a comment", line)
	}
}

// noMovesBelow reports whether a line is prose that ends the moves: words
// without a digit, and neither plies nor variations in the lines below.
func (t *kifText) noMovesBelow(line string) bool {
	if first, _ := utf8.DecodeRuneInString(line); !unicode.IsLetter(first) {
		return false
	}
	for below := range strings.Lines(line + "\n" + t.Text[t.Next:]) {
		if below = scan.Trim(below); below != "" && (digitOf(below[:1]) > 0 || sideMarkLen(below) > 0 ||
			isShogiTarget(below) || strings.ContainsAny(below, "：*&+") || strings.Contains(below, "手目")) {
			return false
		}
	}
	return true
}

// isHeaderLine reports whether a line among the plies can only be a header: a
// key that is neither a move nor a side mark, a colon, and a value.
func isHeaderLine(line string) bool {
	key, _, ok := kifHeader(line)
	return ok && line[0]-'0' > 9 && sideMarkLen(line) == 0 && !isShogiTarget(line) &&
		strings.ContainsFunc(key, unicode.IsLetter)
}

func (t *kifText) addComment(c record.Comment) {
	t.lines.meter.Comment(c.Text)
	if !t.lines.comment(c) {
		t.record.Comments = append(t.record.Comments, c)
	}
}

// addBookmark keeps a bookmark of Kifu for Windows on the last ply. Before the
// first ply it becomes a comment that starts with the sign.
func (t *kifText) addBookmark(first int, text string) {
	if !t.lines.command(record.Command{Name: record.CommandBookmark, Text: text}) {
		t.addComment(record.Comment{Text: bookmarkSign + text, Place: t.PlaceOf(first)})
	}
}

const bookmarkSign = "&"
