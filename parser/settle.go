package parser

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// settle completes a record that was read from the text of its bytes, which
// begin at place. Its places come with offsets in the text, and get those in
// the file.
func (r *Record) settle(d *decoded, data []byte, place Place) {
	r.Bytes, r.Encoding, r.text = data, d.encoding, d.text
	if d.bad >= 0 {
		r.Warnings = append(r.Warnings, Fault{
			Place: placeIn(d.text, d.bad, place), Rule: "encoding", Text: lineAt(d.text, d.bad),
			Message: "bytes that are no character of " + d.encoding + " are read as U+FFFD",
		})
	}
	if at, run, meant, ok := encodedTwice(d.text); ok && (d.encoding == encodingUTF8 || d.encoding == encodingUTF8BOM) {
		r.Warnings = append(r.Warnings, Fault{
			Place: placeIn(d.text, at, place), Rule: "encoding", Text: lineAt(d.text, at),
			Message: "the text was encoded twice: " + strconv.Quote(run) + " stands for " + strconv.Quote(meant) +
				"; convert the file from UTF-8 to Latin-1 (CP1252) once, and read that as UTF-8",
		})
	}
	if !d.wide && len(d.shifts) == 0 {
		return
	}
	move := func(p *Place) { p.Offset = place.Offset + int64(d.raw(int(p.Offset-place.Offset))) }
	move(&r.Place)
	for i := range r.Tags {
		move(&r.Tags[i].Place)
	}
	for i := range r.Setup {
		move(&r.Setup[i].Place)
	}
	movePlaces(r.Comments, move)
	for lines := []Line{r.Moves}; len(lines) > 0; {
		line := lines[len(lines)-1]
		lines = lines[:len(lines)-1]
		for i := range line {
			ply := &line[i]
			move(&ply.Place)
			movePlaces(ply.Notes().Before, move)
			movePlaces(ply.Notes().Comments, move)
			lines = append(lines, ply.Notes().Variations...)
		}
	}
	if r.Fault != nil {
		move(&r.Fault.Place)
	}
	for i := range r.Warnings {
		move(&r.Warnings[i].Place)
	}
}

func movePlaces(comments []Comment, move func(*Place)) {
	for i := range comments {
		move(&comments[i].Place)
	}
}

// placeIn gives the place of byte i of a text that begins at place.
func placeIn(text string, i int, place Place) Place {
	start := 0
	for at := 0; at < i; at++ {
		if c := text[at]; c == '\n' || c == '\r' && (at+1 == len(text) || text[at+1] != '\n') {
			place.Line++
			start = at + 1
		}
	}
	column := 1 + utf8.RuneCountInString(text[start:i])
	if r, _ := utf8.DecodeRuneInString(text[start:]); r == byteOrderMark && i > start {
		column--
	}
	return Place{Line: place.Line, Column: column, Offset: place.Offset + int64(i)}
}

// lineAt gives what a message shows of the line that holds byte i: all of it,
// unless it is long.
func lineAt(text string, i int) string {
	const most = 200
	start, end := i, i
	for start > 0 && i-start < most && text[start-1] != '\n' && text[start-1] != '\r' {
		start--
	}
	for end < len(text) && end-i < most && text[end] != '\n' && text[end] != '\r' {
		end++
	}
	return strings.ToValidUTF8(text[start:end], "")
}
