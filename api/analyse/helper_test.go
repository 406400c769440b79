package analyse

import (
	"context"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/api/define"
	"assay/api/present"
	"assay/fixtures/records"
	"assay/parser"
	"assay/store"
)

// tested is a library with its engines.
type tested struct {
	*define.Library
	*Engines
}

func newTested(t testing.TB) tested {
	t.Helper()
	library, err := define.NewLibrary(define.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return tested{library, NewEngines(library, EngineConfig{Workers: 2})}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// replay returns a game that ends in mate.
func (a tested) replay() *present.Replay {
	record := must(parser.NewReader(strings.NewReader(records.Scholars), parser.Options{}).Next())
	game := analysis.NewVerifier(a.Book()).Verify(record, analysis.Settings{})
	return &present.Replay{Game: game, Stored: &store.Game{Summary: store.Summary{ID: 1, Revision: 1}}}
}

// oneJob is a store with one job, on a game without an analysis.
type oneJob struct {
	Store
	job     store.Job
	message string
	save    func() error
}

func (s *oneJob) TakeJob(context.Context, time.Duration) (*store.Job, error) {
	s.job = store.Job{ID: 1, Game: 1, Turn: s.job.Turn + 1, State: store.JobRunning, Request: []byte(`{"nodes":200}`)}
	taken := s.job
	return &taken, nil
}

func (s *oneJob) HoldJob(context.Context, int64, int64, time.Duration) error { return nil }

func (s *oneJob) EndJob(_ context.Context, _, _ int64, state store.JobState, message string) error {
	s.job.State, s.message = state, message
	return nil
}

func (s *oneJob) SaveProgress(context.Context, int64, int64, int, int) error { return nil }

func (s *oneJob) Analysis(context.Context, int64) (*store.Analysis, error) { return nil, nil }

func (s *oneJob) SaveAnalysis(context.Context, store.Analysis, int64) error { return s.save() }

// oneGame has one game, which may be analysed.
type oneGame struct{ replay *present.Replay }

func (g oneGame) Replay(context.Context, int64) (*present.Replay, error)    { return g.replay, nil }
func (g oneGame) CheckAdviceAllowed(context.Context, *present.Replay) error { return nil }
func (g oneGame) MakeSearchable(context.Context)                            {}
