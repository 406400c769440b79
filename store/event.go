package store

import (
	"errors"
	"fmt"
	"time"
)

// Event is a tournament, league or match whose records people submit.
type Event struct {
	ID       int64
	Revision int64  // from 1; it grows by one with every change
	Name     string // as the header of its records has it; no two events' have the same [PersonKey]
	Author   string // of this revision
	Content  []byte // its settings, in the caller's encoding
	Created  time.Time
	Saved    time.Time // when this revision was
}

// ErrNoEvent says that there is no event of a number or name.
var ErrNoEvent = errors.New("no such event")

// EventChangedError says that an event is not at the revision that a change was
// meant for, and nothing was saved.
type EventChangedError struct {
	Revision int64  // that the change was meant for
	Current  *Event // as it is now
}

func (e *EventChangedError) Error() string {
	return fmt.Sprintf("event %d is at revision %d, not %d", e.Current.ID, e.Current.Revision, e.Revision)
}
