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
	ErrCrashed    = errors.New("it ended by itself")
	ErrSilent     = errors.New("it does not answer, and was ended")
	ErrFlood      = errors.New("it says too much, and was ended")
	ErrGarbled    = errors.New("what it says is not the protocol")
	ErrIllegal    = errors.New("its move is not legal")
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
