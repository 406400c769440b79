package request

import (
	"fmt"
	"strconv"
	"time"
)

// InputError reports an invalid value of a request.
type InputError struct {
	Field string // parameter, key or flag
	Value string
	Want  string
}

func (e *InputError) Error() string {
	if e.Value == "" {
		return fmt.Sprintf("%s: expected %s", e.Field, e.Want)
	}
	return fmt.Sprintf("%s %.100q: expected %s", e.Field, e.Value, e.Want)
}

// WantTime returns an example of a valid time. If text is a date or time
// without a zone, the example is text, completed.
func WantTime(text string) string {
	const want = "a date with a time and a zone, such as "
	for _, completed := range []string{text + "T00:00:00Z", text + "Z"} {
		if _, err := time.Parse(time.RFC3339, completed); err == nil {
			return want + completed
		}
	}
	return want + "2026-12-31T20:00:00Z"
}

// Bound is the allowed range of a number and the name of its field.
type Bound struct {
	field           string
	value, min, max int
}

// Range returns the allowed range of a value, both ends included.
func Range(field string, value, min, max int) Bound { return Bound{field, value, min, max} }

// CheckBounds returns an [*InputError] if a number is out of range.
func CheckBounds(bounds ...Bound) error {
	for _, b := range bounds {
		if b.value < b.min || b.value > b.max {
			return &InputError{Field: b.field, Value: strconv.Itoa(b.value),
				Want: fmt.Sprintf("%d to %d", b.min, b.max)}
		}
	}
	return nil
}

// LimitError reports that a limit was exceeded.
type LimitError struct {
	What  string // unit: bytes of a body, records
	Limit int64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("more than the limit of %d %s", e.Limit, e.What)
}

// Words converts names to strings.
func Words[N ~string](names []N) []string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = string(name)
	}
	return words
}
