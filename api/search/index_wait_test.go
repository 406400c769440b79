package search

import (
	"context"
	"errors"
	"testing"

	"assay/index"
)

// stuckIndex is an index that makes no progress.
type stuckIndex struct {
	Index
	state index.State
}

func (s stuckIndex) State() index.State { return s.state }

// TestAwaitSeen waits for the changes that callers have seen, unless they
// cannot come.
func TestAwaitSeen(t *testing.T) {
	f := NewFinder(nil, nil, nil, nil, nil, nil, Config{})
	at := func(change int64) index.State { return index.State{Cursor: change} }
	for _, row := range []struct {
		name   string
		ctx    context.Context
		state  index.State
		newest int64
		behind bool
	}{
		{"nothing was seen", t.Context(), at(0), 9, false},
		{"the index knows of it", WithMinimumChange(t.Context(), 7, true), at(7), 9, false},
		{"it does not", WithMinimumChange(t.Context(), 7, true), at(6), 9, true},
		{"and need not", WithMinimumChange(t.Context(), 7, false), at(6), 9, false},
		{"the archive has gone back", WithMinimumChange(t.Context(), 70, true), at(9), 9, false},
		{"it is at fault", WithMinimumChange(t.Context(), 7, true), index.State{Cursor: 6, Fault: errors.New("full")}, 9, true},
		{"it is at fault, and need not know", WithMinimumChange(t.Context(), 7, false), index.State{Fault: errors.New("full")}, 9, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			err := f.awaitSeen(row.ctx, stuckIndex{state: row.state}, row.newest)
			var behind *StaleIndexError
			if errors.As(err, &behind) != row.behind || err != nil && (behind == nil || behind.Indexed != row.state.Cursor) {
				t.Errorf("%v", err)
			}
		})
	}
	gone, leave := context.WithCancelCause(t.Context())
	leave(index.ErrClosed)
	if err := f.awaitSeen(WithMinimumChange(gone, 7, true), stuckIndex{state: at(6)}, 9); err != index.ErrClosed {
		t.Errorf("a caller who has gone: %v", err)
	}
}
