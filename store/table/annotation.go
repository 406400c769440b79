package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

const annotationColumns = `a.id, a.game, r.revision, r.ply, first.author, r.author, r.content, first.saved, r.saved, r.deleted, r.sum, r.change
	FROM annotations a JOIN revisions first ON first.annotation = a.id AND first.revision = 1
	JOIN revisions r ON r.annotation = a.id`

func scanAnnotation(r Row) (*store.Annotation, error) {
	a := new(store.Annotation)
	var created, saved int64
	var sum sql.Null[int64]
	err := r.Scan(&a.ID, &a.Game, &a.Revision, &a.Ply, &a.Author, &a.Editor, &a.Content, &created, &saved, &a.Deleted,
		&sum, &a.Change)
	if err != nil {
		return nil, err
	}
	if !sum.Valid || sum.V != revisionSum(a.ID, a.Revision,
		&store.Draft{Ply: a.Ply, Author: a.Editor, Content: a.Content}, a.Deleted, saved) {
		return nil, errors.Join(&store.AnnotationError{Game: a.Game, ID: a.ID, Kind: store.ErrCorrupt}, row.ErrChecksum)
	}
	a.Created, a.Saved = row.Instant(created), row.Instant(saved)
	return a, nil
}

// revisionSum returns the checksum of a revision of an annotation.
func revisionSum(id, revision int64, d *store.Draft, deleted bool, saved int64) int64 {
	gone := 0
	if deleted {
		gone = 1
	}
	return row.Checksum(id, revision, d.Ply, d.Author, d.Content, gone, saved)
}

// annotation reads the current state, tombstones included.
func annotation(ctx context.Context, q Querier, game, id int64) (*store.Annotation, error) {
	a, err := scanAnnotation(q.Row(ctx, `SELECT `+annotationColumns+`
		WHERE a.id = $1 AND a.game = $2 AND r.revision = a.revision`, id, game))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.AnnotationError{Game: game, ID: id, Kind: store.ErrNotFound}
	}
	return a, err
}

func (t Tables) Annotate(ctx context.Context, d store.Draft, limit int) (saved *store.Annotation, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		saved, err = annotate(ctx, tx, d, limit)
		return err
	})
	if err != nil {
		return nil, err
	}
	return saved, nil
}

func annotate(ctx context.Context, tx Transaction, d store.Draft, limit int) (*store.Annotation, error) {
	if err := requireGame(ctx, tx, d.Game); err != nil {
		return nil, err
	}
	var n int
	var id int64
	if err := tx.Row(ctx, `SELECT (SELECT count(*) FROM annotations WHERE game = $1), (SELECT coalesce(max(id), 0) + 1 FROM annotations)`,
		d.Game).Scan(&n, &id); err != nil {
		return nil, err
	}
	if limit > 0 && n >= limit {
		return nil, &store.FieldError{Field: "annotations", Value: fmt.Sprint(n + 1),
			Want: fmt.Sprintf("at most %d per game", limit)}
	}
	if err := exec(ctx, tx, `INSERT INTO annotations (id, game, revision, ply, deleted) VALUES ($1, $2, 1, $3, false)`,
		id, d.Game, d.Ply); err != nil {
		return nil, err
	}
	return revise(ctx, tx, id, 1, d, false)
}

func (t Tables) AnnotateOnce(ctx context.Context, o store.IdempotencyKey, d store.Draft, limit int,
	answer func(*store.Annotation) ([]byte, error)) (response []byte, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		if response, err = savedResponse(ctx, tx, o); err != nil || response != nil {
			return err
		}
		saved, err := annotate(ctx, tx, d, limit)
		if err != nil {
			return err
		}
		if response, err = answer(saved); err != nil {
			return err
		}
		return saveResponse(ctx, tx, o, response)
	})
	if err != nil {
		return nil, err
	}
	return response, nil
}

