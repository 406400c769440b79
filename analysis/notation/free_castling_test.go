package notation_test

import (
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures/games"
	"assay/parser"
)

// TestCastlingFromAnywhere writes and reads castling from Chess960 starting
// positions, and in other variants as usual.
func TestCastlingFromAnywhere(t *testing.T) {
	for _, row := range []struct{ variant, position, san, uci string }{
		{"chess960", "1k6/8/8/8/8/8/8/RK5R w HA - 0 1", "O-O", "b1h1"},
		{"chess960", "1k6/8/8/8/8/8/8/RK5R w HA - 0 1", "O-O-O", "b1a1"},
		{"chess960", "1k6/8/8/8/8/8/8/4K2R w H - 0 1", "O-O", "e1h1"},
		{"atomic", "1k6/8/8/8/8/8/8/RK5R w KQ - 0 1", "O-O-O", "b1a1"},
		{"atomic", "1k6/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1"},
		{"atomic", "1k6/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "e1c1"},
		{"crazyhouse", "1k6/8/8/8/8/8/8/5KR1[] w K - 0 1", "O-O", "f1g1"},
		{"3check", "1k6/8/8/8/8/8/8/5KR1 w K - 3+3 0 1", "O-O", "f1g1"},
		{"kingofthehill", "1k6/8/8/8/8/8/8/R2K4 w Q - 0 1", "O-O-O", "d1a1"},
	} {
		r := games.Rules(t, row.variant, "")
		p, err := r.ParsePosition(row.position)
		if err != nil {
			t.Fatal(err)
		}
		if p.Text() != row.position {
			t.Errorf("%s is written %s", row.position, p.Text())
		}
		n, _ := notation.ForFormat(parser.PGN, r)
		m, known, _, f := n.Read(p, row.san)
		if f != nil || !known || m.Kind() != rules.Castle {
			t.Errorf("%s of %s: %v", row.san, row.position, f)
			continue
		}
		if got := string(n.Append(nil, p, m)); got != row.san {
			t.Errorf("%s of %s is written %s", row.san, row.position, got)
		}
		if got := (notation.UCI{}).Format(p, m); got != row.uci {
			t.Errorf("%s of %s is %s in UCI, want %s", row.san, row.position, got, row.uci)
		}
		if got, known, _, f := n.Read(p, row.uci); f != nil || !known || got != m {
			t.Errorf("%s of %s: %v", row.uci, row.position, f)
		}
	}
}
