package pgn

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/parser/format"
	"assay/parser/record"
)

// pgnColumns is the limit of columns per line of movetext in the export format.
const pgnColumns = 79

// printPGN writes a record in the standard's export format: the seven tag
// roster, the other tags sorted by key, and movetext of less than 80 columns.
// Plies without a number get the next one. Comments come after a ply or before
// a line, because every reader expects them there.
func printPGN(r *record.Record) ([]byte, error) {
	r = commentsAfter(r)
	p := &pgnWriter{}
	for _, tag := range pgnTags(r) {
		p.out = append(append(p.out, tagLine(tag)...), '\n')
	}
	p.out = append(p.out, '\n')
	for _, c := range r.Comments {
		p.comment(c.Text)
	}
	if r.Partner != nil {
		p.twoBoards(r)
	} else {
		p.moves(r.Moves, startTurn(r))
	}
	p.token(cmp.Or(r.Result, "*"))
	p.out = append(p.out, "\n\n"...)
	return p.out, checkPGN(p.out, r)
}

func tagLine(tag record.Tag) string { return "[" + tag.Key + " \"" + quote.Replace(tag.Value) + "\"]" }

var quote = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// pgnTags returns the record's tags in writing order, with result and start
// added if missing.
func pgnTags(r *record.Record) []record.Tag {
	d := pgnDialects[r.Format]
	tags := make([]record.Tag, 0, len(d.own)+len(d.roster)+len(r.Tags)+2)
	tags = append(tags, d.own...)
	for _, tag := range d.roster {
		value, ok := r.Tag(tag.Key)
		switch {
		case ok:
			tag.Value = value
		case tag.Key == "Result" && r.Result != "":
			tag.Value = r.Result
		}
		tags = append(tags, tag)
	}
	first := len(tags)
	seen := make([]bool, len(d.roster))
	for _, tag := range r.Tags {
		i := slices.IndexFunc(d.roster, func(t record.Tag) bool { return strings.EqualFold(t.Key, tag.Key) })
		switch {
		case i >= 0 && !seen[i]:
			seen[i] = true
		case !d.owns(tag.Key):
			tags = append(tags, record.Tag{Key: tag.Key, Value: tag.Value})
		}
	}
	if r.Start != "" && r.Partner == nil { // reading two boards adds what is dropped
		isFEN := func(t record.Tag) bool { return strings.EqualFold(t.Key, "FEN") }
		if i := slices.IndexFunc(tags, isFEN); i >= 0 {
			tags[i].Value = r.Start // a broken tag may come before the position
		} else {
			tags = append(tags, record.Tag{Key: "FEN", Value: r.Start})
		}
		if _, ok := r.Tag("SetUp"); !ok && d.setUp {
			tags = append(tags, record.Tag{Key: "SetUp", Value: "1"})
		}
	}
	slices.SortStableFunc(tags[first:], func(a, b record.Tag) int { return strings.Compare(a.Key, b.Key) })
	return tags
}

// startTurn returns the turn of the record's first ply, from the start or from
// the numbers of the plies.
func startTurn(r *record.Record) pgnTurn {
	turn := firstTurn(r.Start)
	if r.Start == "" && len(r.Moves) > 1 {
		turn.second = r.Moves[0].Number > 0 && r.Moves[1].Number == r.Moves[0].Number+1
	}
	return turn
}

// pgnWriter writes movetext in lines of limited width.
type pgnWriter struct {
	out     []byte
	used    int  // columns of the current line
	noSpace bool // the next token follows without a blank
}

func (p *pgnWriter) put(text string) {
	p.out = append(p.out, text...)
	p.used += columnsOf(text)
}

func (p *pgnWriter) newLine() {
	p.out = append(p.out, '\n')
	p.used = 0
}

// space separates a token of this width from the previous one: by a blank or a
// line end, or not at all after an opening bracket.
func (p *pgnWriter) space(columns int) {
	switch {
	case p.noSpace || p.used == 0:
	case p.used+1+columns > pgnColumns:
		p.newLine()
	default:
		p.put(" ")
	}
	p.noSpace = false
}

// columnsOf returns the number of characters of a text.
func columnsOf(text string) int { return utf8.RuneCountInString(text) }

func (p *pgnWriter) token(text string) {
	p.space(columnsOf(text))
	p.put(text)
}

// pgnLine is a line that is not completely written.
type pgnLine struct {
	line          record.Line
	next          int     // index of the next ply
	turn          pgnTurn // of the next ply
	needsNumber   bool    // the next ply needs its number
	nextVariation int     // next variation to write of the ply before
}

