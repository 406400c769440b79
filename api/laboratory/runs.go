package laboratory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/analysis/crash"
	"assay/analysis/engine"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/present"
	"assay/api/request"
	"assay/store"
)

// Limits of runs that a server makes for its clients.
const (
	DefaultMaxTime = 10 * time.Minute
	DefaultTime    = 3 * time.Minute
	MaxGames       = 50_000 // of a definition, including earlier runs
	leastTime      = time.Second
	maxReplayed    = 10_000 // archived games of a comparison, the newest
	keptRuns       = 1_000
)

// Settings of runs, those of the command line by default, so that both continue
// each other's games.
const (
	defaultNodes = 300
	defaultPlies = 400
	defaultSeed  = 1
)

// The stages of a run.
const (
	stagePlay    = "play"
	stageMeasure = "measure"
	stageCompare = "compare"
)

// Sources gives runs variants, drafts and archived games.
type Sources interface {
	// SubjectRules returns the rules of a variant by name, or of a version of a
	// draft, and what they are of.
	SubjectRules(ctx context.Context, variant, options, draft string, version int64) (*rules.Rules, *Subject, error)
	// FitOf returns the evaluation that the engine uses, nil for the default
	// one.
	FitOf(r *rules.Rules) (*engine.Fit, error)
	// LegalGames returns the valid games of a variant, ascending.
	LegalGames(ctx context.Context, variant string) ([]int64, error)
	// Replay returns a game.
	Replay(ctx context.Context, id int64) (*present.Replay, error)
}

// RunInput says what to measure. Either Variant or Draft is given, and for a
// comparison either Against or AgainstDraft.
type RunInput struct {
	Variant, Options string
	Draft            string
	Version          int64 // of the draft; 0 for the last one
	Against          string
	AgainstDraft     string
	AgainstVersion   int64
	Time             time.Duration // of play, for both versions; 0 for the default
	Games            int           // of each version, including earlier runs; 0 for MaxGames
}

// RunView is a run of the laboratory as it is now.
type RunView struct {
	ID      int64          `json:"id"`
	State   store.JobState `json:"state"`
	Of      Subject        `json:"of"`
	Against *Subject       `json:"against"` // null without a comparison
	Time    string         `json:"time"`    // of play, for both versions
	Games   int            `json:"games"`   // at which each version's play ends
	Stage   optional.Text  `json:"stage"`   // play, measure or compare; null if it does not run
	Played  int            `json:"played"`  // games so far
	Elapsed float64        `json:"elapsed"` // seconds of play so far
	Left    *float64       `json:"left"`    // estimated seconds of play; null if it does not play
	Message optional.Text  `json:"message"` // why it failed
	Created time.Time      `json:"created"`
	Updated time.Time      `json:"updated"`
}

// EventID identifies what changes of a run, for streams that are resumed.
func (v *RunView) EventID() string {
	return fmt.Sprintf("%s-%s-%d-%.0f", v.State, v.Stage, v.Played, v.Elapsed)
}

// RunPage is a page of runs, newest first.
type RunPage struct {
	Runs []*RunView `json:"runs"`
	request.Paged
}

// Errors of runs.
var (
	ErrNoRun    = errors.New("no such run of the laboratory")
	ErrRunEnded = errors.New("the run has ended")
	ErrNoResult = errors.New("the run has no report: it has not ended, or it failed or was cancelled")
	ErrNoPart   = errors.New("the run compares no versions, so its result has only the part report")
)

// ActiveRunError reports that the caller's last run has not ended.
type ActiveRunError struct{ Run int64 }

func (e *ActiveRunError) Error() string {
	return fmt.Sprintf("your run %d of the laboratory has not ended; wait for it, or cancel it", e.Run)
}

// RunsConfig configures runs.
type RunsConfig struct {
	Folder  string        // keeps games, runs and reports; "" to keep them in memory
	MaxTime time.Duration // of play; 0 for DefaultMaxTime
}

// Runs are the runs of the laboratory that people request from a server. One is
// run at a time, the oldest first, and each person has one that has not ended.
type Runs struct {
	sources Sources
	config  RunsConfig

	lock              sync.Mutex
	loaded            bool
	all               []*runState // by ID
	request.Broadcast             // closed when a run changes
	queued            chan struct{}
}

