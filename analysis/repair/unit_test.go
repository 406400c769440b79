package repair

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/parser"
)

// rulebook is shared by all tests because compiling rules takes a while.
var rulebook = sync.OnceValue(func() *analysis.Rulebook { return analysis.NewRulebook(variant.Embedded()) })

// TestLikeness prints the costs of mistaking one text for another.
func TestLikeness(t *testing.T) {
	var b strings.Builder
	for _, pair := range [][2]string{
		{"e4", "e4"}, {"e4", "e5"}, {"e4", "d4"}, {"e4", "c4"}, {"e4", "h7"}, {"4e", "e4"}, {"", "e4"}, {"e4", ""}, {"", ""},
		{"a1", "p9"}, {"a1", "q9"}, {"1a", "9l"}, {"1a", "9m"}, {"0a", "9l"}, {"11", "99"}, {"01", "99"}, {"１一", "９九"}, {"０一", "９九"}, {"１一", "９十"}, {"`1", "b7"}, {"b7", "`1"}, {":1", "17"},
		{"Nf3", "Nf6"}, {"Nf3", "Hf3"}, {"Nf3", "nf3"}, {"Nf3+", "Nf3"}, {"Nxf3", "Nf3"}, {"Nf3", "Nf3#"}, {"e8=Q", "e8Q"}, {"e8", "e8!"}, {"e8", "e8?"}, {"e8", "e8w"}, {"e8:", "e8"}, {"e8×", "e8"}, {"e-8", "e8"},
		{"Nbd2", "Nd2"}, {"Nbd2", "Ndb2"}, {"Qa1b2", "Rh8g7"}, {"O-O", "0-0"}, {"exd5", "cxd5"}, {"axb5", "bxa5"}, {"bb", "ba"}, {"bba", "abb"},
		{"７六歩", "７五歩"}, {"７六歩", "６六歩"}, {"７六歩", "２三歩"}, {"四", "西"}, {"二", "一"}, {"〇", "九"}, {"７", "９"}, {"A1", "B1"}, {"A1", "p1"}, {"j9", "a0"}, {"p", "A"}, {"P", "０"}, {"9", "a"}, {"９", "〇"},
		{"abcdefghij", "klmnopqrst"}, {"aXb", "bYa"}, {"abXY", "XYab"}, {"a1b2", "b2a1"},
		{"Pawn c6 - c5", "Pawn c6 - c4"}, {"Pawn c6 - c5", "Pawn c6 - a12"}, {"Pawn c6 - c5", "Gold c6 - c5"}, {"Pawn c6 - c5", "c6 - c5"}, {"Pawn c6 - c5", "Pawn c5 - c6"}, {"Pawn c6 c5 -", "Pawn c6 - c5"},
		{"Pawn c6 - c5 Pawn c6 - c5", "Pawn c6 - c5"}, {"Pawn c6 Pawn c6", "Pawn c6"}, {"Pawn Pawn", "Pawn c6"}, {"Pawn c6 - c5 Pawn", "Pawn c6 - c5"},
		{"Pawn c6 - c5", "Pawn c6 x c5 Red Gold y1"}, {"Pawn c6 x c5 Red Gold y1", "Pawn c6 x c5 Cyan Gold y2"}, {"Pawn c6 - c5 = Gold", "Pawn c6 x c5 Red Gold y1 = Gold"}, {"Pawn c6 - c5", "Pawn c6 x c5 Red Gold y1 = Gold"},
		{"Pawn c6 x", "Pawn c6 - c5"}, {"Pawn c6 -", "Pawn c6 x"}, {"Pawn - c5", "x c5 Red"}, {"Pawn - c5", "Pawn = x c5"}, {"Pawn z", "Pawn x c5"},
		{"Gold a1", "Silver p9"}, {"Gold a16", "Gold p16"}, {"Gold q16", "Gold p16"}, {"Gold a166", "Gold p555"}, {"Copper d4 x e5 Red Gold y1", "Pawn a1 - b2"},
	} {
		fmt.Fprintf(&b, "%q %q %.2f\n", pair[0], pair[1], newSimilarity().cost(strings.Fields(pair[0]), strings.Fields(pair[1])))
	}
	fixtures.Golden(t, *update, "testdata/likeness.golden", b.String())
}

// TestLikenessRemembers compares cached with computed costs.
func TestLikenessRemembers(t *testing.T) {
	l := newSimilarity()
	for range 2 {
		if cost := l.wordCost("Nf3", "Nf6"); cost != costCharacter {
			t.Error(cost)
		}
	}
	if len(l.cache) != 1 {
		t.Error("costs of words are not kept")
	}
}

