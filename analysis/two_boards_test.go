package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
	"assay/parser"
)

// TestTwoBoards verifies records of bughouse with both boards.
func TestTwoBoards(t *testing.T) {
	const tags = "[WhiteA \"a\"][WhiteAElo \"1970\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n[Result \"1-0\"]\n\n"
	for _, row := range []struct{ name, text, want string }{
		{"both boards", tags + "1A. e4{179.5} 1B. d4{178} 1a. d5 1b. d5 2A. exd5 2B. c4 2a. Qxd5 2b. dxc4 3A. Nc3 3B. P@e5 {d resigns} 1-0",
			"legal 5 1-0 "},
		{"glued numbers", tags + "1A.e4 1a.e5 1B.d4 1b.d5 2A.Nf3 1-0", "legal 3 1-0 "},
		{"a captured pawn goes to the partner of the other side", tags + "1A. e4 1a. d5 2A. exd5 1B. d4 1b. P@e4 1-0", "legal 3 1-0 "},
		{"dropped before it was captured", tags + "1A. e4 1a. d5 1B. d4 1b. P@e4 2A. exd5 1-0",
			"illegal 3 1-0 BH-1 no Pawn is in hand on board B"},
		{"dropped by the wrong partner", tags + "1A. e4 1a. d5 2A. exd5 Qxd5 1B. P@e4 1-0", "unreadable"},
		{"not captured", tags + "1A. e4 1a. N@e5 1-0", "illegal 1 1-0 BH-1 no Knight is in hand on board A"},
		{"own captures stay away", tags + "1A. e4 1a. d5 2A. exd5 2a. Nf6 3A. P@e4 1-0", "illegal 4 1-0 BH-1 no Pawn is in hand on board A"},
		{"an error on board B", tags + "1A. e4 1a. e5 1B. d5 1-0", "illegal 2 1-0 BH-0 on board B: the Pawn"},
		{"out of turn", tags + "1A. e4 1B. d4 2B. c4 1-0", "unreadable 1 1-0 PGN on board B: this move is numbered 2B"},
		{"its own start", strings.Replace(tags, "\n\n", "\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 4k3/4p3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n", 1) +
			"1A. e4 1B. Kd1 1-0", "legal 1 1-0 "},
		{"no moves", tags + "1-0", "legal 0 1-0 "},
		{"an export of one board", strings.Replace(tags, "\n\n", "\n[White \"a\"]\n[Variant \"bughouse\"]\n\n", 1) + "1. e4 e5 2. Nf3 1-0", "legal 3 1-0 "},
		{"no boards in the numbers", tags + "1. e4 e5 2. Nf3 1-0", "unsupported"},
	} {
		rec, err := parser.NewReader(strings.NewReader(row.text), parser.Options{}).Next()
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		r := analysis.NewVerifier(book).Verify(rec, analysis.Settings{}).Report
		got := fmt.Sprint(r.Verdict, " ", r.Plies, " ", r.Result, " ")
		if r.Error != nil {
			got += r.Error.Rule + " " + r.Error.Message
		}
		if r.Variant != "bughouse" || !strings.HasPrefix(got, row.want) {
			t.Errorf("%s: %s %s, want %s", row.name, r.Variant, got, row.want)
		}
	}
	rec, _ := parser.NewReader(strings.NewReader(tags+"1A. e4{179.5} 1B. d4 1-0"), parser.Options{}).Next()
	if white, _ := rec.Tag("White"); white != "a" || rec.Partner.Result != "0-1" || rec.Moves[0].Clock == nil {
		t.Errorf("White %q, result of board B %q, clock %v", white, rec.Partner.Result, rec.Moves[0].Clock)
	}
	for format, want := range map[parser.Format]int{parser.PGN: 0, parser.CSA: 3} {
		if lost := parser.Losses(rec, format); len(lost) != want {
			t.Errorf("%s loses %q", format, lost)
		}
	}
}

// TestBothBoards writes records of both boards and reads them again, and cuts
// board B out of them.
func TestBothBoards(t *testing.T) {
	const tags = "[Event \"Match\"]\n[WhiteA \"a\"][WhiteAElo \"1970\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n[Result \"1-0\"]\n"
	moves := func(line parser.Line) string {
		text := ""
		for _, ply := range line {
			text += ply.Text + string(ply.AppendCommands(nil)) + " "
		}
		return text
	}
	for _, row := range []struct{ text, second string }{
		{tags + "\n1A. e4{179.5} 1B. d4{178} 1a. d5 1b. d5 2A. exd5 2B. c4 2a. Qxd5 2b. dxc4 3A. Nc3 3B. P@e5 {d resigns} 1-0", "legal 5 0-1 c d"},
		{tags + "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 4k3/4p3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1A. e4 1B. Kd1 1-0", "legal 1 0-1 c d"},
		{tags + "\n1A. e4 1a. e5 1-0", ""},
		{tags + "\n1A. e4 1B. d4 2B. c4 1-0", ""},
		{"[Event \"Match\"]\n\n1. e4 e5 1-0", ""},
	} {
		v := analysis.NewVerifier(book)
		rec, err := parser.NewReader(strings.NewReader(row.text), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		second := ""
		if b := parser.SecondBoard(rec); b != nil {
			r := v.Verify(b, analysis.Settings{}).Report
			white, _ := b.Tag("White")
			black, _ := b.Tag("Black")
			second = fmt.Sprintf("%s %d %s %s %s", r.Verdict, r.Plies, r.Result, white, black)
			if event, _ := b.Tag("Event"); r.Variant != "bughouse" || event != "Match" || moves(b.Moves) != moves(rec.Partner.Moves) || !strings.Contains(string(b.Bytes), "[Board \"B\"]") {
				t.Errorf("board B is %s", b.Bytes)
			}
		}
		if second != row.second {
			t.Errorf("%s: board B is %q, want %q", row.text, second, row.second)
		}
		g := v.Verify(rec, analysis.Settings{})
		if rec.Partner == nil || !g.Report.Holds() {
			continue
		}
		converted, err := g.Tree(rec, nil).Convert(parser.PGN)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := parser.Write(&text, converted.Record); err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		again, err := parser.NewReader(strings.NewReader(text.String()), parser.Options{}).Next()
		if err != nil || again.Partner == nil || moves(again.Moves) != moves(rec.Moves) || moves(again.Partner.Moves) != moves(rec.Partner.Moves) ||
			again.Start != rec.Start || again.Partner.Start != rec.Partner.Start || fmt.Sprint(again.Order) != fmt.Sprint(rec.Order) || len(converted.Losses) > 0 {
			t.Errorf("written as %s, which loses %q: %v", text.String(), converted.Losses, err)
		}
	}
}
