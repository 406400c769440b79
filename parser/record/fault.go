package record

import (
	"fmt"

	"assay/parser/scan"
)

// Fault is an error or a warning at a place in a record's text.
type Fault struct {
	// Place is the place in the file. For an error in a separate text of a ply,
	// it is the place in that text; Line is then 1.
	Place scan.Place
	// Rule is the rule ID, such as "NL-1".
	Rule string
	// Message says what is wrong.
	Message string
	// Text is the wrong text.
	Text string
	// Start means that the error is in the starting position.
	Start bool
}

// Error returns the place, the rule ID and the message.
func (f *Fault) Error() string {
	return fmt.Sprintf("%v: %s: %s: %q", f.Place, f.Rule, f.Message, Clip(f.Text))
}

// Unreadable is the error for a file without a record of the requested
// notation, or of any.
type Unreadable struct {
	Reason string
}

// Error returns the reason.
func (u *Unreadable) Error() string { return "unreadable: " + u.Reason }

// TooLarge is the error for a record that exceeds a limit of its Reader and was
// not read.
type TooLarge struct {
	// Game is the record's number in its file.
	Game int
	// Place is the start of the record.
	Place scan.Place
	// Limit is the largest size allowed, in bytes or in units of What.
	Limit int64
	// What is counted; "" for the bytes of the record.
	What string
}

// Error names the limit.
func (t *TooLarge) Error() string {
	if t.What != "" {
		return fmt.Sprintf("%v: record %d has more than the limit of %d %s", t.Place, t.Game, t.Limit, t.What)
	}
	return fmt.Sprintf("%v: record %d is larger than the limit of %d bytes for one record", t.Place, t.Game, t.Limit)
}

// Unwritable reports a part of a record that its notation cannot express.
type Unwritable struct {
	Format Format
	// Message names the part of the record.
	Message string
	// Text is the part that cannot be written.
	Text string
}

// Error returns format, message and text.
func (u *Unwritable) Error() string {
	return fmt.Sprintf("not expressible as %s: %s: %q", u.Format, u.Message, Clip(u.Text))
}

// Clip shortens text that a message quotes.
func Clip(text string) string { return Cut(text, 80) }

// Cut shortens a text to a number of characters.
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
