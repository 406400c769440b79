package table

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

func (t Tables) CountTry(ctx context.Context, hash []byte, limit int) (time.Duration, error) {
	minute := time.Minute.Milliseconds()
	var wait int64
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		now := tx.Now()
		if err := exec(ctx, tx, `DELETE FROM tries WHERE done <= $1`, now); err != nil {
			return err
		}
		done := now
		if err := tx.Row(ctx, `SELECT done FROM tries WHERE hash = $1`, hash).Scan(&done); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		done = min(done, now+minute) + minute/int64(limit) // where the clock was set back, nobody waits longer
		if wait = done - now - minute; wait > 0 {
			return nil
		}
		return exec(ctx, tx, `INSERT INTO tries (hash, done) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE SET done = excluded.done`, hash, done)
	})
	return time.Duration(max(wait, 0)) * time.Millisecond, err
}
