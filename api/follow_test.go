package api

import (
	"context"
	"testing"
	"time"

	"assay/fixtures/archives"
	"assay/fixtures/postgrestest"
)

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
	for late := time.Now().Add(20 * time.Second); a.Ready(t.Context()).Indexed < newest; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("the index knows of change %d of %d", a.Ready(t.Context()).Indexed, newest)
		}
	}
}
