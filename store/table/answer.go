package table

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"

	"assay/store"
	"assay/store/row"
)

func (t Tables) Answered(ctx context.Context, o store.Once) ([]byte, error) {
	answer, err := answered(ctx, t.db, o)
	return answer, t.db.Fault(ctx, err)
}

func answered(ctx context.Context, q Querier, o store.Once) (answer []byte, err error) {
	var call []byte
	err = q.Row(ctx, `SELECT call, answer FROM answers WHERE key = $1 AND saved > clock() - $2`, o.Key, store.AnswerAge.Milliseconds()).Scan(&call, &answer)
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

// Begin stores the key of a request whose first change a transaction makes; m
// may be nil.
func Begin(ctx context.Context, tx Transaction, m *store.Marking) error {
	if m == nil {
		return nil
	}
	if answer, err := answered(ctx, tx, m.Once); err != nil || answer != nil {
		return cmp.Or(err, store.ErrUnanswered) // another server was faster
	}
	return keep(ctx, tx, m.Once, nil)
}

func (t Tables) KeepAnswer(ctx context.Context, o store.Once, answer []byte) error {
	return t.db.Write(ctx, int64(len(answer)), func(tx Transaction) error {
		if err := exec(ctx, tx, `DELETE FROM answers WHERE key = $1`, o.Key); err != nil {
			return err
		}
		return keep(ctx, tx, o, answer)
	})
}

// spent is the prefix of one-time values; keys of requests are digests.
const spent = "spent "

func (t Tables) Spend(ctx context.Context, hash []byte) error {
	o := store.Once{Key: spent + hex.EncodeToString(hash)}
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		switch _, err := answered(ctx, tx, o); {
		case errors.Is(err, store.ErrUnanswered):
			return store.ErrSpent
		case err != nil:
			return err
		}
		return keep(ctx, tx, o, nil)
	})
}

// keep stores a response and deletes expired ones.
func keep(ctx context.Context, tx Transaction, o store.Once, answer []byte) error {
	now := tx.Now()
	if err := exec(ctx, tx, `DELETE FROM answers WHERE saved <= $1`, now-store.AnswerAge.Milliseconds()); err != nil {
		return err
	}
	return exec(ctx, tx, `INSERT INTO answers (key, call, answer, saved) VALUES ($1, $2, $3, $4)`,
		o.Key, o.Call[:], row.Present(answer), now)
}
