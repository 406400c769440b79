package laboratory

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/engine"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/present"
	"assay/api/request"
	"assay/store"
)

// sources are the built-in variants, without drafts and games. fit, if not nil,
// runs before a game is played.
type sources struct {
	book *analysis.Rulebook
	fit  func() error
}

func (s *sources) SubjectRules(_ context.Context, variant, options, draft string, _ int64) (*rules.Rules, *Subject, error) {
	if draft != "" {
		return nil, nil, store.ErrNoDraft
	}
	r, err := s.book.Rules(variant, options)
	if err != nil {
		return nil, nil, err
	}
	d := r.Definition()
	return r, &Subject{Variant: d.ID, Name: d.Name, Options: d.OptionText(), Revision: d.Revision()}, nil
}

func (s *sources) FitOf(*rules.Rules) (*engine.Fit, error) {
	if s.fit == nil {
		return nil, nil
	}
	return nil, s.fit()
}

func (s *sources) LegalGames(context.Context, string) ([]int64, error) { return nil, nil }

func (s *sources) Replay(context.Context, int64) (*present.Replay, error) {
	return nil, errors.New("no games")
}

func newSources() *sources { return &sources{book: analysis.NewRulebook(variant.Embedded())} }

// oneCard makes runs in tests.
var oneCard = Worker{Games: 1, Card: func(r *rules.Rules) (string, error) { return "\nBoard:\n" + r.Definition().ID, nil }}

