package analyse

import (
	"errors"
	"testing"

	"assay/analysis/engine"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/present"
	"assay/api/request"
)

// TestMateBySuccessor derives a mate from the mate in the next position.
func TestMateBySuccessor(t *testing.T) {
	a := newTested(t)
	r := a.replay()
	p, moves := must(r.Position(2)), r.Game.Moves[2:5]
	short, long, cp := 1, 5, 80
	mated := -2
	after := &PositionAnalysis{Mate: &mated, moves: moves[1:]}
	for _, row := range []struct {
		name          string
		before, after *PositionAnalysis
		mate, plies   int
	}{
		{"no mate was seen", &PositionAnalysis{CP: &cp, Depth: 4}, after, 3, 3},
		{"a longer one was", &PositionAnalysis{Mate: &long}, after, 3, 3},
		{"a shorter one was", &PositionAnalysis{Mate: &short}, after, 1, 0},
		{"it is not proved", &PositionAnalysis{Mate: &long}, &PositionAnalysis{Mate: &mated, Depth: 9, moves: moves[1:]}, 5, 0},
		{"the game was over", &PositionAnalysis{Mate: &short}, nil, 1, 0},
	} {
		if got := row.before.orMateThrough(p, moves[0], row.after); *got.Mate != row.mate || len(got.Line) != row.plies || got.CP != nil {
			t.Errorf("%s: %+v", row.name, got)
		}
	}
}

// TestBestFromAnyCell accepts a drop as the best move from any bench cell with
// that piece.
func TestBestFromAnyCell(t *testing.T) {
	a := newTested(t)
	p := must(a.Position("csg-1", "", "4k4/9/9/9/9/9/9/9/4K4[PPG] w"))
	drops := map[string][]rules.Move{}
	for _, m := range p.Moves(nil) {
		text := notation.UCI{}.Format(p, m)
		drops[text] = append(drops[text], m)
	}
	pawn, gold := drops["P@e5"], drops["G@e5"]
	if len(pawn) != 2 || len(gold) != 1 {
		t.Fatalf("%d pawns, %d golds", len(pawn), len(gold))
	}
	best := viewLine(p, engine.Line{Depth: 1, Moves: pawn[:1]}, "")
	if !best.startsWith(p, pawn[0]) || !best.startsWith(p, pawn[1]) || best.startsWith(p, gold[0]) || (&PositionAnalysis{}).startsWith(p, gold[0]) {
		t.Errorf("the best of %v is %v", drops, best.Line)
	}
}

// TestSeveralLines requests several lines where the separate mate search
// replaces or refutes the best one.
func TestSeveralLines(t *testing.T) {
	a := newTested(t)
	for _, row := range []struct{ variant, position string }{
		{"5check", "2b3n1/3p1k2/2Pqp2Q/p5b1/P2BP2p/2K2PP1/1rP5/1R3BNR b - - 1+1 16 38"},
		{"annexation", "***pppp***/***pppp***/***pPPp***/PPPpPPpppp/1PPpPPPPPP/1PPpPppppP/ppPppPpppp/***pPpp***/***pppp***/***pppp***[Pp] b - - 1 30"},
		{"antiatomic", "8/8/2np4/8/2P1K3/8/8/8 w - - 3 23"},
		{"atomic", "3qk1nr/p3p3/7b/P2p1p1P/1Pr1P3/3K2pR/2P2PP1/1R3BN1 b k - 2 18"},
		{"crazyhouse", "1r1n4/1bp3p1/p1Pk1p2/1pNPp2Q/P1p2BR1/Q1NBP2P/RPp4P/2B2K1R[Pn] w - - 1 48"},
		{"minishogi", "r1Gg1/b2p1/2Sk1/K4/3+rs[pb] b - - 2 18"},
	} {
		found := must(a.NewAnalyser(1).AnalysePosition(t.Context(), must(a.Position(row.variant, "", row.position)), AnalysisLimits{Nodes: 1500, MultiPV: 3}, nil))
		if len(found.Lines) < 2 {
			t.Errorf("%s: %d lines", row.variant, len(found.Lines))
		}
		first := map[string]bool{}
		for i, line := range found.Lines {
			if first[line.Line[0]] {
				t.Errorf("%s: two lines begin with %s", row.variant, line.Line[0])
			}
			first[line.Line[0]] = true
			if i > 0 && found.CP != nil && *line.CP > *found.CP {
				t.Errorf("%s: line %d is worth %d, the best one %d", row.variant, i+1, *line.CP, *found.CP)
			}
		}
	}
}

// TestWinWithoutCheck shows a win that the mate search cannot prove as an
// advantage, for both sides: the variant has no check.
func TestWinWithoutCheck(t *testing.T) {
	a := newTested(t)
	for position, cp := range map[string]int{
		"6pp/8/1P6/8/8/6p1/8/PP6 w - - 0 1":   unverifiedMate,
		"6pp/8/1P6/1P6/8/8/6p1/PP6 b - - 0 1": unverifiedMate,
		"6pp/1P6/8/8/6p1/8/8/PP6 b - - 0 1":   -unverifiedMate,
	} {
		found := must(a.NewAnalyser(1).AnalysePosition(t.Context(), must(a.Position("breakthrough", "", position)), AnalysisLimits{Nodes: 2000}, nil))
		if found.CP == nil || *found.CP != cp || found.Depth == 0 {
			t.Errorf("%s: %+v", position, found)
		}
	}
}

// TestMateInTime gives the mate search a share of the time limit, not a small
// node limit.
func TestMateInTime(t *testing.T) {
	a := newTested(t)
	p := must(a.Position("chess", "", "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 7 11"))
	found := must(a.NewAnalyser(1).AnalysePosition(t.Context(), p, AnalysisLimits{Seconds: 10}, nil))
	if found.Mate == nil || *found.Mate != 13 {
		t.Errorf("%+v", found)
	}
}

// TestTuneRefused analyses no replays for an unknown engine.
func TestTuneRefused(t *testing.T) {
	a := newTested(t)
	others := func(func(*present.Replay) error) error {
		t.Error("others were asked for")
		return nil
	}
	if _, err := a.Tune(t.Context(), "chess", "", Tuning{Nodes: 1, Plies: 1, Engine: "nonesuch"}, others, nil); !errors.As(err, new(*request.InputError)) {
		t.Error(err)
	}
}
