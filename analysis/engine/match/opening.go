package match

import (
	"context"
	"math/rand/v2"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Opening is a position and the moves from it with which a game begins.
type Opening struct {
	start *rules.Position
	moves []rules.Move
}

// From returns the opening that starts at a position, without moves.
func From(p *rules.Position) Opening { return Opening{start: p} }

// Position returns the position after the opening.
func (o Opening) Position() *rules.Position {
	p := o.start.Clone()
	for _, m := range o.moves {
		p.Play(m)
	}
	return p
}

// Drawn returns an opening of random moves from a position, and the position
// after them. If the game ends early, the opening has fewer moves.
func Drawn(start *rules.Position, plies int, random *rand.Rand) (Opening, *rules.Position) {
	o, p := From(start), start.Clone()
	for len(o.moves) < plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		p.Play(m)
		o.moves = append(o.moves, m)
		if _, over := ended(p); over {
			break
		}
	}
	return o, p
}

// Balance configures the choice of random openings.
type Balance struct {
	Plies int    // number of random moves
	Most  int    // largest advantage of either side, in centipawns
	Nodes uint64 // searched per opening
}

// Usual is the default balance.
var Usual = Balance{Plies: 6, Most: 150, Nodes: 500}

// tries bounds how many random openings are searched for a balanced one.
const tries = 100

// Random returns the first random opening that is balanced, or else the most
// balanced of those tried. The same seed returns the same opening.
func (b Balance) Random(ctx context.Context, r *rules.Rules, judge *engine.Engine, seed uint64) (Opening, error) {
	random := rand.New(rand.NewPCG(seed, 14))
	best, smallest := From(r.Start()), -1
	for range tries {
		o, p := Drawn(r.Start(), b.Plies, random)
		if _, over := ended(p); over {
			continue
		}
		judge.Clear()
		found := judge.Search(ctx, p, engine.Limits{Nodes: b.Nodes}, nil)
		if err := context.Cause(ctx); err != nil {
			return Opening{}, err
		}
		if len(found.Lines) == 0 || found.Lines[0].Mate != 0 {
			continue
		}
		imbalance := max(found.Lines[0].CP, -found.Lines[0].CP)
		if imbalance <= b.Most {
			return o, nil
		}
		if smallest < 0 || imbalance < smallest {
			best, smallest = o, imbalance
		}
	}
	return best, nil
}
