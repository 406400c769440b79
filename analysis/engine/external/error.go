package external

import (
	"errors"
	"fmt"
)

// Error is a failure of an engine. It wraps one of the errors below.
type Error struct {
	Engine   string
	Position string // the position being searched, or ""
	Fault    error
	Detail   string
}

// The kinds of failure.
var (
	ErrNotStarted = errors.New("it cannot be started")
	ErrNotPlayed  = errors.New("it does not play the game")
	errCrashed    = errors.New("it ended by itself")
	errSilent     = errors.New("it does not answer, and was ended")
	errFlood      = errors.New("it says too much, and was ended")
	errGarbled    = errors.New("what it says is not the protocol")
	errIllegal    = errors.New("its move is not legal")
)

func (e *Error) Error() string {
	text := fmt.Sprintf("engine %s: %v", e.Engine, e.Fault)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Position != "" {
		text += ", in " + e.Position
	}
	return text
}

func (e *Error) Unwrap() error { return e.Fault }
