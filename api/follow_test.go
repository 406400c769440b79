package api

import (
	"context"
	"testing"
	"time"

	"assay/index"
)

// hurried is an index for which something is written while it catches up.
type hurried struct {
	Index
	rounds chan struct{}
}

func (h hurried) CatchUp(context.Context, func(done, total int64)) error {
	h.rounds <- struct{}{}
	return nil
}

func (h hurried) State() index.State { return index.State{Cursor: -1} }
func (h hurried) Close() error       { return nil }

// TestFollowPace takes in together what is written close upon each other.
func TestFollowPace(t *testing.T) {
	a := newArchive(t)
	h := hurried{rounds: make(chan struct{})}
	var x Index = h
	a.index.Store(&x)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	began := time.Now()
	go func() {
		defer close(ended)
		a.Follow(ctx, func(err error) { t.Error(err) })
	}()
	const more = 3
	for range 1 + followBurst + more {
		<-h.rounds
	}
	if took := time.Since(began); took < more*followPace {
		t.Errorf("%d rounds beyond the burst after %v", more, took)
	}
	stop()
	<-ended
}
