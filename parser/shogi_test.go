package parser

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/fixtures"
	"assay/parser/record"
)

// tell prints a shogi record without its places.
func tell(r *Record) string {
	var b strings.Builder
	for _, tag := range r.Tags {
		fmt.Fprintf(&b, "%s=%s; ", tag.Key, tag.Value)
	}
	if r.Start != "" {
		fmt.Fprintf(&b, "start %s; ", r.Start)
	}
	for _, c := range r.Comments {
		fmt.Fprintf(&b, "{%s} ", c.Text)
	}
	for _, s := range record.Segments(r.Moves) {
		if s.Side {
			fmt.Fprintf(&b, "/ %d: ", s.First)
		}
		for i := range s.Plies {
			ply := &s.Plies[i]
			for _, c := range ply.Notes().Before {
				fmt.Fprintf(&b, "<%s> ", c.Text)
			}
			b.WriteString(ply.Text)
			if ply.Spent != nil {
				fmt.Fprintf(&b, " %v", *ply.Spent)
			}
			for _, n := range ply.Notes().NAGs {
				fmt.Fprintf(&b, " $%d", n)
			}
			if ply.Notes().Eval != "" {
				fmt.Fprintf(&b, " eval %s", ply.Notes().Eval)
			}
			for _, c := range ply.Notes().Commands {
				fmt.Fprintf(&b, " [%s %s]", c.Name, c.Text)
			}
			for _, c := range ply.Notes().Comments {
				fmt.Fprintf(&b, " {%s}", c.Text)
			}
			b.WriteString("; ")
		}
	}
	if r.Ending != "" {
		fmt.Fprintf(&b, "%s %s", r.Ending, r.Result)
	}
	if r.Trailing != "" {
		fmt.Fprintf(&b, " trailing %q", r.Trailing)
	}
	if r.Fault != nil {
		fmt.Fprintf(&b, " fault %v %s", r.Fault.Place, r.Fault.Message)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, " warning %v %s", w.Place, w.Message)
	}
	return strings.TrimSpace(strings.ReplaceAll(b.String(), "  ", " "))
}

type shogiRow struct{ name, text, want string }

func checkRows(t *testing.T, format Format, rows []shogiRow) {
	t.Helper()
	for _, row := range rows {
		var got []string
		for _, r := range readAll(t, []byte(row.text), Options{Format: format}) {
			got = append(got, tell(r))
		}
		if s := strings.Join(got, " | "); s != row.want {
			t.Errorf("%s: got\n%s\nwant\n%s", row.name, s, row.want)
		}
	}
}

