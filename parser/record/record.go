// Package record says what a game record is: its header, its plies with what
// stands beside them, its faults, and what its endings and header lines are
// called.
package record

import (
	"cmp"
	"iter"
	"strings"
	"time"

	"assay/parser/scan"
)

// Tag is one header line.
type Tag struct {
	Key   string
	Value string
	Place scan.Place
}

// Comment is a remark in the movetext. Text is without its delimiters and
// surrounding blanks; its line ends are "\n" whatever the file's are.
type Comment struct {
	Text  string
	Place scan.Place
}

// Ply is one player's turn as the record writes it.
type Ply struct {
	// Number is the move number as written, 0 where there is none. Numbers
	// above MaxNumber are given as MaxNumber.
	Number int
	// Text is the move as written, without number, comments and surrounding
	// blanks. A comment inside it is replaced by one space.
	Text string
	// Place is where Text starts.
	Place scan.Place
	// Clock is what the mover has left, Spent what the ply took.
	Clock, Spent *time.Duration
	// Beside is what else the record says of the ply, nil for nothing: most
	// plies are bare, and are read by the million. See Notes and Annotate.
	Beside *Notes
}

// Notes is what a record says of a ply beside the move and its times.
type Notes struct {
	// Before are the comments in front of the move, where the notation tells
	// them from those after the ply before it.
	Before []Comment
	// Comments are those inside and after the ply, up to the next one.
	Comments []Comment
	// NAGs are numeric annotation glyphs, in the order of the record.
	NAGs []int
	// Marks are the arrows and squares drawn on the board after the ply.
	Marks []Mark
	// Eval is an evaluation as the record writes it, such as "0.25,12" or
	// "#-3"; "" where there is none.
	Eval string
	// Commands are the [%…] commands of comments that are none of the above.
	Commands []Command
	// Variations are the side lines that begin instead of this ply.
	Variations []Line
}

// bare are the notes of every ply without any.
var bare Notes

// Notes gives the ply's notes to read, empty ones where it has none.
func (ply *Ply) Notes() *Notes {
	if ply.Beside == nil {
		return &bare
	}
	return ply.Beside
}

// Annotate gives the ply's notes to add to. Copies of a ply share them.
func (ply *Ply) Annotate() *Notes {
	if ply.Beside == nil {
		ply.Beside = new(Notes)
	}
	return ply.Beside
}

// Unshare gives a copy of a ply notes of its own.
func (ply *Ply) Unshare() {
	if ply.Beside != nil {
		own := *ply.Beside
		ply.Beside = &own
	}
}

// Mark is an arrow, or a coloured square where To is "".
type Mark struct {
	Colour   string // one letter as in [%csl] and [%cal]: G R Y B …
	From, To string // squares as the record names them
}

// Command is a [%name text] command of a comment.
type Command struct{ Name, Text string }

// Line is a sequence of plies played one after the other.
type Line []Ply

// All gives the plies of a line and of all its side lines, those of a line one
// after the other.
func (l Line) All() iter.Seq[*Ply] {
	return func(yield func(*Ply) bool) {
		for lines := []Line{l}; len(lines) > 0; {
			line := lines[len(lines)-1]
			lines = lines[:len(lines)-1]
			for i := range line {
				if !yield(&line[i]) {
					return
				}
				lines = append(lines, line[i].Notes().Variations...)
			}
		}
	}
}

// SetupPiece is one line of a Zillions save file's set-up, such as
// "(Black Tokin 12i)". A line "(x a8)", which empties a square, has the Piece
// "x" and no Side.
type SetupPiece struct {
	Side   string
	Piece  string
	Square string
	Place  scan.Place
}

// Record is one game as its file has it.
type Record struct {
	Format Format
	// Game is the record's 1-based number in its file.
	Game int
	// Place is that of the record's first header line, or of its first ply
	// where it has no header.
	Place scan.Place
	// Tags are the header lines in the order of the file.
	Tags []Tag
	// Setup are the set-up lines of a Zillions save file.
	Setup []SetupPiece
	// Comments are those before the first ply.
	Comments []Comment
	// Moves is the main line, up to Fault where there is one.
	Moves Line
	// Start is the position the record starts from, as it writes it (FEN, SFEN
	// or the position text of Setup=); "" for the usual start.
	Start string
	// StartPlace is where Start is written.
	StartPlace scan.Place
	// Variant and Options are the game as Assay's own form states it beside the
	// tags, an id and key=value words; "" in the records of other formats.
	Variant, Options string
	// Notation is the format in whose way the plies of a record in Assay's own
	// form are written, which is that of its origin; "" for other formats.
	Notation Format
	// Encoding is how the bytes were read, such as "utf-8" or "shift_jis".
	Encoding string
	// Ending is how the record says the game ended, in its own word, such as
	// "投了" or "TORYO"; "" where it does not say.
	Ending string
	// Result is what the record claims, "1-0", "0-1", "1/2-1/2" or "*", and
	// "" where it claims nothing.
	Result string
	// Inferred says that Result is what Ending means by itself, and is not
	// stated.
	Inferred bool
	// Trailing is text after the moves that is no part of them, such as the
	// prose of a page.
	Trailing string
	// Bytes is what the file holds of this record. The Bytes of a file's
	// records, joined, are the file; prose before the first header belongs to
	// the first record.
	Bytes []byte
	// Fault is the first fault of syntax. Nothing after it is read.
	Fault *Fault
	// Warnings are doubts that leave the record readable.
	Warnings []Fault
}

// Tag gives the value of the first header line with the key, compared without
// regard to case.
func (r *Record) Tag(key string) (string, bool) {
	for i := range r.Tags {
		if len(r.Tags[i].Key) == len(key) && strings.EqualFold(r.Tags[i].Key, key) {
			return r.Tags[i].Value, true
		}
	}
	return "", false
}

// Written is the format in whose way the record's plies are written.
func (r *Record) Written() Format { return cmp.Or(r.Notation, r.Format) }

// Format names a record notation.
type Format string
