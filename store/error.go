package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"github.com/mattn/go-sqlite3"
)

// What can be wrong with an archive as a whole. An [*Error] that matches one of them also matches the
// driver's own error (sqlite3.Error), which has the extended code.
var (
	ErrNotArchive = errors.New("not an Assay archive")
	ErrNewer      = errors.New("archive written by a newer Assay")
	ErrOlder      = errors.New("archive of an older Assay")
	ErrCorrupt    = errors.New("archive is damaged")
	ErrBusy       = errors.New("archive is locked by another process")
	ErrReadOnly   = errors.New("archive cannot be written")
	ErrDenied     = errors.New("no access to the archive")
	ErrFull       = errors.New("no space left for the archive")
	ErrDisk       = errors.New("reading or writing the archive failed")
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

// Error is a fault of one file, mostly the archive's own: Kind is one of the sentinels above, Err what SQLite
// or the operating system said, if anything.
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

// VersionError says that the archive's schema is not the one this program knows. It matches [ErrNewer]
// or [ErrOlder].
type VersionError struct {
	Path         string
	Found, Known int
}

func (e *VersionError) Error() string {
	if e.Found > e.Known {
		return fmt.Sprintf("%s: %v: its schema is %d, and %d the last one known here", e.Path, ErrNewer, e.Found, e.Known)
	}
	return fmt.Sprintf("%s: %v: its schema is %d, and becomes %d when it is opened for writing; a copy is kept then",
		e.Path, ErrOlder, e.Found, e.Known)
}

// Is tells an older schema from a newer one.
func (e *VersionError) Is(target error) bool {
	return target == ErrNewer && e.Found > e.Known || target == ErrOlder && e.Found < e.Known
}

// GameError says which game cannot be given, and why: Kind is [ErrNotFound], [ErrGone] or [ErrCorrupt].
type GameError struct {
	ID      int64
	Kind    error
	Deleted time.Time // set when Kind is ErrGone
}

func (e *GameError) Error() string { return fmt.Sprintf("game %d: %v", e.ID, e.Kind) }

// Unwrap gives the kind.
func (e *GameError) Unwrap() error { return e.Kind }

// FieldError is a value the store does not take: a field of a game to be added, of a filter, or a limit.
type FieldError struct {
	Index int // place in the batch; 0 where there is none
	Field string
	Value string
	Want  string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s %q: want %s", e.Field, e.Value, e.Want)
}

// fault gives an error of SQLite its kind; others, cancellation among them, pass unchanged.
func (s *Store) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return classify(s.path, err)
}

func classify(path string, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	if kind := kindOf(err); kind != nil {
		return &Error{Path: path, Kind: kind, Err: err}
	}
	return err
}

func kindOf(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		switch {
		case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
			return ErrFull
		case errors.Is(err, syscall.EROFS):
			return ErrReadOnly
		case errors.Is(err, syscall.EIO):
			return ErrDisk
		case errors.Is(err, fs.ErrNotExist):
			return ErrMissing
		case errors.Is(err, fs.ErrPermission):
			return ErrDenied
		}
		return nil
	}
	switch e.Code & 0xff { // a backup's error has its extended code here
	case sqlite3.ErrNotADB:
		return ErrNotArchive
	case sqlite3.ErrCorrupt:
		return ErrCorrupt
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return ErrBusy
	case sqlite3.ErrReadonly:
		return ErrReadOnly
	case sqlite3.ErrPerm, sqlite3.ErrAuth, sqlite3.ErrCantOpen:
		return ErrDenied
	case sqlite3.ErrFull:
		return ErrFull
	case sqlite3.ErrNomem:
		return ErrMemory
	case sqlite3.ErrIoErr:
		switch {
		case e.ExtendedCode == sqlite3.ErrIoErrShortRead:
			return ErrCorrupt
		case e.ExtendedCode == sqlite3.ErrIoErrNoMem:
			return ErrMemory
		case e.SystemErrno == syscall.ENOSPC, e.SystemErrno == syscall.EDQUOT:
			return ErrFull
		}
		return ErrDisk
	}
	return nil
}
