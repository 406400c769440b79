package pattern_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/index/pattern"
	"assay/index/query"
	"assay/index/tape"
)

var update = flag.Bool("update", false, "write the golden files anew")

// randomGame is a random game with a variation: its tape and its moves.
type randomGame struct {
	tape  tape.Tape
	start *rules.Position
	lines [][]rules.Move
}

// newRandomGame plays random moves, with a variation after 20 plies.
func newRandomGame(r *rules.Rules, seed uint64, plies int) *randomGame {
	random := rand.New(rand.NewPCG(seed, 0))
	g := &randomGame{start: r.Start(), lines: make([][]rules.Move, 2)}
	p := r.Start()
	var w tape.Writer
	w.Begin(p)
	play := func(line, plies int) {
		for _, m := range games.Play(p.Clone(), random, plies) {
			w.Ply(p, []analysis.Node{{Move: m, Holds: true}})
			p.Play(m)
			w.Played(p, nil)
			g.lines[line] = append(g.lines[line], m)
		}
	}
	play(0, 20)
	w.Open(p, nil)
	play(1, 6)
	for range g.lines[1] {
		p.Undo()
	}
	w.Close()
	if len(g.lines[1]) == 0 {
		g.lines = g.lines[:1]
	} else {
		g.lines[1] = slices.Concat(g.lines[0], g.lines[1])
	}
	play(0, plies-20)
	g.tape = w.Tape()
	return g
}

// randomAnalysis returns a random engine analysis that lacks the last plies.
func randomAnalysis(seed uint64, plies int) *tape.Analysis {
	random := rand.New(rand.NewPCG(seed, 1))
	o := &tape.Analysis{Accuracy: [2]int{9100, tape.NoAccuracy}}
	for range max(0, plies-5) {
		o.Plies = append(o.Plies, tape.Evaluation{Score: random.IntN(1200) - 600, Swing: random.IntN(4000), Marks: 1 << random.IntN(8) & 31})
	}
	return o
}

