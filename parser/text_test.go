package parser

import (
	"strings"
	"testing"
)

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
		{"mail", "Hi Bob,\n\nhere are the moves:\n\n1. e4 e5 2. Nf3 Nc6\n\nI was better at move 2. See you.\nAnn\n",
			[]string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 1},
		{"headers of mail", "From: Ann <a@b.c>\nSubject: game\n\n1. d4 d5\n2. c4 e6\n\nYour move!\n",
			[]string{"1.d4 1.d5 2.c4 2.e6"}, "", 1},
		{"a game in a sentence", "Where did I go wrong? 1. e4 e5 2. Nf3 Nc6 0-1", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"a title", "Ann - Bob, London 2026\n1.e4 e5 1-0\n", []string{"1.e4 1.e5"}, "", 0},
		{"prose between the moves", "1. e4 e5\n\nThe usual moves.\n\n2. Nf3 Nc6\n",
			[]string{"1.e4 1.e5{The usual moves.} 2.Nf3 2.Nc6"}, "", 1},
		{"a closing in a paragraph", "1. e4 e5\n\nWhite resigns.\n", []string{"1.e4 1.e5"}, "", 0},
		{"quoted between prose", "Bob wrote:\n> 1. e4 c5\n> 2. Nf3 d6\nThanks, great!\n", []string{"1.e4 1.c5 2.Nf3 2.d6"},
			"", 2},
		{"a table of Markdown", "| # | White | Black |\n|---|---|---|\n| 1 | e4 | e5 |\n| 2 | Nf3 | Nc6 |\n",
			[]string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"columns", "White   Black\n1  e4   e5\n2  Nf3  Nc6\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"comma-separated", "1,e4,e5\n2,Nf3,Nc6\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"semicolons between moves", "1. e4 e5; 2. Nf3 Nc6; 3. Bb5 a6 1-0", []string{"1.e4 1.e5 2.Nf3 2.Nc6 3.Bb5 3.a6"}, "", 0},
		{"a comment with a move", "1. e4 e5 ; 2. Nf3 is usual\n2. d4 *", []string{"1.e4 1.e5{2. Nf3 is usual} 2.d4"}, "", 0},
		{"spaces without width", "1. e4\u200b e5 2. Nf3\u200e Nc6", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"dashes between squares", "1. e2–e4 e7–e5", []string{"1.e2–e4 1.e7–e5"}, "", 1},
		{"German headers", "Weiß: Ann\nSchwarz: Bob\n\n1. e4 e5\n", []string{"1.e4 1.e5"}, "Ann", 0},
		{"a blank before the colon", "Blancs : Ann\n\n1. e4 e5\n", []string{"1.e4 1.e5"}, "Ann", 0},
		{"Russian headers", "Белые: Ann\nРезультат: 1-0\n\n1. e4 e5\n", []string{"1.e4 1.e5"}, "Ann", 0},
		{"Czech tags", "[Bílý \"Ann\"]\n\n1. e4 e5 *\n", []string{"1.e4 1.e5"}, "Ann", 0},
		{"remarks among positions", "# one\n6k1/8/8/8/8/8/8/R5K1 w - - bm Ra8;\n# two\n6k1/8/8/8/8/8/8/1R4K1 w - - bm Rb8;\n",
			[]string{"", ""}, "", 0},
		{"a xiangqi position without further fields", "3k5/9/9/9/9/9/9/9/9/4K1R2 w\n车三进九\n", []string{"1.车三进九"}, "", 0},
		{"drops with @ in PSN", "1. P2g-2f 2. P3c-3d 3. P@5e", []string{"1.P2g-2f 1.P3c-3d 2.P@5e"}, "", 0},
		{"plies of shogi numbered one by one, and words", "1.P2g-2f\n2.P3c-3d\n3.P7g-7f\n\nResigns\n",
			[]string{"1.P2g-2f 1.P3c-3d 2.P7g-7f"}, "", 0},
		{"Chinese moves without blanks", "炮二平五马8进7马二进三车9平8\n", []string{"1.炮二平五 1.马8进7 2.马二进三 2.车9平8"}, "", 0},
		{"Chinese moves in a line of prose", "《象棋》第1局 炮二平五 马8进7 马二进三 车9平8", []string{"1.炮二平五 1.马8进7 2.马二进三 2.车9平8"}, "", 0},
		{"prose around KI2", "昨日の対局です。\n\n▲７六歩 △３四歩\n\nどこが悪かったでしょうか？\n", []string{"0.▲７六歩 0.△３四歩"}, "", 2},
		{"colons after numbers", "1: e4 e5\n2: Nf3 Nc6\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"a time", "1. e4 e5 1:0", []string{"1.e4 1.e5"}, "", 0},
		{"# before numbers", "#1 e4 e5 #2 Nf3 Nc6", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"a word before numbers", "Move 1: e4 e5\nMove 2: Nf3 Nc6\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"prose with such a number", "Move 2: Nf3 was good.\n\n1. e4 e5 *\n", []string{"1.e4 1.e5"}, "", 0},
		{"keycaps", "1\uFE0F\u20E3 e4 e5 1\uFE0F\u20E30\uFE0F\u20E3 Nf3 🔟 Nc6", []string{"1.e4 1.e5 10.Nf3 10.Nc6"}, "", 0},
		{"Arabic digits", "١. e4 e5 ١٢. Nf3 ١٢... Nc6", []string{"1.e4 1.e5 12.Nf3 12.Nc6"}, "", 0},
		{"Indian digits", "१. e4 e5 २९. Nf3 Nc6", []string{"1.e4 1.e5 29.Nf3 29.Nc6"}, "", 0},
		{"a letter as 1", "l. e4 e5 2. Nf3 Nc6", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"a capital letter as 1", "I.e4 e5 2.Nf3 Nc6", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"a Roman number", "I. The opening\n\n1. e4 e5 *\n", []string{"1.e4 1.e5"}, "", 0},
		{"dots between moves", "1.e4…e5 2.Nf3...Nc6 3.O-O…O-O", []string{"1.e4 1.e5 2.Nf3 2.Nc6 3.O-O 3.O-O"}, "", 0},
		{"slashes between blanks", "e4 / e5\nNf3 / Nc6\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"Chinese pairs", "炮二平五/马8进7\n马二进三/车9平8\n", []string{"1.炮二平五 1.马8进7 2.马二进三 2.车9平8"}, "", 0},
		{"a quotation with a name", "[quote=Ann]1. e4 e5[/quote]\n[QUOTE=\"Bob\"]\n1. d4[/quote]", []string{"1.e4 1.e5", "1.d4"}, "", 0},
		{"a signature", "1. e4 e5\n-- \nAnn\n+49 30 1234\n", []string{"1.e4 1.e5"}, "", 1},
		{"passes", "1. e4 --\n2. d4\n--\n3. c4 *\n", []string{"1.e4 1.-- 2.d4 2.-- 3.c4"}, "", 0},
		{"a pass before a closing", "1. e4\n--\nWhite wins\n", []string{"1.e4 1.--"}, "", 0},
		{"two letters after mate", "1. f3 e5 2. g4 Qh4# gg\n", []string{"1.f3 1.e5 2.g4 2.Qh4#"}, "", 1},
		{"bold numbers", "**1.** e4 e5\n**2.** Nf3 Nc6 *\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"bold moves", "1. **e4** e5 2. **Nf3 Nc6**\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"code in a line", "`1. e4 e5 2. Nf3`\n", []string{"1.e4 1.e5 2.Nf3"}, "", 0},
		{"code in prose", "Mine: `1. e4 e5` was it good?\n", []string{"1.e4 1.e5"}, "", 1},
		{"a fence after movetext", "1. e4 e5\n```\n", []string{"1.e4 1.e5"}, "", 0},
		{"soft hyphens", "1. e4 e5 2. N\u00ADf3 O-\u00ADO", []string{"1.e4 1.e5 2.N\u00ADf3 2.O-\u00ADO"}, "", 1},
		{"a soft hyphen alone", "1. e4 \u00AD e5 *", []string{"1.e4 1.\u00AD 2.e5"}, "", 0},
		{"a chat", "<ann> e4\n<bob> e5\n<ann> Nf3\n<bob> Nc6\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 1},
		{"a chat with times", "[12:01] ann: e4\n[12:02] bob: e5\n[12:05] ann: O-O\n", []string{"1.e4 1.e5 2.O-O"}, "", 1},
		{"a chat with days and talk",
			"3/5/2020, 18:22 - Ann Lee: e4\n3/5/2020, 18:23 - Bob: e5\n3/5/2020, 18:24 - Bob: your turn\n" +
				"3/5/2020, 18:25 - Ann Lee: Nf3\n", []string{"1.e4 1.e5{your turn} 2.Nf3"}, "", 2},
		{"a chat about xiangqi", "甲: 炮二平五\n乙: 马8进7\n甲: 马二进三\n", []string{"1.炮二平五 1.马8进7 2.马二进三"}, "", 1},
		{"lines with names and no moves", "White: Ann\nBlack: Bob\n\n1. e4 e5\n", []string{"1.e4 1.e5"}, "Ann", 0},
		{"capitals", "1. E4 E5 2. NF3 NC6 3. BXC6", []string{"1.E4 1.E5 2.NF3 2.NC6 3.BXC6"}, "", 0},
		{"squares in capitals", "E2-E4 E7-E5 G1-F3", []string{"1.E2-E4 1.E7-E5 2.G1-F3"}, "", 0},
		{"shogi without signs", "76歩 34歩 26歩", []string{"1.76歩 1.34歩 2.26歩"}, "", 0},
		{"Japanese moves in full width", "７六歩 ３四歩 同歩", []string{"1.７六歩 1.３四歩 2.同歩"}, "", 0},
		{"Cyrillic files", "1. е4 е5 2. Кf3 Кс6", []string{"1.е4 1.е5 2.Кf3 2.Кс6"}, "", 0},
		{"Cyrillic files by sound", "1. д4 д5 2. Кф3 Кц6 3. с4 дхс4", []string{"1.д4 1.д5 2.Кф3 2.Кц6 3.с4 3.дхс4"}, "", 0},
		{"pieces in words", "1. pawn e4 pawn to e5 2. knight f3 knight c6 3. Bishop b5 pawn a6 4. Bishop takes knight on c6, pawn d takes c6 5. castles short Nf6 *",
			[]string{"1.pawn e4 1.pawn to e5 2.knight f3 2.knight c6 3.Bishop b5 3.pawn a6 4.Bishop takes knight on c6 4.pawn d takes c6 5.castles short 5.Nf6"}, "", 0},
		{"RTF", `{\rtf1\ansi{\fonttbl{\f0 Arial;}}\pard\b [White "J\'fcrg"]\b0\par` + "\n" + `1. e4 e5 2. Nf3 \{fine\} Nc6\par 1/2\endash 1/2}`,
			[]string{"1.e4 1.e5 2.Nf3{fine} 2.Nc6"}, "Jürg", 1},
		{"RTF with a code page", `{\rtf1\ansi\ansicpg1251 [White "\'cf\u1077?\'f2\u1088\'3f"]\par 1. e4\tab e5\line 2. Nf3}`,
			[]string{"1.e4 1.e5 2.Nf3"}, "Петр", 1},
		{"RTF with a page of two bytes", `{\rtf1\ansi\ansicpg932 [White "\'89\'48\'90\'b6"]\par 1. e4\par}`, []string{"1.e4"}, "羽生", 1},
		{"RTF that is cut", `{\rtf1 1. e4 e5{\pict 0`, []string{"1.e4 1.e5"}, "", 1},
		{"RTF with a long picture", `{\rtf1 1. e4 {\pict{\*\x ` + strings.Repeat("0123 {4}\n", 9000) + `}}e5}`, []string{"1.e4 1.e5"}, "", 1},
		{"a list of moves in JSON", `["e4", "e5", "Nf3"]`, []string{"1.e4 1.e5 2.Nf3"}, "", 0},
		{"lists of moves in JSON", `[["7g7f","3c3d"],["2g2f"]]`, []string{"1.7g7f 1.3c3d", "1.2g2f"}, "", 0},
		{"semicolons after numbers", "1;e4;e5\n2;Nf3;Nc6\n", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"an evaluation that ends a variation", "1. e4 (1. d4 d5 +0.31) e5 -0.2", []string{"1.e4(1.d4 1.d5{+0.31}) 1.e5{-0.2}"}, "", 0},
		{"evaluations", "1. e4 +0.31 e5 -0.2/12 2. Nf3 0.15 Nc6 (0.3) 3. Bb5 (-1.25/7) a6 +M5 4. Ba4 0.5-0.5", []string{"1.e4{+0.31} 1.e5{-0.2/12} 2.Nf3{0.15} 2.Nc6{0.3} 3.Bb5{-1.25/7} 3.a6{+M5} 4.Ba4"}, "", 0},
		{"times", "1. e4 0:05 e5 0:03 2. Nf3 1:00:10", []string{"1.e4[%emt 0:00:05] 1.e5[%emt 0:00:03] 2.Nf3[%emt 1:00:10]"}, "", 0},
		{"a result like a time", "1. e4 e5 1:0", []string{"1.e4 1.e5"}, "", 0},
		{"a dash between moves", "1. e4 - e5 2. Nf3 – Nc6", []string{"1.e4 1.e5 2.Nf3 2.Nc6"}, "", 0},
		{"a remark in square brackets", "1. e4 e5 2. Nf3 [the usual move] Nc6", []string{"1.e4 1.e5 2.Nf3{the usual move} 2.Nc6"}, "", 1},
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

// TestGameObjects reads games in JSON. A game with several records keeps the
// text of each, so that its bytes are read as the same record again.
func TestGameObjects(t *testing.T) {
	const two = `{"games":[{"pgn":"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 *"},{"pgn":"1. c4 *\n\n1. f4 *\n\n1. g4 *"},{"pgn":"1. b4 *"}]}`
	var got []string
	seen := map[string]bool{}
	for _, r := range readAll(t, []byte(two), Options{}) {
		got = append(got, treeOf(r.Moves))
		if len(r.Bytes) == 0 || seen[string(r.Bytes)] {
			t.Errorf("%s: the bytes are %q", treeOf(r.Moves), r.Bytes)
		}
		seen[string(r.Bytes)] = true
		again := readAll(t, r.Bytes, Options{Encoding: r.Encoding})
		if len(again) != 1 || treeOf(again[0].Moves) != treeOf(r.Moves) || r.Fault != nil {
			t.Errorf("%s: the bytes %q are read as %d records", treeOf(r.Moves), r.Bytes, len(again))
		}
	}
	if want := "1.e4|1.d4 1.d5|1.c4|1.f4|1.g4|1.b4"; strings.Join(got, "|") != want {
		t.Errorf("%s, want %s", strings.Join(got, "|"), want)
	}
}

// TestRTFBytes reads the bytes of each record of a document as that record.
func TestRTFBytes(t *testing.T) {
	const two = `{\rtf1\ansi\ansicpg1251 [White "\'cf"]\par\par 1. e4 *\par\par [White "\'c0"]\par\par 1. d4 d5 *\par}`
	records := readAll(t, []byte(two), Options{})
	if len(records) != 2 {
		t.Fatalf("%d records", len(records))
	}
	for i, want := range []string{"П", "А"} {
		r := records[i]
		again := readAll(t, r.Bytes, Options{Encoding: r.Encoding})
		if len(again) != 1 || Said(again[0], FieldFirst) != want || treeOf(again[0].Moves) != treeOf(r.Moves) {
			t.Errorf("the bytes %q in %s are read as %v", r.Bytes, r.Encoding, again)
		}
	}
	if at := records[1].Moves[0].Place; at.Line != 1 || at.Offset != int64(strings.Index(two, "d4 d5")) {
		t.Errorf("the move is at %+v", at)
	}
}
