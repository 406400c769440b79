package web

import (
	"bytes"
	"net/http"
	"slices"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/api"
	"assay/api/define"
	"assay/api/present"
	"assay/api/rest"
	"assay/parser"
)

// newData is the data of the page for entering a game.
type newData struct {
	Variants []define.VariantSummary
	Variant  string
}

func (h *handler) newGame(w http.ResponseWriter, r *http.Request) error {
	d := newData{Variants: h.variants()}
	var err error
	if d.Variant, err = h.requestedVariant(r); err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "new", page{Title: "New game", Place: "archive", Script: "new.js", Data: d})
}

// recordData is a record, and what its notation cannot represent.
type recordData struct {
	Text   string   `json:"text"`
	Losses []string `json:"losses"`
}

// writeRecord sends a record converted to another notation. It does not archive
// the record.
func (h *handler) writeRecord(w http.ResponseWriter, r *http.Request) error {
	var as string
	if err := rest.Bind(r, rest.Few{rest.Text("as", &as, "notation").Required()}); err != nil {
		return err
	}
	if !slices.Contains(parser.Formats(), parser.Format(as)) {
		return &present.FormatError{Format: as, Reason: "is not a notation for records"}
	}
	replay, err := h.archive.ReplayRecord(r.Context(), "-", r.Body, 1, api.Reading{})
	if err != nil {
		return err
	}
	if !replay.Report().Holds() {
		return &api.RejectedError{Reports: []*analysis.Report{replay.Report()}}
	}
	var text bytes.Buffer
	losses, err := replay.Export(&text, present.ExportOptions{Format: present.ExportFormat(as)})
	if err != nil {
		return err
	}
	return sendJSON(w, r, recordData{text.String(), losses})
}

// recordFormat is a notation and its name.
type recordFormat struct {
	Format string `json:"format"`
	Name   string `json:"name"`
}

// recordFormats returns the notations that can represent games of the rules.
func recordFormats(r *rules.Rules) []recordFormat {
	var out []recordFormat
	for _, f := range present.ExportFormats() {
		if slices.Contains(parser.Formats(), parser.Format(f)) && supports(f, r) {
			out = append(out, recordFormat{string(f), f.Title()})
		}
	}
	return out
}