// NewRuns returns the runs that a folder keeps.
func NewRuns(s Sources, c RunsConfig) *Runs {
	c.MaxTime = cmp.Or(max(c.MaxTime, 0), DefaultMaxTime)
	return &Runs{sources: s, config: c, queued: make(chan struct{}, 1)}
}

// MaxTime returns the longest time of play.
func (s *Runs) MaxTime() time.Duration { return s.config.MaxTime }

// DefaultTime returns the time of play of runs that state none.
func (s *Runs) DefaultTime() time.Duration { return min(DefaultTime, s.config.MaxTime) }

// Start queues a run. The error is an [*ActiveRunError], an
// [*request.InputError], one of the variant or the draft, or the system's.
func (s *Runs) Start(ctx context.Context, in RunInput) (*RunView, error) {
	in.Time, in.Games = cmp.Or(in.Time, s.DefaultTime()), cmp.Or(in.Games, MaxGames)
	if in.Time < leastTime || in.Time > s.config.MaxTime {
		return nil, &request.InputError{Field: "time", Value: in.Time.String(),
			Want: fmt.Sprintf("a time from %s to %s", brief(leastTime), brief(s.config.MaxTime))}
	}
	if err := request.CheckBounds(request.Range("games", in.Games, 1, MaxGames)); err != nil {
		return nil, err
	}
	_, of, err := s.sources.SubjectRules(ctx, in.Variant, in.Options, in.Draft, in.Version)
	if err != nil {
		return nil, err
	}
	r := &runState{RunView: RunView{State: store.JobWaiting, Of: *of, Time: brief(in.Time), Games: in.Games},
		Person: request.CallerOf(ctx).PersonID, Time: in.Time}
	if in.AgainstVersion > 0 && in.Against == "" && in.AgainstDraft == "" {
		in.AgainstDraft = in.Draft
	}
	if in.Against != "" || in.AgainstDraft != "" {
		if _, r.Against, err = s.sources.SubjectRules(ctx, in.Against, in.Options, in.AgainstDraft,
			in.AgainstVersion); errors.Is(err, variant.ErrUnknown) {
			return nil, &request.InputError{Field: "against", Value: in.Against, Want: "a variant"}
		} else if err != nil {
			return nil, err
		}
		if r.Against.Revision == of.Revision && r.Against.Variant == of.Variant {
			return nil, &request.InputError{Field: "against", Value: cmp.Or(in.Against, in.AgainstDraft),
				Want: "a version with other rules"}
		}
	}
	return s.add(r)
}

// brief writes a duration without zero parts, such as 3m.
func brief(d time.Duration) string {
	text := d.String()
	text = strings.TrimSuffix(text, "0s")
	if text == "" || !strings.HasSuffix(text, "m") {
		return d.String()
	}
	if short := strings.TrimSuffix(text, "0m"); strings.HasSuffix(short, "h") {
		return short
	}
	return text
}

// add adds a run if the person has no other one that has not ended.
func (s *Runs) add(r *runState) (*RunView, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if err := s.load(); err != nil {
		return nil, err
	}
	r.ID = 1
	for _, other := range s.all {
		if other.Person == r.Person && !other.State.Ended() {
			return nil, &ActiveRunError{other.ID}
		}
		r.ID = other.ID + 1
	}
	r.Created = time.Now().UTC().Truncate(time.Millisecond)
	r.Updated = r.Created
	if err := s.save(r); err != nil {
		return nil, err
	}
	s.all = append(s.all, r)
	s.forget()
	select {
	case s.queued <- struct{}{}:
	default:
	}
	s.Notify()
	return r.view(), nil
}

// find returns a run, under the lock.
func (s *Runs) find(id int64) (*runState, error) {
	if err := s.load(); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.all, func(r *runState) bool { return r.ID == id })
	if i < 0 {
		return nil, ErrNoRun
	}
	return s.all[i], nil
}

// Run returns a run. The error is [ErrNoRun] or the system's.
func (s *Runs) Run(_ context.Context, id int64) (*RunView, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	r, err := s.find(id)
	if err != nil {
		return nil, err
	}
	return r.view(), nil
}

// RunFilter selects runs; the zero RunFilter selects all.
type RunFilter struct {
	Variant string // ID
	Draft   string
}

