// Package worker analyses positions for other servers: as a provider of
// lichess' external engine protocol, and as a client of fishnet. It contacts
// only the servers of its configuration.
package worker

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/analysis"
	"assay/analysis/crash"
	"assay/analysis/engine"
	"assay/analysis/engine/uci"
	"assay/analysis/rules"
	"assay/api/request"
	"assay/parser/record"
)

// Config configures a worker.
type Config struct {
	Book    *analysis.Rulebook
	Fits    engine.Fits
	URL     string // of the server
	Token   string // access token, or key; "" for none
	Agent   string // name and version of this program
	Threads int    // at most, of one search
	Hash    int    // megabytes of the hash table, at most
	// Report is called with each event, one at a time.
	Report func(Event)
}

// The kinds of events.
const (
	Registered = "registered" // the server has accepted the worker
	Waiting    = "waiting"    // a request has failed; it is repeated later
	Started    = "started"    // a job was accepted
	Done       = "done"       // the answer was sent
	Stopped    = "stopped"    // the job ended before the search
	Refused    = "refused"    // the job cannot be done
)

// Event is progress of a worker.
type Event struct {
	Kind    string `json:"event"`
	Job     string `json:"job,omitempty"`
	Variant string `json:"variant,omitempty"`
	Nodes   uint64 `json:"nodes,omitempty"`
	Message string `json:"message,omitempty"`
}

// Limits of requests.
const (
	callTimeout = time.Minute // servers answer a request for work within seconds
	endTimeout  = 5 * time.Second
	maxResponse = 1 << 20   // bytes
	maxMultiPV  = 50        // lines
	maxWait     = time.Hour // that a server may ask for
)

// worker has what both protocols need.
type worker struct {
	Config
	client   *http.Client
	secrets  *strings.Replacer // removes them from answers
	first    time.Duration     // pause after the first failure; it doubles up to longest
	longest  time.Duration
	tooMany  time.Duration // pause after the status 429
	failures int

	reporting sync.Mutex
	engine    *engine.Engine
	hash      int // of engine
}

func newWorker(c Config, secret string) worker {
	c.URL = strings.TrimRight(c.URL, "/")
	var hidden []string
	for _, s := range []string{c.Token, secret} {
		if s != "" {
			hidden = append(hidden, s, "…")
		}
	}
	refuse := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return worker{Config: c, first: time.Second, longest: time.Minute, tooMany: time.Minute,
		client: &http.Client{CheckRedirect: refuse}, secrets: strings.NewReplacer(hidden...)}
}

// graceful returns a context that ends a while after ctx, so that an answer can
// be completed.
func graceful(ctx context.Context) (later context.Context, cancel func()) {
	later, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(endTimeout, end) })
	return later, func() {
		stop()
		end()
	}
}

func (w *worker) report(e Event) {
	w.reporting.Lock()
	defer w.reporting.Unlock()
	e.Message = record.Cut(e.Message, 300)
	w.Report(e)
}

// statusError is an answer other than success.
type statusError struct {
	status int
	text   string
	after  time.Duration // Retry-After; 0 for none
}

func (e *statusError) Error() string {
	text := fmt.Sprintf("the server answers %d %s", e.status, http.StatusText(e.status))
	if e.text != "" {
		text += ": " + e.text
	}
	return text
}

// is reports whether an error is an answer with one of the statuses.
func is(err error, statuses ...int) bool {
	answer, ok := err.(*statusError)
	return ok && slices.Contains(statuses, answer.status)
}

// isFinal reports whether a request for work would fail again: the server does
// not accept the token, the address or the protocol.
func isFinal(err error) bool {
	return is(err, http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound,
		http.StatusMethodNotAllowed, http.StatusNotAcceptable, http.StatusUpgradeRequired)
}

// send sends a request with a JSON body, if it is not nil. Answers other than
// success are a *statusError.
func (w *worker) send(ctx context.Context, method, at, token string, body any) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, at, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	return w.do(r, token)
}

