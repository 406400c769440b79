package analysis_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/parser"
)

// xiangqiFormats are the notations that xiangqi programs read.
var xiangqiFormats = []parser.Format{parser.WXF, parser.Chinese, parser.ICCS}

// TestConvertXiangqi checks the files written for xiangqi programs.
func TestConvertXiangqi(t *testing.T) {
	const text = "[Event \"Cup\"]\n[White \"Hu\"]\n[WhiteElo \"2600\"]\n[Black \"Lü\"]\n[Format \"ICCS\"]\n[Result \"1-0\"]\n\n" +
		"1. h2e2 h9g7 {solid} (1... b9c7 2. h0g2) 2. i0i1 1-0\n"
	const head = "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Red \"Hu\"]\n[Black \"Lü\"]\n[Result \"1-0\"]\n[RedElo \"2600\"]\n\n"
	for to, want := range map[parser.Format]string{
		parser.WXF:     "[Game \"Chinese Chess\"]\n[Format \"WXF\"]\n" + head + "1. C2.5 H8+7 {solid} (1... H2+3 2. H2+3) 2. R1+1 1-0\n\n",
		parser.Chinese: "[Game \"Chinese Chess\"]\n[Format \"Chinese\"]\n" + head + "1. 炮二平五 马８进７ {solid} (1... 马２进３ 2. 马二进三) 2. 车一进一 1-0\n\n",
		parser.ICCS:    "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n" + head + "1. H2-E2 H9-G7 {solid} (1... B9-C7 2. H0-G2) 2. I0-I1 1-0\n\n",
		parser.PGN: "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Hu\"]\n[Black \"Lü\"]\n[Result \"1-0\"]\n[Variant \"xiangqi\"]\n" +
			"[WhiteElo \"2600\"]\n\n1. Che3 Ng8 {solid} (1... Nc8 2. Ng3) 2. Ri2 1-0\n\n",
	} {
		rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{Variant: "xiangqi"})
		c, err := g.Tree(rec, nil).Convert(to)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := c.Write(&b); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%s:\n%s\nwant\n%s", to, b.String(), want)
		}
	}
}

// TestConvertXiangqiMarks expects the ranks of marked squares to be counted
// like those of moves, in records, exports and annotations.
func TestConvertXiangqiMarks(t *testing.T) {
	const (
		zero = "[Variant \"xiangqi\"]\n\n{[%csl Ge0]} 1. h2e2 {[%cal Gh2e2,Rh9g7][%csl Bx9]} h9g7 *\n"
		one  = "[Variant \"xiangqi\"]\n\n{[%csl Ge1]} 1. h3e3 {[%cal Gh3e3,Rh10g8][%csl Bx9]} h10g8 *\n"
	)
	said := []analysis.Annotation{{Ply: 2, Marks: []analysis.Spot{{Square: "h1", Colour: "green"}}, Arrows: []analysis.Arrow{{From: "b1", To: "c3", Colour: "red"}}}}
	for _, text := range []string{zero, one} {
		for to, want := range map[parser.Format]string{
			parser.ICCS: "{[%csl Ge0]} 1. H2-E2 {[%cal Gh2e2,Rh9g7] [%csl Bx9]} 1... H9-G7 {[%csl Gh0] [%cal Rb0c2]} *",
			parser.PGN:  "{[%csl Ge1]} 1. Che3 {[%cal Gh3e3,Rh10g8] [%csl Bx9]} 1... Ng8 {[%csl Gh1] [%cal Rb1c3]} *",
		} {
			rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
			if err != nil {
				t.Fatal(err)
			}
			c, err := analysis.NewVerifier(book).Verify(rec, analysis.Settings{}).Tree(rec, said).Convert(to)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := c.Write(&b); err != nil {
				t.Fatal(err)
			}
			if _, got, _ := strings.Cut(b.String(), "\n\n"); strings.Join(strings.Fields(got), " ") != want {
				t.Errorf("%s of %s:\n%s\nwant\n%s", to, text, got, want)
			}
		}
	}
}

