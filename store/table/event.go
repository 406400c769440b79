package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

// eventColumns are the columns of an event.
const eventColumns = `id, revision, name, author, content, created, saved, sum`

// scanEvent reads eventColumns. It returns an altered event with its error.
func scanEvent(r Row) (*store.Event, error) {
	e := new(store.Event)
	var created, saved, sum int64
	err := r.Scan(&e.ID, &e.Revision, &e.Name, &e.Author, &e.Content, &created, &saved, &sum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return e, store.ErrNoEvent
	case err != nil:
		return e, err
	case sum != row.EventSum(e, created, saved):
		return e, fmt.Errorf("event %d: %w", e.ID, errors.Join(store.ErrCorrupt, row.ErrChecksum))
	}
	e.Created, e.Saved = row.Instant(created), row.Instant(saved)
	return e, nil
}

func (t Tables) AddEvent(ctx context.Context, e store.Event) (*store.Event, error) {
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		e.Revision = 1
		var err error
		if e.ID, err = number(ctx, tx, "events"); err != nil { // tags and logs name deleted events
			return err
		}
		e.Created = row.Instant(tx.Now())
		return putEvent(ctx, tx, &e)
	})
	if err != nil {
		return nil, err
	}
	return &e, nil
}

// putEvent saves a revision of an event.
func putEvent(ctx context.Context, tx Transaction, e *store.Event) error {
	var taken bool
	key := store.PersonKey(e.Name)
	if err := tx.Row(ctx, `SELECT EXISTS (SELECT 1 FROM events WHERE key IN ($1, $2) AND id <> $3)`, key,
		store.FormerKey(e.Name), e.ID).Scan(&taken); err != nil {
		return err
	}
	if taken {
		return store.ErrNameTaken
	}
	e.Saved = row.Instant(tx.Now())
	created, saved := e.Created.UnixMilli(), e.Saved.UnixMilli()
	return exec(ctx, tx, `INSERT INTO events (id, revision, name, key, author, content, created, saved, sum)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, name = excluded.name,
		key = excluded.key, author = excluded.author, content = excluded.content, saved = excluded.saved, sum = excluded.sum`,
		e.ID, e.Revision, e.Name, key, e.Author, row.Present(e.Content), created, saved,
		row.EventSum(e, created, saved))
}

func (t Tables) ChangeEvent(ctx context.Context, e store.Event, revision int64) (*store.Event, error) {
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		now, err := scanEvent(tx.Row(ctx, `SELECT `+eventColumns+` FROM events WHERE id = $1`, e.ID))
		if err != nil {
			return err
		}
		if revision != store.AnyRevision && revision != now.Revision {
			return &store.EventChangedError{Revision: revision, Current: now}
		}
		e.Revision, e.Created = now.Revision+1, now.Created
		return putEvent(ctx, tx, &e)
	})
	if err != nil {
		return nil, err
	}
	return &e, nil
}

func (t Tables) DeleteEvent(ctx context.Context, id, revision int64) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		now, err := scanEvent(tx.Row(ctx, `SELECT `+eventColumns+` FROM events WHERE id = $1`, id))
		if err != nil {
			return err
		}
		if revision != store.AnyRevision && revision != now.Revision {
			return &store.EventChangedError{Revision: revision, Current: now}
		}
		used := store.EventUsedError{Event: now}
		if err := tx.Row(ctx, `SELECT count(*) FROM submissions
			WHERE event = $1 OR delivery IN (SELECT id FROM deliveries WHERE event = $1)`, id).
			Scan(&used.Submissions); err != nil {
			return err
		}
		if used.Submissions > 0 {
			return &used
		}
		return exec(ctx, tx, `DELETE FROM events WHERE id = $1`, id)
	})
}

func (t Tables) Event(ctx context.Context, id int64) (*store.Event, error) {
	e, err := scanEvent(t.db.Row(ctx, `SELECT `+eventColumns+` FROM events WHERE id = $1`, id))
	return classified(ctx, t, e, err)
}

func (t Tables) EventNamed(ctx context.Context, name string) (*store.Event, error) {
	e, err := scanEvent(t.db.Row(ctx, `SELECT `+eventColumns+` FROM events
		WHERE key IN ($1, $2) ORDER BY CASE key WHEN $1 THEN 0 ELSE 1 END LIMIT 1`, store.PersonKey(name),
		store.FormerKey(name)))
	return classified(ctx, t, e, err)
}

func (t Tables) Events(ctx context.Context, after int64, limit int) ([]store.Event, error) {
	return list(ctx, t, scanEvent, `SELECT `+eventColumns+` FROM events WHERE id > $1 ORDER BY id LIMIT $2`, after,
		limit)
}
