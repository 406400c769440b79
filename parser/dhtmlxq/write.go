package dhtmlxq

import (
	"strconv"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
	"assay/parser/scan"
)

// printer writes one record.
type printer struct{ b []byte }

// write writes a record with one tag per line: the header, the start, the lines
// breadth first, and the comments, at most one per ply.
func write(r *record.Record) ([]byte, error) {
	binit, ok := startOf(r.Start)
	if !ok {
		return nil, &record.Unwritable{Format: DhtmlXQ, Message: "start", Text: r.Start}
	}
	p := &printer{b: []byte(opens + "]\n")}
	for _, tag := range r.Tags {
		p.b = append(append(p.b, tagLine(tag)...), '\n')
	}
	for _, known := range results {
		if known.result == r.Result {
			p.tag("result", known.word)
			break
		}
	}
	p.tag("binit", binit)
	p.lines(r)
	p.b = append(p.b, shuts+"]\n"...)
	return p.b, check(p.b, r)
}

// startOf returns the binit of a record's start.
func startOf(start string) (binit string, ok bool) {
	if start == "" {
		return usual, true
	}
	text, _, _ := strings.Cut(start, " ")
	b, ok := parseBoard(text)
	if !ok {
		return "", false
	}
	return b.binit()
}

func nameOf(key string) string {
	for _, known := range tagNames {
		if known[1] == key {
			return known[0]
		}
	}
	return key
}

func (p *printer) tag(name, value string) {
	p.b = append(append(p.b, enclosed(name, value)...), '\n')
}

func enclosed(name, value string) string {
	return opens + "_" + name + "]" + value + shuts + "_" + name + "]"
}

func tagLine(tag record.Tag) string { return enclosed(nameOf(tag.Key), tag.Value) }

// tagSpan returns the length of the tag that a text starts with.
func tagSpan(text string) int {
	n := strings.Index(text, shuts)
	if n < 0 {
		return len(text)
	}
	if end := strings.IndexByte(text[n:], ']'); end >= 0 {
		return n + end + 1
	}
	return len(text)
}

// lines writes the moves of all lines, then the comments.
func (p *printer) lines(r *record.Record) {
	type open struct {
		first int
		plies record.Line
	}
	var comments printer
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

func (p *printer) plies(name string, line record.Line) {
	var moves strings.Builder
	for i := range line {
		moves.WriteString(line[i].Text)
	}
	p.tag(name, moves.String())
}

func (p *printer) comment(name string, comments []record.Comment, commands string) {
	var texts []string
	for _, c := range comments {
		texts = append(texts, strings.ReplaceAll(scan.LineEnds.Replace(c.Text), "\n", lineSign))
	}
	text := scan.Trim(strings.Join(texts, lineSign))
	switch {
	case commands != "" && len(texts) > 0:
		text += lineSign + commands
	case commands != "":
		text = commands
	case len(texts) == 0:
		return
	}
	p.tag(name, text)
}

// check reads the written text back and compares it with the record.
func check(written []byte, r *record.Record) error {
	got, err := format.ReadBack(DhtmlXQ, written, r.Tags, open)
	if err != nil {
		return err
	}
	if sideOf(got.Start) != sideOf(r.Start) {
		return got.Unwritable("start", r.Start)
	}
	if message, text, differs := record.Misread(r, got.Record); differs {
		return got.Unwritable(message, text)
	}
	return got.End(len(got.Tags) > len(r.Tags))
}

// sideOf returns the side to move of a start; w if it is not stated.
func sideOf(start string) string {
	if words := strings.Fields(start); len(words) > 1 {
		return words[1]
	}
	return "w"
}