func TestKIF(t *testing.T) {
	const head = "手合割：平手\n手数----指手---------消費時間--\n"
	checkRows(t, KIF, []shogiRow{
		{"plain", head + "   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 同　歩(33)\n   3 投了\nまで2手で後手の勝ち\n",
			"手合割=平手; ７六歩(77) 16s; 同　歩(33); 投了 0-1"},
		{"no end of line, CR LF, blanks", "手合割：平手　　\r\n1 ７六歩(77) ( 0:00/0:00:00)+\r\n2 中断", "手合割=平手; ７六歩(77) 0s; 中断 *"},
		{"CR alone", "手合割：平手\r1 ７六歩(77)\r2 ３四歩(33)", "手合割=平手; ７六歩(77); ３四歩(33);"},
		{"odds", "手合割：香落ち\n1 ３四歩(33)\n", "手合割=香落ち; start lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1; ３四歩(33);"},
		{"odds, the other side first (W-7)", "手合割：香落ち\n1 ７六歩(77)\n", "手合割=香落ち; start lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1; ７六歩(77);"},
		{"minishogi", "手合割：5五将棋\n1 ２四角(33)\n", "手合割=5五将棋; ２四角(33);"},
		{"minishogi, wide digits", "手合割：５５将棋\n1 ２四角(33)\n", "手合割=５５将棋; ２四角(33);"},
		{"diagram of minishogi", "後手の持駒：なし\n  ５ ４ ３ ２ １\n+---------------+\n|v飛v角v銀v金v玉|一\n| ・ ・ ・ ・v歩|二\n| ・ ・ ・ ・ ・|三\n| 歩 ・ ・ ・ ・|四\n| 玉 金 銀 角 飛|五\n+---------------+\n先手の持駒：歩十一\n後手番\n1 １三歩(12)\n",
			"start rbsgk/4p/5/P4/KGSBR w 11P 1; １三歩(12);"},
		{"variations", head + "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 投了\n\n変化：3手\n*front\n3 ６六歩(67)\n4 中断\n\n変化：2手\n2 ８四歩(83)\n",
			"手合割=平手; ７六歩(77); ３四歩(33); ２六歩(27); / 3: <front> ６六歩(67) [ending 中断]; / 2: ８四歩(83); 投了 1-0"},
		{"siblings", head + "1 a\n2 b\n変化：2手\n2 c\n3 d\n変化：3手\n3 e\n変化：2手\n2 f\n",
			"手合割=平手; a; b; / 2: c; d; / 3: e; / 2: f;"},
		{"a line that continues after the end", head + "1 a\n2 投了\n変化：2手\n2 c\n", "手合割=平手; a; / 1: a; c; 投了 1-0"},
		{"comments, marks and remarks", "# by hand\n手合割：平手\n*before\n&start\n1 ７六歩(77)\n*one\n*\n*[%eval 0.3] two [%foo bar]\n*[%nag 1 14]\n&here\n2 中断\n*behind\n",
			"手合割=平手; {# by hand} {before} {&start} ７六歩(77) $1 $14 eval 0.3 [foo bar] [bookmark here] {one} {} {two} {behind}; 中断 *"},
		{"total that is no sum", head + "1 a ( 1:00/00:02:00)\n2 b ( 61:00/01:01:00)\n3 c ( 0:01/00:02:01)\n4 投了 ( 0:05/01:01:05)\n",
			"手合割=平手; a 1m0s [total 0:02:00]; b 1h1m0s; c 1s [endtime 0:00:05]; 投了 1-0"},
		{"illegal act", head + "1 a\n2 反則勝ち\n", "手合割=平手; a; 反則勝ち 0-1"},
		{"summary alone", head + "1 a\nまで1手で時間切れにより先手の勝ち\n", "手合割=平手; a; 切れ負け 1-0"},
		{"another record", head + "1 a\n2 投了\n" + head + "1 b\n", "手合割=平手; a; 投了 1-0 | 手合割=平手; b;"},
		{"garbage among the moves", head + "1 a\nxyz\n2 b\n", "手合割=平手; a; fault 4:1 neither a move nor a comment"},
		{"move after the end", head + "1 a\n2 投了\n3 b\n", "手合割=平手; a; 投了 1-0 fault 5:1 a move after the end of the line"},
		{"number without move", head + "1 a\n 2\n", "手合割=平手; a; fault 4:2 a number without a move"},
		{"variation before any move", head + "変化：1手\n1 a\n", "手合割=平手; a; warning 3:1 a variation before the first move is not read"},
		{"variation among the headers", "変化：3手\n" + head + "1 a\n\n変化：1手\n1 b\n", "手合割=平手; a; / 1: b; warning 1:1 a variation before the first move is not read"},
		{"variation without its ply", head + "1 a\n変化：x手\n9 b\nまで9手で投了\n変化：1手\n1 c\n", "手合割=平手; a; / 1: c; warning 4:1 a variation without the number of its ply is not read; expected 変化：3手"},
		{"a header among the moves", head + "1 a\n備考：x\n2 b\n", "手合割=平手; a; b; warning 4:1 a header line among the moves is not read"},
		{"variation at no ply", head + "1 a\n変化：9手\n9 b\n", "手合割=平手; a; warning 4:1 a variation at a ply that the record does not have is not read"},
		{"times of the last line", head + "1 a ( 0:07/00:00:07)\n2 b ( 0:05/00:00:05)\n3 中断 ( 0:00/00:00:07)\n", "手合割=平手; a 7s; b 5s [endtime 0:00:00]; 中断 *"},
		{"times of the last line, the total no sum", head + "1 a ( 0:07/00:00:07)\n2 投了 ( 0:01/00:00:09)\n", "手合割=平手; a 7s [endtime 0:00:01] [endtotal 0:00:09]; 投了 1-0"},
		{"times of the last line alone", head + "1 a\n2 投了 ( 0:01/00:00:01)\n", "手合割=平手; a [endtime 0:00:01]; 投了 1-0"},
		{"bad diagram", "+---+\n| 歩 x|一\n1 a\n", "fault 2:1 not a rank of a diagram"},
		{"bad hand", "先手の持駒：王\n1 a\n", "fault 1:1 not a list of pieces in hand"},
		{"prose", head + "1 a\n2 中断\nまで1手で中断\nthe end\nof it\n", "手合割=平手; a; 中断 * trailing \"the end\\nof it\" warning 6:1 text after the moves is kept but not read"},
		{"an ending by its word alone", "1 投了\n", "投了 0-1"},
		{"time of 81Dojo", head + "1 a\n2 Time-up ( 0:05/00:00:05)\n", "手合割=平手; a [endtime 0:00:05]; 切れ負け 1-0"},
		{"time of 81Dojo in a comment", head + "1 a\n*時間切れにて終局\n", "手合割=平手; a {時間切れにて終局}; 切れ負け 1-0"},
		{"an illegal ply in a comment", head + "1 a\n2 b\n*反則手にて終局\n", "手合割=平手; a; b {反則手にて終局}; 反則勝ち 1-0"},
		{"a comment among the plies that names an ending", head + "1 a\n*千日手にて終局\n2 b\n3 中断\n", "手合割=平手; a {千日手にて終局}; b; 中断 *"},
		{"two endings", head + "1 a\n2 投了\n3 中断\nまで1手で中断\n", "手合割=平手; a; 投了 1-0 warning 5:3 a second ending is not kept"},
		{"an ending without number", head + "1 a\n投了\n", "手合割=平手; a; 投了 1-0"},
		{"an ending with a remark", head + "1 a\n投了（時間切迫）\n", "手合割=平手; a {（時間切迫）}; 投了 1-0"},
		{"a numbered ending with a remark", head + "1 a\n2 反則負け(二歩) ( 0:01/00:00:01)\n", "手合割=平手; a [endtime 0:00:01] {(二歩)}; 反則負け 1-0"},
		{"an ending with a remark and a time", head + "1 a\n2 投了（時間切迫） ( 0:01/00:00:01)\n", "手合割=平手; a [endtime 0:00:01] {（時間切迫）}; 投了 1-0"},
		{"the sign of variations after a drop", head + "1 ５五歩打+\n2 ５四歩打 ( 0:01/00:00:01)+\n変化：1手\n1 b\n", "手合割=平手; ５五歩打; ５四歩打 1s; / 1: b;"},
		{"a variation after a shorter one", head + "1 a\n2 b\n3 c\n4 d\n変化：2手\n2 e\n変化：4手\n4 f\n変化：3手\n3 g\n", "手合割=平手; a; b; c; d; / 4: f; / 3: g; / 2: e;"},
		{"a variation that continues the end of a variation", head + "1 a\n2 b\n3 c\n変化：2手\n2 e\n3 投了\n変化：3手\n3 f\n", "手合割=平手; a; b; c; / 2: e [ending 投了]; / 2: e; f;"},
		{"records without moves", "#KIF version=2.0\n先手：A\n手数----指手--\n\n#KIF version=2.0\n表題：x\n先手：B\n手数----指手--\nまで0手で中断\n\n先手：C\n手数----指手--\n先手：D\n", "先手=A; | 表題=x; 先手=B; 中断 * | 先手=C; | 先手=D;"},
		{"huge number", head + "99999999999999999999 a\n", "手合割=平手; a;"},
	})
}

