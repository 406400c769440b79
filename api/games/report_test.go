package games

import (
	"testing"

	"assay/store"
)

// TestFormerReport reads a report with the former spelling of its keys.
func TestFormerReport(t *testing.T) {
	g := &store.Game{}
	g.Report = []byte(`{"warnings":[],"error":{"ply":3,"legal":["Pawn a2 - a3"],"legal_squares":[["a2","a3"]]}}`)
	r, err := ReportOf(g)
	if err != nil || len(r.Error.LegalSquares) != 1 || r.Error.LegalSquares[0][1] != "a3" {
		t.Errorf("%+v, %v", r.Error, err)
	}
}
