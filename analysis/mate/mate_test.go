package mate

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/definitions"
	"assay/fixtures/games"
)

// TestMates has mates made for this test, and positions without one.
func TestMates(t *testing.T) {
	for _, row := range []struct {
		name, id, position string
		limits             Limits
		plies              int
	}{
		{"rook on the last rank", "chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Limits{}, 1},
		{"queen sacrifice, smothered", "chess", "r6k/6pp/8/6N1/2Q5/8/6PP/7K w - - 0 1", Limits{Shortest: true}, 7},
		{"quiet rook, then mate", "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", Limits{Plies: 3, Quiet: true, Nodes: 1e6}, 3},
		{"no mate by checks alone", "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", Limits{}, 0},
		{"stalemate is none", "chess", "7k/5K2/6p1/6P1/8/8/8/8 w - - 0 1", Limits{Plies: 1, Quiet: true}, 0},
		{"gold at the head", "shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", Limits{}, 1},
		{"pawn drops do not mate", "shogi", "3rkr3/3p1p3/4S4/9/9/9/9/9/4K4[P] w - - 0 1", Limits{Plies: 1}, 0},
		{"knight smothers with drops", "crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", Limits{}, 1},
		{"two chariots", "xiangqi", "4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1", Limits{Shortest: true, Quiet: true, Plies: 3}, 3},
		{"stalemate loses", "xiangqi", "3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1", Limits{Plies: 3, Quiet: true}, 1},
		{"drops between, of any hand", "shogi", "RS2k4/4p4/+R8/9/9/9/9/9/4K4[2b4g3s4n4l17p] w - - 0 1", Limits{Nodes: 25_000, Shortest: true}, 0},
		{"every move of the other side loses", "janggi", "r1ba1ab2/3kr2R1/nC6c/p2n1p3/2p2p3/1P3P3/1P7/3K1RN2/3A5/2BNA1B2 b - - 8 23", Limits{Plies: 2, Shortest: true, Quiet: true}, 2},
		{"fifty moves may be claimed", "chess", "7k/8/5K2/8/8/8/8/R7 w - - 98 120", Limits{Plies: 3, Quiet: true, Nodes: 1e6}, 0},
		{"the mate is the fiftieth move", "chess", "7k/8/5K2/8/8/8/8/R7 w - - 97 120", Limits{Plies: 3, Quiet: true, Nodes: 1e6}, 3},
		{"a mate at once, though fifty moves are over", "chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 99 120", Limits{}, 1},
		{"counted moves may be claimed", "makruk", "7k/8/5K2/8/8/8/8/R7 w - 32 29 120", Limits{Plies: 3, Quiet: true, Nodes: 1e6}, 0},
		{"the mate is the last that is counted", "makruk", "7k/8/5K2/8/8/8/8/R7 w - 32 28 120", Limits{Plies: 3, Quiet: true, Nodes: 1e6}, 3},
		{"third check", "3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", Limits{}, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := games.Position(t, row.id, row.position)
			text := p.Text()
			found := Search(t.Context(), p, p.Side(), row.limits)
			if found.Plies != row.plies || len(found.Line) != row.plies || p.Text() != text {
				t.Errorf("%d plies, want %d: %+v", found.Plies, row.plies, found)
			}
			if row.plies == 0 && !found.Settled {
				t.Error("it is not settled")
			}
		})
	}
}

// TestLongMates has mates with quiet moves that are too long to be looked for
// from the shortest, and what is to be enough to find them.
func TestLongMates(t *testing.T) {
	for _, row := range []struct {
		name, id, position string
		nodes              uint64
		found              bool
	}{
		{"queen", "chess", "8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1", 400_000, true},
		{"two bishops", "chess", "k7/8/3K4/8/3B4/3B4/8/8 w - - 0 1", 100_000, true},
		{"rook, king in a corner", "chess", "7k/8/8/4K3/8/8/8/R7 w - - 0 1", 20_000, true},
		{"the side to move is mated", "chess", "7k/8/5K2/8/8/8/8/R7 b - - 0 1", 20_000, false},
		{"a knight cannot", "chess", "7k/8/5K2/8/8/8/8/N7 w - - 0 1", 20_000, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := games.Position(t, row.id, row.position)
			found := Search(t.Context(), p, p.Side(), Limits{Nodes: row.nodes, Quiet: true})
			for _, m := range found.Line {
				if v := p.Judge(m); v != nil {
					t.Fatal(v)
				}
				p.Play(m)
			}
			if o, over := p.Outcome(); row.found != over || over && o.Result != "1-0" || len(found.Line) != found.Plies {
				t.Errorf("%+v %+v", found, o)
			}
			if found.Nodes > row.nodes {
				t.Errorf("%d moves are tried, %d wanted", found.Nodes, row.nodes)
			}
		})
	}
}

