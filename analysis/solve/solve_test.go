package solve

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
)

// TestSolutions has problems with their numbers of solutions. Those of chess
// are as Popeye 4.104 counts them.
func TestSolutions(t *testing.T) {
	for _, row := range []struct {
		stipulation, variant, position string
		solutions                      int
	}{
		{"#1", "chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1},
		{"#2", "chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 1},
		{"#2", "chess", "8/K7/8/6Q1/8/R7/8/7k w - - 0 1", 6},
		{"#4", "chess", "r4rk1/1pp2ppp/p7/3b4/8/2Q2N2/PPP2PPP/4R1K1 w - - 0 1", 0},
		{"=2", "chess", "2Q2R2/8/8/8/8/3k2K1/8/8 w - - 0 1", 1},
		{"=2", "chess", "3KR3/8/8/8/2Q3NB/8/b7/6k1 w - - 0 1", 1},
		{"h#2", "chess", "8/6R1/2B5/4K3/8/8/8/6k1 b - - 0 1", 1},
		{"h#2", "chess", "5B2/3p4/8/K7/8/7Q/5k2/8 b - - 0 1", 14}, // one in one move
		{"h#1.5", "chess", "8/8/P7/k1n5/8/2K5/1R3P2/3R1rr1 w - - 0 1", 18},
		{"h=2", "chess", "8/8/K6B/7B/8/8/2k5/8 b - - 0 1", 2},
		{"h=2", "chess", "1N6/5N2/8/8/P7/8/3K2R1/1k6 b - - 0 1", 47},
		{"r#2", "chess", "8/8/7b/8/2N5/1q2K2r/1q4k1/8 w - - 0 1", 1},
		{"r#2", "chess", "8/b7/8/8/1k6/3r1R2/1K2r3/n7 w - - 0 1", 2},
		{"ser-r#2", "chess", "3R4/8/8/7q/3R1rK1/4r3/7k/8 w - - 0 1", 1},
		{"ser-r#2", "chess", "8/8/1K2r3/8/8/4pk2/8/1r6 w - - 0 1", 2},
		{"ser-h#2", "chess", "4k3/7R/5N2/3N4/5B2/1N5K/8/2N5 b - - 0 1", 3},
		{"ser-h#2", "chess", "8/6r1/3B4/7k/2P5/3Q1Kp1/8/8 b - - 0 1", 6},
		{"ser-h#6", "chess", "8/8/4p3/3k1n2/1p3b2/8/5N2/2B1K3 b - - 0 1", 0},
		{"#1", "shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 1},
		{"#1", "shogi", "3rkr3/3p1p3/4S4/9/9/9/9/9/4K4[P] w - - 0 1", 0}, // a pawn drop may not mate
		{"win1", "xiangqi", "3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1", 2},    // stalemate wins
		{"#1", "xiangqi", "3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1", 0},
		{"+1", "chess", "k7/8/8/8/8/8/8/K6R w - - 0 1", 1},
	} {
		t.Run(row.stipulation+" "+row.variant, func(t *testing.T) {
			s, err := Parse(row.stipulation)
			if err != nil {
				t.Fatal(err)
			}
			p := games.Position(t, row.variant, row.position)
			text := p.Text()
			found, err := Solve(t.Context(), p, s, Settings{})
			if err != nil || !found.Complete || len(found.Solutions) != row.solutions || p.Text() != text {
				t.Errorf("%d solutions, want %d: %+v, %v", len(found.Solutions), row.solutions, found, err)
			}
		})
	}
}

// TestTsume has problems with and without the customs of tsume shogi.
func TestTsume(t *testing.T) {
	for _, row := range []struct {
		stipulation, position     string
		strict, solutions, length int
		surplus                   int
	}{
		// The lance mates from all squares of its file; a drop on its way is
		// futile.
		{"#1", "7lk/7p1/9/9/9/4B4/9/9/9[Lg] w", 1, 8, 1, 0},
		// Without the bishop, the king recaptures next to it.
		{"#1", "7lk/7p1/9/9/9/9/9/9/9[Lg] w", 0, 0, 0, 0},
		// The shortest mate is shown, and what is left in the hand.
		{"#3", "7lk/7p1/9/9/9/4B4/9/9/9[LPg] w", 8, 8, 1, 1},
		// Two keys mate at once; the third one is longer or gives no check.
		{"#2", "7k1/9/6GG1/9/9/9/9/9/9 w", 3, 2, 1, 0},
	} {
		t.Run(row.stipulation+" "+row.position, func(t *testing.T) {
			s, err := Parse(row.stipulation)
			if err != nil {
				t.Fatal(err)
			}
			p := games.Position(t, "shogi", row.position)
			strict, err := Solve(t.Context(), p, s, Settings{})
			if err != nil || len(strict.Solutions) != row.strict {
				t.Errorf("%d solutions without customs, want %d, %v", len(strict.Solutions), row.strict, err)
			}
			found, err := Solve(t.Context(), p, s, Settings{Tsume: true})
			if err != nil || len(found.Solutions) != row.solutions {
				t.Fatalf("%d solutions, want %d: %+v, %v", len(found.Solutions), row.solutions, found, err)
			}
			for _, one := range found.Solutions {
				if len(one.Moves) != row.length || one.Surplus != row.surplus {
					t.Errorf("%d plies with %d pieces left, want %d with %d", len(one.Moves), one.Surplus,
						row.length, row.surplus)
				}
			}
		})
	}
	for _, text := range []string{"h#2", "ser-#2", "=1", "s#2"} {
		s, _ := Parse(text)
		p := games.Position(t, "shogi", "7lk/7p1/9/9/9/4B4/9/9/9[Lg] w")
		if _, err := Solve(t.Context(), p, s, Settings{Tsume: true}); err != errNotTsume {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// slow solves a stipulation by its definition alone, without tables, orders of
// moves or shortcuts. It returns the first moves of battles and the lines of
// other play.
type slow struct {
	s     Stipulation
	tsume bool
	line  []rules.Move
	found [][]rules.Move
}

// goal reports whether the side that just moved reached the goal.
func (s *slow) goal(p *rules.Position) bool {
	check, stuck := p.InCheck(p.Side()), len(p.Moves(nil)) == 0
	switch s.s.Goal {
	case Mate:
		return check && stuck
	case Stalemate:
		return !check && stuck
	}
	return check
}

// after calls f in the position after each legal move.
func after(p *rules.Position, f func(m rules.Move)) {
	for _, m := range p.Moves(nil) {
		p.Play(m)
		f(m)
		p.Undo()
	}
}

// one reports whether the side to move can reach the goal in one move.
func (s *slow) one(p *rules.Position) (ok bool) {
	after(p, func(rules.Move) { ok = ok || s.goal(p) })
	return ok
}

// succeeds reports whether the first side, which just moved, succeeds whatever
// the other side plays; n counts that move and those to come.
func (s *slow) succeeds(p *rules.Position, n int) bool {
	switch {
	case s.s.Play == Direct && s.goal(p):
		return true
	case (s.s.Play == Reflex || s.s.Play == SemiReflex) && s.one(p):
		return true
	case s.s.Play != Self && n == 1 && !s.tsume:
		return false
	}
	defences, failed := 0, 0
	after(p, func(m rules.Move) {
		defences++
		if s.tsume && m.Kind() == rules.Drop && s.recaptures(p, m.To(), n) {
			failed++
			return
		}
		if s.s.Play == Self && s.goal(p) || n > 1 && s.can(p, n-1) {
			failed++
		}
	})
	return defences > 0 && defences == failed
}

// recaptures reports whether the side to move captures on a square with check
// and still mates in n moves, of which the capture is none.
func (s *slow) recaptures(p *rules.Position, at rules.Square, n int) (ok bool) {
	after(p, func(m rules.Move) {
		ok = ok || m.Kind() != rules.Drop && m.To() == at && p.InCheck(p.Side()) && s.succeeds(p, n)
	})
	return ok
}

func (s *slow) can(p *rules.Position, n int) (ok bool) {
	if s.s.Play == Reflex && s.one(p) {
		return false
	}
	after(p, func(rules.Move) { ok = ok || (!s.tsume || p.InCheck(p.Side())) && s.succeeds(p, n) })
	return ok
}

func (s *slow) help(p *rules.Position, left int) {
	after(p, func(m rules.Move) {
		s.line = append(s.line, m)
		if left%2 == 1 && s.goal(p) {
			s.found = append(s.found, slices.Clone(s.line))
		} else if left > 1 {
			s.help(p, left-1)
		}
		s.line = s.line[:len(s.line)-1]
	})
}

func (s *slow) solve(p *rules.Position) [][]rules.Move {
	if s.s.Play == Help {
		s.help(p, s.s.plies())
	} else if s.s.Play != Reflex || !s.one(p) {
		after(p, func(m rules.Move) {
			if (!s.tsume || p.InCheck(p.Side())) && s.succeeds(p, s.s.Moves) {
				s.found = append(s.found, []rules.Move{m})
			}
		})
	}
	slices.SortFunc(s.found, slices.Compare[[]rules.Move])
	return s.found
}

// TestSlowly compares the solutions of random positions with those of the slow
// way.
func TestSlowly(t *testing.T) {
	stipulations := []string{"#2", "s#2", "r#2", "semi-r#2", "h#1.5", "h#2", "=2", "h=1.5", "+1", "s=2", "h#1", "h+1.5"}
	random := rand.New(rand.NewPCG(44, 1))
	compared, solved := 0, 0
	for range 20_000 {
		if compared == 80 {
			break
		}
		variant := []string{"chess", "minishogi", "xiangqi"}[random.IntN(3)]
		p := sparse(t, random, variant)
		if p == nil {
			continue
		}
		compared++
		s, err := Parse(stipulations[random.IntN(len(stipulations))])
		if err != nil {
			t.Fatal(err)
		}
		want := (&slow{s: s}).solve(p.Clone())
		got, err := Solve(t.Context(), p, s, Settings{Workers: 1 + random.IntN(3)})
		if err != nil {
			t.Fatal(err)
		}
		lines := make([][]rules.Move, 0, len(got.Solutions))
		for _, one := range got.Solutions {
			if s.Play == Help {
				lines = append(lines, one.Moves)
			} else {
				lines = append(lines, one.Moves[:1])
			}
		}
		if len(want) > 0 {
			solved++
		}
		if !slices.EqualFunc(lines, want, slices.Equal[[]rules.Move]) {
			t.Fatalf("%s %s %s: %d solutions, want %d", s, variant, p.Text(), len(lines), len(want))
		}
	}
	if compared < 80 || solved < 5 {
		t.Errorf("only %d of %d problems have solutions", solved, compared)
	}
}

// TestSlowlyTsume compares the keys of random tsume problems of minishogi with
// those of the slow way.
func TestSlowlyTsume(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 2))
	r := games.Rules(t, "minishogi", "")
	compared, solved, differ := 0, 0, 0
	for range 20_000 {
		if compared == 150 {
			break
		}
		p, err := r.ParsePosition(tsumeLike(random))
		if err != nil {
			continue
		}
		if _, over := p.Outcome(); over {
			continue
		}
		compared++
		var want [][]rules.Move
		n := 0
		for n < 2 && len(want) == 0 {
			n++
			want = (&slow{s: Stipulation{Moves: n}, tsume: true}).solve(p.Clone())
		}
		got, err := Solve(t.Context(), p, Stipulation{Moves: 2}, Settings{Tsume: true, Workers: 1 + random.IntN(3)})
		if err != nil {
			t.Fatal(err)
		}
		keys := make([][]rules.Move, 0, len(got.Solutions))
		for _, one := range got.Solutions {
			keys = append(keys, one.Moves[:1])
			if len(one.Moves) != 2*n-1 {
				t.Errorf("%s: a solution of %d plies, want %d", p.Text(), len(one.Moves), 2*n-1)
			}
		}
		if len(want) > 0 {
			solved++
		}
		if !slices.EqualFunc(keys, want, slices.Equal[[]rules.Move]) {
			t.Fatalf("%s: %d keys, want %d", p.Text(), len(keys), len(want))
		}
		if strict, _ := Solve(t.Context(), p, Stipulation{Moves: n}, Settings{}); len(strict.Solutions) != len(want) {
			differ++
		}
	}
	if compared < 150 || solved < 20 || differ < 3 {
		t.Errorf("%d of %d problems have solutions, %d of them not without the customs", solved, compared, differ)
	}
}

// tsumeLike returns a position with a king near the edge, a few pieces of each
// side, and pieces in hand.
func tsumeLike(random *rand.Rand) string {
	board := [5][5]string{}
	board[random.IntN(2)][random.IntN(5)] = "k"
	board[4][random.IntN(5)] = "K"
	for _, c := range []string{"R", "B", "S", "+R", "+B", "g", "s", "p"} {
		at := &board[random.IntN(4)][random.IntN(5)]
		if *at == "" && random.IntN(3) > 0 {
			*at = c
		}
	}
	var text strings.Builder
	for _, rank := range board {
		for _, c := range rank {
			text.WriteString(cmp.Or(c, "1"))
		}
		text.WriteString("/")
	}
	ranks := strings.NewReplacer("11111", "5", "1111", "4", "111", "3", "11", "2").Replace(text.String())
	hands := []string{"[GS]", "[GSp]", "[Gsr]", "[RBg]", "[R]", "[Bpg]", "[Rs]"}
	return strings.TrimSuffix(ranks, "/") + hands[random.IntN(len(hands))] + " w - - 0 1"
}

// sparse returns a position of a random game from which most pieces were taken;
// nil if the game ended.
func sparse(t *testing.T, random *rand.Rand, variant string) *rules.Position {
	p := games.Rules(t, variant, "").Start()
	for range 20 + random.IntN(60) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		p.Play(moves[random.IntN(len(moves))])
	}
	ranks, rest, _ := strings.Cut(p.Text(), " ")
	ranks, _, _ = strings.Cut(ranks, "[")
	side, _, _ := strings.Cut(rest, " ")
	text := thinned(random, ranks) + map[string]string{"minishogi": "[G]"}[variant] + " " + side + " - - 0 1"
	at, err := games.Rules(t, variant, "").ParsePosition(text)
	if err != nil {
		return nil
	}
	if _, over := at.Outcome(); over || len(at.Moves(nil)) > 25 {
		return nil
	}
	return at
}

// thinned removes two of three pieces but kings from the ranks of a position.
func thinned(random *rand.Rand, ranks string) string {
	var kept strings.Builder
	empty := 0
	for i := 0; i <= len(ranks); i++ {
		if i < len(ranks) && ranks[i] != '/' && ranks[i] != 'k' && ranks[i] != 'K' {
			switch c := ranks[i]; {
			case c >= '0' && c <= '9':
				empty += int(c - '0')
				continue
			case c == '+':
				continue
			case random.IntN(3) > 0:
				empty++
				continue
			}
		}
		if empty > 0 {
			kept.WriteString(strconv.Itoa(empty))
			empty = 0
		}
		if i < len(ranks) {
			kept.WriteByte(ranks[i])
		}
	}
	return kept.String()
}

// TestTriesAndSetPlay has problems with tries, set play and duals.
func TestTriesAndSetPlay(t *testing.T) {
	p := games.Position(t, "chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1")
	s, _ := Parse("#2")
	found, err := Solve(t.Context(), p, s, Settings{Tries: true, SetPlay: true, Variations: true})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[Kind]int{}
	for _, one := range found.Solutions {
		kinds[one.Kind]++
		if one.Kind == Actual &&
			(len(one.Moves) != 3 || len(one.Variations) != 1 || len(one.Variations[0].Answers) != 1) {
			t.Errorf("solution %+v", one)
		}
	}
	if kinds[Actual] != 1 || kinds[Try] != 11 || kinds[SetPlay] != 0 {
		t.Errorf("%v", kinds)
	}
	p = games.Position(t, "chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1") // a set mate, and 7 waiting moves
	found, err = Solve(t.Context(), p, s, Settings{SetPlay: true, Variations: true})
	if err != nil || found.Solutions[0].Kind != SetPlay || len(found.Solutions[0].Moves) != 2 {
		t.Errorf("%+v, %v", found.Solutions, err)
	}
	semi, _ := Parse("semi-r#1") // after two moves Black has one reply, which does not mate
	p = games.Position(t, "chess", "8/6B1/8/8/p7/kp6/p7/K7 w - - 0 1")
	if found, err = Solve(t.Context(), p, semi, Settings{Tries: true}); err != nil || len(found.Solutions) != 1 {
		t.Errorf("%+v, %v", found.Solutions, err)
	}
	h, _ := Parse("h#2")
	p = games.Position(t, "chess", "8/8/8/8/8/5k2/5p2/3K3R b - - 0 1")
	if _, err := Solve(t.Context(), p, h, Settings{SetPlay: true}); err != nil {
		t.Error(err)
	}
	check := games.Position(t, "chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
	if _, err := Solve(t.Context(), check, s, Settings{SetPlay: true}); err != errCannotPass {
		t.Errorf("set play of a side in check: %v", err)
	}
}

// TestLimits has searches that end early.
func TestLimits(t *testing.T) {
	p := games.Position(t, "chess", "8/8/4p3/3k1n2/1p3b2/8/5N2/2B1K3 b - - 0 1")
	s, _ := Parse("h#3")
	found, err := Solve(t.Context(), p, s, Settings{Nodes: 5000})
	if err != nil || found.Complete || found.Nodes > 20_000 {
		t.Errorf("limit of nodes: %+v, %v", found, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err = Solve(ctx, p, s, Settings{}); err != nil || found.Complete {
		t.Errorf("cancelled: %+v, %v", found, err)
	}
	many := games.Position(t, "chess", "1N6/5N2/8/8/P7/8/3K2R1/1k6 b - - 0 1")
	s, _ = Parse("h=2")
	if found, err = Solve(t.Context(), many, s, Settings{Most: 5}); err != nil || found.Complete ||
		len(found.Solutions) != 5 {
		t.Errorf("limit of solutions: %d, %v", len(found.Solutions), err)
	}
	over := games.Position(t, "3check", "4k3/8/8/8/8/8/8/R3K3 b - - 0+3 0 1")
	if _, err := Solve(t.Context(), over, s, Settings{}); err == nil {
		t.Error("a game that is over is solved")
	}
}

// TestParse reads stipulations, and refuses others.
func TestParse(t *testing.T) {
	for text, want := range map[string]Stipulation{
		"#2":           {Moves: 2},
		"# 2":          {Moves: 2},
		"H#2.5":        {Play: Help, Moves: 2, Half: true},
		"h#0.5":        {Play: Help, Half: true},
		"s=3":          {Play: Self, Goal: Stalemate, Moves: 3},
		"semi-r#2":     {Play: SemiReflex, Moves: 2},
		"ser-h#4":      {Series: true, Play: Help, Moves: 4},
		"ser-#10":      {Series: true, Moves: 10},
		"hwin3":        {Play: Help, Goal: Win, Moves: 3},
		"ser-s+1":      {Series: true, Play: Self, Goal: Check, Moves: 1},
		"win99":        {Goal: Win, Moves: 99},
		"dia":          {Play: Help, Goal: Array},
		"dia4":         {Play: Help, Goal: Array, Moves: 4},
		"dia 4.5":      {Play: Help, Goal: Array, Moves: 4, Half: true},
		"ser-dia5":     {Series: true, Goal: Array, Moves: 5},
		"ser-r#2":      {Series: true, Play: Reflex, Moves: 2},
		"ser-semi-r#2": {Series: true, Play: SemiReflex, Moves: 2},
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		} else if again, err := Parse(got.String()); err != nil || again != got {
			t.Errorf("%q is written %q: %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "2", "#", "#0", "#100", "hdia4", "ser-dia4.5", "dia0", "#-1", "#2.5", "ser-h#2.5", "x#2", "h#2.7", "##2", "h#h2",
		"#999999999999999999999"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"#2", "h#2.5", "ser-s=3", "semi-rwin4", "h# 3", "dia4.5", "ser-dia2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(s.String()); err != nil || again != s {
			t.Errorf("%q is written %q: %+v, %v", text, s, again, err)
		}
	})
}
