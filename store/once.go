package store

import (
	"context"
	"crypto/sha256"
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

// Errors of calls that bear a key.
var (
	ErrReused     = errors.New("the key was given to another call")
	ErrUnanswered = errors.New("the call of this key was made, and what it was answered is not kept")
)

// Marking is a call whose key is to be kept with the first change that is made
// for it, in the same transaction.
type Marking struct {
	Once
	made bool
}

type marking struct{}

// WithOnce gives all that is done under a context to a call. It is for one
// goroutine at a time.
func WithOnce(ctx context.Context, o Once) context.Context {
	return context.WithValue(ctx, marking{}, &Marking{Once: o})
}

// MarkingOf is what a transaction of a context is to mark, nil for nothing.
func MarkingOf(ctx context.Context) *Marking {
	m, _ := ctx.Value(marking{}).(*Marking)
	if m == nil || m.made {
		return nil
	}
	return m
}

// Made says that the transaction was committed.
func (m *Marking) Made() {
	if m != nil {
		m.made = true
	}
}
