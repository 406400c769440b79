// Package crash turns panics into errors.
package crash

import (
	"fmt"
	"runtime/debug"
)

// Error reports a panic.
type Error struct {
	Cause any    // value of the panic
	Stack []byte // stack trace
}

func (e *Error) Error() string {
	return fmt.Sprintf("internal error in Assay, please report it: %v", e.Cause)
}

// Recover converts a panic to an [*Error]. Defer it when processing untrusted
// input or stored data, so that a panic does not end the process.
func Recover(err *error) {
	if r := recover(); r != nil {
		*err = newError(r)
	}
}

// Handle recovers a panic and passes it to a function. Defer it.
func Handle(handle func(*Error)) {
	if r := recover(); r != nil {
		handle(newError(r))
	}
}

// HandleFaults makes faults of mapped memory panic, and returns a function to
// defer, which recovers a panic as [Handle] does.
func HandleFaults(handle func(*Error)) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if r := recover(); r != nil {
			handle(newError(r))
		}
	}
}

func newError(cause any) *Error { return &Error{Cause: cause, Stack: debug.Stack()} }
