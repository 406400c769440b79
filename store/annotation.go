package store

import (
	"fmt"
	"math"
	"time"
)

// Annotation is what somebody says of a game, at one of its revisions.
type Annotation struct {
	ID       int64
	Game     int64
	Revision int64  // from 1; it grows by one with every change
	Ply      int    // of the game's main line, for the order of lists
	Author   string // of the first revision
	Editor   string // of this revision
	Content  []byte // in the caller's encoding
	Created  time.Time
	Saved    time.Time // when this revision was
	Deleted  bool      // a tombstone, whose Content is what was deleted
}

// Draft is an annotation to be saved.
type Draft struct {
	Game    int64
	Ply     int
	Author  string // of this revision
	Content []byte
}

// AnyRevision in place of a revision stands for the one that holds.
const AnyRevision = 0

// AnnotationError says which annotation cannot be given, and why: Kind is
// [ErrNotFound], [ErrGone] for a tombstone, or [ErrCorrupt] for one that is not
// as it was written.
type AnnotationError struct {
	Game, ID int64
	Kind     error
}

func (e *AnnotationError) Error() string {
	return fmt.Sprintf("annotation %d of game %d: %v", e.ID, e.Game, e.Kind)
}

// Unwrap gives the kind.
func (e *AnnotationError) Unwrap() error { return e.Kind }

// StaleError says that an annotation is not at the revision that a change was
// meant for, and nothing was changed.
type StaleError struct {
	Revision int64       // that the change was meant for
	Current  *Annotation // as it is now
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("annotation %d is at revision %d, not %d", e.Current.ID, e.Current.Revision, e.Revision)
}

// AnnotationFilter says which annotations of a game a list has.
type AnnotationFilter struct {
	Ply     *int // of this ply of the main line alone
	Deleted bool // the tombstones instead
}

// Plies are the least and the greatest ply that the filter lets through.
func (f AnnotationFilter) Plies() (least, most int) {
	if f.Ply != nil {
		return *f.Ply, *f.Ply
	}
	return 0, math.MaxInt32
}
