package api

import (
	"context"
	"fmt"
	"time"
)

// seenWait is how long a search waits at most for a change that its caller has
// seen.
const seenWait = 2 * time.Second

// seen is a change that a caller knows of.
type seen struct {
	change int64
	must   bool
}

type seenKey struct{}

// WithSeen has searches wait until the index knows of a change of the archive.
// Where it does not in time, they answer with what it knows, and say so, or
// must know: then the error is a [*BehindError].
func WithSeen(ctx context.Context, change int64, must bool) context.Context {
	return context.WithValue(ctx, seenKey{}, seen{change, must})
}

// BehindError says that the index does not know yet of what a caller has seen.
type BehindError struct {
	Seen    int64
	Indexed int64 // the last change that it knows of
}

func (e *BehindError) Error() string {
	return fmt.Sprintf("the index knows of the archive up to change %d, not of change %d yet", e.Indexed, e.Seen)
}

// reach waits for what the caller has seen. Changes that the archive has not
// come to, newest being its last one, are waited for by nobody: it was brought
// back from a backup.
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

// LastChange is the number of the archive's last change.
func (a *Archive) LastChange(ctx context.Context) (int64, error) { return a.store.Sequence(ctx) }