func TestKI2(t *testing.T) {
	checkRows(t, KI2, []shogiRow{
		{"plain", "先手：A\n\n▲７六歩    △同　歩▲２二角成\nまで3手で先手の勝ち\n", "先手=A; ▲７六歩; △同　歩; ▲２二角成; 投了 1-0"},
		{"colons in a value", "消費時間：▲4時間△3時間\n▲７六歩\n", "消費時間=▲4時間△3時間; ▲７六歩;"},
		{"who begins (W-7)", "手合割：角落ち\n▲７六歩\n", "手合割=角落ち; start lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1; ▲７六歩;"},
		{"variation", "▲７六歩 △３四歩\nまで2手で千日手\n\n変化：   2手\n△８四歩\nまで2手で中断\n", "▲７六歩; △３四歩; / 2: △８四歩 [ending 中断]; 千日手 1/2-1/2"},
		{"ending as a ply", "▲７六歩 △投了\n", "▲７六歩; 投了 1-0"},
		{"records without moves", "先手：A\n後手：B\n\n先手：C\n後手：D\n#KI2 version=2.0\n後手：F\n▲７六歩\n", "先手=A; 後手=B; | 先手=C; 後手=D; | 後手=F; ▲７六歩;"},
		{"two endings", "▲７六歩 △投了\n中断\n", "▲７六歩; 投了 1-0 warning 2:1 a second ending is not kept"},
		{"a draw that was won", "▲７六歩\nまで1手で持将棋により先手の勝ち\n", "▲７六歩; 持将棋 1-0"},
		{"comment", "*x\n▲７六歩\n*y\n△３四歩\n", "{x} ▲７六歩 {y}; △３四歩;"},
		{"mark without move", "▲７六歩 △ ▲２六歩\n", "▲７六歩; fault 1:6 a side mark without a move"},
		{"words for the winner", "▲７六歩 △３四歩\n先手の勝ち\n", "▲７六歩; △３四歩;"},
		{"words for the side that resigns", "▲７六歩 △３四歩\n後手投了\n", "▲７六歩; △３四歩; 投了 1-0"},
		{"odd line", "▲７六歩\nfoo\n△３四歩\n", "▲７六歩; fault 2:1 neither a move nor a comment"},
	})
}

