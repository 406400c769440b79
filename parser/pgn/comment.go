package pgn

import (
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
)

// annotationSigns are the bytes that start a comment, an escaped line or a
// variation.
const annotationSigns = "{(;%"

// addComment adds a comment to the next ply if its number was read, otherwise
// to the previous ply or to the start of the record.
func (t *pgnText) addComment(c record.Comment) {
	t.meter.Comment(c.Text)
	f := t.top()
	switch {
	case f.plyStarted:
		if c.Text != "" {
			f.before = append(f.before, c)
		}
	case len(f.line) > 0:
		ply := &f.line[len(f.line)-1]
		if strings.Contains(c.Text, "[%") {
			c.Text = ply.ReadCommands(c.Text)
		}
		if c.Text != "" {
			ply.AppendComments([]record.Comment{c})
		}
	case c.Text != "":
		t.record.Comments = append(t.record.Comments, c)
	}
}

// readRest reads a comment or an escaped line up to the end of the line. An
// escaped line keeps its %.
func (t *pgnText) readRest() {
	place, end := t.placeOf(t.at), scan.LineEnd(t.text, t.at)
	text := t.text[t.at:end]
	t.at = end
	t.addComment(record.Comment{Text: scan.Trim(strings.TrimPrefix(text, ";")), Place: place})
}

// readBrace reads a comment in braces. It ends at the first closing brace, or
// at the matching one if the comment has pairs of braces.
func (t *pgnText) readBrace() bool {
	place := t.placeOf(t.at)
	start := t.at + 1
	n := strings.IndexByte(t.text[start:], '}')
	if n < 0 {
		t.fault(place, "a comment without closing brace"+cutShort, scan.LineAt(t.text, t.at))
		return false
	}
	shut := start + n
	if strings.IndexByte(t.text[start:shut], '{') >= 0 {
		if t.braces == nil {
			t.braces = matchBraces(t.text)
		}
		if match, ok := t.braces[t.at]; ok {
			shut = match
		}
	}
	t.skipTo(shut + 1)
	t.addComment(record.Comment{Text: commentText(t.text[start:shut]), Place: place})
	return true
}

// matchBraces returns the offset of the closing brace of each opening brace.
func matchBraces(text string) map[int]int {
	pairs := map[int]int{}
	var open []int
	for i := range len(text) {
		switch {
		case text[i] == '{':
			open = append(open, i)
		case text[i] == '}' && len(open) > 0:
			pairs[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return pairs
}

// commentText returns a comment without the blanks around it. A line end after
// a blank only wraps the text, so it is removed.
func commentText(text string) string {
	text = scan.Trim(text)
	if strings.IndexByte(text, '\n') < 0 && strings.IndexByte(text, '\r') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	last := byte(0)
	for i := range len(text) {
		c := text[i]
		if c == '\r' {
			if i+1 < len(text) && text[i+1] == '\n' {
				continue
			}
			c = '\n'
		}
		if c == '\n' && last == ' ' {
			continue
		}
		b.WriteByte(c)
		last = c
	}
	return b.String()
}
