package rest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"assay/analysis/engine/external"
	"assay/api"
	"assay/api/analyse"
	"assay/store"
)

const (
	decided  = "[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"
	underWay = "[Variant \"chess\"]\n[Result \"*\"]\n\n1. d4 d5 *\n"
)

// TestAnalysisOfGame requests an analysis, follows its job, and reads the
// result.
func TestAnalysisOfGame(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	for _, record := range []string{decided, underWay} {
		if got := c.post("/api/v1/games", record); got.status != http.StatusCreated {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	if got := c.get("/api/v1/games/1/analysis"); string(got.body) != "{\"analysis\":null,\"job\":null}\n" {
		t.Errorf("%s", got.body)
	}
	var job analyse.JobView
	got := c.post("/api/v1/games/1/analysis", `{"nodes":200}`)
	if got.into(t, &job); got.status != http.StatusAccepted || job.State != store.JobWaiting || got.header.Get("Location") != fmt.Sprintf("/api/v1/jobs/%d", job.ID) {
		t.Fatalf("%d %v %s", got.status, got.header, got.body)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); a.Work(ctx, 1, func(err error) { t.Error(err) }) }()
	defer func() { stop(); <-ended }()
	events := c.get(fmt.Sprintf("/api/v1/jobs/%d/events", job.ID))
	parts := strings.Split(strings.TrimSpace(string(events.body)), "\n\n")
	_, data, found := strings.Cut(parts[len(parts)-1], "event: job\ndata: ")
	if err := json.Unmarshal([]byte(data), &job); err != nil || !found || job.State != store.JobDone {
		t.Errorf("%v: %s", err, events.body)
	}
	var made gameAnalysis
	if c.get("/api/v1/games/1/analysis").into(t, &made); made.Analysis == nil || len(made.Analysis.Plies) != 8 || made.Job.ID != job.ID {
		t.Errorf("%+v", made)
	}
	for _, row := range []struct {
		method, path, body string
		status             int
		kind               string
	}{
		{"POST", "games/2/analysis", "", 403, "comments-refused"},
		{"POST", "games/9/analysis", "", 404, "game-not-found"},
		{"POST", "games/1/analysis", `{"nodes":0}`, 400, "bad-request"},
		{"POST", "games/1/analysis", `{"deep":1}`, 400, "bad-request"},
		{"GET", "games/9/analysis", "", 404, "game-not-found"},
		{"GET", "jobs/99", "", 404, "job-not-found"},
		{"GET", "jobs/99/events", "", 404, "job-not-found"},
		{"DELETE", "jobs/99", "", 404, "job-not-found"},
		{"DELETE", fmt.Sprintf("jobs/%d", job.ID), "", 409, "job-ended"},
		{"POST", "analysis", `{"variant":"nonesuch"}`, 400, "unknown-variant"},
		{"POST", "analysis", `{"variant":"chess","nodes":100000000}`, 400, "bad-request"},
	} {
		got := c.send(row.method, "/api/v1/"+row.path, row.body)
		var p Problem
		if got.into(t, &p); got.status != row.status || !strings.HasSuffix(p.Type, "/problems/"+row.kind) {
			t.Errorf("%s %s: %d %s", row.method, row.path, got.status, got.body)
		}
	}
}

// TestCancelJob cancels a queued job.
func TestCancelJob(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	c.post("/api/v1/games", decided)
	var job analyse.JobView
	c.post("/api/v1/games/1/analysis", "").into(t, &job)
	path := fmt.Sprintf("/api/v1/jobs/%d", job.ID)
	if got := c.send("DELETE", path, ""); got.status != http.StatusNoContent {
		t.Errorf("%d %s", got.status, got.body)
	}
	if c.get(path).into(t, &job); job.State != store.JobCancelled {
		t.Errorf("%+v", job)
	}
}

// TestHeadOfJob requests only the headers of a job's events.
func TestHeadOfJob(t *testing.T) {
	a := newArchive(t)
	submit(t, a, []string{decided})
	if _, err := a.RequestAnalysis(t.Context(), 1, analyse.AnalysisLimits{Nodes: 1}, false); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	w := httptest.NewRecorder()
	NewServer(a, ServerConfig{}).ServeHTTP(w, httptest.NewRequestWithContext(ctx, "HEAD", "http://localhost/api/v1/jobs/1/events", nil))
	if w.Code != 200 || w.Header().Get("Content-Type") != eventStream || ctx.Err() != nil {
		t.Errorf("%d %v, %v", w.Code, w.Header(), ctx.Err())
	}
}

// TestAnalysePosition analyses positions.
func TestAnalysePosition(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, row := range []struct {
		body  string
		mates bool
	}{
		{`{"variant":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1"}`, true},
		{`{"variant":"csg-1","nodes":300}`, false},
		{`{"variant":"chess","nodes":300,"mate":3}`, false},
		{`{"variant":"chess","nodes":300,"multiPv":3}`, false},
	} {
		var found analyse.PositionAnalysis
		got := c.post("/api/v1/analysis", row.body)
		if got.into(t, &found); got.status != http.StatusOK || (found.Mate != nil) != row.mates || strings.Contains(row.body, "multiPv") != (len(found.Lines) == 3) {
			t.Errorf("%s: %d %s", row.body, got.status, got.body)
		}
	}
}

// TestAnalysisLines streams lines as their depth grows, in both formats.
func TestAnalysisLines(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, row := range []struct{ accept, begin, end string }{
		{eventStream, "event: line\ndata: {\"multiPv\":1,\"depth\":1,", "event: thought\ndata: {\"depth\":3,"},
		{ndjson, "{\"multiPv\":1,\"depth\":1,", "{\"depth\":3,"},
	} {
		got := c.send("POST", "/api/v1/analysis", `{"variant":"chess","depth":3,"multiPv":2}`, "Accept", row.accept)
		body := string(got.body)
		if got.status != http.StatusOK || got.header.Get("Content-Type") != row.accept || !strings.HasPrefix(body, row.begin) || !strings.Contains(body, row.end) || !strings.Contains(body, "{\"multiPv\":2,") {
			t.Errorf("%s: %d %v %s", row.accept, got.status, got.header, body)
		}
	}
	if got := c.send("POST", "/api/v1/analysis", `{"variant":"nonesuch"}`, "Accept", ndjson); got.status != http.StatusBadRequest {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestAnalysisLinesSlot holds its slot until the search ends.
func TestAnalysisLinesSlot(t *testing.T) {
	server := NewServer(twoSlots(t), ServerConfig{})
	c := serveOn(t, server)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	body := strings.NewReader(fmt.Sprintf(`{"variant":"chess","nodes":%d}`, analyse.MaxJobNodes))
	request, err := http.NewRequestWithContext(ctx, "POST", c.address+"/api/v1/analysis", body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", ndjson)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for range 3 {
		if !lines.Scan() || running(server.long) != 1 {
			t.Fatalf("%d slots are taken behind %q", running(server.long), lines.Text())
		}
	}
	leave()
	waitFor(t, func() bool { return running(server.long) == 0 })
}

// TestBadEngine uses an engine that plays illegal moves, and one that is no
// engine.
func TestBadEngine(t *testing.T) {
	script := `while read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e5;; quit) exit;; esac; done`
	a := openWith(t, api.Config{Data: t.TempDir(), Engines: []external.Config{{Name: "liar", Path: "/bin/sh", Args: []string{"-c", script}}}})
	c := start(t, a, ServerConfig{})
	c.post("/api/v1/games", decided)
	for _, row := range []struct {
		path, body string
		status     int
		detail     string
	}{
		{"analysis", `{"variant":"chess","engine":"liar"}`, http.StatusBadGateway, `engine liar: its move is not legal: "e2e5", in rnbqkbnr/`},
		{"analysis", `{"variant":"shogi","engine":"liar"}`, http.StatusBadGateway, "it does not play the game: shogi"},
		{"analysis", `{"variant":"chess","engine":"lyre"}`, http.StatusBadRequest, "expected assay or liar"},
		{"games/1/analysis", `{"engine":"lyre"}`, http.StatusBadRequest, "expected assay or liar"},
	} {
		got := c.post("/api/v1/"+row.path, row.body)
		var p Problem
		if got.into(t, &p); got.status != row.status || !strings.Contains(p.Detail, row.detail) {
			t.Errorf("%s %s: %d %s", row.path, row.body, got.status, got.body)
		}
	}
}

// TestJobsReadOnly checks that a read-only server leaves jobs to others.
func TestJobsReadOnly(t *testing.T) {
	a := newArchive(t)
	submit(t, a, []string{decided})
	if _, err := a.RequestAnalysis(t.Context(), 1, analyse.AnalysisLimits{Nodes: 1}, false); err != nil {
		t.Fatal(err)
	}
	start(t, a, ServerConfig{ReadOnly: true, AnalysisCores: 1})
	time.Sleep(200 * time.Millisecond)
	if job, err := a.Job(t.Context(), 1); err != nil || job.State != store.JobWaiting {
		t.Errorf("beside a server that changes nothing: %+v, %v", job, err)
	}
	start(t, a, ServerConfig{AnalysisCores: 1})
	err := a.WatchJob(t.Context(), 1, func(job *analyse.JobView) error {
		if job.State.Ended() && job.State != store.JobDone {
			t.Errorf("%+v", job)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
