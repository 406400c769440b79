// Package match plays matches between two players in any variant. It verifies
// every move and estimates the difference in strength.
package match

import (
	"context"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Player chooses moves. Only one goroutine uses it at a time.
type Player interface {
	// Begin starts another game.
	Begin() error
	// Move chooses a move in a position that has one. A [*Forfeit] loses the
	// game; any other error stops the match.
	Move(ctx context.Context, p *rules.Position) (Choice, error)
}

// Choice is a move with its player's evaluation, from the view of the side to
// move.
type Choice struct {
	Move rules.Move
	CP   int // centipawns, 0 if Mate is set
	Mate int // plies to the end of the game, negative if the side to move loses; 0 for no mate
	// Random marks a random move that was played instead of the player's
	// choice. The evaluation is still the player's.
	Random bool
}

// Forfeit is the reason why a player loses: an illegal move, or no move.
type Forfeit struct{ Reason string }

// Error returns the reason.
func (f *Forfeit) Error() string { return f.Reason }

// EnginePlayer is a player that uses the built-in engine.
type EnginePlayer struct {
	Engine *engine.Engine
	Limits engine.Limits
}

// Begin clears the hash table, so that games do not depend on earlier ones.
func (t *EnginePlayer) Begin() error {
	t.Engine.Clear()
	return nil
}

// Move returns the best move found within the limits.
func (t *EnginePlayer) Move(ctx context.Context, p *rules.Position) (Choice, error) {
	found := t.Engine.Search(ctx, p, t.Limits, nil)
	if err := context.Cause(ctx); err != nil {
		return Choice{}, err
	}
	return Best(found)
}

// Best returns the best move of a search, or a [*Forfeit] if it found none.
func Best(found engine.Result) (Choice, error) {
	if len(found.Lines) == 0 {
		return Choice{}, &Forfeit{"it found no move"}
	}
	best := found.Lines[0]
	return Choice{Move: best.Moves[0], CP: best.CP, Mate: best.Mate}, nil
}
