package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"
)

// IdempotencyKey identifies a request that takes effect only once, even if it
// is repeated.
type IdempotencyKey struct {
	Key    string            // the client's idempotency key
	Digest [sha256.Size]byte // digest of the request
}

// ResponseAge is how long responses are kept.
const ResponseAge = 24 * time.Hour

// Errors of requests with a key.
var (
	ErrKeyReused  = errors.New("the key was used for a different request")
	ErrNoResponse = errors.New("the request with this key was performed, but its response is not stored")
)

// KeyedRequest is a request with a key that is stored with its first change, in
// the same transaction.
type KeyedRequest struct {
	IdempotencyKey
	stored bool
}

type keyedRequestKey struct{}

// WithIdempotencyKey attributes everything done under a context to a request.
// Use it in one goroutine at a time.
func WithIdempotencyKey(ctx context.Context, o IdempotencyKey) context.Context {
	return context.WithValue(ctx, keyedRequestKey{}, &KeyedRequest{IdempotencyKey: o})
}

// KeyedRequestOf returns the request to be stored by a transaction, or nil.
func KeyedRequestOf(ctx context.Context) *KeyedRequest {
	m, _ := ctx.Value(keyedRequestKey{}).(*KeyedRequest)
	if m == nil || m.stored {
		return nil
	}
	return m
}

// MarkStored records that the transaction was committed.
func (m *KeyedRequest) MarkStored() {
	if m != nil {
		m.stored = true
	}
}
