package request

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"assay/analysis"
	"assay/store"
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

// InputErrors are the errors of several parts of a request.
type InputErrors []error

func (e InputErrors) Error() string {
	texts := make([]string, len(e))
	for i, err := range e {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "; ")
}

func (e InputErrors) Unwrap() []error { return e }

// KeyError is an error about one key of a request, whose own type says what is
// wrong.
type KeyError struct {
	Key string // with dots between its levels
	error
}

func (e *KeyError) Unwrap() error { return e.error }

// AtKey returns a [*KeyError], or nil without an error.
func AtKey(key string, err error) error {
	if err == nil {
		return nil
	}
	return &KeyError{key, err}
}

// Joined returns all errors about parts of a request as one. Without any, it
// returns the first other error, or nil.
func Joined(errs ...error) error {
	var other error
	var invalid InputErrors
	for _, err := range errs {
		if several, ok := err.(interface{ Unwrap() []error }); ok {
			err = Joined(several.Unwrap()...)
		}
		if several, ok := err.(InputErrors); ok {
			invalid = append(invalid, several...)
		} else if isInput(err) {
			invalid = append(invalid, err)
		} else if other == nil {
			other = err
		}
	}
	switch len(invalid) {
	case 0:
		return other
	case 1:
		return invalid[0]
	}
	return invalid
}

// isInput reports whether an error is about a part of a request.
func isInput(err error) bool {
	return errors.As(err, new(*InputError)) || errors.As(err, new(*KeyError)) ||
		errors.As(err, new(*store.FieldError)) || errors.As(err, new(*analysis.AnnotationError))
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

// CheckBounds returns an [*InputError] for each number that is out of range.
func CheckBounds(bounds ...Bound) error {
	var errs []error
	for _, b := range bounds {
		if b.value < b.min || b.value > b.max {
			errs = append(errs, &InputError{Field: b.field, Value: strconv.Itoa(b.value),
				Want: fmt.Sprintf("%d to %d", b.min, b.max)})
		}
	}
	return Joined(errs...)
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
