package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"assay/analysis"
	"assay/store"
	"assay/store/row"
)

const rulingColumns = `game, number, ply, rule, move, text, arbiter, reason, ruled, lifter, because, lifted, sum`

// scanRuling reads rulingColumns.
func scanRuling(rows interface{ Scan(...any) error }) (*store.Ruling, error) {
	r := new(store.Ruling)
	var ruled, sum int64
	var lifted sql.Null[int64]
	err := rows.Scan(&r.Game, &r.Number, &r.Ply, &r.Rule, &r.Move, &r.Text, &r.Arbiter, &r.Reason, &ruled, &r.Lifter, &r.Because, &lifted, &sum)
	if err != nil {
		return nil, err
	}
	r.Ruled = row.Instant(ruled)
	if lifted.Valid {
		at := row.Instant(lifted.V)
		r.Lifted = &at
	}
	at, _ := lifted.Value()
	if sum != row.RulingSum(r, ruled, at) {
		return nil, errors.Join(&store.RulingError{Game: r.Game, Number: r.Number, Kind: store.ErrCorrupt}, row.ErrChecksum)
	}
	return r, nil
}

func (s *Archive) Rule(ctx context.Context, game int64, ruling analysis.Ruling, at int64, v store.Verification) (*store.Ruling, error) {
	r := &store.Ruling{Game: game, Ruling: ruling}
	err := s.write(ctx, 0, func(tx *sql.Tx) error {
		if err := standsAt(ctx, tx, game, at); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(number), 0) + 1 FROM rulings WHERE game = ?`, game).Scan(&r.Number); err != nil {
			return err
		}
		if err := putRuling(ctx, tx, r); err != nil {
			return err
		}
		return found(ctx, tx, v)
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// putRuling saves a ruling that has a number.
func putRuling(ctx context.Context, tx *sql.Tx, r *store.Ruling) error {
	ruled := r.Ruled.UnixMilli()
	r.Ruled = row.Instant(ruled)
	_, err := tx.ExecContext(ctx, `INSERT INTO rulings (`+rulingColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', NULL, ?)`,
		r.Game, r.Number, r.Ply, r.Rule, r.Move, r.Text, r.Arbiter, r.Reason, ruled, row.RulingSum(r, ruled, nil))
	if err != nil {
		return err
	}
	return happened(ctx, tx, store.GameRuled, r.Game, r.Number)
}

func (s *Archive) LiftRuling(ctx context.Context, game, number int64, lifter, because string, at int64, v store.Verification) (r *store.Ruling, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		if err := standsAt(ctx, tx, game, at); err != nil {
			return err
		}
		r, err = scanRuling(tx.QueryRowContext(ctx, `SELECT `+rulingColumns+` FROM rulings WHERE game = ? AND number = ?`, game, number))
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return &store.RulingError{Game: game, Number: number, Kind: store.ErrNotFound}
		case err != nil:
			return err
		case r.Lifted != nil:
			return &store.RulingError{Game: game, Number: number, Kind: store.ErrGone}
		}
		lifted := time.Now().UnixMilli()
		now := row.Instant(lifted)
		r.Lifter, r.Because, r.Lifted = lifter, because, &now
		_, err := tx.ExecContext(ctx, `UPDATE rulings SET lifter = ?, because = ?, lifted = ?, sum = ? WHERE game = ? AND number = ?`,
			lifter, because, lifted, row.RulingSum(r, r.Ruled.UnixMilli(), lifted), game, number)
		if err == nil {
			err = happened(ctx, tx, store.GameUnruled, game, number)
		}
		if err != nil {
			return err
		}
		return found(ctx, tx, v)
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// standsAt reports whether the last change of a game is the one of that number.
func standsAt(ctx context.Context, tx *sql.Tx, game, at int64) error {
	if err := living(ctx, tx, game); err != nil {
		return err
	}
	var sequence int64
	err := tx.QueryRowContext(ctx, `SELECT sequence FROM games WHERE id = ?`, game).Scan(&sequence)
	if err == nil && sequence != at {
		err = store.ErrOvertaken
	}
	return err
}

// found replaces what was found of a game.
func found(ctx context.Context, tx *sql.Tx, v store.Verification) error {
	sequence, err := nextSequence(ctx, tx)
	if err != nil {
		return err
	}
	return replace(ctx, tx, v, sequence)
}

func (s *Archive) Rulings(ctx context.Context, game int64) ([]store.Ruling, error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	rows, err := s.reader.QueryContext(ctx, `SELECT `+rulingColumns+` FROM rulings WHERE game = ? ORDER BY number`, game)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []store.Ruling
	for rows.Next() {
		r, err := scanRuling(rows)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, *r)
	}
	return all, s.fault(ctx, rows.Err())
}
