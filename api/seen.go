package api

import (
	"context"
	"fmt"
	"time"
)

// seenWait bounds how long a search waits for a change that its caller has
// seen.
const seenWait = 2 * time.Second

// seen is a change that a caller has seen.
type seen struct {
	change int64
	must   bool
}

type seenKey struct{}

// WithSeen makes searches wait until the index has reached a change of the
// archive. If it does not in time, they return what is indexed and by how much
// it lags behind; with must, they return a [*BehindError].
func WithSeen(ctx context.Context, change int64, must bool) context.Context {
	return context.WithValue(ctx, seenKey{}, seen{change, must})
}

// BehindError reports that the index has not reached a change that a caller has
// seen.
type BehindError struct {
	Seen    int64
	Indexed int64 // the last indexed change
}

func (e *BehindError) Error() string {
	return fmt.Sprintf("the index knows of the archive up to change %d, not of change %d yet", e.Indexed, e.Seen)
}

// reach waits for the change that the caller has seen, at most for newest, the
// archive's last one: after a restore from a backup, there may be fewer
// changes.
func (a *Archive) reach(ctx context.Context, x Index, newest int64) error {
	wanted, asked := ctx.Value(seenKey{}).(seen)
	if !asked {
		return nil
	}
	wanted.change = min(wanted.change, newest)
	a.notify()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for late := time.After(seenWait); ; {
		state := x.State()
		switch {
		case state.Cursor >= wanted.change:
			return nil
		case !wanted.must && (state.Fault != nil || state.Rebuilding):
			return nil
		}
		select {
		case <-look.C:
		case <-late:
			if wanted.must {
				return &BehindError{Seen: wanted.change, Indexed: state.Cursor}
			}
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// LastChange returns the number of the archive's last change.
func (a *Archive) LastChange(ctx context.Context) (int64, error) { return a.store.Sequence(ctx) }
