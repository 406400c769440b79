package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures/games"
)

// TestProofGames has published proof games of chess, and short ones of other
// variants, with their numbers of solutions.
func TestProofGames(t *testing.T) {
	for _, row := range []struct {
		stipulation, variant, position string
		solutions, plies               int
	}{
		// G. Schweig, Tukon 1938.
		{"dia4", "chess", "r1bqkbnr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBNR w - - 0 1", 1, 8},
		// E. C. Mortimer, version by A. Frolkin.
		{"dia4", "chess", "rnbqkb1r/ppp2ppp/8/8/8/8/PPPPPPPP/RNBQKB1R w - - 0 1", 1, 8},
		// T. Orban, Die Schwalbe 1976: four games are a move shorter.
		{"dia4", "chess", "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w - - 0 1", 5, 0},
		{"dia3", "chess", "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w - - 0 1", 4, 6},
		// M. Caillaud and J. Rotenberg, Europe Echecs 1991.
		{"dia7", "chess", "rn2qbnr/ppp1p1pp/5k2/8/5p2/5P2/PPPPb1PP/RNBQKBNR w - - 0 1", 1, 14},
		// H. Gruber, Problemkiste 1984: White castles.
		{"dia6", "chess", "rnbqkbnr/pppp1p1p/8/4p1p1/1PQP4/8/P1PNPPPP/2KR1BNR w - - 0 1", 1, 12},
		// K. Kiesow, Die Schwalbe 2003.
		{"dia3.5", "chess", "rn1qkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1", 1, 7},
		// G. Wilts, Shortest Proof Games 1991.
		{"dia10", "chess", "nrbqkbrn/pppppppp/8/3B4/4QK2/6P1/PPPPPP1P/RNB3NR w - - 0 1", 1, 20},
		{"dia", "chess", "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w - - 0 1", 4, 6},
		{"dia", "chess", "rn1qkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1", 1, 7},
		{"dia", "chess", "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq - 0 1", 0, 0}, // nothing was captured
		{"ser-dia5", "chess", "rnbqkbnr/pppppQpp/8/7B/8/4P3/PPPP1PPP/RNB1K1NR b - - 0 1", 1, 5},
		{"dia1", "chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1", 1, 2},
		{"dia2", "chess", "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w - - 0 1", 2, 4}, // the target is mate
		{"dia1.5", "chess", "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b - - 0 1", 1, 3},
		{"dia1.5", "crazyhouse", "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b - - 0 1", 1, 3},
		{"dia2.5", "crazyhouse", "rnb1kbnr/ppp1pppp/8/3q4/8/3P4/PPPP1PPP/RNBQKBNR[p] b - - 0 1", 1, 5}, // a drop
		{"dia2.5", "crazyhouse", "rnb1kbnr/ppp1pppp/8/3q4/8/P7/PPPPPPPP/RNBQKBNR[p] b - - 0 1", 0, 0},
		{"dia2.5", "crazyhouse", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR[Pp] b - - 0 1", 1, 5},
		{"dia2", "snort", "8/8/8/2pp4/8/4PP2/8/8 w - - 0 1", 4, 4},
	} {
		t.Run(row.stipulation+" "+row.variant+" "+row.position, func(t *testing.T) {
			s, err := Parse(row.stipulation)
			if err != nil {
				t.Fatal(err)
			}
			p := games.Position(t, row.variant, row.position)
			found, err := Solve(t.Context(), p, s, Settings{})
			if err != nil || !found.Complete || len(found.Solutions) != row.solutions {
				t.Fatalf("%d solutions, want %d: %v", len(found.Solutions), row.solutions, err)
			}
			for _, one := range found.Solutions {
				if row.plies > 0 && len(one.Moves) != row.plies {
					t.Errorf("%d plies, want %d", len(one.Moves), row.plies)
				}
			}
		})
	}
	p := games.Position(t, "chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1")
	s, _ := Parse("dia1.5")
	if _, err := Solve(t.Context(), p, s, Settings{}); err != errWrongSide {
		t.Errorf("a proof game of half moves with White to move: %v", err)
	}
	s, _ = Parse("dia1")
	if _, err := Solve(t.Context(), p, s, Settings{SetPlay: true}); err == nil {
		t.Error("a proof game has set play")
	}
}

// TestBounds plays random games of every variant. In each position, the plies
// that the game still has must be enough for the lower bounds of its end.
func TestBounds(t *testing.T) {
	tested := 0
	for _, id := range variant.Embedded().IDs() {
		random := rand.New(rand.NewPCG(44, 3))
		r := games.Rules(t, id, "")
		p := r.Start()
		target := p.Clone()
		line := games.Play(target, random, 24+random.IntN(9))
		e := newEstimator(newProof(p, target), r)
		for i := 0; ; i++ {
			var left plies
			left[p.Side()], left[p.Side().Other()] = (len(line)-i+1)/2, (len(line)-i)/2
			if !e.possible(p, left) {
				t.Errorf("%s: %s cannot become %s in %d plies", id, p.Text(), target.Text(), len(line)-i)
				break
			}
			tested++
			if i == len(line) {
				break
			}
			p.Play(line[i])
		}
		if !e.reached(target) {
			t.Errorf("%s: %s is not reached", id, target.Text())
		}
	}
	if tested < 4_000 {
		t.Errorf("only %d positions", tested)
	}
}

// TestProofsSlowly compares proof games with those of a search through all
// games.
func TestProofsSlowly(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 4))
	for _, id := range []string{"minishogi", "losalamos", "microchess", "atomic", "gardner", "minixiangqi", "dobutsu",
		"kinglet", "antichess", "seirawan"} {
		r := games.Rules(t, id, "")
		for range 3 {
			p := r.Start()
			n := 2 + random.IntN(2)
			for range n {
				moves := p.Moves(nil)
				p.Play(moves[random.IntN(len(moves))])
			}
			want := slowGames(r.Start(), p, n, nil)
			found, err := Solve(t.Context(), p, Stipulation{Play: Help, Goal: Array, Moves: n / 2, Half: n%2 == 1}, Settings{})
			if err != nil || len(want) == 0 {
				t.Fatalf("%s: %d games, %v", id, len(want), err)
			}
			var lines [][]rules.Move
			for _, one := range found.Solutions {
				lines = append(lines, one.Moves)
			}
			slices.SortFunc(want, slices.Compare[[]rules.Move])
			if !slices.EqualFunc(lines, want, slices.Equal[[]rules.Move]) {
				t.Errorf("%s: %s: %d games, want %d", id, p.Text(), len(lines), len(want))
			}
		}
	}
}

// slowGames returns all games of n plies that end in the target, or earlier
// with the same side to move.
func slowGames(p, target *rules.Position, n int, line []rules.Move) (all [][]rules.Move) {
	if len(line) > 0 && n%2 == 0 && placement(p) == placement(target) {
		return [][]rules.Move{slices.Clone(line)}
	}
	if n == 0 {
		return nil
	}
	after(p, func(m rules.Move) { all = append(all, slowGames(p, target, n-1, append(line, m))...) })
	return all
}
