package match

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"assay/analysis/engine"
	"assay/analysis/rules"
	"assay/fixtures/games"
)

// scripted is a player that calls a function.
type scripted func(p *rules.Position) (Choice, error)

func (scripted) Begin() error { return nil }

func (s scripted) Move(_ context.Context, p *rules.Position) (Choice, error) { return s(p) }

// chance plays random moves.
func chance(seed uint64) scripted {
	random := rand.New(rand.NewPCG(seed, 1))
	return func(p *rules.Position) (Choice, error) {
		moves := p.Moves(nil)
		return Choice{Move: moves[random.IntN(len(moves))]}, nil
	}
}

// walks plays the moves between these squares in turn, over and over.
func walks(lines ...string) scripted {
	return func(p *rules.Position) (Choice, error) {
		want := lines[p.Ply()/2%len(lines)]
		for _, m := range p.Moves(nil) {
			r := p.Rules()
			if r.SquareName(m.From())+r.SquareName(m.To()) == want {
				return Choice{Move: m}, nil
			}
		}
		return Choice{}, &Forfeit{"no " + want}
	}
}

// TestPlay covers every way in which a match game can end.
func TestPlay(t *testing.T) {
	r := games.Rules(t, "chess", "")
	text := func(s string) Opening {
		p, err := r.ParsePosition(s)
		if err != nil {
			t.Fatal(err)
		}
		return From(p)
	}
	odds, err := games.Rules(t, "armageddon", "").ParsePosition("7k/8/8/8/8/8/8/RK6 w - - 99 80")
	if err != nil {
		t.Fatal(err)
	}
	start := From(r.Start())
	illegal := scripted(func(p *rules.Position) (Choice, error) {
		return Choice{Move: rules.NewMove(rules.Step, 0, 40, rules.NoPieceType)}, nil
	})
	for _, c := range []struct {
		name              string
		from              Opening
		first, second     scripted
		plies             int
		result, says, bad string
	}{
		{"mate", start, walks("f2f3", "g2g4"), walks("e7e5", "d8h4"), 50, "0-1", "checkmate", ""},
		{"repetition is claimed", start, walks("g1f3", "f3g1"), walks("g8f6", "f6g8"), 50, "1/2-1/2", "repetition", ""},
		{"plies without progress are claimed", text("7k/8/8/8/8/8/8/RK6 w - - 99 80"), walks("a1a2"), walks("h8g8"), 500, "1/2-1/2", "", ""},
		{"plies without progress are won by a side", From(odds), walks("a1a2"), walks("h8g8"), 500, "0-1", "fifty-move", ""},
		{"the bound of plies", start, chance(1), chance(2), 4, "1/2-1/2", "4 plies", ""},
		{"an illegal move loses", start, walks("e2e4"), illegal, 50, "1-0", "rules infraction", "in rnbqkbnr/pppppppp/8/8/4P3/"},
		{"no move loses", start, walks("e2e5"), chance(1), 50, "0-1", "rules infraction", "no e2e5, in rnbqkbnr/"},
	} {
		g, err := Play(t.Context(), c.from, [2]Player{c.first, c.second}, c.plies)
		if err != nil {
			t.Fatal(err)
		}
		if g.Result != c.result || !strings.Contains(g.Termination, c.says) || !strings.Contains(g.Fault, c.bad) || (c.bad == "") != (g.Fault == "") {
			t.Errorf("%s: %s, %s, fault %q", c.name, g.Result, g.Termination, g.Fault)
		}
	}
	broken := errors.New("broken")
	if _, err := Play(t.Context(), start, [2]Player{scripted(func(*rules.Position) (Choice, error) { return Choice{}, broken }), chance(1)}, 9); err != broken {
		t.Errorf("%v", err)
	}
}

