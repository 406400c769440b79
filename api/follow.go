package api

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"assay/index"
)

const (
	// followEvery is how often Follow looks for changes of other processes.
	followEvery = time.Second
	// maxPause is how long Follow waits at most after an error; the first time
	// it waits followEvery, and each time twice as long.
	maxPause = time.Minute
	// settleWait is how long a write waits at most until it can be searched.
	settleWait = 100 * time.Millisecond
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

// tell reports a fault of the index.
func (f *follower) tell(err error) {
	f.faults.Add(1)
	if report := *f.report.Load(); report != nil {
		report(err)
	}
}

// trouble is what keeps the index from following, nil for nothing.
func (f *follower) trouble() error {
	if last := f.last.Load(); last != nil {
		return *last
	}
	return nil
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
	select {
	case a.wake <- struct{}{}:
	default:
	}
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
// ends. Errors go to report; the next round mends the index and tries again,
// after growing pauses.
func (a *Archive) Follow(ctx context.Context, report func(error)) {
	defer a.report.Store(a.report.Swap(&report))
	a.following.Store(true)
	defer a.following.Store(false)
	for pause := followEvery; ; {
		began := time.Now()
		err := a.round(ctx)
		if time.Since(began) < settleWait/4 {
			a.late.Store(false)
		}
		if ctx.Err() != nil {
			return
		}
		a.last.Store(&err)
		wake := a.wake
		switch {
		case err == nil:
			pause = followEvery
		case errors.Is(err, index.ErrLocked):
			a.tell(err)
			pause = followEvery
		default:
			a.tell(err)
			wake = nil
		}
		next := time.NewTimer(pause)
		select {
		case <-next.C:
		case <-wake:
		case <-ctx.Done():
		}
		next.Stop()
		if wake == nil {
			pause = min(2*pause, maxPause)
		}
	}
}

// round catches up once, and builds anew where that is asked for.
func (a *Archive) round(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &index.PanicError{Value: r, Stack: debug.Stack()}
		}
	}()
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
