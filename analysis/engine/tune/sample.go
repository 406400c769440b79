// Package tune fits what an engine thinks of a game to the results of games:
// the worths of its pieces, and how fast an advantage turns into wins.
package tune

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/rules"
)

// Sample is positions of games with how these ended.
type Sample struct {
	rules  *rules.Rules
	base   *engine.StaticEvaluator
	varied []*engine.StaticEvaluator // of parts, in their order
	parts  []part          // what is fitted besides squares
	first  int             // how many parts are of the worths of pieces
	seen   []position      // quiet ones
	rows   []row           // the same, once what the searches said has a meaning
	scores []row           // of all: what the search said
	games  int
}

// position is a quiet one, what a search said of it, and how its game ended.
type position struct {
	row
	said float64
}

// part is something that is fitted: a change of it by its unit is a factor 1.
type part struct {
	change func(f *engine.Fit, by float64)
	error  func(f *engine.Fit, by float64) // keeps its error; nil where none is kept
}

// stretch is by how much a part is changed to see what that changes.
const stretch = 0.5

// perGame is how many quiet positions of a game are taken at most: more of them
// would say little more.
const perGame = 64

// place is what squares that count so many hundredths of a pawn are changed by
// with a factor of 1. There are so many squares that each is to be held nearer
// to the formula than what counts everywhere.
const place = 15

// NewSample returns one of a game without positions.
func NewSample(r *rules.Rules) *Sample {
	s := &Sample{rules: r, base: engine.NewStaticEvaluator(r, nil)}
	formula := engine.DefaultFit(r)
	for i, w := range formula.Values {
		if w.Board == 0 {
			continue
		}
		s.parts = append(s.parts, part{
			func(f *engine.Fit, by float64) {
				f.Values[i].Board += round(by * float64(w.Board))
				f.Values[i].Late += round(by * float64(w.Late))
			}, func(f *engine.Fit, by float64) { f.Values[i].Error = round(math.Abs(by * float64(w.Board))) },
		})
		if w.Hand != 0 {
			s.parts = append(s.parts, part{
				func(f *engine.Fit, by float64) { f.Values[i].Hand += round(by * float64(w.Hand)) },
				func(f *engine.Fit, by float64) { f.Values[i].HandError = round(math.Abs(by * float64(w.Hand))) },
			})
		}
	}
	s.first = len(s.parts)
	for i, p := range formula.Tables {
		for phase, free := range p.Mobility {
			s.weight(free, func(f *engine.Fit) *int { return &f.Tables[i].Mobility[phase] })
		}
	}
	for i, t := range formula.Terms {
		s.weight(t.Early, func(f *engine.Fit) *int { return &f.Terms[i].Early })
		if t.Late != 0 {
			s.weight(t.Late, func(f *engine.Fit) *int { return &f.Terms[i].Late })
		}
	}
	for _, p := range s.parts {
		changed := copied(formula)
		p.change(changed, stretch)
		s.varied = append(s.varied, engine.NewStaticEvaluator(r, changed))
	}
	return s
}

// leastUnit is the least that a weight is taken to be changed by, in
// sixteenths of a hundredth of a pawn.
const leastUnit = 16

// weight adds a weight to what is fitted; one that the formula does not use is
// left out.
func (s *Sample) weight(formula int, of func(*engine.Fit) *int) {
	if formula == 0 {
		return
	}
	unit := max(math.Abs(float64(formula)), leastUnit)
	s.parts = append(s.parts, part{change: func(f *engine.Fit, by float64) { *of(f) += round(by * unit) }})
}

// copied is a fit that may be changed without the other.
func copied(f *engine.Fit) *engine.Fit {
	out := *f
	out.Values, out.Terms, out.Tables = slices.Clone(f.Values), slices.Clone(f.Terms), slices.Clone(f.Tables)
	for i := range out.Tables {
		p := &out.Tables[i]
		p.Early, p.Late = slices.Clone(p.Early), slices.Clone(p.Late)
	}
	return &out
}

// Games is how many games the sample has positions of.
func (s *Sample) Games() int { return s.games }

// Add takes positions of a game that was played to its end, and what its
// players thought.
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
		s.scores = append(s.scores, row{game: s.games, base: said(p, choice), result: result, weight: 1 / float64(len(g.Choices))})
		if choice.Mate == 0 && !choice.Random && calm(p, choice.Move) {
			seen++
			if len(quiet) < perGame {
				quiet = append(quiet, s.look(p, choice, result))
			} else if n := random.IntN(seen); n < perGame { // each has the same chance
				quiet[n] = s.look(p, choice, result)
			}
		}
		p.Play(g.Moves[g.Opening+i])
	}
	s.seen = append(s.seen, quiet...)
	s.games++
}

// calm reports whether nothing is at stake in a position but what the
// evaluation sees: nobody is in check, and the best move takes nothing and
// changes no piece.
func calm(p *rules.Position, best rules.Move) bool {
	return !p.InCheck(p.Side()) && p.Captured(best) == rules.NoPiece && best.Into() == rules.NoPieceType
}

// ceiling is what a search can say at most that is taken for more, as in what
// is said of moves.
const ceiling = 1000

// said is what the search said of a position, in the view of First.
func said(p *rules.Position, c match.Choice) float64 {
	worth := c.CP
	switch {
	case c.Mate > 0:
		worth = ceiling
	case c.Mate < 0:
		worth = -ceiling
	}
	if p.Side() == rules.Second {
		worth = -worth
	}
	return float64(min(max(worth, -ceiling), ceiling))
}

// look is a position as the fit sees it.
func (s *Sample) look(p *rules.Position, choice match.Choice, result float64) position {
	worth, early := s.base.Evaluate(p)
	out := position{row{game: s.games, base: float64(worth), result: result, weight: 1}, said(p, choice)}
	for i, judge := range s.varied {
		if other, _ := judge.Evaluate(p); other != worth {
			out.slopes = append(out.slopes, slope{i, float64(other-worth) / stretch})
		}
	}
	sums := map[int]float64{}
	for b := p.Occupied(); !b.Empty(); {
		at := b.Pop()
		pc := p.At(at)
		if pc == rules.Walled {
			continue
		}
		by := float64(place)
		if pc.Side() == rules.Second {
			by = -by
		}
		n := s.squares(pc.Type()) + 2*engine.Fold(s.rules, pc.Side(), at)
		sums[n] += by * early
		sums[n+1] += by * (1 - early)
	}
	for _, n := range slices.Sorted(maps.Keys(sums)) {
		if sums[n] != 0 {
			out.slopes = append(out.slopes, slope{n, sums[n]})
		}
	}
	return out
}

// squares is the number of the first square of a kind, early and late by turns,
// behind the parts.
func (s *Sample) squares(t rules.PieceType) int {
	return len(s.parts) + 2*engine.Folded(s.rules)*(int(t)-1)
}

// all is how many factors there are.
func (s *Sample) all() int { return s.squares(rules.PieceType(s.rules.Types() + 1)) }
