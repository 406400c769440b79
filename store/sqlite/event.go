package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assay/store"
	"assay/store/row"
)

const eventColumns = `id, revision, name, author, content, created, saved, sum`

func scanEvent(scan func(...any) error) (*store.Event, error) {
	e := new(store.Event)
	var created, saved, sum int64
	err := scan(&e.ID, &e.Revision, &e.Name, &e.Author, &e.Content, &created, &saved, &sum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, store.ErrNoEvent
	case err != nil:
		return nil, err
	case sum != row.EventSum(e, created, saved):
		return nil, fmt.Errorf("event %d: %w", e.ID, errors.Join(store.ErrCorrupt, row.ErrChecksum))
	}
	e.Created, e.Saved = row.Instant(created), row.Instant(saved)
	return e, nil
}

func (s *Archive) AddEvent(ctx context.Context, e store.Event) (*store.Event, error) {
	err := s.write(ctx, 0, func(tx *sql.Tx) error {
		e.Revision = 1
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) + 1 FROM events`).Scan(&e.ID); err != nil {
			return err
		}
		created := time.Now().UnixMilli()
		e.Created = row.Instant(created)
		return putEvent(ctx, tx, &e, created)
	})
	if err != nil {
		return nil, err
	}
	return &e, nil
}

// putEvent saves an event at one of its revisions.
func putEvent(ctx context.Context, tx *sql.Tx, e *store.Event, created int64) error {
	var taken bool
	key := store.PersonKey(e.Name)
	if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE key = ? AND id <> ?)`, key, e.ID).Scan(&taken); err != nil {
		return err
	}
	if taken {
		return store.ErrNameTaken
	}
	saved := time.Now().UnixMilli()
	e.Saved = row.Instant(saved)
	_, err := tx.ExecContext(ctx, `INSERT INTO events (id, revision, name, key, author, content, created, saved, sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, name = excluded.name,
		key = excluded.key, author = excluded.author, content = excluded.content, saved = excluded.saved, sum = excluded.sum`,
		e.ID, e.Revision, e.Name, key, e.Author, row.Present(e.Content), created, saved, row.EventSum(e, created, saved))
	return err
}

func (s *Archive) ChangeEvent(ctx context.Context, e store.Event, revision int64) (*store.Event, error) {
	err := s.write(ctx, 0, func(tx *sql.Tx) error {
		now, err := scanEvent(tx.QueryRowContext(ctx, `SELECT `+eventColumns+` FROM events WHERE id = ?`, e.ID).Scan)
		if err != nil {
			return err
		}
		if revision != store.AnyRevision && revision != now.Revision {
			return &store.EventChangedError{Revision: revision, Current: now}
		}
		e.Revision, e.Created = now.Revision+1, now.Created
		return putEvent(ctx, tx, &e, now.Created.UnixMilli())
	})
	if err != nil {
		return nil, err
	}
	return &e, nil
}

func (s *Archive) Event(ctx context.Context, id int64) (*store.Event, error) {
	return s.event(ctx, `WHERE id = ?`, id)
}

func (s *Archive) EventNamed(ctx context.Context, name string) (*store.Event, error) {
	return s.event(ctx, `WHERE key = ?`, store.PersonKey(name))
}

func (s *Archive) event(ctx context.Context, where string, arg any) (*store.Event, error) {
	e, err := scanEvent(s.reader.QueryRowContext(ctx, `SELECT `+eventColumns+` FROM events `+where, arg).Scan)
	if errors.Is(err, store.ErrNoEvent) {
		return nil, err
	}
	return e, s.fault(ctx, err)
}

func (s *Archive) Events(ctx context.Context, after int64, limit int) (all []store.Event, err error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+eventColumns+` FROM events WHERE id > ? ORDER BY id LIMIT ?`, after, limit)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		e, err := scanEvent(rows.Scan)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, *e)
	}
	return all, s.fault(ctx, rows.Err())
}
