package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

func matches(pattern, text string) bool { return regexp.MustCompile(pattern).MatchString(text) }

const (
	enginesAt = "/api/external-engine"
	workAt    = "POST /api/external-engine/work"
	secret    = "provider-secret-1"
)

var registered = answer{status: 200, text: `{"id": "eei_1", "name": "Assay", "clientSecret": "ees_1", "userId": "bobby"}`}

// hanging answers a request for work when the client gives up.
var hanging = answer{streamed: func(_ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}}

func newTestProvider(t *testing.T, answers map[string][]answer) (*fake, *log, *Provider) {
	t.Helper()
	if answers["GET "+enginesAt] == nil {
		answers["GET "+enginesAt] = []answer{{status: 200, text: "[]"}}
		answers["POST "+enginesAt] = []answer{registered}
	}
	f, l := newFake(t, answers), &log{}
	p := NewProvider(config(f, l), f.url+"/", Registration{Name: "Assay", Variants: []string{"chess"}, Secret: secret})
	quick(&p.worker)
	return f, l, p
}

func task(work string) answer {
	return answer{status: 200, text: `{"id": "j1", "work": {"sessionId": "1", "threads": 1, "hash": 2048, "multiPv": 1, ` + work +
		`}, "engine": {"id": "eei_1"}}`}
}

func TestRegistration(t *testing.T) {
	want := `{"name":"Assay","maxThreads":2,"maxHash":8,"variants":["chess"],"providerSecret":"provider-secret-1"}`
	for _, tc := range []struct{ name, known, at string }{
		{"new", `[{"id": "eei_0", "name": "Stockfish 17"}]`, "POST " + enginesAt},
		{"known", `[{"id": "eei_0", "name": "Stockfish 17"}, {"id": "eei_1", "name": "Assay", "providerData": null}]`, "PUT " + enginesAt + "/eei_1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, l, p := newTestProvider(t, map[string][]answer{
				"GET " + enginesAt: {{status: 503}, {status: 200, text: tc.known}}, tc.at: {registered}, workAt: {none, hanging},
			})
			end := background(t, p.Run)
			f.await(workAt)
			f.await(workAt)
			if err := end(); err != nil {
				t.Fatal(err)
			}
			if got := f.bodies(tc.at); len(got) != 1 || got[0] != want {
				t.Errorf("%q, want %s", got, want)
			}
			if got := f.bodies(workAt); got[0] != `{"providerSecret":"provider-secret-1"}` {
				t.Errorf("%s", got)
			}
			for _, c := range f.calls {
				if token := c.header.Get("Authorization"); (token == "Bearer s3cret-token") == strings.HasPrefix(c.at, workAt) {
					t.Errorf("%s has the token %q", c.at, token)
				}
			}
			if got := l.String(); !matches(`waiting.*503(?s).*registered  : Assay \(eei_1\)`, got) || strings.Contains(got, secret) {
				t.Errorf("%s", got)
			}
		})
	}
	if a, b := NewProvider(Config{}, "", Registration{}), NewProvider(Config{}, "", Registration{}); len(a.registration.Secret) < 16 ||
		a.registration.Secret == b.registration.Secret {
		t.Error("the secret is not random")
	}
}

