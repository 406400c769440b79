package tune

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/logistic"
	"assay/analysis/rules"
	"assay/fixtures/games"
)

// madeUp are positions of made-up games whose results follow from two things
// that the evaluation sees, the second of which counts for more than it is
// said to.
func madeUp(games int, scale, second float64) []logistic.Row {
	random := rand.New(rand.NewPCG(5, 5))
	var rows []logistic.Row
	for game := range games {
		a, b := random.NormFloat64()*200, random.NormFloat64()*200
		result := 0.0
		if random.Float64() < logistic.Sigmoid(scale*(a+(1+second)*b)) {
			result = 1
		}
		rows = append(rows, logistic.Row{Game: game, Base: a + b, Slopes: []logistic.Slope{{Factor: 0, By: a}, {Factor: 1, By: b}}, Result: result, Weight: 1})
	}
	return rows
}

// TestSpread keeps the default evaluation unless the results clearly
// contradict it.
func TestSpread(t *testing.T) {
	r := games.Rules(t, "chess", "")
	made := func(many int, second float64) *Sample {
		return &Sample{rules: r, rows: madeUp(many, 0.004, second), games: many, valueParts: 2, parts: make([]parameter, 2)}
	}
	if _, spread := made(4000, 1).crossValidate(); spread == 0 {
		t.Error("a default evaluation that is wrong by half is kept")
	}
	if n, spread := made(4000, 0).crossValidate(); spread > 0.1 || n > 2 {
		t.Errorf("a correct default evaluation is changed by %v, %d factors", spread, n)
	}
	few := made(40, 1)
	if got := few.Fit(); got.Values != nil {
		t.Errorf("40 games move the worths: %v", got.Values)
	}
}

// TestTune plays a few quick games against itself and fits what it can: the
// same on every run, with no constant of few games.
func TestTune(t *testing.T) {
	r := games.Rules(t, "minishogi", "")
	fit := func(workers int) *engine.Fit {
		s := NewSample(r)
		play := Play{Games: 6, Nodes: 60, Plies: 60, Workers: workers, Seed: 3}
		random := 0
		if err := play.SelfPlay(t.Context(), r, func(g *match.Game) {
			s.Add(g)
			for _, c := range g.Choices {
				if c.Random {
					random++
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
		if random == 0 {
			t.Error("no move is random")
		}
		if s.Games() != 6 || len(s.quiet) == 0 || len(s.quiet) > 6*perGame {
			t.Errorf("%d games, %d positions", s.Games(), len(s.quiet))
		}
		return s.Fit()
	}
	one, two := fit(1), fit(3)
	if !reflect.DeepEqual(one, two) {
		t.Errorf("%+v and %+v", one, two)
	}
	if one.Curve != (engine.Estimate{}) || one.Variant != "minishogi" || one.Revision != r.Definition().Revision() {
		t.Errorf("%+v", one)
	}
}

// TestSampleSkips takes nothing of games that say nothing, and of others no
// position in which something is at stake.
func TestSampleSkips(t *testing.T) {
	r := games.Rules(t, "chess", "")
	s := NewSample(r)
	s.Add(&match.Game{Start: r.Start(), Result: "*"})
	s.Add(&match.Game{Start: r.Start(), Result: "1-0", Fault: "no move"})
	if s.Games() != 0 {
		t.Error("games without a result of their own are taken")
	}
	p, err := r.ParsePosition("4k3/8/8/3p4/4P3/8/8/4K2R w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	move := func(from, to string) rules.Move {
		for _, m := range p.Moves(nil) {
			if r.SquareName(m.From()) == from && r.SquareName(m.To()) == to {
				return m
			}
		}
		t.Fatal(from, to)
		return 0
	}
	check, capture := move("h1", "h8"), move("e4", "d5")
	s.Add(&match.Game{Start: p, Moves: []rules.Move{check}, Choices: []match.Choice{{Move: capture, CP: 300}}, Result: "1-0"})
	s.Add(&match.Game{Start: p, Moves: []rules.Move{check}, Choices: []match.Choice{{Move: check, Mate: 5}}, Result: "1-0"})
	s.Add(&match.Game{Start: p, Moves: []rules.Move{check}, Choices: []match.Choice{{Move: check, Random: true}}, Result: "1-0"})
	if len(s.quiet) != 0 || len(s.scores) != 3 || s.scores[1].Base != maxScore {
		t.Errorf("%d quiet positions, scores %v", len(s.quiet), s.scores)
	}
	s.Add(&match.Game{Start: p, Moves: []rules.Move{check}, Choices: []match.Choice{{Move: check, CP: 500}}, Result: "1-0"})
	if len(s.quiet) != 1 || s.quiet[0].Base < 300 {
		t.Fatalf("%+v", s.quiet)
	}
	for _, c := range []struct {
		what     string
		factor   int
		from, to float64
	}{
		{"rooks", 3, 300, 1000},
		{"knights", 1, -10, 10},
		{"rooks on h1 while much is left", s.squareIndex(4), 0, 0.5 * squareUnit},
		{"rooks on h1 when little is left", s.squareIndex(4) + 1, 0.5 * squareUnit, squareUnit},
		{"rooks on g1 when little is left", s.squareIndex(4) + 3, 0, 0},
	} {
		by := 0.0
		for _, sl := range s.quiet[0].Slopes {
			if sl.Factor == c.factor {
				by = sl.By
			}
		}
		if by < c.from || by > c.to {
			t.Errorf("%s: %v, want %v to %v", c.what, by, c.from, c.to)
		}
	}
}
