package store

import (
	"errors"
	"time"
)

// Puzzle is a puzzle in the archive.
type Puzzle struct {
	ID       string // of its position; chosen by the caller
	Variant  string
	Options  string
	Game     int64 // from which it was made; 0 for none
	Ply      int   // of the game
	Position string
	Kind     string
	Themes   []string // without spaces
	Rating   int
	Content  []byte // solution and proof, encoded by the caller
	Saved    time.Time
}

// PuzzleFilter selects puzzles that meet all its non-zero conditions.
type PuzzleFilter struct {
	Variant   string
	Theme     string
	Game      int64
	MinRating int
	MaxRating int
}

// ErrNoPuzzle means that there is no puzzle with an ID.
var ErrNoPuzzle = errors.New("no such puzzle")
