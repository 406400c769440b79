package store

import (
	"fmt"
	"time"
)

// Revision is a current or former record of a game.
type Revision struct {
	Game    int64
	Number  int64  // from 1, which is the archived record
	Author  string // "" for the first
	Reason  string // "" for the first
	Saved   time.Time
	Hash    [32]byte // SHA-256 of Record
	Record  []byte   // exact bytes; nil in lists
	Size    int      // of the record, in bytes
	Line    int      // line at which it begins, in its file for the first revision
	Format  string
	Variant string
	Options string
	Verdict string // at the time of saving
	Plies   int
}

// Correction is a record that is to replace the current one of a game.
type Correction struct {
	Game   *Game // ID selects the game, other fields replace it; File, Number and Imported are kept
	Author string
	Reason string
}

// RecordChangedError reports that a game's record does not have the expected
// revision. Nothing was changed.
type RecordChangedError struct {
	Game     int64
	Revision int64 // the expected one
	Current  int64
}

func (e *RecordChangedError) Error() string {
	return fmt.Sprintf("the record of game %d is at revision %d, not %d", e.Game, e.Current, e.Revision)
}

// DuplicateRecordError reports that another game has, or had, the same record
// under the same variant and options.
type DuplicateRecordError struct {
	Game  int64 // the game to be changed
	Other int64 // the game with the record, deleted or not
}

func (e *DuplicateRecordError) Error() string {
	return fmt.Sprintf("game %d cannot be given this record: it is that of game %d", e.Game, e.Other)
}

// RevisionError reports that a game's record has no such revision. It matches
// [ErrNotFound], or [ErrCorrupt] if it was altered.
type RevisionError struct {
	Game, Number int64
	Kind         error
}

func (e *RevisionError) Error() string {
	return fmt.Sprintf("revision %d of the record of game %d: %v", e.Number, e.Game, e.Kind)
}

// Unwrap returns the kind.
func (e *RevisionError) Unwrap() error { return e.Kind }
