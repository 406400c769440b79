package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/api/analyse"
	"assay/api/request"
	"assay/store"
)

// forClient returns a context with a caller.
func forClient(ctx context.Context, c request.Client) context.Context {
	if c.Guest {
		return request.WithCaller(ctx, request.Guest().From(c.ID))
	}
	return request.WithCaller(ctx, request.Caller{Name: c.ID})
}

// TestFairQueue fills a queue with one guest's requests: others still get slots
// and waiting places, people before guests.
func TestFairQueue(t *testing.T) {
	flood, other := request.Client{ID: "192.0.2.1", Guest: true}, request.Client{ID: "192.0.2.2", Guest: true}
	q := newQueue(2, 4, time.Hour)
	type entered struct {
		name  string
		leave func()
		err   error
	}
	in := make(chan entered, 20)
	enter := func(name string, c request.Client) {
		_, before := q.counts()
		go func() {
			leave, err := q.enter(forClient(t.Context(), c))
			in <- entered{name, leave, err}
		}()
		waitFor(t, func() bool { _, now := q.counts(); return now != before || len(in) > 0 })
	}
	next := func(want string, fails bool) func() {
		t.Helper()
		got := <-in
		if got.name != want || (got.err != nil) != fails || fails && !errors.As(got.err, new(*BusyError)) {
			t.Fatalf("%s: %v; %s was expected, failing %v", got.name, got.err, want, fails)
		}
		return got.leave
	}
	enter("flood", flood)
	leave := next("flood", false)
	for range 4 {
		enter("flood", flood)
	}
	if running, waiting := q.counts(); running != 1 || waiting != 4 {
		t.Fatalf("one guest has %d slots, and waits %d times", running, waiting)
	}
	enter("flood", flood)
	next("flood", true)
	enter("other guest", other) // gets the second slot at once
	otherLeaves := next("other guest", false)
	enter("other guest", other) // evicts one of the flood
	next("flood", true)
	enter("ada", request.Client{ID: "Ada"}) // gets a reserved slot
	adaLeaves := next("ada", false)
	enter("ada", request.Client{ID: "Ada"}) // evicts another one
	next("flood", true)
	otherLeaves()
	leave() // Ada holds one slot and one is free: people come first
	adaAgain := next("ada", false)
	adaLeaves()
	leave = next("flood", false) // was served before the other guest
	adaAgain()
	next("other guest", false)()
	leave()
	next("flood", false)()
	if running, waiting := q.counts(); running != 0 || waiting != 0 || len(q.held) != 0 || len(q.lastServed) != 0 {
		t.Errorf("%d run, %d wait, %d are known", running, waiting, len(q.lastServed))
	}
}

// TestTurns grants slots to clients in turn, however many requests of each
// wait.
func TestTurns(t *testing.T) {
	q := newQueue(1, 100, time.Hour)
	q.reserved = 0
	leave, err := q.enter(forClient(t.Context(), request.Client{ID: "first"}))
	if err != nil {
		t.Fatal(err)
	}
	in := make(chan string)
	for i, name := range []string{"a", "a", "a", "a", "b", "b", "c"} {
		go func() {
			leave, err := q.enter(forClient(t.Context(), request.Client{ID: name}))
			if err != nil {
				t.Error(err)
				name = "none"
			}
			in <- name
			leave()
		}()
		waitFor(t, func() bool { _, waiting := q.counts(); return waiting == i+1 })
	}
	leave()
	got := ""
	for range 7 {
		got += <-in
	}
	if got != "abcabaa" {
		t.Errorf("served in the order %s", got)
	}
}