func TestCSA(t *testing.T) {
	checkRows(t, CSA, []shogiRow{
		{"plain", "V2.2\nN+A\nN-B\n$EVENT:x\nPI\n+\n+7776FU\nT12\n-3334FU,T6\n%TORYO,T3\n", "N+=A; N-=B; EVENT=x; +7776FU 12s; -3334FU 6s [endtime 0:00:03]; TORYO 0-1"},
		{"statements on one line", "PI,+\n", ""},
		{"all statements on one line", "V2.2,PI82HI,P+00FU,-,-3334FU,T3,+7776FU,%TORYO,T1\n", "start lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w P 1; -3334FU 3s; +7776FU [endtime 0:00:01]; TORYO 1-0"},
		{"the second player first", "N-B\nN+A,a\nPI,+\n+7776FU\n", "N-=B; N+=A,a; +7776FU;"},
		{"several games without a slash", "V2.2\nPI\n+\n+7776FU\n%TORYO\nV2.2\nPI\n+\n%CHUDAN\nV2.2\nPI\n+\n", "+7776FU; TORYO 1-0 | CHUDAN * | "},
		{"move limit", "PI,+\n%MAX_MOVES\n", "MAX_MOVES 1/2-1/2"},
		{"ending of another notation", "PI\n+\n%resign\n", "fault 3:1 unknown ending; expected a CSA word such as %TORYO"},
		{"comments", "'CSA encoding=UTF-8\n'a\nPI\n+\n'b\n+7776FU ,T0 ,'c, d\n'** 30 [%eval 0.3]\n%CHUDAN\n'e\n", "{a} {b} +7776FU 0s eval 0.3 {c, d} {** 30} {e}; CHUDAN *"},
		{"left out", "PI82HI22KA\n-\n-3334FU\n", "start lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1; -3334FU;"},
		{"pieces and all the rest", "P+59OU00KI\nP-51OU\nP-00AL\n+\n", "start 4k4/9/9/9/9/9/9/9/4K4 b G2r2b3g4s4n4l18p 1;"},
		{"blanks cut off at the end of a rank", "P1 *  *  *  * -OU\nP2\nP3\nP4\nP5\nP6\nP7\nP8\nP9 *  *  *  * +OU\n+\n", "start 4k4/9/9/9/9/9/9/9/4K4 b - 1;"},
		{"minishogi", "P1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \nP4+FU *  *  *  * \nP5+OU+KI+GI+KA+HI\n+\n", "start rbsgk/4p/5/P4/KGSBR b - 1;"},
		{"side from the first ply", "PI\n-3334FU\n", "start lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1; -3334FU;"},
		{"several games", "PI\n+\n+7776FU\n%TORYO\n/\n'second\nPI\n+\n+2726FU\n/\n", "+7776FU; TORYO 1-0 | {second} +2726FU;"},
		{"illegal acts", "PI\n+\n+7776FU\n%+ILLEGAL_ACTION\n", "+7776FU; +ILLEGAL_ACTION 0-1"},
		{"times that are none", "PI\n+\n+7776FU\nT1.\n-3334FU\nTx\n%TORYO\nT\n", "+7776FU; -3334FU; TORYO 0-1 warning 4:1 this time is not a number of seconds and is not kept; expected T12 or T3.5" +
			" warning 6:1 this time is not a number of seconds and is not kept; expected T12 or T3.5 warning 8:1 this time is not a number of seconds and is not kept; expected T12 or T3.5"},
		{"comments with a star", "PI\n+\n'*a\n+7776FU\n'*b\n'* *c\n'** 30 d\n'e\n'*\n", "{a} +7776FU {b} {*c} {** 30 d} {e} {};"},
		{"fractions", "PI\n+\n+7776FU\nT1.5\n", "+7776FU 1.5s;"},
		{"ending twice", "PI\n+\n+7776FU\n%KACHI\n%KACHI\n", "+7776FU; KACHI 0-1 warning 5:1 the ending is given twice"},
		{"garbage", "PI\n+\n+7776FU\n-33FU\n-3334FU\n", "+7776FU; fault 4:1 not a CSA statement"},
		{"unknown piece", "PI\n+\n+7776XX\n", "fault 3:1 not a CSA statement"},
		{"unknown ending", "PI\n+\n%FOO\n", "fault 3:1 unknown ending; expected a CSA word such as %TORYO"},
		{"two on a square", "P+59OU59KI\n+\n", "fault 1:1 not a shogi position"},
		{"nothing there to leave out", "PI55KI\n+\n", "fault 1:1 not a shogi position"},
		{"position among the moves", "PI\n+\n+7776FU\nPI\n", "+7776FU; fault 4:1 a position among the moves"},
		{"time of nothing", "PI\n+\nT3\n+7776FU\n", "+7776FU; warning 3:1 a time without a move is not kept"},
	})
}

