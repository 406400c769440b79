package table

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

const minute = int64(time.Minute / time.Millisecond)

func (t Tables) CountTry(ctx context.Context, hash []byte, limit int) (time.Duration, error) {
	whole, err := t.charge(ctx, hash, minute/int64(limit), minute, false)
	return max(whole-time.Minute, 0), err
}

func (t Tables) Charge(ctx context.Context, hash []byte, calls, limit int) (time.Duration, error) {
	return t.charge(ctx, hash, minute*int64(calls)/int64(limit), 2*minute, true)
}

// charge advances a client's theoretical arrival time (GCRA), clamped to most,
// and returns its distance from now. A request that would exceed it is rejected
// and not counted, unless it was already served (been).
func (t Tables) charge(ctx context.Context, hash []byte, by, most int64, been bool) (time.Duration, error) {
	var whole int64
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		now := tx.Now()
		if err := exec(ctx, tx, `DELETE FROM tries WHERE done <= $1`, now); err != nil {
			return err
		}
		done := now
		if err := tx.Row(ctx, `SELECT done FROM tries WHERE hash = $1`, hash).Scan(&done); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		held := min(done, now+most)
		done = held + by
		if whole = done - now; whole > most && !been {
			done = held
		}
		return exec(ctx, tx, `INSERT INTO tries (hash, done) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE SET done = excluded.done`, hash, done)
	})
	return time.Duration(whole) * time.Millisecond, err
}
