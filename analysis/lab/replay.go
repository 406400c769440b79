package lab

import (
	"fmt"
	"math"

	"assay/analysis/engine"
	"assay/analysis/logistic"
	"assay/analysis/notation"
	"assay/analysis/rules"
)

// replay measures the plies of one game.
type replay struct {
	*measurement
	game   *Game
	narrow *clarity
	// choices sums the numbers of legal moves, tree their logarithms.
	choices, tree float64
	// clear sums the narrowness of the judged positions.
	clear, judged float64
	moves         []rules.Move
}

func (r *replay) run() error {
	g := r.game
	p, err := g.position(r.rules)
	if err != nil {
		return fmt.Errorf("game %d: %w", g.Number, err)
	}
	even := g.Kind == Even || g.Kind == High
	if even {
		r.pieces.begin()
	}
	for i, m := range g.Moves {
		r.moves = p.Moves(r.moves[:0])
		n := float64(len(r.moves))
		r.choices += n
		r.tree += math.Log10(max(n, 1))
		if violation := p.Judge(m); violation != nil {
			return fmt.Errorf("game %d, ply %d: %w", g.Number, i+1, violation)
		}
		if g.Kind != Skill {
			r.rows.add(p, g, m)
		}
		r.never.add(p, m, r.moves, i)
		if even {
			r.pieces.add(p, m, r.moves)
			r.addPly(i, n, g.Scores[i])
			if value, ok := r.narrow.of(p, r.moves, i, g.Number); ok {
				r.clear += value
				r.judged++
			}
		}
		p.Play(m)
	}
	r.never.end(g)
	if even {
		r.pieces.end()
	}
	return nil
}

func (r *replay) addPly(i int, moves float64, score int) {
	for len(r.plies) <= i {
		r.plies = append(r.plies, plySums{})
	}
	expected := logistic.Sigmoid(r.curve * float64(score))
	s := &r.plies[i]
	s.games++
	s.expected += expected
	s.deviation += math.Abs(expected - 0.5)
	s.branching += moves
}

// clarity measures how few of the legal moves are good.
type clarity struct{ evaluator *engine.StaticEvaluator }

// Clarity is measured every clarityInterval plies of the first clarityGames
// games.
const (
	clarityInterval = 7
	clarityGames    = 2000
)

func newClarity(l *Lab) *clarity { return &clarity{engine.NewStaticEvaluator(l.Rules, l.Fit)} }

// of returns the share of the moves whose evaluation is above the mean by at
// least three quarters of the distance between mean and maximum.
func (c *clarity) of(p *rules.Position, moves []rules.Move, ply, game int) (float64, bool) {
	if (ply+game)%clarityInterval != 0 || game >= clarityGames || len(moves) == 0 {
		return 0, false
	}
	values, sum, highest := make([]float64, len(moves)), 0.0, math.Inf(-1)
	side := p.Side()
	for i, m := range moves {
		p.Play(m)
		score, _ := c.evaluator.Evaluate(p)
		if o, over := p.Ended(); over {
			score = map[string]int{"1-0": mateScore, "0-1": -mateScore}[o.Result]
		}
		p.Undo()
		if side == rules.Second {
			score = -score
		}
		values[i] = float64(score)
		sum += values[i]
		highest = max(highest, values[i])
	}
	average, good := sum/float64(len(moves)), 0.0
	for _, v := range values {
		if v >= average+0.75*(highest-average) {
			good++
		}
	}
	return good / float64(len(moves)), true
}

// texts returns moves in UCI.
func texts(start *rules.Position, moves []rules.Move) []string {
	p, out := start.Clone(), make([]string, len(moves))
	for i, m := range moves {
		out[i] = notation.UCI{}.Format(p, m)
		p.Play(m)
	}
	return out
}
