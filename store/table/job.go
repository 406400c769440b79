package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

// JobColumns are the columns of a job.
const JobColumns = `id, game, batch, request, state, message, created, changed, turn`

// ScanJob reads JobColumns.
func ScanJob(r Row) (*store.Job, error) {
	j := new(store.Job)
	var created, changed int64
	err := r.Scan(&j.ID, &j.Game, &j.Batch, &j.Request, &j.State, &j.Message, &created, &changed, &j.Turn)
	j.Created, j.Changed = row.Instant(created), row.Instant(changed)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNoJob
	}
	return j, err
}

func (t Tables) Enqueue(ctx context.Context, j store.Job, most int) (queued *store.Job, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		if err := living(ctx, tx, j.Game); err != nil {
			return err
		}
		now := tx.Now()
		if err := exec(ctx, tx, `DELETE FROM jobs WHERE state NOT IN ('waiting', 'running') AND changed < $1`, now-store.JobAge.Milliseconds()); err != nil {
			return err
		}
		queued, err = ScanJob(tx.Row(ctx, `UPDATE jobs SET batch = batch AND $1
			WHERE state IN ('waiting', 'running') AND game = $2 AND request = $3 RETURNING `+JobColumns, j.Batch, j.Game, row.Present(j.Request)))
		if !errors.Is(err, store.ErrNoJob) {
			return err
		}
		var n int
		if err := tx.Row(ctx, `SELECT count(*) FROM jobs WHERE state = 'waiting'`).Scan(&n); err != nil {
			return err
		}
		if most > 0 && n >= most {
			return &store.FieldError{Field: "jobs", Value: fmt.Sprint(n + 1), Want: fmt.Sprintf("%d that wait at most", most)}
		}
		queued, err = ScanJob(tx.Row(ctx, `INSERT INTO jobs (game, batch, request, state, message, created, changed)
			VALUES ($1, $2, $3, 'waiting', '', $4, $4) RETURNING `+JobColumns, j.Game, j.Batch, row.Present(j.Request), now))
		return err
	})
	if err != nil {
		return nil, err
	}
	return queued, nil
}

func (t Tables) Job(ctx context.Context, id int64) (*store.Job, error) {
	j, err := ScanJob(t.db.Row(ctx, `SELECT `+JobColumns+` FROM jobs WHERE id = $1`, id))
	return one(ctx, t, j, err)
}

func (t Tables) JobOf(ctx context.Context, game int64) (*store.Job, error) {
	j, err := ScanJob(t.db.Row(ctx, `SELECT `+JobColumns+` FROM jobs WHERE game = $1 ORDER BY id DESC LIMIT 1`, game))
	if errors.Is(err, store.ErrNoJob) {
		return nil, nil
	}
	return one(ctx, t, j, err)
}

func (t Tables) EndJob(ctx context.Context, id, turn int64, state store.JobState, message string) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error { return endJob(ctx, tx, id, turn, state, message) })
}

// endJob sets the final state of a job in one statement, because others may
// take it concurrently.
func endJob(ctx context.Context, tx Transaction, id, turn int64, state store.JobState, message string) error {
	n, err := tx.Exec(ctx, `UPDATE jobs SET state = $1, message = $2, changed = $3
		WHERE id = $4 AND state IN ('waiting', 'running') AND (turn = $5 OR $5 = 0)`, state, message, tx.Now(), id, turn)
	if err != nil || n > 0 {
		return err
	}
	j, err := ScanJob(tx.Row(ctx, `SELECT `+JobColumns+` FROM jobs WHERE id = $1`, id))
	switch {
	case err != nil:
		return err
	case j.State.Ended():
		return store.ErrJobEnded
	}
	return store.ErrJobTaken
}
