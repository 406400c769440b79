package api

import (
	"context"
	"errors"
	"slices"

	"assay/store"
)

// WatchAnnotations tells of the annotations of a game as they are saved,
// edited, deleted and brought back from now on, by whomever, until tell or ctx
// ends it or the game is gone; first of none, once it watches. Revisions that
// come close to each other are told as one. Its errors are those of
// Annotations, of tell, or of ctx.
func (a *Archive) WatchAnnotations(ctx context.Context, game int64, tell func(*AnnotationView) error) error {
	seen, err := a.store.Sequence(ctx)
	if err != nil {
		return err
	}
	told := map[int64]int64{} // revisions, by the number of the annotation
	all, err := a.everSaid(ctx, game)
	if err != nil {
		return err
	}
	for _, one := range all {
		told[one.ID] = one.Revision
	}
	if err := tell(nil); err != nil {
		return err
	}
	for {
		changed := a.annotated.wait()
		var touched bool
		if seen, touched, err = a.touchedSince(ctx, game, seen); err != nil {
			return err
		}
		if touched {
			all, err := a.everSaid(ctx, game)
			if gone := (*store.GameError)(nil); errors.As(err, &gone) {
				return nil
			} else if err != nil {
				return err
			}
			for _, one := range all {
				if told[one.ID] == one.Revision {
					continue
				}
				told[one.ID] = one.Revision
				v, err := viewAnnotation(one)
				if err == nil {
					err = tell(v)
				}
				if err != nil {
					return err
				}
			}
		}
		if err := pause(ctx, changed); err != nil {
			return err
		}
	}
}

// touchedSince reports whether a game may have changed since a change of the
// archive, and gives the last change that it looked at.
func (a *Archive) touchedSince(ctx context.Context, game, seen int64) (newest int64, touched bool, err error) {
	newest, err = a.store.Sequence(ctx)
	switch {
	case err != nil || newest == seen:
		return seen, false, err
	case newest < seen || newest-seen > MaxLimit: // another history, or much to read
		return newest, true, nil
	}
	changes, err := a.store.Changes(ctx, seen, MaxLimit)
	return newest, slices.ContainsFunc(changes, func(c store.Change) bool { return c.Game == game }), err
}

// everSaid are all annotations of a game, deleted ones too.
func (a *Archive) everSaid(ctx context.Context, game int64) (all []*store.Annotation, err error) {
	all, err = a.said(ctx, game, AnnotationFilter{})
	if err != nil {
		return nil, err
	}
	deleted, err := a.said(ctx, game, AnnotationFilter{Deleted: true})
	return append(all, deleted...), err
}
