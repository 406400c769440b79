package pattern_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures/games"
	"assay/index/pattern"
	"assay/index/tape"
	"assay/parser"
)

// played returns the tape of a game in SAN.
func played(t testing.TB, r *rules.Rules, text string) tape.Tape {
	t.Helper()
	p := r.Start()
	var w tape.Writer
	w.Begin(p)
	for _, m := range moves(t, r, text) {
		w.Ply(p, []analysis.Node{{Move: m, Holds: true}})
		p.Play(m)
		w.Played(p, nil)
	}
	return w.Tape()
}

// moves returns the moves of a game in SAN.
func moves(t testing.TB, r *rules.Rules, text string) (all []rules.Move) {
	t.Helper()
	san, ok := notation.ForFormat(parser.PGN, r)
	if !ok {
		t.Fatal("no SAN")
	}
	p := r.Start()
	for _, word := range strings.Fields(text) {
		m, _, _, fault := san.Read(p, word)
		if fault != nil {
			t.Fatal(fault.Message)
		}
		p.Play(m)
		all = append(all, m)
	}
	return all
}

type places struct{ r *rules.Rules }

func (b places) squares(names ...string) rules.Bitboard {
	var set rules.Bitboard
	for _, name := range names {
		q, ok := b.r.SquareNamed(name)
		if !ok {
			panic(name)
		}
		set.Add(q)
	}
	return set
}

func (b places) all() rules.Bitboard {
	var set rules.Bitboard
	for q := range rules.Square(b.r.Files() * b.r.Ranks()) {
		set.Add(q)
	}
	return set
}

func (b places) pieces(side rules.Side, names ...string) pattern.Pieces {
	var set pattern.Pieces
	for _, name := range names {
		t, ok := b.r.PieceTypeNamed(name)
		if !ok {
			panic(name)
		}
		set.Add(rules.NewPiece(t, side))
	}
	return set
}

// on returns the condition that a piece of p stands on a square of s.
func on(p pattern.Pieces, s rules.Bitboard) pattern.Node {
	return sum(pattern.GreaterEqual, 100, pattern.Term{Weight: 100, Of: pattern.Standing{Pieces: p, Squares: s}})
}

func sum(op pattern.Op, than int, terms ...pattern.Term) pattern.Node {
	return pattern.Sum{Terms: terms, Op: op, Than: than}
}

func and(of ...pattern.Node) pattern.Node { return pattern.And{Of: of} }
func or(of ...pattern.Node) pattern.Node  { return pattern.Or{Of: of} }
func not(of pattern.Node) pattern.Node    { return pattern.Not{Of: of} }

// met reports, for each material of the main line, whether it satisfies a need.
func met(p *tape.Player, needs *pattern.Needs, need int) []bool {
	where := []bool{}
	p.Materials(func(m tape.Material) { where = append(where, needs.Met(need, m)) })
	return where
}

// TestNeeds checks the needs derived from conditions on the material.
func TestNeeds(t *testing.T) {
	r := games.Rules(t, "chess", "")
	b := places{r}
	pawns := pattern.Term{Weight: 100, Of: pattern.Standing{Pieces: b.pieces(rules.First, "Pawn"), Squares: b.all()}}
	few, none := sum(pattern.Less, 300, pawns), sum(pattern.Equal, 0, pawns)
	placed := on(b.pieces(rules.First, "Pawn"), b.squares("e4"))
	for _, row := range []struct {
		name  string
		node  pattern.Node
		needs int
		whole bool
	}{
		{"everything", and(), 1, true},
		{"count", few, 1, true},
		{"counts", or(few, not(none)), 1, true},
		{"place", placed, 0, false},
		{"place and count", and(placed, few), 1, false},
		{"place or count", or(placed, few), 0, false},
		{"not place and count", not(and(placed, few)), 0, false},
		{"count and not place", and(few, not(placed)), 1, false},
		{"ply", sum(pattern.Less, 300, pawns, pattern.Term{Weight: 100, Of: pattern.Ply{}}), 0, false},
		{"sequence", pattern.Then{First: few, Next: pattern.Then{First: placed, Next: none}}, 2, false},
		{"streak", and(pattern.For{Of: few, Plies: 2}, none), 2, false},
		{"no streak", not(pattern.For{Of: few, Plies: 2}), 0, false},
		{"header", and(pattern.Header{Words: []string{"yes"}}, few), 1, false},
	} {
		if needs := pattern.NeedsOf(row.node, r); needs.Len() != row.needs || needs.Sufficient() != row.whole {
			t.Errorf("%s: %d needs, whole %v", row.name, needs.Len(), needs.Sufficient())
		}
	}
}

