package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/fixtures/records"
)

// book has the rules of all tests, so that each variant is compiled once.
var book = records.Book()

// call is a request that a fake server has received.
type call struct {
	at     string // method, path and query
	header http.Header
	body   string
}

// fake is a server that answers each path by a queue of answers; the last one
// is repeated.
type fake struct {
	t       *testing.T
	url     string
	mu      sync.Mutex
	calls   []call
	answers map[string][]answer
	arrived chan string
}

// answer writes a response. The body of the request is read before, unless
// streamed is set.
type answer struct {
	status   int
	text     string
	header   [2]string
	streamed func(w http.ResponseWriter, r *http.Request) // instead
}

func newFake(t *testing.T, answers map[string][]answer) *fake {
	t.Helper()
	f := &fake{t: t, answers: answers, arrived: make(chan string, 10_000)}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := r.Method + " " + r.URL.Path
	f.mu.Lock()
	queue := f.answers[at]
	a := answer{status: http.StatusTeapot, text: "not expected: " + at}
	if len(queue) > 0 {
		a = queue[0]
		if len(queue) > 1 {
			f.answers[at] = queue[1:]
		}
	}
	f.mu.Unlock()
	c := call{at: r.Method + " " + r.URL.RequestURI(), header: r.Header}
	if a.streamed != nil {
		f.add(c)
		a.streamed(w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	c.body = string(body)
	f.add(c)
	if a.header[0] != "" {
		w.Header().Set(a.header[0], a.header[1])
	}
	w.WriteHeader(a.status)
	io.WriteString(w, a.text)
}

func (f *fake) add(c call) {
	f.mu.Lock()
	f.calls = append(f.calls, c)
	f.mu.Unlock()
	f.arrived <- c.at
}

// await waits for a request.
func (f *fake) await(at string) {
	f.t.Helper()
	late := time.After(30 * time.Second)
	for {
		select {
		case got := <-f.arrived:
			if got == at {
				return
			}
		case <-late:
			f.t.Fatalf("no request %s", at)
		}
	}
}

// bodies returns the bodies of the requests of a place.
func (f *fake) bodies(at string) (all []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.calls {
		if c.at == at {
			all = append(all, c.body)
		}
	}
	return all
}

// only returns the body of the only request of a place, as JSON.
func (f *fake) only(at string) map[string]any {
	f.t.Helper()
	all := f.bodies(at)
	if len(all) != 1 {
		f.t.Fatalf("%d requests of %s, want 1", len(all), at)
	}
	var body map[string]any
	if err := json.Unmarshal([]byte(all[0]), &body); err != nil {
		f.t.Fatal(err)
	}
	return body
}

// log collects events.
type log struct {
	mu     sync.Mutex
	events []Event
}

func (l *log) add(e Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, e)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var lines strings.Builder
	for _, e := range l.events {
		fmt.Fprintf(&lines, "%s %s %s: %s\n", e.Kind, e.Job, e.Variant, e.Message)
	}
	return lines.String()
}

// config returns a configuration for a fake server.
func config(f *fake, l *log) Config {
	return Config{Book: book, URL: f.url + "/", Token: "s3cret-token", Agent: "assay/test", Threads: 2, Hash: 8, Report: l.add}
}

// quick shortens the pauses of a worker.
func quick(w *worker) {
	w.first, w.longest, w.tooMany = time.Millisecond, 5*time.Millisecond, 10*time.Millisecond
}

// background runs a worker; the returned function ends it and returns its
// error.
func background(t *testing.T, run func(context.Context) error) (end func() error) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	return func() error {
		t.Helper()
		cancel()
		return result(t, done)
	}
}

// result waits for the end of a worker.
func result(t *testing.T, done <-chan error) error {
	t.Helper()
	select {
	case err := <-done:
		return err
	case <-time.After(30 * time.Second):
		t.Fatal("the worker does not end")
		return nil
	}
}

func TestPause(t *testing.T) {
	for _, tc := range []struct {
		name     string
		failures int
		err      error
		least    time.Duration
		most     time.Duration
	}{
		{"the first", 0, io.EOF, 500 * time.Microsecond, time.Second},
		{"the longest", 60, io.EOF, 50 * time.Millisecond, time.Second},
		{"too many requests", 0, &statusError{status: 429}, 100 * time.Millisecond, time.Second},
		{"as long as asked for", 0, &statusError{status: 503, after: 200 * time.Millisecond}, 200 * time.Millisecond, time.Second},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var l log
			w := newWorker(Config{Report: l.add}, "")
			w.first, w.longest, w.tooMany, w.failures = time.Millisecond, 100*time.Millisecond, 100*time.Millisecond, tc.failures
			began := time.Now()
			w.pause(t.Context(), tc.err)
			if took := time.Since(began); took < tc.least || took > tc.most {
				t.Errorf("%v, want %v to %v", took, tc.least, tc.most)
			}
			if !strings.HasPrefix(l.String(), Waiting) {
				t.Errorf("no event: %s", &l)
			}
		})
	}
}

// TestSettings: positions in the texts of lichess and of pychess, with moves in
// either notation of castling.
func TestSettings(t *testing.T) {
	w := newWorker(Config{Book: book}, "")
	for _, tc := range []struct{ variant, text, moves, want string }{
		{"", "", "e2e4", "chess"},
		{"standard", "startpos", "", "chess"},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8g8", "chess"},
		{"fromPosition", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "chess"},
		{"chess960", "1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", "chess960"},
		{"chess", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9", "", "chess960"},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1RBNKQBR w KQkq - 0 1", "", "chess960"},
		{"threeCheck", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", "e2e4", "3check"},
		{"3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0", "e2e4", "3check"},
		{"kingOfTheHill", "", "e2e4", "kingofthehill"},
		{"racingKings", "", "h2h3", "racingkings"},
		{"antichess", "", "e2e3", "antichess"},
		{"atomic", "", "e2e4", "atomic"},
		{"horde", "", "", "horde"},
		{"crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 1", "Q@e4", "crazyhouse"},
		{"crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/Q w KQkq - 0 1", "Q@e4", "crazyhouse"},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1", "c3c4", "shogi"},
		{"makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "e3e4", "makruk"},
		{"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "h3e3 h10g8", "xiangqi"},
		{"janggi", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1", "e2e2", "janggi"},
		{"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1", "b1c3h", "seirawan"},
		{"capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "f2f4", "capablanca"},
	} {
		t.Run(tc.variant+" "+tc.moves, func(t *testing.T) {
			p, err := w.position(&setting{tc.variant, tc.text, strings.Fields(tc.moves), plainNotation})
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Rules().Definition().ID; got != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}
