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
		b.WriteString(reading.Damaged(row.name, row.text, row.format, 1+len([]rune(row.text))/min(60, 4+len(row.text)/12)))
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
	{"KIF, 投了", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 投了\n"},
	{"KIF, 中断", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 中断\n"},
	{"KIF, 千日手", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 千日手\n"},
	{"KIF, 持将棋", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 持将棋\n"},
	{"KIF, 入玉勝ち", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 入玉勝ち\n"},
	{"KIF, 反則勝ち", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 反則勝ち\n"},
	{"KIF, 反則負け", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 反則負け\n"},
	{"KIF, 詰み", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 詰み\n"},
	{"KIF, 不詰", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 不詰\n"},
	{"KIF, 切れ負け", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 切れ負け\n"},
	{"KIF, 不戦敗", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 不戦敗\n"},
	{"KIF, 封じ手", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 封じ手\n"},
	{"KIF, 勝ち宣言", parser.KIF, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 勝ち宣言\n"},
	{"CSA, TORYO", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%TORYO\n"},
	{"CSA, CHUDAN", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%CHUDAN\n"},
	{"CSA, SENNICHITE", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%SENNICHITE\n"},
	{"CSA, TIME_UP", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%TIME_UP\n"},
	{"CSA, ILLEGAL_MOVE", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%ILLEGAL_MOVE\n"},
	{"CSA, +ILLEGAL_ACTION", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%+ILLEGAL_ACTION\n"},
	{"CSA, -ILLEGAL_ACTION", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%-ILLEGAL_ACTION\n"},
	{"CSA, JISHOGI", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%JISHOGI\n"},
	{"CSA, KACHI", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%KACHI\n"},
	{"CSA, HIKIWAKE", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%HIKIWAKE\n"},
	{"CSA, MATTA", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%MATTA\n"},
	{"CSA, TSUMI", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%TSUMI\n"},
	{"CSA, FUZUMI", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%FUZUMI\n"},
	{"CSA, ERROR", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%ERROR\n"},
	{"CSA, UNKNOWN", parser.CSA, "V2.2\nPI\n+\n+7776FU\n%UNKNOWN\n"},
	{"KI2, まで1手で先手の勝ち", parser.KI2, "手合割：平手\n\n▲７六歩\nまで1手で先手の勝ち\n"},
	{"KI2, まで1手で後手の反則負け", parser.KI2, "手合割：平手\n\n▲７六歩\nまで1手で後手の反則負け\n"},
	{"KI2, まで1手で千日手", parser.KI2, "手合割：平手\n\n▲７六歩\nまで1手で千日手\n"},
	{"KI2, まで1手で中断", parser.KI2, "手合割：平手\n\n▲７六歩\nまで1手で中断\n"},
	{"KI2, まで1手で時間切れにより先手の勝ち", parser.KI2, "手合割：平手\n\n▲７六歩\nまで1手で時間切れにより先手の勝ち\n"},
	{"KI2, まで1手で詰", parser.KI2, "手合割：平手\n\n▲７六歩\nまで1手で詰\n"},
	{"KI2, まで1手で先手の入玉勝ち", parser.KI2, "手合割：平手\n\n▲７六歩\nまで1手で先手の入玉勝ち\n"},
	{"KI2, まで1手で持将棋", parser.KI2, "手合割：平手\n\n▲７六歩\nまで1手で持将棋\n"},
	{"KI2, まで1手で先手の不戦敗", parser.KI2, "手合割：平手\n\n▲７六歩\nまで1手で先手の不戦敗\n"},
	{"香落ち", parser.KIF, "手合割：香落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"右香落ち", parser.KIF, "手合割：右香落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"角落ち", parser.KIF, "手合割：角落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"飛車落ち", parser.KIF, "手合割：飛車落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"飛香落ち", parser.KIF, "手合割：飛香落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"二枚落ち", parser.KIF, "手合割：二枚落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"三枚落ち", parser.KIF, "手合割：三枚落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"四枚落ち", parser.KIF, "手合割：四枚落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"五枚落ち", parser.KIF, "手合割：五枚落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"左五枚落ち", parser.KIF, "手合割：左五枚落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"六枚落ち", parser.KIF, "手合割：六枚落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"八枚落ち", parser.KIF, "手合割：八枚落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"十枚落ち", parser.KIF, "手合割：十枚落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"その他", parser.KIF, "手合割：その他\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"5五将棋", parser.KIF, "手合割：5五将棋\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"無", parser.KIF, "手合割：無\n手数----指手---------消費時間--\n   1 ３四歩(33)\n"},
	{"chu shogi", parser.KIF, "手合割：中将棋\n手数----指手---------消費時間--\n   1 ８六歩 （87）→（86）\n   2 5四歩兵 （←5五）\n   3 一歩目 ６七獅 （←７八）\n"},
	{"USI, odd lines", parser.USI, "info x\n\"position startpos moves 7g7f\",\nstartpos moves 7g7f resign\nsfen 4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP2rb 3 moves R*5b win x\n7g7f 3c3d\n7j7i6h 12a12b\nposition sfen 9/9 b - 1\n"},
	{"JKF of a picture", parser.JKF, `{"initial":{"preset":"OTHER","data":{"color":1,"board":[[{"color":1,"kind":"KY"},{},{"color":1,"kind":"FU"},{},{},{},{"color":0,"kind":"FU"},{},{"color":0,"kind":"KY"}],[{},{},{},{},{},{},{},{},{}],[],[],[{"color":1,"kind":"OU"},{},{},{},{},{},{},{},{"color":0,"kind":"OU"}],[],[],[],[]],"hands":[{"FU":2,"KI":1},{}]}},"moves":[{},{"move":{"from":{"x":1,"y":3},"to":{"x":1,"y":4},"color":1,"piece":"FU","same":true,"promote":false,"capture":"FU","relative":"L"}},{"special":"CHUDAN"}],"other":{"a":[1]}}`},
	{"JKF of a handicap", parser.JKF, `{"header":{},"initial":{"preset":"KY"},"moves":[{},{"move":{"to":{"x":5,"y":5},"piece":"FU","color":0}},{"time":{"now":{"m":90,"s":61}},"special":"SENNICHITE"}]}`},
	{"JKF of an unknown start", parser.JKF, `{"initial":{"preset":"NONE"},"moves":[]} x`},
	{"CSA, several and joined by commas", parser.CSA, "V2.2,N+A,PI82HI22KA,+\n+7776FU,T3,-3334FU\n%TORYO,T10\n/\nV3.0\nPI\n-\n-3334FU\n%MATTA\n$OPENING:x\n"},
	{"KIF, a board of five by five and notes", parser.KIF, "手合割：5五将棋\n先手省略名：甲\n備考：y\n手数----指手---------消費時間--\n* a\n*b\n   1 ２四歩(25)   ( 0:01/)\n** engine\n   2 同歩成 (21)\n   3 １四成銀直\n   4 パス\n   6 ３三歩打   (1:01:01/1:01:02)\n#end\n"},
}
