package worker

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"time"

	"assay/analysis/engine"
	"assay/analysis/engine/uci"
	"assay/analysis/rules"
)

// fishnetVersion is the version of fishnet with whose protocol this client
// complies. Servers refuse older ones.
const fishnetVersion = "2.14.0"

// Fishnet analyses games and plays moves for a server, as a client of fishnet.
type Fishnet struct {
	worker
	progress time.Duration // between two reports of one analysis
	attempts int           // to send a result
}

// NewFishnet returns a client.
func NewFishnet(c Config) *Fishnet {
	c.Agent = fmt.Sprintf("fishnet-%s-%s/%s %s", runtime.GOOS, runtime.GOARCH, fishnetVersion, c.Agent)
	return &Fishnet{worker: newWorker(c, ""), progress: 5 * time.Second, attempts: 5}
}

// fishnetJob is an analysis of a game, or a move to play.
type fishnetJob struct {
	Work struct {
		Type    string
		ID      string
		Nodes   json.RawMessage // a number, or numbers by flavour of the engine
		Depth   int
		Timeout int64 // milliseconds per position
		Level   int
		Clock   *struct{ WTime, BTime, Inc int64 } // hundredths of a second; seconds
	}
	Nodes         json.RawMessage // of pychess
	Position      string
	Variant       string
	Chess960      bool
	Moves         string
	SkipPositions []int
}

// nodes returns the limit of nodes of a job, or 0. Of several, it is the one of
// engines without a neural network.
func (j *fishnetJob) nodes() (n uint64) {
	text := cmp.Or(string(j.Work.Nodes), string(j.Nodes))
	var flavours map[string]uint64
	if json.Unmarshal([]byte(text), &n) != nil && json.Unmarshal([]byte(text), &flavours) == nil {
		if n = flavours["classical"]; n == 0 {
			n = slices.Max(append(slices.Collect(maps.Values(flavours)), 0))
		}
	}
	return n
}

// Run works until the context ends; a job that is not done then is aborted. The
// error is a lasting one of the server.
func (f *Fishnet) Run(ctx context.Context) error {
	greeting := f.status(ctx)
	var job *fishnetJob
	for {
		var err error
		if job == nil {
			job, err = f.post(ctx, "acquire", nil)
		} else {
			job, err = f.work(ctx, job)
		}
		if err == nil && greeting != "" {
			f.report(Event{Kind: Registered, Message: greeting})
			greeting = ""
		}
		switch {
		case ctx.Err() != nil:
			if job != nil {
				f.abort(job, Event{Kind: Stopped}, "shutdown")
			}
			return nil
		case isFinal(err):
			return err
		case job == nil:
			f.pause(ctx, err)
		default:
			f.failures = 0
		}
	}
}

// status describes the queue of the server, if it shows it.
func (f *Fishnet) status(ctx context.Context) string {
	type queue struct{ Acquired, Queued, Oldest int }
	var state struct{ Analysis *struct{ User, System queue } }
	text, err := f.send(ctx, http.MethodGet, f.URL+"/status", f.Token, nil)
	if err != nil || json.Unmarshal(text, &state) != nil || state.Analysis == nil {
		return "waiting for jobs"
	}
	return fmt.Sprintf("jobs in the queue: %d of users, %d of the system", state.Analysis.User.Queued,
		state.Analysis.System.Queued)
}

// post sends a message with the fields of body, and returns the next job, if
// the answer has one.
func (f *Fishnet) post(ctx context.Context, path string, body map[string]any) (*fishnetJob, error) {
	message := map[string]any{
		"fishnet":   map[string]string{"version": fishnetVersion, "apikey": f.Token},
		"stockfish": map[string]string{"name": "Assay", "flavor": "classical"},
	}
	maps.Copy(message, body)
	ctx, cancel := graceful(ctx)
	defer cancel()
	text, err := f.send(ctx, http.MethodPost, f.URL+"/"+path, f.Token, message)
	if err != nil || len(bytes.TrimSpace(text)) == 0 {
		return nil, err
	}
	var job fishnetJob
	if err := json.Unmarshal(text, &job); err != nil {
		return nil, fmt.Errorf("the job is not readable: %w", err)
	}
	if job.Work.ID == "" {
		return nil, errors.New("the job has no ID")
	}
	return &job, nil
}

// abort returns a job to the server. That it fails is no error: the server then
// waits until its time is up.
func (f *Fishnet) abort(job *fishnetJob, e Event, reason string) {
	ctx, cancel := context.WithTimeout(context.Background(), endTimeout)
	defer cancel()
	e.Job, e.Variant = job.Work.ID, job.Variant
	_, err := f.post(ctx, "abort/"+url.PathEscape(job.Work.ID),
		map[string]any{"error": map[string]string{"reason": reason, "message": e.Message}})
	if err != nil && !is(err, http.StatusNotFound) {
		e.Message = strings.TrimPrefix(fmt.Sprintf("%s; it was not aborted: %v", e.Message, err), "; ")
	}
	f.report(e)
}

// work does a job and sends the result. It returns the next job, if the server
// has one.
func (f *Fishnet) work(ctx context.Context, job *fishnetJob) (*fishnetJob, error) {
	f.report(Event{Kind: Started, Job: job.Work.ID, Variant: job.Variant})
	notation := uci.NewNotation(job.Chess960)
	moves := strings.Fields(job.Moves)
	p, err := f.position(&setting{job.Variant, job.Position, moves, notation})
	if err == nil {
		err = f.prepare(p, f.Hash, true)
	}
	if err != nil {
		f.abort(job, Event{Kind: Refused, Message: err.Error()}, "unsupported")
		return nil, nil
	}
	var path string
	var result map[string]any
	var nodes uint64
	var next *fishnetJob
	switch job.Work.Type {
	case "analysis":
		path = "analysis/"
		result, next, err = f.analyse(ctx, job, p, len(moves), notation, &nodes)
	case "move":
		path = "move/"
		result, err = f.move(ctx, job, p, notation, &nodes)
	default:
		err = fmt.Errorf("unknown type of work %q", job.Work.Type)
	}
	switch {
	case ctx.Err() != nil:
		return job, nil
	case err != nil:
		f.abort(job, Event{Kind: Refused, Message: err.Error()}, "engine_crash")
		return nil, nil
	case result == nil:
		f.report(Event{Kind: Stopped, Job: job.Work.ID, Variant: job.Variant,
			Message: "the server no longer has the job"})
		return next, nil
	}
	return f.submit(ctx, job, path, result, nodes)
}

