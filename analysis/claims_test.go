package analysis_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestCounting counts moves against a bare king, and against a side that has
// too little.
func TestCounting(t *testing.T) {
	moves := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(fmt.Sprintf("%d. ", i+1) + [2]string{"Ra2 Kd8 ", "Ra1 Ke8 "}[i%2])
		}
		return b.String() + "*"
	}
	for _, row := range []struct {
		game, position string
		moves          int
		want           string // of the first claim of counting, "" for none
	}{
		{"makruk", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 4, "the pieces' honour could have been claimed at ply 8"},
		{"makruk", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 3, ""},
		{"makruk", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 13, "the pieces' honour could have been claimed at ply 26"},
		{"makruk", "4k3/8/8/8/8/8/7P/R3K3 w - - 0 1", 14, ""},
		{"makruk", "4k2n/8/8/8/8/8/8/R3K3 w - - 0 1", 63, ""},
		{"makruk", "4k2n/8/8/8/8/8/8/R3K3 w - - 0 1", 64, "the board's honour could have been claimed at ply 128"},
		{"asean", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 16, "a draw by counting could have been claimed at ply 32"},
		{"cambodian", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 3, "the pieces' honour could have been claimed at ply 6"},
	} {
		_, g := proved(t, fmt.Sprintf("[Variant %q]\n[SetUp \"1\"]\n[FEN %q]\n\n%s\n", row.game, row.position, moves(row.moves)))
		if g.Report.Error != nil {
			t.Errorf("%s %s: %v", row.game, row.position, g.Report.Error)
		}
		got := ""
		for _, w := range g.Report.Warnings {
			if strings.Contains(w.Message, "count") && !strings.Contains(w.Message, "repetition") && got == "" {
				got = w.Message
			}
		}
		if !strings.HasSuffix(got, row.want) || got != "" && row.want == "" {
			t.Errorf("%s %s: %q, want %q", row.game, row.position, got, row.want)
		}
	}
}
