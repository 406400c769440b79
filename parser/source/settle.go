package source

import (
	"strconv"

	"assay/parser/record"
	"assay/parser/scan"
)

// settle completes a record that was read from the text of its bytes, which
// begin at place. Its places come with offsets in the text, and get those in
// the file.
func settle(r *record.Record, d *decoded, data []byte, place scan.Place) {
	r.Bytes, r.Encoding = data, d.encoding
	if d.bad >= 0 {
		r.Warnings = append(r.Warnings, record.Fault{
			Place: scan.PlaceIn(d.Text, d.bad, place), Rule: "encoding", Text: scan.LineAt(d.Text, d.bad),
			Message: "bytes that are no character of " + d.encoding + " are read as U+FFFD",
		})
	}
	if at, run, meant, ok := encodedTwice(d.Text); ok && (d.encoding == EncodingUTF8 || d.encoding == encodingUTF8BOM) {
		r.Warnings = append(r.Warnings, record.Fault{
			Place: scan.PlaceIn(d.Text, at, place), Rule: "encoding", Text: scan.LineAt(d.Text, at),
			Message: "the text was encoded twice: " + strconv.Quote(run) + " stands for " + strconv.Quote(meant) +
				"; convert the file from UTF-8 to Latin-1 (CP1252) once, and read that as UTF-8",
		})
	}
	if !d.wide && len(d.shifts) == 0 {
		return
	}
	move := func(p *scan.Place) { p.Offset = place.Offset + int64(d.raw(int(p.Offset-place.Offset))) }
	move(&r.Place)
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

func movePlaces(comments []record.Comment, move func(*scan.Place)) {
	for i := range comments {
		move(&comments[i].Place)
	}
}
