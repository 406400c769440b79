package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/parser"
)

// chuRecord is a game of chu shogi as servers write it: without a diagram of
// the start, and with two-step moves on two lines.
const chuRecord = `先手：Ada
後手：Ben

手数----指手---------消費時間--
  1手目   7八歩兵 （←7九）   (0:05/00:00:05)
  2手目   6五歩兵 （←6四）
  3手目一歩目 7九獅子 （←7十）
  3手目二歩目 6八獅子 （←7九）
  4手目   7五歩兵 （←7四）
  5手目一歩目 ▲6七獅子 （←6八）
  5手目二歩目 ▲6八獅子(じっと) （←6七）
  6手目   6六歩兵 （←6五）
  7手目一歩目 6七獅子 （←6八）
  7手目二歩目 6六獅子 （←6七）
  8手目   1五歩兵 （←1四）
  9手目   投了
`

// chuMoves are its moves in USI.
var chuMoves = []string{"7i7h", "6d6e", "7j7i6h", "7d7e", "6h6g6h", "6e6f", "6h6g6f", "1d1e"}

// TestConvertChu converts a game of chu shogi to every notation that can write
// it and back.
func TestConvertChu(t *testing.T) {
	rec, err := parser.NewReader(strings.NewReader(chuRecord), parser.Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
	if g.Report.Verdict != analysis.Legal || g.Report.Variant != "chushogi" || len(g.Moves) != len(chuMoves) {
		t.Fatalf("%s of %q with %d moves: %v", g.Report.Verdict, g.Report.Variant, len(g.Moves), g.Report.Error)
	}
	for _, to := range []parser.Format{parser.USI, parser.KIF, parser.Numbered, parser.PGN, parser.Courier, parser.JSON} {
		_, again, _ := carry(t, rec, g, to)
		var written []string
		for i := range again.Moves {
			written = append(written, again.Moves[i].Text)
		}
		if to == parser.USI && !slices.Equal(written, chuMoves) {
			t.Errorf("USI has %q", written)
		}
	}
}

// TestChuFaults checks the errors of chu shogi records.
func TestChuFaults(t *testing.T) {
	for _, row := range []struct{ was, now, rule string }{
		{"6六獅子 （←6七）", "6九獅子 （←6七）", "CHU-8"},
		{"6八獅子 （←7九）", "6八獅子 （←6九）", "KIF"},
		{"7八歩兵", "7八香車", "KIF"},
		{"▲6七獅子", "△6七獅子", "KIF"},
		{"  7手目二歩目 6六獅子 （←6七）\n", "", "KIF"},
		{"1五歩兵", "13五歩兵", "KIF"},
	} {
		if !strings.Contains(chuRecord, row.was) {
			t.Fatalf("the record has no %q", row.was)
		}
		text := strings.Replace(chuRecord, row.was, row.now, 1)
		rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
		if g.Report.Error == nil || g.Report.Error.Rule != row.rule {
			t.Errorf("%q for %q: %v, want one of %s", row.now, row.was, g.Report.Error, row.rule)
		}
	}
}
