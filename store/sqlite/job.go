package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"assay/store"
	"assay/store/table"
)

// jobAvailable selects jobs that can be taken at a given time.
const jobAvailable = `(state = 'waiting' OR state = 'running' AND leased <= ?)`

func (s *Archive) TakeJob(ctx context.Context, lease time.Duration) (taken *store.Job, err error) {
	waits := false
	if err := s.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM jobs WHERE `+jobAvailable+`)`,
		clock().UnixMilli()).Scan(&waits); err != nil || !waits {
		return nil, s.fault(ctx, err)
	}
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		now := clock().UnixMilli() // waiting for other writers may have taken long
		taken, err = table.ScanJob(tx.QueryRowContext(ctx,
			`UPDATE jobs SET state = 'running', changed = ?, turn = turn + 1, leased = ?
			WHERE id = (SELECT id FROM jobs WHERE `+jobAvailable+` ORDER BY batch, round, id LIMIT 1) RETURNING `+
				table.JobColumns,
			now, now+lease.Milliseconds(), now))
		if errors.Is(err, store.ErrNoJob) {
			taken, err = nil, nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return taken, nil
}

func (s *Archive) HoldJob(ctx context.Context, id, turn int64, lease time.Duration) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		j, err := table.ScanJob(tx.QueryRowContext(ctx, `SELECT `+table.JobColumns+` FROM jobs WHERE id = ?`, id))
		switch {
		case err != nil:
			return err
		case j.State.Ended():
			return store.ErrJobEnded
		case j.State != store.JobRunning || j.Turn != turn:
			return store.ErrJobTaken
		}
		if lease == 0 {
			turn--
		}
		_, err = tx.ExecContext(ctx, `UPDATE jobs SET leased = ?, turn = ? WHERE id = ?`,
			clock().Add(lease).UnixMilli(), turn, id)
		return err
	})
}
