package json

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// printJSON writes a record in Assay's own form, on one line.
func printJSON(r *record.Record) ([]byte, error) {
	d, err := documentOf(r)
	if err != nil {
		return nil, err
	}
	if r.History != nil && !r.Edited {
		d.History = &documentHistory{digest(r), r.History}
	}
	written, err := d.encode()
	if err != nil {
		return nil, &record.Unwritable{Format: JSON, Message: err.Error()}
	}
	return written, checkJSON(written, r)
}

func (d *document) encode() ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	err := out.Encode(d)
	return b.Bytes(), err
}

// digest returns the SHA-256 of a record's document without its history, ""
// if it has none.
func digest(r *record.Record) string {
	d, err := documentOf(r)
	if err != nil {
		return ""
	}
	written, err := d.encode()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(written)
	return hex.EncodeToString(sum[:])
}

func documentOf(r *record.Record) (*document, error) {
	d := &document{
		Assay: documentVersion, Notation: r.Notation, Variant: r.Variant, Options: r.Options, Start: r.Start,
		Result: r.Result, Ending: r.Ending, Trailing: r.Trailing, Comments: textsOf(r.Comments), Plies: []documentPly{},
	}
	for _, t := range r.Tags {
		d.Tags = append(d.Tags, documentTag{t.Key, t.Value})
	}
	for _, p := range r.Setup {
		d.Setup = append(d.Setup, documentSetupPiece{p.Side, p.Piece, p.Square})
	}
	// Variations are listed in the order of the plies that they replace, each
	// after its parent.
	lines := []record.Line{r.Moves}
	for at := 0; at < len(lines); at++ {
		line := lines[at]
		plies := make([]documentPly, len(line))
		for i := range line {
			ply, err := documentPlyOf(&line[i])
			if err != nil {
				return nil, err
			}
			plies[i] = ply
			for _, side := range line[i].Notes().Variations {
				d.Variations = append(d.Variations, documentLine{Line: at, Ply: i + 1})
				lines = append(lines, side)
			}
		}
		if at == 0 {
			d.Plies = plies
		} else {
			d.Variations[at-1].Plies = plies
		}
	}
	return d, nil
}

func textsOf(comments []record.Comment) []string {
	var texts []string
	for _, c := range comments {
		texts = append(texts, c.Text)
	}
	return texts
}

func documentPlyOf(p *record.Ply) (documentPly, error) {
	notes := p.Notes()
	d := documentPly{
		Number: p.Number, Text: p.Text, Before: textsOf(notes.Before), Comments: textsOf(notes.Comments),
		NAGs: notes.NAGs,
		Eval: notes.Eval, Clock: (*documentTime)(p.Clock), Spent: (*documentTime)(p.Spent),
	}
	for _, m := range notes.Marks {
		d.Marks = append(d.Marks, documentMark(m))
	}
	for _, c := range notes.Commands {
		d.Commands = append(d.Commands, documentCommand(c))
	}
	for _, at := range []*time.Duration{p.Clock, p.Spent} {
		if at != nil && *at < 0 {
			return d, &record.Unwritable{Format: JSON, Message: "a time below zero", Text: at.String()}
		}
	}
	return d, nil
}

// documentTime is a time as h:mm:ss, with decimals if it has any.
type documentTime time.Duration

var errTime = errors.New("a time is h:mm:ss")

// MarshalText returns the time as h:mm:ss.
func (d documentTime) MarshalText() ([]byte, error) {
	return record.AppendClock(nil, time.Duration(d)), nil
}

// UnmarshalText reads h:mm:ss.
func (d *documentTime) UnmarshalText(text []byte) error {
	at, ok := record.ParseClock(string(text))
	if !ok {
		return fmt.Errorf("%w, not %q", errTime, record.Clip(string(text)))
	}
	*d = documentTime(at)
	return nil
}

func (d *documentTime) duration() *time.Duration { return (*time.Duration)(d) }

// checkJSON reads the written text back and compares it with the record.
func checkJSON(written []byte, r *record.Record) error {
	unwritable := func(message, text string) error {
		return &record.Unwritable{Format: JSON, Message: message, Text: text}
	}
	got := readJSON(string(written), scan.Place{Line: 1, Column: 1}, new(source.Meter))
	if got.Fault != nil {
		return unwritable(got.Fault.Message, got.Fault.Text)
	}
	for _, text := range []struct{ name, want, got string }{
		{"variant", r.Variant, got.Variant}, {"options", r.Options, got.Options}, {"start", r.Start, got.Start},
		{"result", r.Result, got.Result}, {"ending", r.Ending, got.Ending},
		{"text after the moves", r.Trailing, got.Trailing},
	} {
		if text.want != text.got {
			return unwritable(text.name, text.want)
		}
	}
	for i, tag := range r.Tags {
		if got.Tags[i].Key != tag.Key || got.Tags[i].Value != tag.Value {
			return unwritable("tag "+tag.Key, tag.Value)
		}
	}
	if !slices.EqualFunc(r.Setup, got.Setup, func(a, b record.SetupPiece) bool {
		return a.Side == b.Side && a.Piece == b.Piece && a.Square == b.Square
	}) {
		return unwritable("set-up", "")
	}
	if (r.History != nil && !r.Edited) != (got.History != nil) || got.Edited {
		return unwritable("history", "")
	}
	if text, ok := record.SameComments(r.Comments, got.Comments); !ok {
		return unwritable("comment before the moves", text)
	}
	if text, ok := record.SameLine(r.Moves, got.Moves, record.SamePly); !ok {
		return unwritable("a move or its annotations", text)
	}
	return nil
}
