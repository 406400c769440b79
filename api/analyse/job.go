package analyse

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"assay/analysis/crash"
	"assay/analysis/optional"
	"assay/api/request"
	"assay/store"
)

// Limits of pending jobs.
const (
	maxJobs         = 10_000
	maxJobsOfPerson = 2_000
)

// MaxJobNodes bounds the nodes that a job searches for each position of its
// game.
const MaxJobNodes = 1_000_000

// JobView is a job as it is now.
type JobView struct {
	ID      int64          `json:"id"`
	Game    int64          `json:"game"`
	State   store.JobState `json:"state"`
	Limits  AnalysisLimits `json:"thinking"`
	Batch   bool           `json:"batch"`
	Ply     int            `json:"ply"`     // positions analysed so far; kept when it has ended
	Plies   int            `json:"plies"`   // all positions, 0 while it is queued
	Left    *float64       `json:"left"`    // estimated seconds; null if unknown
	Message optional.Text  `json:"message"` // why it failed
	Created time.Time      `json:"created"`
	Updated time.Time      `json:"updated"`
	Changed time.Time      `json:"changed"` // former name of Updated
}

// jobs tracks the jobs that run in this process.
type jobs struct {
	lock              sync.Mutex
	running           map[int64]*runningJob
	request.Broadcast               // closed when a job changes
	queued            chan struct{} // has a token when a job may be queued
	maxTime           time.Duration // per run of a job
}

// runningJob is a job that is being run.
type runningJob struct {
	AnalysisState
	started time.Time
	cancel  context.CancelCauseFunc
}

func newJobs() *jobs {
	return &jobs{running: map[int64]*runningJob{}, queued: make(chan struct{}, 1), maxTime: maxJobTime}
}

// set changes the state under the lock and notifies the watchers.
func (j *jobs) set(f func()) {
	j.lock.Lock()
	defer j.lock.Unlock()
	f()
	j.Notify()
}

// RequestAnalysis queues the analysis of a game and returns its job, or the job
// already queued or running for the same game. Errors are a [*store.GameError],
// [*request.InputError], [*annotate.RefusedError], [*present.ReplayError], or a
// [*store.FieldError] if too many jobs are queued.
func (a *Analyses) RequestAnalysis(ctx context.Context, game int64, limits AnalysisLimits, batch bool) (*JobView,
	error) {
	if err := cmp.Or(limits.Check(), a.engines.CheckEngine(limits.Engine)); err != nil {
		return nil, err
	}
	r, err := a.games.Replay(ctx, game)
	if err != nil {
		return nil, err
	}
	if !r.Game.Playable() {
		return nil, r.Unplayable()
	}
	if err := a.games.CheckAdviceAllowed(ctx, r); err != nil {
		return nil, err
	}
	if limits = limits.withDefaults(); limits.Nodes == 0 || limits.Nodes > MaxJobNodes {
		limits.Nodes = MaxJobNodes
	}
	req, err := json.Marshal(limits)
	if err != nil {
		return nil, err
	}
	job, err := a.store.Enqueue(ctx,
		store.Job{Game: game, Batch: batch, Request: req, Person: request.CallerOf(ctx).PersonID},
		store.JobBounds{All: maxJobs, OfPerson: maxJobsOfPerson})
	if err != nil {
		return nil, err
	}
	select {
	case a.jobs.queued <- struct{}{}:
	default:
	}
	a.jobs.Notify()
	return a.viewJob(job, nil)
}

// viewJob returns a job with its progress, or nil for no job. It returns err
// unchanged.
func (a *Analyses) viewJob(j *store.Job, err error) (*JobView, error) {
	if err != nil || j == nil {
		return nil, err
	}
	v := &JobView{ID: j.ID, Game: j.Game, State: j.State, Batch: j.Batch, Message: optional.Text(j.Message),
		Created: j.Created, Updated: j.Changed, Changed: j.Changed, Ply: j.Ply, Plies: j.Plies}
	if err := json.Unmarshal(j.Request, &v.Limits); err != nil {
		return nil, err
	}
	a.jobs.lock.Lock()
	defer a.jobs.lock.Unlock()
	if r := a.jobs.running[j.ID]; r != nil && v.State == store.JobRunning {
		v.Ply, v.Plies = r.Ply, r.Plies
		if r.Ply > 0 {
			remaining := time.Since(r.started).Seconds() / float64(r.Ply) * float64(r.Plies-r.Ply)
			v.Left = &remaining
		}
	}
	return v, nil
}

