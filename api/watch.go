package api

import (
	"context"
	"errors"
	"slices"
	"sync"

	"assay/api/request"
	"assay/store"
)

// WatchAnnotations calls report with each annotation of a game that anyone
// saves, edits, deletes or restores from now on. It ends when report fails, ctx
// ends, or the game is deleted. The first call has nil and means that watching
// has begun. Revisions that are close to each other are combined. It returns
// the errors of Annotations, of report, or of ctx.
func (a *Archive) WatchAnnotations(ctx context.Context, game int64, report func(*AnnotationView) error) error {
	change, err := a.store.Sequence(ctx)
	if err != nil {
		return err
	}
	last, err := a.snapshotAnnotations(ctx, game, change)
	if err != nil {
		return err
	}
	sent := last.revisions
	if err := report(nil); err != nil {
		return err
	}
	for {
		changed := a.annotationChanges.Wait()
		var gameChanged bool
		if change, gameChanged, err = a.changedSince(ctx, game, change); err != nil {
			return err
		}
		if gameChanged {
			last, err := a.snapshotAnnotations(ctx, game, change)
			if missing := (*store.GameError)(nil); errors.As(err, &missing) {
				return nil
			} else if err != nil {
				return err
			}
			for _, annotation := range last.annotations {
				if sent[annotation.ID] == annotation.Revision {
					continue
				}
				v, err := viewAnnotation(annotation)
				if err == nil {
					err = report(v)
				}
				if err != nil {
					return err
				}
			}
			sent = last.revisions
		}
		if err := request.WaitForChange(ctx, changed); err != nil {
			return err
		}
	}
}

// changedSince reports whether a game may have changed since a change of the
// archive. It also returns the last change that it checked.
func (a *Archive) changedSince(ctx context.Context, game, since int64) (newest int64, changed bool, err error) {
	newest, err = a.store.Sequence(ctx)
	switch {
	case err != nil || newest == since:
		return since, false, err
	case newest < since || newest-since > request.MaxLimit: // restored from a backup, or many changes
		return newest, true, nil
	}
	changes, err := a.store.Changes(ctx, since, request.MaxLimit)
	return newest, slices.ContainsFunc(changes, func(c store.Change) bool { return c.Game == game }), err
}

// annotationSnapshot is a snapshot of all annotations of a game, as of a change
// of the archive.
type annotationSnapshot struct {
	game, change int64
	annotations  []*store.Annotation
	revisions    map[int64]int64 // of annotations, by number
}

// snapshotCache caches the last snapshot.
type snapshotCache struct {
	sync.Mutex
	last *annotationSnapshot // nil at first
}

// snapshotAnnotations returns all annotations of a game up to a change of the
// archive, deleted ones included. All watchers of a game share one read.
func (a *Archive) snapshotAnnotations(ctx context.Context, game, change int64) (*annotationSnapshot, error) {
	a.spoken.Lock()
	defer a.spoken.Unlock()
	if last := a.spoken.last; last != nil && last.game == game && last.change == change {
		return last, nil
	}
	annotations, err := a.allAnnotations(ctx, game, AnnotationFilter{})
	if err != nil {
		return nil, err
	}
	deleted, err := a.allAnnotations(ctx, game, AnnotationFilter{Deleted: true})
	if err != nil {
		return nil, err
	}
	snapshot := &annotationSnapshot{game: game, change: change, annotations: append(annotations, deleted...),
		revisions: map[int64]int64{}}
	for _, annotation := range snapshot.annotations {
		snapshot.revisions[annotation.ID] = annotation.Revision
	}
	a.spoken.last = snapshot
	return snapshot, nil
}
