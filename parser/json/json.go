// Package json reads and writes Assay's own complete form of a record.
package json

import (
	"bytes"

	"assay/parser/format"
	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"

	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// JSON is Assay's own complete form of a record, on one line: a Record without
// its places and bytes. RecordSchema describes it. Variations are listed next
// to the main line, each with the line and the ply that it replaces. So nesting
// does not make the JSON deeper.
const JSON record.Format = "json"

// RecordSchema is the JSON Schema of the format JSON.
//
//go:embed record.schema.json
var RecordSchema []byte

// documentVersion is the version of the form: the member "assay".
const documentVersion = 1

// ruleJSON is the rule ID of faults of this form.
const ruleJSON = "JSON"

// document is a record in JSON, without its lines of plies.
type document struct {
	Assay      int                  `json:"assay"`
	Notation   record.Format        `json:"notation"`
	Variant    string               `json:"variant,omitempty"`
	Options    string               `json:"options,omitempty"`
	Tags       []documentTag        `json:"tags,omitempty"`
	Setup      []documentSetupPiece `json:"setup,omitempty"`
	Start      string               `json:"start,omitempty"`
	Result     string               `json:"result,omitempty"`
	Ending     string               `json:"ending,omitempty"`
	Trailing   string               `json:"trailing,omitempty"`
	Comments   []string             `json:"comments,omitempty"`
	Plies      []documentPly        `json:"plies"`
	Variations []documentLine       `json:"lines,omitempty"`
	History    *documentHistory     `json:"history,omitempty"`
}

// documentHistory is what an archive adds to the record. Digest is that of the
// document without its history, so that changes of the record are noticed.
type documentHistory struct {
	Digest string          `json:"digest"`
	State  json.RawMessage `json:"state"`
}

type documentTag struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type documentSetupPiece struct {
	Side   string `json:"side,omitempty"`
	Piece  string `json:"piece"`
	Square string `json:"square"`
}

// documentLine is a variation. Line is the number of the line in which it
// begins: 0 for the main line, else counted from 1 in the list. Ply is the
// number, from 1, of the ply that its first ply replaces.
type documentLine struct {
	Line  int           `json:"line"`
	Ply   int           `json:"ply"`
	Plies []documentPly `json:"plies"`
}

type documentPly struct {
	Number   int               `json:"number,omitempty"`
	Text     string            `json:"text"`
	Before   []string          `json:"before,omitempty"`
	Comments []string          `json:"comments,omitempty"`
	NAGs     []int             `json:"nags,omitempty"`
	Marks    []documentMark    `json:"marks,omitempty"`
	Clock    *documentTime     `json:"clock,omitempty"`
	Spent    *documentTime     `json:"spent,omitempty"`
	Eval     string            `json:"eval,omitempty"`
	Commands []documentCommand `json:"commands,omitempty"`
}

type documentMark struct {
	Colour string `json:"colour"`
	From   string `json:"from"`
	To     string `json:"to,omitempty"`
}

type documentCommand struct {
	Name string `json:"name"`
	Text string `json:"text,omitempty"`
}

// detectJSON reports whether the text is an object with "assay" as its first
// member.
func detectJSON(prefix []byte) bool {
	in := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(prefix, []byte(string(scan.ByteOrderMark)))))
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return false
	}
	key, err := in.Token()
	return err == nil && key == "assay"
}

var openJSON = source.Objects(readJSON)

// documentText reads one record. The place of a ply is the place of its object.
type documentText struct {
	scan.Lines
	in     *json.Decoder
	base   int // offset of the decoder's input in the text
	record *record.Record
	meter  *source.Meter
	main   record.Line
	sides  []sideOf
	seen   map[string]bool
	digest string // stated in the history; "" without one
}

// sideOf is a variation with its parent line and ply, and the places of these.
type sideOf struct {
	line, ply int
	plies     record.Line
	at        int
}

func readJSON(text string, place scan.Place, m *source.Meter) *record.Record {
	t := &documentText{meter: m, Lines: scan.NewLines(text, place), record: &record.Record{Format: JSON},
		seen: map[string]bool{}}
	t.Advance()
	t.base = len(text) - len(strings.TrimPrefix(text, string(scan.ByteOrderMark)))
	t.in = json.NewDecoder(strings.NewReader(text[t.base:]))
	t.in.DisallowUnknownFields()
	t.record.Place = t.PlaceAt(scan.SkipBlanks(text, 0))
	err := t.read()
	if err != nil {
		t.fault(err)
	}
	t.join()
	if t.record.History != nil {
		t.record.Edited = t.record.Fault != nil || t.digest != digest(t.record)
	}
	return t.record
}

