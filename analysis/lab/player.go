package lab

import (
	"context"
	"math/rand/v2"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/rules"
)

// Variety of the first plies, which keeps games from repeating each other: a
// move is drawn from the best ones that lose at most variedMargin centipawns
// against the best.
const (
	variedPlies  = 12
	variedLines  = 6
	variedMargin = 80
)

// tableMemory is the size of each engine's hash table, in megabytes.
const tableMemory = 2

// player plays both sides of a game by its plan. Each side has an engine of its
// own, so that the weaker one does not use what the stronger one found.
type player struct {
	plan    plan
	engines [2]*engine.Engine
	random  *rand.Rand
	other   func(seed uint64) match.Player // instead of the engines; nil for none
	playing match.Player
}

func (l *Lab) player() *player {
	p := &player{other: l.newPlayer}
	for side := range p.engines {
		p.engines[side] = engine.New(tableMemory)
		p.engines[side].Use(l.Rules, l.Fit)
	}
	return p
}

// Begin starts the game of the plan.
func (v *player) Begin() error {
	v.random = rand.New(rand.NewPCG(v.plan.seed, 22))
	if v.other != nil {
		v.playing = v.other(v.plan.seed)
		return v.playing.Begin()
	}
	for _, e := range v.engines {
		e.Clear()
	}
	return nil
}

// Move returns the best move, in the first plies one of the best.
func (v *player) Move(ctx context.Context, p *rules.Position) (match.Choice, error) {
	if v.other != nil {
		return v.playing.Move(ctx, p)
	}
	limits := engine.Limits{Nodes: v.plan.nodes[p.Side()]}
	varied := p.Plies() < variedPlies
	if varied {
		limits.MultiPV, limits.Nodes = variedLines, 2*limits.Nodes
	}
	found := v.engines[p.Side()].Search(ctx, p, limits, nil)
	if err := context.Cause(ctx); err != nil {
		return match.Choice{}, err
	}
	choice, err := match.Best(found)
	if err != nil || !varied || choice.Mate != 0 {
		return choice, err
	}
	near := 1
	for near < len(found.Lines) && found.Lines[near].Mate == 0 && found.Lines[near].CP >= choice.CP-variedMargin {
		near++
	}
	choice.Move = found.Lines[v.random.IntN(near)].Moves[0]
	return choice, nil
}
