package rest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assay/api"
)

// BusyError says that there is no room for a request now.
type BusyError struct {
	Wait time.Duration // until there will be, by how long requests took lately
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("too much is under way; try again in %d s", e.seconds())
}

// seconds is the wait as Retry-After has it, from 1 to 60.
func (e *BusyError) seconds() int {
	return int(min(max(math.Ceil(e.Wait.Seconds()), 1), 60))
}

// queue bounds how many computations run at once. Others wait for a slot for a
// bounded time. Slots and waiting places are shared fairly between clients,
// however many connections each of them has: people come before guests, then
// clients that hold fewer slots, then those that were served less recently.
type queue struct {
	slots    int // for everybody; one guest gets half of them at most
	reserved int // more of them, for people who hold none
	waiting  int // how many may wait
	patience time.Duration
	usual    atomic.Int64 // how long a slot is held, lately, in nanoseconds

	mu      sync.Mutex
	running int
	held    map[api.Client]int
	waiters []*waiter // in the order of their arrival
	served  map[api.Client]int64
	turn    int64 // counts the slots given
}

// waiter is a request that waits for a slot.
type waiter struct {
	client api.Client
	begun  bool          // has had a slot before, and waits however long it takes
	ready  chan struct{} // closed when the waiter has a slot, or lost its place
	lost   bool
}

func newQueue(slots, waiting int, patience time.Duration) *queue {
	return &queue{
		slots: slots, reserved: slots, waiting: waiting, patience: patience,
		held: map[api.Client]int{}, served: map[api.Client]int64{},
	}
}

// enter waits for a slot for the caller of ctx; leave gives it back, the first
// time that it is called. The error is a [*BusyError], or that of ctx.
func (q *queue) enter(ctx context.Context) (leave func(), err error) { return q.wait(ctx, false) }

// enterAgain is enter for a request whose answer has begun: it does not give up
// after a time.
func (q *queue) enterAgain(ctx context.Context) (leave func(), err error) { return q.wait(ctx, true) }

func (q *queue) wait(ctx context.Context, begun bool) (leave func(), err error) {
	w := &waiter{client: api.CallerOf(ctx).Client(), begun: begun, ready: make(chan struct{})}
	q.mu.Lock()
	q.waiters = append(q.waiters, w)
	q.start()
	if len(q.waiters) > q.waiting {
		q.displace()
	}
	q.mu.Unlock()

	var late <-chan time.Time
	if !begun {
		timer := time.NewTimer(q.patience)
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
	if w.lost {
		return nil, q.busy()
	}
	since := time.Now()
	return sync.OnceFunc(func() {
		q.took(time.Since(since))
		q.mu.Lock()
		defer q.mu.Unlock()
		q.running--
		if q.held[w.client]--; q.held[w.client] == 0 {
			delete(q.held, w.client)
		}
		q.start()
	}), nil
}

// giveUp removes a waiter, and returns the reason. It returns nil if the waiter
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

// start gives free slots to waiters.
func (q *queue) start() {
	for {
		next := -1
		for i, w := range q.waiters {
			if q.mayStart(w.client) && (next < 0 || q.before(w.client, q.waiters[next].client)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		w := q.waiters[next]
		q.waiters = slices.Delete(q.waiters, next, next+1)
		q.turn++
		q.running, q.held[w.client], q.served[w.client] = q.running+1, q.held[w.client]+1, q.turn
		close(w.ready)
	}
	for client := range q.served { // of clients that are here
		if q.held[client] == 0 && !slices.ContainsFunc(q.waiters, func(w *waiter) bool { return w.client == client }) {
			delete(q.served, client)
		}
	}
}

// mayStart reports whether there is a slot for a client.
func (q *queue) mayStart(c api.Client) bool {
	switch held := q.held[c]; {
	case q.running < q.slots:
		return !c.Guest || held < (q.slots+1)/2
	case c.Guest || held > 0:
		return false
	}
	return q.running < q.slots+q.reserved
}

// before reports whether a client is served before another one.
func (q *queue) before(a, b api.Client) bool {
	switch {
	case a.Guest != b.Guest:
		return b.Guest
	case q.held[a] != q.held[b]:
		return q.held[a] < q.held[b]
	}
	return q.served[a] < q.served[b]
}

// displace takes the place of a waiter: of the client with most places, guests
// first, the one that came last. An answer that has begun keeps its place if
// there is another.
func (q *queue) displace() {
	places := map[api.Client]int{}
	for _, w := range q.waiters {
		places[w.client]++
	}
	last := 0
	for i, w := range q.waiters {
		of, most := w.client, q.waiters[last].client
		switch {
		case of == most:
			if w.begun && !q.waiters[last].begun {
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
	w.lost = true
	close(w.ready)
}

// took reckons with how long a slot was held: the last eight count most.
func (q *queue) took(d time.Duration) {
	usual := q.usual.Load()
	q.usual.Store(usual + (int64(d)-usual)/8)
}

// here returns how many requests run, and how many wait.
func (q *queue) here() (running, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.running, len(q.waiters)
}

// busy returns the error that tells how long it takes to serve all who are
// here.
func (q *queue) busy() error {
	running, waiting := q.here()
	rounds := float64(running+waiting) / float64(max(q.slots, 1))
	return &BusyError{Wait: time.Duration(rounds * float64(q.usual.Load()))}
}