// offset returns the decoder's offset in the text.
func (t *documentText) offset() int { return t.base + int(t.in.InputOffset()) }

// ahead returns the offset of the next value.
func (t *documentText) ahead() int {
	i := t.offset()
	for i < len(t.Text) && (t.Text[i] == ',' || t.Text[i] == ':' || t.Text[i] <= ' ') {
		i++
	}
	return i
}

// documentError is an error in the form of a record, at byte at of the text.
type documentError struct {
	at      int
	message string
}

func (e *documentError) Error() string { return e.message }

func (t *documentText) fault(err error) {
	if t.record.Fault != nil {
		return
	}
	at, message := t.offset(), strings.TrimPrefix(err.Error(), "json: ")
	var syntax *json.SyntaxError
	var form *documentError
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		at, message = len(t.Text), "the object is not closed"
	case errors.As(err, &syntax):
		at = t.base + source.SyntaxOffset(t.Text[t.base:])
	case errors.As(err, &form):
		at = form.at
	}
	at = max(0, min(at, len(t.Text)))
	t.record.Fault = &record.Fault{Place: scan.PlaceIn(t.Text, at, t.Place), Rule: ruleJSON, Message: message,
		Text: scan.Trim(scan.LineAt(t.Text, at))}
}

func (t *documentText) expect(d json.Delim) error {
	at := t.ahead()
	token, err := t.in.Token()
	if err != nil {
		return err
	}
	if token != d {
		return &documentError{at, "expected " + d.String()}
	}
	return nil
}

// read reads the object, member by member.
func (t *documentText) read() error {
	if err := t.expect('{'); err != nil {
		return err
	}
	for t.in.More() {
		at := t.ahead()
		token, err := t.in.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		if t.seen[key] {
			return &documentError{at, "duplicate member " + key}
		}
		t.seen[key] = true
		if err := t.member(key, at); err != nil {
			return err
		}
	}
	if err := t.expect('}'); err != nil {
		return err
	}
	for _, key := range []string{"assay", "notation", "plies"} {
		if !t.seen[key] {
			return &documentError{0, "missing member " + key}
		}
	}
	at := t.ahead()
	if _, err := t.in.Token(); err != io.EOF {
		return &documentError{at, "text after the object"}
	}
	return nil
}

func (t *documentText) member(key string, at int) error {
	r := t.record
	value := t.ahead()
	text := map[string]*string{
		"variant": &r.Variant, "options": &r.Options, "start": &r.Start, "result": &r.Result, "ending": &r.Ending,
		"trailing": &r.Trailing,
	}[key]
	switch {
	case text != nil:
		if key == "start" {
			r.StartPlace = t.PlaceAt(value)
		}
		err := t.in.Decode(text)
		if err == nil && key == "result" && r.Result != "" && !slices.Contains(record.Results, r.Result) {
			return &documentError{value, "unknown result; expected 1-0, 0-1, 1/2-1/2, 0-0 or *"}
		}
		return err
	case key == "assay":
		var version int
		if err := t.in.Decode(&version); err != nil {
			return err
		}
		if version != documentVersion {
			return &documentError{value, "an unknown version of the format"}
		}
		return nil
	case key == "notation":
		return t.in.Decode(&r.Notation)
	case key == "tags":
		return t.list(func(place scan.Place) error {
			var tag documentTag
			err := t.in.Decode(&tag)
			r.Tags = append(r.Tags, record.Tag{Key: tag.Key, Value: tag.Value, Place: place})
			return err
		})
	case key == "setup":
		return t.list(func(place scan.Place) error {
			var piece documentSetupPiece
			err := t.in.Decode(&piece)
			r.Setup = append(r.Setup,
				record.SetupPiece{Side: piece.Side, Piece: piece.Piece, Square: piece.Square, Place: place})
			return err
		})
	case key == "comments":
		return t.list(func(place scan.Place) error {
			var text string
			err := t.in.Decode(&text)
			t.meter.Comment(text)
			r.Comments = append(r.Comments, record.Comment{Text: text, Place: place})
			return err
		})
	case key == "plies":
		return t.plies(&t.main)
	case key == "lines":
		return t.list(t.side)
	case key == "history":
		var h documentHistory
		err := t.in.Decode(&h)
		t.record.History, t.digest = h.State, h.Digest
		return err
	case key == "archived": // the archived copy that it comes from
		return t.in.Decode(new(json.RawMessage))
	}
	return &documentError{at, "unknown member " + key}
}

