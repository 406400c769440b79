package index

import (
	"errors"
	"fmt"

	"assay/analysis/crash"
)

// Errors of an index, for [errors.Is].
var (
	// ErrLocked: the index is open in another process or in another Index.
	ErrLocked = errors.New("in use elsewhere")
	// ErrDamaged: the files are not a complete index.
	ErrDamaged = errors.New("damaged, to be rebuilt")
	// ErrVersion: the index has the format of another version.
	ErrVersion = errors.New("of another version, to be rebuilt")
	// ErrForeign: the index belongs to another archive, or to a state of this
	// archive that was rolled back.
	ErrForeign = errors.New("not of this archive as it is now, to be rebuilt")
	// ErrUnusable: the operating system or the database denies access.
	ErrUnusable = errors.New("cannot be used")
	// ErrClosed: the index was closed.
	ErrClosed = errors.New("index closed")
	// ErrLeftOut: the requested game is damaged and is ignored.
	ErrLeftOut = errors.New("game left out")
)

// Error is an error that makes an index unusable.
type Error struct {
	// Path is the folder of the index or a file in it.
	Path string
	// Problem is ErrLocked, ErrDamaged, ErrVersion, ErrForeign or ErrUnusable.
	Problem error
	// Cause is the underlying error.
	Cause error
}

func (e *Error) Error() string {
	if panicked, ok := e.Cause.(*crash.Error); ok { // caused by the files, not by a fault of the program
		return fmt.Sprintf("index %s: %v: panic: %v", e.Path, e.Problem, panicked.Cause)
	}
	return fmt.Sprintf("index %s: %v: %v", e.Path, e.Problem, e.Cause)
}

// Unwrap returns the problem and its cause.
func (e *Error) Unwrap() []error { return []error{e.Problem, e.Cause} }

// SpaceError reports that the file system has too little space for a write.
type SpaceError struct {
	Path       string
	Free, Need uint64 // bytes
}

func (e *SpaceError) Error() string {
	return fmt.Sprintf("index %s: %d bytes are free, and %d needed: nothing is indexed until there is room", e.Path,
		e.Free, e.Need)
}

// NeedsRebuild reports whether only a rebuild can cure an error.
func NeedsRebuild(err error) bool {
	return errors.Is(err, ErrDamaged) || errors.Is(err, ErrVersion) || errors.Is(err, ErrForeign)
}

// recoverFaults converts panics and memory faults to errors, for code that
// trusts mapped files. Call it before that code and defer the returned
// function.
func recoverFaults(path string, err *error) func() {
	return crash.HandleFaults(func(e *crash.Error) { *err = &Error{Path: path, Problem: ErrDamaged, Cause: e} })
}
