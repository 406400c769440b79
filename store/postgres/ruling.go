package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/analysis"
	"assay/store"
	"assay/store/row"
)

const rulingColumns = `game, number, ply, rule, move, text, arbiter, reason, ruled, lifter, because, lifted, sum`

// scanRuling reads rulingColumns. A ruling that is not as it was written comes
// with its error.
func scanRuling(rows pgx.Row) (*store.Ruling, error) {
	r := new(store.Ruling)
	var ruled, sum int64
	var lifted sql.Null[int64]
	err := rows.Scan(&r.Game, &r.Number, &r.Ply, (*text)(&r.Rule), (*text)(&r.Move), (*text)(&r.Text), (*text)(&r.Arbiter),
		(*text)(&r.Reason), &ruled, (*text)(&r.Lifter), (*text)(&r.Because), &lifted, &sum)
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
		return r, errors.Join(&store.RulingError{Game: r.Game, Number: r.Number, Kind: store.ErrCorrupt}, row.ErrChecksum)
	}
	return r, nil
}

func (s *Archive) Rule(ctx context.Context, game int64, ruling analysis.Ruling, at int64, v store.Verification) (*store.Ruling, error) {
	r := &store.Ruling{Game: game, Ruling: ruling}
	err := s.write(ctx, func(w *writing) error {
		if err := w.standsAt(game, at); err != nil {
			return err
		}
		if err := w.QueryRow(ctx, `SELECT coalesce(max(number), 0) + 1 FROM rulings WHERE game = $1`, game).Scan(&r.Number); err != nil {
			return err
		}
		if err := w.putRuling(r); err != nil {
			return err
		}
		return w.replace(v)
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// putRuling saves a ruling that has a number.
func (w *writing) putRuling(r *store.Ruling) error {
	ruled := r.Ruled.UnixMilli()
	r.Ruled = row.Instant(ruled)
	if err := w.exec(`INSERT INTO rulings (`+rulingColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', '', NULL, $10)`,
		r.Game, r.Number, r.Ply, text(r.Rule), text(r.Move), text(r.Text), text(r.Arbiter), text(r.Reason), ruled,
		row.RulingSum(r, ruled, nil)); err != nil {
		return err
	}
	return w.happened(store.GameRuled, r.Game, r.Number)
}

func (s *Archive) LiftRuling(ctx context.Context, game, number int64, lifter, because string, at int64, v store.Verification) (r *store.Ruling, err error) {
	err = s.write(ctx, func(w *writing) error {
		if err := w.standsAt(game, at); err != nil {
			return err
		}
		r, err = scanRuling(w.QueryRow(ctx, `SELECT `+rulingColumns+` FROM rulings WHERE game = $1 AND number = $2`, game, number))
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
		if err := w.exec(`UPDATE rulings SET lifter = $1, because = $2, lifted = $3, sum = $4 WHERE game = $5 AND number = $6`,
			text(lifter), text(because), lifted, row.RulingSum(r, r.Ruled.UnixMilli(), lifted), game, number); err != nil {
			return err
		}
		if err := w.happened(store.GameUnruled, game, number); err != nil {
			return err
		}
		return w.replace(v)
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// standsAt reports whether the last change of a game is the one of that number.
func (w *writing) standsAt(game, at int64) error {
	if err := living(w.ctx, w, game); err != nil {
		return err
	}
	var sequence int64
	err := w.QueryRow(w.ctx, `SELECT sequence FROM games WHERE id = $1`, game).Scan(&sequence)
	if err == nil && sequence != at {
		err = store.ErrOvertaken
	}
	return err
}

func (s *Archive) Rulings(ctx context.Context, game int64) (all []store.Ruling, err error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		r, err := scanRuling(rows)
		if err == nil {
			all = append(all, *r)
		}
		return err
	}, `SELECT `+rulingColumns+` FROM rulings WHERE game = $1 ORDER BY number`, game)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}