// TestConvertDhtmlXQ expects PGN names for Red's headers.
func TestConvertDhtmlXQ(t *testing.T) {
	const text = "[DhtmlXQ]\n[DhtmlXQ_red]A[/DhtmlXQ_red]\n[DhtmlXQ_redteam]T[/DhtmlXQ_redteam]\n[DhtmlXQ_redrating]2500[/DhtmlXQ_redrating]\n" +
		"[DhtmlXQ_black]B[/DhtmlXQ_black]\n[DhtmlXQ_result]红先胜[/DhtmlXQ_result]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"
	for to, names := range map[parser.Format][3]string{parser.PGN: {"White", "WhiteTeam", "WhiteElo"}, parser.WXF: {"Red", "RedTeam", "RedElo"}} {
		rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
		c, err := g.Tree(rec, nil).Convert(to)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := c.Write(&b); err != nil {
			t.Fatal(err)
		}
		for i, value := range []string{"A", "T", "2500"} {
			if want := "[" + names[i] + " \"" + value + "\"]"; strings.Count(b.String(), want) != 1 || strings.Count(b.String(), "\""+value+"\"") != 1 {
				t.Errorf("%s has not once %s:\n%s", to, want, b.String())
			}
		}
		if !strings.Contains(b.String(), "[Result \"1-0\"]") {
			t.Errorf("%s has another result:\n%s", to, b.String())
		}
	}
}

// TestConvertXiangqiTandems converts every move of positions with several
// pieces on a file, some of whose names begin with a digit or a sign.
func TestConvertXiangqiTandems(t *testing.T) {
	r, err := book.Rules("xiangqi", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []string{
		"3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1", "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w - - 0 1", "3k5/9/2P3P2/2P3P2/2P6/9/9/9/9/5K3 w - - 0 1",
		"3k5/9/9/9/9/3p1p3/3p1p3/5p3/9/4K4 b - - 3 17", "3k5/9/1R7/1R4N2/6N2/6r1n/C6rn/C6c1/8c/4K4 w - - 0 1",
	} {
		p, err := r.ParsePosition(start)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Moves(nil) {
			rec := &parser.Record{Format: parser.Numbered, Tags: []parser.Tag{{Key: "Variant", Value: "xiangqi"}, {Key: "Setup", Value: start}}}
			rec.Moves = parser.Line{{Number: p.Number(), Text: notation.Numbered{}.Format(p, m)}}
			g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
			for _, to := range xiangqiFormats {
				if c, _, _ := carry(t, rec, g, to); len(c.Losses) > 0 {
					t.Errorf("%s, %s in %s: %v", start, rec.Moves[0].Text, to, c.Losses)
				}
			}
		}
	}
}

// FuzzConvertXiangqi converts random annotated games with any header and
// comment between the xiangqi formats. Everything read is written back
// unchanged.
func FuzzConvertXiangqi(f *testing.F) {
	r, err := book.Rules("xiangqi", "")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint64(1), uint8(0), "Red", "胡荣华", "77.6 (前兵平四) H2-E2 1-0")
	f.Add(uint64(2), uint8(5), "Format", "WXF", "[Game \"Chinese Chess\"]")
	f.Add(uint64(3), uint8(7), "White", "a \"b\" \\", "} 炮二平五")
	f.Fuzz(func(t *testing.T, seed uint64, formats uint8, key, value, comment string) {
		g := gardener{random: rand.New(rand.NewPCG(seed, 4)), rules: r}
		rec := &parser.Record{
			Format: parser.Numbered, Tags: []parser.Tag{{Key: "Variant", Value: "xiangqi"}, {Key: key, Value: value}},
			Comments: []parser.Comment{{Text: comment}}, Moves: g.line(r.Start(), 12, 2),
		}
		proved := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
		if proved.Report.Verdict != analysis.Legal || rec.Fault != nil {
			return // a header of the variant
		}
		first, second := xiangqiFormats[formats%3], xiangqiFormats[formats/3%3]
		_, there, game := carry(t, rec, proved, first)
		_, _, last := carry(t, there, game, second)
		if len(last.Moves) != len(proved.Moves) {
			t.Fatalf("%d plies of %d", len(last.Moves), len(proved.Moves))
		}
	})
}
