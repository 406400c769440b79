package store

import (
	"errors"
	"fmt"
	"time"
)

// What can be wrong with an archive as a whole. An [*Error] that matches one of
// them also matches what the system beneath said.
var (
	ErrNotArchive = errors.New("not an Assay archive")
	ErrNewer      = errors.New("archive written by a newer Assay")
	ErrOlder      = errors.New("archive of an older Assay")
	ErrUnfinished = errors.New("copy of an archive that was cut short")
	ErrCorrupt    = errors.New("archive is damaged")
	ErrBusy       = errors.New("archive is locked by another process")
	ErrReadOnly   = errors.New("archive cannot be written")
	ErrDenied     = errors.New("no access to the archive")
	ErrFull       = errors.New("no space left for the archive")
	ErrDisk       = errors.New("reading or writing the archive failed")
	ErrAway       = errors.New("the database of the archive does not answer")
	ErrMemory     = errors.New("no memory left for the archive")
	ErrReplaced   = errors.New("archive was replaced while it was in use")
	ErrMissing    = errors.New("no such archive or folder")
	ErrExists     = errors.New("file exists already")
)

// What can be wrong with one game or row asked for.
var (
	ErrNotFound = errors.New("not in the archive")
	ErrGone     = errors.New("deleted from the archive")
	ErrCursor   = errors.New("not a cursor of this list")
)

// Error is a fault of one file, mostly the archive's own: Kind is one of the
// sentinels above, Err what the system beneath said, if anything.
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

// Unwrap gives both the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// GameError says which game cannot be given, and why: Kind is [ErrNotFound],
// [ErrGone] or [ErrCorrupt].
type GameError struct {
	ID      int64
	Kind    error
	Deleted time.Time // set when Kind is ErrGone
}

func (e *GameError) Error() string { return fmt.Sprintf("game %d: %v", e.ID, e.Kind) }

// Unwrap gives the kind.
func (e *GameError) Unwrap() error { return e.Kind }

// FieldError is a value the store does not take: a field of a game to be added,
// of a filter, or a limit.
type FieldError struct {
	Index int // place in the batch; 0 where there is none
	Field string
	Value string
	Want  string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s %.100q: want %s", e.Field, e.Value, e.Want)
}
