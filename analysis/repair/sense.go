package repair

import (
	"context"
	"math"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Bounds of what is asked of an engine: positions that it looks at behind each
// move, and how many words of each row are asked about; what a share of a win
// costs that a move gives away, what all of it costs at most, and what the
// moves of a row cost more than those of another, at most: people do blunder.
const (
	senseNodes  = 400
	maxAsked    = 8
	costGiven   = 8.0
	maxGiven    = 3.0
	maxNonsense = 2.5
)

// sense tells how good the moves are that a repair puts into a game, and the
// answers to them: players seldom lose much by one.
type sense struct {
	ctx    context.Context
	engine *engine.Engine
	known  map[uint64]float64 // what positions are worth
}

// touched are the words of rows that edits put there, and those behind them:
// those of the first rows, maxAsked at most.
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

// loss is what a move costs that gives much away.
func (s *sense) loss(p *rules.Position, m rules.Move) float64 {
	best := s.worth(p)
	p.Play(m)
	played := 1 - s.worth(p)
	p.Undo()
	return min(maxGiven, costGiven*max(0, best-played))
}

// nonsense is what it costs that the moves of a row give away so much more than
// those of another.
func nonsense(given float64) float64 { return maxNonsense * (1 - math.Exp(-given/maxNonsense)) }

// worth is the share of a win, 0 to 1, that the side to move has.
func (s *sense) worth(p *rules.Position) float64 {
	worth, known := s.known[p.Key()]
	if !known {
		s.engine.Clear()
		worth = share(s.engine.Search(s.ctx, p, engine.Limits{Nodes: senseNodes}, nil))
		s.known[p.Key()] = worth
	}
	return worth
}

// share is that of a win by the first line of a search.
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
