package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// TestVerifyEnds expects no game if the replay is cancelled, in the main line
// or in a variation.
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

// TestStartPlace checks the place of an invalid starting position.
func TestStartPlace(t *testing.T) {
	for _, row := range []struct {
		name, text   string
		line, column int
	}{
		{"PGN", "[Event \"x\"]\n[SetUp \"1\"]\n [FEN \"8/8 w - - 0 1\"]\n\n1. e4 *\n", 3, 2},
		{"PGN, without a flag", "[Event \"x\"]\n[FEN \"8/8 w - - 0 1\"]\n\n1. e4 *\n", 2, 1},
		{"PGN, by Setup", "[Event \"x\"]\n[SetUp \"8/8 w - - 0 1\"]\n\n1. e4 *\n", 2, 1},
		{"numbered", "Variant=chess\nEvent=x\nSetup=8/8 w - - 0 1\n1. Pawn e2 - e4\n", 3, 1},
		{"JSON", "{\"assay\":1,\"notation\":\"pgn\",\n \"start\": \"8/8 w - - 0 1\",\"plies\":[]}\n", 2, 11},
		{"KIF", "手合割：その他\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・v玉 ・ ・ ・ ・ ・|一\n+---------------------------+\n先手の持駒：なし\n手数----指手--\n1 ７六歩(77)\n", 5, 1},
		{"CSA", "V2.2\nN+a\nP1-OU-OU\n+\n+7776FU\n", 3, 1},
		{"USI", "position  sfen  kk7/9/9/9/9/9/9/9/9 b - 1 moves 7g7f\n", 1, 17},
		{"JKF", `{"header":{"a":"b"},` + "\n" + ` "initial":{"preset":"OTHER","data":{"color":0,"board":[[{"color":1,"kind":"OU"},{"color":1,"kind":"OU"}],[],[],[],[],[],[],[],[]],"hands":[{},{}]}},"moves":[{}]}`, 2, 12},
		{"CSA, unreadable", "V2.2\nPI\nP+00XX\n+\n+7776FU\n", 3, 1},
		{"USI, unreadable", "position sfen 9/9 b - 1 moves 7g7f\n", 1, 15},
		{"KIF, unreadable", "手合割：その他\n後手の持駒：なし\n| ・ ・ ・v？ ・ ・ ・ ・ ・|一\n手数----指手--\n1 ７六歩(77)\n", 3, 1},
		{"KIF, unreadable hand", "手合割：平手\n後手の持駒：王\n手数----指手--\n1 ７六歩(77)\n", 2, 1},
		{"JKF, unreadable", `{"header":{"a":"b"},"initial":{"preset":"?"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}`, 1, 31},
		{"DhtmlXQ, unreadable", "[DhtmlXQ]\n[DhtmlXQ_binit]99[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n", 2, 16},
		{"DhtmlXQ", "[DhtmlXQ]\n[DhtmlXQ_title]x[/DhtmlXQ_title]\n[DhtmlXQ_binit]0919293999596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n", 3, 1},
	} {
		_, g := proved(t, row.text)
		e := g.Report.Error
		if e == nil || e.Reason != "start" || e.Ply != 0 || g.Report.Start != "" || len(e.Legal) > 0 || e.Line != row.line || e.Column != row.column {
			t.Errorf("%s: %s %+v", row.name, g.Report.Verdict, e)
		}
	}
}

// TestImpasse compares a claimed impasse, by any of its names, with the points
// (NE-16).
func TestImpasse(t *testing.T) {
	for _, row := range []struct {
		termination, result string
		legal               bool
	}{
		{"impasse", "1/2-1/2", true}, {"impasse", "1-0", false},
		{"Jishogi", "1/2-1/2", true}, {"Jishogi", "1-0", false},
		{"持将棋", "0-1", false}, {"resigned", "0-1", true},
	} {
		_, g := proved(t, "Variant=nine-elder\nTermination="+row.termination+"\nResult="+row.result+"\n1. Pawn f4 - f5\n")
		r := g.Report
		if legal := r.Verdict == analysis.Legal; legal != row.legal || !legal && (r.Error.Rule != "NE-16" || r.Error.Reason != "impasse") {
			t.Errorf("%s %s: %s %+v", row.termination, row.result, r.Verdict, r.Error)
		}
	}
}

