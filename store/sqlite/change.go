package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

func (s *Archive) Sequence(ctx context.Context) (int64, error) {
	var last int64
	err := s.reader.QueryRowContext(ctx, `SELECT coalesce(max(sequence), 0) FROM games`).Scan(&last)
	return last, s.fault(ctx, err)
}

// Listen hears of nothing: an archive in a file is asked.
func (s *Archive) Listen(context.Context, func()) error { return nil }

func (s *Archive) Changes(ctx context.Context, after int64, limit int) ([]store.Change, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT sequence, id, deleted IS NOT NULL FROM games
		WHERE sequence > ? ORDER BY sequence LIMIT ?`, after, limit)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var changes []store.Change
	for rows.Next() {
		var c store.Change
		if err := rows.Scan(&c.Sequence, &c.Game, &c.Deleted); err != nil {
			return nil, s.fault(ctx, err)
		}
		changes = append(changes, c)
	}
	return changes, s.fault(ctx, rows.Err())
}

func (s *Archive) ChangedGames(ctx context.Context, after int64, limit int) ([]*store.Game, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+verifiedColumns+`
		FROM games JOIN contents ON game = games.id WHERE sequence > ? ORDER BY sequence LIMIT ?`, after, limit)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return s.scanGames(ctx, rows)
}

func (s *Archive) Delete(ctx context.Context, id int64) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		if err := living(ctx, tx, id); err != nil {
			return err
		}
		if err := mark(ctx, tx, id, clock().UnixMilli()); err != nil {
			return err
		}
		return happened(ctx, tx, store.GameDeleted, id, 0)
	})
}

func (s *Archive) Restore(ctx context.Context, id int64) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		err := living(ctx, tx, id)
		if errors.Is(err, store.ErrGone) {
			if err := mark(ctx, tx, id, nil); err != nil {
				return err
			}
			return happened(ctx, tx, store.GameRestored, id, 0)
		}
		return err
	})
}

// mark sets when a game was deleted, nil for never.
func mark(ctx context.Context, tx *sql.Tx, id int64, deleted any) error {
	if _, err := tx.ExecContext(ctx, `UPDATE games SET deleted = ? WHERE id = ?`, deleted, id); err != nil {
		return err
	}
	return touch(ctx, tx, id)
}

// touch gives a game the number of the newest change.
func touch(ctx context.Context, tx *sql.Tx, id int64) error {
	sequence, err := nextSequence(ctx, tx)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE games SET sequence = ? WHERE id = ?`, sequence, id)
	return err
}

func (s *Archive) Update(ctx context.Context, verifications ...store.Verification) error {
	for i, v := range verifications {
		if err := (&store.Game{Summary: store.Summary{Verdict: v.Verdict, Plies: v.Plies}}).Check(i); err != nil {
			return err
		}
	}
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		sequence, err := nextSequence(ctx, tx)
		if err != nil {
			return err
		}
		for _, v := range verifications {
			if err := living(ctx, tx, v.Game); err != nil {
				return err
			}
			if err := replace(ctx, tx, v, sequence); err != nil {
				return err
			}
			if err := happened(ctx, tx, store.GameVerified, v.Game, 0); err != nil {
				return err
			}
			sequence++
		}
		return nil
	})
}

func replace(ctx context.Context, tx *sql.Tx, v store.Verification, sequence int64) error {
	var sound bool
	err := tx.QueryRowContext(ctx, `SELECT games.sum IS checksum(`+gameSum+`) AND contents.sum IS checksum(`+contentSum+`)
		FROM games JOIN contents ON game = id WHERE id = ?`, v.Game).Scan(&sound)
	if err != nil {
		return err
	}
	if !sound {
		return errors.Join(&store.GameError{ID: v.Game, Kind: store.ErrCorrupt}, row.ErrChecksum)
	}
	if err := keepVerification(ctx, tx, v.Game); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE games SET variant_version = ?, verdict = ?, plies = ?, result = ?,
		termination = ?, sequence = ? WHERE id = ?`,
		v.VariantVersion, v.Verdict, v.Plies, v.Result, v.Termination, sequence, v.Game)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE contents SET start = ?, final = ?, moves = ?, report = ? WHERE game = ?`,
		v.Start, v.Final, row.Present(v.Moves), row.Present(v.Report), v.Game)
	if err != nil {
		return err
	}
	for _, statement := range []string{
		`UPDATE games SET sum = checksum(` + gameSum + `) WHERE id = ?`,
		`UPDATE contents SET sum = checksum(` + contentSum + `) WHERE game = ?`,
	} {
		if _, err := tx.ExecContext(ctx, statement, v.Game); err != nil {
			return err
		}
	}
	return nil
}

// keepVerification makes what holds of a game what a replaced verification
// found.
func keepVerification(ctx context.Context, tx *sql.Tx, game int64) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO verifications (game, sequence, variant_version, verdict, plies,
			result, termination, start, final, report, replaced)
		SELECT id, sequence, variant_version, verdict, plies, result, termination, start, final, report, ?
		FROM games JOIN contents ON game = id WHERE id = ?`, clock().UnixMilli(), game)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE verifications SET sum = checksum(`+verificationSum+`) WHERE game = ? AND sum IS NULL`, game)
	return err
}
