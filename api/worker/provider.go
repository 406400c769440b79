package worker

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"assay/analysis/engine"
	"assay/analysis/engine/uci"
	"assay/api/request"
)

// Registration describes the engine to the users of a server.
type Registration struct {
	Name       string   `json:"name"`
	MaxThreads int      `json:"maxThreads"`
	MaxHash    int      `json:"maxHash"`
	Variants   []string `json:"variants"`
	// Secret is known to the provider and the server. If it is empty, a random
	// one is made.
	Secret string `json:"providerSecret"`
}

// Provider offers the engine on the analysis board of a server by lichess'
// external engine protocol.
type Provider struct {
	worker
	broker       string
	registration Registration
	session      string
}

// NewProvider returns a provider. Requests for analysis come from the broker, a
// URL.
func NewProvider(c Config, broker string, r Registration) *Provider {
	if r.Secret == "" {
		r.Secret = rand.Text()
	}
	r.MaxThreads, r.MaxHash = c.Threads, c.Hash
	return &Provider{worker: newWorker(c, r.Secret), broker: strings.TrimRight(broker, "/"), registration: r}
}

// Run registers the engine and answers requests until the context ends. A new
// request ends the one before. The error is a lasting one of the server.
func (p *Provider) Run(ctx context.Context) error {
	for {
		id, err := p.register(ctx)
		if err == nil {
			p.report(Event{Kind: Registered, Message: fmt.Sprintf("%s (%s)", p.registration.Name, id)})
			break
		}
		if ctx.Err() != nil || isFinal(err) {
			return err
		}
		p.pause(ctx, err)
	}
	p.failures = 0
	end := func() {}
	defer func() { end() }()
	for {
		began := time.Now()
		job, err := p.acquire(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case isFinal(err):
			return err
		case err != nil:
			p.pause(ctx, err)
			continue
		case job == nil && time.Since(began) < p.first: // no long polling
			p.pause(ctx, nil)
			continue
		}
		p.failures = 0
		if job != nil {
			end()
			end = p.start(ctx, job)
		}
	}
}

// register registers the engine, or changes its registration of that name.
func (p *Provider) register(ctx context.Context) (id string, err error) {
	at := p.URL + "/api/external-engine"
	text, err := p.send(ctx, http.MethodGet, at, p.Token, nil)
	if err != nil {
		return "", err
	}
	var known []struct{ ID, Name string }
	if err := json.Unmarshal(text, &known); err != nil {
		return "", fmt.Errorf("the list of engines is not readable: %w", err)
	}
	method := http.MethodPost
	for _, k := range known {
		if k.Name == p.registration.Name {
			method, at = http.MethodPut, at+"/"+url.PathEscape(k.ID)
			break
		}
	}
	if text, err = p.send(ctx, method, at, p.Token, p.registration); err != nil {
		return "", err
	}
	var made struct{ ID string }
	if err := json.Unmarshal(text, &made); err != nil {
		return "", fmt.Errorf("the registration is not readable: %w", err)
	}
	return made.ID, nil
}

// analysisRequest is a request for analysis.
type analysisRequest struct {
	ID   string
	Work struct {
		SessionID  string
		Threads    int
		Hash       int // megabytes
		MultiPV    int
		Variant    string
		InitialFEN string
		Moves      []string
		Depth      int
		Nodes      uint64
		Movetime   int64 // milliseconds
	}
}

// acquire waits for a request, as long as the server does. Nil means none.
func (p *Provider) acquire(ctx context.Context) (*analysisRequest, error) {
	text, err := p.send(ctx, http.MethodPost, p.broker+"/api/external-engine/work", "",
		map[string]string{"providerSecret": p.registration.Secret})
	if err != nil || len(text) == 0 {
		return nil, err
	}
	var job analysisRequest
	if err := json.Unmarshal(text, &job); err != nil {
		return nil, fmt.Errorf("the request for analysis is not readable: %w", err)
	}
	if job.ID == "" {
		return nil, errors.New("the request for analysis has no ID")
	}
	return &job, nil
}

// start answers a request in the background. The returned function ends the
// search and waits for the end of the answer.
func (p *Provider) start(ctx context.Context, job *analysisRequest) (end func()) {
	p.report(Event{Kind: Started, Job: job.ID, Variant: job.Work.Variant})
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer stop()
		p.report(p.answer(ctx, job))
	}()
	return func() {
		stop()
		<-done
	}
}

// keepAlive is the interval at which an answer is continued during a search.
const keepAlive = 2 * time.Second

// answer streams the lines of a search as the body of a request. The server
// ends the search by closing it. If ctx ends, so does the search, and the
// answer is completed.
func (p *Provider) answer(ctx context.Context, job *analysisRequest) Event {
	e := Event{Kind: Done, Job: job.ID, Variant: job.Work.Variant}
	sending, cancel := graceful(ctx)
	defer cancel()
	searching, stop := context.WithCancel(ctx)
	defer stop()
	body, lines := io.Pipe()
	searched := make(chan error, 1)
	complete := false
	go func() {
		defer stop()
		err := p.analyse(searching, job, lines, &e.Nodes)
		if complete = searching.Err() == nil; err != nil {
			fmt.Fprintf(lines, "info string %s\nbestmove (none)\n", strings.Join(strings.Fields(err.Error()), " "))
		}
		lines.Close()
		searched <- err
	}()
	go func() { // notices a closed connection; empty lines have no meaning
		for request.Sleep(searching, keepAlive) == nil {
			fmt.Fprintln(lines)
		}
	}()
	r, err := http.NewRequestWithContext(sending, http.MethodPost, p.broker+"/api/external-engine/work/"+
		url.PathEscape(job.ID), body)
	if err == nil {
		r.Header.Set("Content-Type", "text/plain")
		_, err = p.do(r, "")
	}
	stop()
	body.Close()
	switch refused := <-searched; {
	case refused != nil:
		e.Kind, e.Message = Refused, refused.Error()
	case is(err, http.StatusNotFound):
		e.Kind, e.Message = Stopped, "the server no longer has the job"
	case err != nil:
		e.Kind, e.Message = Stopped, err.Error()
	case !complete:
		e.Kind = Stopped
	}
	return e
}

// analyse searches and writes lines as UCI_Chess960 does, and the best move.
func (p *Provider) analyse(ctx context.Context, job *analysisRequest, to io.Writer, nodes *uint64) error {
	w := job.Work
	notation := uci.NewNotation(true)
	at, err := p.position(&setting{w.Variant, w.InitialFEN, w.Moves, notation})
	if err != nil {
		return err
	}
	if err := p.prepare(at, w.Hash, w.SessionID != p.session); err != nil {
		return err
	}
	p.session = w.SessionID
	limits := engine.Limits{Nodes: w.Nodes, Depth: max(w.Depth, 0), Time: time.Duration(w.Movetime) * time.Millisecond,
		Threads: w.Threads, MultiPV: w.MultiPV}
	result, err := p.search(ctx, at, limits, func(line engine.Line) { fmt.Fprintln(to, notation.Info(at, line)) })
	if err != nil {
		return err
	}
	*nodes = result.Nodes
	fmt.Fprintln(to, notation.BestMove(at, result))
	return nil
}
