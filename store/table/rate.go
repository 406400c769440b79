package table

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

const minute = int64(time.Minute / time.Millisecond)

func (t Tables) CountAttempt(ctx context.Context, hash []byte, limit int) (time.Duration, error) {
	wait, err := t.advance(ctx, hash, minute/int64(limit), minute, false)
	return max(wait-time.Minute, 0), err
}

func (t Tables) CountRequests(ctx context.Context, hash []byte, calls, limit int) (time.Duration, error) {
	return t.advance(ctx, hash, minute*int64(calls)/int64(limit), 2*minute, true)
}

// advance advances a client's theoretical arrival time (GCRA), clamped to most,
// and returns its distance from now. A request that would exceed it is rejected
// and not counted, unless been is set because it was already served.
func (t Tables) advance(ctx context.Context, hash []byte, cost, limit int64, served bool) (time.Duration, error) {
	var wait int64
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		now := tx.Now()
		if err := exec(ctx, tx, `DELETE FROM tries WHERE done <= $1`, now); err != nil {
			return err
		}
		done := now
		if err := tx.Row(ctx, `SELECT done FROM tries WHERE hash = $1`, hash).Scan(&done); err != nil &&
			!errors.Is(err, sql.ErrNoRows) {
			return err
		}
		held := min(done, now+limit)
		done = held + cost
		if wait = done - now; wait > limit && !served {
			done = held
		}
		return exec(ctx, tx, `INSERT INTO tries (hash, done) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE SET done = excluded.done`, hash, done)
	})
	return time.Duration(wait) * time.Millisecond, err
}
