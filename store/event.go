package store

import (
	"errors"
	"fmt"
	"time"
)

// Event is a tournament, league or match to which people submit records.
type Event struct {
	ID       int64
	Revision int64  // from 1, increased by every change
	Name     string // as in the header of its records; its [PersonKey] is unique
	Author   string // of this revision
	Content  []byte // settings, encoded by the caller
	Created  time.Time
	Saved    time.Time // time of this revision
}

// ErrNoEvent: there is no event with that ID or name.
var ErrNoEvent = errors.New("no such event")

// EventUsedError reports that an event cannot be deleted.
type EventUsedError struct {
	Event              *Event
	Submissions, Games int // that belong to it
}

func (e *EventUsedError) Error() string {
	return fmt.Sprintf("event %d (%s) cannot be deleted: games that belong to it: %d, submissions: %d", e.Event.ID,
		e.Event.Name, e.Games, e.Submissions)
}

// EventChangedError reports that an event does not have the expected revision.
// Nothing was saved.
type EventChangedError struct {
	Revision int64  // the expected one
	Current  *Event // the current event
}

func (e *EventChangedError) Error() string {
	return fmt.Sprintf("event %d is at revision %d, not %d", e.Current.ID, e.Current.Revision, e.Revision)
}
