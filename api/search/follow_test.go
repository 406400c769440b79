package search

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"assay/index"
	"assay/store"
)

// changingIndex is an index whose archive changes while it catches up.
type changingIndex struct {
	Index
	rounds chan struct{}
}

func (h changingIndex) CatchUp(ctx context.Context, _ func(done, total int64)) error {
	select {
	case h.rounds <- struct{}{}:
	case <-ctx.Done():
	}
	return nil
}

func (h changingIndex) State() index.State { return index.State{Cursor: -1} }
func (h changingIndex) Close() error       { return nil }

// TestFollowRate indexes writes in close succession together.
func TestFollowRate(t *testing.T) {
	h := changingIndex{rounds: make(chan struct{})}
	f := newFollowing(h, 0)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	began := time.Now()
	go func() {
		defer close(ended)
		f.Follow(ctx, func(err error) {
			if err != nil {
				t.Error(err)
			}
		})
	}()
	const more = 3
	for range 1 + roundBurst + more {
		<-h.rounds
	}
	if took := time.Since(began); took < more*roundInterval {
		t.Errorf("%d rounds beyond the burst after %v", more, took)
	}
	stop()
	<-ended
}

// unreachable is an archive that is unreachable for a number of rounds.
type unreachable struct {
	Store
	rounds int
}

func (s *unreachable) LoadPublished(context.Context) error {
	if s.rounds--; s.rounds >= 0 {
		return &store.Error{Path: "db", Kind: store.ErrAway}
	}
	return nil
}

func (s *unreachable) Sequence(context.Context) (int64, error) { return 0, nil }
func (s *unreachable) Listen(context.Context, func()) error    { return nil }

// newFollowing returns a finder with an index, whose archive is unreachable for
// a number of rounds.
func newFollowing(x Index, away int) *Finder {
	s := &unreachable{rounds: away}
	return NewFinder(nil, s, nil, nil, nil, s, Config{
		Open: func(context.Context, index.Source, func(error)) (Index, error) { return x, nil },
	})
}

// TestFollowUnreachable polls an unreachable archive every second, without
// backoff, and reports when it responds again.
func TestFollowUnreachable(t *testing.T) {
	const away = 100
	synctest.Test(t, func(t *testing.T) {
		f := newFollowing(changingIndex{rounds: make(chan struct{}, 2)}, away)
		ctx, stop := context.WithTimeout(t.Context(), time.Hour)
		defer stop()
		began, told := time.Now(), 0
		f.Follow(ctx, func(err error) {
			switch {
			case err == nil:
				stop()
			case errors.Is(err, store.ErrAway):
				told++
			default:
				t.Error(err)
			}
		})
		if took := time.Since(began); told != away || took != away*followEvery {
			t.Errorf("%d rounds of %d told, in %v", told, away, took)
		}
	})
}

// TestAwait awaits a state of the index: at once after a step of this process,
// at an interval if another process makes it, and until a time limit.
func TestAwait(t *testing.T) {
	for _, row := range []struct {
		name    string
		after   time.Duration // after which the state is reached
		signal  bool
		limit   time.Duration
		took    time.Duration
		reached bool
	}{
		{"already reached", 0, false, time.Second, 0, true},
		{"a step of this process", 7 * time.Millisecond, true, time.Second, 7 * time.Millisecond, true},
		{"a step of another", 7 * time.Millisecond, false, time.Second, othersInterval, true},
		{"too late", time.Second, true, 90 * time.Millisecond, 90 * time.Millisecond, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			f, began := newFollower(nil), time.Now()
			time.AfterFunc(row.after, func() {
				if row.signal {
					f.progressed.Notify()
				}
			})
			reached, err := f.await(t.Context(), row.limit, func() bool { return time.Since(began) >= row.after })
			if took := time.Since(began); reached != row.reached || took != row.took || err != nil {
				t.Errorf("%s: reached %v after %v, error %v", row.name, reached, took, err)
			}
		})
	}
}
