package query

import "fmt"

// Error says why a query cannot be asked.
type Error struct {
	// Column is where the fault is, counted in characters from 1.
	Column int
	// Reason is the fault in words.
	Reason string
	// Suggestion is what was probably meant in its place, or empty.
	Suggestion string
}

func (e *Error) Error() string {
	if e.Suggestion == "" {
		return fmt.Sprintf("column %d: %s", e.Column, e.Reason)
	}
	return fmt.Sprintf("column %d: %s; perhaps %q", e.Column, e.Reason, e.Suggestion)
}
