package analysis_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis"
	"assay/fixtures"
	"assay/parser"
)

// judge verifies a file and prints the verdict, variant, plies, result and
// warnings of each record.
func judge(t testing.TB, data []byte, o parser.Options) string {
	t.Helper()
	var out []string
	v := analysis.NewVerifier(book)
	for reader := parser.NewReader(bytes.NewReader(data), o); ; {
		rec, err := reader.Next()
		if err == io.EOF {
			return strings.Join(out, " | ")
		}
		if bad, ok := errors.AsType[*parser.Unreadable](err); ok {
			return "unreadable: " + bad.Reason
		}
		if err != nil {
			t.Fatal(err)
		}
		r := &v.Verify(rec, analysis.Settings{}).Report
		text := fmt.Sprintf("%s %s %d %s", r.Verdict, r.Variant, r.Plies, r.Result)
		if r.Error != nil {
			text += fmt.Sprintf(" error %s %s %q", r.Error.Rule, r.Error.Reason, r.Error.Text)
		}
		for _, w := range r.Warnings {
			text += fmt.Sprintf(" warning %d:%d %s", w.Line, w.Column, w.Message)
		}
		out = append(out, text)
	}
}

// gib is the header of a game as janggi servers write it.
func gib(cho, han, result string) string {
	return fmt.Sprintf("[대회명 \"미상\"]\n[대국일자 \"미상\"]\n[초대국자 \"가나 7단\"]\n[한대국자 \"다라\"]\n[초차림 %q]\n[한차림 %q]\n[대국결과 %q]\n\n", cho, han, result)
}

