package store

import (
	"fmt"
	"math"
	"time"
)

// Annotation is one person's comment on a game, at one of its revisions.
type Annotation struct {
	ID       int64
	Game     int64
	Revision int64  // from 1, increased by every change
	Ply      int    // ply of the main line, for sorting
	Author   string // of the first revision
	Editor   string // of this revision
	Content  []byte // in the caller's encoding
	Created  time.Time
	Saved    time.Time // time of this revision
	Deleted  bool      // a tombstone; Content is the deleted text
	Change   int64     // number of the change that saved this revision; 0 if unknown
}

// Draft is an annotation to be saved.
type Draft struct {
	Game    int64
	Ply     int
	Author  string // of this revision
	Content []byte
}

// AnyRevision means the current revision, whichever it is.
const AnyRevision = 0

// AnnotationError says why an annotation cannot be returned: Kind is
// [ErrNotFound], [ErrGone] for a tombstone, or [ErrCorrupt] if it was altered.
type AnnotationError struct {
	Game, ID int64
	Kind     error
}

func (e *AnnotationError) Error() string {
	return fmt.Sprintf("annotation %d of game %d: %v", e.ID, e.Game, e.Kind)
}

// Unwrap returns the kind.
func (e *AnnotationError) Unwrap() error { return e.Kind }

// AnnotationChangedError reports that an annotation does not have the expected
// revision. Nothing was changed.
type AnnotationChangedError struct {
	Revision int64       // the expected one
	Current  *Annotation // the current annotation
}

func (e *AnnotationChangedError) Error() string {
	return fmt.Sprintf("annotation %d is at revision %d, not %d", e.Current.ID, e.Current.Revision, e.Revision)
}

// AnnotationFilter selects annotations of a game.
type AnnotationFilter struct {
	Ply     *int // only annotations of this ply of the main line
	Deleted bool // tombstones instead of annotations
}

// Plies returns the smallest and largest ply that the filter allows.
func (f AnnotationFilter) Plies() (minPly, maxPly int) {
	if f.Ply != nil {
		return *f.Ply, *f.Ply
	}
	return 0, math.MaxInt32
}
