// Package record defines a game record: its header, its plies with their
// annotations, its errors, and the names of endings and header fields.
package record

import (
	"cmp"
	"iter"
	"strings"
	"sync"
	"time"

	"assay/parser/scan"
)

// Tag is one header line.
type Tag struct {
	Key   string
	Value string
	Place scan.Place
}

// Comment is a comment in the movetext. Text is without its delimiters and the
// blanks around it; its line ends are "\n".
type Comment struct {
	Text  string
	Place scan.Place
	// Author wrote a comment that an archive keeps next to the record; nil for
	// a comment of the record.
	Author *Author
}

// Author is a person with the revision of an annotation.
type Author struct {
	Name     string
	Editor   string // of this revision, if it is another person
	Saved    time.Time
	Revision int64
}

// Ply is one player's turn as the record writes it.
type Ply struct {
	// Number is the move number as written, 0 for none. Numbers above MaxNumber
	// are read as MaxNumber.
	Number int
	// Text is the move as written, without number, comments and blanks around
	// it. A comment inside it is replaced by one space.
	Text string
	// Place is the start of Text.
	Place scan.Place
	// Clock is the mover's remaining time, Spent the time used for the ply.
	Clock, Spent *time.Duration
	// Beside has the annotations of the ply; nil for none, as in most plies.
	// See Notes and Annotate.
	Beside *Notes
}

// Notes are the annotations of a ply, without its times.
type Notes struct {
	// Before are the comments before the move, if the notation distinguishes
	// them from those after the previous ply.
	Before []Comment
	// Comments are the comments inside and after the ply, up to the next one.
	Comments []Comment
	// NAGs are numeric annotation glyphs, in the order of the record.
	NAGs []int
	// Marks are the arrows and squares drawn on the board after the ply.
	Marks []Mark
	// Eval is an evaluation as written, such as "0.25,12" or "#-3"; "" for
	// none.
	Eval string
	// Commands are the other [%…] commands of comments.
	Commands []Command
	// Variations are the variations that replace this ply.
	Variations []Line
}

// bare are the notes of every ply without annotations.
var bare Notes

// Notes returns the ply's notes for reading; empty notes if it has none.
func (ply *Ply) Notes() *Notes {
	if ply.Beside == nil {
		return &bare
	}
	return ply.Beside
}

// Annotate returns the ply's notes for adding to them. Copies of a ply share
// them.
func (ply *Ply) Annotate() *Notes {
	if ply.Beside == nil {
		ply.Beside = new(Notes)
	}
	return ply.Beside
}

// Unshare replaces the notes of a copied ply by a copy.
func (ply *Ply) Unshare() {
	if ply.Beside != nil {
		own := *ply.Beside
		ply.Beside = &own
	}
}

// Mark is an arrow, or a coloured square if To is "".
type Mark struct {
	Colour   string // one letter as in [%csl] and [%cal]: G R Y B …
	From, To string // squares as the record names them
}

// Command is a [%name text] command of a comment.
type Command struct{ Name, Text string }

// Line is a sequence of plies.
type Line []Ply

// All iterates over the plies of a line and of all its variations, line by
// line.
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

// SetupPiece is one set-up line of a Zillions save file, such as "(Black Tokin
// 12i)". A line "(x a8)", which empties a square, has the Piece "x" and no
// Side.
type SetupPiece struct {
	Side   string
	Piece  string
	Square string
	Place  scan.Place
}

// Record is one game as written in its file.
type Record struct {
	Format Format
	// Game is the record's number in its file, from 1.
	Game int
	// Place is the place of the record's first header line, or of its first ply
	// if it has no header.
	Place scan.Place
	// Tags are the header lines in the order of the file.
	Tags []Tag
	// Setup are the set-up lines of a Zillions save file.
	Setup []SetupPiece
	// Comments are those before the first ply.
	Comments []Comment
	// Moves is the main line, up to Fault if there is one.
	Moves Line
	// Start is the starting position as written (FEN, SFEN or the text of
	// Setup=); "" for the usual one.
	Start string
	// StartPlace is the place of Start.
	StartPlace scan.Place
	// Variant and Options are the variant of Assay's own form, an ID and
	// key=value words; "" in other formats, which have tags.
	Variant, Options string
	// Notation is the original notation of the plies, if the record is in
	// Assay's own format; "" for other formats.
	Notation Format
	// History is what an archive had of the game in addition to the record, as
	// JSON that the archive wrote; only in Assay's own form. Edited says that
	// the record is no longer the one that was written with it.
	History []byte
	Edited  bool
	// Encoding is the encoding of the bytes, such as "utf-8" or "shift_jis".
	Encoding string
	// Ending is the record's own word for how the game ended, such as "投了" or
	// "TORYO"; "" for none.
	Ending string
	// Result is the claimed result, "1-0", "0-1", "1/2-1/2" or "*"; "" for
	// none.
	Result string
	// Inferred says that Result follows from Ending and is not stated.
	Inferred bool
	// Trailing is text after the moves that is no part of them, such as the
	// prose of a page.
	Trailing string
	// Bytes are the record's bytes in the file. The Bytes of all records of a
	// file, joined, are the file; prose before the first header belongs to the
	// first record.
	Bytes []byte
	// Fault is the first syntax error. Nothing after it is read.
	Fault *Fault
	// Warnings are errors after which reading continues.
	Warnings []Fault
	// Partner is the other board of a bughouse record of two boards; nil for
	// other records. Order says of each ply, in the order of play, whether it
	// is one of that board.
	Partner *Record
	Order   []bool
}

// spare are released records, of which new ones use the memory.
var spare sync.Pool

// New returns an empty record. Its Tags and Moves may have capacity.
func New(f Format) *Record {
	r, _ := spare.Get().(*Record)
	if r == nil {
		r = new(Record)
	}
	r.Format = f
	return r
}

// Release lets later records use the memory of r and of its main line. Only
// their texts may be used afterwards.
func (r *Record) Release() {
	*r = Record{Tags: r.Tags[:0], Moves: r.Moves[:0]}
	spare.Put(r)
}

// Tag returns the value of the first header with a key, ignoring case.
func (r *Record) Tag(key string) (string, bool) {
	for i := range r.Tags {
		if len(r.Tags[i].Key) == len(key) && strings.EqualFold(r.Tags[i].Key, key) {
			return r.Tags[i].Value, true
		}
	}
	return "", false
}

// Written returns the notation in which the plies are written.
func (r *Record) Written() Format { return cmp.Or(r.Notation, r.Format) }

// Format names a notation.
type Format string
