package store

import (
	"errors"
	"fmt"
	"time"
)

// Repertoire is the moves that someone chose for one side of a variant.
type Repertoire struct {
	ID       int64
	Revision int64  // from 1, increased by every change
	Person   int64  // the owner; 0 for none
	Name     string // unique among those of a person
	Variant  string
	Options  string
	Side     int    // 0 for the first player, 1 for the second
	Content  []byte // lines, encoded by the caller
	Saved    time.Time
}

// MaxRepertoire is the largest content of a repertoire in bytes.
const MaxRepertoire = 64 << 20

// Card is what someone remembers of one position of a deck.
type Card struct {
	Person  int64
	Deck    int64  // the repertoire; 0 for the puzzles of the archive
	ID      string // chosen by the caller
	Due     time.Time
	Content []byte // encoded by the caller
}

// ErrNoRepertoire means that there is no repertoire with an ID.
var ErrNoRepertoire = errors.New("no such repertoire")

// RepertoireChangedError reports that a repertoire does not have the expected
// revision. Nothing was saved.
type RepertoireChangedError struct {
	ID, Revision, Current int64
}

func (e *RepertoireChangedError) Error() string {
	return fmt.Sprintf("repertoire %d is at revision %d, not %d; read it again", e.ID, e.Current, e.Revision)
}
