package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

const annotationColumns = `a.id, a.game, r.revision, r.ply, first.author, r.author, r.content, first.saved, r.saved, r.deleted, r.sum
	FROM annotations a JOIN revisions first ON first.annotation = a.id AND first.revision = 1
	JOIN revisions r ON r.annotation = a.id`

func scanAnnotation(rows interface{ Scan(...any) error }) (*store.Annotation, error) {
	a := new(store.Annotation)
	var created, saved int64
	var sum sql.Null[int64]
	err := rows.Scan(&a.ID, &a.Game, &a.Revision, &a.Ply, &a.Author, &a.Editor, &a.Content, &created, &saved, &a.Deleted, &sum)
	if err != nil {
		return nil, err
	}
	if !sum.Valid || sum.V != row.Checksum(a.ID, a.Revision, a.Ply, a.Editor, a.Content, number(a.Deleted), saved) {
		return nil, errors.Join(&store.AnnotationError{Game: a.Game, ID: a.ID, Kind: store.ErrCorrupt}, row.ErrChecksum)
	}
	a.Created, a.Saved = row.Instant(created), row.Instant(saved)
	return a, nil
}

// number is a truth as SQLite keeps it.
func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// querier is a transaction or a pool of connections.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// annotation reads one as it is now, a tombstone too.
func annotation(ctx context.Context, q querier, game, id int64) (*store.Annotation, error) {
	a, err := scanAnnotation(q.QueryRowContext(ctx, `SELECT `+annotationColumns+`
		WHERE a.id = ? AND a.game = ? AND r.revision = a.revision`, id, game))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.AnnotationError{Game: game, ID: id, Kind: store.ErrNotFound}
	}
	return a, err
}

func (s *Archive) Annotate(ctx context.Context, d store.Draft, most int) (saved *store.Annotation, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		saved, err = annotate(ctx, tx, d, most)
		return err
	})
	if err != nil {
		return nil, err
	}
	return saved, nil
}

func annotate(ctx context.Context, tx *sql.Tx, d store.Draft, most int) (*store.Annotation, error) {
	if err := living(ctx, tx, d.Game); err != nil {
		return nil, err
	}
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM annotations WHERE game = ?`, d.Game).Scan(&n); err != nil {
		return nil, err
	}
	if most > 0 && n >= most {
		return nil, &store.FieldError{Field: "annotations", Value: fmt.Sprint(n + 1), Want: fmt.Sprintf("%d of a game at most", most)}
	}
	result, err := tx.ExecContext(ctx, `INSERT INTO annotations (game, revision, ply, deleted) VALUES (?, 1, ?, 0)`, d.Game, d.Ply)
	if err != nil {
		return nil, err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return nil, err
	}
	return revise(ctx, tx, id, 1, d, false)
}

// revise saves a revision and makes it the one that holds; the game has changed
// by it.
func revise(ctx context.Context, tx *sql.Tx, id, revision int64, d store.Draft, deleted bool) (*store.Annotation, error) {
	now := clock().UnixMilli()
	_, err := tx.ExecContext(ctx, `INSERT INTO revisions (annotation, revision, ply, author, content, deleted, saved, sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, id, revision, d.Ply, d.Author, row.Present(d.Content), deleted, now,
		row.Checksum(id, revision, d.Ply, d.Author, d.Content, number(deleted), now))
	if err != nil {
		return nil, err
	}
	_, err = tx.ExecContext(ctx, `UPDATE annotations SET revision = ?, ply = ?, deleted = ? WHERE id = ?`, revision, d.Ply, deleted, id)
	if err != nil {
		return nil, err
	}
	if err := touch(ctx, tx, d.Game); err != nil {
		return nil, err
	}
	if err := happened(ctx, tx, store.AnnotationNotice(revision, deleted), d.Game, id); err != nil {
		return nil, err
	}
	return annotation(ctx, tx, d.Game, id)
}

