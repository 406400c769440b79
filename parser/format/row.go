// Package format describes the traits of notations.
package format

import (
	"io"
	"slices"

	"assay/parser/record"
	"assay/parser/source"
)

// Row has all that is known of a notation: how it is detected, read and
// written, and what it can express. Other packages ask for these traits and
// never for a notation by name.
type Row struct {
	Format record.Format
	// Detect reports whether a file with these first bytes is in this notation.
	// It is nil if the notation is detected in files of another notation.
	Detect func(prefix []byte) bool
	// Open returns the function that reads the next record of a source.
	Open func(*source.Source) func() (*record.Record, error)
	// Print returns the text of one record after checking that reading it
	// returns the same record.
	Print func(*record.Record) ([]byte, error)

	Files
	Headers
	Moves
	Endings
	// Boards says that a record may have the plies of two boards.
	Boards bool
	// Lacks lists the parts of a record that the notation cannot express.
	Lacks []record.Part
}

// Files describes the files of a notation.
type Files struct {
	// File is the format as which its files are read: itself, or the notation
	// of which it is a dialect.
	File record.Format
	// Title is the usual name, "" for the format's name in capitals.
	Title string
	// Extension is the extension of file names, without the dot.
	Extension string
	// Declares are the words of the first line that say that a file is UTF-8;
	// "" if there are none.
	Declares string
	// UnicodeExtension is the extension of files that are in UTF-8 by choice;
	// "" if it is the same.
	UnicodeExtension string
	// MediaType is the media type, "" for plain text.
	MediaType string
	// Separator is written between two records of a file.
	Separator string
	// Single says that other programs read only one game per file.
	Single bool
	// Whole says that a record is kept as it was written, in its original
	// notation. Only Assay's own format does that.
	Whole bool
}

// Headers describes the headers of a notation.
type Headers struct {
	// Keys are its keys of header fields; nil for the English ones.
	Keys *record.Keys
	// Private says that its keys have no meaning in other notations.
	Private bool
	// Owns reports whether a tag's key is a keyword of the notation; nil for
	// none.
	Owns func(key string) bool
	// Implies returns the name of the game that a record implies when no tag
	// names one; nil for a notation of any game.
	Implies func(*record.Record) string
	// Unread returns the game's name and a message for a record in a variety of
	// the notation that is not read, "" for other records; nil if there is no
	// such variety.
	Unread func(*record.Record) (game, why string)
	// NamesAll says that headers name the variant, the start and the result,
	// and that no header names only one player.
	NamesAll bool
	// NamesOptions says that options belong to a variant that is named next to
	// them.
	NamesOptions bool
	// Unknowns says that unknown values are written: ? for a header, * for a
	// result.
	Unknowns bool
	// StartDay says that the date is written with the starting time.
	StartDay bool
	// Line returns a tag as header text without a line end; nil if the
	// notation's headers are not text of their own.
	Line func(record.Tag) string
	// Span returns the length of the header that a text begins with; nil for
	// the whole line.
	Span func(text string) int
	// UsualStart is the value of the start header for games without a handicap,
	// which every record has; "" if there is no such header.
	UsualStart string
}

// Moves describes how a notation writes moves, their numbers and comments.
type Moves struct {
	// Numbers is the kind of numbers that the plies have.
	Numbers Numbers
	// NumberRule is the rule ID for wrong numbers: an error if Strict is true,
	// else a warning. "" means that numbers are not checked.
	NumberRule string
	Strict     bool
	// Sfen says that positions are written as SFEN, and squares as in shogi,
	// counted from the first player's right and from the top: 7g.
	Sfen bool
	// NoPass says that the notation has no pass.
	NoPass bool
	// Behind means that comments before a ply are written after the previous
	// ply.
	Behind bool
	// Lines says that every ply has a line of its own, after its number.
	Lines bool
	// NoBlankComments says that comments without visible text cannot be
	// written.
	NoBlankComments bool
	// OneComment says that a place has one comment; several become its lines.
	OneComment bool
	// Plain returns a comment without the text that has a special meaning in
	// the notation. It is used for a comment that cannot be written unchanged.
	// It is nil if only braces and commands are special.
	Plain func(comment string) string
	// Machine reports whether a program wrote a comment for programs; nil if
	// there are none. Remark is the same for the first comments of a record.
	// See WithoutMachine.
	Machine, Remark func(comment string) bool
	// Signs are bytes of which every record with comments or variations
	// contains at least one. It is "" if bytes do not show whether a record has
	// any.
	Signs string
	// Typed are the ways to split a line that a user typed.
	Typed []Typing
}

// WithoutMachine returns the comments that people wrote, for readers and for
// other notations. first reports that they are at the start of the record.
func (m *Moves) WithoutMachine(list []record.Comment, first bool) []record.Comment {
	for first && m.Remark != nil && len(list) > 0 && m.Remark(list[0].Text) {
		list = list[1:]
	}
	if m.Machine == nil {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(c record.Comment) bool { return m.Machine(c.Text) })
}

// Numbers is the kind of numbers that plies have.
type Numbers uint8

// Kinds of numbers.
const (
	NumbersMoves Numbers = iota
	NumbersPlies
	NoNumbers
)

// Typing is a way to split a typed line.
type Typing struct {
	Order int // order in which the ways of all notations are tried
	Way   Way
}

// Way is a way to split a typed line.
type Way uint8

// Ways to split a typed line.
const (
	AsTyped Way = iota // as a file
	OnLines            // as a file with all plies on one line
	ByLines            // plies without numbers, one per line
	BySigns            // plies without numbers on one line, recognised by their signs
	ByWords            // plies without numbers, separated by blanks or commas
)

// Endings describes how a notation writes that a game is over.
type Endings struct {
	// Words says that it has words of its own for endings.
	Words bool
	// Ends reports whether it has a word for an ending of the vocabulary; nil
	// for all.
	Ends func(*record.Ending) bool
	// Claims returns the result that readers derive from a record's ending, or
	// "" if it is unknown. It is nil if the notation writes results.
	Claims func(*record.Record) string
}

// Write writes one record.
func (n *Row) Write(w io.Writer, r *record.Record) error {
	text, err := n.Print(r)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// Has reports whether the notation can express a part of a record.
func (n *Row) Has(part record.Part) bool { return !slices.Contains(n.Lacks, part) }

// HasEnding reports whether the notation has a word for an ending.
func (n *Row) HasEnding(word string) bool {
	e, ok := record.EndingNamed(word)
	return ok && (n.Ends == nil || n.Ends(e))
}