// List returns a page of runs, newest first. The error is [store.ErrCursor], an
// [*request.InputError] or the system's.
func (s *Runs) List(_ context.Context, f RunFilter, cursor string, limit int) (*RunPage, error) {
	before, err := request.ReadNumberCursor(cursor)
	if err != nil {
		return nil, err
	}
	if err := request.CheckBounds(request.Range("limit", limit, 1, request.MaxLimit)); err != nil {
		return nil, err
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if err := s.load(); err != nil {
		return nil, err
	}
	page := &RunPage{Runs: []*RunView{}}
	for _, r := range slices.Backward(s.all) {
		switch {
		case before > 0 && r.ID >= before, f.Variant != "" && r.Of.Variant != f.Variant,
			f.Draft != "" && string(r.Of.Draft) != f.Draft:
		case len(page.Runs) == limit:
			page.Next = request.NumberCursor(page.Runs[limit-1].ID)
			return page, nil
		default:
			page.Runs = append(page.Runs, r.view())
		}
	}
	return page, nil
}

// Cancel ends a run that has not ended. Its games are kept. The error is
// [ErrNoRun], [ErrRunEnded], an [*request.OwnerError], or the system's.
func (s *Runs) Cancel(ctx context.Context, id int64) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	r, err := s.find(id)
	switch {
	case err != nil:
		return err
	case !request.CallerOf(ctx).Owns(r.Person):
		return &request.OwnerError{What: fmt.Sprintf("run %d", id)}
	case r.State.Ended():
		return ErrRunEnded
	}
	if r.cancel != nil {
		r.cancel(ErrRunEnded)
	}
	return s.end(r, store.JobCancelled, "")
}

// Result returns the report of a run. The error is [ErrNoRun], [ErrNoResult] or
// the system's.
func (s *Runs) Result(_ context.Context, id int64) (*Result, error) {
	s.lock.Lock()
	r, err := s.find(id)
	if err == nil && r.State != store.JobDone {
		err = ErrNoResult
	}
	s.lock.Unlock()
	if err != nil {
		return nil, err
	}
	return s.readResult(r)
}

// Watch calls report with a run now and after each change, until it has ended.
// The error is from [Runs.Run], report or ctx.
func (s *Runs) Watch(ctx context.Context, id int64, report func(*RunView) error) error {
	last := ""
	for {
		changed := s.Wait()
		v, err := s.Run(ctx, id)
		if err != nil {
			return err
		}
		if event := v.EventID(); event != last {
			if err := report(v); err != nil || v.State.Ended() {
				return err
			}
			last = event
		}
		if err := request.WaitForChange(ctx, changed); err != nil {
			return err
		}
	}
}

// Worker says how runs are made.
type Worker struct {
	Games int                                  // at the same time
	Card  func(r *rules.Rules) (string, error) // returns the rule card as text
}

// Work runs the queued runs, one at a time, until ctx ends. A run that ctx
// interrupts is continued by the next Work. Errors are passed to report.
func (s *Runs) Work(ctx context.Context, w Worker, report func(error)) {
	for w.Games > 0 && ctx.Err() == nil {
		if done, err := s.WorkOnce(ctx, w); err != nil && ctx.Err() == nil {
			report(err)
		} else if done {
			continue
		}
		select {
		case <-ctx.Done():
		case <-s.queued:
		case <-time.After(request.PollInterval):
		}
	}
}

// WorkOnce runs the oldest run that has not ended, if there is one. The error
// is the system's, or of a run that panicked.
func (s *Runs) WorkOnce(ctx context.Context, w Worker) (done bool, err error) {
	running, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r, err := s.take(cancel)
	if r == nil || err != nil {
		return false, err
	}
	result, err := s.play(running, r, w)
	s.lock.Lock()
	defer s.lock.Unlock()
	r.cancel, r.Stage = nil, ""
	switch {
	case r.State.Ended(): // cancelled
		return true, nil
	case ctx.Err() != nil:
		r.State = store.JobWaiting
		return true, s.save(r)
	case err == nil:
		if err = s.writeResult(r, result); err == nil {
			return true, s.end(r, store.JobDone, "")
		}
	}
	failed := s.end(r, store.JobFailed, err.Error())
	if _, panicked := errors.AsType[*crash.Error](err); panicked {
		failed = errors.Join(err, failed)
	}
	return true, failed
}

