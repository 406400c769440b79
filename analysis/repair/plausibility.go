package repair

import (
	"context"
	"math"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Limits of plausibility: nodes per search, edits checked per candidate, and
// the cost per candidate; the costs of giving away a win by the edited ply and
// by the player's next one.
const (
	plausibilityNodes = 400
	maxChecked        = 4
	maxImplausibility = 8.0
	costLoss          = 5.1
	costLossNext      = 2.7
	winScale          = 300 // centipawns at which the odds of a win are e to 1
)

// Costs of a missing or misread ply by what it does: how rarely people play
// such moves, and how rarely others fit between the plies around it.
const (
	costCheck     = -1.3
	costRecapture = -1.4
	costEscape    = -0.9 // leaves an attacked square
	costAttack    = -1.2 // attacks the piece that the next ply moves
	costHanging   = 1.3  // goes to an attacked square that nothing protects
	costRepeating = -2.0 // repeats a position
)

// plausibility measures the plausibility of moves with an engine: players
// seldom lose much by one move.
type plausibility struct {
	ctx    context.Context
	engine *engine.Engine
	cache  map[uint64]float64 // win probabilities by position key
}

// addPlausibility adds the costs of implausible moves and of deviations from
// the record's style, if there are several candidates.
func (s *search) addPlausibility() {
	if len(s.legal) < 2 {
		return
	}
	model, p, least := &plausibility{s.ctx, engine.New(1), map[uint64]float64{}}, s.start.Clone(), math.Inf(1)
	added := make([]float64, len(s.legal))
	for i := range s.legal {
		end, odd := &s.legal[i], 0
		edits := end.edits[:min(len(end.edits), maxChecked)]
		moves := s.movesOf(p, end.tokens)
		for j, m := range moves {
			for _, e := range edits {
				switch {
				case j == e.at:
					added[i] += costLoss * model.loss(p, m)
					if e.kind == misread || e.kind == missing {
						added[i] += habit(p, moves[j:])
					}
				case j == e.at+2:
					added[i] += costLossNext * model.loss(p, m)
				}
			}
			if !s.style.matches(p, m, end.tokens[j].text) {
				odd++
			}
			p.Play(m)
		}
		for range moves {
			p.Undo()
		}
		added[i] += min(costStyle, s.style.costOdd*float64(odd))
		least = min(least, added[i])
	}
	for i := range s.legal {
		s.legal[i].cost += saturated(added[i] - least)
	}
}

// saturated bounds a cost by maxImplausibility: people also play moves that
// look implausible to a short search.
func saturated(cost float64) float64 {
	return maxImplausibility * (1 - math.Exp(-cost/maxImplausibility))
}

// movesOf returns the moves of a legal token sequence. p is the position before
// them.
func (s *search) movesOf(p *rules.Position, row []token) []rules.Move {
	moves := make([]rules.Move, len(row))
	for i, w := range row {
		moves[i], _ = s.readLegal(p, w.text)
		p.Play(moves[i])
	}
	for range row {
		p.Undo()
	}
	return moves
}

// habit returns the cost of the first of some moves by what it does.
func habit(p *rules.Position, moves []rules.Move) (cost float64) {
	m, side := moves[0], p.Side()
	if m.Kind() == rules.Pass {
		return 0
	}
	captures := p.Captured(m) != rules.NoPiece
	if last, ok := p.LastMove(); ok && captures && last.To() == m.To() {
		if _, _, captured := p.Played(p.Plies() - 1); captured != rules.NoPiece {
			cost += costRecapture
		}
	}
	if at := m.From(); !drops(m) && m.Kind() != rules.Castle && attacked(p, at, p.At(at), side.Other()) {
		cost += costEscape
	}
	p.Play(m)
	defer p.Undo()
	if p.InCheck(p.Side()) {
		cost += costCheck
	}
	if p.Occurrences() > 1 {
		cost += costRepeating
	}
	at, moved := m.To(), p.At(m.To())
	if attacked(p, at, moved, side.Other()) && !attacked(p, at, moved, side) {
		cost += costHanging
	}
	if len(moves) > 1 && !drops(moves[1]) && moves[1].Kind() != rules.Pass {
		threatened := moves[1].From()
		if t := p.At(threatened); t > rules.Walled && moved > rules.Walled &&
			p.Attackers(threatened, t.Type(), moved.Side(), p.Occupied()).Has(at) {
			cost += costAttack
		}
	}
	return cost
}

// attacked reports whether a side attacks a piece on a square.
func attacked(p *rules.Position, at rules.Square, piece rules.Piece, by rules.Side) bool {
	return piece > rules.Walled && !p.Attackers(at, piece.Type(), by, p.Occupied()).Empty()
}

// drops reports whether a move brings a piece from a hand or a pocket.
func drops(m rules.Move) bool { return m.Kind() == rules.Drop || m.Kind() == rules.PocketDrop }

// loss returns the root of the winning chances that a move loses: small losses
// are rarer among players' moves than among legal ones too.
func (s *plausibility) loss(p *rules.Position, m rules.Move) float64 {
	best := s.share(p)
	p.Play(m)
	played := 1 - s.share(p)
	p.Undo()
	return math.Sqrt(max(0, best-played))
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
	return 1 / (1 + math.Exp(-float64(line.CP)/winScale))
}
