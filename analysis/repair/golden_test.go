package repair

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/analysis"
	"assay/fixtures"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Short legal games in each style of moves, numbers and headers.
var golden = []struct{ name, text string }{
	{"san", "[Event \"One\"]\n[Variant \"Standard\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 {fork}\n6. Nf3 Qxe4+ 7. Qe2 Qxe2+ 8. Kxe2 Be6 *\n"},
	{"san from a position", "[Variant \"Standard\"]\n[FEN \"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 5 14\"]\n[SetUp \"1\"]\n\n14... Bc5 15. c3 d6 16. d4 exd4 17. cxd4 Bb4+\n18. Nc3 Nxe4 19. O-O Bxc3 1-0\n"},
	{"uci", "[Variant \"Xiangqi\"]\n\n1. g0e2 b9c7 2. g3g4 c6c5 3. h0g2 c7d5 4. b0a2 h7e7 5. f0e1 h9g7\n6. g2h4 e7e3 7. b2d2 b7b4 8. h4g6 i9h9 *\n"},
	{"iccs", "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7\n2. H0-G2 I9-H9\n3. I0-H0 B9-C7\n4. G3-G4 H7-I7\n5. H0-H9 G7-H9\n*\n"},
	{"list of csg-1", "Variant=csg-1\n1. Zcannon b2 x b7 Red Pawn x2\n1. Pawn c7 - c6\n2. Zcannon h2 x h7 Red Pawn y2\n2. Pawn c6 - c5\n"},
	{"csa", "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n+8822UM\n-3122GI\n%TORYO\n"},
	{"kif", "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:02/00:00:02)\n   3 ２二角成(88)   ( 0:01/00:00:02)\n   4 同　銀(31)   ( 0:02/00:00:04)\n   5 ４五角打   ( 0:01/00:00:03)\n   6 ５二金(61)   ( 0:02/00:00:06)\n   7 ３四角(45)   ( 0:01/00:00:04)\n   8 投了\n"},
	{"kif without the wide blank", "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同銀(31)\n   5 ４五角打\n   6 ５二金右(61)\n   7 ３四角(45)\n"},
	{"ki2", "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成 △同銀\n▲４五角 △５二金右 ▲３四角 △３二金\nまで8手で中断\n"},
	{"usi", "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b 4e3d 4a3b"},
	{"numbers of two lines", "Title\n\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 Bxe6 4. Nc3 Qe5+ 5. Qe2 Qxe2+ 6. Bxe2 P@d4 7. Q@b5 *\n"},
}

// harms damage one ply of a record.
var harms = []struct {
	name string
	harm func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string)
}{
	{"a character", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		word := []rune(plies[i])
		at := r.IntN(len(word))
		word[at] += rune(2*r.IntN(2) - 1)
		plies[i] = string(word)
		return gaps, plies
	}},
	{"another ply", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		plies[i] = plies[(i+2)%len(plies)]
		return gaps, plies
	}},
	{"a lost ply", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		return append(gaps[:i], gaps[i+1:]...), append(plies[:i], plies[i+1:]...)
	}},
	{"two lost plies", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		return append(gaps[:i-1], gaps[i+1:]...), append(plies[:i-1], plies[i+1:]...)
	}},
	{"a ply twice", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		plies[i] += gaps[i] + plies[i]
		return gaps, plies
	}},
	{"three plies twice", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		plies[i] += gaps[i-2] + plies[i-2] + gaps[i-1] + plies[i-1] + gaps[i] + plies[i]
		return gaps, plies
	}},
	{"plies swapped", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		plies[i], plies[i-1] = plies[i-1], plies[i]
		return gaps, plies
	}},
	{"columns swapped from here", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		for k := i &^ 1; k+1 < len(plies); k += 2 {
			plies[k], plies[k+1] = plies[k+1], plies[k]
		}
		return gaps, plies
	}},
	{"a number too high", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		gaps[i&^1] = strings.NewReplacer("1.", "2.", "2.", "3.", "3.", "4.", "4.", "5.", "   5 ", "   6 ").Replace(gaps[i&^1])
		return gaps, plies
	}},
	{"rubbish", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		plies[i] = "?" + plies[i][1:]
		return gaps, plies
	}},
	{"a ply behind the end", func(r *rand.Rand, gaps, plies []string, i int) ([]string, []string) {
		plies[len(plies)-1] += gaps[1] + "Ke4"
		return gaps, plies
	}},
}

