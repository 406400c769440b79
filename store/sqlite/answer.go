package sqlite

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
	answer, err := answered(ctx, s.reader, o)
	return answer, s.fault(ctx, err)
}

func answered(ctx context.Context, q querier, o store.Once) (answer []byte, err error) {
	var call []byte
	err = q.QueryRowContext(ctx, `SELECT call, answer FROM answers WHERE key = ? AND saved > ?`, o.Key, oldestAnswer()).Scan(&call, &answer)
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

// begin keeps the key of a call whose first change a transaction makes; m is
// nil for none.
func begin(ctx context.Context, tx *sql.Tx, m *store.Marking) error {
	if m == nil {
		return nil
	}
	if answer, err := answered(ctx, tx, m.Once); err != nil || answer != nil {
		return cmp.Or(err, store.ErrUnanswered) // another server has made it just now
	}
	return keep(ctx, tx, m.Once, nil)
}

func (s *Archive) KeepAnswer(ctx context.Context, o store.Once, answer []byte) error {
	return s.write(ctx, int64(len(answer)), func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM answers WHERE key = ?`, o.Key); err != nil {
			return err
		}
		return keep(ctx, tx, o, answer)
	})
}

func oldestAnswer() int64 { return clock().Add(-store.AnswerAge).UnixMilli() }

// keep keeps what a call is answered, and no longer those that are too old.
func keep(ctx context.Context, tx *sql.Tx, o store.Once, answer []byte) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM answers WHERE saved <= ?`, oldestAnswer()); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO answers (key, call, answer, saved) VALUES (?, ?, ?, ?)`,
		o.Key, o.Call[:], row.Present(answer), clock().UnixMilli())
	return err
}

func (s *Archive) AnnotateOnce(ctx context.Context, o store.Once, d store.Draft, most int, answer func(*store.Annotation) ([]byte, error)) (kept []byte, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		if kept, err = answered(ctx, tx, o); err != nil || kept != nil {
			return err
		}
		saved, err := table.AnnotateIn(ctx, writing(tx), d, most)
		if err != nil {
			return err
		}
		if kept, err = answer(saved); err != nil {
			return err
		}
		return keep(ctx, tx, o, kept)
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}
