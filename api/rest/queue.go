package rest

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// BusyError says that there is no room for a call now.
type BusyError struct {
	Wait time.Duration // after which there will be, by what calls took lately
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("too much is under way; try again in %d s", e.seconds())
}

// seconds is the wait as Retry-After has it, from 1 to 60.
func (e *BusyError) seconds() int {
	return int(min(max(math.Ceil(e.Wait.Seconds()), 1), 60))
}

// queue lets so many computations run at once, and so many more wait for their
// turn, in their order and for a bounded time.
type queue struct {
	slots    chan struct{} // one for each that runs
	places   chan struct{} // one for each that runs or waits
	patience time.Duration
	usual    atomic.Int64 // how long a slot is held, lately, in nanoseconds
}

func newQueue(running, waiting int, patience time.Duration) *queue {
	return &queue{slots: make(chan struct{}, running), places: make(chan struct{}, running+waiting), patience: patience}
}

// enter waits for a slot; leave gives it back, the first time that it is
// called. The error is a [*BusyError], or that of ctx.
func (q *queue) enter(ctx context.Context) (leave func(), err error) {
	select {
	case q.places <- struct{}{}:
	default:
		return nil, q.busy()
	}
	late := time.NewTimer(q.patience)
	defer late.Stop()
	select {
	case q.slots <- struct{}{}:
	case <-late.C:
		<-q.places
		return nil, q.busy()
	case <-ctx.Done():
		<-q.places
		return nil, context.Cause(ctx)
	}
	began := time.Now()
	return sync.OnceFunc(func() {
		q.took(time.Since(began))
		<-q.slots
		<-q.places
	}), nil
}

// took reckons with how long a slot was held: the last eight count most.
func (q *queue) took(d time.Duration) {
	usual := q.usual.Load()
	q.usual.Store(usual + (int64(d)-usual)/8)
}

// busy tells how long it takes to serve all who are here.
func (q *queue) busy() error {
	rounds := float64(len(q.places)) / float64(cap(q.slots))
	return &BusyError{Wait: time.Duration(rounds * float64(q.usual.Load()))}
}
