package analyse

import (
	"strings"
	"testing"
	"time"

	"assay/store"
)

// TestJobTakenOver lets another worker take a job after its lease has expired.
// The first worker then leaves the job's state alone.
func TestJobTakenOver(t *testing.T) {
	a := newTested(t)
	other, s := new(runningJob), new(oneJob)
	analyses := NewAnalyses(a.Engines, s, oneGame{a.replay()})
	s.save = func() error {
		analyses.jobs.set(func() { analyses.jobs.running[must(s.TakeJob(t.Context(), jobLease)).ID] = other })
		return store.ErrJobTaken
	}
	if done, err := analyses.WorkOnce(t.Context(), a.NewAnalyser(1)); !done || err != nil {
		t.Errorf("%t, %v", done, err)
	}
	if got := analyses.jobs.running[1]; got != other || s.job.State != store.JobRunning {
		t.Errorf("the other's job is %+v, %s", got, s.job.State)
	}
}

// TestJobTime fails a job that takes too long.
func TestJobTime(t *testing.T) {
	a := newTested(t)
	s := &oneJob{save: func() error { return nil }}
	analyses := NewAnalyses(a.Engines, s, oneGame{a.replay()})
	analyses.jobs.maxTime = time.Nanosecond
	analyser := a.NewAnalyser(1)
	defer analyser.Close()
	if done, err := analyses.WorkOnce(t.Context(), analyser); err != nil || !done {
		t.Fatal(done, err)
	}
	if s.job.State != store.JobFailed || !strings.Contains(s.message, "fewer nodes") {
		t.Errorf("%s: %s", s.job.State, s.message)
	}
}
