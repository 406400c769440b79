package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"
)

// Once identifies a request that takes effect once, however often it is sent.
type Once struct {
	Key  string            // the client's idempotency key
	Call [sha256.Size]byte // digest of the request
}

// AnswerAge is how long responses are kept.
const AnswerAge = 24 * time.Hour

// Errors of requests with a key.
var (
	ErrReused     = errors.New("the key was used for a different request")
	ErrUnanswered = errors.New("the request with this key was performed, but its response is not stored")
)

// Marking is a request whose key is stored with its first change, in the same
// transaction.
type Marking struct {
	Once
	made bool
}

type marking struct{}

// WithOnce attributes everything done under a context to a request. Use it in
// one goroutine at a time.
func WithOnce(ctx context.Context, o Once) context.Context {
	return context.WithValue(ctx, marking{}, &Marking{Once: o})
}

// MarkingOf returns the request to be stored by a transaction, or nil.
func MarkingOf(ctx context.Context) *Marking {
	m, _ := ctx.Value(marking{}).(*Marking)
	if m == nil || m.made {
		return nil
	}
	return m
}

// Made records that the transaction was committed.
func (m *Marking) Made() {
	if m != nil {
		m.made = true
	}
}
