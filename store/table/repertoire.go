package table

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"assay/store"
	"assay/store/row"
)

const repertoireColumns = `id, revision, person, name, variant, options, side, content, size, saved, sum`

// scanRepertoire reads repertoireColumns. It returns an altered repertoire with
// its error.
func scanRepertoire(r Row) (*store.Repertoire, error) {
	v := new(store.Repertoire)
	var packed []byte
	var size sql.Null[int64]
	var saved, sum int64
	err := r.Scan(&v.ID, &v.Revision, &v.Person, &v.Name, &v.Variant, &v.Options, &v.Side, &packed, &size, &saved,
		&sum)
	if errors.Is(err, sql.ErrNoRows) {
		return v, store.ErrNoRepertoire
	}
	if err != nil {
		return v, err
	}
	v.Saved = row.Instant(saved)
	v.Content, err = row.Unpack(packed, size)
	if err != nil || sum != row.RepertoireSum(v, saved) {
		return v, fmt.Errorf("repertoire %d: %w", v.ID, errors.Join(store.ErrCorrupt,
			cmp.Or(err, error(row.ErrChecksum))))
	}
	return v, nil
}

func (t Tables) SaveRepertoire(ctx context.Context, v store.Repertoire) (*store.Repertoire, error) {
	if len(v.Content) > store.MaxRepertoire {
		return nil, &store.FieldError{Field: "content", Value: strconv.Itoa(len(v.Content)) + " bytes",
			Want: fmt.Sprintf("at most %d bytes", store.MaxRepertoire)}
	}
	packed, size := row.Pack(v.Content)
	err := t.db.Write(ctx, int64(len(packed)), func(tx Transaction) error {
		if v.ID != 0 {
			now, err := scanRepertoire(tx.Row(ctx, `SELECT `+repertoireColumns+` FROM repertoires WHERE id = $1`, v.ID))
			if err != nil {
				return err
			}
			if now.Revision != v.Revision {
				return &store.RepertoireChangedError{ID: v.ID, Revision: v.Revision, Current: now.Revision}
			}
			v.Person = now.Person
		} else {
			var err error
			if v.ID, err = number(ctx, tx, "repertoires"); err != nil {
				return err
			}
			v.Revision = 0
		}
		v.Revision++
		var taken bool
		if err := tx.Row(ctx, `SELECT EXISTS (SELECT 1 FROM repertoires WHERE person = $1 AND name = $2 AND id <> $3)`,
			v.Person, v.Name, v.ID).Scan(&taken); err != nil {
			return err
		}
		if taken {
			return store.ErrNameTaken
		}
		saved := tx.Now()
		v.Saved = row.Instant(saved)
		return exec(ctx, tx, `INSERT INTO repertoires (`+repertoireColumns+`)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO UPDATE SET
			revision = excluded.revision, name = excluded.name, variant = excluded.variant, options = excluded.options,
			side = excluded.side, content = excluded.content, size = excluded.size, saved = excluded.saved,
			sum = excluded.sum`,
			v.ID, v.Revision, v.Person, v.Name, v.Variant, v.Options, v.Side, packed, size, saved,
			row.RepertoireSum(&v, saved))
	})
	if err != nil {
		return nil, err
	}
	return &v, nil
}

func (t Tables) Repertoire(ctx context.Context, id int64) (*store.Repertoire, error) {
	v, err := scanRepertoire(t.db.Row(ctx, `SELECT `+repertoireColumns+` FROM repertoires WHERE id = $1`, id))
	return classified(ctx, t, v, err)
}

func (t Tables) Repertoires(ctx context.Context, person int64) ([]store.Repertoire, error) {
	return list(ctx, t, func(r Row) (*store.Repertoire, error) {
		v := new(store.Repertoire)
		var saved int64
		err := r.Scan(&v.ID, &v.Revision, &v.Person, &v.Name, &v.Variant, &v.Options, &v.Side, &saved)
		v.Saved = row.Instant(saved)
		return v, err
	}, `SELECT id, revision, person, name, variant, options, side, saved FROM repertoires WHERE person IN (0, $1)
		ORDER BY id`, person)
}

func (t Tables) DeleteRepertoire(ctx context.Context, id int64) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		n, err := tx.Exec(ctx, `DELETE FROM repertoires WHERE id = $1`, id)
		if err == nil && n == 0 {
			err = store.ErrNoRepertoire
		}
		if err != nil {
			return err
		}
		return exec(ctx, tx, `DELETE FROM cards WHERE deck = $1`, id)
	})
}

const cardColumns = `person, deck, id, due, content, sum`

// scanCard reads cardColumns. It returns an altered card with its error.
func scanCard(r Row) (*store.Card, error) {
	c := new(store.Card)
	var due, sum int64
	err := r.Scan(&c.Person, &c.Deck, &c.ID, &due, &c.Content, &sum)
	c.Due = row.Instant(due)
	if err == nil && sum != row.CardSum(c) {
		err = fmt.Errorf("card %s of deck %d: %w", c.ID, c.Deck, errors.Join(store.ErrCorrupt, row.ErrChecksum))
	}
	return c, err
}

func (t Tables) ChangeCard(ctx context.Context, person, deck int64, id string,
	change func(content []byte, now time.Time) (due time.Time, after []byte, err error)) (*store.Card, error) {
	var c *store.Card
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		if deck != 0 {
			var exists bool
			if err := tx.Row(ctx, `SELECT EXISTS (SELECT 1 FROM repertoires WHERE id = $1)`, deck).
				Scan(&exists); err != nil || !exists {
				return cmp.Or(err, store.ErrNoRepertoire)
			}
		}
		before, err := scanCard(tx.Row(ctx, `SELECT `+cardColumns+` FROM cards
			WHERE person = $1 AND deck = $2 AND id = $3`, person, deck, id))
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		c = &store.Card{Person: person, Deck: deck, ID: id}
		if c.Due, c.Content, err = change(before.Content, row.Instant(tx.Now())); err != nil {
			return err
		}
		c.Due = row.Instant(c.Due.UnixMilli())
		return exec(ctx, tx, `INSERT INTO cards (`+cardColumns+`) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (person, deck, id) DO UPDATE SET due = excluded.due, content = excluded.content,
			sum = excluded.sum`,
			c.Person, c.Deck, c.ID, c.Due.UnixMilli(), row.Present(c.Content), row.CardSum(c))
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (t Tables) Cards(ctx context.Context, person, deck int64) ([]store.Card, error) {
	return list(ctx, t, scanCard, `SELECT `+cardColumns+` FROM cards WHERE person = $1 AND deck = $2
		ORDER BY due, id`, person, deck)
}
