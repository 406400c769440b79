package api

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"assay/analysis"
)

// InputError reports an invalid value of a request.
type InputError struct {
	Field string // parameter, key or flag
	Value string
	Want  string
}

func (e *InputError) Error() string {
	if e.Value == "" {
		return fmt.Sprintf("%s: want %s", e.Field, e.Want)
	}
	return fmt.Sprintf("%s %.100q: want %s", e.Field, e.Value, e.Want)
}

// WantTime returns what to expect instead of text: an example of a time, or
// text itself, completed, if it is a date or time without a zone.
func WantTime(text string) string {
	const want = "a date with a time and a zone, such as "
	for _, completed := range []string{text + "T00:00:00Z", text + "Z"} {
		if _, err := time.Parse(time.RFC3339, completed); err == nil {
			return want + completed
		}
	}
	return want + "2026-12-31T20:00:00Z"
}

// bound is the allowed range of a number and the name of its field.
type bound struct {
	field           string
	value, min, max int
}

// checkBounds returns an [*InputError] if a number is out of range.
func checkBounds(bounds ...bound) error {
	for _, b := range bounds {
		if b.value < b.min || b.value > b.max {
			return &InputError{Field: b.field, Value: strconv.Itoa(b.value), Want: fmt.Sprintf("%d to %d", b.min, b.max)}
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

// PlyError reports a ply that the game does not have.
type PlyError struct {
	Ply  int
	Last int // last legal ply of the game
}

func (e *PlyError) Error() string {
	return fmt.Sprintf("ply %d: the game has positions 0 to %d", e.Ply, e.Last)
}

// ReplayError reports that a record has no positions because it cannot be
// replayed.
type ReplayError struct {
	Verdict string // unsupported, unreadable, or illegal (invalid starting position)
	Message string
}

func (e *ReplayError) Error() string {
	return fmt.Sprintf("the record is %s and has no positions: %s", e.Verdict, e.Message)
}

// FormatError reports an unknown or unsuitable export format.
type FormatError struct {
	Format string
	Reason string // "" if the format is unknown
}

func (e *FormatError) Error() string {
	if e.Reason != "" {
		return fmt.Sprintf("format %q: %s", e.Format, e.Reason)
	}
	return fmt.Sprintf("format %q: want %s", e.Format, strings.Join(Words(ExportFormats()), ", "))
}

// Words converts names to strings.
func Words[N ~string](names []N) []string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = string(name)
	}
	return words
}

// RecordError reports that a file has no record with this number.
type RecordError struct {
	File  string
	Game  int
	Games int // number of records in the file
}

func (e *RecordError) Error() string {
	return fmt.Sprintf("%s: no game %d; the file has %d", e.File, e.Game, e.Games)
}

// DeletedError reports that records were not archived because their games had
// been deleted.
type DeletedError struct {
	Games   []int64
	Reports []*analysis.Report // of all records, in order
}

func (e *DeletedError) Error() string {
	numbers := make([]string, len(e.Games))
	for i, id := range e.Games {
		numbers[i] = strconv.FormatInt(id, 10)
	}
	return fmt.Sprintf("archived before and then deleted: game %s; restore it with POST /api/v1/games/%s/restore or assay restore %s",
		strings.Join(numbers, ", "), numbers[0], strings.Join(numbers, " "))
}

// RejectedError reports that records were not archived because some of them are
// illegal or unreadable.
type RejectedError struct {
	Reports []*analysis.Report // of all records, in order
}

func (e *RejectedError) Error() string {
	for _, r := range e.Reports {
		if r.Error != nil {
			return fmt.Sprintf("game %d is %s: %s", r.Game, r.Verdict, r.Error.Message)
		}
	}
	return "rejected"
}
