package tune

import (
	"context"
	"math/rand/v2"

	"assay/analysis/engine/match"
	"assay/analysis/rules"
)

// strays is one of how many moves of a game that is fitted to is played at
// random, so that positions come up that good players do not come to.
const strays = 25

// stray plays as its player does, but for some moves.
type stray struct {
	player match.Player
	seed   uint64
	random *rand.Rand
}

// Begin begins another game, whose random moves follow from the seed and its
// opening.
func (s *stray) Begin() error {
	s.random = nil
	return s.player.Begin()
}

// Move is the player's, or another of which the player's opinion is told.
func (s *stray) Move(ctx context.Context, p *rules.Position) (match.Choice, error) {
	choice, err := s.player.Move(ctx, p)
	if err != nil {
		return choice, err
	}
	if s.random == nil {
		s.random = rand.New(rand.NewPCG(s.seed, p.Key()))
	}
	if s.random.IntN(strays) == 0 {
		moves := p.Moves(nil)
		choice.Move, choice.Random = moves[s.random.IntN(len(moves))], true
	}
	return choice, nil
}
