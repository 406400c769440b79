package shogi

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assay/parser/format"
	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// kifWriter writes one record of KIF or KI2.
type kifWriter struct {
	b        []byte
	format   record.Format
	second   bool         // the second player moves first
	tags     []record.Tag // as written
	handicap bool         // the sides have the names of a handicap game
	times    bool
	column   int // plies on the current line of KI2
}

// writtenStart returns the board that a record starts from, or an error if it
// cannot be written in a shogi notation.
func writtenStart(r *record.Record, format record.Format) (*shogiBoard, error) {
	board, ok := startBoard(r)
	if !ok {
		return nil, &record.Unwritable{Format: format, Message: "start", Text: r.Start}
	}
	return board, nil
}

func printKIF(r *record.Record, format record.Format, open func(*source.Source) func() (*record.Record, error)) ([]byte,
	error) {
	board, err := writtenStart(r, format)
	if err != nil {
		return nil, err
	}
	k := &kifWriter{format: format, second: board.second}
	remarked := k.header(r, board)
	lines := record.Segments(r.Moves)
	k.times = format == KIF && hasTimes(lines)
	if format == KIF {
		k.b = append(k.b, "手数----指手--"...)
		if k.times {
			k.b = append(k.b, "-------消費時間--"...)
		}
	}
	if !remarked {
		k.b = append(k.b, '\n')
	}
	if format == KI2 && len(r.Moves) == 0 {
		k.b = append(k.b, noMovesRemark+"\n"...)
	}
	k.openingComments(record.OpeningComments(r)[leadingRemarks(r):])
	totals := &timeTotals{}
	for i := range lines {
		if i > 0 {
			k.b = append(k.b, "\n変化："...)
			k.b = append(strconv.AppendInt(k.b, int64(lines[i].First), 10), "手\n"...)
		}
		k.line(&lines[i], r, i > 0, totals)
	}
	return k.b, checkWritten(k.b, k.tags, r, format, open)
}

// checkWritten reads the written text back and compares tags, start and plies.
func checkWritten(written []byte, tags []record.Tag, r *record.Record, form record.Format,
	open func(*source.Source) func() (*record.Record, error)) error {
	if bytes.IndexByte(written, 0) >= 0 {
		return &record.Unwritable{Format: form, Message: "a NUL character, which makes the text look like UTF-16"}
	}
	got, err := format.ReadBack(form, written, tags, open)
	if err != nil {
		return err
	}
	if board, ok := startBoard(got.Record); !ok || !sameStart(board, r) {
		return got.Unwritable("start", r.Start)
	}
	if message, text, differs := record.Misread(r, got.Record); differs {
		return got.Unwritable(message, text)
	}
	return got.End(false)
}

// sameStart compares squares, hands and side to move.
func sameStart(board *shogiBoard, r *record.Record) bool {
	other, ok := startBoard(r)
	return ok && board.second == other.second && board.sameSquares(other)
}

// leadingRemarks counts the comments at the start that are written into the
// header as lines that start with #.
func leadingRemarks(r *record.Record) int {
	n := 0
	for n < len(r.Comments) && isRemarkLine(r.Comments[n].Text) {
		n++
	}
	return n
}

func isRemarkLine(text string) bool {
	return strings.HasPrefix(text, "#") && !namesNotation(text) && !strings.ContainsAny(text, "\r\n")
}

// header writes everything above the plies. It reports whether KI2 ends it with
// remarks; other programs expect no blank line after them.
func (k *kifWriter) header(r *record.Record, board *shogiBoard) (remarked bool) {
	remarks := r.Comments[:leadingRemarks(r)]
	if k.format == KIF {
		k.b = append(k.b, "#KIF version=2.0 "+declaresUTF8+"\n"...)
		k.remarks(remarks)
		remarks = nil
	}
	name, named := r.Tag(handicapKey)
	start, known := handicapStart(scan.Trim(name))
	drawn := r.Start != "" && (!known || start != r.Start)
	if !named {
		if name = handicapName(r, board); name != "" {
			drawn = false
		}
	}
	drawn = drawn || r.Start != "" && isRareHandicap(name)
	k.handicap = strings.Contains(name, "落") ||
		slices.ContainsFunc(r.Tags, func(t record.Tag) bool { return isHandicapKey(t.Key) })
	for _, tag := range r.Tags {
		k.tag(k.playerKey(renamedKeys.Rename(tag.Key, &kifKeys)), tag.Value)
		if len(k.tags) == 1 {
			k.remarks(remarks) // on the first line of KI2, other programs do not read them
			remarks = nil
		}
	}
	if !named && name != "" && (k.handicap || isMinishogiName(name)) {
		k.tag(handicapKey, name)
	}
	if drawn {
		k.b = appendDiagram(k.b, board, k.handicap)
	}
	k.remarks(remarks)
	return len(remarks) > 0
}

