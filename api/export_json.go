package api

import (
	"encoding/json"
	"fmt"
	"io"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/parser"
)

// documentVersion is the version of the form of a Document.
const documentVersion = 1

// Document is Assay's own form of a game, complete: every header, and every
// legal ply with the position it leads to. A record that cannot be replayed has
// its plies as they were written, and no positions.
type Document struct {
	Assay       int             `json:"assay"`          // version of this form
	Game        int64           `json:"game,omitempty"` // number in the archive
	Variant     string          `json:"variant"`
	Options     string          `json:"options"`
	Verdict     string          `json:"verdict"`
	Result      string          `json:"result"`
	Termination *string         `json:"termination"`
	Tags        []TagView       `json:"tags"`
	Start       string          `json:"start"`
	Comments    []string        `json:"comments,omitempty"` // before the first ply
	Plies       []PlyDocument   `json:"plies"`
	Error       *analysis.Error `json:"error"` // why an illegal record ends here
}

// TagView is one header of a record.
type TagView struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// PlyDocument is one ply of a Document.
type PlyDocument struct {
	Ply      int      `json:"ply"`    // from 1
	Number   int      `json:"number"` // of the move
	Side     string   `json:"side,omitempty"`
	Text     string   `json:"text"` // in the numbered-list notation
	Position string   `json:"position,omitempty"`
	Key      string   `json:"key,omitempty"` // position key, 16 hexadecimal digits
	Comments []string `json:"comments,omitempty"`
}

// Document gives the game in Assay's own form.
func (r *Replay) Document() (*Document, error) {
	record, err := r.record()
	if err != nil {
		return nil, err
	}
	d := &Document{
		Assay: documentVersion, Game: r.id, Variant: r.report.Variant, Options: r.report.Options,
		Verdict: r.report.Verdict, Result: r.report.Result, Termination: r.report.Termination,
		Tags: tagViews(r.tags), Start: r.report.Start, Comments: commentTexts(record.Comments),
		Plies: []PlyDocument{}, Error: r.report.Error,
	}
	if r.game == nil {
		for i, ply := range record.Moves {
			d.Plies = append(d.Plies, PlyDocument{
				Ply: i + 1, Number: ply.Number, Text: ply.Text, Comments: commentTexts(ply.Comments),
			})
		}
		return d, nil
	}
	p := r.game.Start()
	for i, m := range r.game.Moves {
		ply := PlyDocument{
			Ply: i + 1, Number: p.Number(), Side: r.game.Rules.SideName(p.Side()),
			Text: notation.Numbered{}.Format(p, m), Comments: commentTexts(comments(record, i+1)),
		}
		p.Play(m)
		ply.Position, ply.Key = p.Text(), keyText(p.Key())
		d.Plies = append(d.Plies, ply)
	}
	return d, nil
}

func tagViews(tags []parser.Tag) []TagView {
	views := make([]TagView, len(tags))
	for i, t := range tags {
		views[i] = TagView{Key: t.Key, Value: t.Value}
	}
	return views
}

func commentTexts(comments []parser.Comment) []string {
	var texts []string
	for _, c := range comments {
		texts = append(texts, c.Text)
	}
	return texts
}

// keyText is a position key in hexadecimal digits: JSON's numbers are too short
// for it.
func keyText(key uint64) string { return fmt.Sprintf("%016x", key) }

func (r *Replay) writeJSON(w io.Writer) error {
	d, err := r.Document()
	if err != nil {
		return err
	}
	return writeJSON(w, d)
}

func (r *Replay) writeViewJSON(w io.Writer, ply int) error {
	v, err := r.View(ply)
	if err != nil {
		return err
	}
	return writeJSON(w, v)
}

// writeJSON writes a value on one line. Signs of HTML stay as they are: they are
// escaped where JSON is put into a page.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
