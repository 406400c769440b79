package table

import (
	"bytes"
	"context"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

func (t Tables) AddExternal(ctx context.Context, id store.ExternalID, g *store.Game) (a store.Added, newer bool,
	err error) {
	packed, err := t.db.Prepare([]*store.Game{g})
	if err != nil {
		return a, false, err
	}
	err = t.db.Write(ctx, packed.Size(), func(tx Transaction) error {
		a, newer, err = addExternal(ctx, tx, id, g, packed)
		return err
	})
	if err != nil {
		return store.Added{}, false, err
	}
	return a, newer, nil
}

func addExternal(ctx context.Context, tx Transaction, id store.ExternalID, g *store.Game,
	packed Packed) (a store.Added, newer bool, err error) {
	sent, there, err := lastSent(ctx, tx, id)
	key := row.TextKey(g.Record, g.Variant, g.Options)
	switch {
	case errors.Is(err, store.ErrNotFound):
		added, err := packed.Archive(ctx, tx)
		if err != nil {
			return a, false, err
		}
		if a = added[0]; a.Deleted {
			return a, false, nil
		}
		return a, false, exec(ctx, tx,
			`INSERT INTO externals (source, name, game, key, added) VALUES ($1, $2, $3, $4, $5)`,
			id.Source, id.Name, a.ID, key, tx.Now())
	case err != nil:
		return a, false, err
	}
	now, err := game(ctx, tx, there)
	if err != nil {
		return a, false, err
	}
	a = store.Added{ID: there, Existing: true, Deleted: now.Deleted != nil}
	switch {
	case a.Deleted || bytes.Equal(key, sent):
		return a, false, nil
	case now.Damage != nil:
		return a, false, now.Damage
	case !bytes.Equal(key, row.TextKey(now.Record, now.Variant, now.Options)):
		return a, true, nil
	}
	return a, false, exec(ctx, tx, `UPDATE externals SET key = $1 WHERE source = $2 AND name = $3`, key, id.Source,
		id.Name)
}

// lastSent returns the key of the record that was sent last under an external
// ID, and its game.
func lastSent(ctx context.Context, q Querier, id store.ExternalID) (key []byte, game int64, err error) {
	err = q.Row(ctx, `SELECT key, game FROM externals WHERE source = $1 AND name = $2`, id.Source, id.Name).
		Scan(&key, &game)
	if errors.Is(err, sql.ErrNoRows) {
		err = &store.ExternalIDError{ID: id}
	}
	return key, game, err
}

func (t Tables) External(ctx context.Context, id store.ExternalID) (int64, error) {
	_, game, err := lastSent(ctx, t.db, id)
	return game, t.db.Fault(ctx, err)
}

func (t Tables) ExternalIDs(ctx context.Context, game int64) ([]store.ExternalID, error) {
	return list(ctx, t, func(r Row) (*store.ExternalID, error) {
		id := new(store.ExternalID)
		return id, r.Scan(&id.Source, &id.Name)
	}, `SELECT source, name FROM externals WHERE game = $1 ORDER BY source, name`, game)
}