// moves writes a line with its variations. It has its own stack of open lines.
func (p *pgnWriter) moves(line record.Line, turn pgnTurn) {
	stack := []pgnLine{{line: line, turn: turn, needsNumber: true}}
	for len(stack) > 0 {
		l := &stack[len(stack)-1]
		if l.next > 0 && l.nextVariation < len(l.line[l.next-1].Notes().Variations) {
			variation := l.line[l.next-1].Notes().Variations[l.nextVariation]
			l.nextVariation++
			l.needsNumber = true
			if len(variation) == 0 {
				continue
			}
			p.space(columnsOf(variation[0].Text) + 8)
			p.put("(")
			p.noSpace = true
			turn := pgnTurn{cmp.Or(l.line[l.next-1].Number, l.turn.before().number), !l.turn.second}
			stack = append(stack, pgnLine{line: variation, turn: turn, needsNumber: true})
			continue
		}
		if l.next == len(l.line) {
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				p.closeBracket()
			}
			continue
		}
		p.ply(l)
	}
}

// closeBracket ends a variation, on the same line if there is room.
func (p *pgnWriter) closeBracket() {
	if p.used+1 > pgnColumns {
		p.newLine()
	}
	p.put(")")
}

// before is the inverse of next.
func (t pgnTurn) before() pgnTurn {
	if t.second {
		return pgnTurn{t.number, false}
	}
	return pgnTurn{max(t.number-1, 0), true}
}

// ply writes the next ply of a line, without its variations.
func (p *pgnWriter) ply(l *pgnLine) {
	ply := &l.line[l.next]
	number := cmp.Or(ply.Number, l.turn.number)
	for _, c := range ply.Notes().Before {
		p.comment(c.Text)
	}
	if !l.turn.second || l.needsNumber || number != l.turn.number {
		text := strconv.Itoa(number) + "."
		if l.turn.second {
			text += ".."
		}
		p.token(text)
	}
	p.token(ply.Text)
	l.needsNumber = false
	for _, nag := range ply.Notes().NAGs {
		p.token("$" + strconv.Itoa(nag))
	}
	comments := ply.Notes().Comments
	if commands := ply.AppendCommands(nil); len(commands) > 0 {
		text := string(commands)
		if strings.IndexByte(text, '}') >= 0 {
			p.lineComment(text)
		} else {
			if len(comments) > 0 {
				text += " " + comments[0].Text
				comments = comments[1:]
			}
			p.comment(text)
		}
		l.needsNumber = true
	}
	for _, c := range comments {
		p.comment(c.Text)
		l.needsNumber = true
	}
	l.turn = pgnTurn{number, l.turn.second}.next()
	l.next++
	l.nextVariation = 0
}

// lineComment writes a comment after a semicolon, which some readers do not
// know.
func (p *pgnWriter) lineComment(text string) {
	p.space(pgnColumns)
	p.put("; " + text)
	p.newLine()
}

// comment writes a comment in braces. The comment is not wrapped, because other
// programs convert a line end to a blank or keep it.
func (p *pgnWriter) comment(text string) {
	line, more, broken := strings.Cut("{"+trimLineEnds(text)+"}", "\n")
	p.space(columnsOf(line))
	p.put(line)
	for broken {
		p.newLine()
		line, more, broken = strings.Cut(more, "\n")
		p.put(line)
	}
}

// trimLineEnds removes the blanks before line ends.
func trimLineEnds(text string) string {
	if !strings.Contains(text, " \n") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i := range lines[:len(lines)-1] {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// checkPGN reads the written text back and compares it with the record.
func checkPGN(written []byte, r *record.Record) error {
	tags := pgnTags(r)
	got, err := format.ReadBack(r.Format, written, tags, openPGN)
	if err != nil {
		return err
	}
	if text, ok := samePGNComments(r.Comments, got.Comments); !ok {
		return got.Unwritable("comment before the moves", text)
	}
	if ply, ok := record.SameLine(r.Moves, got.Moves, samePGNPly); !ok {
		return got.Unwritable("a move or its annotations", ply)
	}
	if r.Partner != nil {
		if got.Partner == nil {
			return got.Unwritable("board B", "")
		}
		if ply, ok := record.SameLine(r.Partner.Moves, got.Partner.Moves, samePGNPly); !ok {
			return got.Unwritable("a move of board B", ply)
		}
	}
	return got.End(len(got.Tags) > len(tags))
}

func samePGNComments(want, got []record.Comment) (string, bool) {
	for i, c := range want {
		if i >= len(got) || got[i].Text != trimLineEnds(c.Text) || strings.IndexByte(c.Text, '}') >= 0 {
			return c.Text, false
		}
	}
	if len(got) > len(want) {
		return got[len(want)].Text, false
	}
	return "", true
}

func samePGNPly(a, b *record.Ply) bool {
	notesA, notesB := a.Notes(), b.Notes()
	if a.Text != b.Text || a.Number > 0 && a.Number != b.Number || len(notesA.Variations) != len(notesB.Variations) ||
		!slices.Equal(notesA.NAGs, notesB.NAGs) || !bytes.Equal(a.AppendCommands(nil), b.AppendCommands(nil)) {
		return false
	}
	_, before := samePGNComments(notesA.Before, notesB.Before)
	_, after := samePGNComments(notesA.Comments, notesB.Comments)
	return before && after
}