// list reads an array, element by element.
func (t *documentText) list(element func(scan.Place) error) error {
	if err := t.expect('['); err != nil {
		return err
	}
	for t.in.More() {
		if err := element(t.PlaceAt(t.ahead())); err != nil {
			return err
		}
	}
	return t.expect(']')
}

// side reads a variation.
func (t *documentText) side(scan.Place) error {
	s := sideOf{at: t.ahead()}
	if err := t.expect('{'); err != nil {
		return err
	}
	for t.in.More() {
		at := t.ahead()
		key, err := t.in.Token()
		if err != nil {
			return err
		}
		switch key {
		case "line":
			err = t.in.Decode(&s.line)
		case "ply":
			err = t.in.Decode(&s.ply)
		case "plies":
			err = t.plies(&s.plies)
		default:
			err = &documentError{at, "an unknown member of a variation"}
		}
		if err != nil {
			return err
		}
	}
	t.meter.Variation()
	t.sides = append(t.sides, s)
	return t.expect('}')
}

// plies reads a line of plies; on an error, the plies before it.
func (t *documentText) plies(line *record.Line) error {
	return t.list(func(place scan.Place) error {
		var d documentPly
		at := t.ahead()
		if err := t.in.Decode(&d); err != nil {
			return err
		}
		ply, message := d.ply(place)
		if message != "" {
			return &documentError{at, message}
		}
		t.meter.Ply()
		for _, comments := range [][]record.Comment{ply.Notes().Before, ply.Notes().Comments} {
			for i := range comments {
				t.meter.Comment(comments[i].Text)
			}
		}
		*line = append(*line, ply)
		return nil
	})
}

func (d *documentPly) ply(place scan.Place) (p record.Ply, message string) {
	if d.Text == "" {
		return p, "a ply without text"
	}
	if d.Number < 0 || d.Number > scan.MaxNumber {
		return p, "a number out of range"
	}
	p = record.Ply{
		Number: d.Number, Text: d.Text, Place: place, Clock: d.Clock.duration(), Spent: d.Spent.duration(),
	}
	if len(d.Before)+len(d.Comments)+len(d.NAGs)+len(d.Marks)+len(d.Commands)+len(d.Eval) == 0 {
		return p, ""
	}
	p.Beside = &record.Notes{Before: commentsAt(d.Before, place), Comments: commentsAt(d.Comments, place), NAGs: d.NAGs,
		Eval: d.Eval}
	for _, m := range d.Marks {
		p.Beside.Marks = append(p.Beside.Marks, record.Mark(m))
	}
	for _, c := range d.Commands {
		p.Beside.Commands = append(p.Beside.Commands, record.Command(c))
	}
	return p, ""
}

func commentsAt(texts []string, place scan.Place) []record.Comment {
	var comments []record.Comment
	for _, text := range texts {
		comments = append(comments, record.Comment{Text: text, Place: place})
	}
	return comments
}

// join attaches the variations to the plies that they replace.
func (t *documentText) join() {
	lines := make([]record.Line, 1, 1+len(t.sides))
	lines[0] = t.main
	for i := range t.sides {
		s := &t.sides[i]
		if s.line < 0 || s.line >= len(lines) || s.ply < 1 || s.ply > len(lines[s.line]) {
			t.fault(&documentError{s.at, "a variation of a ply that does not exist"})
			break
		}
		ply := &lines[s.line][s.ply-1]
		ply.Annotate().Variations = append(ply.Notes().Variations, s.plies)
		lines = append(lines, s.plies)
	}
	t.record.Moves = t.main
}

// Row describes the notation.
var Row = format.Row{
	Format: JSON, Detect: detectJSON, Open: openJSON, Print: printJSON,
	Files: format.Files{File: JSON, Extension: "json", MediaType: "application/json", Whole: true},
}
