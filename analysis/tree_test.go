package analysis_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/parser"
)

// teller is a visitor that records its calls: each ply with its place in the
// tree and the position after it.
type teller struct {
	tree  *analysis.Tree
	open  []*place
	plies []string // "place: move, position"
	shown []string // moves for display, and the brackets around lines
}

// place is the current place in a line.
type place struct {
	name        string
	sides, next int
}

func newTeller(t *analysis.Tree) *teller { return &teller{tree: t, open: []*place{{name: "main"}}} }

func (v *teller) top() *place { return v.open[len(v.open)-1] }

func (v *teller) Open(*rules.Position, *analysis.Node) bool {
	at := v.top()
	v.open = append(v.open, &place{name: fmt.Sprintf("%s/%d.%d", at.name, at.next, at.sides)})
	at.sides++
	v.shown = append(v.shown, "(")
	return true
}

func (v *teller) Close() {
	v.open = v.open[:len(v.open)-1]
	v.shown = append(v.shown, ")")
}

func (v *teller) Ply(p *rules.Position, rest []analysis.Node) error {
	n := &rest[0]
	if !n.Holds {
		v.plies = append(v.plies, fmt.Sprintf("%s:%d: %s does not hold", v.top().name, v.top().next, n.Text))
		v.shown = append(v.shown, n.Text, "!")
		return nil
	}
	v.shown = append(v.shown, v.tree.Written(p, n))
	return nil
}

func (v *teller) Played(p *rules.Position, n *analysis.Node) {
	at := v.top()
	v.plies = append(v.plies, fmt.Sprintf("%s:%d: %s, %s", at.name, at.next, n.Text, p.Text()))
	at.next, at.sides = at.next+1, 0
}

