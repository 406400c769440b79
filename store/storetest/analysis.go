package storetest

import (
	"context"
	"errors"
	"testing"

	"assay/store"
)

// testAnalysis saves analyses, of which the last one holds.
func testAnalysis(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 2)))(t)
	if a := result(s.Analysis(ctx, 1))(t); a != nil {
		t.Fatalf("an analysis of nobody's: %+v", a)
	}
	for _, content := range []string{"one", "two"} {
		wantError(t, s.SaveAnalysis(ctx, store.Analysis{Game: 1, Engine: "e", Version: "1", VariantVersion: "r", Nodes: 7, Content: []byte(content)}, 0), nil)
		a := result(s.Analysis(ctx, 1))(t)
		if a.Engine != "e" || a.Version != "1" || a.VariantVersion != "r" || a.Nodes != 7 || string(a.Content) != content || a.Saved.IsZero() {
			t.Errorf("saved %+v", a)
		}
	}
	if a := result(s.Analysis(ctx, 2))(t); a != nil {
		t.Errorf("another game has it: %+v", a)
	}
	wantError(t, s.Delete(ctx, 1), nil)
	wantError(t, s.SaveAnalysis(ctx, store.Analysis{Game: 1}, 0), store.ErrGone)
	wantError(t, s.SaveAnalysis(ctx, store.Analysis{Game: 9}, 0), store.ErrNotFound)
	_, err := s.Analysis(ctx, 1)
	wantError(t, err, store.ErrGone)
	_, err = s.Enqueue(ctx, store.Job{Game: 1}, 0)
	wantError(t, err, store.ErrGone)
}

// testJobs has jobs wait, run and end.
func testJobs(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 4)))(t)
	if j := result(s.TakeJob(ctx))(t); j != nil {
		t.Fatalf("a job of nobody's: %+v", j)
	}
	add := func(game int64, batch bool, request string) *store.Job {
		t.Helper()
		return result(s.Enqueue(ctx, store.Job{Game: game, Batch: batch, Request: []byte(request)}, 4))(t)
	}
	late, first, next := add(1, true, "a"), add(2, false, "a"), add(3, false, "a")
	if late.State != store.JobWaiting || string(late.Request) != "a" || !late.Batch || late.Created.IsZero() {
		t.Errorf("queued %+v", late)
	}
	if again := add(2, true, "a"); again.ID != first.ID || again.Batch {
		t.Errorf("asked for again: %+v", again)
	}
	if other := add(2, true, "b"); other.ID == first.ID {
		t.Error("another request is another job")
	}
	var full *store.FieldError
	if _, err := s.Enqueue(ctx, store.Job{Game: 4}, 4); !errors.As(err, &full) || full.Field != "jobs" {
		t.Errorf("a fifth job: %v", err)
	}
	take := func(want *store.Job) {
		t.Helper()
		if j := result(s.TakeJob(ctx))(t); j == nil || j.ID != want.ID || j.State != store.JobRunning {
			t.Errorf("took %+v, want %d", j, want.ID)
		}
	}
	take(first)
	take(next)
	wantError(t, s.RequeueJobs(ctx), nil)
	take(first)
	wantError(t, s.SaveAnalysis(ctx, store.Analysis{Game: 2, Content: []byte("x")}, first.ID), nil)
	wantError(t, s.SaveAnalysis(ctx, store.Analysis{Game: 2, Content: []byte("y")}, first.ID), store.ErrJobEnded)
	if a := result(s.Analysis(ctx, 2))(t); string(a.Content) != "x" {
		t.Errorf("a job that had ended saved %q", a.Content)
	}
	wantError(t, s.EndJob(ctx, next.ID, store.JobCancelled, ""), nil)
	take(late)
	wantError(t, s.EndJob(ctx, late.ID, store.JobFailed, "why"), nil)
	if j := result(s.Job(ctx, late.ID))(t); j.State != store.JobFailed || j.Message != "why" || j.Game != 1 {
		t.Errorf("ended %+v", j)
	}
	wantError(t, s.EndJob(ctx, late.ID, store.JobDone, ""), store.ErrJobEnded)
	wantError(t, s.EndJob(ctx, 99, store.JobDone, ""), store.ErrNoJob)
	_, err := s.Job(ctx, 99)
	wantError(t, err, store.ErrNoJob)
}
