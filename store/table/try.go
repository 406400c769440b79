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

// charge puts off when all that somebody did is forgotten, and gives how long
// that is from now. Before it was no longer than most, whichever way the clock
// was set; what leads beyond is not counted unless it has been done.
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
