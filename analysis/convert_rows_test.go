package analysis_test

import (
	"errors"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// book compiles each variant once for all tests.
var book = analysis.NewRulebook(variant.Embedded())

// proved reads and verifies one record.
func proved(t testing.TB, text string) (*parser.Record, *analysis.Game) {
	t.Helper()
	rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return rec, analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
}

// TestConvert compares the output and the losses of single records.
func TestConvert(t *testing.T) {
	const kif = "手合割：平手\n先手：羽生\n後手：谷川\n開始日時：2003/01/02\n手数----指手--\n*始め\n   1 ７六歩(77)   ( 0:16/00:00:16)\n*[%csl G7f] 良い手\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n"
	for _, row := range []struct {
		name, text string
		to         parser.Format
		want       []string // parts of the output
		losses     string
	}{
		{"KIF as PGN", kif, parser.PGN, []string{
			`[White "羽生"]`, `[Black "谷川"]`, `[Date "2003.01.02"]`, `[Variant "shogi"]`, `[Termination "resigned"]`, `[Result "0-1"]`,
			"1. c4 {[%csl Gc4] [%emt 0:00:16] 良い手} 1... g6 (1... b6) 0-1",
		}, ""},
		{"KIF as USI", kif, parser.USI, []string{"position startpos moves 7g7f 3c3d resign\n"}, "1 variation, 2 comments, 1 mark, 1 time, 3 tags"},
		{"KIF as CSA", kif, parser.CSA, []string{"N+羽生\n", "$START_TIME:2003/01/02\n", "+7776FU\nT16\n'*良い手\n-3334FU", "%TORYO"}, "1 variation, 1 mark"},
		{"PGN as numbered", "[White \"A\"]\n[Event \"?\"]\n[Result \"1-0\"]\n[Termination \"time forfeit\"]\n\n1. e4! {[%clk 0:01:00] best} (1. d4) e5 1-0\n", parser.Numbered, []string{
			"VariantName=Chess\nVariant=chess\nResult=1-0\nWhite=A\nTermination=time forfeit\n",
			"1. Pawn e2 - e4\n{[%clk 0:01:00] [%nag 1]}\n{best}\n( 1. Pawn d2 - d4\n)\n1. Pawn e7 - e5\n",
		}, ""},
		{"a start of its own", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]\n\n9... Kd7 10. e4 *\n", parser.Courier, []string{
			"Setup=4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\n", "9... k e8-d7\n10. P e2-e4\n",
		}, ""},
		{"an illegal variation", "1. e4 e5 (1... c5 2. Ke3 (2. Nf3) {no} d6) (1... Qh8) 2. Nf3 *\n", parser.Numbered, []string{
			"1. Pawn e7 - e5\n{illegal: 1. Qh8}\n( 1. Pawn c7 - c5\n{illegal: 2. Ke3 <no> (2. Nf3) 2. d6}\n)\n2. Knight g1 - f3\n",
		}, "2 illegal variations, kept as comments"},
		{"null moves", "1. e4 e5 (1... Z0! 2. d4 <> {threat} (2... d5)) 2. Nf3 *\n", parser.PGN, []string{
			"1. e4 e5 (1... -- $1 2. d4 -- {threat} (2... d5)) 2. Nf3 *",
		}, ""},
		{"null moves as numbered", "1. e4 e5 (1... Z0 2. d4) 2. Nf3 *\n", parser.Numbered, []string{"( 1. Pass\n2. Pawn d2 - d4\n)\n"}, ""},
		{"a null move as KIF", "[Variant \"shogi\"]\n\n1. Pc4 Pg6 (1... Pb6 2. -- Pb5) (1... --) *\n", parser.KIF, []string{
			"*2. -- Pb5\n", "*1. --\n",
		}, "2 variations from a pass on, kept as comments"},
		{"an illegal main line", "[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 d6 1-0\n", parser.Numbered, []string{
			"1. Pawn e7 - e5\n{illegal: 2. Ke3 d6}\n",
		}, "2 plies from the illegal one on, kept as a comment, the result 1-0, because only the legal plies are written"},
		{"sides of other names", "Variant=xiangqi\nRed=Hu\nBlack=Lü\n1. Cannon h3 - e3\n", parser.PGN, []string{`[White "Hu"]`, `[Black "Lü"]`, "1. Che3 *"}, ""},
		{"both players in one header", "Variant=chess\nPlayers=A - B\n1. Pawn e2 - e4\n", parser.PGN, []string{`[White "A"]`, `[Black "B"]`}, ""},
		{"a comment that PGN cannot spell", "Variant=chess\n1. Pawn e2 - e4\n; a } b\n{\n% c}\n", parser.PGN, []string{"a ) b"}, "the spelling of 1 comment"},
		{"blanks around names", "[White \"A \"]\n[Black \" \"]\n[Event \" Cup  1\"]\n\n1. e4 *\n", parser.Numbered, []string{
			"White=A\nEvent=Cup 1\n",
		}, "the spelling of 2 tags, 1 tag: Black"},
		{"checkmate as KIF", "[Variant \"shogi\"]\n[Result \"1-0\"]\n[Termination \"resigned\"]\n\n1. Pc4 *\n", parser.CSA, []string{"%TORYO"}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			rec, g := proved(t, row.text)
			c, err := g.Tree(rec, nil).Convert(row.to)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := c.Write(&b); err != nil {
				t.Fatal(err)
			}
			for _, part := range row.want {
				if !strings.Contains(b.String(), part) {
					t.Errorf("%q is missing in\n%s", part, b.String())
				}
			}
			if got := strings.Join(c.Losses, ", "); got != row.losses {
				t.Errorf("losses %q, want %q", got, row.losses)
			}
		})
	}
}