// Job returns a job. The error matches [store.ErrNoJob].
func (a *Analyses) Job(ctx context.Context, id int64) (*JobView, error) {
	v, err := a.viewJob(a.store.Job(ctx, id))
	if err != nil || v.State != store.JobDone || v.Plies > 0 { // 0 if it ended in an earlier version
		return v, err
	}
	if g, err := a.store.Game(ctx, v.Game); err == nil { // it may be deleted
		v.Ply, v.Plies = g.Plies+1, g.Plies+1
	}
	return v, nil
}

// EventID identifies what changes of a job, for streams that are resumed.
func (v *JobView) EventID() string { return fmt.Sprintf("%s-%d", v.State, v.Ply) }

// JobPage is a page of jobs, newest first.
type JobPage struct {
	Jobs []*JobView `json:"jobs"`
	request.Paged
}

// Jobs returns a page of jobs; ended ones are deleted after [store.JobAge]. The
// error is [store.ErrCursor] or an [*request.InputError].
func (a *Analyses) Jobs(ctx context.Context, cursor string, limit int) (*JobPage, error) {
	before, err := request.ReadNumberCursor(cursor)
	if err != nil {
		return nil, err
	}
	if err := request.CheckBounds(request.Range("limit", limit, 1, request.MaxLimit)); err != nil {
		return nil, err
	}
	jobs, err := a.store.Jobs(ctx, before, limit+1)
	if err != nil {
		return nil, err
	}
	page := &JobPage{Jobs: []*JobView{}}
	if len(jobs) > limit {
		jobs = jobs[:limit]
		page.Next = request.NumberCursor(jobs[limit-1].ID)
	}
	for i := range jobs {
		v, err := a.viewJob(&jobs[i], nil)
		if err != nil {
			return nil, err
		}
		page.Jobs = append(page.Jobs, v)
	}
	return page, nil
}

// JobOf returns the last job of a game, nil if it has none.
func (a *Analyses) JobOf(ctx context.Context, game int64) (*JobView, error) {
	return a.viewJob(a.store.JobOf(ctx, game))
}

// CancelJob ends a job that has not ended. The error is [store.ErrNoJob],
// [store.ErrJobEnded], or an [*request.OwnerError] if another person requested
// it.
func (a *Analyses) CancelJob(ctx context.Context, id int64) error {
	job, err := a.store.Job(ctx, id)
	if err != nil {
		return err
	}
	if !request.CallerOf(ctx).Owns(job.Person) {
		return &request.OwnerError{What: fmt.Sprintf("job %d", id)}
	}
	a.saveProgress(ctx, job)
	if err := a.store.EndJob(ctx, id, 0, store.JobCancelled, ""); err != nil {
		return err
	}
	a.jobs.set(func() {
		if r := a.jobs.running[id]; r != nil {
			r.cancel(store.ErrJobEnded)
		}
	})
	return nil
}

// saveProgress saves how far a job has come, if it runs in this process. A
// failure is ignored: the progress is only shown.
func (a *Analyses) saveProgress(ctx context.Context, job *store.Job) {
	a.jobs.lock.Lock()
	var now AnalysisState
	if r := a.jobs.running[job.ID]; r != nil {
		now = r.AnalysisState
	}
	a.jobs.lock.Unlock()
	if now.Plies > 0 {
		a.store.SaveProgress(context.WithoutCancel(ctx), job.ID, job.Turn, now.Ply, now.Plies)
	}
}

// WatchJob calls report with the job now and after each change, until it has
// ended. Changes within a fifth of a second are combined. The error is from
// [Analyses.Job], report or ctx.
func (a *Analyses) WatchJob(ctx context.Context, id int64, report func(*JobView) error) error {
	var last *JobView
	for {
		changed := a.jobs.Wait()
		v, err := a.Job(ctx, id)
		if err != nil {
			return err
		}
		if last == nil || last.State != v.State || last.Ply != v.Ply {
			if err := report(v); err != nil || v.State.Ended() {
				return err
			}
			last = v
		}
		if err := request.WaitForChange(ctx, changed); err != nil {
			return err
		}
	}
}

// jobLease is the time for which a worker owns a job without renewal. After
// that, another worker can take over the job of a killed process.
const jobLease = 15 * time.Second

// maxJobTime bounds each run of a job.
const maxJobTime = time.Hour

// errJobTime reports that a job took too long.
var errJobTime = fmt.Errorf("it took longer than %v; request fewer nodes", maxJobTime)

// maxTurns bounds how often workers take a job without releasing it. Otherwise
// a job that crashes its process would be retried for ever.
const maxTurns = 12

