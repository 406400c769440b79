package rest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assay/api/request"
)

// BusyError reports that the server is at capacity.
type BusyError struct {
	Wait time.Duration // estimate from recent requests
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("the server is at capacity; try again in %d s", e.seconds())
}

// seconds returns the wait for Retry-After, from 1 to 60.
func (e *BusyError) seconds() int {
	return int(min(max(math.Ceil(e.Wait.Seconds()), 1), 60))
}

// queue bounds the number of concurrent computations. Other requests wait for a
// slot for a bounded time. Clients share slots and waiting places fairly,
// regardless of their number of connections. People come before guests, then
// clients with fewer slots, then clients that were served longer ago.
type queue struct {
	slots       int // for everybody; one guest may use half
	reserved    int // further slots, for people without a slot
	maxWaiters  int // maximum number of waiters
	maxWait     time.Duration
	averageHold atomic.Int64 // moving average of the hold time, in nanoseconds

	mu         sync.Mutex
	running    int
	held       map[request.Client]int
	waiters    []*waiter // in order of arrival
	lastServed map[request.Client]int64
	grants     int64 // number of slots granted
}

// waiter is a request that waits for a slot.
type waiter struct {
	client  request.Client
	started bool          // its response has begun, so it waits without limit
	ready   chan struct{} // closed when the waiter has a slot or was evicted
	evicted bool
}

func newQueue(slots, waiting int, patience time.Duration) *queue {
	return &queue{
		slots: slots, reserved: slots, maxWaiters: waiting, maxWait: patience,
		held: map[request.Client]int{}, lastServed: map[request.Client]int64{},
	}
}

// enter waits for a slot for the caller of ctx; leave releases it once. The
// error is a [*BusyError], or the error of ctx.
func (q *queue) enter(ctx context.Context) (leave func(), err error) { return q.wait(ctx, false) }

// enterAgain is enter for a response that has begun. It waits without limit.
func (q *queue) enterAgain(ctx context.Context) (leave func(), err error) { return q.wait(ctx, true) }

func (q *queue) wait(ctx context.Context, begun bool) (leave func(), err error) {
	w := &waiter{client: request.CallerOf(ctx).Client(), started: begun, ready: make(chan struct{})}
	q.mu.Lock()
	q.waiters = append(q.waiters, w)
	q.start()
	if len(q.waiters) > q.maxWaiters {
		q.evict()
	}
	q.mu.Unlock()

	var late <-chan time.Time
	if !begun {
		timer := time.NewTimer(q.maxWait)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-w.ready:
	case <-late:
		err = q.giveUp(w, q.busy)
	case <-ctx.Done():
		err = q.giveUp(w, func() error { return context.Cause(ctx) })
	}
	if err != nil {
		return nil, err
	}
	if w.evicted {
		return nil, q.busy()
	}
	since := time.Now()
	return sync.OnceFunc(func() {
		q.observe(time.Since(since))
		q.mu.Lock()
		defer q.mu.Unlock()
		q.running--
		if q.held[w.client]--; q.held[w.client] == 0 {
			delete(q.held, w.client)
		}
		q.start()
	}), nil
}

// giveUp removes a waiter and returns the reason. It returns nil if the waiter
// is no longer waiting.
func (q *queue) giveUp(w *waiter, reason func() error) error {
	q.mu.Lock()
	at := slices.Index(q.waiters, w)
	if at >= 0 {
		q.waiters = slices.Delete(q.waiters, at, at+1)
	}
	q.mu.Unlock()
	if at < 0 {
		return nil
	}
	return reason()
}

// start grants free slots to waiters.
func (q *queue) start() {
	for {
		next := -1
		for i, w := range q.waiters {
			if q.mayStart(w.client) && (next < 0 || q.precedes(w.client, q.waiters[next].client)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		w := q.waiters[next]
		q.waiters = slices.Delete(q.waiters, next, next+1)
		q.grants++
		q.running, q.held[w.client], q.lastServed[w.client] = q.running+1, q.held[w.client]+1, q.grants
		close(w.ready)
	}
	for client := range q.lastServed { // forget clients that left
		if q.held[client] == 0 && !slices.ContainsFunc(q.waiters, func(w *waiter) bool { return w.client == client }) {
			delete(q.lastServed, client)
		}
	}
}

// mayStart reports whether a slot is free for a client.
func (q *queue) mayStart(c request.Client) bool {
	switch held := q.held[c]; {
	case q.running < q.slots:
		return !c.Guest || held < (q.slots+1)/2
	case c.Guest || held > 0:
		return false
	}
	return q.running < q.slots+q.reserved
}

// precedes reports whether client a is served before client b.
func (q *queue) precedes(a, b request.Client) bool {
	switch {
	case a.Guest != b.Guest:
		return b.Guest
	case q.held[a] != q.held[b]:
		return q.held[a] < q.held[b]
	}
	return q.lastServed[a] < q.lastServed[b]
}

// evict removes a waiter: the last one of the client with the most waiters,
// guests first. A response that has begun keeps its place if the client has
// another waiter.
func (q *queue) evict() {
	places := map[request.Client]int{}
	for _, w := range q.waiters {
		places[w.client]++
	}
	last := 0
	for i, w := range q.waiters {
		of, most := w.client, q.waiters[last].client
		switch {
		case of == most:
			if w.started && !q.waiters[last].started {
				continue
			}
		case of.Guest != most.Guest:
			if most.Guest {
				continue
			}
		case places[of] < places[most]:
			continue
		}
		last = i
	}
	w := q.waiters[last]
	q.waiters = slices.Delete(q.waiters, last, last+1)
	w.evicted = true
	close(w.ready)
}

// observe updates the average time for which a slot is held. The last eight
// times count most.
func (q *queue) observe(d time.Duration) {
	usual := q.averageHold.Load()
	q.averageHold.Store(usual + (int64(d)-usual)/8)
}

// counts returns the numbers of running and waiting requests.
func (q *queue) counts() (running, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.running, len(q.waiters)
}

// busy returns an error with the time to serve all current requests.
func (q *queue) busy() error {
	running, waiting := q.counts()
	rounds := float64(running+waiting) / float64(max(q.slots, 1))
	return &BusyError{Wait: time.Duration(rounds * float64(q.averageHold.Load()))}
}
