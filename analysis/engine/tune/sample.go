// Package tune fits the evaluation of a variant to the results of games: the
// piece values, and how fast an advantage turns into wins.
package tune

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/logistic"
	"assay/analysis/rules"
)

// Sample is a set of positions with the results of their games.
type Sample struct {
	rules      *rules.Rules
	base       *engine.StaticEvaluator
	evaluators []*engine.StaticEvaluator // one per part, with that part changed
	parts      []parameter               // fitted parameters except squares
	valueParts int                       // the number of parts that are piece values
	quiet      []position                // quiet positions
	rows       []logistic.Row            // the quiet positions, with search scores scaled to expected results
	scores     []logistic.Row            // search scores of all positions
	games      int
}

// position is a quiet position with its search score and the result of its
// game.
type position struct {
	logistic.Row
	search float64
}

// parameter is a fitted parameter; an increase of its factor by 1 adds one
// unit.
type parameter struct {
	change func(f *engine.Fit, by float64)
	error  func(f *engine.Fit, by float64) // stores the standard error; nil if it is not stored
}

// derivativeStep is the step of the numerical derivative, in units of the
// parameter.
const derivativeStep = 0.5

// perGame is the largest number of quiet positions taken from one game; more of
// them would be nearly redundant.
const perGame = 64

// squareUnit is the effect of a factor of 1 on a square, in centipawns. It is
// small because there are many squares and each needs a tight prior.
const squareUnit = 15

// NewSample returns an empty sample of a variant.
func NewSample(r *rules.Rules) *Sample {
	s := &Sample{rules: r, base: engine.NewStaticEvaluator(r, nil)}
	defaults := engine.DefaultFit(r)
	for i, w := range defaults.Values {
		if w.Board == 0 {
			continue
		}
		s.parts = append(s.parts, parameter{
			func(f *engine.Fit, by float64) {
				f.Values[i].Board += round(by * float64(w.Board))
				f.Values[i].Late += round(by * float64(w.Late))
			}, func(f *engine.Fit, by float64) { f.Values[i].Error = round(math.Abs(by * float64(w.Board))) },
		})
		if w.Hand != 0 {
			s.parts = append(s.parts, parameter{
				func(f *engine.Fit, by float64) { f.Values[i].Hand += round(by * float64(w.Hand)) },
				func(f *engine.Fit, by float64) { f.Values[i].HandError = round(math.Abs(by * float64(w.Hand))) },
			})
		}
	}
	s.valueParts = len(s.parts)
	for i, p := range defaults.Tables {
		for phase, free := range p.Mobility {
			s.addWeight(free, func(f *engine.Fit) *int { return &f.Tables[i].Mobility[phase] })
		}
	}
	for i, t := range defaults.Terms {
		s.addWeight(t.Early, func(f *engine.Fit) *int { return &f.Terms[i].Early })
		if t.Late != 0 {
			s.addWeight(t.Late, func(f *engine.Fit) *int { return &f.Terms[i].Late })
		}
	}
	for _, p := range s.parts {
		changed := cloneFit(defaults)
		p.change(changed, derivativeStep)
		s.evaluators = append(s.evaluators, engine.NewStaticEvaluator(r, changed))
	}
	return s
}

// minUnit is the smallest unit of a weight, in sixteenths of a centipawn.
const minUnit = 16

// addWeight adds a weight to the fitted parameters, unless the default
// evaluation does not use it.
func (s *Sample) addWeight(current int, weight func(*engine.Fit) *int) {
	if current == 0 {
		return
	}
	unit := max(math.Abs(float64(current)), minUnit)
	s.parts = append(s.parts, parameter{change: func(f *engine.Fit, by float64) { *weight(f) += round(by * unit) }})
}

// cloneFit returns a deep copy of a fit.
func cloneFit(f *engine.Fit) *engine.Fit {
	out := *f
	out.Values, out.Terms, out.Tables = slices.Clone(f.Values), slices.Clone(f.Terms), slices.Clone(f.Tables)
	for i := range out.Tables {
		p := &out.Tables[i]
		p.Early, p.Late = slices.Clone(p.Early), slices.Clone(p.Late)
	}
	return &out
}

