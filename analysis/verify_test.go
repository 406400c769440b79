package analysis_test

import (
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// TestVerifyEnds gives no game where nobody waits for the replay, be it of the
// main line or of a side line.
func TestVerifyEnds(t *testing.T) {
	closed := make(chan struct{})
	close(closed)
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	for _, text := range []string{"1. e4 e5 *\n", "1. e4 (1. d4 d5 (1... Nf6)) *\n", "1. e4 (1. e9) 1... e9 *\n"} {
		record, err := parser.NewReader(strings.NewReader(text), parser.Options{Format: parser.PGN}).Next()
		if err != nil {
			t.Fatal(err)
		}
		if game := v.Verify(record, analysis.Settings{Done: closed}); game != nil {
			t.Errorf("%q: %+v", text, game.Report)
		}
		if game := v.Verify(record, analysis.Settings{Done: make(chan struct{})}); game == nil || game.Report.Verdict == "" {
			t.Errorf("%q: nothing", text)
		}
	}
}