func TestUSI(t *testing.T) {
	checkRows(t, USI, []shogiRow{
		{"start position", "position startpos moves 7g7f 3c3d\n", "7g7f; 3c3d;"},
		{"SFEN", "position sfen 4k4/9/9/9/9/9/9/9/4K4 w G 1 moves 5a4a G*5b resign", "start 4k4/9/9/9/9/9/9/9/4K4 w G 1; 5a4a; G*5b; resign 1-0"},
		{"SFEN of the usual start", "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n", ""},
		{"moves alone, in quotes", "const x = [\n  '7g7f 3c3d',\n  '2g2f',\n];\n", "7g7f; 3c3d; | 2g2f; trailing \"];\""},
		{"bad SFEN", "position sfen 4k4/9 x y 1\n", "fault 1:15 not a position in SFEN"},
		{"text after the end", "startpos moves 7g7f resign 3c3d\n", "7g7f; resign 1-0 fault 1:28 text after the end of the game"},
	})
}

func TestJKF(t *testing.T) {
	const a, b = `{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","color":0}`, `{"to":{"x":3,"y":4},"piece":"FU","color":1}`
	checkRows(t, JKF, []shogiRow{
		{"plain", `{"header":{"先手":"A"},"moves":[{"comments":["x"]},{"move":` + a + `,"comments":["y","z"],"time":{"now":{"m":0,"s":5},"total":{"h":0,"m":0,"s":5}}},{"special":"TORYO"}]}`,
			"先手=A; {x} " + a + " 5s {y} {z}; TORYO 1-0"},
		{"blanks in a move", `{"header":{},"moves":[{},{"move":{ "piece" : "FU" }}]}`, `{"piece":"FU"};`},
		{"preset", `{"header":{},"initial":{"preset":"HI"},"moves":[{}]}`, "start lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1;"},
		{"nulls", `{"header":{},"initial":null,"moves":[{"comments":null},{"move":` + a + `,"forks":null,"time":null,"special":null}]}`, a + ";"},
		{"forks", `{"header":{},"moves":[{},{"move":` + a + `,"forks":[[{"move":` + b + `},{"special":"CHUDAN"}],[{"move":` + b + `}]]},{"special":"TORYO","forks":[[{"move":` + b + `}]]}]}`,
			a + "; / 1: " + b + " [ending CHUDAN]; / 1: " + b + "; / 1: " + a + "; " + b + "; TORYO 1-0"},
		{"unknown start", `{"header":{},"initial":{"preset":"XX"},"moves":[]}`, `fault 1:24 unknown start "XX"`},
		{"unknown member", `{"header":{},"moves":[],"foo":1}`, "warning 1:32 an unknown member is not kept"},
		{"cut off", `{"header":{},"moves":[{},{"move":` + a + `},{"mo`, a + "; fault 1:104 the object is not closed"},
		{"no array", `{"header":{},"moves":3}`, "fault 1:23 expected [, found 3"},
	})
}

