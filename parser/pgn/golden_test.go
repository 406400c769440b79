package pgn_test

import (
	"flag"
	"strings"
	"testing"

	"assay/fixtures"
	"assay/fixtures/reading"
	"assay/parser"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGoldenReading prints what records, and damaged ones, are read as.
func TestGoldenReading(t *testing.T) {
	var b strings.Builder
	for _, row := range samples {
		b.WriteString(reading.Damaged(row.name, row.text, row.format, 1+len(row.text)/min(60, 12+len(row.text)/6)))
	}
	fixtures.Golden(t, *update, "testdata/reading.golden", b.String())
}

var samples = []struct {
	name   string
	format parser.Format
	text   string
}{
	{"all of PGN", parser.PGN, `% escaped
[Event "A \"quoted\" \\ event"]
[Site "?"]
[Date "1990.05.??"]
[Round "1.2"]
[White "A. One"]
[Black "B. Two"]
[Result "1-0"]
[WhiteElo "2400"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]
[Termination "time forfeit"]

{before the moves} 1. e4 $1 {good [%clk 0:10:00] [%eval 0.3]} e5?! (1... c5 {sharp} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3!! Nc6 ; to the end
% a line that is left out
3. Bb5 a6 $14 4. O-O {[%cal Gd1h5,Rb5c6][%csl Yf7]} Nf6 5. Re1+ e.p. d6 6. e8=Q# dxe8=N+ 1-0
`},
	{"castling by zeros", parser.PGN, "[Event \"x\"]\n\n1. 0-0 0-0-0 2. e4 Kxe4 3. Nbd2 *\n"},
	{"two games", parser.PGN, "[White \"a\"]\n\n1. e4 e5 1/2-1/2\n\n[White \"b\"]\n[Result \"0-1\"]\n\n1. d4 d5 2. -- Z0 0-1\n"},
	{"no tags", "", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n"},
	{"both lose", parser.PGN, "[Result \"0-0\"]\n\n1. e4 e5 0-0\n"},
	{"comments of many lines", parser.PGN, "[Event \"x\"]\n\n{One\ntwo\n\nthree} 1. e4 {a\r\nb} (1. d4 {c} d5 (1... Nf6)) 1... e5 $1 $2 $255 2. f4 ( 2. Nf3 ) *\n"},
	{"long lines", parser.PGN, "[Event \"x\"]\n\n" + strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", 12) + "{" + strings.Repeat("word ", 40) + "} *\n"},
	{"tags that are no tags", parser.PGN, "[Event x]\n[ Site \"y\" ]\n[Date \"z]\n[\"a\"]\n[White]\n[[Black \"b\"]]\n\n1.e4 1...e5 2.Nf3,Nc6 3.e4e5 4.P@e5 e1g1q 5.N/f3 *\n"},
	{"drops and walls", parser.PGN, "[Variant \"Crazyhouse\"]\n\n1. e4,e5 d5 2. P@e5+ @e4 3. Nf3/H e8=Q/E 4. +Rxd4= 5. R1a3-a5 6. a10xb10 *\n"},
	{"WXF", parser.WXF, "FORMAT\tWXF\nGAME\tx\nRED\tA\nBLACK\tB\nRESULT\t1-0\nSTART{\n1. C2.5 H8+7\n2. H2+3 R9.8\n3. R1.2 P7+1 {remark}\n}END\n"},
	{"Chinese", parser.Chinese, "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8 {评}\n3. 前车进一 将5平4\n红胜\n"},
	{"ICCS", parser.ICCS, "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n[Result \"1/2-1/2\"]\n\n1. H2-E2 H9-G7\n2. H0-G2 I9-H9 (2... H7-E7)\n1/2-1/2\n"},
	{"wrapped as forums do", parser.PGN, "[pgn]\n[Event \"x\"]\n\n1. e4 e5 [/pgn]\n[pgn]1. d4 *[/pgn]\nbye\n"},
	{"glyphs", parser.PGN, "[Event \"x\"]\n\n!? 1. e4± e5+- 2. Nf3+/- Nc6-/+ 3. Bb5∞ a6□ $ 4. Ba4 $7$8 Nf6 ( $3 4... d6 !! ) ( ) (()) 5. O-O=  Be7⩲ 6. Re1 ⟳ *\n"},
	{"suffixes and nulls", parser.PGN, "[Event \"x\"]\n\nep 1. exd6 e.p. Kf8 ch 2. <> mate 3. Z0 -- 4. e8Q dbl.ch. 5. a8 = Q x 6. ee.4 f4 e.p.\n"},
	{"results where none should be", parser.PGN, "[Event \"x\"]\n\n1. e4 (1. d4 1-0) e5 0-1 {after} ; more\n% x\ntext after\n"},
	{"moves after the result", parser.PGN, "[Event \"x\"]\n\n1. e4 1-0 2. e5 d5\n"},
	{"numbers alone", parser.PGN, "[Event \"x\"]\n\n1. 2. e4 3 e5 4... d4 5.. d5 6… c4 17 18. c5 1/2\n"},
	{"signs without meaning", parser.PGN, "[Event \"x\"]\n\n1. e4 } e5 ) 2. Nf3 & *\n"},
	{"an open comment", parser.PGN, "[Event \"x\"]\n\n1. e4 {never closed\n\n[Event \"y\"]\n\n1. d4 *\n"},
	{"an open variation", parser.PGN, "[Event \"x\"]\n\n1. e4 (1. d4 d5 (1... f5 \n\n[Event \"y\"]\n\n1. d4 *\n"},
	{"comments before plies", parser.PGN, "[Event \"x\"]\n\n{a} 1. {b} e4 {c} ( {d} 1. {e} d4 ) 1... {f} e5 ({g} 1... c5) *\n"},
	{"second begins", parser.PGN, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 5\"]\n\n5... Kd8 6. e4 Kd7 (6... Ke8 7. e5) *\n"},
	{"prose above", "", "Some words about a game.\nMore; words.\n\n{a comment}\n1. e4 {c} e5 2. Nf3\n"},
	{"xiangqi by tags", "", "[Red \"a\"]\n[Black \"b\"]\n[RedElo \"1\"]\n[Format \"WXF\"]\n\n1. C2.5 H8+7 2. H2+3 +P=4\n"},
	{"Chinese, full width", "", "[Red \"a\"]\n\n1. 炮二平五 馬８進７ 2. 前車進一 三兵平四 0-1\n"},
	{"commands", parser.PGN, "[Event \"x\"]\n\n1. e4 {[%clk 1:00:00] [%emt 0:01] text [%eval #3] [%x } ]} e5 {[%csl Ga1][%cal Ra1b2] " + strings.Repeat("w", 90) + " x} *\n"},
	{"walls, gates, drops, pockets", parser.PGN, "[Event \"x\"]\n\n1. e4,d4 y1@e5 2. Nb1-pocket @pocket-e4 3. +R5e4 R*e4 4. O-O/Hh1 a10a9 5. e8=+R e2-e4 E7-E8=q Ke1xe2 6. R8xh4 ++ 7. o-o-o 0-0-0\n"},
}
