package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/format"
	"assay/parser/record"
)

// lineReader is one way to parse a typed line. read returns nil for text of
// another format or with headers.
type lineReader struct {
	order  int
	format parser.Format
	read   func(format parser.Format, text string, r *rules.Rules) *parser.Record
}

// lineReaders are tried in this order. Numbered lists need numbers and one ply
// per line, and KIF needs numbers; typed lines may lack both.
var lineReaders = func() []lineReader {
	ways := [...]func(parser.Format, string, *rules.Rules) *parser.Record{
		format.AsTyped: asTyped, format.OnLines: withLineBreaks, format.ByLines: byLines, format.BySigns: bySigns,
		format.ByWords: byWords,
	}
	var all []lineReader
	for _, f := range parser.Formats() {
		for _, typed := range parser.Traits(f).Typed {
			all = append(all, lineReader{typed.Order, f, ways[typed.Way]})
		}
	}
	slices.SortFunc(all, func(a, b lineReader) int { return cmp.Compare(a.order, b.order) })
	return all
}()

// asTyped reads movetext as its format requires.
func asTyped(format parser.Format, text string, _ *rules.Rules) *parser.Record {
	in := parser.NewReader(strings.NewReader(text), parser.Options{Format: format})
	rec, err := in.Next()
	if err != nil || len(rec.Tags) > 0 || len(rec.Setup) > 0 {
		return nil
	}
	if _, more := in.Next(); !errors.Is(more, io.EOF) && rec.Fault == nil {
		at := rec.Place
		at.Offset += int64(len(rec.Bytes))
		rec.Fault = &parser.Fault{Place: at, Message: "a second line"}
	}
	return rec
}

// withLineBreaks reads movetext without line breaks.
func withLineBreaks(format parser.Format, text string, r *rules.Rules) *parser.Record {
	return asTyped(format, breakLines(text), r)
}

// byLines reads plies without numbers, one per line.
func byLines(format parser.Format, text string, _ *rules.Rules) *parser.Record {
	return bareMoves(format, text, func(c rune) bool { return c == '\n' || c == '\r' })
}

// byWords reads plies without numbers, separated by blanks or commas. In
// variants with walls, a comma without a blank is part of the move, as in
// e4,d4.
func byWords(format parser.Format, text string, r *rules.Rules) *parser.Record {
	if r.WallName() != "" {
		return bareMoves(format, strings.ReplaceAll(text, ", ", "  "), unicode.IsSpace)
	}
	return bareMoves(format, text, func(c rune) bool { return unicode.IsSpace(c) || c == ',' })
}

// bySigns reads plies of a numbered list from one line without numbers,
// optionally separated by semicolons. A ply begins two words before its sign
// ("Pawn a3 - a4 Pawn a6 x a5"), or one word before the sign of a drop.
func bySigns(format parser.Format, text string, _ *rules.Rules) *parser.Record {
	words := strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || c == ';' })
	sign := func(i int, signs ...string) bool { return i < len(words) && slices.Contains(signs, words[i]) }
	rec := &parser.Record{Format: format}
	at := 0 // in the text
	for i, word := range words {
		begin := at + strings.Index(text[at:], word)
		at = begin + len(word)
		switch n := len(rec.Moves); {
		case sign(i+2, "-", "x") || sign(i+1, "*"):
			rec.Moves = append(rec.Moves, parser.Ply{Text: word, Place: parser.Place{Offset: int64(begin)}})
		case n == 0 || n > maxLinePlies:
			return nil // another notation, or too long
		default:
			ply := &rec.Moves[n-1]
			ply.Text = text[ply.Place.Offset:at]
		}
	}
	return rec
}

func bareMoves(format parser.Format, text string, between func(rune) bool) *parser.Record {
	rec := &parser.Record{Format: format}
	for rest := text; ; {
		start := strings.IndexFunc(rest, func(c rune) bool { return !unicode.IsSpace(c) && !between(c) })
		if start < 0 {
			return rec
		}
		if len(rec.Moves) == maxLinePlies {
			return nil // prose, or too long
		}
		rest = rest[start:]
		at := parser.Place{Offset: int64(len(text) - len(rest))}
		end := strings.IndexFunc(rest, between)
		if end < 0 {
			end = len(rest)
		}
		if strings.HasSuffix(rest[:end], "同") { // KIF, followed by a full-width blank
			if next := strings.TrimLeftFunc(rest[end:], unicode.IsSpace); next != "" {
				end = len(rest) - len(next) + len(strings.Fields(next)[0])
			}
		}
		rec.Moves = append(rec.Moves, parser.Ply{Text: strings.TrimSpace(rest[:end]), Place: at})
		rest = rest[end:]
	}
}

