package games

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/store"
)

// findings is the part of a report that the archive stores as JSON. The other
// parts are in columns.
type findings struct {
	Warnings []analysis.Warning `json:"warnings"`
	Error    *analysis.Error    `json:"error"`
	Rulings  []analysis.Stood   `json:"rulings,omitempty"`
}

// EncodeFindings returns nil for a report without findings.
func EncodeFindings(r *analysis.Report) ([]byte, error) {
	if len(r.Warnings) == 0 && r.Error == nil && len(r.Rulings) == 0 {
		return nil, nil
	}
	return json.Marshal(findings{r.Warnings, r.Error, r.Rulings})
}

// ReportOf returns the report of a stored game. The error matches
// store.ErrCorrupt.
func ReportOf(g *store.Game) (*analysis.Report, error) {
	found := findings{Warnings: []analysis.Warning{}}
	if len(g.Report) > 0 {
		// the spelling of archives up to schema 20
		text := bytes.Replace(g.Report, []byte(`"legal_squares":`), []byte(`"legalSquares":`), 1)
		if err := json.Unmarshal(text, &found); err != nil {
			return nil, errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt}, err)
		}
	}
	r := &analysis.Report{
		File: g.File, Game: g.Number, Format: g.Format, Encoding: optional.Text(g.Encoding),
		Variant: g.Variant, Options: g.Options,
		Verdict: g.Verdict, Plies: g.Plies, Result: g.Result, Start: g.Start, Final: g.Final,
		Warnings: found.Warnings, Error: found.Error, Rulings: found.Rulings,
	}
	if r.Encoding == "utf-8" {
		r.Encoding = ""
	}
	if g.Termination != "" {
		r.Termination = &g.Termination
	}
	return r, nil
}

// GameAndReport returns an archived game and its report. The error is a
// *store.GameError.
func (c *Collection) GameAndReport(ctx context.Context, id int64) (*store.Game, *analysis.Report, error) {
	g, err := c.store.Game(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	report, err := ReportOf(g)
	return g, report, err
}
