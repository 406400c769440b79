// Package match lets two players play games of any defined game against each
// other, proves every move of both by the rules, and says by how much one is
// the stronger.
package match

import (
	"context"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// Player chooses moves. One goroutine at a time asks it.
type Player interface {
	// Begin says that another game begins.
	Begin() error
	// Move chooses a move in a position in which there is one. A [*Forfeit]
	// loses the game; any other error ends the match.
	Move(ctx context.Context, p *rules.Position) (Choice, error)
}

// Choice is a move with what its player thinks of the position, in the view of
// the side to move.
type Choice struct {
	Move rules.Move
	CP   int // hundredths of a pawn, 0 where Mate is not
	Mate int // plies to the end of the game, negative where the side to move loses; 0 for none
	// Random says that the move is not the player's: it thinks of the position
	// what is said, and another move is played in place of its own.
	Random bool
}

// Forfeit is why a player loses a game other than on the board: a move that is
// not legal, or none.
type Forfeit struct{ Reason string }

// Error gives the reason.
func (f *Forfeit) Error() string { return f.Reason }

// Thinker is the engine of this project as a player.
type Thinker struct {
	Engine *engine.Engine
	Limits engine.Limits
}

// Begin forgets the games before, so that each game is the same whatever was
// played before it.
func (t *Thinker) Begin() error {
	t.Engine.Clear()
	return nil
}

// Move chooses the best move that is found within the limits.
func (t *Thinker) Move(ctx context.Context, p *rules.Position) (Choice, error) {
	found := t.Engine.Search(ctx, p, t.Limits, nil)
	if err := context.Cause(ctx); err != nil {
		return Choice{}, err
	}
	return Best(found)
}

// Best is the choice that a search comes to; a [*Forfeit] where it found no
// move.
func Best(found engine.Result) (Choice, error) {
	if len(found.Lines) == 0 {
		return Choice{}, &Forfeit{"it found no move"}
	}
	best := found.Lines[0]
	return Choice{Move: best.Moves[0], CP: best.CP, Mate: best.Mate}, nil
}