// TestFewNodes ends a search whose limit is passed while the moves of one
// position are looked at.
func TestFewNodes(t *testing.T) {
	p := games.Position(t, "shogi", "RS2k4/4p4/+R8/9/9/9/9/9/4K4[2b4g3s4n4l17p] w - - 0 1")
	for nodes := uint64(1); nodes < 100; nodes++ {
		if found := Search(t.Context(), p, p.Side(), Limits{Nodes: nodes}); found.Nodes > nodes {
			t.Fatalf("%d moves are tried, %d wanted", found.Nodes, nodes)
		}
	}
}

// TestEndsInTime ends searches whose time is over, or whose context is, where
// hundreds of moves are looked at in each position.
func TestEndsInTime(t *testing.T) {
	p := games.Rules(t, "atomicduck", "").Start()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, row := range []struct {
		ctx  context.Context
		time time.Duration
	}{{over, 0}, {t.Context(), time.Nanosecond}} {
		if found := Search(row.ctx, p, p.Side(), Limits{Time: row.time, Nodes: 1e6, Quiet: true}); found.Nodes > 5000 {
			t.Errorf("time %v: %d moves are tried", row.time, found.Nodes)
		}
	}
}

// TestShortMatesAgainstBruteForce compares mates of up to three plies, by
// checks and by any moves, with all lines of so many plies, in random positions
// of many games.
func TestShortMatesAgainstBruteForce(t *testing.T) {
	for _, id := range fixtures.Games(definitions.Registry().IDs()) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r := games.Rules(t, id, "")
			if !r.HasCheck() {
				return
			}
			rng := rand.New(rand.NewPCG(1, 9))
			mates := 0
			for tries, looks := fixtures.Rounds(40, 200, 20000), 0; tries > 0; tries-- {
				p := r.Start()
				for range 10 + rng.IntN(90) {
					moves := p.Moves(nil)
					if _, over := p.Outcome(); over || len(moves) == 0 {
						break
					}
					p.Play(moves[rng.IntN(len(moves))])
				}
				if _, over := p.Outcome(); over {
					p.Undo()
				}
				for _, quiet := range []bool{false, true} {
					plies := 3
					if n := p.Count(); quiet && n*n*n > 200_000 || n*n > 20_000 {
						plies = 1
					}
					want := brute(p, p.Side(), plies, quiet)
					got := Search(context.Background(), p, p.Side(), Limits{Plies: plies, Quiet: quiet, Shortest: true, Nodes: 1e7})
					if got.Plies != want || !got.Settled {
						t.Fatalf("%s: mate in %d plies, found %d (quiet %v, settled %v)", p.Text(), want, got.Plies, quiet, got.Settled)
					}
					if got.Plies > 0 {
						mates++
					}
					if want > 0 && !quiet {
						if free := Search(context.Background(), p, p.Side(), Limits{Nodes: 1e6}); free.Plies == 0 {
							t.Fatalf("%s: a mate in %d plies is not found without a limit of plies", p.Text(), want)
						}
					}
				}
				if looks++; looks > 8 && mates > 40 {
					break
				}
			}
			t.Logf("%d mates", mates)
		})
	}
}

// brute is the plies of the shortest forced win, up to a number, 0 for none.
func brute(p *rules.Position, attacker rules.Side, most int, quiet bool) int {
	for n := 1; n <= most; n++ {
		if bruteWins(p, attacker, n, quiet) {
			return n
		}
	}
	return 0
}

func bruteWins(p *rules.Position, attacker rules.Side, left int, quiet bool) bool {
	if o, over := p.Outcome(); over {
		return o.Result == winOf(attacker)
	}
	if left == 0 {
		return false
	}
	attacks := p.Side() == attacker
	for _, m := range p.Moves(nil) {
		p.Play(m)
		_, ended := p.Ended()
		counts := !attacks || quiet || ended || p.InCheck(p.Side())
		wins := counts && bruteWins(p, attacker, left-1, quiet)
		p.Undo()
		if attacks && wins || !attacks && !wins {
			return attacks
		}
	}
	return !attacks
}

// TestPastMayBeClaimed has a game in which the position behind one of two
// mating moves stood twice, so that a draw can be claimed where it is played
// again.
func TestPastMayBeClaimed(t *testing.T) {
	p := games.Position(t, "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	for _, text := range slices.Repeat([]string{"f6g6", "h8g8", "g6f6", "g8h8"}, 2) {
		for _, m := range p.Moves(nil) {
			if (notation.UCI{}).Format(p, m) == text {
				p.Play(m)
				break
			}
		}
	}
	for range 2 {
		found := Search(t.Context(), p, p.Side(), Limits{Plies: 3, Quiet: true, Nodes: 1e6})
		if found.Plies != 3 || (notation.UCI{}).Format(p, found.Line[0]) != "f6f7" {
			t.Errorf("%+v", found)
		}
	}
}
