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
	plausibilityNodes = 400
	maxChecked        = 8
	costLoss          = 8.0
	maxLoss           = 3.0
	maxImplausibility = 2.5
)

// plausibility measures the plausibility of moves with an engine: players
// seldom lose much by one move.
type plausibility struct {
	ctx    context.Context
	engine *engine.Engine
	cache  map[uint64]float64 // win probabilities by position key
}

// changedTokens returns the tokens that edits inserted or changed and the
// tokens after them, for at most maxChecked edits.
func changedTokens(rows []candidate) map[int]bool {
	at := map[int]bool{}
	for i := range rows {
		for _, e := range rows[i].edits {
			if len(at) < maxChecked && (e.kind == misread || e.kind == missing) {
				at[e.at], at[e.at+1] = true, true
			}
		}
	}
	return at
}

// loss returns the cost of the winning chances lost by a move.
func (s *plausibility) loss(p *rules.Position, m rules.Move) float64 {
	best := s.share(p)
	p.Play(m)
	played := 1 - s.share(p)
	p.Undo()
	return min(maxLoss, costLoss*max(0, best-played))
}

// implausibility converts the extra loss of a candidate to a cost.
func implausibility(given float64) float64 {
	return maxImplausibility * (1 - math.Exp(-given/maxImplausibility))
}

// share returns the win probability of the side to move.
func (s *plausibility) share(p *rules.Position) float64 {
	share, known := s.cache[p.Key()]
	if !known {
		s.engine.Clear()
		share = probability(s.engine.Search(s.ctx, p, engine.Limits{Nodes: plausibilityNodes}, nil))
		s.cache[p.Key()] = share
	}
	return share
}

// probability converts the score of a search to a win probability.
func probability(r engine.Result) float64 {
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