// TestHabit checks the cost of a ply by what it does.
func TestHabit(t *testing.T) {
	book := rulebook()
	const scandinavian = "[Variant \"Standard\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. b4 Qxb4 *\n"
	const hasty = "[Variant \"Standard\"]\n\n1. e4 e5 2. Qh5 Nf6 3. Qxf7+ Kxf7 4. Nf3 Kg8 5. Ng1 Nc6 *\n"
	const knights = "[Variant \"Standard\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *\n"
	const house = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 fxe6 4. Nf3 P@h3 *\n"
	const castled = "[Variant \"Standard\"]\n[FEN \"4k2r/8/8/8/8/8/r7/4K2R w K - 0 1\"]\n\n1. O-O Ra1 2. Rxa1 *\n"
	for _, test := range []struct {
		text string
		ply  int
		want float64
	}{
		{scandinavian, 1, 0},
		{scandinavian, 3, costEscape + costHanging}, // it captures, but not what captured before
		{scandinavian, 4, costRecapture},
		{scandinavian, 5, costAttack},
		{scandinavian, 6, costEscape},
		{scandinavian, 7, costHanging + costAttack},
		{scandinavian, 8, costEscape}, // b4 attacks the queen
		{hasty, 3, 0},
		{hasty, 4, costAttack},
		{hasty, 5, costCheck + costEscape + costHanging + costAttack},
		{hasty, 6, costRecapture + costEscape},
		{hasty, 9, 0}, // another position than before: the queens are gone
		{knights, 3, 0},
		{knights, 4, costRepeating},
		{house, 5, costHanging + costAttack},
		{house, 7, 0},
		{house, 8, costHanging}, // the pawn on e6 is between the bishop and h3
		{castled, 1, 0},
	} {
		rec, ok := read(test.text, "")
		if !ok {
			t.Fatal(test.text)
		}
		g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
		s, ok := newSearch(t.Context(), new(int), rec, g)
		if !ok || g.Report.Verdict != analysis.Legal {
			t.Fatalf("%q: %+v", test.text, g.Report.Error)
		}
		p := g.Start().Clone()
		moves := s.movesOf(p, s.tokens())
		for _, m := range moves[:test.ply-1] {
			p.Play(m)
		}
		if got := habit(p, moves[test.ply-1:]); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%q: ply %d costs %.2f, want %.2f", test.text, test.ply, got, test.want)
		}
		if p.Plies() != test.ply-1 {
			t.Errorf("%q: the position has %d plies", test.text, p.Plies())
		}
	}
}

// TestHabitOfVariants checks in random games of the variants that the cost of
// every kind of move is within the sums of its parts, and that the position
// stays as it was.
func TestHabitOfVariants(t *testing.T) {
	book := rulebook()
	const least = costCheck + costRecapture + costEscape + costAttack + costRepeating
	for _, id := range fixtures.Games(book.Registry().IDs()) {
		of, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		p, r := of.Start(), rand.New(rand.NewPCG(3, uint64(len(id))))
		for range 60 {
			moves := p.Moves(nil)
			if _, over := p.OutcomeBefore(true); over || len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			p.Play(m)
			row := []rules.Move{m}
			if replies := p.Moves(nil); len(replies) > 0 {
				row = append(row, replies[r.IntN(len(replies))])
			}
			p.Undo()
			was := p.Text()
			if cost := habit(p, row); cost < least-1e-9 || cost > costHanging || p.Text() != was {
				t.Errorf("%s: %s costs %.2f; then %s", id, was, cost, p.Text())
			}
			p.Play(m)
		}
	}
}

// TestStyleCost checks that a ply in another style costs more, the rarer such
// plies are in the record.
func TestStyleCost(t *testing.T) {
	book := rulebook()
	const moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ *\n"
	for _, test := range []struct {
		was, now string
		want     float64
		regular  bool
	}{
		{"", "", math.Log(14), true},
		{"Qxe4+", "Qxe4", math.Log(14.0 / 2), true},
		{"2. Nf3", "2. Ngf3", math.Log(14.0 / 2), true},
		{"1. e4 e5 2. Nf3", "1. e2e4 e5 2. Ngf3", math.Log(14.0 / 3), false},
	} {
		rec, ok := read("[Variant \"Standard\"]\n\n"+strings.Replace(moves, test.was, test.now, 1), "")
		if !ok {
			t.Fatal(test.now)
		}
		g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
		s, ok := newSearch(t.Context(), new(int), rec, g)
		if !ok {
			t.Fatal(test.now)
		}
		if math.Abs(s.style.costOdd-test.want) > 1e-9 || s.style.regular != test.regular {
			t.Errorf("%q: %.3f, want %.3f; regular is %v", test.now, s.style.costOdd, test.want, s.style.regular)
		}
	}
}

