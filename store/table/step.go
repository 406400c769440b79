package table

import (
	"context"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

// stepColumns are the columns of a step of a submission.
const stepColumns = `change, submission, number, person, action, state, reason, record, size, content, at, sum`

// scanStep reads stepColumns. It returns an altered step with its error.
func scanStep(r Row) (*store.Step, error) {
	s := new(store.Step)
	var packed []byte
	var size sql.Null[int64]
	var at, sum int64
	err := r.Scan(&s.Change, &s.Submission, &s.Number, &s.Person, &s.Action, &s.State, &s.Reason, &packed, &size,
		&s.Content, &at, &sum)
	if err != nil {
		return s, err
	}
	s.At = row.Instant(at)
	length, _ := size.Value()
	stored := any(packed)
	if packed == nil {
		stored = nil
	}
	if err = row.ErrChecksum; sum == row.StepSum(s, stored, length, at) {
		err = nil
		if packed != nil {
			s.Record, err = row.Unpack(packed, size)
		}
	}
	if err != nil {
		return s, errors.Join(&store.SubmissionError{ID: s.Submission, Kind: store.ErrCorrupt}, err)
	}
	return s, nil
}

// putStep saves the next step of a submission and the resulting state.
func putStep(ctx context.Context, tx Transaction, now *store.Submission, step *store.Step) error {
	step.Submission, step.Number = now.ID, now.Revision+1
	if now.State != step.State {
		if err := AddWebhookEvent(ctx, tx, store.SubmissionEventKind(step.State), now.Game, now.ID); err != nil {
			return err
		}
	}
	now.State, now.Revision, now.Change, now.Changed = step.State, step.Number, step.Change, step.At
	if step.Record != nil {
		now.Text = step.Number
	}
	if err := putSubmission(ctx, tx, now); err != nil {
		return err
	}
	packed, size := row.PackStep(step)
	at := step.At.UnixMilli()
	return exec(ctx, tx, `INSERT INTO steps (`+stepColumns+
		`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		step.Change, step.Submission, step.Number, step.Person, step.Action, step.State, step.Reason, packed, size,
		row.Present(step.Content), at, row.StepSum(step, packed, size, at))
}

func (t Tables) Steps(ctx context.Context, submission int64) ([]store.Step, error) {
	all, err := list(ctx, t, scanStep, `SELECT `+stepColumns+` FROM steps WHERE submission = $1 ORDER BY number`,
		submission)
	if err == nil && len(all) == 0 {
		err = &store.SubmissionError{ID: submission, Kind: store.ErrNotFound}
	}
	return all, err
}

func (t Tables) LastStep(ctx context.Context) (last int64, err error) {
	err = t.db.Row(ctx, `SELECT coalesce(max(change), 0) FROM steps`).Scan(&last)
	return last, t.db.Fault(ctx, err)
}
