package match

import (
	"context"
	"math/rand/v2"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Opening is how a game begins: a position and moves from there.
type Opening struct {
	start *rules.Position
	moves []rules.Move
}

// From is the opening that is a position.
func From(p *rules.Position) Opening { return Opening{start: p} }

// Position returns the position after the opening.
func (o Opening) Position() *rules.Position {
	p := o.start.Clone()
	for _, m := range o.moves {
		p.Play(m)
	}
	return p
}

// Drawn is an opening from a position of so many moves that are drawn at
// random, fewer where the game ends, and the position behind them.
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

// Balance says which random openings are taken.
type Balance struct {
	Plies int    // random moves from the start
	Most  int    // hundredths of a pawn that an opening is worth to either side at most
	Nodes uint64 // that are searched to tell
}

// Usual is the balance of openings where nobody asks for another.
var Usual = Balance{Plies: 6, Most: 150, Nodes: 500}

// tries is how many random openings are looked at before the most even of them
// is taken.
const tries = 100

// Random is a random opening from the start of a game: the first that is found
// to be even, else the most even of many. The same seed gives the same one.
func (b Balance) Random(ctx context.Context, r *rules.Rules, judge *engine.Engine, seed uint64) (Opening, error) {
	random := rand.New(rand.NewPCG(seed, 14))
	best, least := From(r.Start()), -1
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
		worth := max(found.Lines[0].CP, -found.Lines[0].CP)
		if worth <= b.Most {
			return o, nil
		}
		if least < 0 || worth < least {
			best, least = o, worth
		}
	}
	return best, nil
}
