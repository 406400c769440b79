// Package format says what there is to know of a notation.
package format

import (
	"io"
	"slices"

	"assay/parser/record"
	"assay/parser/source"
)

// Row is all that is known of a notation: how it is told, read and written, and
// what it can hold. The code of other packages asks for these traits, and never
// which notation it is.
type Row struct {
	Format record.Format
	// Detect tells from a file's first bytes whether it is of this notation;
	// nil where files of another tell.
	Detect func(prefix []byte) bool
	// Open gives the function that reads the next record of the source.
	Open func(*source.Source) func() (*record.Record, error)
	// Print gives the text of one record, and looks whether it is read back as
	// the same.
	Print func(*record.Record) ([]byte, error)

	Files
	Headers
	Moves
	Endings
	// Lacks lists what it has no place for.
	Lacks []record.Part
}

// Files are what files of a notation are like.
type Files struct {
	// File is the format that its files are read as: itself, or that of which
	// it is a dialect.
	File record.Format
	// Title is what people call it, "" for its name in capitals.
	Title string
	// Extension is how their names end, without the point.
	Extension string
	// MediaType is their type, "" for plain text.
	MediaType string
	// Separator stands between two records of a file.
	Separator string
	// Single says that other programs read one game of a file.
	Single bool
	// Whole says that a record is kept as it was written, in the notation of
	// its origin: Assay's own form.
	Whole bool
}

// Headers are how a notation says things of a game as a whole.
type Headers struct {
	// Keys are its keys for what header lines say; nil where it has those in
	// English.
	Keys *record.Keys
	// Private says that its keys mean nothing in other notations.
	Private bool
	// Owns reports whether a tag's key is one by which it says something
	// itself; nil for none.
	Owns func(key string) bool
	// Implies gives the name of the game that a record stands for where no tag
	// names one; nil for a notation of any game.
	Implies func(*record.Record) string
	// Unread names the game of a record in a kind of the notation that is known
	// and not read, "" for others, and says so; nil for none.
	Unread func(*record.Record) (game, why string)
	// NamesAll says that header lines give the game's name, its start and the
	// result, and that no two of them are for a player each.
	NamesAll bool
	// NamesOptions says that options are those of a game that is named beside
	// them.
	NamesOptions bool
	// Unknowns says that what is not known is written: ? for a header, * for a
	// result.
	Unknowns bool
	// StartDay says that the day is told with the time of the start.
	StartDay bool
	// Line writes a tag as header text without a line end; nil for a notation
	// whose headers are no text of their own.
	Line func(record.Tag) string
	// Span is how much of a text the header that it begins with takes; nil for
	// all of the line.
	Span func(text string) int
	// UsualStart is the value of the header for the start of a game without
	// odds, which every record has; "" for none.
	UsualStart string
}

// Moves are how a notation writes moves and what stands beside them.
type Moves struct {
	// Numbers says what is counted.
	Numbers Numbers
	// NumberRule is the ruling that wrong numbers break where Strict is true,
	// and that they are a doubt of where they are no more than a help; "" where
	// they are not looked at.
	NumberRule string
	Strict     bool
	// Sfen says that positions are written as SFEN, and squares counted as in
	// shogi, from the first player's right and from the top: 7g.
	Sfen bool
	// NoPass says that a turn cannot be passed.
	NoPass bool
	// Behind says that a comment in front of a ply is written behind the one
	// before.
	Behind bool
	// Lines says that a ply stands on a line of its own, behind its number.
	Lines bool
	// NoBlankComments says that there is no comment without text that can be
	// seen.
	NoBlankComments bool
	// OneComment says that a place has one comment: several become its lines.
	OneComment bool
	// Plain gives a comment without what the notation gives a meaning of its
	// own, for where it cannot be written as it is; nil for braces and commands
	// alone.
	Plain func(comment string) string
	// Signs are bytes of which every record with comments or variations
	// contains at least one. "" means that bytes do not show whether a record
	// has any.
	Signs string
	// Typed are the ways to take apart a line that somebody typed.
	Typed []Typing
}

// Numbers say what the numbers of plies count.
type Numbers uint8

// What numbers count.
const (
	NumbersMoves Numbers = iota
	NumbersPlies
	NoNumbers
)

// Typing is a way to take a typed line apart.
type Typing struct {
	Order int // in which the ways of all notations are tried
	Way   Way
}

// Way names a way to take a typed line apart.
type Way uint8

// The ways.
const (
	AsTyped Way = iota // as a file
	OnLines            // as a file whose plies stand on one line
	ByLines            // plies without numbers, one a line
	BySigns            // plies without numbers on one line, told by their signs
	ByWords            // plies without numbers between blanks or commas
)

// Endings are how a notation says that a game is over.
type Endings struct {
	// Words says that endings are told by words of its own.
	Words bool
	// Ends reports whether it has a word for an ending of the vocabulary; nil
	// for all.
	Ends func(*record.Ending) bool
	// Claims is the result that readers take from a record's ending, "" where
	// that cannot be told; nil where results are written.
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

// Has reports whether a notation has a place for a part of a record.
func (n *Row) Has(part record.Part) bool { return !slices.Contains(n.Lacks, part) }

// HasEnding reports whether it has a word for an ending.
func (n *Row) HasEnding(word string) bool {
	e, ok := record.EndingNamed(word)
	return ok && (n.Ends == nil || n.Ends(e))
}
