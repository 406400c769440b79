package tune

import (
	"context"
	"math/rand/v2"

	"assay/analysis/engine/match"
	"assay/analysis/rules"
)

// randomInterval is the average number of moves between random moves. Random
// moves add positions to the sample that good play avoids.
const randomInterval = 25

// randomiser plays like its player, with some random moves.
type randomiser struct {
	player match.Player
	seed   uint64
	random *rand.Rand
}

// Begin starts a game. The seed and the opening determine its random moves.
func (s *randomiser) Begin() error {
	s.random = nil
	return s.player.Begin()
}

// Move returns the player's move or a random one. The score is the player's in
// both cases.
func (s *randomiser) Move(ctx context.Context, p *rules.Position) (match.Choice, error) {
	choice, err := s.player.Move(ctx, p)
	if err != nil {
		return choice, err
	}
	if s.random == nil {
		s.random = rand.New(rand.NewPCG(s.seed, p.Key()))
	}
	if s.random.IntN(randomInterval) == 0 {
		moves := p.Moves(nil)
		choice.Move, choice.Random = moves[s.random.IntN(len(moves))], true
	}
	return choice, nil
}
