package notation_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/parser"
)

var update = flag.Bool("update", false, "write the golden files anew")

// goldenGames are variants that together use all notations.
var goldenGames = []struct {
	id    string
	plies int
}{
	{"all-classic", 40}, {"capablanca", 30}, {"chess", 50}, {"chess960", 20}, {"chushogi", 40}, {"crazyhouse", 40}, {"csg-1", 30}, {"duck", 16}, {"glinski", 16},
	{"janggi", 20}, {"kyotoshogi", 20}, {"pocket-shogi-copper", 40}, {"seirawan", 30}, {"shogi", 60}, {"sittuyin", 30}, {"spartan", 30}, {"xiangqi", 50},
}

// TestGoldenStyles prints random games in each style, and the labels of boards.
func TestGoldenStyles(t *testing.T) {
	var b strings.Builder
	for i, g := range goldenGames {
		r := games.Rules(t, g.id, "")
		fmt.Fprintf(&b, "# %s, usually %s, %s, %s\n", g.id, notation.UsualStyle(r, false, false).Name, notation.UsualStyle(r, true, false).Name, notation.UsualStyle(r, false, true).Name)
		moves := games.Play(r.Start(), rand.New(rand.NewPCG(uint64(i), 0)), g.plies)
		for _, style := range notation.Styles(r) {
			files, ranks := style.Labels(r)
			fmt.Fprintf(&b, "%s: %s | %s", style.Name, strings.Join(files, ""), strings.Join(ranks, ""))
			p, w := r.Start(), style.Writer(r)
			for ply, m := range moves {
				if text := string(w.Append(nil, p, m)); ply < 50 {
					fmt.Fprintf(&b, "; %s", text)
					if ply == 5 {
						shown, ok := notation.Shows(p, text, notation.RanksOpen)
						fmt.Fprintf(&b, " (shows %v %v)", ok, shown == m)
					}
				}
				p.Play(m)
			}
			fmt.Fprintf(&b, "; %s\n", w.SquareName(r, rules.Square(r.Files()+1)))
		}
	}
	for _, f := range append(parser.Formats(), "none") {
		fmt.Fprintf(&b, "%s is shown as %s\n", f, notation.StyleOf(f).Name)
	}
	chess := games.Rules(t, "chess", "")
	for _, name := range append(notation.StyleNames(), "none") {
		if style := notation.StyleNamed(name); style != nil {
			fmt.Fprintf(&b, "%s suits chess: %v\n", name, style.Suits(chess))
		}
	}
	fixtures.Golden(t, *update, "testdata/styles.golden", b.String())
}

// harms damage the text of a move.
var harms = []func(random *rand.Rand, text []rune) []rune{
	func(random *rand.Rand, text []rune) []rune { // a missing character
		at := random.IntN(len(text))
		return slices.Delete(text, at, at+1)
	},
	func(random *rand.Rand, text []rune) []rune { // a wrong one
		text[random.IntN(len(text))] += rune(1 + random.IntN(2))
		return text
	},
	func(random *rand.Rand, text []rune) []rune { // two exchanged
		at := random.IntN(len(text))
		text[0], text[at] = text[at], text[0]
		return text
	},
	func(random *rand.Rand, text []rune) []rune { // one doubled
		at := random.IntN(len(text))
		return slices.Insert(text, at, text[at])
	},
	func(_ *rand.Rand, text []rune) []rune { return text[:(len(text)+1)/2] },
	func(_ *rand.Rand, text []rune) []rune { return append(text, '+') },
	func(_ *rand.Rand, text []rune) []rune { return append(text, []rune(" x a1")...) },
	func(_ *rand.Rand, text []rune) []rune { return []rune(strings.ToUpper(string(text))) },
}

