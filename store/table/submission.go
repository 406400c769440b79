package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

// submissionColumns are the stored columns of a submission.
const submissionColumns = `id, delivery, number, event, person, state, assignee, deadline, appealed, game, verdict, content,
	revision, text, change, created, changed, sum`

// selectSubmission selects submissions, and whether their game is deleted.
const selectSubmission = `SELECT ` + submissionColumns + `,
	EXISTS (SELECT 1 FROM games WHERE games.id = submissions.game AND games.deleted IS NOT NULL) FROM submissions`

// scanSubmission reads the result of selectSubmission. It returns an altered
// submission with its error.
func scanSubmission(r Row) (*store.Submission, error) {
	s := new(store.Submission)
	var event, deadline, game sql.Null[int64]
	var created, changed, sum int64
	err := r.Scan(&s.ID, &s.Delivery, &s.Number, &event, &s.Person, &s.State, &s.Assignee, &deadline, &s.Appealed,
		&game, &s.Verdict,
		&s.Content, &s.Revision, &s.Text, &s.Change, &created, &changed, &sum, &s.Deleted)
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

func putSubmission(ctx context.Context, tx Transaction, s *store.Submission) error {
	created, changed := s.Created.UnixMilli(), s.Changed.UnixMilli()
	return exec(ctx, tx, `INSERT INTO submissions (`+submissionColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
		ON CONFLICT (id) DO UPDATE SET event = excluded.event, state = excluded.state, assignee = excluded.assignee,
		deadline = excluded.deadline, appealed = excluded.appealed, game = excluded.game, verdict = excluded.verdict,
		content = excluded.content, revision = excluded.revision, text = excluded.text, change = excluded.change,
		changed = excluded.changed, sum = excluded.sum`,
		s.ID, s.Delivery, s.Number, row.Number(s.Event), s.Person, s.State, s.Assignee, row.Time(s.Deadline),
		s.Appealed,
		row.Number(s.Game), s.Verdict, row.Present(s.Content), s.Revision, s.Text, s.Change, created, changed,
		row.SubmissionSum(s, created, changed))
}

// submission reads the current state.
func submission(ctx context.Context, q Querier, id int64) (*store.Submission, error) {
	now, err := scanSubmission(q.Row(ctx, selectSubmission+` WHERE id = $1`, id))
	if errors.Is(err, sql.ErrNoRows) {
		err = &store.SubmissionError{ID: id, Kind: store.ErrNotFound}
	}
	return now, err
}

func (t Tables) Submission(ctx context.Context, id int64) (*store.Submission, error) {
	now, err := submission(ctx, t.db, id)
	return classified(ctx, t, now, err)
}

func (t Tables) Advance(ctx context.Context, id, revision int64,
	next func(*store.Submission) (*store.Step, error)) (now *store.Submission, added store.Added, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		now, err = submission(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case revision != store.AnyRevision && revision != now.Revision:
			return &store.SubmissionChangedError{Revision: revision, Current: now}
		}
		step, err := next(now)
		if err != nil {
			return err
		}
		if err := tx.Row(ctx, `SELECT coalesce(max(change), 0) + 1 FROM steps`).Scan(&step.Change); err != nil {
			return err
		}
		if step.Archive != nil {
			packed, err := t.db.Prepare([]*store.Game{step.Archive})
			if err != nil {
				return err
			}
			archived, err := packed.Archive(ctx, tx)
			if err != nil {
				return err
			}
			added = archived[0]
			now.Game, now.Deleted = added.ID, added.Deleted
			if err := addFirstRulings(ctx, tx, added, step.Rulings); err != nil {
				return err
			}
		}
		if step.Correction != nil {
			if added, err = t.correct(ctx, tx, *step.Correction); err != nil {
				return err
			}
			now.Game = added.ID
		}
		step.At = row.Instant(tx.Now())
		return putStep(ctx, tx, now, step)
	})
	if err != nil {
		return nil, store.Added{}, err
	}
	return now, added, nil
}

// placeholders collects arguments of a query and returns their placeholders.
func placeholders(args *[]any) func(any) string {
	return func(value any) string {
		*args = append(*args, value)
		return fmt.Sprintf("$%d", len(*args))
	}
}

func (t Tables) Submissions(ctx context.Context, f store.SubmissionFilter, order store.SubmissionOrder, after int64,
	limit int) ([]store.Submission, error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, err
	}
	var args []any
	page := submissionPage(f, order, after, limit, placeholders(&args))
	return list(ctx, t, scanSubmission, selectSubmission+page, args...)
}

func (t Tables) CountSubmissions(ctx context.Context, f store.SubmissionFilter) (map[store.SubmissionState]int, error) {
	var args []any
	where := submissionWhere(f, placeholders(&args))
	counts := map[store.SubmissionState]int{}
	err := t.db.Each(ctx, func(r Row) error {
		var state store.SubmissionState
		var n int
		err := r.Scan(&state, &n)
		counts[state] = n
		return err
	}, `SELECT state, count(*) FROM submissions`+where+` GROUP BY state`, args...)
	if err != nil {
		return nil, t.db.Fault(ctx, err)
	}
	return counts, nil
}
