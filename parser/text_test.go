package parser

import "testing"

// TestTextAsSent reads games in the forms that people write in mail and forums.
func TestTextAsSent(t *testing.T) {
	const sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
	for _, row := range []struct {
		name, text string
		want       []string // the moves of each record
		first      string   // the first player
		warnings   int
	}{
		{"fences", "```\n1. e4 e5 2. Nf3 Nc6 *\n```\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"a fence with a language and prose", "My game:\n\n```pgn\n1. e4 e5\n```\n", []string{"1.e4 1.e5"}, "", 0},
		{"tildes around tags", "~~~\n[White \"A\"]\n\n1. e4 1-0\n~~~\n", []string{"1.e4"}, "A", 0},
		{"two fenced games", "```\n1. e4 e5 *\n```\n```\n1. d4 d5 *\n```\n", []string{"1.e4 1.e5", "1.d4 1.d5"}, "", 0},
		{"brackets after numbers", "1) e4 e5 2) Nf3 Nc6 3) Bb5 a6", []string{"1.e4 1.e5 2.Nf3 2.Nc6 3.Bb5 3.a6"}, "",
			0},
		{"two games with such numbers", "1) e4 e5\n2) Nf3\n\n1) d4 d5\n2) c4\n",
			[]string{"1.e4 1.e5 2.Nf3", "1.d4 1.d5 2.c4"}, "", 0},
		{"a number at the end of a variation", "1. e4 e5 (1... c5 2) 2. Nf3 *", []string{"1.e4 1.e5(1.c5) 2.Nf3"}, "",
			0},
		{"commas", "e4, e5, Nf3, Nc6, Bb5, a6", []string{"1.e4 1.e5 2.Nf3 2.Nc6 3.Bb5 3.a6"}, "", 0},
		{"commas and numbers", "1. e4, e5 2. Nf3, Nc6 *", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"prose with a comma after a game", "1. e4 e5 *\n\ne4, e5 was played before\n", []string{"1.e4 1.e5"}, "", 1},
		{"headers without brackets", "White: Ann\nBlack: Bob\n\n1. e4 e5\n2. Nf3 Nc6\n",
			[]string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "Ann", 0},
		{"two games with them", "White: Ann\n\n1. e4 e5\n\nWhite: Cid\n\n1. d4 d5\n",
			[]string{"1.e4 1.e5", "1.d4 1.d5"}, "Ann", 0},
		{"a promotion in brackets", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kg7 *",
			[]string{"1.a8(Q) 1.Kg7"}, "", 0},
		{"pairs", "1. e4/e5 2. Nf3/Nc6 3. Bc4/Bc5 4. O-O/Nf6", []string{"1.e4 1.e5 2.Nf3 2.Nc6 3.Bc4 3.Bc5 4.O-O 4.Nf6"}, "", 0},
		{"a slash in a named variant", "[Variant \"x\"]\n\n1. O-O/Qe1 *", []string{"1.O-O/Qe1"}, "", 0},
		{"promotion after a slash", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8/Q Kg7 *", []string{"1.a8/Q 1.Kg7"}, "", 0},
		{"Polish words", "1. e4 e5 2. Nf3 Nc6 czarne poddały się\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"UCI", "position startpos moves e2e4 e7e5 g1f3\n", []string{"1.e2e4 1.e7e5 2.g1f3"}, "", 0},
		{"two lines of UCI", "position startpos moves e2e4\nposition startpos moves d2d4 d7d5\n",
			[]string{"1.e2e4", "1.d2d4 1.d7d5"}, "", 0},
		{"USI", "position startpos moves 7g7f 3c3d\n", []string{"0.7g7f 0.3c3d"}, "", 0},
		{"SFEN before the moves", sfen + "\n7g7f 3c3d\n", []string{"0.7g7f 0.3c3d"}, "", 0},
		{"SFEN and moves in one line", sfen + " moves 7g7f 3c3d\n", []string{"0.7g7f 0.3c3d"}, "", 0},
		{"SFEN with prefix before the moves", "sfen " + sfen + "\n7g7f\n", []string{"0.7g7f"}, "", 0},
		{"SFEN alone", sfen + "\n", []string{""}, "", 0},
		{"two positions", sfen + "\n" + sfen + "\n3c3d\n", []string{"", "0.3c3d"}, "", 0},
		{"moves on two lines after SFEN", "sfen " + sfen + "\n7g7f\n3c3d\n", []string{"0.7g7f 0.3c3d"}, "", 0},
		{"moves after a game", "startpos moves 7g7f 3c3d\n2g2f\n", []string{"0.7g7f 0.3c3d", "0.2g2f"}, "", 0},
		{"full-width characters", "１．ｅ４　ｅ５　２．Ｎｆ３　Ｎｃ６", []string{"1.ｅ４ 1.ｅ５ 2.Ｎｆ３ 2.Ｎｃ６"}, "", 0},
	} {
		records := readAll(t, []byte(row.text), Options{})
		if len(records) != len(row.want) {
			t.Errorf("%s: %d records, want %d", row.name, len(records), len(row.want))
			continue
		}
		for i, r := range records {
			if got := treeOf(r.Moves); got != row.want[i] || r.Fault != nil {
				t.Errorf("%s: %s, error %v, want %s", row.name, got, r.Fault, row.want[i])
			}
		}
		r := records[0]
		if got := Said(r, FieldFirst); got != row.first || len(r.Warnings) != row.warnings {
			t.Errorf("%s: first player %q, want %q; warnings %v", row.name, got, row.first, r.Warnings)
		}
	}
}
