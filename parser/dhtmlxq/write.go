package dhtmlxq

import (
	"strconv"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
	"assay/parser/scan"
)

// dhtmlxqWriter writes one record.
type dhtmlxqWriter struct{ b []byte }

// printDhtmlXQ writes a record with one tag per line: the header, the start,
// the lines breadth first, and the comments, at most one per ply.
func printDhtmlXQ(r *record.Record) ([]byte, error) {
	binit, ok := binitOf(r.Start)
	if !ok {
		return nil, &record.Unwritable{Format: DhtmlXQ, Message: "start", Text: r.Start}
	}
	p := &dhtmlxqWriter{b: []byte(tagOpen + "]\n")}
	for _, tag := range r.Tags {
		p.b = append(append(p.b, tagLine(tag)...), '\n')
	}
	for _, known := range resultWords {
		if known.result == r.Result {
			p.tag("result", known.word)
			break
		}
	}
	p.tag("binit", binit)
	p.lines(r)
	p.b = append(p.b, tagClose+"]\n"...)
	return p.b, checkDhtmlXQ(p.b, r)
}

// binitOf returns the binit of a record's start.
func binitOf(start string) (binit string, ok bool) {
	if start == "" {
		return usualBinit, true
	}
	text, _, _ := strings.Cut(start, " ")
	b, ok := parseBoard(text)
	if !ok {
		return "", false
	}
	return b.binit()
}

func tagName(key string) string {
	for _, known := range tagNames {
		if known[1] == key {
			return known[0]
		}
	}
	return key
}

func (p *dhtmlxqWriter) tag(name, value string) {
	p.b = append(append(p.b, enclosed(name, value)...), '\n')
}

func enclosed(name, value string) string {
	return tagOpen + "_" + name + "]" + value + tagClose + "_" + name + "]"
}

func tagLine(tag record.Tag) string { return enclosed(tagName(tag.Key), tag.Value) }

// tagSpan returns the length of the tag that a text starts with.
func tagSpan(text string) int {
	n := strings.Index(text, tagClose)
	if n < 0 {
		return len(text)
	}
	if end := strings.IndexByte(text[n:], ']'); end >= 0 {
		return n + end + 1
	}
	return len(text)
}

// lines writes the moves of all lines, then the comments.
func (p *dhtmlxqWriter) lines(r *record.Record) {
	type open struct {
		first int
		plies record.Line
	}
	var comments dhtmlxqWriter
	comments.comment("comment0", record.OpeningComments(r), "")
	lines := []open{{1, r.Moves}}
	p.plies("movelist", r.Moves)
	for at := 0; at < len(lines); at++ {
		l := lines[at]
		name := "comment"
		if at > 0 {
			name += strconv.Itoa(at) + "_"
			comments.comment(name+strconv.Itoa(l.first-1), l.plies[0].Notes().Before, "")
		}
		s := record.Segment{First: l.first, Plies: l.plies, Side: at > 0}
		for i := range l.plies {
			comments.comment(name+strconv.Itoa(l.first+i), s.After(i), l.plies[i].GlyphsAndCommands())
			for _, side := range l.plies[i].Notes().Variations {
				if len(side) == 0 {
					continue
				}
				p.plies("move_"+strconv.Itoa(at)+"_"+strconv.Itoa(l.first+i)+"_"+strconv.Itoa(len(lines)), side)
				lines = append(lines, open{l.first + i, side})
			}
		}
	}
	p.b = append(p.b, comments.b...)
}

func (p *dhtmlxqWriter) plies(name string, line record.Line) {
	var moves strings.Builder
	for i := range line {
		moves.WriteString(line[i].Text)
	}
	p.tag(name, moves.String())
}

func (p *dhtmlxqWriter) comment(name string, comments []record.Comment, commands string) {
	var texts []string
	for _, c := range comments {
		texts = append(texts, strings.ReplaceAll(scan.LineEnds.Replace(c.Text), "\n", lineBreak))
	}
	text := scan.Trim(strings.Join(texts, lineBreak))
	switch {
	case commands != "" && len(texts) > 0:
		text += lineBreak + commands
	case commands != "":
		text = commands
	case len(texts) == 0:
		return
	}
	p.tag(name, text)
}

// checkDhtmlXQ reads the written text back and compares it with the record.
func checkDhtmlXQ(written []byte, r *record.Record) error {
	got, err := format.ReadBack(DhtmlXQ, written, r.Tags, openDhtmlXQ)
	if err != nil {
		return err
	}
	if sideToMove(got.Start) != sideToMove(r.Start) {
		return got.Unwritable("start", r.Start)
	}
	if message, text, differs := record.Misread(r, got.Record); differs {
		return got.Unwritable(message, text)
	}
	return got.End(len(got.Tags) > len(r.Tags))
}

// sideToMove returns the side to move of a start; w if it is not stated.
func sideToMove(start string) string {
	if words := strings.Fields(start); len(words) > 1 {
		return words[1]
	}
	return "w"
}
