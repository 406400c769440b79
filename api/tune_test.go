package api

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis/engine"
	"assay/api/analyse"
)

// TestCurve computes Win% with tuned parameters, and repeats an analysis made
// with others. Chess, and a variant with another revision, use the default
// curve.
func TestCurve(t *testing.T) {
	a := newArchive(t)
	id := importTexts(t, a, scholars)[0]
	r := must(a.Replay(t.Context(), id))
	limits := analyse.AnalysisLimits{Nodes: 100}
	if plain := must(a.AnalyseGame(t.Context(), a.NewAnalyser(1), r, limits, nil)); plain.Summary.WinCurve.Error != nil || plain.Summary.WinCurve.Constant != 0.00368208 {
		t.Fatalf("%+v", plain.Summary.WinCurve)
	}
	fit := engine.DefaultFit(r.Game.Rules)
	fit.Games, fit.Curve = 200, engine.Estimate{Value: 0.002, Error: 0.0003}
	put := func() {
		path := must(a.FitPath(fit.Variant))
		if err := os.WriteFile(path, must(analyse.EncodeFit(fit)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put()
	fitted := must(a.AnalyseGame(t.Context(), a.NewAnalyser(1), r, limits, nil))
	if c := fitted.Summary.WinCurve; c.Constant != 0.002 || c.Error == nil || *c.Error != 0.0003 || c.Games != 200 || fitted.Saved != nil {
		t.Errorf("%+v, saved %v", c, fitted.Saved)
	}
	if last := fitted.Plies[len(fitted.Plies)-1].Win; last < 88 || last > 88.2 { // 1000 at 0.002
		t.Errorf("the winner wins %v %%", last)
	}
	if again := must(a.AnalyseGame(t.Context(), a.NewAnalyser(1), r, limits, nil)); again.Saved == nil {
		t.Error("made again")
	}
	fit.Revision = "0"
	put()
	if stale := must(a.AnalyseGame(t.Context(), a.NewAnalyser(1), r, limits, nil)); stale.Summary.WinCurve.Error != nil {
		t.Errorf("%+v", stale.Summary.WinCurve)
	}
	if err := os.WriteFile(filepath.Join(a.config.Data, "worths", "chess.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := a.AnalyseGame(t.Context(), a.NewAnalyser(1), r, limits, nil); err == nil || !strings.Contains(err.Error(), "chess.json") {
		t.Errorf("%v", err)
	}
}
