package query

import "fmt"

// NeedsVariant is the reason why a query without a variant is refused.
const NeedsVariant = "this query asks about positions, so name the variant"

// Error is an error in a query.
type Error struct {
	// Column is its position in characters, from 1.
	Column int
	// Reason describes the error.
	Reason string
	// Suggestion is the word that was probably meant, or empty.
	Suggestion string
}

func (e *Error) Error() string {
	if e.Suggestion == "" {
		return fmt.Sprintf("column %d: %s", e.Column, e.Reason)
	}
	return fmt.Sprintf("column %d: %s; perhaps %q", e.Column, e.Reason, e.Suggestion)
}
