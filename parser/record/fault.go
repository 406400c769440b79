package record

import (
	"fmt"

	"assay/parser/scan"
)

// Fault is something in a record's text that breaks its notation.
type Fault struct {
	// Place is where it is in the file; for faults of a ply's text alone, where
	// it is in that (Line is then 1).
	Place scan.Place
	// Rule is the number of the ruling broken, such as "NL-1".
	Rule string
	// Message says in words what is wrong.
	Message string
	// Text is the text at fault.
	Text string
	// Start says that it is of the position that the record starts from.
	Start bool
}

// Error gives place, ruling and message.
func (f *Fault) Error() string {
	return fmt.Sprintf("%v: %s: %s: %q", f.Place, f.Rule, f.Message, Clip(f.Text))
}

// Unreadable says that a file holds no record of the notation asked for, or of
// any.
type Unreadable struct {
	Reason string
}

// Error gives the reason.
func (u *Unreadable) Error() string { return "unreadable: " + u.Reason }

// TooLarge says that a record exceeds a limit of its Reader and was not
// read.
type TooLarge struct {
	// Game is the record's number in its file.
	Game int
	// Place is where the record's bytes start.
	Place scan.Place
	// Limit is the greatest size allowed, in bytes, or in What.
	Limit int64
	// What is counted, "" for the bytes of the record.
	What string
}

// Error names the limit.
func (t *TooLarge) Error() string {
	if t.What != "" {
		return fmt.Sprintf("%v: record %d has more than the limit of %d %s", t.Place, t.Game, t.Limit, t.What)
	}
	return fmt.Sprintf("%v: record %d is larger than the limit of %d bytes for one record", t.Place, t.Game, t.Limit)
}

// Unwritable says that a record holds something its notation cannot express.
type Unwritable struct {
	Format Format
	// Message names the part of the record.
	Message string
	// Text is what cannot be written.
	Text string
}

// Error gives format, message and text.
func (u *Unwritable) Error() string {
	return fmt.Sprintf("not expressible as %s: %s: %q", u.Format, u.Message, Clip(u.Text))
}

// Clip shortens text that a message quotes.
func Clip(text string) string { return Cut(text, 80) }

// Cut gives text so many characters at most.
func Cut(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
