package repair

import (
	"context"
	"math"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Limits of plausibility: nodes per search and tokens searched per candidate;
// the cost of giving away a win, its limit per move, and the limit per
// candidate. People do blunder.
const (
	senseNodes  = 400
	maxAsked    = 8
	costGiven   = 8.0
	maxGiven    = 3.0
	maxNonsense = 2.5
)

// sense measures the plausibility of moves with an engine: players seldom lose
// much by one move.
type sense struct {
	ctx    context.Context
	engine *engine.Engine
	known  map[uint64]float64 // win probabilities by position key
}

// touched returns the tokens that edits inserted or changed, and those after
// them, for at most maxAsked edits.
func touched(rows []found) map[int]bool {
	at := map[int]bool{}
	for i := range rows {
		for _, e := range rows[i].edits {
			if len(at) < maxAsked && (e.kind == misread || e.kind == missing) {
				at[e.at], at[e.at+1] = true, true
			}
		}
	}
	return at
}

// loss returns the cost of the winning chances that a move gives away.
func (s *sense) loss(p *rules.Position, m rules.Move) float64 {
	best := s.worth(p)
	p.Play(m)
	played := 1 - s.worth(p)
	p.Undo()
	return min(maxGiven, costGiven*max(0, best-played))
}

// nonsense converts the extra loss of a candidate to a cost.
func nonsense(given float64) float64 { return maxNonsense * (1 - math.Exp(-given/maxNonsense)) }

// worth returns the win probability of the side to move.
func (s *sense) worth(p *rules.Position) float64 {
	worth, known := s.known[p.Key()]
	if !known {
		s.engine.Clear()
		worth = share(s.engine.Search(s.ctx, p, engine.Limits{Nodes: senseNodes}, nil))
		s.known[p.Key()] = worth
	}
	return worth
}

// share converts the score of a search to a win probability.
func share(r engine.Result) float64 {
	if len(r.Lines) == 0 {
		return 0.5
	}
	line := r.Lines[0]
	switch {
	case line.Mate > 0:
		return 1
	case line.Mate < 0:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(line.CP)/200))
}