// pairs has one number for both plies of a move.
const pairs = `Variant=chess
1. Pawn e2 - e4 Pawn e7 - e5
2. Knight g1 - f3 Knight b8 - c6
3. Bishop f1 - b5 Pawn a7 - a6
4. Bishop b5 x c6 Pawn d7 x c6
5. Knight f3 x e5 Queen d8 - d4
`

// more are further damaged records: the text, and the replacement to make in
// it.
var more = []struct{ text, was, now string }{
	{pairs, "Knight g1 - f3 ", ""},
	{pairs, " Knight b8 - c6", ""},
	{pairs, "2. Knight g1 - f3 Knight b8 - c6\n", ""},
	{pairs, "Pawn a7 - a6\n4. Bishop b5 x c6 ", ""},
	{pairs, "3. Bishop f1 - b5", "3. Bishop f1 - b5 Bishop f1 - b5"},
	{pairs, "4. Bishop b5 x c6 Pawn d7 x c6", "4. Pawn d7 x c6 Bishop b5 x c6"},
	{pairs, "5. Knight f3 x e5", "6. Knight f3 x e4"},
	{golden[0].text, "Be6 *", "Be6 9. Kb5 Kb4 *"},
	{golden[0].text, "Be6 *", "Be6 9. Ke4 Kd5 *"},
	{golden[0].text, "Be6 *", "Be6 9. Qe4 Qd5 *"},
	{golden[0].text, "Be6 *", "Be6 9. Ke4 Ke5 10. Kd4 *"},
}

// TestGolden prints the repairs of damaged records and the number of plies read
// by the search.
func TestGolden(t *testing.T) {
	book := rulebook()
	v, f := analysis.NewVerifier(book), NewFinder(book)
	var b strings.Builder
	for i, game := range golden {
		rec, ok := read(game.text, "")
		if !ok {
			t.Fatal(game.text)
		}
		if g := v.Verify(rec, analysis.Settings{}); g.Report.Verdict != analysis.Legal {
			t.Fatalf("%s: %s %v", game.name, g.Report.Verdict, g.Report.Error)
		}
		for j, h := range harms {
			if (i+j)%4 != 1 {
				continue
			}
			r := rand.New(rand.NewPCG(uint64(i), uint64(j)))
			s := sample{text: game.text, format: rec.Format, rec: rec}
			gaps, plies, rest := s.plies()
			at := 2 + r.IntN(len(plies)-3)
			gaps, plies = h.harm(r, gaps, plies, at)
			text := join(gaps, plies, rest)
			fmt.Fprintf(&b, "== %s: %s, ply %d\n", game.name, h.name, at+1)
			damaged, ok := read(text, rec.Format)
			if !ok {
				t.Fatal(text)
			}
			g := v.Verify(damaged, analysis.Settings{})
			printOffers(&b, g, text, f.Find(t.Context(), g, analysis.Settings{}), f.reads)
		}
	}
	for _, m := range more {
		text := strings.Replace(m.text, m.was, m.now, 1)
		damaged, ok := read(text, "")
		if !ok || text == m.text {
			t.Fatal(text)
		}
		g := v.Verify(damaged, analysis.Settings{})
		fmt.Fprintf(&b, "== %q %q\n", m.was, m.now)
		printOffers(&b, g, text, f.Find(t.Context(), g, analysis.Settings{}), f.reads)
	}
	fixtures.Golden(t, *update, "testdata/offers.golden", b.String())
}

// printOffers prints the changed lines of each repair.
func printOffers(b *strings.Builder, g *analysis.Game, text string, offers []analysis.Repair, reads int) {
	fmt.Fprintf(b, "%s at %d of %d; %d reads\n", g.Report.Verdict, g.Report.Plies, len(g.Record.Moves), reads)
	was := strings.Split(text, "\n")
	for _, o := range offers {
		fmt.Fprintf(b, "offer %.4f\n", o.Likelihood)
		for _, c := range o.Changes {
			fmt.Fprintf(b, "  %d:%d %s %q %q\n", c.Line, c.Column, c.Kind, c.Was, c.Now)
		}
		for i, line := range strings.Split(o.Record, "\n") {
			if i >= len(was) || was[i] != line {
				fmt.Fprintf(b, "  %d %s\n", i+1, line)
			}
		}
	}
}
