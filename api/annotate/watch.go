package annotate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"assay/api/request"
	"assay/store"
)

// WatchAnnotations calls report with each annotation of a game that anyone
// saves, edits, deletes or restores after a change of the archive, in order,
// with the number of its change; after 0 means from now on. It ends when report
// fails, ctx ends, or the game is deleted. The first call has nil and means
// that watching has begun. Revisions that are close to each other are combined.
// It returns the errors of Annotations, of report, or of ctx.
func (a *Annotator) WatchAnnotations(ctx context.Context, game, after int64,
	report func(change int64, v *AnnotationView) error) error {
	change, err := a.store.Sequence(ctx)
	if err != nil {
		return err
	}
	if _, err := a.snapshotAnnotations(ctx, game, change); err != nil {
		return err
	}
	if after == 0 || after > change { // of an archive that was restored since
		after = change
	}
	if err := report(after, nil); err != nil {
		return err
	}
	for {
		changed := a.Changes.Wait()
		newest, gameChanged, err := a.changedSince(ctx, game, after)
		if err != nil {
			return err
		}
		if gameChanged {
			now, err := a.snapshotAnnotations(ctx, game, newest)
			if _, ok := errors.AsType[*store.GameError](err); ok {
				return nil
			} else if err != nil {
				return err
			}
			for _, annotation := range now.annotations {
				if annotation.Change <= after || annotation.Change > newest { // the next round reports newer ones
					continue
				}
				v, err := viewAnnotation(annotation)
				if err == nil {
					err = report(annotation.Change, v)
				}
				if err != nil {
					return err
				}
			}
		}
		after = newest
		if err := request.WaitForChange(ctx, changed); err != nil {
			return err
		}
	}
}

// changedSince reports whether a game may have changed since a change of the
// archive. It also returns the last change that it checked.
func (a *Annotator) changedSince(ctx context.Context, game, since int64) (newest int64, changed bool, err error) {
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

// annotationSnapshot is a snapshot of all annotations of a game, in the order
// of their changes, at a change of the archive or a little later.
type annotationSnapshot struct {
	game, change int64
	annotations  []*store.Annotation
}

// snapshotCache caches the last snapshot.
type snapshotCache struct {
	sync.Mutex
	last *annotationSnapshot // nil at first
}

// snapshotAnnotations returns all annotations of a game up to a change of the
// archive, deleted ones included. All watchers of a game share one read.
func (a *Annotator) snapshotAnnotations(ctx context.Context, game, change int64) (*annotationSnapshot, error) {
	a.snapshots.Lock()
	defer a.snapshots.Unlock()
	if last := a.snapshots.last; last != nil && last.game == game && last.change == change {
		return last, nil
	}
	annotations, err := a.AllAnnotations(ctx, game, AnnotationFilter{})
	if err != nil {
		return nil, err
	}
	deleted, err := a.AllAnnotations(ctx, game, AnnotationFilter{Deleted: true})
	if err != nil {
		return nil, err
	}
	snapshot := &annotationSnapshot{game: game, change: change, annotations: append(annotations, deleted...)}
	slices.SortFunc(snapshot.annotations, func(x, y *store.Annotation) int { return cmp.Compare(x.Change, y.Change) })
	a.snapshots.last = snapshot
	return snapshot, nil
}
