package puzzle

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"assay/analysis"
	"assay/analysis/engine"
	"assay/analysis/engine/external"
	"assay/analysis/engine/match"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/definitions"
	"assay/fixtures/games"
)

func line(z *Puzzle) (text []string) {
	p := z.Position.Clone()
	for _, m := range z.Moves {
		text = append(text, notation.UCI{}.Format(p, m))
		p.Play(m)
	}
	return text
}

// TestAt has positions with a puzzle and without one.
func TestAt(t *testing.T) {
	for _, row := range []struct {
		name, variant, position string
		kind                    Kind // "" for no puzzle
		first                   string
		moves                   int
		themes                  []string
	}{
		{"back rank", "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", Mate, "a1a8", 1,
			[]string{"mate", "mateIn1", "oneMove"}},
		{"two mates in one", "chess", "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1", "", "", 0, nil},
		{"a slower mate does not spoil a faster", "chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1", Mate, "h1h8", 1, nil},
		{"smothered", "chess", "r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", Mate, "b3g8", 2,
			[]string{"mateIn2", "sacrifice", "short"}},
		{"two keys", "chess", "7k/8/5K2/8/8/8/8/5RR1 w - - 0 1", "", "", 0, nil},
		{"fork", "chess", "q3k3/6pp/8/3N4/8/8/5PPP/5RK1 w - - 0 1", Win, "d5c7", 0, []string{"fork"}},
		{"nothing", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", "", 0, nil},
		{"the only move that holds", "chess", "8/8/8/8/8/2k5/2p5/2K5 b - - 0 1", "", "", 0, nil},
		{"drop", "shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", Mate, "G@e8", 1, []string{"mateIn1"}},
		{"a win by points is no mate", "janggi", "3a1a3/4k4/9/p3r3p/7p1/3n1P3/6P2/9/4A4/3NK4 b - - 6 47", Win, "e7e2", 2,
			[]string{"points", "short", "win"}},
		{"the defender must end the game by points", "janggi",
			"2r1k4/9/3ac4/9/7p1/2P6/3Rn4/5K3/3A1N3/5r3 b - - 1 62", "", "", 0, nil},
		{"both moves lose a race to the hill", "kingofthehill",
			"r4b1r/2n2p2/2k1P2p/pp1b1q2/4R1p1/2P5/2QPP1PP/2B1KB1R w K - 1 23", "", "", 0, nil},
		{"one legal move", "chess", "7k/8/8/8/8/8/6q1/7K w - - 0 1", "", "", 0, nil},
		{"over", "chess", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "", "", 0, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			z, err := NewFinder(0, nil).At(t.Context(), games.Position(t, row.variant, row.position))
			switch {
			case err != nil:
				t.Fatal(err)
			case z == nil && row.kind == "":
				return
			case z == nil:
				t.Fatal("no puzzle")
			}
			if z.Kind != row.kind || line(z)[0] != row.first || row.moves > 0 && z.SolverMoves() != row.moves {
				t.Errorf("%s: %v", z.Kind, line(z))
			}
			for _, theme := range row.themes {
				if !slices.Contains(z.Themes, theme) {
					t.Errorf("themes %v lack %s", z.Themes, theme)
				}
			}
		})
	}
}