// TestNeedsOfWalls checks that walls are not material, as tapes do not count
// them.
func TestNeedsOfWalls(t *testing.T) {
	r := games.Rules(t, "duck", "")
	var walls pattern.Pieces
	walls.Add(rules.Walled)
	n := on(walls, places{r}.all())
	if needs := pattern.NeedsOf(n, r); needs.Len() != 0 {
		t.Errorf("%d needs", needs.Len())
	}
	if traits := pattern.Compile(n, r).Traits(); len(traits) != 0 {
		t.Errorf("traits %v", traits)
	}
}

// TestMatcher evaluates conditions on a short game of 7 plies.
func TestMatcher(t *testing.T) {
	r := games.Rules(t, "chess", "")
	game := played(t, r, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#")
	b := places{r}
	white, black := rules.First, rules.Second
	queen := b.pieces(white, "Queen")
	pawns, men := b.pieces(black, "Pawn"), b.pieces(black, "Pawn", "Knight", "Bishop", "Rook", "Queen", "King")
	all := b.all()
	count := func(p pattern.Pieces, s rules.Bitboard) pattern.Term {
		return pattern.Term{Weight: 100, Of: pattern.Standing{Pieces: p, Squares: s}}
	}
	var nothing pattern.Pieces
	nothing.Add(rules.NoPiece)
	f7 := b.squares("f7")
	from := b.squares("h5")
	everywhere := []int{0, 1, 2, 3, 4, 5, 6, 7}
	tests := []struct {
		name string
		node pattern.Node
		want []int
	}{
		{"everything", and(), everywhere},
		{"nothing", or(), nil},
		{"piece on square", on(queen, b.squares("h5")), []int{3, 4, 5, 6}},
		{"piece on squares", on(queen, b.squares("d1", "f7")), []int{0, 1, 2, 7}},
		{"pieces on squares", on(men, b.squares("f6", "c6", "h3")), []int{4, 5, 6, 7}},
		{"empty square", on(nothing, b.squares("e2")), []int{1, 2, 3, 4, 5, 6, 7}},
		{"none on square", sum(pattern.Equal, 0, count(pawns, f7)), []int{7}},
		{"fewer than one", sum(pattern.Less, 100, count(pawns, f7)), []int{7}},
		{"at least one", sum(pattern.Greater, 0, count(pawns, f7)), []int{0, 1, 2, 3, 4, 5, 6}},
		{"not none", sum(pattern.NotEqual, 0, count(pawns, f7)), []int{0, 1, 2, 3, 4, 5, 6}},
		{"half a piece", sum(pattern.GreaterEqual, 50, count(pawns, f7)), []int{0, 1, 2, 3, 4, 5, 6}},
		{"count", sum(pattern.Equal, 700, count(pawns, all)), []int{7}},
		{"at most", sum(pattern.LessEqual, 100, count(pawns, b.squares("e5", "f7"))), []int{0, 1, 7}},
		{"balance", sum(pattern.Greater, 0, count(b.pieces(white, "Pawn"), all), pattern.Term{Weight: -100, Of: pattern.Standing{Pieces: pawns, Squares: all}}), []int{7}},
		{"count and place", and(sum(pattern.Equal, 800, count(pawns, all)), on(queen, from)), []int{3, 4, 5, 6}},
		{"place and count", and(on(queen, f7), sum(pattern.Equal, 700, count(pawns, all))), []int{7}},
		{"count never met", and(sum(pattern.Less, 700, count(pawns, all)), on(queen, f7)), nil},
		{"no count", not(sum(pattern.Equal, 800, count(pawns, all))), []int{7}},
		{"either count", and(or(sum(pattern.Equal, 100, count(pawns, all)), sum(pattern.Equal, 700, count(pawns, all))), pattern.Check{}), []int{7}},
		{"count, then count", pattern.Then{First: sum(pattern.Equal, 800, count(pawns, all)), Next: sum(pattern.Equal, 700, count(pawns, all)), Within: 2}, []int{5, 6}},
		{"ply", sum(pattern.Less, 200, pattern.Term{Weight: 100, Of: pattern.Ply{}}), []int{0, 1}},
		{"length", sum(pattern.Equal, 700, pattern.Term{Weight: 100, Of: pattern.Plies{}}), everywhere},
		{"empty hand", sum(pattern.Equal, 0, pattern.Term{Weight: 100, Of: pattern.Held{Side: white, Types: ^rules.PieceTypeSet(0)}}), everywhere},
		{"empty pocket", sum(pattern.Greater, 0, pattern.Term{Weight: 100, Of: pattern.Pocketed{Side: white, Types: ^rules.PieceTypeSet(0)}}), nil},
		{"turn", pattern.Turn{Side: black}, []int{1, 3, 5, 7}},
		{"check", pattern.Check{}, []int{7}},
		{"last", pattern.Last{}, []int{7}},
		{"capture", pattern.Capture{}, []int{7}},
		{"drop", pattern.Drop{}, nil},
		{"promotion", pattern.Promotion{}, nil},
		{"moved", pattern.Moved{Pieces: &queen}, []int{3, 7}},
		{"moved from", pattern.Moved{From: &from}, []int{7}},
		{"moved to, taking", pattern.Moved{To: &f7, Takes: &pawns}, []int{7}},
		{"taking another", pattern.Moved{To: &f7, Takes: &queen}, nil},
		{"and", and(pattern.Turn{Side: black}, on(queen, b.squares("h5"))), []int{3, 5}},
		{"or", or(pattern.Check{}, pattern.Moved{Pieces: &queen}, sum(pattern.Equal, 0, pattern.Term{Weight: 100, Of: pattern.Ply{}})), []int{0, 3, 7}},
		{"not", not(pattern.Turn{Side: black}), []int{0, 2, 4, 6}},
		{"then", pattern.Then{First: pattern.Moved{Pieces: &queen}, Next: pattern.Capture{}}, []int{3}},
		{"then in time", pattern.Then{First: pattern.Turn{Side: black}, Next: pattern.Check{}, Within: 4}, []int{3, 5}},
		{"then, not at once", pattern.Then{First: pattern.Check{}, Next: pattern.Check{}}, nil},
		{"then, then", pattern.Then{First: on(queen, b.squares("d1")), Next: pattern.Then{First: on(queen, from), Next: pattern.Check{}, Within: 1}}, []int{0, 1, 2}},
		{"streak", pattern.For{Of: on(queen, from), Plies: 3}, []int{3, 4}},
		{"streak of all", pattern.For{Of: and(), Plies: 8}, []int{0}},
		{"streak too long", pattern.For{Of: and(), Plies: 9}, nil},
		{"not a streak", and(on(queen, from), not(pattern.For{Of: on(queen, from), Plies: 3})), []int{5, 6}},
		{"either streak", or(pattern.For{Of: pattern.Check{}, Plies: 1}, pattern.For{Of: on(queen, from), Plies: 4}), []int{3, 7}},
		{"header", and(pattern.Header{Words: []string{"yes"}}, pattern.Check{}), []int{7}},
		{"other header", and(pattern.Header{Words: []string{"no"}}, pattern.Check{}), nil},
		{"header or", or(pattern.Header{Words: []string{"no"}}, pattern.Check{}), []int{7}},
		{"header in a sequence", pattern.Then{First: pattern.Header{Words: []string{"yes"}}, Next: pattern.Check{}, Within: 2}, []int{5, 6}},
		{"same board", pattern.Same{State: tape.StateOf(r.Start())}, []int{0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := pattern.Compile(test.node, r)
			player := tape.NewPlayer(r)
			if _, err := player.Load(game); err != nil {
				t.Fatal(err)
			}
			facts := make([]bool, len(m.GameConditions()))
			for i, n := range m.GameConditions() {
				facts[i] = n.(pattern.Header).Words[0] == "yes"
			}
			for range 2 { // results cached for one game must not affect the next one
				var got []int
				if m.BeginGame(facts) {
					got = m.Plies(player, 0).List(0)
				}
				if !slices.Equal(got, test.want) {
					t.Fatalf("got %v, want %v", got, test.want)
				}
				want := len(test.want) > 0
				if holds := m.BeginGame(facts) && m.Holds(player, 0, nil); holds != want {
					t.Fatalf("holds is %v", holds)
				}
				needs := pattern.NeedsOf(test.node, r)
				for i := range needs.Len() {
					where := met(player, needs, i)
					if !slices.Contains(where, true) && want {
						t.Fatal("a need is not met, and there are hits")
					}
					if slices.Contains(where, true) != want && needs.Sufficient() {
						t.Fatalf("all that is needed is met: %v", !want)
					}
					if needs.Len() > 1 {
						continue
					}
					if holds := m.BeginGame(facts) && m.Holds(player, 0, where); holds != want {
						t.Fatalf("holds is %v where %v", holds, where)
					}
				}
			}
		})
	}
}

func TestDate(t *testing.T) {
	// A game on some day in May 1990, and one of which only the year is known.
	may, year := [2]int{19900501, 19900531}, [2]int{19900101, 19901231}
	for _, row := range []struct {
		op          pattern.Op
		first, last int
		may, year   bool
	}{
		{pattern.Equal, 19900101, 19901231, true, true},
		{pattern.Equal, 19900601, 19900630, false, true},
		{pattern.NotEqual, 19900601, 19900630, true, false},
		{pattern.GreaterEqual, 19900510, 19900510, true, true},
		{pattern.Greater, 19900501, 19900531, false, true},
		{pattern.Less, 19900510, 19900510, true, true},
		{pattern.Less, 19900501, 19900531, false, true},
		{pattern.LessEqual, 19900401, 19900430, false, true},
		{pattern.Less, 19890101, 19891231, false, false},
	} {
		d := pattern.Date{Op: row.op, First: row.first, Last: row.last}
		if got := d.Holds(may[0], may[1]); got != row.may {
			t.Errorf("%+v: May is %v", row, got)
		}
		if got := d.Holds(year[0], year[1]); got != row.year {
			t.Errorf("%+v: the year is %v", row, got)
		}
		if d.Holds(0, 0) {
			t.Errorf("%+v holds for an unknown day", row)
		}
	}
}

func TestRated(t *testing.T) {
	first, second := pattern.Rating{Side: rules.First}, pattern.Rating{Side: rules.Second}
	sum := func(op pattern.Op, than int, terms ...pattern.Term) pattern.Rated {
		return pattern.Rated{Sum: pattern.Sum{Terms: terms, Op: op, Than: 100 * than}}
	}
	for _, row := range []struct {
		asked   pattern.Rated
		ratings [2]int
		want    bool
	}{
		{sum(pattern.Greater, 2400, pattern.Term{Weight: 100, Of: first}), [2]int{2401, 0}, true},
		{sum(pattern.Greater, 2400, pattern.Term{Weight: 100, Of: first}), [2]int{2400, 2700}, false},
		{sum(pattern.Less, 2400, pattern.Term{Weight: 100, Of: second}), [2]int{2000, 0}, false},
		{sum(pattern.NotEqual, 1, pattern.Term{Weight: 100, Of: second}), [2]int{2000, 0}, false},
		{sum(pattern.Equal, 2350, pattern.Term{Weight: 50, Of: first}, pattern.Term{Weight: 50, Of: second}), [2]int{2300, 2400}, true},
		{sum(pattern.GreaterEqual, 1000, pattern.Term{Weight: 50, Of: first}, pattern.Term{Weight: 50, Of: second}), [2]int{2300, 0}, false},
		{sum(pattern.LessEqual, -200, pattern.Term{Weight: 100, Of: first}, pattern.Term{Weight: -100, Of: second}), [2]int{1500, 1700}, true},
		{sum(pattern.LessEqual, -200, pattern.Term{Weight: 100, Of: first}, pattern.Term{Weight: -100, Of: second}), [2]int{1500, 1699}, false},
	} {
		if got := row.asked.Holds(row.ratings); got != row.want {
			t.Errorf("%+v of %v: %v", row.asked, row.ratings, got)
		}
	}
}

func TestSimilarity(t *testing.T) {
	r := games.Rules(t, "chess", "")
	l := pattern.NewComparer(r.Start())
	player := tape.NewPlayer(r)
	if _, err := player.Load(played(t, r, "e4 e5 Nf3")); err != nil {
		t.Fatal(err)
	}
	player.Begin(0)
	want := []pattern.Similarity{
		{Placement: 32, PlacementOf: 32, Structure: 32, StructureOf: 32, HandsOf: -1},
		{Placement: 31, PlacementOf: 33, Structure: 31, StructureOf: 33, HandsOf: -1},
		{Placement: 30, PlacementOf: 34, Structure: 30, StructureOf: 34, HandsOf: -1},
		{Placement: 29, PlacementOf: 35, Structure: 29, StructureOf: 35, HandsOf: -1},
	}
	for i, w := range want {
		if got := l.Similarity(&player.State); got != w {
			t.Errorf("ply %d: %+v, want %+v", i, got, w)
		}
		player.Next()
	}
	if want[0].Score() != 1000 || want[1].Score() != 939 {
		t.Errorf("scores %d, %d", want[0].Score(), want[1].Score())
	}
}

// TestJointAnchors checks which placements one position must have.
func TestJointAnchors(t *testing.T) {
	r := games.Rules(t, "chess", "")
	b := places{r}
	queen, king := on(b.pieces(rules.First, "Queen"), b.squares("h5")), on(b.pieces(rules.Second, "King"), b.squares("e8", "f8"))
	two := sum(pattern.GreaterEqual, 200, pattern.Term{Weight: 100, Of: pattern.Standing{Pieces: b.pieces(rules.First, "Rook"), Squares: b.squares("d1", "e1")}})
	turn := pattern.Turn{Side: rules.First}
	for _, row := range []struct {
		name string
		node pattern.Node
		sets []int // number of placements of each anchor
		all  bool
	}{
		{"one", queen, []int{1}, true},
		{"two", and(queen, king), []int{1, 2}, true},
		{"in brackets", and(queen, and(king, and(queen))), []int{1, 2, 1}, true},
		{"either", and(or(queen, king), king), []int{3, 2}, true},
		{"more than one of them", and(queen, two), []int{1}, false},
		{"and another thing", and(queen, king, turn), []int{1, 2}, false},
		{"or another thing", and(queen, or(king, turn)), []int{1}, false},
		{"denied", and(queen, not(king)), []int{1}, false},
		{"later", and(queen, pattern.Then{First: king, Next: queen}), []int{1}, false},
		{"for plies", and(queen, pattern.For{Of: king, Plies: 2}), []int{1}, false},
		{"later alone", pattern.Then{First: queen, Next: king}, nil, false},
		{"anything", and(), nil, true},
		{"nothing", or(), nil, false},
		{"a header", and(queen, pattern.Header{Words: []string{"yes"}}), []int{1}, false},
	} {
		anchors, all := pattern.Compile(row.node, r).JointAnchors()
		var sets []int
		for _, anchor := range anchors {
			sets = append(sets, len(anchor))
		}
		if !slices.Equal(sets, row.sets) || all != row.all {
			t.Errorf("%s: %v, %v", row.name, sets, all)
		}
	}
}

// TestAnchors checks that anchors are found if and only if they are necessary.
func TestAnchors(t *testing.T) {
	r := games.Rules(t, "chess", "")
	b := places{r}
	white := rules.First
	queen, rook := b.pieces(white, "Queen"), b.pieces(white, "Rook")
	h5, rank7 := b.squares("h5"), b.squares("a7", "b7")
	there, either := on(queen, h5), on(rook, rank7)
	none := sum(pattern.Equal, 0, pattern.Term{Weight: 100, Of: pattern.Standing{Pieces: queen, Squares: h5}})
	placed := []string{"one", "any of two", "either", "anywhere"}
	for _, row := range []struct {
		name string
		node pattern.Node
		want []int // number of placements of each anchor
	}{
		{"one", there, []int{1}},
		{"any of two", either, []int{2}},
		{"both", and(there, either), []int{1, 2}},
		{"either", or(there, either), []int{3}},
		{"either, with more", or(and(either, there), either), []int{3}},
		{"either or anything", or(there, pattern.Check{}), nil},
		{"nothing", or(), nil},
		{"not", not(there), nil},
		{"none there", none, nil},
		{"exactly one", sum(pattern.Equal, 100, pattern.Term{Weight: 100, Of: pattern.Standing{Pieces: queen, Squares: h5}}), []int{1}},
		{"at most one", sum(pattern.LessEqual, 100, pattern.Term{Weight: 100, Of: pattern.Standing{Pieces: queen, Squares: h5}}), nil},
		{"sequence", pattern.Then{First: there, Next: either}, []int{1, 2}},
		{"streak", pattern.For{Of: there, Plies: 2}, []int{1}},
		{"anywhere", on(queen, b.all()), []int{64}},
		{"too many", on(b.pieces(white, "Queen", "Rook"), b.all()), nil},
		{"two of them", sum(pattern.GreaterEqual, 200, pattern.Term{Weight: 100, Of: pattern.Standing{Pieces: rook, Squares: rank7}}), []int{2}},
	} {
		var got []int
		for _, anchor := range pattern.Compile(row.node, r).Anchors() {
			got = append(got, len(anchor))
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: anchors of %v placements, want %v", row.name, got, row.want)
		}
		if got := pattern.Compile(row.node, r).IsAnchor(); got != slices.Contains(placed, row.name) {
			t.Errorf("%s: that one of the anchors stands there is all of it: %v", row.name, got)
		}
	}
}

// TestCancel checks that no legal moves are generated after the context has
// ended.
func TestCancel(t *testing.T) {
	r := games.Rules(t, "chess", "")
	player := tape.NewPlayer(r)
	if _, err := player.Load(played(t, r, "e4 e5 Nf3 Nc6")); err != nil {
		t.Fatal(err)
	}
	player.Follow(r.Start(), [][]rules.Move{moves(t, r, "e4 e5 Nf3 Nc6")})
	sum := func(of pattern.Count) pattern.Node {
		return pattern.Sum{Terms: []pattern.Term{{Weight: 1, Of: of}}, Op: pattern.GreaterEqual, Than: 0}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, row := range []struct {
		condition pattern.Node
		after     int
	}{
		{sum(pattern.Pinned{}), 0},
		{sum(pattern.Legal{}), 0},
		{pattern.Turn{Side: rules.First}, 3},
	} {
		m := pattern.Compile(row.condition, r)
		m.SetContext(t.Context())
		before := len(m.Plies(player, 0).List(0))
		m.SetContext(ended)
		if after := len(m.Plies(player, 0).List(0)); before < 3 || after != row.after {
			t.Errorf("%T: holds at %d plies, then %d", row.condition, before, after)
		}
	}
}
