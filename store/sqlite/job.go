package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assay/store"
	"assay/store/row"
)

const jobColumns = `id, game, batch, request, state, message, created, changed, turn`

func scanJob(found *sql.Row) (*store.Job, error) {
	j := new(store.Job)
	var created, changed int64
	err := found.Scan(&j.ID, &j.Game, &j.Batch, &j.Request, &j.State, &j.Message, &created, &changed, &j.Turn)
	j.Created, j.Changed = row.Instant(created), row.Instant(changed)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNoJob
	}
	return j, err
}

func (s *Archive) Enqueue(ctx context.Context, j store.Job, most int) (queued *store.Job, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		if err := living(ctx, tx, j.Game); err != nil {
			return err
		}
		now := clock()
		if _, err := tx.ExecContext(ctx, `DELETE FROM jobs WHERE state NOT IN ('waiting', 'running') AND changed < ?`, now.Add(-store.JobAge).UnixMilli()); err != nil {
			return err
		}
		queued, err = scanJob(tx.QueryRowContext(ctx, `UPDATE jobs SET batch = min(batch, ?)
			WHERE state IN ('waiting', 'running') AND game = ? AND request = ? RETURNING `+jobColumns, j.Batch, j.Game, row.Present(j.Request)))
		if !errors.Is(err, store.ErrNoJob) {
			return err
		}
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM jobs WHERE state = 'waiting'`).Scan(&n); err != nil {
			return err
		}
		if most > 0 && n >= most {
			return &store.FieldError{Field: "jobs", Value: fmt.Sprint(n + 1), Want: fmt.Sprintf("%d that wait at most", most)}
		}
		queued, err = scanJob(tx.QueryRowContext(ctx, `INSERT INTO jobs (game, batch, request, state, message, created, changed)
			VALUES (?, ?, ?, 'waiting', '', ?, ?) RETURNING `+jobColumns, j.Game, j.Batch, row.Present(j.Request), now.UnixMilli(), now.UnixMilli()))
		return err
	})
	if err != nil {
		return nil, err
	}
	return queued, nil
}

func (s *Archive) Job(ctx context.Context, id int64) (*store.Job, error) {
	j, err := scanJob(s.reader.QueryRowContext(ctx, `SELECT `+jobColumns+` FROM jobs WHERE id = ?`, id))
	if errors.Is(err, store.ErrNoJob) {
		return nil, err
	}
	return j, s.fault(ctx, err)
}

func (s *Archive) JobOf(ctx context.Context, game int64) (*store.Job, error) {
	j, err := scanJob(s.reader.QueryRowContext(ctx, `SELECT `+jobColumns+` FROM jobs WHERE game = ? ORDER BY id DESC LIMIT 1`, game))
	if errors.Is(err, store.ErrNoJob) {
		return nil, nil
	}
	return j, s.fault(ctx, err)
}

// jobWaits tells jobs that anybody may take at a time.
const jobWaits = `(state = 'waiting' OR state = 'running' AND leased <= ?)`

func (s *Archive) TakeJob(ctx context.Context, lease time.Duration) (taken *store.Job, err error) {
	now, waits := clock().UnixMilli(), false
	if err := s.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM jobs WHERE `+jobWaits+`)`, now).Scan(&waits); err != nil || !waits {
		return nil, s.fault(ctx, err)
	}
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		taken, err = scanJob(tx.QueryRowContext(ctx, `UPDATE jobs SET state = 'running', changed = ?, turn = turn + 1, leased = ?
			WHERE id = (SELECT id FROM jobs WHERE `+jobWaits+` ORDER BY batch, id LIMIT 1) RETURNING `+jobColumns,
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

func (s *Archive) EndJob(ctx context.Context, id int64, state store.JobState, message string) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error { return end(ctx, tx, id, state, message) })
}

// end gives a job its last state.
func end(ctx context.Context, tx *sql.Tx, id int64, state store.JobState, message string) error {
	j, err := scanJob(tx.QueryRowContext(ctx, `SELECT `+jobColumns+` FROM jobs WHERE id = ?`, id))
	switch {
	case err != nil:
		return err
	case j.State.Ended():
		return store.ErrJobEnded
	}
	_, err = tx.ExecContext(ctx, `UPDATE jobs SET state = ?, message = ?, changed = ? WHERE id = ?`, state, message, clock().UnixMilli(), id)
	return err
}

func (s *Archive) HoldJob(ctx context.Context, id, turn int64, lease time.Duration) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		j, err := scanJob(tx.QueryRowContext(ctx, `SELECT `+jobColumns+` FROM jobs WHERE id = ?`, id))
		switch {
		case err != nil:
			return err
		case j.State.Ended():
			return store.ErrJobEnded
		case j.State != store.JobRunning || j.Turn != turn:
			return store.ErrJobTaken
		}
		_, err = tx.ExecContext(ctx, `UPDATE jobs SET leased = ? WHERE id = ?`, clock().Add(lease).UnixMilli(), id)
		return err
	})
}
