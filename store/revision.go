package store

import (
	"fmt"
	"time"
)

// Revision is a record that a game has or had, and who made it the one that
// holds.
type Revision struct {
	Game    int64
	Number  int64  // from 1, the record as it was archived
	Author  string // "" of the first
	Reason  string // "" of the first
	Saved   time.Time
	Hash    [32]byte // SHA-256 of Record
	Record  []byte   // exact; nil in lists
	Size    int      // of the record in bytes
	Line    int      // at which it begins: of its file for the first, else of itself
	Format  string
	Variant string
	Options string
	Verdict string // when it was saved
	Plies   int
}

// Correction is a record that is to take the place of the one that a game has.
type Correction struct {
	Game   *Game // ID says which, the rest what it becomes; File, Number and Imported stay as they are
	Author string
	Reason string
}

// RevisedError says that the record of a game is not at the revision that a
// change was meant for, and nothing was changed.
type RevisedError struct {
	Game     int64
	Revision int64 // that the change was meant for
	Current  int64
}

func (e *RevisedError) Error() string {
	return fmt.Sprintf("the record of game %d is at revision %d, not %d", e.Game, e.Current, e.Revision)
}

// TakenError says that another game has, or had at one of its revisions, the
// very record that a game was to be given under the same variant and options.
type TakenError struct {
	Game  int64 // that was to be given it
	Other int64 // that has it, deleted or not
}

func (e *TakenError) Error() string {
	return fmt.Sprintf("game %d cannot be given this record: it is that of game %d", e.Game, e.Other)
}

// RevisionError says that a game's record has no such revision. It matches
// [ErrNotFound], or [ErrCorrupt] for one that is not as it was written.
type RevisionError struct {
	Game, Number int64
	Kind         error
}

func (e *RevisionError) Error() string {
	return fmt.Sprintf("revision %d of the record of game %d: %v", e.Number, e.Game, e.Kind)
}

// Unwrap gives the kind.
func (e *RevisionError) Unwrap() error { return e.Kind }