var goldenQueries = []struct {
	id      string
	plies   int
	san     string // the game; random if empty
	queries string
}{
	{"chess", 7, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", `
		mate
		stalemate
		mate or turn(white)
		not mate
		legal(mates)
		legal(checks)
		unplayed(checks)
		moves(Q) > 10
		moves = 0
		legal(Q takes p mates)
	`},
	{"chess", 19, "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6", `
		stalemate
		mate
		stalemate or mate
		not stalemate and last
	`},
	{"chess", 11, "e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nbd7 bxa8=N e5 d4 exd4", `
		promotion
		promotion and not check
		N(white) = 3
		moves(pawn takes any) >= 3
		P(white) <= 7 then N(white) > 2
		not promotion for 4
		promotion or drop
		(capture and check) or promotion
		passed(white pawn on {a7, b7}) > 0
	`},
	{"chess", 90, "", `
		white queen on d1
		white queen on every {d1}
		knight on {f3, c6} and turn(black)
		{R, Q} on rank 1
		{white any} on e4
		any on e5
		empty {e2, d2}
		empty e4 or empty e5
		pawn(white) = 8
		pawn(white) < 8 and rook(black) >= 2
		not pawn(white) < 7
		Q(white) + 2 * R(white) > N(black) - 1
		count(white pawn on rank 4) >= 2
		count(white pawn on rank 4) = 1
		count(black any on files a-c) <= 4
		count(white pawn on e4) < 1
		count(white any on {e4, d4, f4, c4, b4}) = 0
		count(white any on {e4, d4, f4, c4, b4}) >= 1
		material(white) - material(black) > 2
		material(white) > material(black) for 6
		capture
		capture and check
		promotion
		check then capture within 4
		capture then capture
		capture then (check then promotion within 30) within 9
		not (capture for 2)
		turn(white) for 1
		(capture or check) for 2
		not check for 12
		move(white pawn from e2)
		move(knight to {c3, f6} takes any)
		move(takes queen)
		move(any from rank 7)
		attack(white any takes black queen)
		attackers(white any to e4) >= 2
		attackers(N) > 1
		attacked(black any) < 20
		attacked(white any takes black any) >= 2
		attack(white any from rank 1 to rank 8)
		attack(N to e5)
		pin(white any)
		pin(black knight by white bishop)
		pin(against queen)
		pin(N on c3)
		pinned(any) > 1
		ray(white queen, black any, black king)
		ray(R, any along file) 
		ray(P, P along rank within 1)
		ray(Q on d1, any along {up, diagonal} within 3)
		ray(p, p, p along diagonal)
		ray(P, P, P along rank within 1) and turn(white)
		mate
		stalemate
		mate or check
		moves < 20
		moves > 35 and turn(black)
		moves(knight) = 0
		legal(takes queen)
		legal(checks)
		legal(Q checks)
		legal(checks) and turn(black)
		legal(mates)
		unplayed(takes queen)
		unplayed(white pawn takes any)
		not moves > 30
		not (check and moves < 9)
		passed(white pawn) > 0
		passed(pawn on rank 3) > 0
		isolated(P) > isolated(p)
		isolated(any) > 2
		doubled(pawn) = 2
		doubled(white pawn on file a) > 0
		pawn(white) > -1
		count(pawn on rank 2) > -1
		{white any, black any} on {a4, b4}
		turn(white) and turn(black) and capture
		turn(white) or capture or check or promotion
		not mate
		blunder
		blunder(white)
		mistake(black) or inaccuracy
		missed-mate or allowed-mate
		swing > 20
		eval(white) > 3
		eval(black) > 3 and ply < 40
		accuracy(white) > 90
		accuracy(black) > 0
		accuracy(white) < 95 and not capture
		ply in 10..20
		ply = 63 or ply = 64 or ply = 65
		plies <= 90
		plies > 90
		last
		last and not check
		result = 1-0
		result = 1-0 and capture
		result = 1-0 or capture
		not result = 1-0
		player:tal then promotion
		player:tal and not (check for 2)
		player:tal or event:open
		verdict = illegal and date > 1990
		rating(white) > 2000 and white queen on d1
		mirrored(white knight on f3)
		symmetric(white pawn on every {a2, b2})
		rotated(ray(R on a1, any along up))
		symmetric(ray(white any on rank 1, white any, black any along {up, up-right}))
		shifted(white pawn on every {d4, e4})
		rook on a1 and rook on h1 and king on e1 and king on e8 and pawn(white) <= 8
		rook on {a1, h1} and capture then white any on {d5, e5, f5} within 20
		(rook on a1 or queen on d1) and (white any on every {a2, b2})
		capture or promotion
		capture and promotion
		(pawn(white) < 8 or pawn(black) < 8) and queen(white) = 1
		queen(white) = 2 or queen(black) = 2
		pawn(white) != 8
		pawn(white) >= 0
		pawn(white) + pawn(black) >= 16
		pawn(white) + knight(white) + bishop(white) + rook(white) + queen(white) >= 1
	`},
	{"crazyhouse", 70, "", `
		hand(white) > 1
		hand(black).pawn = 0 and drop
		hand(white).knight >= 1 then drop within 2
		drop
		drop and not check
		move(pawn to rank 5) and drop
		promoted queen on board
		promoted any on {a8, b8, c8, d8, e8, f8, g8, h8}
		pawn(white) > 9
		hand(white).pawn - hand(black).pawn > 0
		moves(pawn to rank 4) > 2
		moves(from rank 1) > 3
	`},
	{"seirawan", 50, "", `
		move(gates hawk)
		move(gates {hawk, elephant})
		moves(gates hawk) >= 1
		moves(gates elephant) >= 1
		hawk on board
		hand(white) = 2
	`},
	{"placement", 30, "", `
		drop
		moves(N to rank 1) > 0
		hand(white).knight = 1
	`},
	{"duck", 24, "", `
		duck on {e4, e5, d4, d5, c4, c5}
		wall on rank 5
		move(walls e5)
		move(walls rank 4)
		move(queen walls rank 4)
		moves(walls e5) > 10
		attacked(any) > 3
		attackers(white any) > 8
		count(wall on rank 4) = 1
		passed(any) > 2
		ray(P, any along file)
	`},
	{"janggi", 30, "", `
		moves(K) > 3
		moves(any from rank 1) > 2
		move(K)
	`},
	{"kyotoshogi", 40, "", `
		drop
		moves(silver) > 4
		moves(pawn) > 1
		moves(lance to rank 3) > 1
		move(pawn)
	`},
	{"chushogi", 60, "", `
		moves(lance) > 3
		moves(lion takes any) > 1
		moves(any takes any) > 3
	`},
	{"glinski", 60, "", `
		rotated(ray(R, any along up))
		symmetric(ray(white pawn, black any along {up, up-right}))
		ray(R, any along up) 
		ray(white any, black any)
		passed(white pawn) > 0
		passed(black pawn) > 1
		isolated(pawn) > 2
		doubled(pawn) > 0
		attackers(white any to f6) >= 1
		moves > 60
	`},
	{"pocket-shogi-copper", 60, "", `
		pocket(first) = 1
		pocket(second).copper = 1
		pocket(first) + pocket(second) >= 1
		hand(first) > 1
		drop
		move(copper)
		moves(to rank 5) > 4
		moves > 80
	`},
	{"csg-1", 60, "", `
		alloy(red)
		alloy(cyan) and facing
		full(red)
		hand(red) > 2
		move(takes pawn)
		promotion or alloy
		moves(pawn) > 3
	`},
	{"cambodian", 20, "", `
		move(K)
		moves(K to {c2, f2}) > 0
	`},
	{"crossing", 20, "", `
		capture
		move(takes any)
		moves(takes any) > 0
	`},
}

// runs prints numbers as runs.
func runs(list []int) string {
	var b strings.Builder
	for i := 0; i < len(list); i++ {
		from := i
		for i+1 < len(list) && list[i+1] == list[i]+1 {
			i++
		}
		if fmt.Fprintf(&b, " %d", list[from]); i > from {
			fmt.Fprintf(&b, "-%d", list[i])
		}
	}
	return b.String()
}

// TestGolden prints the static properties of queries and their hits in a random
// game. All ways of evaluation must agree.
func TestGolden(t *testing.T) {
	var b strings.Builder
	for i, set := range goldenQueries {
		r := games.Rules(t, set.id, "")
		g := &randomGame{start: r.Start()}
		if set.san == "" {
			g = newRandomGame(r, uint64(i)+1, set.plies)
		} else {
			g.tape, g.lines = played(t, r, set.san), [][]rules.Move{moves(t, r, set.san)}
		}
		player, flat := tape.NewPlayer(r), tape.NewPlayer(r)
		flat.Flat = true
		fmt.Fprintf(&b, "# %s, %d plies in %d lines\n", set.id, len(g.lines[0]), len(g.lines))
		for line := range strings.Lines(set.queries) {
			text := strings.TrimSpace(line)
			if text == "" {
				continue
			}
			q, err := query.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			n, err := query.Bind(q, r)
			if err != nil {
				t.Fatalf("%s: %s: %v", set.id, text, err)
			}
			fmt.Fprintf(&b, "%s\n", text)
			for _, p := range []*tape.Player{player, flat} {
				if _, err := p.Load(g.tape); err != nil {
					t.Fatal(err)
				}
				p.Follow(g.start, g.lines)
				if set.san == "" {
					p.Analysis = randomAnalysis(uint64(i), len(g.lines[0]))
				}
			}
			printKnown(&b, n, r)
			hits := printHits(t, &b, text, n, r, player, flat, len(g.lines))
			p := g.start.Clone()
			for ply := range len(g.lines[0]) + 1 {
				if slices.Contains(hits[:min(len(hits), 2)], ply) {
					fmt.Fprintf(&b, "  squares at %d: %s\n", ply, squareNames(r, pattern.Squares(n, p)))
				}
				if ply < len(g.lines[0]) {
					p.Play(g.lines[0][ply])
				}
			}
		}
	}
	fixtures.Golden(t, *update, "testdata/queries.golden", b.String())
}

func squareNames(r *rules.Rules, b rules.Bitboard) string {
	var names []string
	for !b.Empty() {
		names = append(names, r.SquareName(b.Pop()))
	}
	return strings.Join(names, " ")
}

var pointer = regexp.MustCompile(`0x[0-9a-f]+`)

// printKnown prints the properties of a condition that need no game.
func printKnown(b *strings.Builder, n pattern.Node, r *rules.Rules) {
	m := pattern.Compile(n, r)
	relaxed, other := pattern.Relaxed(n)
	needs := pattern.NeedsOf(relaxed, r)
	anchors, all := m.JointAnchors()
	fmt.Fprintf(b, "  start %v, game %v, flat %v, placed %v, together %d %v, needs %d %v\n",
		pattern.AtStart(n, r), pattern.OnGame(n), m.Flat(), m.IsAnchor(), len(anchors), all, needs.Len(), needs.Sufficient())
	if anchors, traits := m.Anchors(), m.Traits(); len(anchors)+len(traits) > 0 {
		fmt.Fprint(b, "  anchors and traits:")
		for _, a := range anchors {
			fmt.Fprintf(b, " %d", len(a))
		}
		fmt.Fprint(b, ";")
		for _, list := range traits {
			fmt.Fprintf(b, " %d %v", len(list), list[0])
		}
		fmt.Fprintln(b)
	}
	if other {
		fmt.Fprintf(b, "  relaxed %s\n", pointer.ReplaceAllString(fmt.Sprintf("%+v", relaxed), "set"))
	}
}

// printHits prints the hits if all game conditions hold and if none does, and
// compares the ways of evaluation.
func printHits(t *testing.T, b *strings.Builder, text string, n pattern.Node, r *rules.Rules, player, flat *tape.Player, lines int) (hits []int) {
	m := pattern.Compile(n, r)
	relaxed, _ := pattern.Relaxed(n)
	loose, needs := pattern.Compile(relaxed, r), pattern.NeedsOf(relaxed, r)
	for _, fact := range []bool{false, true} {
		facts := slices.Repeat([]bool{fact}, len(m.GameConditions()))
		if fact && len(facts) == 0 {
			break
		}
		for line := range lines {
			var found []int
			may := m.BeginGame(facts)
			if may {
				found = m.Plies(player, line).List(0)
			}
			fmt.Fprintf(b, "  line %d, facts %v, may %v:%s\n", line, facts, may, runs(found))
			if line == 0 {
				hits = found
			}
			want := len(found) > 0
			if may && m.Holds(player, line, nil) != want {
				t.Errorf("%s, line %d: holds is %v, and plies are %v", text, line, !want, found)
			}
			if may && m.Flat() && m.Holds(flat, line, nil) != want {
				t.Errorf("%s, line %d: a flat player differs from %v", text, line, found)
			}
			loose.BeginGame(facts)
			wide := loose.Plies(player, line).List(0)
			for _, ply := range found {
				if !slices.Contains(wide, ply) {
					t.Errorf("%s, line %d: the relaxed condition does not hold at %d", text, line, ply)
				}
			}
			if line == 0 && needs.Len() == 1 && may {
				where := met(player, needs, 0)
				if loose.Holds(player, line, where) != (len(wide) > 0) {
					t.Errorf("%s: by the material %v it does not hold at %v", text, where, wide)
				}
			}
		}
	}
	return hits
}

// TestSimilarityGolden prints the similarity of the positions of random games
// to one of them, with hands, with pockets, and without.
func TestSimilarityGolden(t *testing.T) {
	var b strings.Builder
	for i, id := range []string{"chess", "crazyhouse", "pocket-shogi-copper", "csg-1", "duck", "placement"} {
		r := games.Rules(t, id, "")
		g := newRandomGame(r, uint64(i)+1, 50)
		player, p := tape.NewPlayer(r), g.start.Clone()
		for _, m := range g.lines[0][:min(30, len(g.lines[0]))] {
			p.Play(m)
		}
		l := pattern.NewComparer(p)
		if _, err := player.Load(g.tape); err != nil {
			t.Fatal(err)
		}
		player.Begin(0)
		for more := true; more; more = player.Next() {
			s := l.Similarity(&player.State)
			fmt.Fprintf(&b, "%s %d: %d/%d %d/%d %d/%d, %d\n", id, player.Ply,
				s.Placement, s.PlacementOf, s.Structure, s.StructureOf, s.Hands, s.HandsOf, s.Score())
		}
	}
	fixtures.Golden(t, *update, "testdata/similarity.golden", b.String())
}

// TestGameConditions checks game conditions at their bounds.
func TestGameConditions(t *testing.T) {
	for _, row := range []struct {
		is    pattern.Result
		holds []bool // for 1-0, 0-1, 1/2-1/2, *, nothing, 0-0
	}{
		{pattern.Result{Text: "1-0"}, []bool{true, false, false, false, false, false}},
		{pattern.Result{Text: "0-1"}, []bool{false, true, false, false, false, false}},
		{pattern.Result{Text: "1/2-1/2"}, []bool{false, false, true, false, false, false}},
		{pattern.Result{Text: "*"}, []bool{false, false, false, true, true, false}},
		{pattern.Result{Text: "0-0"}, []bool{false, false, false, false, false, true}},
		{pattern.Result{Text: "1-0", Not: true}, []bool{false, true, true, true, true, true}},
		{pattern.Result{Text: "*", Not: true}, []bool{true, true, true, false, false, true}},
	} {
		for i, result := range []string{"1-0", "0-1", "1/2-1/2", "*", "", "0-0"} {
			if row.is.Holds(result) != row.holds[i] {
				t.Errorf("%+v for %q: %v", row.is, result, !row.holds[i])
			}
		}
	}
	// A day compared with days before, at, inside and after March 1990.
	days := []int{19900228, 19900301, 19900315, 19900331, 19900401}
	for op, want := range map[pattern.Op]string{
		pattern.Equal: "01110", pattern.NotEqual: "10001", pattern.Less: "10000",
		pattern.LessEqual: "11110", pattern.Greater: "00001", pattern.GreaterEqual: "01111",
	} {
		var got strings.Builder
		for _, day := range days {
			fmt.Fprint(&got, map[bool]int{true: 1}[pattern.Date{Op: op, First: 19900301, Last: 19900331}.Holds(day, day)])
		}
		if got.String() != want {
			t.Errorf("comparison %d: %s, want %s", op, got.String(), want)
		}
	}
}
