// Package tune fits what an engine thinks of a game to the results of games:
// the worths of its pieces, and how fast an advantage turns into wins.
package tune

import (
	"math/rand/v2"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/rules"
)

// Sample is positions of games with how these ended.
type Sample struct {
	rules  *rules.Rules
	base   *engine.Judge
	varied []*engine.Judge
	parts  []part
	rows   []row // of quiet positions
	scores []row // of all: what the search said
	games  int
}

// part is what of a worth is fitted.
type part struct {
	worth int  // in the list of worths
	hand  bool // what the piece is worth in hand, not on the board
}

// stretch is by how much a worth is changed to see what that changes.
const stretch = 0.5

// perGame is how many quiet positions of a game are taken at most: more of them
// would say little more.
const perGame = 16

// NewSample returns one of a game without positions.
func NewSample(r *rules.Rules) *Sample {
	s := &Sample{rules: r, base: engine.NewJudge(r, nil)}
	formula := engine.Formula(r)
	for i, w := range formula.Worths {
		for _, hand := range []bool{false, true} {
			if w.Board == 0 || hand && w.Hand == 0 {
				continue
			}
			one := part{i, hand}
			changed := *formula
			changed.Worths = append([]engine.Worth(nil), formula.Worths...)
			one.change(&changed.Worths[i], stretch)
			s.parts = append(s.parts, one)
			s.varied = append(s.varied, engine.NewJudge(r, &changed))
		}
	}
	return s
}

// change makes a part of a worth greater by a factor.
func (p part) change(w *engine.Worth, by float64) {
	if p.hand {
		w.Hand += round(by * float64(w.Hand))
		return
	}
	w.Board += round(by * float64(w.Board))
	w.Late += round(by * float64(w.Late))
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
	var quiet []row
	seen := 0
	for i, choice := range g.Choices {
		s.scores = append(s.scores, row{game: s.games, base: said(p, choice), result: result, weight: 1 / float64(len(g.Choices))})
		if choice.Mate == 0 && calm(p, choice.Move) {
			seen++
			if len(quiet) < perGame {
				quiet = append(quiet, s.look(p, result))
			} else if n := random.IntN(seen); n < perGame { // each has the same chance
				quiet[n] = s.look(p, result)
			}
		}
		p.Play(g.Moves[g.Opening+i])
	}
	for i := range quiet {
		quiet[i].weight = 1 / float64(len(quiet))
	}
	s.rows = append(s.rows, quiet...)
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
func (s *Sample) look(p *rules.Position, result float64) row {
	r := row{game: s.games, base: float64(s.base.Worth(p)), result: result, slopes: make([]float64, len(s.varied))}
	for i, judge := range s.varied {
		r.slopes[i] = (float64(judge.Worth(p)) - r.base) / stretch
	}
	return r
}
