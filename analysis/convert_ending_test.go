package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/parser"
	"assay/parser/record"
)

// TestConvertEndings converts games with every ending, result and side to move
// to all shogi notations and those with headers, and back. Result and ending
// are the same, or a loss is reported.
func TestConvertEndings(t *testing.T) {
	const one = "手合割：平手\n手数----指手--\n1 ７六歩(77)\n"
	const two = one + "2 ３四歩(33)\n"
	words := []string{"投了", "中断", "千日手", "持将棋", "切れ負け", "反則勝ち", "反則負け", "詰み", "不詰", "入玉勝ち", "引き分け",
		"最大手数", "待った", "エラー", "不戦敗", "不戦勝", "封じ手"}
	formats := []parser.Format{parser.KIF, parser.KI2, parser.CSA, parser.JKF, parser.USI, parser.PGN, parser.Numbered, parser.Courier, parser.JSON}
	came := 0
	for _, moves := range []string{one, two} {
		for _, word := range words {
			for _, winner := range []string{"", "先手", "後手"} {
				text := moves + "9 " + word + "\n"
				if winner != "" {
					text += "まで9手で" + winner + "の勝ち\n"
				}
				rec, g := proved(t, text)
				for _, via := range formats {
					there, other, again := carry(t, rec, g, via)
					back, last, _ := carry(t, other, again, parser.KIF)
					losses := slices.Concat(there.Losses, back.Losses)
					same := rec.Result == last.Result && record.EndingName(rec.Ending) == record.EndingName(last.Ending)
					if !same && len(losses) == 0 {
						t.Errorf("%s, %q, through %s: %s %s comes back as %s %s", word, winner, via, rec.Ending, rec.Result, last.Ending, last.Result)
					}
					decided := func(result string) bool { return result != "" && result != "*" }
					if decided(rec.Result) && decided(other.Result) && rec.Result != other.Result {
						t.Errorf("%s, %q: the result %s turns over in %s: %s %s", word, winner, rec.Result, via, other.Ending, other.Result)
					}
					if same {
						came++
					}
				}
			}
		}
	}
	t.Logf("%d came back whole", came)
}

// TestIllegalActions checks who acted illegally, whoever is to move.
func TestIllegalActions(t *testing.T) {
	const head = "手合割：平手\n手数----指手--\n1 ７六歩(77)\n2 ３四歩(33)\n"
	for _, row := range []struct{ text, csa, result string }{
		{head + "3 反則勝ち\n", "%-ILLEGAL_ACTION\n", "1-0"},
		{head + "3 反則負け\n", "%ILLEGAL_MOVE\n", "0-1"},
		{head + "3 ２六歩(27)\n4 反則勝ち\n", "%+ILLEGAL_ACTION\n", "0-1"},
		{head + "3 ２六歩(27)\nまで3手で先手の反則勝ち\n", "%ILLEGAL_MOVE\n", "1-0"},
		{head + "3 ２六歩(27)\nまで3手で先手の反則負け\n", "%+ILLEGAL_ACTION\n", "0-1"},
	} {
		rec, g := proved(t, row.text)
		if rec.Result != row.result {
			t.Errorf("%q: %s, want %s", row.text, rec.Result, row.result)
		}
		_, csa, again := carry(t, rec, g, parser.CSA)
		if got := "%" + csa.Ending + "\n"; got != row.csa || csa.Result != row.result {
			t.Errorf("%q: %s %s, want %s %s", row.text, got, csa.Result, row.csa, row.result)
		}
		if _, kif, _ := carry(t, csa, again, parser.KIF); kif.Result != row.result {
			t.Errorf("%q: back from CSA it is %s", row.text, kif.Result)
		}
	}
}

