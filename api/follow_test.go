package api

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"assay/fixtures/archives"
	"assay/fixtures/postgrestest"
	"assay/index"
	"assay/store"
)

// changingIndex is an index whose archive changes while it catches up.
type changingIndex struct {
	Index
	rounds chan struct{}
}

func (h changingIndex) CatchUp(context.Context, func(done, total int64)) error {
	h.rounds <- struct{}{}
	return nil
}

func (h changingIndex) State() index.State { return index.State{Cursor: -1} }
func (h changingIndex) Close() error       { return nil }

// TestFollowRate indexes writes in close succession together.
func TestFollowRate(t *testing.T) {
	a := newArchive(t)
	h := changingIndex{rounds: make(chan struct{})}
	var x Index = h
	a.index.Store(&x)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	began := time.Now()
	go func() {
		defer close(ended)
		a.Follow(ctx, func(err error) {
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
	store.Archive
	rounds int
}

func (s *unreachable) PublishedAfter(context.Context, int64) ([]store.Published, error) {
	if s.rounds--; s.rounds >= 0 {
		return nil, &store.Error{Path: "db", Kind: store.ErrAway}
	}
	return nil, nil
}

func (s *unreachable) Sequence(context.Context) (int64, error) { return 0, nil }
func (s *unreachable) Listen(context.Context, func()) error    { return nil }

// TestFollowUnreachable polls an unreachable archive every second, without
// backoff, and reports when it responds again.
func TestFollowUnreachable(t *testing.T) {
	const away = 100
	arbiter := must(NewArbiter(Config{Data: t.TempDir()}))
	synctest.Test(t, func(t *testing.T) {
		a := NewArchive(arbiter, &unreachable{rounds: away})
		var x Index = changingIndex{rounds: make(chan struct{}, 2)}
		a.index.Store(&x)
		ctx, stop := context.WithTimeout(t.Context(), time.Hour)
		defer stop()
		began, told := time.Now(), 0
		a.Follow(ctx, func(err error) {
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

// TestListenAgain closes the database connection that notifies of changes. The
// server reconnects and sees changes made meanwhile.
func TestListenAgain(t *testing.T) {
	c := Config{Data: t.TempDir()}
	a, other := openedAs(t, archives.Postgres, c), openedAs(t, archives.Postgres, c)
	server := postgrestest.Shared(t)
	outside := server.Schema(t)
	await := func(heard <-chan struct{}, what string) {
		t.Helper()
		select {
		case <-heard:
		case <-time.After(20 * time.Second):
			t.Fatalf("not told: %s", what)
		}
	}
	heard := a.Annotator.Changes.Wait()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	defer func() { stop(); <-ended }()
	go func() {
		defer close(ended)
		a.Follow(ctx, func(error) {})
	}()
	await(heard, "that somebody listens")
	heard = a.Annotator.Changes.Wait()
	server.Do(t, outside, `DO $$ BEGIN
		IF (SELECT count(*) FILTER (WHERE pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE query = 'LISTEN assay') <> 1 THEN
			RAISE 'not one listens';
		END IF;
	END $$`)
	importTexts(t, other, scholars)
	await(heard, "that somebody listens again")
	heard = a.Annotator.Changes.Wait()
	importTexts(t, other, unfinished)
	await(heard, "a change after that")
	newest := must(other.store.Sequence(t.Context()))
	for late := time.Now().Add(20 * time.Second); a.indexState().Cursor < newest; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("the index knows of change %d of %d", a.indexState().Cursor, newest)
		}
	}
}
