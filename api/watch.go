package api

import (
	"context"
	"errors"
	"slices"
	"sync"

	"assay/store"
)

// WatchAnnotations calls tell with each annotation of a game that anybody
// saves, edits, deletes or restores from now on, until tell or ctx ends it or
// the game is deleted. The first call, with nil, says that it is watching.
// Revisions close to each other are combined. Its errors are those of
// Annotations, of tell, or of ctx.
func (a *Archive) WatchAnnotations(ctx context.Context, game int64, tell func(*AnnotationView) error) error {
	seen, err := a.store.Sequence(ctx)
	if err != nil {
		return err
	}
	last, err := a.everSaid(ctx, game, seen)
	if err != nil {
		return err
	}
	told := last.revisions
	if err := tell(nil); err != nil {
		return err
	}
	for {
		changed := a.annotationChanges.wait()
		var touched bool
		if seen, touched, err = a.touchedSince(ctx, game, seen); err != nil {
			return err
		}
		if touched {
			last, err := a.everSaid(ctx, game, seen)
			if gone := (*store.GameError)(nil); errors.As(err, &gone) {
				return nil
			} else if err != nil {
				return err
			}
			for _, one := range last.all {
				if told[one.ID] == one.Revision {
					continue
				}
				v, err := viewAnnotation(one)
				if err == nil {
					err = tell(v)
				}
				if err != nil {
					return err
				}
			}
			told = last.revisions
		}
		if err := pause(ctx, changed); err != nil {
			return err
		}
	}
}

// touchedSince reports whether a game may have changed since a change of the
// archive, and returns the last change it looked at.
func (a *Archive) touchedSince(ctx context.Context, game, seen int64) (newest int64, touched bool, err error) {
	newest, err = a.store.Sequence(ctx)
	switch {
	case err != nil || newest == seen:
		return seen, false, err
	case newest < seen || newest-seen > MaxLimit: // restored from a backup, or many changes
		return newest, true, nil
	}
	changes, err := a.store.Changes(ctx, seen, MaxLimit)
	return newest, slices.ContainsFunc(changes, func(c store.Change) bool { return c.Game == game }), err
}

// spoken is a snapshot of all annotations of a game, as of a change of the
// archive.
type spoken struct {
	game, change int64
	all          []*store.Annotation
	revisions    map[int64]int64 // of annotations, by number
}

// spokenLast caches the last snapshot.
type spokenLast struct {
	sync.Mutex
	last *spoken // nil at first
}

// everSaid returns all annotations of a game up to a change of the archive,
// deleted ones included. All watchers of a game share one read.
func (a *Archive) everSaid(ctx context.Context, game, change int64) (*spoken, error) {
	a.spoken.Lock()
	defer a.spoken.Unlock()
	if last := a.spoken.last; last != nil && last.game == game && last.change == change {
		return last, nil
	}
	all, err := a.allAnnotations(ctx, game, AnnotationFilter{})
	if err != nil {
		return nil, err
	}
	deleted, err := a.allAnnotations(ctx, game, AnnotationFilter{Deleted: true})
	if err != nil {
		return nil, err
	}
	now := &spoken{game: game, change: change, all: append(all, deleted...), revisions: map[int64]int64{}}
	for _, one := range now.all {
		now.revisions[one.ID] = one.Revision
	}
	a.spoken.last = now
	return now, nil
}