func TestDetectShogi(t *testing.T) {
	const head = "開始日時：2020/01/01\n手合割：平手\n先手：A\n後手：B\n"
	for _, row := range []struct {
		name, text string
		want       Format
	}{
		{"head alone", head, KI2},
		{"head and summary", head + "まで0手で中断\n", KI2},
		{"head and a table's", head + "手数----指手---------消費時間--\n", KIF},
		{"head and a short table's", head + "手数----指手--\n", KIF},
		{"named KIF", "#KIF version=2.0 encoding=UTF-8\n" + head, KIF},
		{"named KI2", "#KI2 version=2.0 encoding=UTF-8\n" + head, KI2},
		{"named KIF below blank lines", "\n\n#KIF version=2.0\n" + head, KIF},
		{"named KIF in a remark below", head + "#KIF is another notation\n", KI2},
		{"named KIF in a comment", head + "*#KIF\n*手数----指手---------消費時間--\n", KI2},
		{"named KIF in a remark, with plies", head + "# KIF\n#KIF\n▲７六歩\n", KI2},
		{"KIF's ply in a comment", head + "*1 ７六歩(77)\n▲７六歩\n", KI2},
		{"KI2's ply in a comment", head + "*▲７六歩\n1 ７六歩(77)\n", KIF},
		{"plies over the name", "#KI2\n" + head + "1 ７六歩(77)\n", KIF},
		{"plies over the table", head + "手数----指手--\n▲７六歩 △３四歩\n", KI2},
		{"ending alone", head + "手数----指手--\n1 投了\n", KIF},
		{"other words", "題：手数\nKIF\n", ""},
		{"nothing", "", ""},
		{"an ending and nothing else", "1 投了\n", KIF},
		{"carriage returns", strings.ReplaceAll("# x\n"+head+"手数----指手--\n1 ７六歩(77)\n", "\n", "\r"), KIF},
		{"CSA with them", "'x\rN+A\rPI\r+\r+7776FU\r", CSA},
		{"USI with them", "# x\rposition startpos moves 7g7f\r", USI},
	} {
		got, _ := Detect([]byte(row.text))
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
		if row.want == "" {
			continue
		}
		for _, r := range readAll(t, []byte(row.text), Options{}) {
			if r.Fault != nil {
				t.Errorf("%s: %v", row.name, r.Fault)
			}
		}
	}
	for _, format := range []Format{KIF, KI2} {
		var b bytes.Buffer
		if err := Write(&b, &Record{Format: format, Tags: []Tag{{Key: "先手", Value: "A"}}, Comments: []Comment{{Text: "#KIF"}, {Text: "#KI2"}}}); err != nil {
			t.Fatal(err)
		}
		if got, _ := Detect(b.Bytes()); got != format {
			t.Errorf("%s without moves, written, is detected as %q:\n%s", format, got, b.String())
		}
	}
}

func TestShogiUnreadable(t *testing.T) {
	for _, row := range []struct {
		format Format
		text   string
	}{{KIF, ""}, {KI2, "\n\n"}, {CSA, "'only a comment\n"}, {USI, "hello\n"}, {JKF, "\n"}} {
		_, err := NewReader(strings.NewReader(row.text), Options{Format: row.format}).Next()
		if _, ok := errors.AsType[*Unreadable](err); !ok {
			t.Errorf("%s %q: %v", row.format, row.text, err)
		}
	}
}

func TestShogiTooLarge(t *testing.T) {
	for _, row := range []struct {
		format    Format
		line, end string
	}{{KIF, "1 ７六歩(77)\n", "#KIF\n1 ７六歩(77)\n"}, {CSA, "+7776FU\n", "/\n+7776FU\n"}, {USI, "7g7f 7g7f 7g7f 7g7f 7g7f 7g7f 7g7f 7g7f 7g7f 7g7f 7g7f 7g7f 7g7f 7g7f\n", "7g7f\n"}, {JKF, "{\"moves\":[]}\n", ""}} {
		text := strings.Repeat(row.line, 1)
		for len(text) < 4000 {
			text = strings.TrimSuffix(text, "\n") + strings.Repeat(" ", 2000) + "\n"
		}
		r := NewReader(strings.NewReader(text+row.end), Options{Format: row.format, MaxRecord: 1000})
		_, err := r.Next()
		var large *TooLarge
		if !errors.As(err, &large) || large.Limit != 1000 {
			t.Errorf("%s: %v", row.format, err)
			continue
		}
		record, err := r.Next()
		if row.end == "" {
			if err != io.EOF {
				t.Errorf("%s: %v after an object that is too large", row.format, err)
			}
		} else if err != nil || len(record.Moves) != 1 {
			t.Errorf("%s: the record after one too large: %v", row.format, err)
		}
	}
}