func TestProviderAnalysis(t *testing.T) {
	for _, tc := range []struct{ name, work, want string }{
		{"example", `"depth": 1, "variant": "chess", "initialFen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "moves": ["e2e4", "g8f6"]`,
			`^info depth 1 seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv [^\n]+\nbestmove \S+( ponder \S+)?\n$`},
		{"several lines", `"nodes": 3000, "variant": "chess", "initialFen": "", "moves": [], "multiPv": 3`,
			`(?s)depth 2 [^\n]*multipv 1 .*depth 2 [^\n]*multipv 2 .*depth 2 [^\n]*multipv 3 .*\nbestmove \S+`},
		{"time", `"movetime": 50, "variant": "atomic", "initialFen": "", "moves": []`, `\nbestmove \S+`},
		{"castling", `"depth": 4, "variant": "chess", "initialFen": "8/3k4/8/8/8/8/1r6/R3K3 w Q - 0 1", "moves": []`, `pv e1a1.*\nbestmove e1a1`},
		{"castling in the game", `"depth": 1, "variant": "chess", "initialFen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "moves": ["e1h1"]`, `\nbestmove e8`},
		{"drop", `"depth": 3, "variant": "crazyhouse", "initialFen": "6k1/5ppp/8/8/8/8/5PPP/6K1[Q] w - - 0 1", "moves": []`, `score mate 1 .* pv Q@.*\nbestmove Q@`},
		{"mate", `"depth": 3, "variant": "chess", "initialFen": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "moves": []`, `score mate 1 .* pv a1a8\nbestmove a1a8\n$`},
		{"mated", `"depth": 3, "variant": "chess", "initialFen": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "moves": ["a1a8"]`, `^info depth 0 score mate 0\nbestmove \(none\)\n$`},
		{"stalemate", `"depth": 3, "variant": "chess", "initialFen": "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "moves": []`, `^info depth 0 score cp 0\nbestmove \(none\)\n$`},
		{"unknown variant", `"depth": 3, "variant": "4dchess", "initialFen": "", "moves": []`, `^info string variant is not defined: "4dchess".*\nbestmove \(none\)\n$`},
		{"illegal move", `"depth": 3, "variant": "chess", "initialFen": "", "moves": ["e2e4", "e2e4"]`, `^info string move 2, "e2e4", is not legal in .*\nbestmove \(none\)\n$`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			at := workAt + "/j1"
			f, l, p := newTestProvider(t, map[string][]answer{workAt: {task(tc.work), hanging}, at: {{status: 200}}})
			end := background(t, p.Run)
			f.await(at)
			if err := end(); err != nil {
				t.Fatal(err)
			}
			if got := f.bodies(at); len(got) != 1 || !matches(tc.want, got[0]) {
				t.Errorf("%q, want %s", got, tc.want)
			}
			if p.hash != 8 && p.engine != nil {
				t.Errorf("a hash table of %d megabytes", p.hash)
			}
			if got := l.String(); !matches(`started j1 \w+(?s).*(done|refused) j1`, got) {
				t.Errorf("%s", got)
			}
		})
	}
}

// endless is a request without a limit that is reached.
const endless = `"movetime": 3600000, "variant": "chess", "initialFen": "", "moves": []`

// TestProviderStops: a search ends if the server closes the request, answers
// it, no longer has it, or sends another one.
func TestProviderStops(t *testing.T) {
	firstLine := func(r *http.Request) {
		bufio.NewReader(r.Body).ReadString('\n')
	}
	early := func(status int, text string) answer {
		return answer{streamed: func(w http.ResponseWriter, r *http.Request) {
			firstLine(r)
			w.Header().Set("Connection", "close") // or Go's server reads the body before
			w.WriteHeader(status)
			io.WriteString(w, text)
		}}
	}
	for _, tc := range []struct {
		name   string
		answer answer
		want   string
	}{
		{"cut", answer{streamed: func(w http.ResponseWriter, r *http.Request) {
			firstLine(r)
			connection, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				connection.Close()
			}
		}}, "stopped j1 chess: "},
		{"answered", early(200, ""), "stopped j1 chess: "},
		{"stale", early(404, ""), "stopped j1 chess: the server no longer has the job"},
		{"refused", early(400, "uci protocol error"), "stopped j1 chess: the server answers 400 Bad Request: uci"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			second := strings.Replace(task(`"depth": 1, "variant": "chess", "initialFen": "", "moves": []`).text, "j1", "j2", 1)
			gone := make(chan bool)
			f, l, p := newTestProvider(t, map[string][]answer{
				workAt: {task(endless), {streamed: func(w http.ResponseWriter, r *http.Request) {
					<-gone // the first search has ended by itself
					io.WriteString(w, second)
				}}, hanging},
				workAt + "/j1": {tc.answer}, workAt + "/j2": {{status: 200}},
			})
			report := p.Report
			p.Report = func(e Event) {
				if report(e); e.Job == "j1" && e.Kind != Started {
					close(gone)
				}
			}
			end := background(t, p.Run)
			f.await(workAt + "/j2")
			if err := end(); err != nil {
				t.Fatal(err)
			}
			if !matches(tc.want, l.String()) {
				t.Errorf("%s, want %s", l, tc.want)
			}
		})
	}
}

