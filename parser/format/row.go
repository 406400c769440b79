// Package format says what there is to know of a notation.
package format

import (
	"io"

	"assay/parser/record"
	"assay/parser/source"
)

// Row is all that is known of a notation: how it is told, read and written, and
// what it can hold.
type Row struct {
	Format record.Format
	// Detect tells from a file's first bytes whether it is of this notation; nil
	// where files of another tell.
	Detect func(prefix []byte) bool
	// Open gives the function that reads the next record of the source.
	Open func(*source.Source) func() (*record.Record, error)
	// Write writes one record.
	Write func(io.Writer, *record.Record) error
	// File is the format that its files are read as: itself, or that of which it is a
	// dialect.
	File record.Format
	// Extension is how names of its files end, without the point.
	Extension string
	// Single says that other programs read one game of a file.
	Single bool
	// Keys are its keys for what header lines say; nil where it has those in
	// English.
	Keys *record.Keys
	// Private says that its keys mean nothing in other notations.
	Private bool
	// Implies gives the variant that a record stands for where no tag names one: an
	// id, or a name that the record itself gives; nil for a notation of any game.
	Implies func(*record.Record) string
	// Lacks lists what it has no place for.
	Lacks []record.Part
	// Owns reports whether a tag's key is one by which it says something itself; nil
	// for none.
	Owns func(key string) bool
	// Ends reports whether it has a word for an ending of the vocabulary; nil for all.
	Ends func(*record.Ending) bool
	// Claims is the result that readers take from a record's ending, "" where that
	// cannot be told; nil where results are written.
	Claims func(*record.Record) string
}