// TestNumbers checks expected move numbers and the costs of jumps.
func TestNumbers(t *testing.T) {
	book := rulebook()
	for _, test := range []struct {
		text     string
		at       []int // of tokens 0 to 3
		before   float64
		odd      int // of the unchanged sequence
		oddLater int // without the first token
	}{
		{"[Variant \"Standard\"]\n\n1. e4 e5 2. d4 d5 *\n", []int{1, 1, 2, 2}, 0, 0, 1},
		{"[Variant \"Standard\"]\n\n1. e4 e5 3. d4 d5 *\n", []int{1, 1, 2, 2}, costJump, 2, 2},
		{"[Variant \"Standard\"]\n\n1. e4 e5 3. d4 d5 4. c4 c5 6. b4 b5 *\n", []int{1, 1, 2, 2}, 2 * costJump, 6, 6},
		{"[Variant \"Standard\"]\n\n1. e4 e5 3. d4 d5 3. c4 c5 5. b4 b5 5. g4 g5 7. f4 f5 7. h4 h5 9. a4 a5 *\n", []int{1, 1, 2, 2}, costJumps, 8, 11},
		{"[Variant \"Standard\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 7\"]\n\n7... e5 8. d4 d5 9. c4 *\n", []int{7, 8, 8, 9}, 0, 0, 2},
		{"Variant=csg-1\n1. Pawn c4 - c5\n1. Pawn c7 - c6\n2. Pawn c5 - c6\n", []int{1, 1, 2, 2}, 0, 0, 1},
		{"手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n", []int{1, 2, 3, 4}, 0, 0, 2},
		{"手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   4 ２二角成(88)\n", []int{1, 2, 3, 4}, costJump, 1, 2},
	} {
		rec, ok := read(test.text, "")
		if !ok {
			t.Fatal(test.text)
		}
		g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
		n := numbersOf(g.Start(), rec)
		var at, slots []int
		for i := range test.at {
			at = append(at, n.at(i))
		}
		for i := range rec.Moves {
			slots = append(slots, i)
		}
		if fmt.Sprint(at) != fmt.Sprint(test.at) || n.costBefore != test.before || n.mismatches(slots) != test.odd || n.mismatches(slots[1:]) != test.oddLater {
			t.Errorf("%q: numbers %v, cost %v, odd %d and %d", test.text, at, n.costBefore, n.mismatches(slots), n.mismatches(slots[1:]))
		}
		if cost := n.cost([]token{{"", -1}, {"", -1}}); cost != 0 {
			t.Errorf("%q: plies without numbers cost %v", test.text, cost)
		}
	}
}

// TestLimits checks the limits of a search: its context, the plies read, and
// the unreadable places.
func TestLimits(t *testing.T) {
	book := rulebook()
	v, f := analysis.NewVerifier(book), NewFinder(book)
	illegal := func(text string) *analysis.Game {
		rec, ok := read(text, "")
		if !ok {
			t.Fatal(text)
		}
		return v.Verify(rec, analysis.Settings{})
	}
	g := illegal("[Variant \"Standard\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 *\n")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if offers := f.Find(cancelled, g, analysis.Settings{}); offers != nil {
		t.Error("offers after cancellation:", offers)
	}
	s, _ := newSearch(t.Context(), new(int), g.Record, g)
	for _, row := range []struct {
		ctx   context.Context
		reads int
		spent bool
	}{{t.Context(), maxReads, false}, {t.Context(), maxReads + 1, true}, {cancelled, 0, true}} {
		if s.ctx, s.reads = row.ctx, &row.reads; s.exhausted() != row.spent {
			t.Errorf("%+v: spent is %v", row, !row.spent)
		}
	}
	at := 0
	late, cancel := context.WithCancel(t.Context())
	defer cancel()
	offers := (&countdown{late, &at, 40}).find(f, g)
	if len(offers) > 0 && at > 60 {
		t.Errorf("%d offers after %d looks at a context that ended", len(offers), at)
	}
	const text = "V2.2\nPI\n+\n+7776FU\n-3334FU\n?2726FU\n-8384FU\n?8822UM\n-3122GI\n%TORYO\n"
	g = illegal(text)
	if offers := f.Find(t.Context(), g, analysis.Settings{}); len(offers) == 0 || f.unreadable != 0 {
		t.Errorf("two places that cannot be read: %d offers, %d places are left", len(offers), f.unreadable)
	}
	for places, want := range map[int]bool{0: true, maxUnreadable - 2: true, maxUnreadable - 1: false, maxUnreadable: false} {
		f.unreadable = places
		offers := f.respell(t.Context(), text, g.Record, g)
		if len(offers) > 0 != want || f.unreadable != places {
			t.Errorf("after %d places that cannot be read: %d offers", places, len(offers))
		}
	}
}

// countdown is a context that ends after a number of checks.
type countdown struct {
	context.Context
	looks *int
	most  int
}

func (c *countdown) Err() error {
	if *c.looks++; *c.looks > c.most {
		return context.Canceled
	}
	return nil
}

func (c *countdown) Deadline() (time.Time, bool) { return time.Time{}, false }

func (c *countdown) find(f *Finder, g *analysis.Game) []analysis.Repair {
	return f.Find(c, g, analysis.Settings{})
}

// TestPlaces checks the lines of changes in a file of several records.
func TestPlaces(t *testing.T) {
	book := rulebook()
	v, f := analysis.NewVerifier(book), NewFinder(book)
	const game = "[Variant \"Standard\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 *\n"
	in := parser.NewReader(strings.NewReader(game+"\n"+game), parser.Options{})
	for i := range 2 {
		rec, err := in.Next()
		if err != nil {
			t.Fatal(err)
		}
		offers := f.Find(t.Context(), v.Verify(rec, analysis.Settings{}), analysis.Settings{})
		if len(offers) == 0 || offers[0].Changes[0].Line != 3+4*i {
			t.Errorf("record %d: %+v", i+1, offers)
		}
	}
}