// Work runs queued jobs, atOnce at a time, until ctx ends. Several processes
// may work on one archive: each job is run by one of them, and an abandoned job
// starts again from the beginning. Errors are passed to report.
func (a *Analyses) Work(ctx context.Context, atOnce int, report func(error)) {
	if atOnce < 1 {
		return
	}
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			analyser := a.engines.NewAnalyser(jobMemory)
			defer analyser.Close()
			for ctx.Err() == nil {
				if done, err := a.WorkOnce(ctx, analyser); err != nil && ctx.Err() == nil {
					report(err)
				} else if done {
					continue
				}
				select {
				case <-ctx.Done():
				case <-a.jobs.queued:
				case <-time.After(request.PollInterval):
				}
			}
		})
	}
	workers.Wait()
}

// jobMemory is the size of a job's transposition table in megabytes.
const jobMemory = 32

// WorkOnce runs the next queued job, if there is one.
func (a *Analyses) WorkOnce(ctx context.Context, t *Analyser) (done bool, err error) {
	job, err := a.store.TakeJob(ctx, jobLease)
	if err != nil || job == nil {
		return false, err
	}
	if job.Turn > maxTurns {
		return true, a.store.EndJob(ctx, job.ID, job.Turn, store.JobFailed,
			fmt.Sprintf("it was started %d times and never finished", maxTurns))
	}
	timedCtx, end := context.WithTimeoutCause(ctx, a.jobs.maxTime, errJobTime)
	defer end()
	jobCtx, cancel := context.WithCancelCause(timedCtx)
	defer cancel(nil)
	go a.renewLease(jobCtx, job, cancel)
	r := &runningJob{started: time.Now(), cancel: cancel}
	a.jobs.set(func() { a.jobs.running[job.ID] = r })
	defer a.jobs.set(func() {
		if a.jobs.running[job.ID] == r { // otherwise another worker has taken the job
			delete(a.jobs.running, job.ID)
		}
	})
	err = a.runJob(jobCtx, t, job, func(s AnalysisState) { a.jobs.set(func() { r.AnalysisState = s }) })
	if err != nil {
		a.saveProgress(ctx, job)
	}
	switch {
	case err == nil, jobLost(err):
		return true, nil
	case ctx.Err() != nil || errors.As(err, new(*store.RecordChangedError)):
		last, done := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer done()
		return true, a.store.HoldJob(last, job.ID, job.Turn, 0)
	case errors.As(err, new(*store.Error)): // the job is retried after its lease expires
		return true, err
	}
	failed := a.store.EndJob(ctx, job.ID, job.Turn, store.JobFailed, err.Error())
	if jobLost(failed) {
		failed = nil
	}
	if _, panicked := errors.AsType[*crash.Error](err); panicked {
		return true, errors.Join(err, failed)
	}
	return true, failed
}

// jobLost reports whether an error says that the job has ended or belongs to
// another worker.
func jobLost(err error) bool {
	return errors.Is(err, store.ErrJobEnded) || errors.Is(err, store.ErrJobTaken)
}

// renewLease renews the lease of a job while it runs, and stops the run if the
// job has ended or another worker has it.
func (a *Analyses) renewLease(ctx context.Context, job *store.Job, stop context.CancelCauseFunc) {
	for request.Sleep(ctx, jobLease/3) == nil {
		err := a.store.HoldJob(ctx, job.ID, job.Turn, jobLease)
		if errors.Is(err, store.ErrNoJob) || jobLost(err) {
			stop(err)
			return
		}
		a.saveProgress(ctx, job)
	}
}

// runJob makes and saves the analysis that a job requests, unless a suitable
// one is saved. The error may be a [*crash.Error].
func (a *Analyses) runJob(ctx context.Context, t *Analyser, job *store.Job, progress func(AnalysisState)) (err error) {
	defer crash.Recover(&err)
	var limits AnalysisLimits
	if err := json.Unmarshal(job.Request, &limits); err != nil {
		return err
	}
	r, err := a.games.Replay(ctx, job.Game)
	if err != nil {
		return err
	}
	if err := a.games.CheckAdviceAllowed(ctx, r); err != nil {
		return err
	}
	g, err := t.reusable(ctx, a, r, limits)
	switch {
	case err != nil:
		return err
	case g != nil:
		if err := a.store.SaveProgress(ctx, job.ID, job.Turn, len(g.Plies), len(g.Plies)); err != nil {
			return err
		}
		return a.store.EndJob(ctx, job.ID, job.Turn, store.JobDone, "")
	}
	if g, err = t.Analyse(ctx, r, limits, progress); err != nil {
		return err
	}
	if err := a.store.SaveProgress(ctx, job.ID, job.Turn, len(g.Plies), len(g.Plies)); err != nil {
		return err
	}
	return a.SaveAnalysis(ctx, r, g, job.ID)
}
