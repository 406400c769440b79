package search

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"assay/analysis/crash"
	"assay/api/request"
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
	// searchableTimeout bounds how long a write waits until it is searchable.
	searchableTimeout = 100 * time.Millisecond
	// roundInterval is the minimum interval of consecutive rounds under load,
	// except for a burst of roundBurst. Every round creates a segment, and
	// many small segments slow down every search.
	roundInterval = 250 * time.Millisecond
	roundBurst    = 8
	// othersInterval is the interval at which a request that awaits the index
	// checks whether another process has written it.
	othersInterval = 50 * time.Millisecond
)

// follower keeps the index up to date.
type follower struct {
	following  atomic.Bool   // while Follow runs
	wake       chan struct{} // signals a write
	waiting    sync.Mutex    // held by the only write that waits
	slow       atomic.Bool   // a write timed out and rounds are slow
	report     atomic.Pointer[func(error)]
	errorCount atomic.Int64          // number of errors reported
	lastResult atomic.Pointer[error] // result of the last round
	progressed request.Broadcast     // signals steps of the index in this process
}

func newFollower(report func(error)) *follower {
	f := &follower{wake: make(chan struct{}, 1)}
	f.report.Store(&report)
	return f
}

// reportResult reports an error of the index, or nil for success.
func (f *follower) reportResult(err error) {
	if err != nil {
		f.errorCount.Add(1)
	}
	if report := *f.report.Load(); report != nil {
		report(err)
	}
}

// notify wakes Follow.
func (f *follower) notify() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// lastError returns the error of the last round, if any.
func (f *follower) lastError() error {
	if result := f.lastResult.Load(); result != nil {
		return *result
	}
	return nil
}

// MakeSearchable makes a change searchable. It never fails, because the change
// is already archived. Without Follow, it updates the index itself. Otherwise
// it wakes Follow, and one write at a time waits briefly. A client that writes
// and then searches finds its change; heavy writing is not slowed down.
func (f *Finder) MakeSearchable(ctx context.Context) {
	if !f.following.Load() {
		err := f.CatchUp(ctx, nil)
		if err != nil && !errors.Is(err, index.ErrLocked) && ctx.Err() == nil {
			f.reportResult(err)
		}
		return
	}
	f.notify()
	if f.slow.Load() || !f.waiting.TryLock() {
		return
	}
	defer f.waiting.Unlock()
	newest, err := f.store.Sequence(ctx)
	if err != nil {
		return
	}
	reached, err := f.await(ctx, searchableTimeout, func() bool {
		s := f.indexState()
		return s.Cursor >= newest || s.Fault != nil || s.Rebuilding
	})
	if err == nil && !reached {
		f.slow.Store(true)
	}
}

// await waits until the index has reached a state, which it checks after each
// step. It returns false after a time limit. The error is the cause of ctx.
func (f *follower) await(ctx context.Context, limit time.Duration, reached func() bool) (bool, error) {
	timeout, others := time.NewTimer(limit), time.NewTicker(othersInterval)
	defer timeout.Stop()
	defer others.Stop()
	for {
		progressed := f.progressed.Wait()
		if reached() {
			return true, nil
		}
		select {
		case <-progressed:
		case <-others.C:
		case <-timeout.C:
			return false, nil
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
	}
}

// signalling returns a progress function of the index that also wakes requests
// that await its state. progress may be nil.
func (f *follower) signalling(progress func(done, total int64)) func(done, total int64) {
	return func(done, total int64) {
		f.progressed.Notify()
		if progress != nil {
			progress(done, total)
		}
	}
}

// Follow keeps the index up to date until ctx ends, also with changes of other
// processes. It calls report after each round. After an error it repairs the
// index and retries with backoff. If the archive is unreachable, it retries
// every followEvery.
func (f *Finder) Follow(ctx context.Context, report func(error)) {
	defer f.report.Store(f.report.Swap(&report))
	f.following.Store(true)
	defer f.following.Store(false)
	go f.listenForChanges(ctx)
	var background sync.WaitGroup
	defer background.Wait()
	background.Go(func() { f.keepPrecomputed(ctx) })
	limiter := rate.NewLimiter(rate.Every(roundInterval), roundBurst)
	for pause := followEvery; ; {
		began := time.Now()
		err := f.followRound(ctx)
		behind, delay := err == nil && f.isBehind(ctx), time.Duration(0)
		if behind {
			delay = limiter.Reserve().Delay()
		}
		if time.Since(began) < searchableTimeout/4 && delay == 0 {
			f.slow.Store(false)
		}
		if ctx.Err() != nil {
			return
		}
		f.lastResult.Store(&err)
		wait, wake := followEvery, f.wake
		switch {
		case behind:
			wait, wake = delay, nil
		case err == nil, errors.Is(err, index.ErrLocked), errors.Is(err, store.ErrAway):
		default:
			wait, wake = pause, nil
		}
		f.reportResult(err)
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

// isBehind reports whether the archive has changes that are not indexed.
func (f *Finder) isBehind(ctx context.Context) bool {
	newest, err := f.store.Sequence(ctx)
	return err == nil && f.indexState().Cursor < newest
}

// listenForChanges wakes Follow when another process changes the archive, if
// the store can notify. It ignores errors; rounds report them.
func (f *Finder) listenForChanges(ctx context.Context) {
	changed := func() {
		f.notify()
		f.config.Changed()
	}
	for f.store.Listen(ctx, changed) != nil && ctx.Err() == nil {
		request.Sleep(ctx, followEvery)
	}
}

// followRound updates the index once, or rebuilds it if requested.
func (f *Finder) followRound(ctx context.Context) (err error) {
	defer f.progressed.Notify()
	defer crash.Recover(&err)
	if err := f.drafts.LoadPublished(ctx); err != nil {
		return err
	}
	x, err := f.OpenedIndex(ctx)
	if err != nil {
		return err
	}
	if f.rebuildRequested() {
		if err := x.Rebuild(ctx, nil); err != nil {
			return err
		}
		return f.endRebuildRequest()
	}
	return x.CatchUp(ctx, f.signalling(nil))
}