// breakLines puts each number and bracket outside of comments on a new line.
// The length of the text does not change.
func breakLines(text string) string {
	out := []byte(text)
	depth := 0
	for i := range out {
		switch out[i] {
		case '{':
			depth++
		case '}':
			depth = max(depth-1, 0)
		case ' ':
			if depth == 0 && i+1 < len(out) && startsPly(out[i+1:]) {
				out[i] = '\n'
			}
		}
	}
	return string(out)
}

// startsPly reports whether text starts with a move number, a bracket or a
// comment.
func startsPly(text []byte) bool {
	n := 0
	for n < len(text) && text[n]-'0' <= 9 {
		n++
	}
	if n > 0 {
		return n < len(text) && text[n] == '.'
	}
	return strings.IndexByte("(){", text[0]) >= 0
}

// readLine reads a typed line in any notation, or in a format, and
// verifies it from p, which is left unchanged. If no reading is legal, it
// returns the error of the longest one.
func readLine(p *rules.Position, text string, format parser.Format, ranks notation.Ranks) ([]LinePly, parser.Format,
	*Error) {
	detected, sure := parser.Detect([]byte(text))
	if !sure { // perhaps only a number is missing
		detected, _ = parser.Detect([]byte("1. " + text))
	}
	var fault *Error
	best := -1
	for _, reader := range lineReaders {
		if format != "" && reader.format != format {
			continue
		}
		own, ok := notation.ForFormat(reader.format, p.Rules())
		if !ok {
			continue
		}
		rec := reader.read(reader.format, text, p.Rules())
		if rec == nil {
			continue
		}
		moves, _ := notation.For(rec, p) // may depend on the line's other moves
		if ofOtherFormat(moves, own, p.Rules()) {
			continue
		}
		notation.SetRanks(moves, ranks)
		l := typedLine{position: p, moves: moves, text: text}
		line, bad := l.verify(rec)
		if bad == nil {
			return line, reader.format, nil
		}
		if bad.Reason == tooLong {
			return nil, format, bad
		}
		score := 4 * l.main
		if len(rec.Moves) > l.main {
			score += 2
		}
		if reader.format == detected {
			score++
		}
		if score > best {
			fault, best = bad, score
		}
	}
	if fault == nil {
		l := typedLine{position: p, moves: &notation.Numbered{}, text: text}
		fault = l.errorAt(strings.TrimSpace(text), 0, "NL-5", "syntax",
			"this is no move in any notation of the variant")
	}
	return nil, format, fault
}

// ofOtherFormat reports whether moves are in the notation of a format with a
// reader of its own, such as USI between the tags of PGN, and not in own.
func ofOtherFormat(moves, own notation.Notation, r *rules.Rules) bool {
	if reflect.TypeOf(moves) == reflect.TypeOf(own) {
		return false
	}
	return slices.ContainsFunc(lineReaders, func(reader lineReader) bool {
		other, ok := notation.ForFormat(reader.format, r)
		return ok && reflect.TypeOf(moves) == reflect.TypeOf(other)
	})
}

// tooLong is the reason of an error that no other reading of the text can
// avoid.
const tooLong = "limit"

// typedLine is the visitor that collects the plies of a typed line.
type typedLine struct {
	position   *rules.Position
	moves      notation.Notation
	text       string
	main       int           // legal plies of the line itself
	lines      [][]LinePly   // open lines, the innermost last
	variations [][][]LinePly // variations of the next ply of each open line
}