// change saves a new revision, made of the one that holds by next, which gives
// nil to leave it. The revision that the change is meant for must be the one
// that holds.
func (s *Archive) change(ctx context.Context, game, id, revision int64, next func(tx *sql.Tx, now *store.Annotation) (*store.Draft, bool, error)) (saved *store.Annotation, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		if err := living(ctx, tx, game); err != nil {
			return err
		}
		now, err := annotation(ctx, tx, game, id)
		if err != nil {
			return err
		}
		if revision != store.AnyRevision && revision != now.Revision {
			return &store.StaleError{Revision: revision, Current: now}
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

func (s *Archive) Edit(ctx context.Context, id, revision int64, d store.Draft) (*store.Annotation, error) {
	return s.change(ctx, d.Game, id, revision, func(_ *sql.Tx, now *store.Annotation) (*store.Draft, bool, error) {
		if now.Deleted {
			return nil, false, &store.AnnotationError{Game: d.Game, ID: id, Kind: store.ErrGone}
		}
		return &d, false, nil
	})
}

func (s *Archive) Withdraw(ctx context.Context, game, id, revision int64, author string) (*store.Annotation, error) {
	return s.change(ctx, game, id, revision, func(_ *sql.Tx, now *store.Annotation) (*store.Draft, bool, error) {
		if now.Deleted {
			return nil, false, &store.AnnotationError{Game: game, ID: id, Kind: store.ErrGone}
		}
		return &store.Draft{Ply: now.Ply, Author: author, Content: now.Content}, true, nil
	})
}

func (s *Archive) Reinstate(ctx context.Context, game, id, revision, past int64, author string, accept func(content []byte) error) (*store.Annotation, error) {
	return s.change(ctx, game, id, revision, func(tx *sql.Tx, now *store.Annotation) (*store.Draft, bool, error) {
		if past == 0 && !now.Deleted {
			return nil, false, nil
		}
		if past == 0 {
			past = now.Revision
		}
		d := store.Draft{Author: author}
		var sound bool
		err := tx.QueryRowContext(ctx, `SELECT ply, content, sum IS checksum(`+revisionSum+`)
			FROM revisions WHERE annotation = ? AND revision = ?`, id, past).Scan(&d.Ply, &d.Content, &sound)
		if errors.Is(err, sql.ErrNoRows) {
			err = &store.AnnotationError{Game: game, ID: id, Kind: fmt.Errorf("revision %d: %w", past, store.ErrNotFound)}
		}
		if err == nil && !sound {
			err = errors.Join(&store.AnnotationError{Game: game, ID: id, Kind: store.ErrCorrupt}, row.ErrChecksum)
		}
		if err == nil {
			err = accept(d.Content)
		}
		return &d, false, err
	})
}

func (s *Archive) Annotation(ctx context.Context, game, id int64) (*store.Annotation, error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	a, err := annotation(ctx, s.reader, game, id)
	return a, s.fault(ctx, err)
}

func (s *Archive) Revisions(ctx context.Context, game, id int64) ([]*store.Annotation, error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	all, err := s.annotations(ctx, `WHERE a.id = ? AND a.game = ? ORDER BY r.revision`, id, game)
	if err == nil && len(all) == 0 {
		err = &store.AnnotationError{Game: game, ID: id, Kind: store.ErrNotFound}
	}
	return all, err
}

func (s *Archive) Annotations(ctx context.Context, game int64, f store.AnnotationFilter, cursor string, limit int) (rows []*store.Annotation, next string, err error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, "", err
	}
	ply, id, err := store.ReadAnnotationCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	if err := s.lives(ctx, game); err != nil {
		return nil, "", err
	}
	least, most := f.Plies()
	rows, err = s.annotations(ctx, `WHERE a.game = ? AND a.deleted = ? AND a.ply BETWEEN ? AND ? AND (a.ply, a.id) > (?, ?)
		AND r.revision = a.revision ORDER BY a.ply, a.id LIMIT ?`, game, f.Deleted, least, most, ply, id, limit+1)
	if len(rows) > limit {
		rows = rows[:limit]
		next = store.AnnotationCursor(rows[limit-1])
	}
	return rows, next, err
}

func (s *Archive) CountAnnotations(ctx context.Context, game int64, f store.AnnotationFilter) (n int, err error) {
	least, most := f.Plies()
	err = s.reader.QueryRowContext(ctx, `SELECT count(*) FROM annotations WHERE game = ? AND deleted = ? AND ply BETWEEN ? AND ?`,
		game, f.Deleted, least, most).Scan(&n)
	return n, s.fault(ctx, err)
}

func (s *Archive) annotations(ctx context.Context, where string, args ...any) ([]*store.Annotation, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+annotationColumns+` `+where, args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []*store.Annotation
	for rows.Next() {
		a, err := scanAnnotation(rows)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, a)
	}
	return all, s.fault(ctx, rows.Err())
}

// lives gives the [*store.GameError] of a game that is not there or deleted.
func (s *Archive) lives(ctx context.Context, game int64) error {
	return s.fault(ctx, living(ctx, s.reader, game))
}