// Games returns the number of games in the sample.
func (s *Sample) Games() int { return s.games }

// Add takes quiet positions and search scores from a finished game.
func (s *Sample) Add(g *match.Game) {
	result, ok := map[string]float64{"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}[g.Result]
	if !ok || g.Fault != "" || len(g.Choices) == 0 {
		return
	}
	p := g.Start.Clone()
	for _, m := range g.Moves[:g.Opening] {
		p.Play(m)
	}
	random := rand.New(rand.NewPCG(uint64(s.games), uint64(len(g.Moves))))
	var quiet []position
	seen := 0
	for i, choice := range g.Choices {
		s.scores = append(s.scores,
			logistic.Row{Game: s.games, Base: searchScore(p, choice), Result: result,
				Weight: 1 / float64(len(g.Choices))})
		if choice.Mate == 0 && !choice.Random && isQuiet(p, choice.Move) {
			seen++
			if len(quiet) < perGame {
				quiet = append(quiet, s.evaluate(p, choice, result))
			} else if n := random.IntN(seen); n < perGame { // reservoir sampling
				quiet[n] = s.evaluate(p, choice, result)
			}
		}
		p.Play(g.Moves[g.Opening+i])
	}
	s.quiet = append(s.quiet, quiet...)
	s.games++
}

// isQuiet reports whether a position is quiet: no side is in check, and the
// best move neither captures nor promotes.
func isQuiet(p *rules.Position, best rules.Move) bool {
	return !p.InCheck(p.Side()) && p.Captured(best) == rules.NoPiece && best.Into() == rules.NoPieceType
}

// maxScore clamps search scores, in centipawns, as for the judgement of moves.
const maxScore = 1000

// searchScore returns the search score of a position from First's view.
func searchScore(p *rules.Position, c match.Choice) float64 {
	score := c.CP
	switch {
	case c.Mate > 0:
		score = maxScore
	case c.Mate < 0:
		score = -maxScore
	}
	if p.Side() == rules.Second {
		score = -score
	}
	return float64(min(max(score, -maxScore), maxScore))
}

// evaluate returns a position with its evaluation and derivatives.
func (s *Sample) evaluate(p *rules.Position, choice match.Choice, result float64) position {
	value, early := s.base.Evaluate(p)
	out := position{logistic.Row{Game: s.games, Base: float64(value), Result: result, Weight: 1},
		searchScore(p, choice)}
	for i, judge := range s.evaluators {
		if other, _ := judge.Evaluate(p); other != value {
			out.Slopes = append(out.Slopes, logistic.Slope{Factor: i, By: float64(other-value) / derivativeStep})
		}
	}
	sums := map[int]float64{}
	for b := p.Occupied(); !b.Empty(); {
		at := b.Pop()
		pc := p.At(at)
		if pc == rules.Walled {
			continue
		}
		by := float64(squareUnit)
		if pc.Side() == rules.Second {
			by = -by
		}
		n := s.squareIndex(pc.Type()) + 2*engine.Fold(s.rules, pc.Side(), at)
		sums[n] += by * early
		sums[n+1] += by * (1 - early)
	}
	for _, n := range slices.Sorted(maps.Keys(sums)) {
		if sums[n] != 0 {
			out.Slopes = append(out.Slopes, logistic.Slope{Factor: n, By: sums[n]})
		}
	}
	return out
}

// squareIndex returns the index of the first square factor of a piece type.
// Middlegame and endgame factors alternate.
func (s *Sample) squareIndex(t rules.PieceType) int {
	return len(s.parts) + 2*engine.Folded(s.rules)*(int(t)-1)
}

// factorCount returns the number of factors.
func (s *Sample) factorCount() int { return s.squareIndex(rules.PieceType(s.rules.Types() + 1)) }