func (k *kifWriter) remarks(comments []record.Comment) {
	for _, c := range comments {
		k.b = append(append(k.b, scan.Trim(c.Text)...), '\n')
	}
}

// playerKey returns the key of a tag; in a handicap game the players have other
// keys.
func (k *kifWriter) playerKey(key string) string {
	for i, name := range sideNames[0] {
		if key == name && k.handicap {
			return sideNames[1][i]
		}
	}
	return key
}

func isHandicapKey(key string) bool { return key == sideNames[1][0] || key == sideNames[1][1] }

func kifTagLine(tag record.Tag) string { return tag.Key + "：" + tag.Value }

func (k *kifWriter) tag(key, value string) {
	k.tags = append(k.tags, record.Tag{Key: key, Value: value})
	k.b = append(append(k.b, kifTagLine(record.Tag{Key: key, Value: value})...), '\n')
}

// isRareHandicap reports whether some programs do not know a start's name, so
// that it needs a diagram too.
func isRareHandicap(name string) bool {
	name = strings.TrimSuffix(scan.Trim(name), "ち")
	return slices.Contains([]string{"三枚落", "五枚落", "左五枚落", "左七枚落", "右七枚落", "歩三兵", "裸玉"}, name)
}

// handicapName returns the name of a start in KIF; "" for none.
func handicapName(r *record.Record, board *shogiBoard) string {
	if r.Start == "" && board.files == 5 {
		return minishogiName
	}
	if r.Start != "" && board.files == 5 && board.number == 1 && !board.second && board.sameSquares(shogiStart(5)) {
		return minishogiName
	}
	text := board.start()
	for _, h := range shogiHandicaps {
		if h.start == text {
			return h.kif
		}
	}
	return ""
}

func hasTimes(lines []record.Segment) bool {
	for i := range lines {
		for k := range lines[i].Plies {
			ply := &lines[i].Plies[k]
			if ply.Spent != nil || slices.ContainsFunc(ply.Notes().Commands, isEndTime) {
				return true
			}
		}
	}
	return false
}

func isEndTime(c record.Command) bool { return c.Name == record.CommandEndTime }

// wholeSeconds returns a time without fractions of a second.
func wholeSeconds(d time.Duration) time.Duration { return max(d, 0).Truncate(time.Second) }

// line writes a line of plies and its ending.
func (k *kifWriter) line(s *record.Segment, r *record.Record, side bool, totals *timeTotals) {
	totals.truncate(s.First)
	k.column = 0
	if side && len(s.Plies) > 0 {
		k.openingComments(s.Plies[0].Notes().Before)
	}
	for i := range s.Plies {
		k.ply(s, i, totals)
	}
	n := s.First - 1 + len(s.Plies)
	second := k.second != (n%2 == 1)
	word, result, spent, total := lineEnding(s, r)
	e, ok := kifEnding(word, second, result)
	if !ok && !side {
		e, ok = kifEnding(resultEnding(result), second, result)
	}
	if k.format == KI2 && k.column > 0 {
		k.b = append(k.b, '\n')
	}
	if ok {
		if k.format == KIF {
			if sum := totals.add(n+1, spent); total == noTime {
				total = sum
			}
			k.numberedLine(n+1, e.KIF, spent, total)
			k.b = append(k.b, '\n')
		}
		k.b = append(k.b, summaryLine(e, k.format, n, second, result, k.handicap)...)
	}
}

// resultEnding returns the ending to write for a result without one.
func resultEnding(result string) string {
	switch result {
	case "1-0", "0-1":
		return "投了"
	case "1/2-1/2":
		return "引き分け"
	}
	return ""
}