// TestFormats reads short records in the formats that users send.
func TestFormats(t *testing.T) {
	const table = "手数----指手---------消費時間--\n"
	for _, row := range []struct{ name, text, want string }{
		{"a promotion in brackets", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kg7 *\n", "legal chess 2 *"},
		{"UCI with a position", "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q h7g7\n", "legal chess 2 *"},
		{"full-width characters", "１．ｅ４　ｅ５　２．Ｎｆ３　Ｎｃ６", "legal chess 4 *"},
		{"a header line without brackets", "White: Ann\nBlack: Bob\n\n1. e4 e5\nWhite resigned\n", "legal chess 2 0-1"},
		{"a drop from (00)", "手合割：平手\n" + table + "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ３三角(00)\n",
			"legal shogi 5 * warning 7:3 (00) is read as a drop; KIF writes 打 alone"},
		{"chu shogi with digits", "手合割：中将棋\n" + table + "1 ７八歩(79)\n2 １０五歩(104) (0:01/00:00:01)\n3 １２八歩(129)\n4 １一香(11)\n",
			`illegal chushogi 3 * error CHU-3 movement "１一香(11)"`},
		{"chu shogi, digits that can be two squares", "手合割：中将棋\n" + table + "1 １八歩(19)\n2 １５歩(14)\n3 １一〇(111)\n",
			`unreadable chushogi 1 * error KIF syntax "１５歩(14)"`},
		{"seven pieces fewer", "手合割：七枚落ち\n" + table + "1 ４二銀(31)\n2 ７六歩(77)\n", "legal shogi 2 *"},
		{"dragonfly", "手合割：トンボ\n" + table + "1 ３四歩(33)\n2 ７六歩(77)\n3 ８八角(22)\n", "legal shogi 3 *"},
		{"no pawns", "手合割：青空将棋\n" + table + "1 ２三飛成(28)\n", "legal shogi 1 *"},
		{"tori shogi", "手合割：禽将棋\n" + table + "1 ４四燕(45)\n2 同燕(43)\n3 ４四燕打\n4 投了\n", `illegal torishogi 2 1-0 error G-1 empty source "４四燕打"`},
		{"tori shogi, quails", "手合割：禽将棋\n" + table + "1 ７六鶉(77)\n2 １二鶉(11)\n", "legal torishogi 2 *"},
		{"dobutsu", "手合割：どうぶつしょうぎ\n" + table + "1 ２二ひよこ(23)\n2 ２二獅(21)\n3 ２三ゾウ(33)\n", `illegal dobutsu 2 * error G-1 empty source "２三ゾウ(33)"`},
		{"gorogoro", "手合割：ごろごろどうぶつしょうぎ\n" + table + "1 ３三歩(34)\n", "legal gorogoro 1 *"},
		{"PSN", "[Sente \"a\"]\n[Gote \"b\"]\n\n1.P7g-7f P3c-3d 2.B8hx2b+ S3ax2b 3.B*5e\n", "legal shogi 5 *"},
		{"Hodges", "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*5e *\n", "legal shogi 5 *"},
		{"Hosking", "[Variant \"shogi\"]\n\n1. P76 P34 2. Bx22+ Sx22 3. B*55 *\n", "legal shogi 5 *"},
		{"minishogi", "[Variant \"minishogi\"]\n\n1. S-3d S-3b *\n", "legal minishogi 2 *"},
		{"Hodges against the rules", "[Variant \"shogi\"]\n\n1. P-7e *\n", `illegal shogi 0 * error W-0 movement "P-7e"`},
		{"a file of the federation", "FORMAT  WXF\nRED     A ; 1200 ;;\nBLACK   B ; 1240 ;;\nRESULT  0-1\nDATE    2020-02-02 02:02:02\nSTART{\n 1. P3+1 c8.7   2. E7+5 c2.5 }END\n\nFORMAT  WXF\nRED C\nSTART{\n 1. P3+1 }END\n",
			"legal xiangqi 4 0-1 | legal xiangqi 1 *"},
		{"a list of a server", "Movelist for game 12:\n\na (1714) vs. b (UNR) --- Sun Sep 29,  1:06 CDT 1996\nRated crazyhouse match, initial time: 2 minutes, increment: 12 seconds.\n\nMove  a                  b\n----  ----------------   ----------------\n  1.  e4      (0:00)     d5      (0:00)\n  2.  exd5    (0:03)     Qxd5    (1:03)\n  3.  P@c4    (0:01.5)\n      {b resigns} 1-0\n\nc (1) vs. d (2) --- Mon Jan  1, 1:06 CDT 1996\nUnrated blitz match, initial time: 2 minutes, increment: 0 seconds.\n\nMove  c d\n----  --- ---\n  1.  e4 (0:00)  e5 (0:00)\n {Still in progress} *\n",
			"legal crazyhouse 5 1-0 | legal chess 2 *"},
		{"positions", "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a; b\";\n\n8/8/8/8/8/4k3/8/4K3 b - - 3 9\n", "legal chess 0 * | legal chess 0 *"},
		{"forum", "红方：甲\n黑方：乙\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n", "legal xiangqi 4 *"},
		{"forum, brackets, ideographic commas", "【赛事】杯赛\n【红方】甲\n【黑方】乙\n\n1、炮二平五 马8进7\n2、马二进三 车9平8\n", "legal xiangqi 4 *"},
		{"forum, circled", "红方：甲\n①炮二平五 马8进7 ②马二进三 车9平8\n", "legal xiangqi 4 *"},
		{"forum, words", "紅方: 甲\n第一回合 炮二平五 馬8進7\n第二回合 馬二進三 車9平8\n", "legal xiangqi 4 *"},
		{"forum, no numbers", "炮二平五 马8进7\n马二进三 车9平8\n", "legal xiangqi 4 *"},
		{"forum, two games", "红方：甲\n1、炮二平五 马8进7\n\n红方：丙\n1、兵三进一\n", "legal xiangqi 2 * | legal xiangqi 1 *"},
		{"forum, a start", "FEN: 4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1\n1. 车四进三\n", "legal xiangqi 1 *"},
		{"janggi", "[Variant \"janggi\"]\n\n1. H02-83 H12-33 2. P71-72 P41-42 *\n", "legal janggi 4 *"},
		{"janggi, Korean", "한: 라마바\n초: 가나다\n1. 79졸78 41병42 2. 마83 12마33 3. 한수쉼 *\n", "legal janggi 5 *"},
		{"janggi, numbers alone", "초: 가\n1. 79-78 41-42 *\n", "legal janggi 2 *"},
		{"janggi, set-ups", "[초 대국자 \"가\"]\n[한 대국자 \"나\"]\n[초차림 \"마상상마\"]\n[한차림 \"마상마상\"]\n\n1. 79졸78 41병42 2. 02마83 18마37 *\n", "legal janggi 4 *"},
		{"janggi against the rules", "초: 가\n1. 79졸89 *\n", `illegal janggi 0 * error W-0 movement "79졸89"`},
		{"janggi of a server, captured pieces and checks", gib("마상상마", "상마상마", "초 완승") +
			"1. 73졸63 2. 43병53 3. 63졸53병 4. 13마34 5. 79졸78 6. 34마53졸 7. 한수쉼\n", "legal janggi 7 1-0"},
		{"janggi of a server, sides and Chinese signs", gib("마상마상", "마상상마", "한 2.5점 승") +
			"1. 79楚卒78 <0> 2. 18漢馬37 <12> 3. 07楚馬86 4. 41漢兵42\n", "legal janggi 4 0-1"},
		{"janggi of a server, Han's set-up as seen from Han", gib("마상상마", "마상마상", "무승부(빅장)") + "1. 79졸78 2. 18상46\n",
			"legal janggi 2 1/2-1/2"},
		{"janggi of a server, Han first", "[초차림 \"마상상마\"]\n[한차림 \"마상상마\"]\n\n1. 49병48 2. 79졸78 3. 41병42\n", "legal janggi 3 *"},
		{"janggi of a server, odds", "[초대국자 \"가\"]\n[대국결과 \"초승(기권)\"]\n" +
			"[판 \"차마상사1사마상차/4장/1포5포/졸1졸1졸1졸1졸///兵1兵1兵1兵1兵/7包/4將/車馬象士1士馬象車 한 접장기\"]\n\n1. 49兵48 2. 07馬86 3. 17馬36 4. 71卒72 5. 38包31\n",
			"legal janggi 5 1-0"},
		{"janggi of a server, two games", gib("마상상마", "마상상마", "미상") + "1. 79졸78 2. 41병42\n\n" + gib("마상상마", "마상상마", "한 시간승") + "1. 71졸72\n",
			"legal janggi 2 * | legal janggi 1 0-1"},
		{"forum, sentences", "红：甲　　黑：乙\n1、炮二平五，马8进7；2、马二进三，车9平8。\n双方议和\n", "legal xiangqi 4 1/2-1/2"},
		{"forum, brackets around numbers", "[红方]甲\n[黑方]乙\n(1)炮二平五 马8进7\n(2)马二进三 车9平8\n（红方胜）\n", "legal xiangqi 4 1-0"},
		{"forum, a title with the result", "湖北 汪洋 先负 四川 郑惟桐\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n", "legal xiangqi 4 0-1"},
		{"forum, prose above", "这是一盘好棋\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n红方超时，黑胜\n", "legal xiangqi 4 0-1"},
		{"pairs with commas", "1.e4,e5;2.Nf3,Nc6;3.Bb5,a6", "legal chess 6 *"},
		{"pairs with commas, no first number", "e4,e5;2.Nf3,Nc6;3.Bb5,a6;", "legal chess 6 *"},
		{"pairs with commas after colons", "1:e4,e5 2:Nf3,Nc6 3:Bb5,a6", "legal chess 6 *"},
		{"semicolons", "e4;e5;Nf3;Nc6;Bb5;a6", "legal chess 6 *"},
		{"squares with commas", "e2e4,e7e5,g1f3,b8c6", "legal chess 4 *"},
		{"xiangqi with commas and semicolons", "C2.5,H8+7;H2+3,R9.8", "legal xiangqi 4 *"},
		{"commas before walls", "[Variant \"duck\"]\n\n1. e4,e6 d5,d4 2. exd5,e4 *", "legal duck 3 *"},
		{"commas before walls, no header", "1. e4,e6 d5,d4\n2. exd5,e4 Qxd5,e5\n3. d4,d3 *", `unreadable chess 0 * error PGN syntax "e4,e6"`},
		{"walls by squares", "[Variant \"duck\"]\n\n1. e2e4,e4e6 d7d5,d5d4 *", "legal duck 2 *"},
		{"a comment after a semicolon", "1. e4 e5 ;Nf3 Nc6 are usual\n2. f4 *\n", "legal chess 3 *"},
		{"quotes", "„1. e4 e5 2. Nf3 Nc6“", "legal chess 4 *"},
		{"straight quotes", "\"1. e4 e5 2. Nf3 Nc6\"", "legal chess 4 *"},
		{"quotes in prose", "Ann said: “1. e4 e5 2. Nf3 Nc6”, and lost\n", "legal chess 4 * warning 1:34 text after the last move is kept but not read"},
		{"a quote among the moves", "1. e4 \"e5 2. Nf3 Nc6\"", `unreadable chess 1 * error PGN syntax "1. e4 \"e5 2. Nf3 Nc6\""`},
		{"numeric moves below a title", "ICCF game\n1. 5254 5755 2. 7163 2836\n", "legal chess 4 *"},
		{"a list below a header", "VariantName=csg-1\n* 1. Pawn f3 - f4\n* 1. Pawn a7 - a6\n",
			"legal csg-1 2 * warning 1:1 lines start with a sign of quotation, a bullet or a name; the text is read without them"},
		{"a list with hyphens", "[Event \"x\"]\n\n- 1. e4 e5\n- 2. Nf3 Nc6\n",
			"legal chess 4 * warning 1:1 lines start with a sign of quotation, a bullet or a name; the text is read without them"},
		{"a wrapped list", "VariantName=csg-1\n1. Pawn f3 -\n f4\n1. Pawn\na7 - a6\n2.\nPawn f4 - f5\n",
			"legal csg-1 3 * warning 3:1 this line continues the move of the line above warning 5:1 this line continues the move of the line above" +
				" warning 7:1 this line continues the move of the line above"},
		{"a wrapped title", "VariantName=Copper, Silver, Gold: An Indestructible\nMetallic Alloy (board 1)\n1. Pawn f3 - f4\n",
			"legal csg-1 1 * warning 2:1 this line continues the title of the line above"},
		{"prose in a list", "VariantName=csg-1\n1. Pawn f3 - f4\nhello there\n1. Pawn a7 - a6\n",
			`unreadable csg-1 1 * error NL-1 syntax "hello there"`},
		{"a line more than a move", "VariantName=csg-1\n1. Pawn f3 - f4\n- f5\n1. Pawn a7 - a6\n",
			`unreadable csg-1 1 * error NL-1 syntax "- f5"`},
		{"squares of another board", "h2e2 h9g7 h0g2 i9h9",
			"legal xiangqi 4 * warning 1:1 the record does not name its variant; it is read as Xiangqi (xiangqi): every ply of the record is legal in it, and not in chess"},
		{"a position with castling rights", "[FEN \"rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1\"]\n\n1. e5 d6 *\n",
			"legal horde 2 * warning 1:1 the record does not name its variant; it is read as Horde (horde): every ply of the record is legal in it, and not in chess"},
		{"makruk in Thai", "ขาว: ก\nดำ: ข\n1. บ.ค4 บ.ง5 2. ม.ค3 ม.ง7 3. บxง5 ขจ7\n", "legal makruk 6 *"},
	} {
		if got := judge(t, []byte(row.text), parser.Options{}); got != row.want {
			t.Errorf("%s: got\n%s\nwant\n%s", row.name, got, row.want)
		}
	}
}

// TestReportedFormats reads files that were reported as misread.
func TestReportedFormats(t *testing.T) {
	folder := filepath.Dir(fixtures.Shared(t, "data/reports/records/*")[0])
	for _, row := range []struct{ name, want string }{
		{"03a-cp1251.pgn", "legal chess 2 1-0"},
		{"03b-euc-kr-janggi.pgn", "legal janggi 3 1-0"},
		{"03c-big5-xiangqi.pgn", "legal xiangqi 4 1-0"},
		{"12a-shogi-psn.psn", "legal shogi 6 *"},
		{"12b-shogi-hodges.pgn", "legal shogi 5 *"},
		{"13a-playok.wxf", "legal xiangqi 24 0-1"},
		{"14a-ics-oldmoves.txt", "legal chess 14 1-0"},
		{"18-positions.epd", "legal chess 0 * | legal chess 0 *"},
		{"22-janggi-numbers.pgn", "legal janggi 4 *"},
		{"a1-xiangqi-header-lines.txt", "legal xiangqi 4 *"},
		{"a5-xiangqi-gbk.txt", "legal xiangqi 4 *"},
		{"a9-jg_num.txt", "illegal janggi 2"},
		{"a9-jg_num2.txt", "illegal janggi 1"},
		{"a9-mk_thai.txt", "illegal makruk 3"},
		{"05-kif-drop-from-00.kif", "legal shogi 5 1-0 warning"},
		{"06-kif-branch-line-as-header.kif", "legal shogi 5 * warning"},
		{"17-csa-v3-time.csa", "legal shogi 2 0-1 warning"},
		{"a8-chu-kif.kif", "legal chushogi 1 *"},
		{"a9-tori.kif", "illegal torishogi 0 1-0 error TO-1"},
	} {
		data, err := os.ReadFile(filepath.Join(folder, row.name))
		if err != nil {
			t.Fatal(err)
		}
		got := judge(t, data, parser.Options{})
		want, warned := strings.CutSuffix(row.want, " warning")
		if !strings.HasPrefix(got, want) || warned != strings.Contains(got, "warning") {
			t.Errorf("%s: got\n%s\nwant\n%s", row.name, got, row.want)
		}
	}
}
