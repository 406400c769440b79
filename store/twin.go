package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// TwinState is what people decided about two games that may be one.
type TwinState string

// The states of a pair of games.
const (
	TwinsOpen     TwinState = "open"     // nothing, or the former decision was withdrawn
	TwinsMerged   TwinState = "merged"   // they are one game; one of them is a tombstone
	TwinsDistinct TwinState = "distinct" // they are two games
)

// TwinDecision is the decision about a pair of games.
type TwinDecision struct {
	Game, Twin int64 // Game is the lower number
	Revision   int64 // 1 before the first decision; every decision increases it
	State      TwinState
	Kept       int64 // the game that a merge kept, 0 for other states
	// Former and Merged are the revisions of the kept game's record before and
	// after the merge. They are equal if the merge left the record as it was.
	Former, Merged int64
	Shift          int     // what the merge added to the plies of annotations
	Moved          []int64 // annotations that the merge moved to the kept game
	Author, Reason string
	Saved          time.Time
}

// Gone returns the game that a merge made a tombstone, or 0.
func (d *TwinDecision) Gone() int64 {
	if d.State != TwinsMerged {
		return 0
	}
	return d.Game + d.Twin - d.Kept
}

// TwinChange is what a decision changes besides the pair itself.
type TwinChange struct {
	// Revision is the expected revision of the pair, or [AnyRevision].
	Revision int64
	// Record is the next record of the kept game; nil leaves the current one.
	// The game must be at the revision of its Game.
	Record *Correction
	// Move returns the content that an annotation has in the other game, nil if
	// the same.
	Move func(*Annotation) (*Draft, error)
}

// Twins stores decisions about games that may be archived twice.
type Twins interface {
	// DecideTwins saves a decision about two games with all that follows from
	// it, in one transaction. Merging corrects the record of the kept game,
	// moves the annotations of the other one there, and makes that one a
	// tombstone. Opening a merged pair again undoes this; annotations keep
	// changes made since. Revision, Moved, Merged and Saved of d are set here.
	// It returns the errors of Revise, a [*TwinsChangedError], [ErrMerged] if
	// the pair is merged and the decision is not to undo it, or [ErrNotMerged].
	DecideTwins(ctx context.Context, d TwinDecision, c TwinChange) (*TwinDecision, error)

	// TwinDecision returns the last decision about two games.
	TwinDecision(ctx context.Context, game, twin int64) (*TwinDecision, error)

	// TwinDecisions returns the last decisions about all pairs that are not
	// open, by their numbers.
	TwinDecisions(ctx context.Context) ([]TwinDecision, error)

	// SimilarGames returns a few archived games for each valid game, archived
	// or not, that may be the same: they begin with its moves, it begins with
	// theirs, or they end in the same position. Short games have none by their
	// moves. Of many games, those with the same players, date and result are
	// returned, and then those of nearly the same length, the earliest first.
	SimilarGames(ctx context.Context, games []*Game) ([][]int64, error)

	// TwinGames returns two games in ascending order, deleted ones included.
	// The error may be a [*GameError] for an unknown or damaged game.
	TwinGames(ctx context.Context, game, twin int64) ([2]*Game, error)
}

// Errors of decisions about twins.
var (
	ErrMerged    = errors.New("the games are merged already")
	ErrNotMerged = errors.New("the games are not merged")
)

// TwinsChangedError reports that a pair of games does not have the expected
// revision. Nothing was changed.
type TwinsChangedError struct {
	Game, Twin        int64
	Revision, Current int64
}

func (e *TwinsChangedError) Error() string {
	return fmt.Sprintf("the pair %d and %d is at revision %d, not %d", e.Game, e.Twin, e.Current, e.Revision)
}

// MergedError reports that a deleted game is a part of another one.
type MergedError struct{ Game, Into int64 }

func (e *MergedError) Error() string {
	return fmt.Sprintf("game %d was merged into game %d; undo the merge to restore it", e.Game, e.Into)
}
