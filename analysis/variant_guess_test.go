package analysis_test

import (
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// TestLooksLikeAnotherGame verifies records by the wrong rules. A variant is
// suggested only if the whole record is legal in it.
func TestLooksLikeAnotherGame(t *testing.T) {
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	for _, row := range []struct{ name, record, verdict, like string }{
		{"drops", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d6 *\n", analysis.Illegal, "(crazyhouse)"},
		{"drops, broken there too", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d6 Ke4 *\n", analysis.Illegal, ""},
		{"an undefined name", "[Variant \"Housechess\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d6 exd6 *\n", analysis.Unsupported, "(crazyhouse)"},
		{"too short", "1. e4 e4 *\n", analysis.Illegal, ""},
		{"its own game", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. d4 e5 *\n", analysis.Legal, ""},
	} {
		rec, err := parser.NewReader(strings.NewReader(row.record), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		report := v.Verify(rec, analysis.Settings{}).Report
		said := ""
		for _, w := range report.Warnings {
			if strings.Contains(w.Message, "looks like") {
				said = w.Message
			}
		}
		if report.Verdict != row.verdict || (said == "") != (row.like == "") || !strings.Contains(said, row.like) {
			t.Errorf("%s: %s, %q", row.name, report.Verdict, said)
		}
	}
}
