package table

import (
	"context"
	"errors"

	"assay/store"
)

func (t Tables) Changes(ctx context.Context, after int64, limit int) ([]store.Change, error) {
	return list(ctx, t, func(r Row) (*store.Change, error) {
		c := new(store.Change)
		var hash []byte
		err := r.Scan(&c.Sequence, &c.Game, &c.Deleted, &hash)
		copy(c.Hash[:], hash)
		return c, err
	}, `SELECT sequence, id, deleted IS NOT NULL, hash FROM games WHERE sequence > $1 ORDER BY sequence LIMIT $2`,
		after, limit)
}

func (t Tables) ChangedGames(ctx context.Context, after int64, limit int) ([]*store.Game, error) {
	return t.GamesWhere(ctx, `sequence > $1 ORDER BY sequence LIMIT $2`, after, limit)
}

func (t Tables) Delete(ctx context.Context, id int64) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		if err := requireGame(ctx, tx, id); err != nil {
			return err
		}
		return deleteGame(ctx, tx, id)
	})
}

// deleteGame makes a game a tombstone.
func deleteGame(ctx context.Context, tx Transaction, id int64) error {
	if err := setDeleted(ctx, tx, id, tx.Now()); err != nil {
		return err
	}
	gone := store.GameError{ID: id, Kind: store.ErrGone}
	if err := exec(ctx, tx, `UPDATE jobs SET state = $1, message = $2, changed = $3
		WHERE game = $4 AND state IN ('waiting', 'running')`, store.JobFailed, gone.Error(), tx.Now(), id); err != nil {
		return err
	}
	return AddWebhookEvent(ctx, tx, store.GameDeleted, id, 0)
}

func (t Tables) Restore(ctx context.Context, id int64) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		err := requireGame(ctx, tx, id)
		if !errors.Is(err, store.ErrGone) {
			return err
		}
		if gone, ok := errors.AsType[*store.GameError](err); ok && gone.Into > 0 {
			return &store.MergedError{Game: id, Into: gone.Into}
		}
		return restoreGame(ctx, tx, id)
	})
}

// restoreGame makes a tombstone a game again.
func restoreGame(ctx context.Context, tx Transaction, id int64) error {
	if err := setDeleted(ctx, tx, id, nil); err != nil {
		return err
	}
	return AddWebhookEvent(ctx, tx, store.GameRestored, id, 0)
}

// setDeleted sets the time of a game's deletion; nil means not deleted.
func setDeleted(ctx context.Context, tx Transaction, id int64, deleted any) error {
	if err := exec(ctx, tx, `UPDATE games SET deleted = $1 WHERE id = $2`, deleted, id); err != nil {
		return err
	}
	_, err := markChanged(ctx, tx, id)
	return err
}

// markChanged assigns the number of a new change to a game, and returns it.
func markChanged(ctx context.Context, tx Transaction, game int64) (sequence int64, err error) {
	if sequence, err = tx.Next(ctx); err != nil {
		return 0, err
	}
	return sequence, exec(ctx, tx, `UPDATE games SET sequence = $1 WHERE id = $2`, sequence, game)
}