// take marks the oldest run that has not ended as running, and returns it; nil
// for none.
func (s *Runs) take(cancel context.CancelCauseFunc) (*runState, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if err := s.load(); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.all, func(r *runState) bool { return !r.State.Ended() && r.cancel == nil })
	if i < 0 {
		return nil, nil
	}
	r := s.all[i]
	if r.Turn++; r.Turn > maxTurns {
		return nil, s.end(r, store.JobFailed, fmt.Sprintf("it was started %d times and never finished", maxTurns))
	}
	r.State, r.cancel, r.Stage, r.Updated = store.JobRunning, cancel, stagePlay, time.Now().UTC()
	s.Notify()
	return r, s.save(r)
}

// maxTurns bounds how often a run is started, so that one that crashes the
// process is not started for ever.
const maxTurns = 12

// play plays the games of a run and reports on them. The error may be an
// [*crash.Error].
func (s *Runs) play(ctx context.Context, r *runState, w Worker) (result *Result, err error) {
	defer crash.Recover(&err)
	if r.Against == nil {
		_, report, err := s.measure(ctx, r, &r.Of, w.Games, r.Time)
		if err != nil {
			return nil, err
		}
		return &Result{Report: report.Contents()}, nil
	}
	var both [2]*rules.Rules
	var reports [2]*Report
	var cards [2]string
	for i, of := range []*Subject{&r.Of, r.Against} {
		if both[i], reports[i], err = s.measure(ctx, r, of, w.Games, r.Time/2*time.Duration(i+1)); err != nil {
			return nil, err
		}
		if cards[i], err = w.Card(both[i]); err != nil {
			return nil, err
		}
	}
	s.progress(r, stageCompare, 0, 0)
	c := Compare(reports[0], reports[1], cards)
	if err := s.replayArchived(ctx, c, r.Of.Variant, both[1]); err != nil {
		return nil, err
	}
	return &Result{reports[0].Contents(), reports[1].Contents(), c.changes()}, nil
}

// replayArchived replays the newest archived games by the other rules.
func (s *Runs) replayArchived(ctx context.Context, c *Comparison, variant string, there *rules.Rules) error {
	ids, err := s.sources.LegalGames(ctx, variant)
	if err != nil {
		return err
	}
	for _, id := range slices.Backward(ids[max(len(ids)-maxReplayed, 0):]) {
		game, err := s.sources.Replay(ctx, id)
		if errors.Is(err, store.ErrGone) {
			continue // deleted since it was listed
		}
		if err == nil {
			err = c.AddGame(id, game, there)
		}
		if err = cmp.Or(err, context.Cause(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// errChanged reports that a subject has other rules than when its run was
// requested.
var errChanged = errors.New("the definition has changed since the run was requested; start another one")

// measure plays a subject until the run has played for so long, and reports on
// all of its games.
func (s *Runs) measure(ctx context.Context, r *runState, of *Subject, games int, until time.Duration) (*rules.Rules,
	*Report, error) {
	rules, now, err := s.sources.SubjectRules(ctx, of.Variant, of.Options, string(of.Draft), int64(of.Version))
	if err != nil {
		return nil, nil, err
	}
	if now.Revision != of.Revision {
		return nil, nil, errChanged
	}
	fit, err := s.sources.FitOf(rules)
	if err != nil {
		return nil, nil, err
	}
	s.lock.Lock()
	before, played := time.Duration(r.Elapsed*float64(time.Second)), r.Played
	s.lock.Unlock()
	q := Query{Time: max(until-before, time.Millisecond), Games: r.Games, Nodes: defaultNodes, Plies: defaultPlies,
		Seed: defaultSeed, Folder: s.config.Folder}
	report, err := Run(ctx, rules, fit, games, q, func(p request.Progress) {
		s.progress(r, p.Stage, played+int(p.Games), before+p.Elapsed)
	})
	return rules, report, err
}

// progress notes how far a run has come; no time means that it no longer plays.
func (s *Runs) progress(r *runState, stage string, played int, elapsed time.Duration) {
	s.lock.Lock()
	defer s.lock.Unlock()
	r.Stage = optional.Text(stage)
	if elapsed > 0 {
		r.Played, r.Elapsed = played, elapsed.Seconds()
	}
	if time.Since(r.saved) > savedEvery && !r.State.Ended() {
		_ = s.save(r) // it is saved again when it ends
	}
	s.Notify()
}
