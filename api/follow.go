package api

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"assay/index"
	"assay/store"
)

const (
	// followEvery is the interval at which Follow polls for changes of other
	// processes.
	followEvery = time.Second
	// maxPause bounds the backoff of Follow after errors. It starts at
	// followEvery and doubles.
	maxPause = time.Minute
	// settleWait bounds how long a write waits until it is searchable.
	settleWait = 100 * time.Millisecond
	// followPace is the minimum interval of consecutive rounds under load,
	// except for a burst of followBurst. Every round creates a segment, and
	// many small segments slow down every search.
	followPace  = 250 * time.Millisecond
	followBurst = 8
)

// follower keeps the index up to date.
type follower struct {
	following atomic.Bool   // while Follow runs
	wake      chan struct{} // signals a write
	settling  sync.Mutex    // held by the only write that waits
	late      atomic.Bool   // a write timed out and rounds are slow
	report    atomic.Pointer[func(error)]
	faults    atomic.Int64          // number of errors reported
	last      atomic.Pointer[error] // result of the last round
}

func newFollower(report func(error)) *follower {
	f := &follower{wake: make(chan struct{}, 1)}
	f.report.Store(&report)
	return f
}

// tell reports an error of the index, or nil for success.
func (f *follower) tell(err error) {
	if err != nil {
		f.faults.Add(1)
	}
	if report := *f.report.Load(); report != nil {
		report(err)
	}
}

// poke wakes Follow.
func (f *follower) poke() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// trouble returns the error of the last round, if any.
func (f *follower) trouble() error {
	if last := f.last.Load(); last != nil {
		return *last
	}
	return nil
}

// followed updates the index after a successful change.
func (a *Archive) followed(ctx context.Context, err error) error {
	if err == nil {
		a.follow(ctx)
	}
	return err
}

// follow makes a change searchable. It never fails, because the change is
// already archived. Without Follow, it updates the index itself. Otherwise it
// wakes Follow, and one write at a time waits briefly. A client that writes and
// then searches finds its change; heavy writing is not slowed down.
func (a *Archive) follow(ctx context.Context) {
	if !a.following.Load() {
		err := a.CatchUp(ctx, nil)
		if err != nil && !errors.Is(err, index.ErrLocked) && ctx.Err() == nil {
			a.tell(err)
		}
		return
	}
	a.poke()
	if a.late.Load() || !a.settling.TryLock() {
		return
	}
	defer a.settling.Unlock()
	newest, err := a.store.Sequence(ctx)
	if err != nil {
		return
	}
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for late := time.After(settleWait); ; {
		if s := a.indexState(); s.Cursor >= newest || s.Fault != nil || s.Rebuilding {
			return
		}
		select {
		case <-look.C:
		case <-late:
			a.late.Store(true)
			return
		case <-ctx.Done():
			return
		}
	}
}

// Follow keeps the index up to date until ctx ends, also with changes of other
// processes. It calls report after each round. After an error it repairs the
// index and retries with backoff. If the archive is unreachable, it retries
// every followEvery.
func (a *Archive) Follow(ctx context.Context, report func(error)) {
	defer a.report.Store(a.report.Swap(&report))
	a.following.Store(true)
	defer a.following.Store(false)
	go a.listen(ctx)
	var beside sync.WaitGroup
	defer beside.Wait()
	beside.Go(func() { a.keepCounted(ctx) })
	pace := rate.NewLimiter(rate.Every(followPace), followBurst)
	for pause := followEvery; ; {
		began := time.Now()
		err := a.round(ctx)
		behind, rest := err == nil && a.behind(ctx), time.Duration(0)
		if behind {
			rest = pace.Reserve().Delay()
		}
		if time.Since(began) < settleWait/4 && rest == 0 {
			a.late.Store(false)
		}
		if ctx.Err() != nil {
			return
		}
		a.last.Store(&err)
		wait, wake := followEvery, a.wake
		switch {
		case behind:
			wait, wake = rest, nil
		case err == nil, errors.Is(err, index.ErrLocked), errors.Is(err, store.ErrAway):
		default:
			wait, wake = pause, nil
		}
		a.tell(err)
		next := time.NewTimer(wait)
		select {
		case <-next.C:
		case <-wake:
		case <-ctx.Done():
		}
		next.Stop()
		pause = followEvery
		if err != nil && wake == nil {
			pause = min(2*wait, maxPause)
		}
	}
}

// behind reports whether the archive has changes that are not indexed.
func (a *Archive) behind(ctx context.Context) bool {
	newest, err := a.store.Sequence(ctx)
	return err == nil && a.indexState().Cursor < newest
}

// listen wakes Follow when another process changes the archive, if the store
// can notify. It ignores errors; rounds report them.
func (a *Archive) listen(ctx context.Context) {
	told := func() {
		a.poke()
		a.annotated.change()
	}
	for a.store.Listen(ctx, told) != nil && ctx.Err() == nil {
		linger(ctx, followEvery)
	}
}

// round updates the index once, or rebuilds it if requested.
func (a *Archive) round(ctx context.Context) (err error) {
	defer index.RecoverPanic(&err)
	if err := a.LoadPublished(ctx); err != nil {
		return err
	}
	x, err := a.searcher(ctx)
	if err != nil {
		return err
	}
	if a.requested() {
		if err := x.Rebuild(ctx, nil); err != nil {
			return err
		}
		return a.met()
	}
	return x.CatchUp(ctx, nil)
}