// TestHolds plays on after solutions that lose slowly, that hold, and that win.
func TestHolds(t *testing.T) {
	for _, row := range []struct {
		name, variant, position, move string
		holds                         bool
	}{
		{"a pawn that promotes beyond one search", "chess", "8/8/8/8/k6P/8/8/K7 b - - 0 1", "a4a3", false},
		{"the king reaches the pawn", "chess", "8/8/8/3k4/7P/8/8/K7 b - - 0 1", "d5e5", true},
		{"mate", "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", true},
	} {
		f, p := NewFinder(0, nil), games.Position(t, row.variant, row.position)
		if err := f.learn(p.Rules()); err != nil {
			t.Fatal(err)
		}
		z := &Puzzle{Kind: Defence, Position: p, Proof: Proof{Each: 20_000}}
		for _, m := range p.Moves(nil) {
			if (notation.UCI{}).Format(p, m) == row.move {
				z.Moves = []rules.Move{m}
			}
		}
		if got := f.holds(t.Context(), z); got != row.holds {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}

// TestVerify has solutions that are right and wrong.
func TestVerify(t *testing.T) {
	for _, row := range []struct {
		moves []string
		ok    bool
	}{
		{[]string{"b3g8"}, true},
		{[]string{"b3g8", "a8g8", "h6f7"}, true},
		{[]string{"h6f7"}, false},
		{[]string{"b3g8", "a8g8", "h6g8"}, false},
		{nil, false},
	} {
		p := games.Position(t, "chess", "r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1")
		var moves []rules.Move
		for q, i := p.Clone(), 0; i < len(row.moves); i++ {
			for _, m := range q.Moves(nil) {
				if (notation.UCI{}).Format(q, m) == row.moves[i] {
					moves = append(moves, m)
				}
			}
			q.Play(moves[i])
		}
		if z, err := NewFinder(0, nil).Verify(t.Context(), p, moves); err != nil || (z != nil) != row.ok {
			t.Errorf("%v: %v, %v", row.moves, z, err)
		}
	}
}

// made are puzzles of games of a variant, the first of which are random.
func made(t testing.TB, f *Finder, variant string, count, plies int) (all []Found) {
	r := games.Rules(t, variant, "")
	for i := range count {
		opening, _ := match.Drawn(r.Start(), 10, rand.New(rand.NewPCG(44, uint64(i))))
		player := &match.EnginePlayer{Engine: engine.New(1), Limits: engine.Limits{Nodes: 60}}
		g, err := match.Play(t.Context(), opening, [2]match.Player{player, player}, plies)
		if err != nil {
			t.Fatal(err)
		}
		end := g.Start.Clone()
		for _, m := range g.Moves {
			end.Play(m)
		}
		found, err := f.In(t.Context(), end, g.Moves)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

// endsAfter is a context that ends after a number of checks; -1 is never.
type endsAfter struct {
	context.Context
	most, checks int
}

func (c *endsAfter) Err() error {
	if c.checks++; c.most >= 0 && c.checks > c.most {
		return context.DeadlineExceeded
	}
	return nil
}

// TestInterrupted returns the puzzles that were found before the context ends.
func TestInterrupted(t *testing.T) {
	const start = "6k1/2p2ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
	p := games.Position(t, "chess", start)
	var moves []rules.Move
	for _, text := range []string{"a1b1", "c7c6"} {
		for _, m := range p.Moves(nil) {
			if (notation.UCI{}).Format(p, m) == text {
				moves = append(moves, m)
			}
		}
		p.Play(moves[len(moves)-1])
	}
	f := NewFinder(100, nil)
	ctx := &endsAfter{Context: context.Background(), most: -1}
	all, err := f.In(ctx, p, moves)
	if err != nil || len(all) < 2 {
		t.Fatalf("%v, %v", all, err)
	}
	some := false
	for part := 1; part < 20; part++ {
		found, err := f.In(&endsAfter{Context: context.Background(), most: ctx.checks * part / 20}, p, moves)
		if err != nil && len(found) > 0 {
			some = true
		}
		if err == nil && len(found) < len(all) {
			t.Errorf("%d of %d puzzles without an error", len(found), len(all))
		}
	}
	if !some {
		t.Error("nothing is returned before the context ends")
	}
}

// mates reports whether a side wins within that many plies whatever the other
// side plays, by trying all legal moves.
func mates(p *rules.Position, side rules.Side, plies int) bool {
	if o, over := p.Outcome(); over {
		return o.Result == []string{"1-0", "0-1"}[side]
	}
	if plies == 0 {
		return false
	}
	attacks := p.Side() == side
	for _, m := range p.Moves(nil) {
		p.Play(m)
		won := mates(p, side, plies-1)
		p.Undo()
		if won == attacks {
			return attacks
		}
	}
	return !attacks
}

// TestSlowly compares the mates of made puzzles with a search that tries all
// legal moves: no shorter mate, and one move that mates.
func TestSlowly(t *testing.T) {
	compared := 0
	for _, variant := range []string{"chess", "crazyhouse", "minishogi"} {
		for _, z := range made(t, NewFinder(150, nil), variant, fixtures.Rounds(1, 4, 20), 100) {
			if z.Kind != Mate || len(z.Moves) > 3 {
				continue
			}
			compared++
			p, side := z.Position.Clone(), z.Position.Side()
			for i := 0; i < len(z.Moves); i += 2 {
				left := len(z.Moves) - i
				if left > 1 && mates(p, side, left-2) {
					t.Errorf("%s: a shorter mate", p.Text())
				}
				p.Play(z.Moves[i])
				if !mates(p, side, left-1) {
					t.Errorf("%s: %v does not mate", z.Position.Text(), line(z.Puzzle))
				}
				p.Undo()
				for _, m := range others(p, z.Moves[i]) {
					p.Play(m)
					if also := mates(p, side, left-1); also != slices.Contains(z.Also, m) && (also || left == 1) {
						t.Errorf("%s: %s mates too: %v", p.Text(), notation.UCI{}.Format(p, m), also)
					}
					p.Undo()
				}
				if left > 1 {
					p.Play(z.Moves[i])
					p.Play(z.Moves[i+1])
				}
			}
		}
	}
	if compared < 3 {
		t.Errorf("only %d mates compared", compared)
	}
	t.Logf("%d mates compared", compared)
}

// TestFairyStockfish asks Fairy-Stockfish about each move of made puzzles, with
// ten times the nodes of the refutations: it prefers no other move by much.
func TestFairyStockfish(t *testing.T) {
	const path, nodes = "/usr/games/fairy-stockfish", 200
	if _, err := os.Stat(path); err != nil {
		fixtures.Lacks(t, "%v", err)
	}
	peer, err := external.New(external.Config{Name: "peer", Path: path}, analysis.NewRulebook(definitions.Registry()))
	if err != nil {
		t.Fatal(err)
	}
	defer peer.Close()
	asked := 0
	for _, variant := range []string{"chess", "crazyhouse"} {
		f := NewFinder(nodes, nil)
		for _, z := range made(t, f, variant, fixtures.Rounds(1, 2, 20), 80) {
			p := z.Position.Clone()
			for i, m := range z.Moves {
				if i%2 == 0 && p.Count() > 1 {
					found, err := peer.Search(t.Context(), p, engine.Limits{Nodes: 10 * nodes * Factor, MultiPV: 2}, nil)
					if err != nil {
						t.Fatal(err)
					}
					asked++
					best := found.Lines[0]
					also := i == len(z.Moves)-1 && slices.Contains(z.Also, best.Moves[0])
					if best.Moves[0] != m && !also && f.win(&best) > 75 {
						t.Errorf("%s: %s, %v; the peer plays %s, %+v", p.Text(), z.Kind, line(z.Puzzle),
							notation.UCI{}.Format(p, best.Moves[0]), found.Lines)
					}
				}
				p.Play(m)
			}
		}
	}
	t.Logf("%d moves asked", asked)
}
