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
const JobColumns = `id, game, batch, request, state, message, created, changed, turn, person, ply, plies`

// ScanJob reads JobColumns.
func ScanJob(r Row) (*store.Job, error) {
	j := new(store.Job)
	var created, changed int64
	err := r.Scan(&j.ID, &j.Game, &j.Batch, &j.Request, &j.State, &j.Message, &created, &changed, &j.Turn, &j.Person,
		&j.Ply, &j.Plies)
	j.Created, j.Changed = row.Instant(created), row.Instant(changed)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNoJob
	}
	return j, err
}

func (t Tables) Enqueue(ctx context.Context, j store.Job, most store.JobBounds) (queued *store.Job, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		if err := requireGame(ctx, tx, j.Game); err != nil {
			return err
		}
		now := tx.Now()
		if err := exec(ctx, tx, `DELETE FROM jobs WHERE state NOT IN ('waiting', 'running') AND changed < $1`,
			now-store.JobAge.Milliseconds()); err != nil {
			return err
		}
		round, err := roundOf(ctx, tx, &j)
		if err != nil {
			return err
		}
		queued, err = ScanJob(tx.Row(ctx,
			`UPDATE jobs SET batch = batch AND $1, round = CASE WHEN round > $2 THEN $2 ELSE round END
			WHERE state IN ('waiting', 'running') AND game = $3 AND request = $4 RETURNING `+JobColumns, j.Batch, round,
			j.Game, row.Present(j.Request)))
		if !errors.Is(err, store.ErrNoJob) {
			return err
		}
		var all, own int
		if err := tx.Row(ctx, `SELECT count(*), count(CASE WHEN person = $1 THEN 1 END) FROM jobs WHERE state = 'waiting'`, j.Person).Scan(&all, &own); err != nil {
			return err
		}
		switch {
		case most.All > 0 && all >= most.All:
			return &store.FieldError{Field: "jobs", Value: fmt.Sprint(all + 1),
				Want: fmt.Sprintf("at most %d waiting", most.All)}
		case most.OfPerson > 0 && j.Person != 0 && own >= most.OfPerson:
			return &store.FieldError{Field: "jobs", Value: fmt.Sprint(own + 1),
				Want: fmt.Sprintf("at most %d waiting per person", most.OfPerson)}
		}
		queued, err = ScanJob(tx.Row(ctx,
			`INSERT INTO jobs (game, batch, request, state, message, created, changed, person, round)
			VALUES ($1, $2, $3, 'waiting', '', $4, $4, $5, $6) RETURNING `+JobColumns, j.Game, j.Batch,
			row.Present(j.Request), now, j.Person, round))
		return err
	})
	if err != nil {
		return nil, err
	}
	return queued, nil
}

// roundOf returns the round in which a new job is run: the current one, or the
// round after the last job of the same person.
func roundOf(ctx context.Context, tx Transaction, j *store.Job) (round int64, err error) {
	var now, own int64
	err = tx.Row(ctx, `SELECT COALESCE(max(CASE WHEN state = 'running' THEN round END), min(round), 0),
		COALESCE(max(CASE WHEN person = $1 THEN round + 1 END), 0)
		FROM jobs WHERE state IN ('waiting', 'running') AND batch = $2`, j.Person, j.Batch).Scan(&now, &own)
	return max(now, own), err
}

func (t Tables) Job(ctx context.Context, id int64) (*store.Job, error) {
	j, err := ScanJob(t.db.Row(ctx, `SELECT `+JobColumns+` FROM jobs WHERE id = $1`, id))
	return classified(ctx, t, j, err)
}

func (t Tables) Jobs(ctx context.Context, before int64, limit int) ([]store.Job, error) {
	return list(ctx, t, func(r Row) (*store.Job, error) { return ScanJob(r) },
		`SELECT `+JobColumns+` FROM jobs WHERE id < $1 OR $1 = 0 ORDER BY id DESC LIMIT $2`, before, limit)
}

func (t Tables) JobOf(ctx context.Context, game int64) (*store.Job, error) {
	j, err := ScanJob(t.db.Row(ctx, `SELECT `+JobColumns+` FROM jobs WHERE game = $1 ORDER BY id DESC LIMIT 1`, game))
	if errors.Is(err, store.ErrNoJob) {
		return nil, nil
	}
	return classified(ctx, t, j, err)
}

func (t Tables) SaveProgress(ctx context.Context, id, turn int64, ply, plies int) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		return exec(ctx, tx, `UPDATE jobs SET ply = $1, plies = $2 WHERE id = $3 AND turn = $4`, ply, plies, id, turn)
	})
}

func (t Tables) EndJob(ctx context.Context, id, turn int64, state store.JobState, message string) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error { return endJob(ctx, tx, id, turn, state, message) })
}

// endJob sets the final state of a job in one statement, because others may
// take it concurrently.
func endJob(ctx context.Context, tx Transaction, id, turn int64, state store.JobState, message string) error {
	n, err := tx.Exec(ctx, `UPDATE jobs SET state = $1, message = $2, changed = $3
		WHERE id = $4 AND state IN ('waiting', 'running') AND (turn = $5 OR $5 = 0)`, state, message, tx.Now(), id,
		turn)
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