// walked walks a tree.
func walked(t *testing.T, tree *analysis.Tree) *teller {
	t.Helper()
	v := newTeller(tree)
	if err := tree.Walk(v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTree(t *testing.T) {
	for _, row := range []struct{ moves, want, sides string }{
		{"1. e4 e5", "e4 e5", ""},
		{"1. e4 (1. d4 d5 (1... f5)) e5", "( d4 ( f5 ) d5 ) e4 e5", "0 after 0: 2; 1 after 1: 1"},
		{"1. e4 (1. d4 (1. c4 e5) d5) e5", "( ( c4 e5 ) d4 d5 ) e4 e5", "0 after 0: 2; 0 after 0: 2"},
		{"1. e4 (1. d5) e5", "( d5 ! ) e4 e5", ""},
		{"1. e4 (1. d4 -- 2. c4) e5", "( d4 -- c4 ) e4 e5", "0 after 0: 3"},
		{"1. e4 e6 2. e6 (2. d4) Nf6", "e4 e6 ( d4 ) e6 !", "0 after 2: 1"},
	} {
		rec, g := proved(t, row.moves+" *")
		tree := g.Tree(rec, nil)
		if got := strings.Join(walked(t, tree).shown, " "); got != row.want {
			t.Errorf("%s: %s, want %s", row.moves, got, row.want)
		}
		sides, err := tree.Variations()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, side := range sides {
			got = append(got, fmt.Sprintf("%d after %d: %d", side.Parent, side.From, len(side.Moves)))
		}
		if got := strings.Join(got, "; "); got != row.sides {
			t.Errorf("%s: side lines %q, want %q", row.moves, got, row.sides)
		}
	}
}

// TestTreeStops stops a walk by the visitor or by its caller.
func TestTreeStops(t *testing.T) {
	rec, g := proved(t, "1. e4 (1. d4 d5 (1... f5)) e5 *")
	enough := errors.New("enough")
	for asked := range 6 {
		tree := g.Tree(rec, nil)
		tree.Awaited = func() error {
			if asked--; asked < 0 {
				return enough
			}
			return nil
		}
		err := tree.Walk(newTeller(tree))
		tree.Awaited = nil
		if !errors.Is(err, enough) {
			t.Errorf("%v", err)
		}
		if got := strings.Join(walked(t, tree).shown, " "); got != "( d4 ( f5 ) d5 ) e4 e5" {
			t.Errorf("after a walk that was ended: %s", got)
		}
	}
}

// TestTreeDeep walks variations nested thousands deep.
func TestTreeDeep(t *testing.T) {
	const depth = 2000
	rec, g := proved(t, "1. e4 "+strings.Repeat("(1. d4 ", depth)+strings.Repeat(") ", depth)+"*")
	tree := g.Tree(rec, nil)
	if n := len(walked(t, tree).plies); n < 2 {
		t.Errorf("%d plies", n)
	}
	if again := tree.Annotated(); told(again) != told(rec) {
		t.Error("the tree's record is another one")
	}
}

// TestTreeOfRandomGames compares the trees of random games, some of whose plies
// are damaged, with a replay that needs no notation: it compares texts of legal
// moves.
func TestTreeOfRandomGames(t *testing.T) {
	everyGame(t, func(t *testing.T, r *rules.Rules) {
		d := r.Definition()
		for seed := range uint64(fixtures.Rounds(3, 12, 12)) {
			random := rand.New(rand.NewPCG(seed, 31))
			g := gardener{random: random, rules: r}
			rec := &parser.Record{Format: parser.JSON, Notation: parser.Numbered, Variant: d.ID, Options: d.OptionText(), Moves: g.line(r.Start(), 40, 0)}
			spoil(rec.Moves, random, true)
			want := &replayed{}
			want.line(r.Start(), rec.Moves, "main", true)
			game := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
			stored, err := analysis.NewGame(r, game.Report.Start, analysis.EncodeMoves(game.Moves))
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range []*analysis.Game{game, stored} {
				tree := g.Tree(rec, nil)
				for range 2 { // first verified, then cached
					if got := walked(t, tree).plies; !slices.Equal(got, want.plies) {
						t.Fatalf("seed %d: %s", seed, difference(strings.Join(want.plies, "\n"), strings.Join(got, "\n")))
					}
				}
				if again := tree.Annotated(); told(again) != told(rec) {
					t.Fatalf("seed %d: %s", seed, difference(told(rec), told(again)))
				}
				checkSides(t, tree, want)
			}
		}
	})
}

// spoil makes some plies of a record unreadable, rarely those of the main line.
func spoil(line parser.Line, random *rand.Rand, main bool) {
	for i := range line {
		if n := random.IntN(60); n == 0 || n < 6 && !main {
			line[i].Text = "King z9 - z10"
		}
		for _, side := range line[i].Notes().Variations {
			spoil(side, random, false)
		}
	}
}

// replayed is the content of a record by an independent replay.
type replayed struct {
	plies []string
	ends  []string // of each variation with a legal ply, in the order of their ends
}

func (v *replayed) line(p *rules.Position, line parser.Line, name string, main bool) {
	for i := range line {
		for k, side := range line[i].Notes().Variations {
			v.line(p.Clone(), side, fmt.Sprintf("%s/%d.%d", name, i, k), false)
		}
		m, ok := byText(p, line[i].Text, !main)
		if !ok {
			v.plies = append(v.plies, fmt.Sprintf("%s:%d: %s does not hold", name, i, line[i].Text))
			if i == 0 {
				return
			}
			break
		}
		p.Play(m)
		v.plies = append(v.plies, fmt.Sprintf("%s:%d: %s, %s", name, i, line[i].Text, p.Text()))
	}
	if !main && len(line) > 0 {
		v.ends = append(v.ends, p.Text())
	}
}

// byText returns the legal move with a text in numbered-list notation, perhaps
// a pass.
func byText(p *rules.Position, text string, pass bool) (rules.Move, bool) {
	if _, over := p.Outcome(); over {
		return 0, false
	}
	for _, m := range p.Moves(nil) {
		if (notation.Numbered{}).Format(p, m) == text {
			return m, true
		}
	}
	return rules.PassMove, text == "Pass" && pass && p.JudgeNull() == nil
}

// checkSides plays each variation from the start through its parents.
func checkSides(t *testing.T, tree *analysis.Tree, want *replayed) {
	t.Helper()
	sides, err := tree.Variations()
	if err != nil {
		t.Fatal(err)
	}
	whole := [][]rules.Move{{}}
	for i := range tree.Main.Nodes {
		if n := &tree.Main.Nodes[i]; n.Holds {
			whole[0] = append(whole[0], n.Move)
		}
	}
	var ends []string
	for _, side := range sides {
		moves := append(slices.Clone(whole[side.Parent][:side.From]), side.Moves...)
		whole = append(whole, moves)
		p := tree.Start()
		for _, m := range moves {
			p.Play(m)
		}
		ends = append(ends, p.Text())
	}
	slices.Sort(ends)
	expected := slices.Sorted(slices.Values(want.ends))
	if !slices.Equal(ends, expected) {
		t.Fatalf("side lines end in %q, want %q", ends, expected)
	}
}
