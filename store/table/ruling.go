package table

import (
	"context"
	"database/sql"
	"errors"

	"assay/analysis"
	"assay/store"
	"assay/store/row"
)

// rulingColumns are the columns of a ruling.
const rulingColumns = `game, number, ply, rule, move, text, arbiter, reason, ruled, lifter, because, lifted, sum`

// scanRuling reads rulingColumns. It returns an altered ruling with its error.
func scanRuling(rows Row) (*store.Ruling, error) {
	r := new(store.Ruling)
	var ruled, sum int64
	var lifted sql.Null[int64]
	err := rows.Scan(&r.Game, &r.Number, &r.Ply, &r.Rule, &r.Move, &r.Text, &r.Arbiter, &r.Reason, &ruled, &r.RevokedBy,
		&r.RevokedFor, &lifted, &sum)
	if err != nil {
		return nil, err
	}
	r.Ruled = row.Instant(ruled)
	if lifted.Valid {
		at := row.Instant(lifted.V)
		r.Revoked = &at
	}
	at, _ := lifted.Value()
	if sum != row.RulingSum(r, ruled, at) {
		return r, errors.Join(&store.RulingError{Game: r.Game, Number: r.Number, Kind: store.ErrCorrupt},
			row.ErrChecksum)
	}
	return r, nil
}

func (t Tables) Rule(ctx context.Context, game int64, ruling analysis.Ruling, at int64,
	v store.Verification) (*store.Ruling, error) {
	r := &store.Ruling{Game: game, Ruling: ruling}
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		if err := requireSequence(ctx, tx, game, at); err != nil {
			return err
		}
		if err := tx.Row(ctx, `SELECT coalesce(max(number), 0) + 1 FROM rulings WHERE game = $1`, game).
			Scan(&r.Number); err != nil {
			return err
		}
		if err := putRuling(ctx, tx, r); err != nil {
			return err
		}
		return replace(ctx, tx, v)
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// putRuling saves a numbered ruling.
func putRuling(ctx context.Context, tx Transaction, r *store.Ruling) error {
	ruled := r.Ruled.UnixMilli()
	r.Ruled = row.Instant(ruled)
	if err := exec(ctx, tx, `INSERT INTO rulings (`+rulingColumns+
		`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', '', NULL, $10)`,
		r.Game, r.Number, r.Ply, r.Rule, r.Move, r.Text, r.Arbiter, r.Reason, ruled,
		row.RulingSum(r, ruled, nil)); err != nil {
		return err
	}
	return AddWebhookEvent(ctx, tx, store.GameRuled, r.Game, r.Number)
}

// addFirstRulings saves the initial rulings of a game.
func addFirstRulings(ctx context.Context, tx Transaction, added store.Added, given []analysis.Ruling) error {
	rulings, err := store.FirstRulings(added, given, func(game int64) (verdict string, err error) {
		err = tx.Row(ctx, `SELECT verdict FROM games WHERE id = $1`, game).Scan(&verdict)
		return verdict, err
	})
	for _, r := range rulings {
		if err := putRuling(ctx, tx, r); err != nil {
			return err
		}
	}
	return err
}

func (t Tables) RevokeRuling(ctx context.Context, game, number int64, lifter, because string, at int64,
	v store.Verification) (r *store.Ruling, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		if err := requireSequence(ctx, tx, game, at); err != nil {
			return err
		}
		r, err = scanRuling(tx.Row(ctx, `SELECT `+rulingColumns+` FROM rulings WHERE game = $1 AND number = $2`, game,
			number))
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return &store.RulingError{Game: game, Number: number, Kind: store.ErrNotFound}
		case err != nil:
			return err
		case r.Revoked != nil:
			return &store.RulingError{Game: game, Number: number, Kind: store.ErrGone}
		}
		lifted := row.Instant(savedAt(ctx, tx))
		r.RevokedBy, r.RevokedFor, r.Revoked = lifter, because, &lifted
		if err := exec(ctx, tx, `UPDATE rulings SET lifter = $1, because = $2, lifted = $3, sum = $4 WHERE game = $5 AND number = $6`,
			lifter, because, lifted.UnixMilli(), row.RulingSum(r, r.Ruled.UnixMilli(), lifted.UnixMilli()), game,
			number); err != nil {
			return err
		}
		if err := AddWebhookEvent(ctx, tx, store.GameUnruled, game, number); err != nil {
			return err
		}
		return replace(ctx, tx, v)
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// requireSequence returns an error unless the game's last change has that
// number.
func requireSequence(ctx context.Context, tx Transaction, game, at int64) error {
	if err := requireGame(ctx, tx, game); err != nil {
		return err
	}
	var sequence int64
	err := tx.Row(ctx, `SELECT sequence FROM games WHERE id = $1`, game).Scan(&sequence)
	if err == nil && sequence != at {
		err = store.ErrGameChanged
	}
	return err
}

func (t Tables) Rulings(ctx context.Context, game int64) ([]store.Ruling, error) {
	if err := t.requireGame(ctx, game); err != nil {
		return nil, err
	}
	return list(ctx, t, scanRuling, `SELECT `+rulingColumns+` FROM rulings WHERE game = $1 ORDER BY number`, game)
}
