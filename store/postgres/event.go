package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

const eventColumns = `id, revision, name, author, content, created, saved, sum`

// scanEvent reads eventColumns. An event that is not as it was written comes
// with its error.
func scanEvent(rows pgx.Row) (*store.Event, error) {
	e := new(store.Event)
	var created, saved, sum int64
	err := rows.Scan(&e.ID, &e.Revision, (*text)(&e.Name), (*text)(&e.Author), &e.Content, &created, &saved, &sum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, store.ErrNoEvent
	case err != nil:
		return e, err
	case sum != row.EventSum(e, created, saved):
		return e, fmt.Errorf("event %d: %w", e.ID, errors.Join(store.ErrCorrupt, row.ErrChecksum))
	}
	e.Created, e.Saved = row.Instant(created), row.Instant(saved)
	return e, nil
}

func (s *Archive) AddEvent(ctx context.Context, e store.Event) (*store.Event, error) {
	err := s.write(ctx, func(w *writing) error {
		e.Revision = 1
		if err := w.row(`SELECT coalesce(max(id), 0) + 1 FROM events`).Scan(&e.ID); err != nil {
			return err
		}
		created := time.Now().UnixMilli()
		e.Created = row.Instant(created)
		return w.putEvent(&e, created)
	})
	if err != nil {
		return nil, err
	}
	return &e, nil
}

// putEvent saves an event at one of its revisions.
func (w *writing) putEvent(e *store.Event, created int64) error {
	var taken bool
	key := store.PersonKey(e.Name)
	if err := w.row(`SELECT EXISTS (SELECT 1 FROM events WHERE key = $1 AND id <> $2)`, text(key), e.ID).Scan(&taken); err != nil {
		return err
	}
	if taken {
		return store.ErrNameTaken
	}
	saved := time.Now().UnixMilli()
	e.Saved = row.Instant(saved)
	return w.exec(`INSERT INTO events (id, revision, name, key, author, content, created, saved, sum)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, name = excluded.name,
		key = excluded.key, author = excluded.author, content = excluded.content, saved = excluded.saved, sum = excluded.sum`,
		e.ID, e.Revision, text(e.Name), text(key), text(e.Author), row.Present(e.Content), created, saved, row.EventSum(e, created, saved))
}

func (s *Archive) ChangeEvent(ctx context.Context, e store.Event, revision int64) (*store.Event, error) {
	err := s.write(ctx, func(w *writing) error {
		now, err := scanEvent(w.row(`SELECT `+eventColumns+` FROM events WHERE id = $1`, e.ID))
		if err != nil {
			return err
		}
		if revision != store.AnyRevision && revision != now.Revision {
			return &store.EventChangedError{Revision: revision, Current: now}
		}
		e.Revision, e.Created = now.Revision+1, now.Created
		return w.putEvent(&e, now.Created.UnixMilli())
	})
	if err != nil {
		return nil, err
	}
	return &e, nil
}

func (s *Archive) Event(ctx context.Context, id int64) (*store.Event, error) {
	return s.event(ctx, `WHERE id = $1`, id)
}

func (s *Archive) EventNamed(ctx context.Context, name string) (*store.Event, error) {
	return s.event(ctx, `WHERE key = $1`, text(store.PersonKey(name)))
}

func (s *Archive) event(ctx context.Context, where string, arg any) (*store.Event, error) {
	e, err := scanEvent(s.pool.QueryRow(ctx, `SELECT `+eventColumns+` FROM events `+where, arg))
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return e, nil
}

func (s *Archive) Events(ctx context.Context, after int64, limit int) (all []store.Event, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		e, err := scanEvent(rows)
		if err == nil {
			all = append(all, *e)
		}
		return err
	}, `SELECT `+eventColumns+` FROM events WHERE id > $1 ORDER BY id LIMIT $2`, after, limit)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}
