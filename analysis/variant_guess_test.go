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

// TestEndElsewhere warns if only another common variant ends with the stated
// result.
func TestEndElsewhere(t *testing.T) {
	for _, row := range []struct{ name, record, candidate string }{
		{"a king in the centre", "1. e3 a6 2. Ke2 a5 3. Kd3 a4 4. Kc4 a3 5. Kd4 1-0\n", "kingofthehill"},
		{"three checks", "1. e4 e5 2. Bc4 a6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6+ 1-0\n", "3check"},
		{"the other one wins", "1. e3 a6 2. Ke2 a5 3. Kd3 a4 4. Kc4 a3 5. Kd4 0-1\n", ""},
		{"unfinished", "1. e3 a6 2. Ke2 a5 3. Kd3 a4 4. Kc4 a3 5. Kd4 *\n", ""},
		{"with headers", "[White \"A\"]\n\n1. e3 a6 2. Ke2 a5 3. Kd3 a4 4. Kc4 a3 5. Kd4 1-0\n", ""},
		{"resigned", "1. e4 e5 2. Nf3 Nc6 3. Bc4 a6 4. d3 b5 5. Bb3 1-0\n", ""},
	} {
		_, g := proved(t, row.record)
		if got := strings.Join(g.Report.Candidates, " "); got != row.candidate || g.Report.Variant != "chess" || !g.Report.Holds() ||
			(len(g.Report.Warnings) > 0) != (row.candidate != "") {
			t.Errorf("%s: %s, %q, %+v", row.name, g.Report.Variant, got, g.Report.Warnings)
		}
	}
}
