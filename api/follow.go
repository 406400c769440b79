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
	// followEvery is how often Follow looks for changes of other processes.
	followEvery = time.Second
	// maxPause is how long Follow waits at most after an error; the first time
	// it waits followEvery, and each time twice as long.
	maxPause = time.Minute
	// settleWait is how long a write waits at most until it can be searched.
	settleWait = 100 * time.Millisecond
	// followPace is how far apart rounds are that find more written when they
	// end, but for followBurst of them: every round makes a segment, and many
	// small ones, which a long merge leaves waiting, make every search slow.
	followPace  = 250 * time.Millisecond
	followBurst = 8
)

// follower keeps the index up to the archive.
type follower struct {
	following atomic.Bool   // while Follow runs
	wake      chan struct{} // something was written
	settling  sync.Mutex    // held by the one write that waits
	late      atomic.Bool   // a write has waited in vain, and rounds take long
	report    atomic.Pointer[func(error)]
	faults    atomic.Int64          // that were reported
	last      atomic.Pointer[error] // with which the last round ended
}

func newFollower(report func(error)) *follower {
	f := &follower{wake: make(chan struct{}, 1)}
	f.report.Store(&report)
	return f
}

// tell reports a fault of the index, or that there is none, nil.
func (f *follower) tell(err error) {
	if err != nil {
		f.faults.Add(1)
	}
	if report := *f.report.Load(); report != nil {
		report(err)
	}
}

// poke has Follow look at once for what was written.
func (f *follower) poke() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// trouble is what keeps the index from following, nil for nothing.
func (f *follower) trouble() error {
	if last := f.last.Load(); last != nil {
		return *last
	}
	return nil
}

// followed catches up after a change, where it was made.
func (a *Archive) followed(ctx context.Context, err error) error {
	if err == nil {
		a.follow(ctx)
	}
	return err
}

// follow catches up after a change. The change is archived, whatever becomes of
// it in the index. Where nobody follows, the index is brought up to the change;
// where Follow does, one write at a time waits a little for it while that is
// quick, so that who writes and then searches finds, and who writes much or
// beside much else is not held up.
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

// Follow keeps the index up to the archive, whoever writes to it, until ctx
// ends. report is told how each round ended; after an error the next one mends
// the index and tries again, after growing pauses, but for an archive that does
// not answer, which may at any time.
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

// behind reports whether there is more in the archive than the index knows of.
func (a *Archive) behind(ctx context.Context) bool {
	newest, err := a.store.Sequence(ctx)
	return err == nil && a.indexState().Cursor < newest
}

// listen wakes Follow when somebody else changes the archive, where the archive
// tells. What is at fault meanwhile, rounds report.
func (a *Archive) listen(ctx context.Context) {
	told := func() {
		a.poke()
		a.annotated.change()
	}
	for a.store.Listen(ctx, told) != nil && ctx.Err() == nil {
		linger(ctx, followEvery)
	}
}

// round catches up once, and builds anew where that is asked for.
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
