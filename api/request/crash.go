package request

import (
	"fmt"
	"runtime/debug"
)

// CrashError reports a panic while processing input.
type CrashError struct {
	Cause any    // value of the panic
	Stack []byte // stack trace
}

func (e *CrashError) Error() string {
	return fmt.Sprintf("internal error in Assay, please report it: %v", e.Cause)
}

// RecoverCrash converts a panic to a [*CrashError]. Defer it when processing
// untrusted input, so that a panic does not end the process.
func RecoverCrash(err *error) {
	if r := recover(); r != nil {
		*err = &CrashError{Cause: r, Stack: debug.Stack()}
	}
}
