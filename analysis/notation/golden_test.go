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

// goldenGames are games that together are written in all notations.
var goldenGames = []struct {
	id    string
	plies int
}{
	{"all-classic", 40}, {"capablanca", 30}, {"chess", 50}, {"chess960", 20}, {"chushogi", 40}, {"crazyhouse", 40}, {"csg-1", 30}, {"duck", 16}, {"glinski", 16},
	{"janggi", 20}, {"kyotoshogi", 20}, {"pocket-shogi-copper", 40}, {"seirawan", 30}, {"shogi", 60}, {"sittuyin", 30}, {"spartan", 30}, {"xiangqi", 50},
}

// TestGoldenStyles prints random games as each style writes them, and what
// styles have along the edges of boards.
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
						shown, ok := notation.Shows(p, text)
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
	func(random *rand.Rand, text []rune) []rune { // a character less
		at := random.IntN(len(text))
		return slices.Delete(text, at, at+1)
	},
	func(random *rand.Rand, text []rune) []rune { // another one
		text[random.IntN(len(text))] += rune(1 + random.IntN(2))
		return text
	},
	func(random *rand.Rand, text []rune) []rune { // two in the other order
		at := random.IntN(len(text))
		text[0], text[at] = text[at], text[0]
		return text
	},
	func(random *rand.Rand, text []rune) []rune { // one twice
		at := random.IntN(len(text))
		return slices.Insert(text, at, text[at])
	},
	func(_ *rand.Rand, text []rune) []rune { return text[:(len(text)+1)/2] },
	func(_ *rand.Rand, text []rune) []rune { return append(text, '+') },
	func(_ *rand.Rand, text []rune) []rune { return append(text, []rune(" x a1")...) },
	func(_ *rand.Rand, text []rune) []rune { return []rune(strings.ToUpper(string(text))) },
}

// TestGoldenReading prints what damaged texts of moves are read as, with the
// faults. Texts without damage are read as the move.
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
					n = c // which follows the cells of hands
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

// printRead prints what a text is read as.
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