// TestFairStreams opens all event streams for one client: others still get
// theirs.
func TestFairStreams(t *testing.T) {
	s := streamLimit{max: 10}
	ended := map[string]int{}
	enter := func(c request.Client) (leave func(), err error) {
		return s.enter(c, func(error) { ended[c.ID]++ })
	}
	flood, other := request.Client{ID: "192.0.2.1", Guest: true}, request.Client{ID: "192.0.2.2", Guest: true}
	for range 10 {
		if _, err := enter(flood); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := enter(flood); !errors.As(err, new(*BusyError)) {
		t.Errorf("the eleventh: %v", err)
	}
	for n := range 5 {
		if _, err := enter(other); err != nil || ended[flood.ID] != n+1 {
			t.Errorf("other guest: %v, %v", err, ended)
		}
	}
	if _, err := enter(other); err == nil {
		t.Error("both have as many, and one loses another")
	}
	for range 10 {
		if _, err := enter(request.Client{ID: "Ada"}); err != nil {
			t.Errorf("a person: %v", err)
		}
	}
	if _, err := enter(flood); err == nil {
		t.Error("a guest takes a person's place")
	}
	leave, err := enter(request.Client{ID: "Bob"})
	if err != nil || ended["Ada"] != 1 {
		t.Errorf("another person: %v, %v", err, ended)
	}
	leave()
	if leave(); len(s.open) != 9 {
		t.Errorf("%d streams go on", len(s.open))
	}
}

// TestFairByteBudget leaves part of the byte budget to others when one guest
// sends much.
func TestFairByteBudget(t *testing.T) {
	r := byteBudget{size: 1000, maxBody: 10}
	guest := func(n int) request.Client { return request.Client{ID: fmt.Sprint("192.0.2.", n), Guest: true} }
	if !r.acquire(guest(1), 250) || r.acquire(guest(1), 1) {
		t.Error("a guest has more or less than a quarter")
	}
	if !r.acquire(guest(2), 250) || !r.acquire(guest(3), 250) || r.acquire(guest(4), 1) {
		t.Error("guests have more or less than three quarters")
	}
	if !r.acquire(request.Client{ID: "Ada"}, 250) || r.acquire(request.Client{ID: "Ada"}, 1) {
		t.Error("a person has more or less than what is left")
	}
	alone := byteBudget{size: 1000, maxBody: 10}
	if !alone.acquire(request.Client{ID: "Ada"}, 750) || alone.acquire(request.Client{ID: "Ada"}, 1) || !alone.acquire(request.Client{ID: "Bob"}, 250) {
		t.Error("a person has more or less than three quarters")
	}
	for _, c := range []request.Client{guest(1), guest(2), guest(3), {ID: "Ada"}} {
		r.release(c, 250)
	}
	if r.used() != 0 || r.guests != 0 || len(r.clients) != 0 {
		t.Errorf("%+v is left", r.clients)
	}
	large := byteBudget{size: 1000, maxBody: 900}
	if !large.acquire(guest(1), 900) {
		t.Error("a whole body does not fit")
	}
}

// TestFlood has a guest count nodes on 70 connections for some seconds: all
// requests of a contributor are served meanwhile.
func TestFlood(t *testing.T) {
	a, sessions := peopledArchive(t)
	s := NewServer(a, ServerConfig{})
	server := httptest.NewServer(s)
	defer server.Close()
	ctx, stop := context.WithCancel(t.Context())
	var flood sync.WaitGroup
	for range 70 {
		flood.Go(func() {
			for ctx.Err() == nil {
				request, err := http.NewRequestWithContext(ctx, "POST", server.URL+"/api/v1/positions/count", strings.NewReader(`{"variant":"chess","depth":20}`))
				if err != nil {
					t.Error(err)
					return
				}
				if answer, err := http.DefaultClient.Do(request); err == nil {
					io.Copy(io.Discard, answer.Body)
					answer.Body.Close()
				}
				time.Sleep(50 * time.Millisecond)
			}
		})
	}
	defer flood.Wait()
	defer stop()
	waitFor(t, func() bool { _, waiting := s.long.counts(); return waiting >= waitingLong })
	for i := range 10 {
		for _, row := range [][3]string{
			{"POST", "/api/v1/validate", "x"}, {"POST", "/api/v1/positions/count", `{"variant":"chess","depth":2}`}, {"GET", "/api/v1/games/1/export?as=svg", ""},
		} {
			request, err := http.NewRequestWithContext(t.Context(), row[0], server.URL+row[1], strings.NewReader(row[2]))
			if err != nil {
				t.Fatal(err)
			}
			request.AddCookie(&http.Cookie{Name: sessionCookie, Value: sessions[store.Contributor]})
			request.Header.Set("Origin", server.URL)
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			if body, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
				t.Errorf("%d: %s %s: %d %s", i, row[0], row[1], answer.StatusCode, body)
			}
			answer.Body.Close()
		}
	}
}

// TestAnalysisTimeLimit requests a million nodes on the largest board: the
// response comes in time, with no more nodes than requested.
func TestAnalysisTimeLimit(t *testing.T) {
	a, _ := peopledArchive(t)
	s := NewServer(a, ServerConfig{})
	s.analysisLimit = 300 * time.Millisecond
	row := strings.Repeat("Q", 15)
	text := "id: wide\nversion: \"1\"\nrulings: WD\nname: Wide\nsummary: A test.\nboard: {files: 16, ranks: 16}\n" +
		"sides: [{name: White}, {name: Black}]\npieces:\n  K: {name: King, royal: true, moves: K}\n  P: {name: Pawn, moves: fmWfcF}\n  Q: {name: Queen, moves: [Q, N, C, Z]}\n" +
		"start: K" + row + "/PPPPPPPPPPPPPPPP" + strings.Repeat("/16", 12) + "/pppppppppppppppp" + "/" + strings.ToLower(row) + "k w\n" +
		"rules:\n  - {module: royal-safety}\n  - {module: no-moves, attacked: loss, free: draw}\n"
	name, err := a.Try(t.Context(), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, more := range []string{"", `, "mate": 200`, `, "multiPv": 10`} {
		began := time.Now()
		got := of(s, "", "POST", "/api/v1/analysis", fmt.Sprintf(`{"variant": %q, "nodes": %d%s}`, name, analyse.MaxJobNodes, more))
		if took := time.Since(began); got.Code != 200 || took > 5*time.Second {
			t.Errorf("%s: %d %s, in %v", more, got.Code, got.Body, took)
		}
	}
	var found analyse.PositionAnalysis
	got := of(s, "", "POST", "/api/v1/analysis", `{"variant": "chess", "position": "6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1", "nodes": 1000}`)
	if err := json.Unmarshal(got.Body.Bytes(), &found); err != nil || found.Nodes > 1000 {
		t.Errorf("%d nodes of 1000: %v", found.Nodes, err)
	}
}

// TestValidationTimeLimit stops validating records at the time limit, and
// reports it.
func TestValidationTimeLimit(t *testing.T) {
	a, _ := peopledArchive(t)
	s := NewServer(a, ServerConfig{})
	s.verifyLimit = time.Nanosecond
	got := of(s, "", "POST", "/api/v1/validate", "[White \"x\"]\n\n1. e4 e5 *\n")
	if got.Code != 413 || !strings.Contains(got.Body.String(), "seconds") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}
