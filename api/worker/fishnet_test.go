package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis/engine/uci"
)

var plainNotation = uci.NewNotation(false)

var none = answer{status: http.StatusNoContent}

func job(text string) answer { return answer{status: http.StatusAccepted, text: text} }

// fishnet runs a client against the answers until the last of the requests
// arrives, and returns the server.
func fishnet(t *testing.T, until string, answers map[string][]answer) (*fake, *log) {
	t.Helper()
	if answers["GET /status"] == nil {
		answers["GET /status"] = []answer{{status: http.StatusNotFound}}
	}
	f, l := newFake(t, answers), &log{}
	c := NewFishnet(config(f, l))
	quick(&c.worker)
	end := background(t, c.Run)
	for at := range strings.SplitSeq(until, "|") {
		f.await(at)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	return f, l
}

const foolsMate = `{"work": {"type": "analysis", "id": "w1", "nodes": {"sf16": 300, "classical": 600}, "timeout": 60000},
	"game_id": "abcdefgh", "position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "variant": "standard",
	"moves": "f2f3 e7e5 g2g4 d8h4", "skipPositions": [1]}`

// TestFishnetAnalysis compares an analysis with the shape of the protocol.
func TestFishnetAnalysis(t *testing.T) {
	f, l := fishnet(t, "POST /analysis/w1", map[string][]answer{
		"GET /status":       {{status: 200, text: `{"analysis": {"user": {"queued": 3}, "system": {"queued": 14886}}}`}},
		"POST /acquire":     {none, job(foolsMate), none},
		"POST /analysis/w1": {none},
	})
	body := f.only("POST /analysis/w1")
	parts := body["analysis"].([]any)
	if len(parts) != 5 {
		t.Fatalf("%d parts: %v", len(parts), parts)
	}
	for ply, want := range map[int]string{
		1: `{"skipped":true}`,
		4: `{"depth":0,"nodes":0,"score":{"mate":0},"time":0}`,
	} {
		if got, _ := json.Marshal(parts[ply]); string(got) != want {
			t.Errorf("ply %d: %s, want %s", ply, got, want)
		}
	}
	for _, ply := range []int{0, 2, 3} {
		part := parts[ply].(map[string]any)
		if part["nodes"].(float64) > 600 || part["pv"].(string) == "" || part["depth"].(float64) < 1 {
			t.Errorf("ply %d: %v", ply, part)
		}
		if score := part["score"].(map[string]any); ply == 3 && (score["mate"] != 1.0 || part["pv"] != "d8h4") ||
			ply == 0 && score["cp"] == nil {
			t.Errorf("ply %d: %v", ply, part)
		}
	}
	if got := body["fishnet"].(map[string]any); got["apikey"] != "s3cret-token" || got["version"] == "" {
		t.Errorf("fishnet: %v", got)
	}
	if got := body["stockfish"].(map[string]any); got["flavor"] != "classical" || got["name"] != "Assay" {
		t.Errorf("stockfish: %v", got)
	}
	if got := f.calls[1].header; got.Get("Authorization") != "Bearer s3cret-token" ||
		!strings.HasPrefix(got.Get("User-Agent"), "fishnet-") || !strings.HasSuffix(got.Get("User-Agent"), " assay/test") {
		t.Errorf("header %v", got)
	}
	for _, want := range []string{"3 of users, 14886 of the system", "started w1 standard", "done w1 standard"} {
		if !strings.Contains(l.String(), want) {
			t.Errorf("%q is missing: %s", want, l)
		}
	}
}

// TestFishnetMoves: the next job comes with the answer to a result.
func TestFishnetMoves(t *testing.T) {
	for _, tc := range []struct{ name, rest, want string }{
		{"mate", `"level": 8}, "position": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "variant": "standard", "moves": ""`, `"a1a8"`},
		{"clock", `"level": 8, "clock": {"wtime": 18000, "btime": 2, "inc": 2}}, "position": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "variant": "standard", "moves": ""`, `"a1a8"`},
		{"drop", `"level": 3}, "position": "6k1/5ppp/8/8/8/8/5PPP/6K1[Q] w - - 0 1", "variant": "crazyhouse", "moves": ""`, `"Q@`},
		{"castling", `"level": 6}, "position": "8/3k4/8/8/8/8/1r6/R3K3 w Q - 0 1", "variant": "standard", "moves": ""`, `"e1c1"`},
		{"castling from any file", `"level": 6}, "position": "8/3k4/8/8/8/8/1r6/R3K3 w Q - 0 1", "variant": "chess", "chess960": true, "moves": ""`, `"e1a1"`},
		{"no level, unknown level", `"level": 99}, "position": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "variant": "chess", "moves": ""`, `"a1a8"`},
		{"mated", `"level": 1}, "position": "", "variant": "standard", "moves": "f2f3 e7e5 g2g4 d8h4"`, `null`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f, _ := fishnet(t, "POST /move/w2", map[string][]answer{
				"POST /acquire":  {job(`{"work": {"type": "move", "id": "w1", ` + tc.rest + `}`)},
				"POST /move/w1":  {job(strings.Replace(`{"work": {"type": "move", "id": "w2", `+tc.rest+`}`, "w1", "w2", 1))},
				"POST /move/w2":  {none},
				"POST /abort/w1": {none},
			})
			got, _ := json.Marshal(f.only("POST /move/w1")["move"])
			if !strings.HasPrefix(string(got), `{"bestmove":`+tc.want) {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}

// TestFishnetProgress: progress is reported with nulls, the first part always
// one, until the server has given the job to another client.
func TestFishnetProgress(t *testing.T) {
	skipped := strings.Replace(foolsMate, "[1]", "[0]", 1)
	next := strings.Replace(foolsMate, "w1", "w2", 1)
	for _, tc := range []struct {
		name    string
		answers []answer
		reports int
		want    string
	}{
		{"done", []answer{none}, 4, "done w1"},
		{"stale", []answer{none, {status: http.StatusNotFound}}, 2, "stopped w1 standard: the server no longer has the job"},
		{"another job", []answer{job(next)}, 1, "started w2"},
		{"refused for now", []answer{{status: http.StatusTooManyRequests}, none}, 1, "done w1"},
		{"an error", []answer{{status: http.StatusInternalServerError}, none}, 4, "done w1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			last := answer{streamed: func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) }}
			f, l := newFake(t, map[string][]answer{
				"GET /status":       {{status: http.StatusNotFound}},
				"POST /acquire":     {job(skipped), last},
				"POST /analysis/w1": tc.answers, "POST /analysis/w2": {none}, "POST /abort/w2": {none},
			}), &log{}
			c := NewFishnet(config(f, l))
			quick(&c.worker)
			c.progress, c.tooMany = 0, time.Hour
			end := background(t, c.Run)
			f.await("POST /acquire")
			f.await("POST /acquire")
			if err := end(); err != nil {
				t.Fatal(err)
			}
			reports := f.bodies("POST /analysis/w1?stop=true")
			if len(reports) != tc.reports || !strings.Contains(l.String(), tc.want) {
				t.Fatalf("%d reports: %s", len(reports), l)
			}
			for i, text := range reports {
				var body struct{ Analysis []any }
				if err := json.Unmarshal([]byte(text), &body); err != nil || len(body.Analysis) != 5 {
					t.Fatalf("%v: %s", err, text)
				}
				missing := 0
				for _, part := range body.Analysis {
					if part == nil {
						missing++
					}
				}
				if missing != 4-i || body.Analysis[0] != nil {
					t.Errorf("report %d: %s", i, text)
				}
			}
		})
	}
}

// TestFishnetRefusals: what cannot be done is returned with the reason.
func TestFishnetRefusals(t *testing.T) {
	for _, tc := range []struct {
		name, job string
		abort     answer
		want      string
	}{
		{"unknown variant", strings.Replace(foolsMate, "standard", "atomick", 1), none, `variant is not defined: "atomick"`},
		{"illegal move", strings.Replace(foolsMate, "g2g4", "g2g5", 1), none, `move 3, "g2g5", is not legal`},
		{"bad position", strings.Replace(foolsMate, "w KQkq", "x KQkq", 1), none, `position: `},
		{"unknown type", strings.Replace(foolsMate, "analysis", "puzzle", 1), none, `unknown type of work "puzzle"`},
		{"no abort", strings.Replace(foolsMate, "standard", "atomick", 1), answer{status: 404}, `atomick`},
		{"failed abort", strings.Replace(foolsMate, "standard", "atomick", 1), answer{status: 500}, `it was not aborted: the server answers 500`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f, l := fishnet(t, "POST /abort/w1", map[string][]answer{
				"POST /acquire": {job(tc.job), none}, "POST /abort/w1": {tc.abort},
			})
			if reason := f.only("POST /abort/w1")["error"].(map[string]any); reason["reason"] == "" || reason["message"] == "" {
				t.Errorf("reason %v", reason)
			}
			if !matches(tc.want, l.String()) || !strings.Contains(l.String(), "refused w1") {
				t.Errorf("%s, want %s", l, tc.want)
			}
		})
	}
}

// TestFishnetFailures: a request is repeated after each error that passes.
func TestFishnetFailures(t *testing.T) {
	cut := answer{streamed: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }}
	broken := func(status int) answer { return answer{status: status, text: "because of s3cret-token"} }
	for _, tc := range []struct {
		name            string
		acquire, result []answer
		until, want     string
	}{
		{"503", []answer{broken(503), job(foolsMate), none}, []answer{none}, "POST /analysis/w1", "the server answers 503 Service Unavailable: because of …;"},
		{"429", []answer{{status: 429, header: [2]string{"Retry-After", "1"}}, job(foolsMate), none}, []answer{none}, "POST /analysis/w1", `next request is in 1(\.\d)?s`},
		{"429 with a date", []answer{{status: 429, header: [2]string{"Retry-After", "Fri, 01 Jan 1999 00:00:00 GMT"}}, job(foolsMate), none}, []answer{none}, "POST /analysis/w1", `429 Too Many Requests`},
		{"a redirection", []answer{{status: 302, header: [2]string{"Location", "http://127.0.0.1:1/"}}, job(foolsMate), none}, []answer{none}, "POST /analysis/w1", `302 Found`},
		{"cut", []answer{cut, job(foolsMate), none}, []answer{none}, "POST /analysis/w1", `waiting.*EOF`},
		{"no JSON", []answer{job("{"), job(foolsMate), none}, []answer{none}, "POST /analysis/w1", `the job is not readable`},
		{"no ID", []answer{job("{}"), job(foolsMate), none}, []answer{none}, "POST /analysis/w1", `the job has no ID`},
		{"stale", []answer{job(foolsMate), none}, []answer{{status: 404}}, "POST /analysis/w1", `stopped w1 standard: the server no longer has the job`},
		{"result sent again", []answer{job(foolsMate), none}, []answer{cut, broken(500), none}, "POST /analysis/w1|POST /analysis/w1|POST /analysis/w1", `(?s)EOF.*500.*`},
		{"result not sent", []answer{job(foolsMate), none}, []answer{broken(500)}, "POST /abort/w1", `could not be sent: the server answers 500`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, l := fishnet(t, tc.until, map[string][]answer{
				"POST /acquire": tc.acquire, "POST /analysis/w1": tc.result, "POST /abort/w1": {none},
			})
			if !matches(tc.want, l.String()) {
				t.Errorf("%s, want %s", l, tc.want)
			}
		})
	}
}