// rewrite writes a shogi record, reads it back, and compares everything.
func rewrite(t testing.TB, name string, r *Record) {
	t.Helper()
	var once, twice bytes.Buffer
	if err := Write(&once, r); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	again := readAll(t, once.Bytes(), Options{Format: r.Format})
	if len(again) != 1 {
		t.Errorf("%s: %d records come back", name, len(again))
		return
	}
	want := *r
	want.Trailing, want.Warnings = "", nil
	if got := tell(again[0]); got != tell(&want) {
		t.Errorf("%s: got back\n%s\nwant\n%s", name, got, tell(&want))
	}
	if err := Write(&twice, again[0]); err != nil || twice.String() != once.String() {
		t.Errorf("%s: written twice differs: %v", name, err)
	}
}

// TestShogiFiles detects and reads all shogi files and writes them back.
func TestShogiFiles(t *testing.T) {
	folder := fixtures.Shared(t, "data/shogi")[0]
	formats := map[string]Format{".kif": KIF, ".kifu": KIF, ".ki2": KI2, ".ki2u": KI2, ".csa": CSA, ".jkf": JKF, ".json": JKF, ".txt": USI}
	count := map[Format]int{}
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		want, known := formats[filepath.Ext(path)]
		if err != nil || !known || strings.HasSuffix(path, "schema.json") || strings.HasSuffix(path, "LICENSE.txt") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		records := readAll(t, data, Options{})
		var joined []byte
		for _, r := range records {
			joined = append(joined, r.Bytes...)
			if r.Format != want || r.Fault != nil {
				t.Errorf("%s: format %s, fault %v", path, r.Format, r.Fault)
			}
			rewrite(t, path, r)
			count[r.Format]++
		}
		if !bytes.Equal(joined, data) {
			t.Errorf("%s: the records' bytes are not the file's", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(count)
}

// TestShogiLosses converts a record with every kind of content.
func TestShogiLosses(t *testing.T) {
	r := readAll(t, []byte("手合割：平手\n1 a ( 0:01/00:00:01)\n*x\n2 反則勝ち\n変化：1手\n1 b\n2 不戦敗\n"), Options{Format: KIF})[0]
	for _, row := range []struct {
		format Format
		want   string
	}{
		{KIF, ""},
		{KI2, "1 time"},
		{CSA, "1 variation, 1 ending"},
		{JKF, "1 ending"},
		{USI, "1 variation, 1 comment, 1 time, 1 tag, 2 endings"},
	} {
		if got := strings.Join(Losses(r, row.format), ", "); got != row.want {
			t.Errorf("%s: %q, want %q", row.format, got, row.want)
		}
	}
}

// TestShogiDepth nests variations as deep as records are long.
func TestShogiDepth(t *testing.T) {
	const depth = 20000
	kif := []byte("手合割：平手\n1 a\n")
	jkf := []byte(`{"header":{},"moves":[{}`)
	for i := range depth {
		kif = fmt.Appendf(kif, "%d a\n変化：%d手\n%d b\n", i+2, i+2, i+2)
		jkf = append(jkf, `,{"move":{"piece":"FU"}},{"move":{"piece":"KI"},"forks":[[{"move":{"piece":"FU"}}`...)
	}
	jkf = append(jkf, strings.Repeat("]]}", depth)+"]}"...)
	for format, text := range map[Format][]byte{KIF: kif, JKF: jkf} {
		r := readAll(t, text, Options{Format: format, Limits: Limits{Plies: -1, Variations: -1, Comment: -1}})[0]
		if r.Fault != nil || len(record.Segments(r.Moves)) != depth+1 {
			t.Errorf("%s: %v, %d lines", format, r.Fault, len(record.Segments(r.Moves)))
		}
		var b bytes.Buffer
		if err := Write(&b, r); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

func TestImpliedGame(t *testing.T) {
	for _, row := range []struct {
		format     Format
		text, want string
	}{
		{KIF, "手合割：平手\n1 ７六歩(77)\n", "将棋"},
		{KIF, "手合割：5五将棋\n1 ２四角(33)\n", "5五将棋"},
		{KIF, "手合割：５五将棋\n1 ２四角(33)\n", "5五将棋"},
		{KIF, "手合割：５５将棋\n1 ２四角(33)\n", "5五将棋"},
		{KIF, "手合割：五五将棋\n1 ２四角(33)\n", "5五将棋"},
		{KIF, "手合割：５六将棋\n1 ２四角(33)\n", "５六将棋"},
		{KIF, "手合割：中将棋\n1 a\n", "中将棋"},
		{CSA, "P1 *  *  *  * -OU\nP2\nP3\nP4\nP5+OU\n+\n", "5五将棋"},
		{USI, "startpos moves 7g7f\n", "将棋"},
		{USI, "sfen rbsgk/4p/5/P4/KGSBR b - 1\n", "5五将棋"},
	} {
		if got := ImpliedGame(readAll(t, []byte(row.text), Options{Format: row.format})[0]); got != row.want {
			t.Errorf("%q: %s, want %s", row.text, got, row.want)
		}
	}
	if got := ImpliedGame(&Record{Format: Numbered}); got != "" {
		t.Errorf("numbered: %q", got)
	}
}

func fuzzShogi(f *testing.F, format Format, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	fuzzReader(f, format, checkPrint)
}

// fuzzReader reads any bytes: no panic, and every byte is kept. Records without
// an error are checked.
func fuzzReader(f *testing.F, format Format, check func(*testing.T, *Record)) {
	f.Fuzz(func(t *testing.T, data []byte) {
		var joined []byte
		for r := NewReader(bytes.NewReader(data), Options{Format: format}); ; {
			record, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return
			}
			joined = append(joined, record.Bytes...)
			if record.Fault == nil {
				check(t, record)
			}
		}
		if !bytes.Equal(joined, data) {
			t.Errorf("the records' bytes %q are not the file's", joined)
		}
	})
}

// checkPrint checks that a written record, read and written again, is the same
// text.
func checkPrint(t *testing.T, r *Record) {
	var once, twice bytes.Buffer
	err := Write(&once, r)
	if _, ok := errors.AsType[*Unwritable](err); ok {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	again, err := NewReader(bytes.NewReader(once.Bytes()), Options{Format: r.Format}).Next()
	if err != nil || again.Fault != nil {
		t.Fatalf("%v %v\n%s", err, again, once.Bytes())
	}
	if err := Write(&twice, again); err != nil || once.String() != twice.String() {
		t.Fatalf("%v: written\n%s\nand again\n%s", err, once.Bytes(), twice.Bytes())
	}
}

func FuzzKIF(f *testing.F) {
	fuzzShogi(f, KIF, "手合割：香落ち\n手数----指手--\n*x\n   1 ７六歩(77)   ( 0:02/00:00:02)+\n&y\n   2 投了         ( 0:00/00:00:01)\nまで1手で先手の勝ち\n\n変化：1手\n   1 ２六歩(27)\n",
		"後手の持駒：銀四　桂十四\n+---+\n| ・v歩v玉|一\n+---+\n先手の持駒：\n後手番\n1 同　香成(13)\n")
}

func FuzzKI2(f *testing.F) {
	fuzzShogi(f, KI2, "先手：A\n\n▲７六歩    △同　歩▲２二角成\nまで3手で先手の勝ち\n\n変化：   3手\n▲７五歩\nまで3手で中断\n")
}

func FuzzCSA(f *testing.F) {
	fuzzShogi(f, CSA, "V2.2\nN+A\n$EVENT:x\nPI82HI\n-\n'c\n-7776FU\nT12\n+3334FU,T6\n%TORYO,T3\n/\nP1 *  * -OU\nP+00HI\nP-00AL\n+\n")
}

func FuzzUSI(f *testing.F) {
	fuzzShogi(f, USI, "position startpos moves 7g7f 3c3d resign\nsfen 4k4/9/9/9/9/9/9/9/4K4 w G2r 1 moves 5a4a\n", "'7g7f',\n")
}

func FuzzJKF(f *testing.F) {
	fuzzShogi(f, JKF, `{"header":{"a":"b"},"initial":{"preset":"HI"},"moves":[{"comments":["x"]},{"move":{"piece":"FU"},"time":{"now":{"m":0,"s":5},"total":{"m":0,"s":5}},"forks":[[{"move":{}},{"special":"CHUDAN"}]]},{"special":"TORYO"}]}`)
}