func (k *kifWriter) ply(s *record.Segment, i int, totals *timeTotals) {
	ply := &s.Plies[i]
	n := s.First + i
	spent := noTime
	if k.format == KIF && ply.Spent != nil {
		spent = wholeSeconds(*ply.Spent)
	}
	total := totalOf(ply)
	var bookmarks []string
	for _, c := range ply.Notes().Commands {
		if c.Name == record.CommandBookmark {
			bookmarks = append(bookmarks, c.Text)
		}
	}
	sum := totals.add(n, spent)
	if total != noTime {
		sum = total
		totals.sums[len(totals.sums)-1] = total
	}
	if k.format == KIF {
		k.numberedLine(n, ply.Text, spent, sum)
		if len(ply.Notes().Variations) > 0 || i == 0 && s.More {
			if spent == noTime {
				k.b = append(k.b, ' ')
			}
			k.b = append(k.b, '+')
		}
		k.b = append(k.b, '\n')
	} else {
		k.ki2Ply(ply.Text, i+1 == len(s.Plies))
	}
	comments := s.After(i)
	if len(comments) == 0 && len(bookmarks) == 0 {
		return
	}
	if k.column > 0 {
		k.b = append(k.b, '\n')
		k.column = 0
	}
	k.b = appendComments(k.b, '*', comments)
	for _, mark := range bookmarks {
		k.b = append(append(append(k.b, '&'), mark...), '\n')
	}
}

// totalOf returns the mover's total time as the ply states it; noTime for none.
func totalOf(ply *record.Ply) time.Duration {
	total := noTime
	for _, c := range ply.Notes().Commands {
		if d, ok := record.ParseClock(c.Text); ok && c.Name == record.CommandTotal {
			total = d
		}
	}
	return total
}

// numberedLine writes a numbered line of KIF, without the line end.
func (k *kifWriter) numberedLine(n int, text string, spent, total time.Duration) {
	const numberWidth, moveWidth = 4, 13
	digits := strconv.Itoa(n)
	if strings.Contains(text, fromArrow) {
		digits += plyWord
	}
	k.pad(numberWidth - len(digits))
	if first, second, ok := strings.Cut(text, " "+secondStep); ok && strings.HasPrefix(first, firstStep) {
		k.b = append(append(append(k.b, digits...), first...), '\n')
		k.pad(numberWidth - len(digits))
		k.b = append(append(k.b, digits...), secondStep...)
		text = second
	} else {
		k.b = append(append(k.b, digits...), ' ')
	}
	k.b = append(k.b, text...)
	if !k.times || spent == noTime {
		return
	}
	k.pad(max(1, moveWidth-displayWidth(text)))
	k.b = fmt.Appendf(k.b, "(%2d:%02d/%02d:%02d:%02d)", spent/time.Minute, spent/time.Second%60,
		total/time.Hour, total/time.Minute%60, total/time.Second%60)
}

func (k *kifWriter) pad(n int) {
	for range n {
		k.b = append(k.b, ' ')
	}
}

// displayWidth returns the columns of a text; characters outside ASCII take
// two.
func displayWidth(text string) int {
	n := 0
	for _, c := range text {
		if n++; c >= utf8.RuneSelf {
			n++
		}
	}
	return n
}

// ki2Ply writes a ply of KI2.
func (k *kifWriter) ki2Ply(text string, last bool) {
	const perLine, width = 6, 12
	k.b = append(k.b, text...)
	if k.column++; k.column == perLine || last {
		k.b = append(k.b, '\n')
		k.column = 0
		return
	}
	k.pad(max(1, width-displayWidth(text)))
}

// openingComments writes the comments before a line of plies. Those with the
// sign of a bookmark are written as one.
func (k *kifWriter) openingComments(comments []record.Comment) {
	for _, line := range record.CommentLines(comments) {
		if !strings.HasPrefix(line, bookmarkSign) {
			k.b = append(k.b, '*')
		}
		k.b = append(append(k.b, line...), '\n')
	}
}

// timeTotals adds up the times of each side along a line. A variation continues
// from the sums of the line that it leaves.
type timeTotals struct {
	sums []time.Duration // the mover's total after each ply, from the start
}

// truncate drops the plies from number first on.
func (t *timeTotals) truncate(first int) { t.sums = t.sums[:min(len(t.sums), first-1)] }

// add adds ply n, the next of the line, and returns its mover's total.
func (t *timeTotals) add(n int, spent time.Duration) time.Duration {
	var sum time.Duration
	if n >= 3 && n-3 < len(t.sums) {
		sum = t.sums[n-3]
	}
	if spent != noTime {
		sum += spent
	}
	t.sums = append(t.sums, sum)
	return sum
}