// TestGoldenReading prints how damaged texts of moves are read, with the
// errors. Undamaged texts are read as the move.
func TestGoldenReading(t *testing.T) {
	var b strings.Builder
	for i, g := range goldenGames {
		r := games.Rules(t, g.id, "")
		moves := games.Play(r.Start(), rand.New(rand.NewPCG(uint64(i), 0)), g.plies)
		for k, f := range parser.Formats() {
			w, ok := notation.ForFormat(f, r)
			if !ok {
				continue
			}
			fmt.Fprintf(&b, "# %s, %s\n", g.id, f)
			random := rand.New(rand.NewPCG(uint64(i), uint64(k)))
			p := r.Start()
			before := ""
			for ply, m := range moves {
				text := string(w.Append(nil, p, m))
				if ply%2 == 1 || len(moves) < 20 {
					harmed := string(harms[ply/2%len(harms)](random, []rune(text)))
					printRead(&b, p, f, harmed)
				}
				if ply%9 == 3 {
					printRead(&b, p, f, before) // not its turn
				}
				n, _ := notation.ForFormat(f, r)
				if c, ok := w.(*notation.Courier); ok {
					n = c // tracks the cells of hands
				}
				if read, _, _, fault := n.Read(p, text); fault != nil || read != m {
					t.Errorf("%s, %s: %q is read as %v, %v", g.id, f, text, read, fault)
				}
				before = text
				p.Play(m)
			}
			for _, text := range []string{"", "0000", "--", "@@", "pass", "0-0", "O-O-O", "a1", "a1a2", "é", "Red", "x", "P*5e", "P@e5", "e2e4q", "Ke1", "１一玉", "同玉", "00"} {
				printRead(&b, r.Start(), f, text)
			}
		}
	}
	fixtures.Golden(t, *update, "testdata/reading.golden", b.String())
}

// TestGoldenWords prints how numbered lists with missing, doubled or wrong
// words are read, and moves as engines write them.
func TestGoldenWords(t *testing.T) {
	var b strings.Builder
	for i, g := range goldenGames {
		r := games.Rules(t, g.id, "")
		random := rand.New(rand.NewPCG(uint64(i), 99))
		p := r.Start()
		words := strings.Fields("x - * = on over / Pass + pocket")
		for side := rules.First; side <= rules.Second; side++ {
			words = append(words, r.SideName(side))
			for cell := range r.Cells() {
				words = append(words, r.CellName(side, cell))
			}
		}
		for k := range r.Types() {
			words = append(words, r.PieceName(rules.PieceType(k+1)))
		}
		fmt.Fprintf(&b, "# %s\n", g.id)
		for _, m := range games.Play(r.Start(), rand.New(rand.NewPCG(uint64(i), 0)), g.plies) {
			text := strings.Fields(notation.Numbered{}.Format(p, m))
			at := random.IntN(len(text))
			other := words[random.IntN(len(words))]
			switch random.IntN(6) {
			case 0:
				text = slices.Delete(text, at, at+1)
			case 1:
				text = slices.Insert(text, at, text[at])
			case 2, 3:
				text[at] = other
			case 4:
				text = append(text, "=", other)
			case 5:
				text = append(text, other, r.SquareName(m.To()))
			}
			printRead(&b, p, parser.Numbered, strings.Join(text, " "))
			if word := (notation.UCI{}).Format(p, m); random.IntN(3) == 0 {
				printRead(&b, p, parser.Numbered, word)
				printRead(&b, p, parser.Numbered, word+"+")
				printRead(&b, p, parser.PGN, word+"+")
			}
			p.Play(m)
		}
	}
	fixtures.Golden(t, *update, "testdata/words.golden", b.String())
}