// TestProviderEnds: a shutdown, or another request, ends the search, and the
// answer is completed by the best move.
func TestProviderEnds(t *testing.T) {
	for _, another := range []bool{false, true} {
		seen, more := make(chan string, 1), hanging
		if another {
			more = answer{status: 200, text: strings.Replace(task(endless).text, "j1", "j2", 1)}
		}
		started := make(chan bool)
		wait := answer{streamed: func(w http.ResponseWriter, r *http.Request) {
			<-started
			if more.streamed != nil {
				more.streamed(w, r)
				return
			}
			io.WriteString(w, more.text)
		}}
		f, _, p := newTestProvider(t, map[string][]answer{
			workAt: {task(endless), wait, hanging},
			workAt + "/j1": {{streamed: func(_ http.ResponseWriter, r *http.Request) {
				in := bufio.NewReader(r.Body)
				first, _ := in.ReadString('\n')
				close(started)
				rest, _ := io.ReadAll(in)
				seen <- first + string(rest)
			}}},
			workAt + "/j2": {{status: 200}},
		})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- p.Run(ctx) }()
		<-started
		if another {
			got := <-seen
			seen <- got
			time.AfterFunc(20*time.Millisecond, cancel)
		} else {
			cancel()
		}
		if err := result(t, done); err != nil {
			t.Fatal(err)
		}
		if got := <-seen; !matches(`(?s)^info depth 1 .*\nbestmove \S+( ponder \S+)?\n$`, got) {
			t.Errorf("another %v: %q", another, got)
		}
		if another && len(f.bodies(workAt+"/j2")) != 1 {
			t.Error("the second request was not answered")
		}
		cancel()
	}
}

func TestProviderFailures(t *testing.T) {
	for _, tc := range []struct {
		name   string
		broken answer
		want   string
	}{
		{"429", answer{status: 429, header: [2]string{"Retry-After", "1"}}, `429.*the next request is in 1`},
		{"500", answer{status: 500, text: "about " + secret}, `500 Internal Server Error: about …;`},
		{"no JSON", answer{status: 200, text: "<html>"}, `the request for analysis is not readable`},
		{"no ID", answer{status: 200, text: "{}"}, `the request for analysis has no ID`},
		{"a wrong type", answer{status: 200, text: `{"id": "x", "work": {"moves": "e2e4"}}`}, `not readable`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f, l, p := newTestProvider(t, map[string][]answer{workAt: {tc.broken, hanging}})
			end := background(t, p.Run)
			f.await(workAt)
			f.await(workAt)
			if err := end(); err != nil {
				t.Fatal(err)
			}
			if !matches(tc.want, l.String()) {
				t.Errorf("%s, want %s", l, tc.want)
			}
		})
	}
	for at, broken := range map[string]answer{
		"GET " + enginesAt: {status: 401, text: "No such token: s3cret-token"}, "POST " + enginesAt: {status: 400}, workAt: {status: 404},
	} {
		t.Run("lasting "+at, func(t *testing.T) {
			answers := map[string][]answer{"GET " + enginesAt: {{status: 200, text: "[]"}}, "POST " + enginesAt: {registered}}
			answers[at] = []answer{broken}
			_, _, p := newTestProvider(t, answers)
			err := p.Run(t.Context())
			if answer, ok := errors.AsType[*statusError](err); !ok || answer.status != broken.status || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%v", err)
			}
		})
	}
	for name, text := range map[string]string{"list": "{", "registration": "["} {
		answers := map[string][]answer{"GET " + enginesAt: {{status: 200, text: "[]"}}, "POST " + enginesAt: {registered}, workAt: {hanging}}
		at := map[string]string{"list": "GET ", "registration": "POST "}[name] + enginesAt
		answers[at] = []answer{{status: 200, text: text}, answers[at][0]}
		f, l, p := newTestProvider(t, answers)
		end := background(t, p.Run)
		f.await(workAt)
		if err := end(); err != nil || !strings.Contains(l.String(), "not readable") {
			t.Errorf("%s: %v, %s", name, err, l)
		}
	}
}

// TestExample: the example of the protocol's documentation is read whole.
func TestExample(t *testing.T) {
	var job analysisRequest
	err := json.Unmarshal([]byte(`{"id": "ygxzCoNU0wUXodLm", "work": {"sessionId": "1", "threads": 1, "hash": 2048, "depth": 1,
		"multiPv": 1, "variant": "chess", "initialFen": "8/8/8/8/8/8/8/8 w - - 0 1", "moves": ["e2e4", "g8f6"]},
		"engine": {"id": "eei_dw2szwYp76C9", "providerData": null}}`), &job)
	w := job.Work
	if err != nil || job.ID == "" || w.SessionID != "1" || w.Hash != 2048 || w.Depth != 1 || w.MultiPV != 1 || w.InitialFEN == "" ||
		len(w.Moves) != 2 {
		t.Errorf("%v: %+v", err, job)
	}
}