// TestCannotHold expects an error for formats that cannot write a variant.
func TestCannotHold(t *testing.T) {
	rec, g := proved(t, "Variant=csg-1\n1. Pawn f3 - f4\n")
	for _, to := range []parser.Format{parser.KIF, parser.KI2, parser.CSA, parser.USI, parser.JKF} {
		_, err := g.Tree(rec, nil).Convert(to)
		var unheld *analysis.CannotHold
		if !errors.As(err, &unheld) || unheld.Variant != "csg-1" || unheld.Format != to {
			t.Errorf("%s: %v", to, err)
		}
	}
}

// TestBare keeps moves and headers.
func TestBare(t *testing.T) {
	rec, _ := proved(t, "[Event \"x\"]\n\n{a} 1. e4! {[%clk 0:01:00] b} (1. d4) e5 $5 *\n")
	bare := analysis.Bare(rec)
	var b strings.Builder
	if err := parser.Write(&b, bare); err != nil || !strings.HasSuffix(b.String(), "\n1. e4 e5 *\n\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
	if len(rec.Moves[0].Notes().Variations) != 1 || len(rec.Comments) != 1 {
		t.Error("the record itself has changed")
	}
}

// TestSetUpWithoutPosition reads PGN's SetUp as a flag.
func TestSetUpWithoutPosition(t *testing.T) {
	for flag, warnings := range map[string]int{"0": 0, "1": 1} {
		_, g := proved(t, "[Event \"x\"]\n[SetUp \""+flag+"\"]\n\n1. e4 e5 *\n")
		if g.Report.Verdict != analysis.Legal || g.Report.Plies != 2 || len(g.Report.Warnings) != warnings {
			t.Errorf("SetUp %s: %+v", flag, g.Report)
		}
	}
}

// TestConvertWideName converts minishogi with a name in full-width digits and
// back.
func TestConvertWideName(t *testing.T) {
	for _, name := range []string{"５五将棋", "５５将棋", "五五将棋"} {
		rec, g := proved(t, "手合割："+name+"\n手数----指手--\n1 ３四角(25)\n")
		for _, to := range []parser.Format{parser.KIF, parser.KI2, parser.CSA, parser.JKF, parser.USI, parser.JSON} {
			carry(t, rec, g, to)
		}
	}
}