// revise saves a revision as the current one and marks the game as changed.
func revise(ctx context.Context, tx Transaction, id, revision int64, d store.Draft, deleted bool) (*store.Annotation,
	error) {
	change, err := markChanged(ctx, tx, d.Game)
	if err != nil {
		return nil, err
	}
	now := savedAt(ctx, tx)
	if err := exec(ctx, tx, `INSERT INTO revisions (annotation, revision, ply, author, content, deleted, saved, sum, change)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, id, revision, d.Ply, d.Author, row.Present(d.Content), deleted,
		now, revisionSum(id, revision, &d, deleted, now), change); err != nil {
		return nil, err
	}
	if err := exec(ctx, tx, `UPDATE annotations SET revision = $1, ply = $2, deleted = $3 WHERE id = $4`, revision,
		d.Ply, deleted, id); err != nil {
		return nil, err
	}
	if err := AddWebhookEvent(ctx, tx, store.AnnotationEventKind(revision, deleted), d.Game, id); err != nil {
		return nil, err
	}
	return annotation(ctx, tx, d.Game, id)
}

// change saves a new revision. next makes it from the current one; if next
// returns nil, nothing is saved. The expected revision must be the current one.
func (t Tables) change(ctx context.Context, game, id, revision int64,
	next func(tx Transaction, now *store.Annotation) (*store.Draft, bool, error)) (saved *store.Annotation, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		if err := requireGame(ctx, tx, game); err != nil {
			return err
		}
		now, err := annotation(ctx, tx, game, id)
		if err != nil {
			return err
		}
		if revision != store.AnyRevision && revision != now.Revision {
			return &store.AnnotationChangedError{Revision: revision, Current: now}
		}
		d, deleted, err := next(tx, now)
		if err != nil {
			return err
		}
		if saved = now; d == nil {
			return nil
		}
		d.Game = game
		saved, err = revise(ctx, tx, id, now.Revision+1, *d, deleted)
		return err
	})
	if err != nil {
		return nil, err
	}
	return saved, nil
}

func (t Tables) Edit(ctx context.Context, id, revision int64, d store.Draft) (*store.Annotation, error) {
	return t.change(ctx, d.Game, id, revision, func(_ Transaction, now *store.Annotation) (*store.Draft, bool, error) {
		if now.Deleted {
			return nil, false, &store.AnnotationError{Game: d.Game, ID: id, Kind: store.ErrGone}
		}
		return &d, false, nil
	})
}

func (t Tables) Withdraw(ctx context.Context, game, id, revision int64, author string) (*store.Annotation, error) {
	return t.change(ctx, game, id, revision, func(_ Transaction, now *store.Annotation) (*store.Draft, bool, error) {
		if now.Deleted {
			return nil, false, &store.AnnotationError{Game: game, ID: id, Kind: store.ErrGone}
		}
		return &store.Draft{Ply: now.Ply, Author: author, Content: now.Content}, true, nil
	})
}

func (t Tables) Reinstate(ctx context.Context, game, id, revision, past int64, author string,
	accept func(content []byte) error) (*store.Annotation, error) {
	return t.change(ctx, game, id, revision, func(tx Transaction, now *store.Annotation) (*store.Draft, bool, error) {
		if past == 0 && !now.Deleted {
			return nil, false, nil
		}
		if past == 0 {
			past = now.Revision
		}
		old, err := scanAnnotation(tx.Row(ctx, `SELECT `+annotationColumns+` WHERE a.id = $1 AND r.revision = $2`, id,
			past))
		if errors.Is(err, sql.ErrNoRows) {
			err = &store.AnnotationError{Game: game, ID: id,
				Kind: fmt.Errorf("revision %d: %w", past, store.ErrNotFound)}
		}
		if err == nil {
			err = accept(old.Content)
		}
		if err != nil {
			return nil, false, err
		}
		return &store.Draft{Ply: old.Ply, Author: author, Content: old.Content}, false, nil
	})
}

func (t Tables) Annotation(ctx context.Context, game, id int64) (*store.Annotation, error) {
	if err := t.requireGame(ctx, game); err != nil {
		return nil, err
	}
	a, err := annotation(ctx, t.db, game, id)
	return a, t.db.Fault(ctx, err)
}

func (t Tables) Revisions(ctx context.Context, game, id int64) ([]*store.Annotation, error) {
	if err := t.requireGame(ctx, game); err != nil {
		return nil, err
	}
	all, err := t.annotations(ctx, `WHERE a.id = $1 AND a.game = $2 ORDER BY r.revision`, id, game)
	if err == nil && len(all) == 0 {
		err = &store.AnnotationError{Game: game, ID: id, Kind: store.ErrNotFound}
	}
	return all, err
}

func (t Tables) Annotations(ctx context.Context, game int64, f store.AnnotationFilter, cursor string,
	limit int) (rows []*store.Annotation, next string, err error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, "", err
	}
	ply, id, err := store.ReadAnnotationCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	if err := t.requireGame(ctx, game); err != nil {
		return nil, "", err
	}
	minPly, maxPly := f.Plies()
	rows, err = t.annotations(ctx,
		`WHERE a.game = $1 AND a.deleted = $2 AND a.ply BETWEEN $3 AND $4 AND (a.ply, a.id) > ($5, $6)
		AND r.revision = a.revision ORDER BY a.ply, a.id LIMIT $7`, game, f.Deleted, minPly, maxPly, ply, id, limit+1)
	if len(rows) > limit {
		rows = rows[:limit]
		next = store.AnnotationCursor(rows[limit-1])
	}
	return rows, next, err
}

func (t Tables) CountAnnotations(ctx context.Context, game int64, f store.AnnotationFilter) (n int, err error) {
	minPly, maxPly := f.Plies()
	err = t.db.Row(ctx, `SELECT count(*) FROM annotations WHERE game = $1 AND deleted = $2 AND ply BETWEEN $3 AND $4`,
		game, f.Deleted, minPly, maxPly).Scan(&n)
	return n, t.db.Fault(ctx, err)
}

func (t Tables) annotations(ctx context.Context, where string, args ...any) (all []*store.Annotation, err error) {
	err = t.db.Each(ctx, func(r Row) error {
		a, err := scanAnnotation(r)
		all = append(all, a)
		return err
	}, `SELECT `+annotationColumns+` `+where, args...)
	if err != nil {
		return nil, t.db.Fault(ctx, err)
	}
	return all, nil
}
