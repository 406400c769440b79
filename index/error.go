package index

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// What may be wrong with an index; to be compared by [errors.Is].
var (
	// ErrLocked: another process, or another Index of this one, has the index
	// open.
	ErrLocked = errors.New("in use elsewhere")
	// ErrDamaged: the files are not those of an index, or not whole.
	ErrDamaged = errors.New("damaged, to be rebuilt")
	// ErrVersion: the index was written by a program that lays it out
	// differently.
	ErrVersion = errors.New("of another version, to be rebuilt")
	// ErrForeign: the index is of another archive, or of another history of
	// this one, which was set back.
	ErrForeign = errors.New("not of this archive as it is now, to be rebuilt")
	// ErrUnusable: the system, or the database, keeps the index from being
	// used.
	ErrUnusable = errors.New("cannot be used")
	// ErrClosed: the index was closed.
	ErrClosed = errors.New("index closed")
	// ErrLeftOut: a game that is asked for is damaged, and does not count.
	ErrLeftOut = errors.New("game left out")
)

// Error says which index cannot be used, and why.
type Error struct {
	// Path is the folder of the index, or the file in it.
	Path string
	// Problem is ErrLocked, ErrDamaged, ErrVersion, ErrForeign or ErrUnusable.
	Problem error
	// Cause is what was noticed.
	Cause error
}

func (e *Error) Error() string {
	return fmt.Sprintf("index %s: %v: %v", e.Path, e.Problem, e.Cause)
}

// Unwrap gives the problem and its cause.
func (e *Error) Unwrap() []error { return []error{e.Problem, e.Cause} }

// SpaceError says that the file system has no room for what is to be written.
type SpaceError struct {
	Path       string
	Free, Need uint64 // bytes
}

func (e *SpaceError) Error() string {
	return fmt.Sprintf("index %s: %d bytes are free, and %d needed: nothing is indexed until there is room", e.Path, e.Free, e.Need)
}

// PanicError is a panic that was recovered.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Spoilt reports whether an error can only be cured by building the index anew.
func Spoilt(err error) bool {
	return errors.Is(err, ErrDamaged) || errors.Is(err, ErrVersion) || errors.Is(err, ErrForeign)
}

// Survive makes a panic an error, a [*PanicError]. To be deferred.
func Survive(err *error) {
	if r := recover(); r != nil {
		*err = &PanicError{Value: r, Stack: debug.Stack()}
	}
}

// guard has a panic, or a fault of memory, of the code below, which trusts the
// files it reads, be an error. To be called at once, and what it gives
// deferred.
func guard(path string, err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if r := recover(); r != nil {
			*err = &Error{Path: path, Problem: ErrDamaged, Cause: &PanicError{Value: r, Stack: debug.Stack()}}
		}
	}
}
