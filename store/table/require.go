package table

import (
	"context"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

// requireGame returns a [*store.GameError] unless the game exists and is not
// deleted.
func requireGame(ctx context.Context, q Querier, game int64) error {
	var deleted sql.Null[int64]
	err := q.Row(ctx, `SELECT deleted FROM games WHERE id = $1`, game).Scan(&deleted)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return &store.GameError{ID: game, Kind: store.ErrNotFound}
	case err != nil:
		return err
	case deleted.Valid:
		return goneError(ctx, q, game, row.Instant(deleted.V))
	}
	return nil
}

func (t Tables) requireGame(ctx context.Context, game int64) error {
	return t.db.Fault(ctx, requireGame(ctx, t.db, game))
}
