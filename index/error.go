package index

import (
	"errors"
	"fmt"
)

// What may be wrong with an index; to be compared by [errors.Is].
var (
	// ErrLocked: another process, or another Index of this one, has the index open.
	ErrLocked = errors.New("in use elsewhere")
	// ErrDamaged: the files are not those of an index, or not whole.
	ErrDamaged = errors.New("damaged, to be rebuilt")
	// ErrVersion: the index was written by a program that lays it out differently.
	ErrVersion = errors.New("of another version, to be rebuilt")
	// ErrAhead: the index has taken in changes that its source does not have, so it is of another archive, or the archive
	// was set back.
	ErrAhead = errors.New("ahead of its archive, to be rebuilt")
	// ErrClosed: the index was closed.
	ErrClosed = errors.New("index closed")
)

// Error says which index cannot be used, and why.
type Error struct {
	// Path is the folder of the index.
	Path string
	// Problem is ErrLocked, ErrDamaged, ErrVersion or ErrAhead.
	Problem error
	// Cause is what was noticed.
	Cause error
}

func (e *Error) Error() string {
	return fmt.Sprintf("index %s: %v: %v", e.Path, e.Problem, e.Cause)
}

// Unwrap gives the problem and its cause.
func (e *Error) Unwrap() []error { return []error{e.Problem, e.Cause} }

// damage turns a panic of the code below, which trusts the files it reads, into an error. To be deferred.
func damage(path string, err *error) {
	if r := recover(); r != nil {
		*err = &Error{Path: path, Problem: ErrDamaged, Cause: fmt.Errorf("%v", r)}
	}
}
