package repair

import (
	"context"
	"math"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Bounds of what is asked of an engine: positions it looks at for each move,
// and what a bad one adds to a cost, at most.
const (
	senseNodes  = 800
	maxNonsense = 3.0
)

// sense tells how good the moves are that a repair puts into a game, and the
// answers to them: players seldom lose much by one.
type sense struct {
	ctx    context.Context
	engine *engine.Engine
}

func newSense(ctx context.Context) *sense { return &sense{ctx, engine.New(1)} }

// cost is that of the moves of a row that its edits touch, and of those after
// them.
func (s *sense) cost(p *rules.Position, moves []rules.Move, edits []edit) (cost float64) {
	asked := map[int]bool{}
	for _, e := range edits {
		if e.kind == misread || e.kind == missing {
			asked[e.at], asked[e.at+1] = true, true
		}
	}
	if len(asked) == 0 {
		return 0
	}
	for i, m := range moves {
		if asked[i] {
			cost += s.loss(p, m)
		}
		p.Play(m)
	}
	for range moves {
		p.Undo()
	}
	return cost
}

// loss is what a move costs that gives much away.
func (s *sense) loss(p *rules.Position, m rules.Move) float64 {
	best, played := s.worth(p, nil), s.worth(p, []rules.Move{m})
	return maxNonsense * max(0, best-played)
}

// worth is the share of a win, 0 to 1, that the side to move has with the best
// of some moves, of all where there are none.
func (s *sense) worth(p *rules.Position, moves []rules.Move) float64 {
	s.engine.Clear()
	found := s.engine.Search(s.ctx, p, engine.Limits{Nodes: senseNodes, Moves: moves}, nil)
	if len(found.Lines) == 0 {
		return 0.5
	}
	line := found.Lines[0]
	switch {
	case line.Mate > 0:
		return 1
	case line.Mate < 0:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(line.CP)/200))
}