// as returns the context of a person.
func as(t *testing.T, person int64) context.Context {
	return request.WithCaller(t.Context(), request.Caller{PersonID: person, Rights: []request.Right{request.Contribute}})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestRuns: each person has one run that has not ended, and cancels only that.
// Another process finds all of them in the folder.
func TestRuns(t *testing.T) {
	for _, folder := range []string{"", t.TempDir()} {
		s := NewRuns(newSources(), RunsConfig{Folder: folder, MaxTime: time.Minute})
		in := RunInput{Variant: "hexapawn", Games: 20}
		first := must(s.Start(as(t, 1), in))
		if first.ID != 1 || first.State != store.JobWaiting || first.Time != "1m" || first.Left != nil {
			t.Errorf("%+v", first)
		}
		if _, err := s.Start(as(t, 1), in); !errors.As(err, new(*ActiveRunError)) {
			t.Errorf("a second run of a person: %v", err)
		}
		must(s.Start(as(t, 2), RunInput{Variant: "breakthrough5", Games: 20, Against: "hexapawn"}))
		if err := s.Cancel(as(t, 2), 1); !errors.As(err, new(*request.OwnerError)) {
			t.Errorf("another person's run: %v", err)
		}
		if err := s.Cancel(t.Context(), 9); !errors.Is(err, ErrNoRun) {
			t.Errorf("no run: %v", err)
		}
		if _, err := s.Result(t.Context(), 1); !errors.Is(err, ErrNoResult) {
			t.Errorf("no report: %v", err)
		}
		for range 2 {
			if done, err := s.WorkOnce(t.Context(), oneCard); !done || err != nil {
				t.Fatal(done, err)
			}
		}
		if done, err := s.WorkOnce(t.Context(), oneCard); done || err != nil {
			t.Error(done, err)
		}
		if err := s.Cancel(as(t, 1), 1); !errors.Is(err, ErrRunEnded) {
			t.Errorf("an ended run: %v", err)
		}
		if folder != "" {
			s = NewRuns(newSources(), RunsConfig{Folder: folder})
		}
		one, two := must(s.Run(t.Context(), 1)), must(s.Run(t.Context(), 2))
		played := 40
		if folder != "" { // the games of hexapawn are kept
			played = 20
		}
		if one.State != store.JobDone || one.Played != 20 || two.State != store.JobDone || two.Played != played {
			t.Errorf("%+v, %+v", one, two)
		}
		report, compared := must(s.Result(t.Context(), 1)), must(s.Result(t.Context(), 2))
		if report.Report.Lab.Variant != "hexapawn" || report.Document(PartAgainst) != nil || report.Document(PartComparison) != nil {
			t.Errorf("%+v", report)
		}
		var text strings.Builder
		if err := compared.Document("").WriteText(&text); err != nil || !strings.Contains(text.String(), "Figures") || !strings.Contains(text.String(), "+ hexapawn") {
			t.Errorf("%v %s", err, text.String())
		}
		page := must(s.List(t.Context(), RunFilter{}, "", 1))
		if len(page.Runs) != 1 || page.Runs[0].ID != 2 || page.Next == "" {
			t.Errorf("%+v", page)
		}
		if page = must(s.List(t.Context(), RunFilter{Variant: "hexapawn"}, string(page.Next), 5)); len(page.Runs) != 1 || page.Runs[0].ID != 1 || page.Next != "" {
			t.Errorf("%+v", page)
		}
	}
}

// TestReportKept: a report that was kept as JSON is the same.
func TestReportKept(t *testing.T) {
	folder := t.TempDir()
	s := NewRuns(newSources(), RunsConfig{Folder: folder})
	must(s.Start(t.Context(), RunInput{Variant: "minishogi", Games: 12, Time: time.Minute}))
	must(s.WorkOnce(t.Context(), oneCard))
	q := Query{Time: time.Minute, Games: 12, Nodes: defaultNodes, Plies: defaultPlies, Seed: defaultSeed, Folder: folder}
	again := must(Run(t.Context(), must(newSources().book.Rules("minishogi", "")), nil, 1, q, func(request.Progress) {}))
	var kept, made [3]strings.Builder
	report := must(s.Result(t.Context(), 1)).Report.report()
	for i, write := range []func(r *Report) error{
		func(r *Report) error { return r.WriteText(&kept[0]) }, func(r *Report) error { return r.WriteHTML(&kept[1]) }, func(r *Report) error { return r.WriteJSON(&kept[2]) },
		func(r *Report) error { return r.WriteText(&made[0]) }, func(r *Report) error { return r.WriteHTML(&made[1]) }, func(r *Report) error { return r.WriteJSON(&made[2]) },
	} {
		if err := write([]*Report{report, again}[i/3]); err != nil {
			t.Fatal(err)
		}
	}
	for i := range kept {
		if kept[i].String() != made[i].String() || kept[i].Len() == 0 {
			t.Errorf("%.400s\nis kept as\n%.400s", made[i].String(), kept[i].String())
		}
	}
}

// TestResume: a run that the end of its process interrupts is continued with
// its games and the rest of its time.
func TestResume(t *testing.T) {
	folder := t.TempDir()
	s := NewRuns(newSources(), RunsConfig{Folder: folder})
	must(s.Start(t.Context(), RunInput{Variant: "minishogi", Time: 30 * time.Second, Games: 60}))
	ctx, stop := context.WithCancel(t.Context())
	watched := make(chan error)
	go func() {
		watched <- s.Watch(t.Context(), 1, func(v *RunView) error {
			if v.Played >= 10 {
				stop()
				return errors.New("enough")
			}
			return nil
		})
	}()
	s.Work(ctx, oneCard, func(err error) { t.Error(err) })
	<-watched
	before := must(s.Run(t.Context(), 1))
	if before.State != store.JobWaiting || before.Played < 10 || before.Elapsed <= 0 {
		t.Fatalf("%+v", before)
	}
	// As if the process had been killed.
	path := filepath.Join(folder, runsFolder, "1"+runSuffix)
	text := string(must(os.ReadFile(path)))
	if err := os.WriteFile(path, []byte(strings.Replace(text, `"state":"waiting"`, `"state":"running"`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	s = NewRuns(newSources(), RunsConfig{Folder: folder})
	must(s.WorkOnce(t.Context(), oneCard))
	after := must(s.Run(t.Context(), 1))
	result := must(s.Result(t.Context(), 1))
	sum := 0
	for _, n := range result.Report.Lab.Games {
		sum += n
	}
	if after.State != store.JobDone || after.Elapsed < before.Elapsed || sum != 60 {
		t.Errorf("%+v after %+v, %d games", after, before, sum)
	}
}

// TestCancelRunning ends a run while it plays. Its games are kept.
func TestCancelRunning(t *testing.T) {
	s := NewRuns(newSources(), RunsConfig{Folder: t.TempDir()})
	must(s.Start(as(t, 1), RunInput{Variant: "minishogi", Time: time.Minute}))
	go s.Watch(t.Context(), 1, func(v *RunView) error {
		if v.Played > 0 {
			return s.Cancel(as(t, 1), 1)
		}
		return nil
	})
	began := time.Now()
	if done, err := s.WorkOnce(t.Context(), oneCard); !done || err != nil || time.Since(began) > 30*time.Second {
		t.Error(done, err)
	}
	if run := must(s.Run(t.Context(), 1)); run.State != store.JobCancelled || run.Played == 0 || run.Stage != "" {
		t.Errorf("%+v", run)
	}
	if _, err := s.Result(t.Context(), 1); !errors.Is(err, ErrNoResult) {
		t.Error(err)
	}
}

// TestFailedRuns: a run that fails or panics says why, and one that never ends
// is given up.
func TestFailedRuns(t *testing.T) {
	of := newSources()
	folder := t.TempDir()
	s := NewRuns(of, RunsConfig{Folder: folder})
	for _, row := range []struct {
		fit      func() error
		says     string
		reported bool
	}{
		{func() error { return errors.New("no fit") }, "no fit", false},
		{func() error { panic("a fault") }, "a fault", true},
	} {
		of.fit = row.fit
		run := must(s.Start(t.Context(), RunInput{Variant: "hexapawn"}))
		if _, err := s.WorkOnce(t.Context(), oneCard); (err != nil) != row.reported {
			t.Error(err)
		}
		if run = must(s.Run(t.Context(), run.ID)); run.State != store.JobFailed || !strings.Contains(string(run.Message), row.says) {
			t.Errorf("%+v", run)
		}
	}
	of.fit = nil
	run := must(s.Start(t.Context(), RunInput{Variant: "hexapawn", Time: time.Second}))
	for range maxTurns {
		s.lock.Lock()
		s.all[len(s.all)-1].Turn++
		s.lock.Unlock()
	}
	must(s.WorkOnce(t.Context(), oneCard))
	if run = must(s.Run(t.Context(), run.ID)); run.State != store.JobFailed || !strings.Contains(string(run.Message), "never finished") {
		t.Errorf("%+v", run)
	}
	if err := os.WriteFile(filepath.Join(folder, runsFolder, "2"+runSuffix), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := NewRuns(of, RunsConfig{Folder: folder}).Run(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "2"+runSuffix) {
		t.Errorf("a damaged file: %v", err)
	}
}

// TestForget removes the oldest ended runs beyond the limit.
func TestForget(t *testing.T) {
	s := NewRuns(newSources(), RunsConfig{Folder: t.TempDir()})
	for i := range keptRuns {
		state := store.JobDone
		if i == 0 {
			state = store.JobWaiting
		}
		s.all = append(s.all, &runState{RunView: RunView{ID: int64(i + 1), State: state}})
	}
	s.loaded = true
	last := must(s.Start(as(t, 7), RunInput{Variant: "hexapawn"}))
	ids := func(id int64) bool { return slices.ContainsFunc(s.all, func(r *runState) bool { return r.ID == id }) }
	if len(s.all) != keptRuns || last.ID != keptRuns+1 || !ids(1) || ids(2) || !ids(3) {
		t.Errorf("%d runs, the last is %d", len(s.all), last.ID)
	}
}

// TestBrief writes durations as people type them.
func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Second: "1s", 90 * time.Second: "1m30s", 3 * time.Minute: "3m", 20 * time.Minute: "20m", time.Hour: "1h", 2*time.Hour + 10*time.Minute: "2h10m",
		10 * time.Second: "10s", 250 * time.Millisecond: "250ms",
	} {
		if got := brief(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}
