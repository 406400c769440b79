package postgres

import (
	"context"
	"errors"
	"time"

	"assay/store"
	"assay/store/table"
)

// jobAvailable selects jobs that can be taken.
const jobAvailable = `(state = 'waiting' OR state = 'running' AND leased <= ` + now + `)`

func (s *Archive) TakeJob(ctx context.Context, lease time.Duration) (*store.Job, error) {
	if s.readOnly {
		return nil, &store.Error{Path: s.name, Kind: store.ErrReadOnly, Err: errors.New("opened for reading")}
	}
	waits := false
	if err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM jobs WHERE `+jobAvailable+`)`).
		Scan(&waits); err != nil || !waits {
		return nil, s.fault(ctx, err)
	}
	taken, err := table.ScanJob(
		textRow{s.pool.QueryRow(ctx,
			`UPDATE jobs SET state = 'running', changed = `+now+`, turn = turn + 1, leased = `+now+
				` + $1
		WHERE id = (SELECT id FROM jobs WHERE `+jobAvailable+` ORDER BY batch, round, id LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING `+table.JobColumns, lease.Milliseconds())})
	switch {
	case errors.Is(err, store.ErrNoJob):
		return nil, nil
	case err != nil:
		return nil, s.fault(ctx, err)
	}
	return taken, nil
}

func (s *Archive) HoldJob(ctx context.Context, id, turn int64, lease time.Duration) error {
	held, err := s.pool.Exec(ctx,
		`UPDATE jobs SET leased = `+now+
			` + $1::bigint, turn = CASE $1::bigint WHEN 0 THEN turn - 1 ELSE turn END WHERE id = $2 AND turn = $3 AND state = 'running'`,
		lease.Milliseconds(), id, turn)
	if err != nil || held.RowsAffected() > 0 {
		return s.fault(ctx, err)
	}
	j, err := s.Job(ctx, id)
	switch {
	case err != nil:
		return err
	case j.State.Ended():
		return store.ErrJobEnded
	}
	return store.ErrJobTaken
}
