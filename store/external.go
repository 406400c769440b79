package store

import "fmt"

// ExternalID is a game's ID in another system.
type ExternalID struct {
	Source string // the other system
	Name   string // the game's ID there
}

// ExternalIDError reports that no game has an external ID. It matches
// [ErrNotFound].
type ExternalIDError struct{ ID ExternalID }

func (e *ExternalIDError) Error() string {
	return fmt.Sprintf("no game has the ID %s of %s", e.ID.Name, e.ID.Source)
}

// Unwrap returns [ErrNotFound].
func (e *ExternalIDError) Unwrap() error { return ErrNotFound }
