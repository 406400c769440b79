package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
)

const (
	deliveryColumns   = `id, person, name, event, comment, reading, hash, file, size, length, sent, sum`
	submissionColumns = `id, delivery, number, event, person, state, assignee, deadline, appealed, game, verdict, content,
		revision, text, change, created, changed, sum`
	stepColumns = `change, submission, number, person, action, state, reason, record, size, content, at, sum`
)

// scanSubmission reads submissionColumns. A submission that is not as it was
// written comes with its error.
func scanSubmission(rows pgx.Row) (*store.Submission, error) {
	s := new(store.Submission)
	var event, deadline, game sql.Null[int64]
	var created, changed, sum int64
	err := rows.Scan(&s.ID, &s.Delivery, &s.Number, &event, (*text)(&s.Person), &s.State, (*text)(&s.Assignee), &deadline, &s.Appealed, &game, &s.Verdict,
		&s.Content, &s.Revision, &s.Text, &s.Change, &created, &changed, &sum)
	if err != nil {
		return s, err
	}
	s.Event, s.Game = event.V, game.V
	if deadline.Valid {
		s.Deadline = row.Instant(deadline.V)
	}
	s.Created, s.Changed = row.Instant(created), row.Instant(changed)
	if sum != row.SubmissionSum(s, created, changed) {
		return s, errors.Join(&store.SubmissionError{ID: s.ID, Kind: store.ErrCorrupt}, row.ErrChecksum)
	}
	return s, nil
}

