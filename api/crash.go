package api

import (
	"fmt"
	"runtime/debug"
)

// CrashError is a fault of this program, met at something that it was given.
type CrashError struct {
	Cause any    // what the code panicked with
	Stack []byte // where
}

func (e *CrashError) Error() string {
	return fmt.Sprintf("a fault of this program, which is worth a report: %v", e.Cause)
}

// crashed turns a panic into a [*CrashError]. To be deferred by work on what
// strangers send, which must not end the process.
func crashed(err *error) {
	if r := recover(); r != nil {
		*err = &CrashError{Cause: r, Stack: debug.Stack()}
	}
}