// verify verifies the line, and that the record contains nothing else.
func (l *typedLine) verify(rec *parser.Record) ([]LinePly, *Error) {
	if n, depth := sizeOf(rec.Moves); n > maxLinePlies || depth > maxLineDepth {
		return nil, l.errorAt("", 0, "NL-6", tooLong,
			fmt.Sprintf("a variation may have at most %d plies and a depth of %d", maxLinePlies, maxLineDepth))
	}
	main := newLine(rec.Moves)
	w := walk{source: l.moves, visitor: l}
	l.lines, l.variations = make([][]LinePly, 1), make([][][]LinePly, 1)
	if fault, ok := errors.AsType[*Error](w.line(l.position, main)); ok {
		return nil, fault
	}
	line := l.lines[0]
	// Other errors are after the moves.
	p := l.position
	for i := range main.Nodes {
		p.Play(main.Nodes[i].Move)
	}
	defer func() {
		for range main.Nodes {
			p.Undo()
		}
	}()
	unread := func(f *parser.Fault) *Error {
		return l.errorAt(f.Text, int(f.Place.Offset), cmp.Or(f.Rule, "NL-5"), "syntax", f.Message)
	}
	switch {
	case rec.Fault != nil:
		return nil, unread(rec.Fault)
	case len(rec.Warnings) > 0:
		return nil, unread(&rec.Warnings[0])
	case rec.Trailing != "" || rec.Ending != "":
		return nil, l.errorAt(rec.Trailing+rec.Ending, len(l.text), "NL-5", "syntax", "text after the moves")
	case len(line) == 0:
		return nil, l.errorAt(strings.TrimSpace(l.text), 0, "NL-5", "syntax", "there is no move")
	}
	first := min(int(rec.Moves[0].Place.Offset), len(l.text))
	prose := strings.Trim(l.text[:first], " \t\r\n0123456789.")
	if prose != "" && (rec.Start != "" || len(rec.Comments)+len(rec.Moves[0].Notes().Before) == 0) {
		return nil, l.errorAt(prose, 0, "NL-5", "syntax", "text before the moves")
	}
	line[0].Before = append(textsOf(rec.Comments), line[0].Before...)
	return line, nil
}

// sizeOf returns the number of plies of a line with its variations, and their
// depth.
func sizeOf(line parser.Line) (plies, depth int) {
	for lines := []parser.Line{line}; len(lines) > 0 && plies <= maxLinePlies; depth++ {
		var inner []parser.Line
		for _, l := range lines {
			plies += len(l)
			for i := range l {
				inner = append(inner, l[i].Notes().Variations...)
			}
		}
		lines = inner
	}
	return plies, depth
}

// Open begins a variation if the ply it replaces is legal.
func (l *typedLine) Open(_ *rules.Position, instead *Node) bool {
	if instead.Holds {
		l.lines, l.variations = append(l.lines, nil), append(l.variations, nil)
	}
	return instead.Holds
}

// Close ends the innermost line.
func (l *typedLine) Close() {
	last := len(l.lines) - 1
	l.variations[last-1] = append(l.variations[last-1], l.lines[last])
	l.lines, l.variations = l.lines[:last], l.variations[:last]
}

// Ply adds a ply to the innermost line, or returns its error.
func (l *typedLine) Ply(p *rules.Position, rest []Node) error {
	at, top := &rest[0], len(l.lines)-1
	if !at.Holds {
		return l.illegalPly(at)
	}
	ply := LinePly{
		Move: notation.Numbered{}.Format(p, at.Move), NAGs: at.Notes().NAGs, Before: textsOf(at.Notes().Before),
		Comments: textsOf(at.Notes().Comments), Lines: l.variations[top],
	}
	if commands := at.CommandText(); commands != "" {
		ply.Comments = append([]string{commands}, ply.Comments...)
	}
	l.lines[top], l.variations[top] = append(l.lines[top], ply), nil
	if top == 0 {
		l.main++
	}
	return nil
}

// Played does nothing.
func (l *typedLine) Played(*rules.Position, *Node) {}

// errorAt returns an error of the line in the current position, at a byte
// offset in the text.
func (l *typedLine) errorAt(text string, at int, rule, reason, message string) *Error {
	e := l.locate(text, at)
	e.Rule, e.Reason, e.Message = rule, reason, message
	e.answer(l.position, l.moves, 0, nil)
	return e
}

// illegalPly returns the error of an illegal ply.
func (l *typedLine) illegalPly(n *Node) *Error {
	f := n.Fault
	e := l.locate(n.Text, int(n.Place.Offset))
	e.Rule, e.Reason, e.Message = f.Rule, f.Reason, notation.Respell(l.moves, l.position.Rules(), f.Message)
	e.answer(l.position, l.moves, n.Move, f.Candidates)
	return e
}

// locate returns an error with its place: the current position and a byte
// offset in the text.
func (l *typedLine) locate(text string, at int) *Error {
	p := l.position
	e := &Error{
		Ply: p.Ply() + 1, Number: p.Number(), Side: p.Rules().SideName(p.Side()), Line: 1, Column: 1,
		Text: record.Clip(text),
	}
	for _, c := range l.text[:min(max(at, 0), len(l.text))] {
		e.Column++
		if c == '\n' {
			e.Line, e.Column = e.Line+1, 1
		}
	}
	return e
}

func textsOf(comments []parser.Comment) []string {
	var texts []string
	for _, c := range comments {
		if c.Text != "" {
			texts = append(texts, c.Text)
		}
	}
	return texts
}
