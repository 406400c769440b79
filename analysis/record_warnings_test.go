package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
	"assay/parser"
)

// doubtRows are records with writing errors, their warnings as "ply rule part
// of the message", and their error as "ply rule reason suggestion".
var doubtRows = []struct{ name, text, warnings, fault string }{
	{"a capture without its file", "1. e4 d5 2. d5 *", "", "3 PGN capture 2. exd5"},
	{"a capture en passant without its file", "1. e4 a6 2. e5 d5 3. d6 *", "", "5 PGN capture 3. exd6"},
	{"a capture without its sign", "1. e4 d5 2. ed5 *", "", ""},
	{"a capture in coordinates", "1. e4 d5 2. e4d5 *", "", ""},
	{"a step with its file", "1. bb3 *", "", "1 PGN file 1. b3"},
	{"a step with its square", "1. b2b3 *", "", ""},
	{"a small letter for a bishop", "1. g3 e5 2. bg2 *", "", ""},
	{"no sign of check", "1. e4 f6 2. Qh5 g6 *", "", ""},
	{"a false sign of check", "1. e4+ e5 2. Nf3 *", "1 PGN no check", ""},
	{"a + that promotes", "[Variant \"Shogi\"]\n[FEN \"4k4/9/9/2R6/9/9/9/9/4K4[] w - - 0 1\"]\n\n1. c6c7+ *", "", ""},
	{"a + that promotes, and a false sign of check", "[Variant \"Shogi\"]\n[FEN \"4k4/9/9/2R6/9/9/9/9/4K4[] w - - 0 1\"]\n\n1. c6c7++ *", "1 PGN no check", ""},
	{"a + that cannot promote", "[Variant \"Shogi\"]\n\n1. e3e4+ *", "", "1 W-0 promotion e3e4"},
	{"a false sign of mate", "1. e4 f6 2. Qh5# g6 *", "3 PGN nobody has won", ""},
	{"the sign of check for mate", "1. f3 e5 2. g4 Qh4+ *", "", ""},
	{"a sign of mate", "1. f3 e5 2. g4 Qh4# *", "", ""},
	{"the sign of mate where the captor loses", "[Variant \"Antichess\"]\n[FEN \"8/8/8/8/8/8/6R1/7k b - - 0 1\"]\n\n1... Kxg2# 1-0", "", ""},
	{"the sign of mate for a draw", "[FEN \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"]\n\n1. Kf7# 1/2-1/2", "1 PGN nobody has won", ""},
	{"a number left out", "1. e4 e5 3. Nf3 Nc6 4. Bb5 *", "3 PGN this move is numbered 3", ""},
	{"a number twice", "1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 3. Ba4 *", "5 PGN this move is numbered 2", ""},
	{"a stray number", "1. e4 e5 17 Nf3 Nc6 3. Bb5 *", "3 PGN this move is numbered 17;5 PGN this move is numbered 3", ""},
	{"two numbers", "1. e4 e5 5 2. Nf3 *", "0 PGN a number without a move", ""},
	{"the first number", "11. e4 e5 12. d4 *", "1 PGN this move is numbered 11", ""},
	{"numbers from a position", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 31\"]\n\n31... Kd8 32. e4 *", "", ""},
	{"numbers from a position counted anew", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 31\"]\n\n1. e4 Kd8 2. e5 *", "", ""},
	{"numbers of both sides", "1. e4 1. e5 2. Nf3 2. Nc6 *", "", ""},
	{"castling with other dashes", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O\u2011O O\u2013O *", "0 PGN typographic quotation marks and dashes are read as plain ones", ""},
	{"no numbers", "e4 e5 Nf3 Nc6 *", "", ""},
	{"a number before the result", "1. e4 e5 2. 1-0", "", ""},
}

func TestDoubts(t *testing.T) {
	for _, row := range doubtRows {
		t.Run(row.name, func(t *testing.T) {
			text := row.text
			if !strings.HasPrefix(text, "[") {
				text = "[Event \"x\"]\n\n" + text
			}
			checkDoubts(t, text, row.warnings, row.fault)
		})
	}
	const kif = "手合割：平手\n先手：甲\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   %d ２六歩(27)\n"
	checkDoubts(t, fmt.Sprintf(kif, 3), "", "")
	checkDoubts(t, fmt.Sprintf(kif, 5), "3 KIF this move is numbered 5", "")
}

// TestLeftOut omits parts of a captured piece; the other parts must be right
// (NL-3).
func TestLeftOut(t *testing.T) {
	const side, piece, cell = "1 NL-3 the side Red", "1 NL-3 the captured Pawn", "1 NL-3 the bench cell x2"
	const meant = "1. Zcannon b2 x b7 Red Pawn x2"
	for _, row := range []struct{ text, warnings, fault string }{
		{"Red Pawn x2", "", ""},
		{"Pawn x2", side, ""},
		{"Red x2", piece, ""},
		{"Red Pawn", cell, ""},
		{"Red", piece + ";" + cell, ""},
		{"Pawn", side + ";" + cell, ""},
		{"x2", side + ";" + piece, ""},
		{"", piece, ""},
		{"Gold x2", "", "1 NL-3 captured piece " + meant},
		{"Cyan x2", "", "1 NL-3 captured side " + meant},
		{"Red y2", "", "1 NL-3 captured cell " + meant},
		{"Red v9", "", "1 NL-3 captured cell " + meant},
		{"Gold", "", "1 NL-3 captured piece " + meant},
		{"Cyan", "", "1 NL-3 captured side " + meant},
		{"x1", "", "1 NL-3 captured cell " + meant},
	} {
		checkDoubts(t, "Variant=csg-1\n1. Zcannon b2 x b7 "+row.text+"\n", row.warnings, row.fault)
	}
	checkDoubts(t, "Variant=nine-elder\nSetup=j8/9/9/9/9/4p4/4G4/9/7J1[] w\n1. Gold e3 x e4 Pawn\n", "1 NL-3 the side First", "")
}

func checkDoubts(t *testing.T, text, warnings, fault string) {
	t.Helper()
	_, g := proved(t, text)
	var want []string
	if warnings != "" {
		want = strings.Split(warnings, ";")
	}
	r := &g.Report
	for i, w := range r.Warnings {
		if got := fmt.Sprintf("%d %s %s", w.Ply, w.Rule, w.Message); i >= len(want) || !holdsWords(got, want[i]) {
			t.Errorf("warning %q, want %q", got, want)
		}
	}
	if len(r.Warnings) < len(want) {
		t.Errorf("%d warnings, want %q", len(r.Warnings), want)
	}
	got := ""
	if e := r.Error; e != nil {
		got = fmt.Sprintf("%d %s %s %s", e.Ply, e.Rule, e.Reason, e.Suggestion)
	}
	if got != fault {
		t.Errorf("fault %q, want %q", got, fault)
	}
}

// holdsWords reports whether a warning has the ply, the rule and the words.
func holdsWords(got, want string) bool {
	words := strings.SplitN(want, " ", 3)
	return strings.HasPrefix(got, words[0]+" "+words[1]+" ") && strings.Contains(got, words[2])
}

// TestCutShort expects a hint for a record that ends inside a move.
func TestCutShort(t *testing.T) {
	for text, want := range map[string]bool{
		"1. e4 e5 2. Nf": true, "1. e4 e5 2. Nf *": false, "1. e4 e5 2. Ke3": false, "Variant=chess\n1. Pawn e2 - e4\n1. Pawn e7": true,
		"Variant=chess\n1. Pawn e2 - e4\n1. Pawn e7\n": false,
	} {
		if text[0] == '1' {
			text = "[Event \"x\"]\n\n" + text
		}
		_, g := proved(t, text)
		if e := g.Report.Error; e == nil || strings.Contains(e.Message, "incomplete") != want {
			t.Errorf("%s: %+v", text, e)
		}
	}
}

// TestStrict treats the first warning as the error.
func TestStrict(t *testing.T) {
	for _, row := range []struct {
		text  string
		want  string // "verdict plies ply:line:column rule text suggestion"
		sides int
	}{
		{"1. e4 e5 2. Nf3 *", "legal 3", 0},
		{"1. e4 e5 2. Nf3+ (2. f4) Nc6 (2... d6) *", "illegal 2 3:3:13 PGN Nf3+ 2. Nf3", 1},
		{"1. e4 e5 3. Nf3 *", "illegal 2 3:3:13 PGN Nf3 2. Nf3", 0},
		{"1. e4 e5 2. Nf3 1-0 and so on", "illegal 3 0:3:21 PGN  ", 0},
		{"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", "legal 8", 0}, // could have been claimed
	} {
		rec, err := parser.NewReader(strings.NewReader("[Event \"x\"]\n\n"+row.text+"\n"), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{Strict: true})
		r := &g.Report
		got := fmt.Sprintf("%s %d", r.Verdict, r.Plies)
		if e := r.Error; e != nil {
			got += fmt.Sprintf(" %d:%d:%d %s %s %s", e.Ply, e.Line, e.Column, e.Rule, e.Text, e.Suggestion)
		}
		sides, err := g.Tree(rec, nil).Variations()
		if err != nil {
			t.Fatal(err)
		}
		if p, err := g.At(r.Plies); got != row.want || err != nil || p.Text() != r.Final || len(g.Moves) != r.Plies || len(sides) != row.sides {
			t.Errorf("%s: %s, want %s; %d side lines", row.text, got, row.want, len(sides))
		}
	}
}