// do sends a request and reads the answer.
func (w *worker) do(r *http.Request, token string) ([]byte, error) {
	r.Header.Set("User-Agent", w.Agent)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := w.client.Do(r)
	if err != nil {
		if call, ok := errors.AsType[*url.Error](err); ok {
			err = call.Err
		}
		if call, ok := errors.AsType[*net.OpError](err); ok {
			err = call.Err
		}
		return nil, fmt.Errorf("no answer from %s: %w", r.URL.Host, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxResponse))
	if response.StatusCode/100 == 2 {
		return text, err
	}
	failed := &statusError{status: response.StatusCode,
		text: record.Clip(w.secrets.Replace(strings.TrimSpace(string(text))))}
	after := response.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(after, 10, 31); err == nil {
		failed.after = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(after); err == nil {
		failed.after = time.Until(at)
	}
	failed.after = min(max(failed.after, 0), maxWait)
	return nil, failed
}

// pause waits after an error, or if err is nil after an answer without work.
// Each pause in succession is about twice as long, with jitter.
func (w *worker) pause(ctx context.Context, err error) {
	longest := w.longest
	if err == nil {
		longest /= 12
	}
	wait := min(w.first<<min(w.failures, 20), longest)
	w.failures++
	wait = wait/2 + rand.N(wait/2+1)
	if answer, ok := err.(*statusError); ok {
		if answer.status == http.StatusTooManyRequests {
			wait += cmp.Or(answer.after, w.tooMany)
		}
		wait = max(wait, answer.after)
	}
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		w.report(Event{Kind: Waiting, Message: fmt.Sprintf("%v; the next request is in %v", err,
			wait.Round(100*time.Millisecond))})
	}
	request.Sleep(ctx, wait)
}

// standard is the variant of a job without one.
const standard = "standard"

// setting describes a position: a variant by any name, the text of a position
// (FEN), and moves from there.
type setting struct {
	variant, text string
	moves         []string
	notation      uci.Notation
}

// position returns a position of a variant, after moves in UCI. If the rules of
// the variant ignore rights to castle from other files, it is a position of
// those with castling from any file.
func (w *worker) position(s *setting) (p *rules.Position, err error) {
	defer crash.Recover(&err)
	registry := w.Book.Registry()
	id, ok := registry.Find(cmp.Or(s.variant, standard))
	if !ok {
		return nil, registry.Unknown(s.variant)
	}
	p, err = w.parse(id, s.text)
	if free := registry.FreeCastling(id); free != "" {
		if other, failed := w.parse(free, s.text); failed == nil && (err != nil || rights(other) > rights(p)) {
			p, err = other, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	return p, s.notation.Play(p, s.moves)
}

// parse parses a position of a variant; "" is its starting position.
func (w *worker) parse(id, text string) (*rules.Position, error) {
	r, err := w.Book.Rules(id, "")
	if err != nil {
		return nil, err
	}
	if text == "" || text == "startpos" {
		return r.Start(), nil
	}
	return r.ParsePosition(text)
}

// rights returns the number of rights to castle.
func rights(p *rules.Position) int {
	return len(p.CastlingRights(rules.First)) + len(p.CastlingRights(rules.Second))
}

// prepare gets the engine ready for a position. A new session forgets the
// searches of earlier ones.
func (w *worker) prepare(p *rules.Position, hash int, fresh bool) error {
	hash = min(max(hash, 1), w.Hash)
	if w.engine == nil || hash != w.hash {
		w.engine, w.hash = engine.New(hash), hash
	} else if fresh {
		w.engine.Clear()
		w.engine.Forget()
	}
	_, err := w.engine.Learn(p.Rules(), w.Fits)
	return err
}

// search searches a position. A panic is returned as an error.
func (w *worker) search(ctx context.Context, p *rules.Position, limits engine.Limits, told func(engine.Line)) (
	result engine.Result, err error) {
	defer crash.Recover(&err)
	limits.Threads = min(max(limits.Threads, 1), w.Threads)
	limits.MultiPV = min(max(limits.MultiPV, 1), maxMultiPV)
	return w.engine.Search(ctx, p, limits, told), nil
}

// score is the evaluation of a position for the side to move: centipawns, or
// moves to mate.
type score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

func scoreOf(line engine.Line) score {
	if line.Mate != 0 {
		return score{Mate: new(uci.MateMoves(line.Mate))}
	}
	return score{CP: &line.CP}
}

// ending returns the score of a position without a move, as UCI engines report
// it: a mate in no moves, or a draw.
func ending(p *rules.Position) score {
	if uci.IsDecided(p) {
		return score{Mate: new(0)}
	}
	return score{CP: new(0)}
}