// defaultTime bounds the search of a position if the server sets no timeout.
const defaultTime = 4 * time.Second

// part is the analysis of one position.
type part struct {
	PV    string `json:"pv,omitempty"`
	Score score  `json:"score"`
	Depth int    `json:"depth"`
	Nodes uint64 `json:"nodes"`
	Time  int64  `json:"time"` // milliseconds
	NPS   uint64 `json:"nps,omitempty"`
}

// analyse analyses the last position of a game and those before. The result is
// nil if the server no longer has the job; it may then have sent another.
func (f *Fishnet) analyse(ctx context.Context, job *fishnetJob, p *rules.Position, plies int, notation uci.Notation,
	nodes *uint64) (map[string]any, *fishnetJob, error) {
	limits := engine.Limits{Nodes: job.nodes(), Depth: max(job.Work.Depth, 0), Threads: f.Threads,
		Time: cmp.Or(time.Duration(job.Work.Timeout)*time.Millisecond, defaultTime)}
	parts := make([]any, plies+1)
	reported := time.Now()
	for ply := plies; ply >= 0; ply-- {
		if slices.Contains(job.SkipPositions, ply) {
			parts[ply] = map[string]bool{"skipped": true}
		} else {
			part, err := f.analysePosition(ctx, p, limits, notation)
			if err != nil || ctx.Err() != nil {
				return nil, nil, err
			}
			parts[ply] = part
			*nodes += part.Nodes
		}
		if ply == 0 {
			break
		}
		p.Undo()
		if time.Since(reported) < f.progress {
			continue
		}
		// The first part is missing, by which servers recognise a report of
		// progress.
		next, err := f.post(ctx, "analysis/"+url.PathEscape(job.Work.ID)+"?stop=true",
			map[string]any{"analysis": parts})
		if reported = time.Now(); is(err, http.StatusTooManyRequests) {
			reported = reported.Add(f.tooMany)
		}
		if next != nil || is(err, http.StatusNotFound) {
			return nil, next, nil
		}
	}
	return map[string]any{"analysis": parts}, nil, nil
}

// analysePosition analyses one position.
func (f *Fishnet) analysePosition(ctx context.Context, p *rules.Position, limits engine.Limits, notation uci.Notation) (
	*part, error) {
	result, err := f.search(ctx, p, limits, nil)
	if err != nil || len(result.Lines) == 0 {
		return &part{Score: ending(p)}, err
	}
	best := result.Lines[0]
	return &part{PV: notation.Moves(p, best.Moves), Score: scoreOf(best), Depth: best.Depth, Nodes: result.Nodes,
		Time: best.Time.Milliseconds(), NPS: best.Nodes * 1000 / uint64(max(best.Time.Milliseconds(), 1))}, nil
}

// The limits of the levels of play from 0 to 8: plies, and milliseconds.
var (
	levelDepths = [...]int{1, 1, 2, 3, 4, 6, 8, 12, 22}
	levelTimes  = [...]int64{50, 50, 100, 150, 200, 300, 400, 500, 1000}
)

// move plays a move at a level, in at most a twentieth of the remaining time.
func (f *Fishnet) move(ctx context.Context, job *fishnetJob, p *rules.Position, notation uci.Notation,
	nodes *uint64) (map[string]any, error) {
	level := min(max(job.Work.Level, 0), len(levelDepths)-1)
	spent := levelTimes[level]
	if c := job.Work.Clock; c != nil {
		left := [2]int64{c.WTime, c.BTime}[p.Side()] * 10
		spent = max(min(spent, left/20), 1)
	}
	result, err := f.search(ctx, p, engine.Limits{Depth: levelDepths[level], Threads: f.Threads,
		Time: time.Duration(spent) * time.Millisecond}, nil)
	if err != nil {
		return nil, err
	}
	*nodes = result.Nodes
	var best any
	if len(result.Lines) > 0 {
		best = notation.Moves(p, result.Lines[0].Moves[:1])
	}
	return map[string]any{"move": map[string]any{"bestmove": best}}, nil
}

// submit sends a result, several times if necessary.
func (f *Fishnet) submit(ctx context.Context, job *fishnetJob, path string, result map[string]any, nodes uint64) (
	*fishnetJob, error) {
	e := Event{Kind: Done, Job: job.Work.ID, Variant: job.Variant, Nodes: nodes}
	for attempt := 1; ; attempt++ {
		next, err := f.post(ctx, path+url.PathEscape(job.Work.ID), result)
		switch {
		case err == nil:
			f.failures = 0
			f.report(e)
			return next, nil
		case is(err, http.StatusNotFound):
			e.Kind, e.Message = Stopped, "the server no longer has the job"
			f.report(e)
			return nil, nil
		case isFinal(err):
			return nil, err
		case ctx.Err() != nil:
			return job, nil
		case attempt == f.attempts:
			f.abort(job, Event{Kind: Stopped, Message: "the result could not be sent: " + err.Error()}, "network")
			return nil, nil
		}
		f.pause(ctx, err)
	}
}
