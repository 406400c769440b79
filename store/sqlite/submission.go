package sqlite

import (
	"context"
	"database/sql"
	"errors"

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
func scanSubmission(scan func(...any) error) (*store.Submission, error) {
	s := new(store.Submission)
	var event, deadline, game sql.Null[int64]
	var created, changed, sum int64
	err := scan(&s.ID, &s.Delivery, &s.Number, &event, &s.Person, &s.State, &s.Assignee, &deadline, &s.Appealed, &game, &s.Verdict,
		&s.Content, &s.Revision, &s.Text, &s.Change, &created, &changed, &sum)
	if err != nil {
		return nil, err
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
func scanStep(scan func(...any) error) (*store.Step, error) {
	s := new(store.Step)
	var packed []byte
	var size sql.Null[int64]
	var at, sum int64
	err := scan(&s.Change, &s.Submission, &s.Number, &s.Person, &s.Action, &s.State, &s.Reason, &packed, &size, &s.Content, &at, &sum)
	if err != nil {
		return nil, err
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
	games := make([]*packed, len(sent))
	size := int64(2 * len(d.File))
	for i := range sent {
		if g := sent[i].Step.Archive; g != nil {
			games[i] = new(packed)
			if err := games[i].prepare(g, i); err != nil {
				return nil, err
			}
			size += int64(len(games[i].record) + len(g.Moves) + len(g.Report))
		}
	}
	file, fileSize := row.Pack(d.File)
	err = s.write(ctx, size, func(tx *sql.Tx) error {
		if once != nil {
			if kept, err = answered(ctx, tx, *once); err != nil || kept != nil {
				return err
			}
		}
		now := clock()
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) + 1 FROM deliveries`).Scan(&d.ID); err != nil {
			return err
		}
		d.Sent, d.Size = row.Instant(now.UnixMilli()), len(d.File)
		if _, err := tx.ExecContext(ctx, `INSERT INTO deliveries (`+deliveryColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			d.ID, d.Person, d.Name, row.Number(d.Event), d.Comment, row.Present(d.Reading), d.Hash[:], file, fileSize, d.Size,
			now.UnixMilli(), row.DeliverySum(&d, file, fileSize, now.UnixMilli())); err != nil {
			return err
		}
		saved, added, err := putSent(ctx, tx, &d, sent, games)
		if err != nil {
			return err
		}
		if kept, err = answer(&d, saved, added); err != nil || once == nil {
			return err
		}
		return keep(ctx, tx, *once, kept)
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

// putSent saves the records of a delivery, and archives those that have a game.
func putSent(ctx context.Context, tx *sql.Tx, d *store.Delivery, sent []store.Sent, games []*packed) ([]store.Submission, []store.Added, error) {
	a, err := newAdder(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	defer a.close()
	var id, change int64
	if err := tx.QueryRowContext(ctx, `SELECT (SELECT coalesce(max(id), 0) FROM submissions), (SELECT coalesce(max(change), 0) FROM steps)`).
		Scan(&id, &change); err != nil {
		return nil, nil, err
	}
	saved, added := make([]store.Submission, len(sent)), make([]store.Added, len(sent))
	for i := range sent {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		now, step := sent[i].Submission, sent[i].Step
		if games[i] != nil {
			if added[i], err = a.add(games[i]); err != nil {
				return nil, nil, err
			}
			now.Game = added[i].ID
		}
		id, change = id+1, change+1
		now.ID, now.Delivery, now.Person, now.Created = id, d.ID, d.Person, d.Sent
		step.Change, step.At = change, d.Sent
		if err := putStep(ctx, tx, &now, &step); err != nil {
			return nil, nil, err
		}
		saved[i] = now
	}
	return saved, added, nil
}

// putStep saves the next step of a submission, and what the submission is by
// it.
func putStep(ctx context.Context, tx *sql.Tx, now *store.Submission, step *store.Step) error {
	step.Submission, step.Number = now.ID, now.Revision+1
	if now.State != step.State {
		if err := happened(ctx, tx, store.NoticeOf(step.State), now.Game, now.ID); err != nil {
			return err
		}
	}
	now.State, now.Revision, now.Change, now.Changed = step.State, step.Number, step.Change, step.At
	if step.Record != nil {
		now.Text = step.Number
	}
	created, at := now.Created.UnixMilli(), step.At.UnixMilli()
	if _, err := tx.ExecContext(ctx, `INSERT INTO submissions (`+submissionColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET event = excluded.event, state = excluded.state, assignee = excluded.assignee,
		deadline = excluded.deadline, appealed = excluded.appealed, game = excluded.game, verdict = excluded.verdict,
		content = excluded.content, revision = excluded.revision, text = excluded.text, change = excluded.change,
		changed = excluded.changed, sum = excluded.sum`,
		now.ID, now.Delivery, now.Number, row.Number(now.Event), now.Person, now.State, now.Assignee, row.Time(now.Deadline), now.Appealed,
		row.Number(now.Game), now.Verdict, row.Present(now.Content), now.Revision, now.Text, now.Change, created, at,
		row.SubmissionSum(now, created, at)); err != nil {
		return err
	}
	packed, size := row.PackStep(step)
	_, err := tx.ExecContext(ctx, `INSERT INTO steps (`+stepColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		step.Change, step.Submission, step.Number, step.Person, step.Action, step.State, step.Reason, packed, size,
		row.Present(step.Content), at, row.StepSum(step, packed, size, at))
	return err
}

func (s *Archive) Delivery(ctx context.Context, id int64) (*store.Delivery, error) {
	d := new(store.Delivery)
	var hash, packed []byte
	var event, size sql.Null[int64]
	var sent, sum int64
	err := s.reader.QueryRowContext(ctx, `SELECT `+deliveryColumns+` FROM deliveries WHERE id = ?`, id).Scan(&d.ID, &d.Person, &d.Name,
		&event, &d.Comment, &d.Reading, &hash, &packed, &size, &d.Size, &sent, &sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.SubmissionError{ID: id, Kind: store.ErrNotFound}
	}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	copy(d.Hash[:], hash)
	d.Event, d.Sent = event.V, row.Instant(sent)
	length, _ := size.Value()
	if err = row.ErrChecksum; sum == row.DeliverySum(d, packed, length, sent) {
		d.File, err = row.Unpack(packed, size)
	}
	if err != nil {
		return nil, s.fault(ctx, errors.Join(&store.SubmissionError{ID: id, Kind: store.ErrCorrupt}, err))
	}
	return d, nil
}

// submission reads one as it is now.
func submission(ctx context.Context, q querier, id int64) (*store.Submission, error) {
	now, err := scanSubmission(q.QueryRowContext(ctx, `SELECT `+submissionColumns+` FROM submissions WHERE id = ?`, id).Scan)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, &store.SubmissionError{ID: id, Kind: store.ErrNotFound}
	case err != nil:
		return nil, err
	}
	return now, nil
}

func (s *Archive) Submission(ctx context.Context, id int64) (*store.Submission, error) {
	now, err := submission(ctx, s.reader, id)
	return now, s.fault(ctx, err)
}

func (s *Archive) Steps(ctx context.Context, id int64) (all []store.Step, err error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+stepColumns+` FROM steps WHERE submission = ? ORDER BY number`, id)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		step, err := scanStep(rows.Scan)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, *step)
	}
	if err := rows.Err(); err != nil {
		return nil, s.fault(ctx, err)
	}
	if len(all) == 0 {
		return nil, &store.SubmissionError{ID: id, Kind: store.ErrNotFound}
	}
	return all, nil
}

func (s *Archive) Advance(ctx context.Context, id, revision int64, next func(*store.Submission) (*store.Step, error)) (now *store.Submission, added store.Added, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		now, err = submission(ctx, tx, id)
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
		if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(change), 0) + 1 FROM steps`).Scan(&step.Change); err != nil {
			return err
		}
		if step.Archive != nil {
			if added, err = addOne(ctx, tx, step.Archive); err != nil {
				return err
			}
			if err := table.RuleFirst(ctx, writing(tx), added, step.Rulings); err != nil {
				return err
			}
			now.Game = added.ID
		}
		step.At = row.Instant(clock().UnixMilli())
		return putStep(ctx, tx, now, step)
	})
	if err != nil {
		return nil, store.Added{}, err
	}
	return now, added, nil
}

// addOne archives a game.
func addOne(ctx context.Context, tx *sql.Tx, g *store.Game) (store.Added, error) {
	var p packed
	if err := p.prepare(g, 0); err != nil {
		return store.Added{}, err
	}
	a, err := newAdder(ctx, tx)
	if err != nil {
		return store.Added{}, err
	}
	defer a.close()
	return a.add(&p)
}

// marks keeps the values of a query.
func marks(args *[]any) func(any) string {
	return func(value any) string {
		*args = append(*args, value)
		return "?"
	}
}

func (s *Archive) Submissions(ctx context.Context, f store.SubmissionFilter, order store.SubmissionOrder, behind int64, limit int) (all []store.Submission, err error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, err
	}
	var args []any
	page := row.SubmissionPage(f, order, behind, limit, marks(&args))
	rows, err := s.reader.QueryContext(ctx, `SELECT `+submissionColumns+` FROM submissions`+page, args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		now, err := scanSubmission(rows.Scan)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, *now)
	}
	return all, s.fault(ctx, rows.Err())
}

func (s *Archive) CountSubmissions(ctx context.Context, f store.SubmissionFilter) (map[store.SubmissionState]int, error) {
	var args []any
	where := row.SubmissionWhere(f, marks(&args))
	rows, err := s.reader.QueryContext(ctx, `SELECT state, count(*) FROM submissions`+where+` GROUP BY state`, args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	counts := map[store.SubmissionState]int{}
	for rows.Next() {
		var state store.SubmissionState
		var n int
		if err := rows.Scan(&state, &n); err != nil {
			return nil, s.fault(ctx, err)
		}
		counts[state] = n
	}
	return counts, s.fault(ctx, rows.Err())
}

func (s *Archive) LastStep(ctx context.Context) (last int64, err error) {
	err = s.reader.QueryRowContext(ctx, `SELECT coalesce(max(change), 0) FROM steps`).Scan(&last)
	return last, s.fault(ctx, err)
}
