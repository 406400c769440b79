package uci

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/analysis/notation"
)

// TestXBoard runs scripts of XBoard's protocol. Each begins as XBoard does.
func TestXBoard(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"features", "protover 2\n",
			`(?s)^\nfeature done=0\nfeature ping=1 setboard=1 usermove=1 .* san=0 colors=0 sigint=0 .*memory=1 smp=1 .*\nfeature myname="Assay test"\nfeature variants="normal,fischerandom,.*\nfeature done=1\n$`},
		{"features that are answered", "accepted ping\nrejected debug\nping 1\n", `^\npong 1\n$`},
		{"reply as black", "new\nsd 2\nusermove e2e4\n", `^\nmove [a-h][78][a-h][56]\n$`},
		{"move without usermove", "new\nsd 1\ne2e4\n", `^\nmove [a-h][78]`},
		{"pong after the move", "new\nsd 2\ngo\nping 7\n", `^\nmove [a-h][12]\w\w\npong 7\n$`},
		{"go plays the side on move", "new\nforce\nusermove e2e4\nsd 1\ngo\n", `^\nmove [a-h][78]`},
		{"force only checks moves", "new\nforce\nusermove e2e4\nusermove e7e5\nusermove e4e5\nping 1\n",
			`^\nIllegal move: e4e5\npong 1\n$`},
		{"playother waits for a move", "new\nforce\nusermove e2e4\nsd 1\nplayother\nping 1\nusermove e7e5\n",
			`^\npong 1\nmove [a-h][12]`},
		{"two moves sent at once", "new\nsd 1\nusermove e2e4\nusermove d2d4\n", `^\nmove \w{4}\n(move|Illegal move)`},
		{"undo", "new\nforce\nusermove e2e4\nundo\nusermove d2d4\nundo\nundo\n",
			`^\nError \(no move to take back\): undo\n$`},
		{"remove", "new\nforce\nusermove e2e4\nusermove e7e5\nremove\nusermove e2e4\nping 2\n", `^\npong 2\n$`},
		{"set up", "new\nforce\nsetboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\nusermove f7g7\n", `^\n1-0 \{checkmate\}\n$`},
		{"move after the end", "new\nforce\nsetboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\nusermove h8h7\n",
			`^\nIllegal move \(the game is over: checkmate\): h8h7\n$`},
		{"mate by the engine", "new\nforce\nsetboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\nsd 3\ngo\n",
			`^\nmove \w{4}\n1-0 \{checkmate\}\n$`},
		{"illegal position", "new\nforce\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\nusermove e2e4\nnew\nforce\nusermove " +
			"e2e4\nping 1\n", `^\ntellusererror Illegal position: .*\nIllegal move \(the position is illegal\): e2e4\npong 1\n$`},
		{"thinking output", "new\npost\nsd 3\ngo\n",
			`(?s)^\n1 -?\d+ \d+ \d+ \d+ \d+ 0\t\w{4}.*\n3 -?\d+ .*\nmove \w{4}\n$`},
		{"score of a mate", "new\nforce\nsetboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\npost\nsd 2\ngo\n",
			`\n\d 100001 .*\n`},
		{"score of a loss", "new\nforce\nsetboard 7k/8/5KR1/8/8/8/8/8 b - - 0 1\npost\nsd 6\ngo\n",
			`\n\d -10000\d .*\n`},
		{"no thinking output", "new\npost\nnopost\nsd 3\ngo\n", `^\nmove \w{4}\n$`},
		{"seconds a move", "new\nst 0.05\ngo\n", `^\nmove \w{4}\n$`},
		{"clocks", "new\nlevel 40 0:01 0\ntime 100\notim 100\ngo\n", `^\nmove \w{4}\n$`},
		{"increment", "new\nlevel 0 1 0.1\ntime 50\notim 50\ngo\n", `^\nmove \w{4}\n$`},
		{"time without numbers", "new\nlevel 40 5\nst soon\nsd\n",
			`^\nError \(expected three numbers: .*\): level 40 5\nError \(expected a number of seconds, found "soon"\): st soon\nError .*: sd\n$`},
		{"move now", "new\nst 100\ngo\n?\nping 1\n", `^\nmove \w{4}\npong 1\n$`},
		{"force while thinking", "new\nst 100\ngo\nping 3\nforce\nusermove e2e4\nping 4\n", `^\npong 3\npong 4\n$`},
		{"result while thinking", "new\nst 100\ngo\nresult * {aborted}\nping 1\n", `^\npong 1\n$`},
		{"quit while thinking", "new\nst 100\ngo\nquit\nping 1\n", `^\n$`},
		{"analysis", "new\nanalyze\nusermove e2e4\n.\nhint\nundo\nexit\nping 1\n",
			`(?s)^\n.*stat01: \d+ \d+ \d+ 0 20\n.*pong 1\n$`},
		{"hint", "new\nforce\nsetboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\nhint\n", `^\nHint: \w{4}\n$`},
		{"book", "new\nbk\n", `^\n No opening book\.\n\n$`},
		{"memory and cores", "memory 2\ncores 2\noption MultiPV=2\nnew\npost\nsd 2\ngo\n", `(?s)move \w{4}\n$`},
		{"options out of bounds", "cores 0\noption Books=1\n",
			`^\nError \(setoption: Threads .*\): cores 0\nError \(setoption: there is no option "Books"\): option Books=1\n$`},
		{"unknown commands", "nps 5\nedit\n",
			`^\nError \(unknown command\): nps 5\nError \(unknown command\): edit\n$`},
		{"unknown variant", "new\nvariant chest\n", `^\nError \(unknown variant\): variant chest\n$`},
		{"promotion", "new\nforce\nsetboard 7k/4P3/8/8/8/8/8/K7 w - - 0 1\nusermove e7e8q\nping 1\n", `^\npong 1\n$`},
		{"promotion without a piece", "new\nforce\nsetboard 7k/4P3/8/8/8/8/8/K7 w - - 0 1\nusermove e7e8\n",
			`^\nIllegal move: e7e8\n$`},
		{"castling", "new\nforce\nsetboard 4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1\nusermove e1c1\nusermove e8g8\nping 1\n",
			`^\npong 1\n$`},
		{"castling from any files",
			"new\nvariant fischerandom\nforce\nsetboard 1k6/8/8/8/8/8/8/1K4R1 w G - 0 1\nusermove O-O\nping 1\n",
			`^\npong 1\n$`},
		{"drop", "new\nvariant crazyhouse\nforce\nsetboard 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1\nusermove P@e5\nping 1\n",
			`^\npong 1\n$`},
		{"drop by the engine", "new\nvariant crazyhouse\nforce\nsetboard 7k/8/6K1/8/8/8/8/8[Q] w - - 0 1\nsd 2\ngo\n",
			`^\nmove Q@\w\w\n1-0`},
		{"ten ranks count from 0", "new\nvariant xiangqi\nsd 1\nusermove h2e2\n", `^\nmove [a-i][5-9][a-i]\d\n$`},
		{"a promotion that is declined",
			"new\nvariant shogi\nforce\nsetboard 4k4/9/2P6/9/9/9/9/9/4K4[-] w - 1\nusermove c7c8=\nping 1\n",
			`^\npong 1\n$`},
		{"steps of two", "new\nvariant chu\nforce\nsetboard 11k/12/11g/12/12/12/4p7/4N7/12/12/G11/K11 w - 0 " +
			"1\nusermove " +
			"e5e6,e6e5\nping 1\n", `^\npong 1\n$`},
		{"a variant that XBoard does not know", "new\nvariant losalamos\n",
			`^\nsetup \(PN.RQ.*Kpn.rq.*k\) 6x6\+0_fairy rnqknr/pppppp/6/6/PPPPPP/RNQKNR w .*\npiece P& fmWfcF\npiece N& N\n(?s:.*)piece Q& Q\npiece K& K\n$`},
		{"its hands", "new\nvariant minishogi\n",
			`^\nsetup \(PSBRG\.{6}\++Kpsbrg\.{6}\++k\) 5x5\+5_shogi rbsgk/4p/5/P4/KGSBR\[\] w .*\npiece P& fW\n(?s:.*)piece \+R& RF\n$`},
		{"its castling and passing", "new\nvariant almost\n", `(?s)\npiece P& fmWfcFifmnDfeF\n.*\npiece K& KisO2\n`},
		{"moves of two steps", "new\nvariant knightrelay\nping 1\n", `pong 1\n$|unknown variant`},
		{"lift", "new\nforce\nlift e2\n", `^\nhighlight 8/8/8/8/4Y3/4Y3/8/8\n$`},
		{"lift before a promotion and a capture",
			"new\nforce\nsetboard 3r3k/4P3/8/8/8/8/8/K7 w - - 0 1\nlift e7\nput e8\nhover d8\n",
			`^\nhighlight 3MM3/8/8/8/8/8/8/8\n$`},
		{"lift of nothing", "new\nforce\nlift e5\n", `^\nhighlight 8/8/8/8/8/8/8/8\n$`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := converse(t, context.Background(),
				strings.NewReader("xboard\n"+tc.in)); !regexp.MustCompile(tc.want).MatchString(got) {
				t.Errorf("%s\nanswers\n%s\nwant %s", tc.in, got, tc.want)
			}
		})
	}
}

// TestXBoardVariants opens every variant: each has its first moves read back as
// they are written, and a description that XBoard can read.
func TestXBoardVariants(t *testing.T) {
	s := &Server{book: rulebook()}
	x := &xboard{Server: s}
	for _, id := range s.book.Registry().IDs() {
		r, err := s.book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		s.rules, s.at = r, r.Start()
		for _, m := range s.at.Moves(nil) {
			text := xboardMoves.Format(s.at, m)
			read, ok := xboardMoves.Read(s.at, text)
			uci := notation.UCI{}.Format(s.at, m)
			if again := (notation.UCI{}).Format(s.at, read); !ok || again != uci {
				t.Errorf("%s: %s, written as %s, is read as %s, %v", id, uci, text, again, ok)
			}
		}
		table := x.pictureTable(r.Definition())
		if n := len(table); n < 12/2 || n > pictureKinds+1 || slices.Contains(strings.Split(table, ""), "") {
			t.Errorf("%s: %s has %d pieces", id, table, n)
		}
		for _, letter := range r.Definition().Pieces.Keys {
			if len(letter) == 1 && strings.Count(table, letter) != 1 {
				t.Errorf("%s: %s is not once in %s", id, letter, table)
			}
		}
	}
}
