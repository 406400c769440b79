package source

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// settle completes a record that was read from the text of its bytes, which
// begin at place. It converts the offsets of places from the text to the file.
func settle(r *record.Record, d *decoded, data []byte, place scan.Place) {
	r.Bytes, r.Encoding = data, d.encoding
	if d.bad >= 0 {
		r.Warnings = append(r.Warnings, record.Fault{
			Place: scan.PlaceIn(d.Text, d.bad, place), Rule: "encoding", Text: scan.LineAt(d.Text, d.bad),
			Message: "bytes that are no character of " + d.encoding + " are read as U+FFFD",
		})
	}
	if d.damage != "" {
		r.Warnings = append(r.Warnings, record.Fault{Place: place, Rule: strings.ToUpper(d.damaged),
			Message: d.damage})
	}
	if d.rival != "" {
		at := strings.IndexFunc(d.Text, func(c rune) bool { return c >= utf8.RuneSelf })
		r.Warnings = append(r.Warnings, record.Fault{
			Place: scan.PlaceIn(d.Text, at, place), Rule: "encoding", Text: scan.LineAt(d.Text, at),
			Message: "the encoding is not certain: " + namesRead(r, d.Text, at) + " was read as " + r.Encoding +
				", and could be " + d.rival +
				"; name the encoding if that is wrong (--encoding, or the charset of the request)",
		})
	}
	if at, run, meant, ok := encodedTwice(d.Text); ok && (d.encoding == EncodingUTF8 || d.encoding == encodingUTF8BOM) {
		r.Warnings = append(r.Warnings, record.Fault{
			Place: scan.PlaceIn(d.Text, at, place), Rule: "encoding", Text: scan.LineAt(d.Text, at),
			Message: "the text was encoded twice: " + strconv.Quote(run) + " stands for " + strconv.Quote(meant) +
				"; convert the file from UTF-8 to Latin-1 (CP1252) once, and read that as UTF-8",
		})
	}
	if d.margins != nil {
		warnOfMargins(r, d, place)
	}
	if d.markup != nil {
		warnOfMarkup(r, d, place)
	}
	if !d.wide && len(d.shifts) == 0 && d.markup == nil {
		return
	}
	move := func(p *scan.Place) {
		if d.markup != nil {
			*p = d.markup.placeOf(d.raw(int(p.Offset - place.Offset)))
			return
		}
		if line := p.Line - place.Line; line >= 0 && line < len(d.margins) {
			p.Column += d.margins[line]
		}
		p.Offset = place.Offset + int64(d.raw(int(p.Offset-place.Offset)))
	}
	move(&r.Place)
	if d.markup != nil && r.StartPlace.Line > 0 {
		move(&r.StartPlace)
	}
	for i := range r.Tags {
		move(&r.Tags[i].Place)
	}
	for i := range r.Setup {
		move(&r.Setup[i].Place)
	}
	movePlaces(r.Comments, move)
	for ply := range r.Moves.All() {
		move(&ply.Place)
		movePlaces(ply.Notes().Before, move)
		movePlaces(ply.Notes().Comments, move)
	}
	if r.Fault != nil {
		move(&r.Fault.Place)
	}
	for i := range r.Warnings {
		move(&r.Warnings[i].Place)
	}
}

// namesRead quotes the non-ASCII headers of a record, or the line that holds
// byte at if there are none.
func namesRead(r *record.Record, text string, at int) string {
	const most = 3
	var names []string
	for _, tag := range r.Tags {
		if !scan.IsASCII(tag.Value) && len(names) < most {
			names = append(names, strconv.Quote(record.Clip(tag.Value)))
		}
	}
	if names == nil {
		return strconv.Quote(record.Clip(scan.LineAt(text, at)))
	}
	return strings.Join(names, ", ")
}

func movePlaces(comments []record.Comment, move func(*scan.Place)) {
	for i := range comments {
		move(&comments[i].Place)
	}
}