// TestFishnetRejected: a server that does not accept the client ends it.
func TestFishnetRejected(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 406, 426} {
		for _, result := range []bool{false, true} {
			if result && status == 404 {
				continue
			}
			t.Run(fmt.Sprint(status, result), func(t *testing.T) {
				t.Parallel()
				answers := map[string][]answer{"POST /acquire": {{status: status, text: "no s3cret-token"}}, "GET /status": {{status: 404}}}
				if result {
					answers["POST /acquire"], answers["POST /analysis/w1"] = []answer{job(foolsMate)}, answers["POST /acquire"]
				}
				c := NewFishnet(config(newFake(t, answers), &log{}))
				err := c.Run(t.Context())
				if answer, ok := errors.AsType[*statusError](err); !ok || answer.status != status || answer.text != "no …" {
					t.Errorf("%v", err)
				}
			})
		}
	}
}

// TestFishnetShutdown: a search that is interrupted is returned.
func TestFishnetShutdown(t *testing.T) {
	for _, kind := range []string{"analysis", "move"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			long := `{"work": {"type": "` + kind + `", "id": "w1", "level": 8, "timeout": 3600000}, "position": "", "variant": "shogi", "moves": ""}`
			f, l := newFake(t, map[string][]answer{
				"GET /status": {none}, "POST /acquire": {job(long)}, "POST /abort/w1": {none}, "POST /move/w1": {none},
			}), &log{}
			c := NewFishnet(config(f, l))
			ctx, cancel := context.WithCancel(t.Context())
			report := c.Report
			c.Report = func(e Event) {
				if report(e); e.Kind == Started {
					time.AfterFunc(50*time.Millisecond, cancel)
				}
			}
			done := make(chan error, 1)
			go func() { done <- c.Run(ctx) }()
			if err := result(t, done); err != nil {
				t.Fatal(err)
			}
			if got := f.only("POST /abort/w1")["error"].(map[string]any)["reason"]; got != "shutdown" {
				t.Errorf("reason %v", got)
			}
			if !strings.Contains(l.String(), "stopped w1 shogi") {
				t.Errorf("%s", l)
			}
		})
	}
}

func TestNodes(t *testing.T) {
	for text, want := range map[string]uint64{
		`{"nodes": 500000}`: 500000,
		`{"work": {"nodes": {"sf15": 1, "classical": 3}}}`:  3,
		`{"work": {"nodes": {"sf15": 1, "sf14": 2}}}`:       2,
		`{"work": {"nodes": {}}}`:                           0,
		`{"work": {"nodes": "many"}}`:                       0,
		`{}`:                                                0,
		`{"work": {"nodes": {"sf15": 1}}, "nodes": 500000}`: 1,
	} {
		var j fishnetJob
		if err := json.Unmarshal([]byte(text), &j); err != nil {
			t.Fatal(err)
		}
		if got := j.nodes(); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if slices.Max(levelTimes[:]) != 1000 || len(levelTimes) != len(levelDepths) {
		t.Error("levels")
	}
}
