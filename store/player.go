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

// PlayerClaim says which player a person is.
type PlayerClaim struct {
	Person  int64
	Player  string // a name as records spell it
	State   ClaimState
	Arbiter string // made the decision; "" while the claim waits
	Saved   time.Time
}

// ClaimState is the state of a claim.
type ClaimState string

// The states of a claim.
const (
	ClaimWaiting   ClaimState = "waiting"
	ClaimConfirmed ClaimState = "confirmed"
	ClaimRefused   ClaimState = "refused"
)

// PlayerClaims stores which players people are.
type PlayerClaims interface {
	// ChangeClaim applies change to the claim of a person, which is empty if
	// there is none, and saves it. A claim without a player is removed. change
	// also gets the claims of other people. Person and Saved are set here. An
	// error of change is returned, and nothing is saved.
	ChangeClaim(ctx context.Context, person int64, change func(c *PlayerClaim, others []PlayerClaim) error) error

	// PlayerClaims returns all claims, by person.
	PlayerClaims(ctx context.Context) ([]PlayerClaim, error)

	// PlayerClaim returns the claim of a person, nil if there is none.
	PlayerClaim(ctx context.Context, person int64) (*PlayerClaim, error)
}

// NamesChangedError reports that another decision about names came first.
// Nothing was changed.
type NamesChangedError struct{ After, Current int64 }

func (e *NamesChangedError) Error() string {
	return fmt.Sprintf("the last decision about names is number %d, not %d", e.Current, e.After)
}
