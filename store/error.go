package store

import (
	"errors"
	"fmt"
	"time"
)

// Errors of an archive as a whole. An [*Error] that matches one of them also
// matches the underlying error.
var (
	ErrNotArchive = errors.New("not an Assay archive")
	ErrNewer      = errors.New("archive written by a newer Assay")
	ErrOlder      = errors.New("archive written by an older Assay")
	ErrUnfinished = errors.New("interrupted copy of an archive")
	ErrCorrupt    = errors.New("archive is damaged")
	ErrBusy       = errors.New("archive is locked by another process")
	ErrReadOnly   = errors.New("cannot write to the archive")
	ErrDenied     = errors.New("access to the archive was denied")
	ErrFull       = errors.New("no space left for the archive")
	ErrDisk       = errors.New("reading or writing the archive failed")
	ErrAway       = errors.New("the archive's database does not respond")
	ErrMemory     = errors.New("no memory left for the archive")
	ErrReplaced   = errors.New("archive was replaced while it was in use")
	ErrMissing    = errors.New("no such archive or folder")
	ErrExists     = errors.New("file exists already")
)

// Errors of a single game or row.
var (
	ErrNotFound = errors.New("not in the archive")
	ErrGone     = errors.New("deleted from the archive")
	ErrCursor   = errors.New("not a cursor of this list")
)

// Error is an error of a file or database. Kind is one of the errors above; Err
// is the underlying error, if any.
type Error struct {
	Path string
	Kind error
	Err  error
}

func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("%s: %v", e.Path, e.Kind)
	}
	return fmt.Sprintf("%s: %v: %v", e.Path, e.Kind, e.Err)
}

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// GameError says why a game cannot be returned: Kind is [ErrNotFound],
// [ErrGone] or [ErrCorrupt].
type GameError struct {
	ID      int64
	Kind    error
	Deleted time.Time // set if Kind is ErrGone
	Into    int64     // the game that it was merged into; 0 for none
}

func (e *GameError) Error() string {
	if e.Into > 0 {
		return fmt.Sprintf("game %d: merged into game %d", e.ID, e.Into)
	}
	return fmt.Sprintf("game %d: %v", e.ID, e.Kind)
}

// Unwrap returns the kind.
func (e *GameError) Unwrap() error { return e.Kind }

// FieldError is an invalid value: a field of a game, of a filter, or a limit.
type FieldError struct {
	Index int // index in the batch, or 0
	Field string
	Value string
	Want  string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s %.100q: expected %s", e.Field, e.Value, e.Want)
}