// TestGoldenRecords prints the notation of records, how they are displayed, and
// how another move would be written.
func TestGoldenRecords(t *testing.T) {
	var b strings.Builder
	for _, row := range []struct{ id, text string }{
		{"chess", "[Variant \"Standard\"]\n\n1. e4 e5 2. Nf3 *\n"},
		{"chess", "[Variant \"Standard\"]\n\n1. e2e4 e7e5 2. g1f3 *\n"},
		{"chess", "[Variant \"Standard\"]\n\n1. e2-e4 e7-e5 *\n"},
		{"chess", "[Variant \"Standard\"]\n\n1. E2-E4 E7-E5 *\n"},
		{"capablanca", "[Variant \"Capablanca\"]\n\n1. e4 e5 *\n"},
		{"xiangqi", "[Variant \"Xiangqi\"]\n\n1. h2e2 h9g7 *\n"},
		{"xiangqi", "[Variant \"Xiangqi\"]\n\n1. h3e3 h10g8 *\n"},
		{"xiangqi", "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 *\n"},
		{"xiangqi", "[Game \"Chinese Chess\"]\n\n1. C2.5 H8+7 *\n"},
		{"xiangqi", "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 *\n"},
		{"xiangqi", "[Game \"Chinese Chess\"]\n\n1. 炮二平五 馬８進７ *\n"},
		{"shogi", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n"},
		{"shogi", "V2.2\nPI\n+\n+7776FU\n-3334FU\n"},
		{"shogi", "position startpos moves 7g7f 3c3d"},
		{"shogi", "手合割：平手\n\n▲７六歩 △３四歩\n"},
		{"csg-1", "Variant=csg-1\n1. Pawn f3 - f4\n1. Pawn a7 - a6\n"},
	} {
		r := games.Rules(t, row.id, "")
		rec, err := parser.NewReader(strings.NewReader(row.text), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		n, ok := notation.For(rec, r.Start())
		if !ok {
			fmt.Fprintf(&b, "%q: no notation\n", row.text)
			continue
		}
		like := notation.Like(n, rec.Moves[0].Text)
		fmt.Fprintf(&b, "%q: %T like %T, shown in %T, %s, implies %q, %s\n", row.text, n, like, notation.Shown(n, r), notation.StyleIn(rec, n).Name, notation.ImpliedGame(rec), n.SquareName(r, 20))
		p := r.Start()
		for _, m := range games.Play(r.Start(), rand.New(rand.NewPCG(5, 0)), 40) {
			fmt.Fprintf(&b, " %s", like.Append(nil, p, m))
			p.Play(m)
		}
		fmt.Fprintf(&b, "\n%s\n", notation.Respell(n, r, `from e2 to "e2", "\"e3" é4 e4x a10, (d2) e`))
	}
	for _, id := range []string{"chess", "shogi", "chushogi", "xiangqi", "janggi", "minishogi", "seirawan", "duck", "crazyhouse"} {
		r := games.Rules(t, id, "")
		for _, f := range append(parser.Formats(), "none") {
			_, ok := notation.ForFormat(f, r)
			fmt.Fprintf(&b, "%s %s %v\n", id, f, ok)
		}
	}
	xiangqi := games.Rules(t, "xiangqi", "")
	for _, n := range []notation.Notation{&notation.JKF{}, &notation.KIF{}, notation.DhtmlXQ{}} {
		fmt.Fprintf(&b, "%T\n", notation.Shown(n, xiangqi))
	}
	fixtures.Golden(t, *update, "testdata/records.golden", b.String())
}

// printRead prints how a text is read.
func printRead(b *strings.Builder, p *rules.Position, f parser.Format, text string) {
	n, _ := notation.ForFormat(f, p.Rules())
	m, known, warnings, fault := n.Read(p, text)
	fmt.Fprintf(b, "%q", text)
	if m != 0 {
		fmt.Fprintf(b, " %s", notation.UCI{}.Format(p, m))
	}
	if !known {
		fmt.Fprint(b, " not legal")
	}
	for _, w := range warnings {
		fmt.Fprintf(b, " (%s %.40s)", w.Rule, w.Message)
	}
	if fault != nil {
		fmt.Fprintf(b, " %s %s: %.70s %v %d", fault.Rule, fault.Reason, fault.Message, fault.Squares, len(fault.Candidates))
	}
	fmt.Fprintln(b)
}