// scanStep reads stepColumns.
func scanStep(rows pgx.Row) (*store.Step, error) {
	s := new(store.Step)
	var packed []byte
	var size sql.Null[int64]
	var at, sum int64
	err := rows.Scan(&s.Change, &s.Submission, &s.Number, (*text)(&s.Person), (*text)(&s.Action), &s.State, (*text)(&s.Reason), &packed, &size, &s.Content, &at, &sum)
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

func (s *Archive) Deliver(ctx context.Context, once *store.Once, d store.Delivery, sent []store.Sent,
	answer func(*store.Delivery, []store.Submission, []store.Added) ([]byte, error)) (kept []byte, err error) {
	var games []*store.Game
	for i := range sent {
		if g := sent[i].Step.Archive; g != nil {
			games = append(games, g)
		}
	}
	all, hashes, err := prepare(games)
	if err != nil {
		return nil, err
	}
	file, size := row.Pack(d.File)
	err = s.write(ctx, func(w *writing) error {
		if once != nil {
			if kept, err = answered(ctx, w, *once); err != nil || kept != nil {
				return err
			}
		}
		if err := w.row(`SELECT coalesce(max(id), 0) + 1 FROM deliveries`).Scan(&d.ID); err != nil {
			return err
		}
		d.Sent, d.Size = row.Instant(w.now), len(d.File)
		if err := w.exec(`INSERT INTO deliveries (`+deliveryColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			d.ID, text(d.Person), text(d.Name), row.Number(d.Event), text(d.Comment), row.Present(d.Reading), d.Hash[:], file, size,
			d.Size, w.now, row.DeliverySum(&d, file, size, w.now)); err != nil {
			return err
		}
		archived, err := w.add(all, hashes, nil)
		if err != nil {
			return err
		}
		saved, added, err := w.putSent(&d, sent, archived)
		if err != nil {
			return err
		}
		if kept, err = answer(&d, saved, added); err != nil || once == nil {
			return err
		}
		return w.keep(*once, kept)
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

// putSent saves the records of a delivery, of which those that have a game were
// archived in their order.
func (w *writing) putSent(d *store.Delivery, sent []store.Sent, archived []store.Added) ([]store.Submission, []store.Added, error) {
	var id, change int64
	if err := w.row(`SELECT (SELECT coalesce(max(id), 0) FROM submissions), (SELECT coalesce(max(change), 0) FROM steps)`).
		Scan(&id, &change); err != nil {
		return nil, nil, err
	}
	saved, added := make([]store.Submission, len(sent)), make([]store.Added, len(sent))
	for i := range sent {
		now, step := sent[i].Submission, sent[i].Step
		if step.Archive != nil {
			added[i], archived = archived[0], archived[1:]
			now.Game = added[i].ID
		}
		id, change = id+1, change+1
		now.ID, now.Delivery, now.Person, now.Created = id, d.ID, d.Person, d.Sent
		step.Change, step.At = change, d.Sent
		if err := w.putStep(&now, &step); err != nil {
			return nil, nil, err
		}
		saved[i] = now
	}
	return saved, added, nil
}

// putStep saves the next step of a submission, and what the submission is by
// it.
func (w *writing) putStep(now *store.Submission, step *store.Step) error {
	step.Submission, step.Number = now.ID, now.Revision+1
	if now.State != step.State {
		if err := w.happened(store.NoticeOf(step.State), now.Game, now.ID); err != nil {
			return err
		}
	}
	now.State, now.Revision, now.Change, now.Changed = step.State, step.Number, step.Change, step.At
	if step.Record != nil {
		now.Text = step.Number
	}
	created, at := now.Created.UnixMilli(), step.At.UnixMilli()
	if err := w.exec(`INSERT INTO submissions (`+submissionColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
		ON CONFLICT (id) DO UPDATE SET event = excluded.event, state = excluded.state, assignee = excluded.assignee,
		deadline = excluded.deadline, appealed = excluded.appealed, game = excluded.game, verdict = excluded.verdict,
		content = excluded.content, revision = excluded.revision, text = excluded.text, change = excluded.change,
		changed = excluded.changed, sum = excluded.sum`,
		now.ID, now.Delivery, now.Number, row.Number(now.Event), text(now.Person), string(now.State), text(now.Assignee),
		row.Time(now.Deadline), now.Appealed, row.Number(now.Game), now.Verdict, row.Present(now.Content), now.Revision, now.Text,
		now.Change, created, at, row.SubmissionSum(now, created, at)); err != nil {
		return err
	}
	packed, size := row.PackStep(step)
	return w.exec(`INSERT INTO steps (`+stepColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		step.Change, step.Submission, step.Number, text(step.Person), text(step.Action), string(step.State), text(step.Reason), packed, size,
		row.Present(step.Content), at, row.StepSum(step, packed, size, at))
}

// scanDelivery reads deliveryColumns. A delivery that is not as it was written
// comes with its error.
func scanDelivery(rows pgx.Row) (*store.Delivery, error) {
	d := new(store.Delivery)
	var hash, packed []byte
	var event, size sql.Null[int64]
	var sent, sum int64
	err := rows.Scan(&d.ID, (*text)(&d.Person), (*text)(&d.Name), &event, (*text)(&d.Comment), &d.Reading, &hash, &packed, &size,
		&d.Size, &sent, &sum)
	if err != nil {
		return d, err
	}
	copy(d.Hash[:], hash)
	d.Event, d.Sent = event.V, row.Instant(sent)
	length, _ := size.Value()
	if err = row.ErrChecksum; sum == row.DeliverySum(d, packed, length, sent) {
		d.File, err = row.Unpack(packed, size)
	}
	if err != nil {
		return d, errors.Join(&store.SubmissionError{ID: d.ID, Kind: store.ErrCorrupt}, err)
	}
	return d, nil
}

func (s *Archive) Delivery(ctx context.Context, id int64) (*store.Delivery, error) {
	d, err := scanDelivery(s.pool.QueryRow(ctx, `SELECT `+deliveryColumns+` FROM deliveries WHERE id = $1`, id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, &store.SubmissionError{ID: id, Kind: store.ErrNotFound}
	case err != nil:
		return nil, s.fault(ctx, err)
	}
	return d, nil
}

// submission reads one as it is now.
func submission(ctx context.Context, q querier, id int64) (*store.Submission, error) {
	now, err := scanSubmission(q.QueryRow(ctx, `SELECT `+submissionColumns+` FROM submissions WHERE id = $1`, id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, &store.SubmissionError{ID: id, Kind: store.ErrNotFound}
	case err != nil:
		return nil, err
	}
	return now, nil
}

func (s *Archive) Submission(ctx context.Context, id int64) (*store.Submission, error) {
	now, err := submission(ctx, s.pool, id)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return now, nil
}

func (s *Archive) Steps(ctx context.Context, id int64) (all []store.Step, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		step, err := scanStep(rows)
		if err == nil {
			all = append(all, *step)
		}
		return err
	}, `SELECT `+stepColumns+` FROM steps WHERE submission = $1 ORDER BY number`, id)
	if err == nil && len(all) == 0 {
		err = &store.SubmissionError{ID: id, Kind: store.ErrNotFound}
	}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}

func (s *Archive) Advance(ctx context.Context, id, revision int64, next func(*store.Submission) (*store.Step, error)) (now *store.Submission, added store.Added, err error) {
	err = s.write(ctx, func(w *writing) error {
		now, err = submission(ctx, w, id)
		switch {
		case err != nil:
			return err
		case revision != store.AnyRevision && revision != now.Revision:
			return &store.AdvancedError{Revision: revision, Current: now}
		}
		step, err := next(now)
		if err != nil {
			return err
		}
		if err := w.row(`SELECT coalesce(max(change), 0) + 1 FROM steps`).Scan(&step.Change); err != nil {
			return err
		}
		if step.Archive != nil {
			all, hashes, err := prepare([]*store.Game{step.Archive})
			if err != nil {
				return err
			}
			archived, err := w.add(all, hashes, nil)
			if err != nil {
				return err
			}
			added = archived[0]
			now.Game = added.ID
			if err := table.RuleFirst(ctx, w.tables(), added, step.Rulings); err != nil {
				return err
			}
		}
		step.At = row.Instant(w.now)
		return w.putStep(now, step)
	})
	if err != nil {
		return nil, store.Added{}, err
	}
	return now, added, nil
}

// marks keeps the values of a query.
func marks(args *[]any) func(any) string {
	return func(value any) string {
		if word, is := value.(string); is {
			value = text(word)
		}
		*args = append(*args, value)
		return fmt.Sprintf("$%d", len(*args))
	}
}

func (s *Archive) Submissions(ctx context.Context, f store.SubmissionFilter, order store.SubmissionOrder, behind int64, limit int) (all []store.Submission, err error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, err
	}
	var args []any
	page := row.SubmissionPage(f, order, behind, limit, marks(&args))
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		now, err := scanSubmission(rows)
		if err == nil {
			all = append(all, *now)
		}
		return err
	}, `SELECT `+submissionColumns+` FROM submissions`+page, args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}

func (s *Archive) CountSubmissions(ctx context.Context, f store.SubmissionFilter) (map[store.SubmissionState]int, error) {
	var args []any
	where := row.SubmissionWhere(f, marks(&args))
	counts := map[store.SubmissionState]int{}
	err := each(ctx, s.pool, func(rows pgx.Rows) error {
		var state store.SubmissionState
		var n int
		err := rows.Scan(&state, &n)
		counts[state] = n
		return err
	}, `SELECT state, count(*) FROM submissions`+where+` GROUP BY state`, args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return counts, nil
}

func (s *Archive) LastStep(ctx context.Context) (last int64, err error) {
	err = s.pool.QueryRow(ctx, `SELECT coalesce(max(change), 0) FROM steps`).Scan(&last)
	return last, s.fault(ctx, err)
}
