package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"time"
)

// Once names a call that makes something once, however often it is sent.
type Once struct {
	Key  string            // of the caller's
	Call [sha256.Size]byte // digest of what is asked
}

// AnswerAge is how long an answer is kept.
const AnswerAge = 24 * time.Hour

// ErrReused says that a key was given to another call before.
var ErrReused = errors.New("the key was given to another call")

// Answered gives what a call was answered before, nil where nothing is kept of it. The error matches
// [ErrReused] where its key is another call's.
func (s *Store) Answered(ctx context.Context, o Once) ([]byte, error) {
	answer, err := answered(ctx, s.reader, o)
	return answer, s.fault(ctx, err)
}

func answered(ctx context.Context, q querier, o Once) (answer []byte, err error) {
	var call []byte
	err = q.QueryRowContext(ctx, `SELECT call, answer FROM answers WHERE key = ? AND saved > ?`, o.Key, oldestAnswer()).Scan(&call, &answer)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case [sha256.Size]byte(call) != o.Call:
		return nil, ErrReused
	}
	return answer, nil
}

func oldestAnswer() int64 { return time.Now().Add(-AnswerAge).UnixMilli() }

// keep keeps what a call is answered, and no longer those that are too old.
func keep(ctx context.Context, tx *sql.Tx, o Once, answer []byte) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM answers WHERE saved <= ?`, oldestAnswer()); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO answers (key, call, answer, saved) VALUES (?, ?, ?, ?)`,
		o.Key, o.Call[:], present(answer), time.Now().UnixMilli())
	return err
}

// AnnotateOnce is [Store.Annotate] of a call that is answered as before where it was sent before: answer makes
// what is kept of it. The error may also match [ErrReused].
func (s *Store) AnnotateOnce(ctx context.Context, o Once, d Draft, most int, answer func(*Annotation) ([]byte, error)) (kept []byte, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		if kept, err = answered(ctx, tx, o); err != nil || kept != nil {
			return err
		}
		saved, err := annotate(ctx, tx, d, most)
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
