package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

const jobColumns = `id, game, batch, request, state, message, created, changed, turn`

func scanJob(found pgx.Row) (*store.Job, error) {
	j := new(store.Job)
	var created, changed int64
	err := found.Scan(&j.ID, &j.Game, &j.Batch, &j.Request, (*string)(&j.State), (*text)(&j.Message), &created, &changed, &j.Turn)
	j.Created, j.Changed = row.Instant(created), row.Instant(changed)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNoJob
	}
	return j, err
}

func (s *Archive) Enqueue(ctx context.Context, j store.Job, most int) (queued *store.Job, err error) {
	err = s.write(ctx, func(w *writing) error {
		if err := living(ctx, w, j.Game); err != nil {
			return err
		}
		if err := w.exec(`DELETE FROM jobs WHERE state NOT IN ('waiting', 'running') AND changed < $1`, w.now-store.JobAge.Milliseconds()); err != nil {
			return err
		}
		queued, err = scanJob(w.row(`UPDATE jobs SET batch = batch AND $1
			WHERE state IN ('waiting', 'running') AND game = $2 AND request = $3 RETURNING `+jobColumns, j.Batch, j.Game, row.Present(j.Request)))
		if !errors.Is(err, store.ErrNoJob) {
			return err
		}
		var n int
		if err := w.row(`SELECT count(*) FROM jobs WHERE state = 'waiting'`).Scan(&n); err != nil {
			return err
		}
		if most > 0 && n >= most {
			return &store.FieldError{Field: "jobs", Value: fmt.Sprint(n + 1), Want: fmt.Sprintf("%d that wait at most", most)}
		}
		queued, err = scanJob(w.row(`INSERT INTO jobs (game, batch, request, state, message, created, changed)
			VALUES ($1, $2, $3, 'waiting', '', $4, $4) RETURNING `+jobColumns, j.Game, j.Batch, row.Present(j.Request), w.now))
		return err
	})
	if err != nil {
		return nil, err
	}
	return queued, nil
}

func (s *Archive) Job(ctx context.Context, id int64) (*store.Job, error) {
	j, err := scanJob(s.pool.QueryRow(ctx, `SELECT `+jobColumns+` FROM jobs WHERE id = $1`, id))
	if errors.Is(err, store.ErrNoJob) {
		return nil, err
	}
	return j, s.fault(ctx, err)
}

func (s *Archive) JobOf(ctx context.Context, game int64) (*store.Job, error) {
	j, err := scanJob(s.pool.QueryRow(ctx, `SELECT `+jobColumns+` FROM jobs WHERE game = $1 ORDER BY id DESC LIMIT 1`, game))
	if errors.Is(err, store.ErrNoJob) {
		return nil, nil
	}
	return j, s.fault(ctx, err)
}

func (s *Archive) TakeJob(ctx context.Context, lease time.Duration) (*store.Job, error) {
	if s.readOnly {
		return nil, &store.Error{Path: s.name, Kind: store.ErrReadOnly, Err: errors.New("opened for reading")}
	}
	taken, err := scanJob(s.pool.QueryRow(ctx, `UPDATE jobs SET state = 'running', changed = `+now+`, turn = turn + 1, leased = `+now+` + $1
		WHERE id = (SELECT id FROM jobs WHERE state = 'waiting' OR state = 'running' AND leased <= `+now+`
			ORDER BY batch, id LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING `+jobColumns, lease.Milliseconds()))
	switch {
	case errors.Is(err, store.ErrNoJob):
		return nil, nil
	case err != nil:
		return nil, s.fault(ctx, err)
	}
	return taken, nil
}

func (s *Archive) EndJob(ctx context.Context, id int64, state store.JobState, message string) error {
	return s.write(ctx, func(w *writing) error { return w.end(id, state, message) })
}

// end gives a job its last state.
func (w *writing) end(id int64, state store.JobState, message string) error {
	j, err := scanJob(w.row(`SELECT `+jobColumns+` FROM jobs WHERE id = $1 FOR UPDATE`, id))
	switch {
	case err != nil:
		return err
	case j.State.Ended():
		return store.ErrJobEnded
	}
	return w.exec(`UPDATE jobs SET state = $1, message = $2, changed = $3 WHERE id = $4`, string(state), text(message), w.now, id)
}

func (s *Archive) HoldJob(ctx context.Context, id, turn int64, lease time.Duration) error {
	held, err := s.pool.Exec(ctx, `UPDATE jobs SET leased = `+now+` + $1 WHERE id = $2 AND turn = $3 AND state = 'running'`,
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
