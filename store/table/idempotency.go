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

func (t Tables) SavedResponse(ctx context.Context, o store.IdempotencyKey) ([]byte, error) {
	answer, err := savedResponse(ctx, t.db, o)
	return answer, t.db.Fault(ctx, err)
}

func savedResponse(ctx context.Context, q Querier, o store.IdempotencyKey) (answer []byte, err error) {
	var call []byte
	err = q.Row(ctx, `SELECT call, answer FROM answers WHERE key = $1 AND saved > clock() - $2`, o.Key,
		store.ResponseAge.Milliseconds()).Scan(&call, &answer)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case [sha256.Size]byte(call) != o.Digest:
		return nil, store.ErrKeyReused
	case len(answer) == 0:
		return nil, store.ErrNoResponse
	}
	return answer, nil
}

// SaveKey stores the key of a request before the first change that it makes; m
// may be nil.
func SaveKey(ctx context.Context, tx Transaction, m *store.KeyedRequest) error {
	if m == nil {
		return nil
	}
	if answer, err := savedResponse(ctx, tx, m.IdempotencyKey); err != nil || answer != nil {
		return cmp.Or(err, store.ErrNoResponse) // another server was faster
	}
	return saveResponse(ctx, tx, m.IdempotencyKey, nil)
}

func (t Tables) SaveResponse(ctx context.Context, o store.IdempotencyKey, answer []byte) error {
	return t.db.Write(ctx, int64(len(answer)), func(tx Transaction) error {
		if err := exec(ctx, tx, `DELETE FROM answers WHERE key = $1`, o.Key); err != nil {
			return err
		}
		return saveResponse(ctx, tx, o, answer)
	})
}

// noncePrefix is the prefix of one-time values; keys of requests are digests.
const noncePrefix = "spent "

func (t Tables) UseNonce(ctx context.Context, hash []byte) error {
	o := store.IdempotencyKey{Key: noncePrefix + hex.EncodeToString(hash)}
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		switch _, err := savedResponse(ctx, tx, o); {
		case errors.Is(err, store.ErrNoResponse):
			return store.ErrNonceUsed
		case err != nil:
			return err
		}
		return saveResponse(ctx, tx, o, nil)
	})
}

// saveResponse stores a response and deletes expired ones.
func saveResponse(ctx context.Context, tx Transaction, o store.IdempotencyKey, answer []byte) error {
	now := tx.Now()
	if err := exec(ctx, tx, `DELETE FROM answers WHERE saved <= $1`, now-store.ResponseAge.Milliseconds()); err != nil {
		return err
	}
	return exec(ctx, tx, `INSERT INTO answers (key, call, answer, saved) VALUES ($1, $2, $3, $4)`,
		o.Key, o.Digest[:], row.Present(answer), now)
}
