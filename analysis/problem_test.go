package analysis_test

import (
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// TestProblems verifies records of problems, with what their reports say of the
// stated solutions.
func TestProblems(t *testing.T) {
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	verify := func(text string, s analysis.Settings) *analysis.Report {
		return &v.Verify(readOne(t, text, parser.PGN), s).Report
	}
	for _, row := range []struct{ stipulation, position, moves, kind, says string }{
		{"#2", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "1. Kf7 Kh7 2. Rh1# *", analysis.KindNote, "#2: verified, 1 solution, as stated"},
		{"#2", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "1. Kf7 (1. Rg5? Kh7!) 1... Kh7 2. Rh1# *", analysis.KindNote, "verified, 1 solution"},
		{"#2", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "1. Kg6 Kg8 2. Re1 *", analysis.KindWarning,
			"#2: the moves of the record do not solve the problem; solutions: Kf7"},
		{"#1", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "1. Kf7 *", analysis.KindWarning,
			"#1: the problem has no solution; correct the position or the header"},
		{"#2", "8/K7/8/6Q1/8/R7/8/7k w - - 0 1", "1. Rb3 Kh2 2. Rh3 *", analysis.KindWarning, "do not solve"},
		{"h#1", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", "1... Kg8 2. Ra8# *", analysis.KindNote, "h#1: verified, 1 solution, as stated"},
		{"h#2", "8/6R1/2B5/4K3/8/8/8/6k1 b - - 0 1", "*", analysis.KindNote,
			"h#2: the record states no solution; solutions: Kh2 Kf4 Kh3 Rh7#"},
		{"h#1.5", "8/8/P7/k1n5/8/2K5/1R3P2/3R1rr1 w - - 0 1", "*", analysis.KindNote, "and 15 more"},
		{"h=2", "8/8/K6B/7B/8/8/2k5/8 b - - 0 1", "*", analysis.KindNote, "h=2: the record states no solution"},
		{"ser-h#1", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", "*", analysis.KindNote, "solutions: Kg8 Ra8#"},
		{"ser-#2", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", "*", analysis.KindNote, "Kg6 Ra8#"},
		{"ser-#3", "6k1/8/8/6K1/8/8/8/1R6 w - - 0 1", "*", analysis.KindNote, "; and more"},
		{"mate", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", "*", analysis.KindWarning, "the stipulation is not understood"},
		{"h#9", "8/p7/8/3k4/8/8/8/1N2K3 b - - 0 1", "*", analysis.KindNote, "h#9: not verified, because the search was stopped"},
		{"dia1.5", "", "1. e4 d5 2. exd5 *", analysis.KindNote, "dia1.5: verified, 1 solution, as stated"},
		{"dia1.5", "", "1. e4 e5 2. d4 *", analysis.KindWarning, "dia1.5: cooked, there are other solutions: d4 e5 e4; add them"},
		{"dia1", "", "1. e4 d5 2. exd5 *", analysis.KindWarning, "the side that began is to move"},
		{"dia1.5", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "1. Ra7 *", analysis.KindWarning, "remove the header FEN"},
	} {
		t.Run(row.stipulation+" "+row.moves, func(t *testing.T) {
			text := "[Stipulation \"" + row.stipulation + "\"]\n"
			if row.position != "" {
				text += "[SetUp \"1\"]\n[FEN \"" + row.position + "\"]\n"
			}
			g := verify(text+"\n"+row.moves+"\n", analysis.Settings{ProblemNodes: 200_000})
			if g.Verdict != analysis.Legal || len(g.Warnings) != 1 {
				t.Fatalf("%+v", *g)
			}
			w := g.Warnings[0]
			if w.Kind != row.kind || !strings.Contains(w.Message, row.says) || w.Line != 1 {
				t.Errorf("%+v, want %s %q", w, row.kind, row.says)
			}
		})
	}
	text := "[Stipulation \"#1\"]\n[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n\n1. Kf7 *\n"
	if g := verify(text, analysis.Settings{}); len(g.Warnings) > 0 {
		t.Errorf("verified without nodes: %+v", g.Warnings)
	}
	if g := verify(text, analysis.Settings{ProblemNodes: 1000, Strict: true}); g.Verdict != analysis.Illegal {
		t.Errorf("a wrong problem is %s in strict mode", g.Verdict)
	}
	done := make(chan struct{})
	time.AfterFunc(50*time.Millisecond, func() { close(done) })
	text = "[Stipulation \"h#9\"]\n[FEN \"8/p7/8/3k4/8/8/8/1N2K3 b - - 0 1\"]\n\n*\n"
	if v.Verify(readOne(t, text, parser.PGN), analysis.Settings{ProblemNodes: 50_000_000, Done: done}) != nil {
		t.Error("the search was not cancelled")
	}
}