// TestRunIsRepeated expects the same games from any number of workers.
func TestRunIsRepeated(t *testing.T) {
	r := games.Rules(t, "csg-1", "")
	run := func(workers int) (moves [][]rules.Move, last Score) {
		m := &Match{
			Pairs: 3, Plies: 40, Workers: workers,
			Opening: func(ctx context.Context, _, pair int) (Opening, error) {
				return Balance{Plies: 4, Most: 200, Nodes: 100}.Random(ctx, r, engine.New(1), uint64(pair))
			},
			Players: func(int) ([2]Player, error) {
				return [2]Player{&EnginePlayer{engine.New(1), engine.Limits{Nodes: 300}}, &EnginePlayer{engine.New(1), engine.Limits{Depth: 1}}}, nil
			},
		}
		swapped := false
		score, err := m.Run(t.Context(), func(g *Game, s *Score) error {
			if g.Swapped != swapped {
				t.Error("the colours do not alternate")
			}
			swapped = !swapped
			moves = append(moves, g.Moves)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return moves, *score
	}
	a, first := run(1)
	b, second := run(3)
	if len(a) != 6 || !reflect.DeepEqual(a, b) || !reflect.DeepEqual(first, second) {
		t.Errorf("%v and %v; %+v and %+v", a, b, first, second)
	}
	for i := 0; i < len(a); i += 2 {
		if !reflect.DeepEqual(a[i][:4], a[i+1][:4]) {
			t.Errorf("the games %d and %d of a pair begin otherwise", i, i+1)
		}
	}
}

// TestRunEnds stops a match by an error and by its context.
func TestRunEnds(t *testing.T) {
	r, broken := games.Rules(t, "chess", ""), errors.New("broken")
	m := &Match{
		Pairs: 50, Plies: 6, Workers: 2,
		Opening: func(context.Context, int, int) (Opening, error) { return From(r.Start()), nil },
		Players: func(int) ([2]Player, error) { return [2]Player{chance(1), chance(2)}, nil },
	}
	if _, err := m.Run(t.Context(), func(*Game, *Score) error { return broken }); err != broken {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	m.Pairs = 100_000 // too many to finish
	if _, err := m.Run(ctx, func(*Game, *Score) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	m.Players = func(int) ([2]Player, error) { return [2]Player{}, broken }
	if _, err := m.Run(t.Context(), nil); err != broken {
		t.Errorf("%v", err)
	}
}

// TestAlike plays each opening once, with alternating colours.
func TestAlike(t *testing.T) {
	r := games.Rules(t, "chess", "")
	m := &Match{
		Pairs: 4, Plies: 6, Alike: true,
		Opening: func(context.Context, int, int) (Opening, error) { return From(r.Start()), nil },
		Players: func(int) ([2]Player, error) { return [2]Player{chance(1), chance(1)}, nil },
	}
	var swapped []bool
	score, err := m.Run(t.Context(), func(g *Game, _ *Score) error { swapped = append(swapped, g.Swapped); return nil })
	if err != nil || !reflect.DeepEqual(swapped, []bool{false, true, false, true}) || score.First.Games() != 4 {
		t.Errorf("%v, %v, %+v", err, swapped, score)
	}
}

// TestInterval compares Wilson's interval with published values: 8 of 10, none
// of 10, and no game.
func TestInterval(t *testing.T) {
	for _, row := range []struct {
		tally     Tally
		low, high float64
	}{{Tally{8, 0, 2}, 0.490, 0.943}, {Tally{0, 0, 10}, 0, 0.278}, {Tally{}, 0, 1}, {Tally{0, 10, 0}, 0.237, 0.763}} {
		low, high := row.tally.Interval()
		if math.Abs(low-row.low) > 5e-4 || math.Abs(high-row.high) > 5e-4 {
			t.Errorf("%+v: %.3f to %.3f, want %.3f to %.3f", row.tally, low, high, row.low, row.high)
		}
	}
}

// TestScore compares scores with values computed by hand.
func TestScore(t *testing.T) {
	win, draw, loss := &Game{Result: "1-0"}, &Game{Result: "1/2-1/2"}, &Game{Result: "1-0", Swapped: true, Fault: "x"}
	var s Score
	s.add([]*Game{win, {Result: "0-1", Swapped: true}})
	s.add([]*Game{win, draw})
	s.add([]*Game{win, loss})
	s.add([]*Game{draw, loss})
	if s.Wins != 4 || s.Draws != 2 || s.Losses != 2 || s.Part() != 0.625 || s.Forfeits != [2]int{2, 0} {
		t.Errorf("%+v, %v", s, s.Part())
	}
	// pairs 1, 0.75, 0.5, 0.25: squares of 0.375, 0.125, 0.125, 0.375
	if want := 1.96 * math.Sqrt(0.3125/3/4); math.Abs(s.Error()-want) > 1e-12 {
		t.Errorf("error %v, want %v", s.Error(), want)
	}
	if e := Elo(10.0 / 11); math.Abs(e-400) > 1e-9 {
		t.Errorf("%v", e)
	}
	var one Score
	if one.add([]*Game{win}); one.Error() != 0.5 || new(Score).Part() != 0.5 {
		t.Error("what one pair shows")
	}
}
