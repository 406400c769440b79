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
		b.WriteString(reading.Damaged(row.name, row.text, row.format, 1+len(row.text)/60))
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
}
