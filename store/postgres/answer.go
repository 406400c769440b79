package postgres

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
)

func (s *Archive) Answered(ctx context.Context, o store.Once) ([]byte, error) {
	answer, err := answered(ctx, s.pool, o)
	return answer, s.fault(ctx, err)
}

func answered(ctx context.Context, q querier, o store.Once) (answer []byte, err error) {
	var call []byte
	err = q.QueryRow(ctx, `SELECT call, answer FROM answers WHERE key = $1 AND saved > `+now+` - $2`, text(o.Key), store.AnswerAge.Milliseconds()).Scan(&call, &answer)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case [sha256.Size]byte(call) != o.Call:
		return nil, store.ErrReused
	case len(answer) == 0:
		return nil, store.ErrUnanswered
	}
	return answer, nil
}

// begin keeps the key of a call whose first change the transaction makes; m is
// nil for none.
func (w *writing) begin(m *store.Marking) error {
	if m == nil {
		return nil
	}
	if answer, err := answered(w.ctx, w, m.Once); err != nil || answer != nil {
		return cmp.Or(err, store.ErrUnanswered) // another server has made it just now
	}
	return w.keep(m.Once, nil)
}

func (s *Archive) KeepAnswer(ctx context.Context, o store.Once, answer []byte) error {
	return s.write(ctx, func(w *writing) error {
		if err := w.exec(`DELETE FROM answers WHERE key = $1`, text(o.Key)); err != nil {
			return err
		}
		return w.keep(o, answer)
	})
}

func (s *Archive) AnnotateOnce(ctx context.Context, o store.Once, d store.Draft, most int, answer func(*store.Annotation) ([]byte, error)) (kept []byte, err error) {
	err = s.write(ctx, func(w *writing) error {
		if kept, err = answered(ctx, w, o); err != nil || kept != nil {
			return err
		}
		saved, err := table.AnnotateIn(ctx, w.tables(), d, most)
		if err != nil {
			return err
		}
		if kept, err = answer(saved); err != nil {
			return err
		}
		return w.keep(o, kept)
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

// keep keeps what a call is answered, and no longer those that are too old.
func (w *writing) keep(o store.Once, answer []byte) error {
	if err := w.exec(`DELETE FROM answers WHERE saved <= $1`, w.now-store.AnswerAge.Milliseconds()); err != nil {
		return err
	}
	return w.exec(`INSERT INTO answers (key, call, answer, saved) VALUES ($1, $2, $3, $4)`,
		text(o.Key), o.Call[:], row.Present(answer), w.now)
}