// TestEndOfWhatDoesNotHold checks the result of invalid records: that of the
// last legal position, otherwise that of the record.
func TestEndOfWhatDoesNotHold(t *testing.T) {
	const mate = "1. f3 e5 2. g4 Qh4# 3. a3 "
	for _, row := range []struct {
		name, text, verdict string
		result, termination string
		warnings            int
	}{
		{"plies behind a mate", mate + "*\n", analysis.Illegal, "0-1", "checkmate", 0},
		{"the same, with another result", "[Termination \"resigned\"]\n\n" + mate + "1-0\n", analysis.Illegal, "0-1", "checkmate", 1},
		{"behind a king that was taken", "Variant=csg-1\nSetup=9/9/8k/8G/9/9/9/9/K8[] w\n1. Gold i6 x i7\n1. King i7 - i8\n", analysis.Illegal, "1-0", "king captured", 0},
		{"PGN", "[Termination \"time forfeit\"]\n\n1. e4 e5 2. Ke3 0-1\n", analysis.Illegal, "0-1", "time forfeit", 0},
		{"CSA", "V2.2\nPI\n+\n+7776FU\n-3335FU\n%TORYO\n", analysis.Illegal, "0-1", "TORYO", 0},
		{"nothing said", "1. e4 e5 2. Ke3 *\n", analysis.Illegal, "*", "", 0},
		{"of no game", "[Variant \"Nonesuch\"]\n[Termination \"adjudication\"]\n\n1. e4 1-0\n", analysis.Unsupported, "1-0", "adjudication", 1},
	} {
		_, g := proved(t, row.text)
		r := g.Report
		termination := ""
		if r.Termination != nil {
			termination = *r.Termination
		}
		n := 0
		for _, w := range r.Warnings {
			if !strings.Contains(w.Message, "looks like one of another variant") {
				n++
			}
		}
		if r.Verdict != row.verdict || r.Result != row.result || termination != row.termination || n != row.warnings {
			t.Errorf("%s: %s, %s, %q, %v", row.name, r.Verdict, r.Result, termination, r.Warnings)
		}
	}
}

// TestDoubtMate warns of a checkmate that the last position contradicts (W-3).
func TestDoubtMate(t *testing.T) {
	const csa = "V2.2\nPI\n+\n+7776FU\n"
	const mate = "V2.2\nP1 *  *  *  * -OU\nP2\nP3 *  *  *  * +FU\nP4\nP5+OU\nP+00KI\n+\n+0012KI\n%TSUMI\n"
	for _, row := range []struct {
		name, text   string
		line, column int // 0 for no warning
	}{
		{"PGN", "[Termination \"checkmate\"]\n\n1. e4 e5 1-0\n", 1, 1},
		{"PGN, mated", "[Termination \"checkmate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", 0, 0},
		{"PGN, resigned", "[Termination \"resigned\"]\n\n1. e4 e5 1-0\n", 0, 0},
		{"PGN, cut short", "[Termination \"checkmate\"]\n\n1. e4 e5 2. Qh6 1-0\n", 0, 0},
		{"numbered", "Variant=chess\nTermination=Mate\n1. Pawn e2 - e4\n", 2, 1},
		{"CSA", csa + "%TSUMI\n", 4, 1},
		{"CSA, resigned", csa + "%TORYO\n", 0, 0},
		{"CSA, mated", mate, 0, 0},
		{"KIF", "手合割：平手\n手数----指手--\n1 ７六歩(77)\n2 詰み\n", 3, 3},
		{"of captured kings", "Variant=csg-1\nTermination=checkmate\n1. Pawn e3 - e4\n", 0, 0},
		{"without kings", "[Variant \"antichess\"]\n[Termination \"checkmate\"]\n\n1. e3 *\n", 0, 0},
	} {
		_, g := proved(t, row.text)
		var at [2]int
		for _, w := range g.Report.Warnings {
			if w.Rule == "W-3" {
				at = [2]int{w.Line, w.Column}
			}
		}
		if at != [2]int{row.line, row.column} || g.Report.Holds() == (row.name == "PGN, cut short") {
			t.Errorf("%s: %s %v %v %v", row.name, g.Report.Verdict, g.Report.Termination, g.Report.Warnings, g.Report.Error)
		}
	}
}

// TestNothingAfterTheEnd checks G-3 for games that end by their history: the
// last position has pseudo-legal moves, but none is legal.
func TestNothingAfterTheEnd(t *testing.T) {
	text := "Variant=nine-elder\n"
	for n := 1; n <= 5; n += 2 {
		text += fmt.Sprintf("%d. Jade h2 - i3\n%[1]d. Jade b8 - a7\n%d. Jade i3 - h2\n%[2]d. Jade a7 - b8\n", n, n+1)
	}
	_, g := proved(t, text+"7. Jade h2 - i3\n")
	e := g.Report.Error
	if e == nil || e.Ply != 13 || e.Rule != "G-3" || len(e.Legal) > 0 || e.Suggestion != "" {
		t.Errorf("%+v", e)
	}
}
