package search

import (
	"context"
	"fmt"
	"time"

	"assay/index"
)

// maxSeenWait bounds how long a search waits for a change that its caller has
// seen.
const maxSeenWait = 2 * time.Second

// seenChange is a change that a caller has seen.
type seenChange struct {
	change   int64
	required bool
}

type seenKey struct{}

// WithMinimumChange makes searches wait until the index includes a change of
// the archive. If it does not in time, they return what is indexed, and the
// number of changes that are not. If the change is required, they return a
// [*StaleIndexError].
func WithMinimumChange(ctx context.Context, change int64, required bool) context.Context {
	return context.WithValue(ctx, seenKey{}, seenChange{change, required})
}

// StaleIndexError reports that the index has not reached a change that a caller
// has seen.
type StaleIndexError struct {
	Seen    int64
	Indexed int64 // the last indexed change
}

func (e *StaleIndexError) Error() string {
	return fmt.Sprintf("the index has reached change %d of the archive, not yet change %d; repeat the request later",
		e.Indexed, e.Seen)
}

// awaitSeen waits for the change that the caller has seen, but not beyond
// newest, the archive's last change. After a restore from a backup, the archive
// may have fewer changes than the caller has seen.
func (f *Finder) awaitSeen(ctx context.Context, x Index, newest int64) error {
	seen, ok := ctx.Value(seenKey{}).(seenChange)
	if !ok {
		return nil
	}
	seen.change = min(seen.change, newest)
	f.notify()
	var state index.State
	reached, err := f.await(ctx, maxSeenWait, func() bool {
		state = x.State()
		return state.Cursor >= seen.change || !seen.required && (state.Fault != nil || state.Rebuilding)
	})
	if err == nil && !reached && seen.required {
		err = &StaleIndexError{Seen: seen.change, Indexed: state.Cursor}
	}
	return err
}
