package web

import (
	"bytes"
	"net/http"
	"slices"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/api"
	"assay/api/rest"
	"assay/parser"
)

// newData is what the page of a new game begins with.
type newData struct {
	Variants []api.VariantSummary
	Variant  string
}

func (b *board) newGame(w http.ResponseWriter, r *http.Request) error {
	d := newData{Variants: b.variants()}
	var err error
	if d.Variant, err = b.variantOf(r); err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "new", page{Title: "New game", Place: "archive", Script: "new.js", Data: d})
}

// recordData is a record, and what of it the notation does not hold.
type recordData struct {
	Text   string   `json:"text"`
	Losses []string `json:"losses"`
}

// writeRecord answers with a record in another notation; nothing is archived.
func (b *board) writeRecord(w http.ResponseWriter, r *http.Request) error {
	var as string
	if err := rest.Bind(r, rest.Few{rest.Text("as", &as, "notation").Required()}); err != nil {
		return err
	}
	if !slices.Contains(parser.Formats(), parser.Format(as)) {
		return &api.FormatError{Format: as, Reason: "is no notation of records"}
	}
	replay, err := b.archive.ReplayRecord(r.Context(), "-", r.Body, 1, api.Reading{})
	if err != nil {
		return err
	}
	if !replay.Report().Holds() {
		return &api.RejectedError{Reports: []*analysis.Report{replay.Report()}}
	}
	var text bytes.Buffer
	losses, err := replay.Export(&text, api.ExportOptions{Format: api.ExportFormat(as)})
	if err != nil {
		return err
	}
	return sendJSON(w, r, recordData{text.String(), losses})
}

// recordFormat is a notation with what it is called.
type recordFormat struct {
	Format string `json:"format"`
	Name   string `json:"name"`
}

// recordFormats are the notations that can hold games of the rules.
func recordFormats(r *rules.Rules) []recordFormat {
	var out []recordFormat
	for _, f := range api.ExportFormats() {
		if slices.Contains(parser.Formats(), parser.Format(f)) && holds(f, r) {
			out = append(out, recordFormat{string(f), f.Title()})
		}
	}
	return out
}