// TestIllegalLastPly expects the side of an illegal last ply to lose unless the
// record states otherwise (W-4), in every notation.
func TestIllegalLastPly(t *testing.T) {
	const csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n"
	const kif = "手合割：平手\n手数----指手--\n1 ７六歩(77)\n2 ３四歩(33)\n"
	const jkf = `{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"move":{"from":{"x":7,"y":3},"to":{"x":7,"y":5},"piece":"FU"}},{"special":"ILLEGAL_MOVE"}]}`
	for _, row := range []struct {
		name, text, result string
		warned             bool
	}{
		{"first player's", csa + "+8832KA\n%ILLEGAL_MOVE\n", "0-1", true},
		{"second player's", csa + "+2726FU\n-8486FU\n%ILLEGAL_MOVE\n", "1-0", true},
		{"out of turn", csa + "-8384FU\n%ILLEGAL_MOVE\n", "1-0", true},
		{"legal", csa + "+2726FU\n%ILLEGAL_MOVE\n", "1-0", false},
		{"signed", csa + "+8832KA\n%+ILLEGAL_ACTION\n", "0-1", true},
		{"signed otherwise", csa + "+8832KA\n%-ILLEGAL_ACTION\n", "1-0", true},
		{"KIF", kif + "3 ３二角成(88)\n4 反則負け\n", "0-1", true},
		{"KIF, told behind the plies", kif + "3 ３二角成(88)\nまで3手で反則負け\n", "0-1", true},
		{"KIF, stated", kif + "3 ３二角成(88)\n4 反則負け\nまで3手で先手の反則負け\n", "0-1", true},
		{"KIF, stated otherwise", kif + "3 ３二角成(88)\n4 反則負け\nまで3手で先手の勝ち\n", "1-0", true},
		{"KIF, won", kif + "3 ３二角成(88)\n4 反則勝ち\n", "0-1", true},
		{"KIF, legal", kif + "3 ２六歩(27)\n4 反則負け\n", "1-0", false},
		{"JKF", jkf, "1-0", true},
	} {
		rec, g := proved(t, row.text)
		warned := len(g.Report.Warnings) > 0 && g.Report.Warnings[0].Rule == "W-4"
		if g.Report.Result != row.result || g.Report.Verdict != analysis.Legal || warned != row.warned {
			t.Errorf("%s: %s %s %v", row.name, g.Report.Verdict, g.Report.Result, g.Report.Warnings)
		}
		for _, to := range []parser.Format{parser.KIF, parser.KI2, parser.CSA, parser.JKF, parser.PGN, parser.Numbered, parser.Courier, parser.JSON} {
			_, _, again := carry(t, rec, g, to)
			if got := again.Report; got.Result != row.result || got.Termination == nil || record.EndingName(*got.Termination) != "rules infraction" {
				t.Errorf("%s, as %s: %s %v", row.name, to, got.Result, got.Termination)
			}
		}
	}
}

// TestReasonOfResult checks the words for a lost reason.
func TestReasonOfResult(t *testing.T) {
	rec, g := proved(t, "Variant=shogi\nResult=1-0\n1. Pawn c3 - c4\n")
	there, _, _ := carry(t, rec, g, parser.USI)
	if want := []string{"1 reason of the result"}; !slices.Equal(there.Losses, want) {
		t.Errorf("%q, want %q", there.Losses, want)
	}
}

// TestConvertOverruled expects a loss for a stated result that the last
// position contradicts.
func TestConvertOverruled(t *testing.T) {
	const mate = "\n1. f3 e5 2. g4 Qh4# "
	for _, row := range []struct {
		text string
		lost bool
	}{
		{"[Result \"*\"]\n" + mate + "*\n", true},
		{mate + "*\n", true},
		{mate + "1-0\n", true},
		{mate + "0-1\n", false},
		{mate + "\n", false},
		{"\n1. f3 e5 *\n", false},
	} {
		rec, g := proved(t, row.text)
		for _, via := range []parser.Format{parser.PGN, parser.Numbered, parser.JSON} {
			there, _, _ := carry(t, rec, g, via)
			named := slices.ContainsFunc(there.Losses, func(loss string) bool { return strings.Contains(loss, "decides 0-1") })
			if same := via == parser.JSON && rec.Result == "1-0"; named != row.lost && !same {
				t.Errorf("%q as %s: losses %q", row.text, via, there.Losses)
			}
		}
	}
}
