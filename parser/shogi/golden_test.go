package shogi_test

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
	{"KIF", parser.KIF, `# KIF形式棋譜ファイル
開始日時：2020/01/02 10:00
棋戦：名人戦
手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
*開始の注
   1 ７六歩(77)   ( 0:01/00:00:01)
*一手目
&しおり
   2 ３四歩(33)   ( 0:02/00:00:02)
   3 ２二角成(88)   ( 0:10/00:00:11)+
   4 同　銀(31)   ( 0:03/00:00:05)
   5 ４五角打   ( 1:00/00:01:11)
   6 投了   ( 0:01/00:00:06)
まで5手で先手の勝ち

変化：3手
   3 ６六歩(67)   ( 0:05/00:00:06)
*変化の注
   4 ８四歩(83)

変化：2手
   2 ８四歩(83)
`},
	{"KIF with a board", parser.KIF, `後手の持駒：飛　歩二　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし
後手番
手数----指手---------消費時間--
   1 ３四歩(33)
   2 ７六歩(77)
   3 中断
`},
	{"handicap", parser.KIF, "手合割：香落ち\n下手：甲\n上手：乙\n手数----指手---------消費時間--\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 千日手\n"},
	{"KI2", parser.KI2, "手合割：平手　　\n先手：甲\n後手：乙\n\n▲７六歩    △３四歩    ▲２二角成  △同　銀\n*注\n▲４五角    △５二金右  ▲３四角    △３二金左\nまで8手で中断\n\n変化：3手\n▲６六歩 △８四歩\n"},
	{"CSA", parser.CSA, `'CSA encoding=UTF-8
V2.2
N+A
N-B
$EVENT:Final
$START_TIME:2020/01/02 10:00:00
$TIME_LIMIT:00:25+00
PI
+
+7776FU
T12
'*a comment
-3334FU,T3
'a remark
+8822UM
-3122GI
%TORYO
`},
	{"CSA with a board", parser.CSA, `V2.2
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *` + " " + `
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *` + " " + `
P5 *  *  *  *  *  *  *  *  *` + " " + `
P6 *  *  *  *  *  *  *  *  *` + " " + `
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *` + " " + `
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
P+00FU00FU
P-00AL
-
-3334FU
+7776FU
%CHUDAN
/
PI82HI22KA
+
+7776FU
%+ILLEGAL_ACTION
`},
	{"USI", parser.USI, "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\nposition sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d resign\n"},
	{"JKF", parser.JKF, `{"header":{"先手":"甲","後手":"乙","手合割":"平手"},"initial":{"preset":"HIRATE"},"moves":[{"comments":["初"]},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"},"time":{"now":{"m":0,"s":1},"total":{"h":0,"m":0,"s":1}}},{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"color":1,"piece":"FU"},"forks":[[{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"color":1,"piece":"FU"}}]]},{"special":"TORYO"}]}`},
}
