package store

import (
	"context"
	"fmt"
	"time"
)

// PlayerName is a decision that a spelling is the name of a player.
type PlayerName struct {
	Number int64 // from 1, in order of the decisions
	Name   string
	Player string // the name that it was merged into; "" if it was split off
	Author string
	Saved  time.Time
}

// Players stores which names are one player's.
type Players interface {
	// NamePlayer saves a decision about names, all or none, if the last
	// decision has the number after, or that is [AnyRevision]. Number and Saved
	// are set here. The error may be a [*NamesChangedError].
	NamePlayer(ctx context.Context, after int64, names []PlayerName) error

	// PlayerNames returns the last decision about each name, by number.
	PlayerNames(ctx context.Context) ([]PlayerName, error)

	// LastPlayerName returns the number of the last decision, or 0.
	LastPlayerName(ctx context.Context) (int64, error)
}

// NamesChangedError reports that another decision about names came first.
// Nothing was changed.
type NamesChangedError struct{ After, Current int64 }

func (e *NamesChangedError) Error() string {
	return fmt.Sprintf("the last decision about names is number %d, not %d", e.Current, e.After)
}
