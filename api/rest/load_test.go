package rest

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"assay/analysis/rules"
	"assay/api/games"
	"assay/fixtures"
)

// The load: numbers of clients and of requests a second, as long as the
// benchmark lasts (-benchtime 600s).
const (
	loadClients = 64
	loadRate    = 300
)

// load is the requests of many clients and their results, by route.
type load struct {
	*client
	positions []*rules.Position
	games     int64
	written   atomic.Int64
	http      *http.Client
	mu        sync.Mutex
	took      map[string][]time.Duration
	limited   map[string]int // requests rejected by a named limit, by route and status
	failed    error          // the first other failure
}

// calls lists the requests with their weights.
var calls = []struct {
	route  string
	weight int
	make   func(l *load, r *rand.Rand) (method, path, body string)
}{
	{"GET game", 25, func(l *load, r *rand.Rand) (string, string, string) { return "GET", l.gamePath(r), "" }},
	{"GET record", 8, func(l *load, r *rand.Rand) (string, string, string) { return "GET", l.gamePath(r) + "/record", "" }},
	{"GET position", 10, func(l *load, r *rand.Rand) (string, string, string) { return "GET", l.gamePath(r) + "/positions/0", "" }},
	{"GET export of a game", 5, func(l *load, r *rand.Rand) (string, string, string) {
		return "GET", l.gamePath(r) + "/export?as=json", ""
	}},
	{"GET games, a page", 6, func(l *load, r *rand.Rand) (string, string, string) {
		return "GET", fmt.Sprintf("/games?skip=%d", r.Int64N(l.games)), ""
	}},
	{"GET games, lines of all", 1, func(*load, *rand.Rand) (string, string, string) {
		return "GET", "/games?variant=crazyhouse&verdict=legal", ndjson
	}},
	{"GET export, 50 games", 1, func(l *load, r *rand.Rand) (string, string, string) {
		var ids []string
		for range 50 {
			ids = append(ids, fmt.Sprint(1+r.Int64N(l.games)))
		}
		return "GET", "/export?as=json&games=" + strings.Join(ids, ","), ""
	}},
	{"GET feed of an event", 1, func(*load, *rand.Rand) (string, string, string) { return "GET", feedsPath + "/games?event=load", "" }},
	{"GET explorer", 5, func(l *load, r *rand.Rand) (string, string, string) {
		return "GET", explorerRequest(l.position(r)).path, ""
	}},
	{"POST search, exact", 12, func(l *load, r *rand.Rand) (string, string, string) {
		q := exactRequest(l.position(r))
		return "POST", q.path, q.body
	}},
	{"POST search, pattern", 4, func(l *load, r *rand.Rand) (string, string, string) {
		q := patternRequest(r, l.position(r))
		return "POST", q.path, q.body
	}},
	{"POST validate", 4, func(*load, *rand.Rand) (string, string, string) { return "POST", "/validate", scholars }},
	{"POST play", 2, func(*load, *rand.Rand) (string, string, string) {
		return "POST", "/positions/play", `{"variant":"chess","moves":["e2e4","e5"]}`
	}},
	{"POST game", 10, func(l *load, _ *rand.Rand) (string, string, string) {
		return "POST", "/games", fmt.Sprintf("[Event \"Load %d\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n", l.written.Add(1))
	}},
	{"POST annotation", 5, func(l *load, r *rand.Rand) (string, string, string) {
		return "POST", l.gamePath(r) + "/annotations", `{"author":"Ada","ply":0,"comment":"under load"}`
	}},
}

func (l *load) gamePath(r *rand.Rand) string { return fmt.Sprintf("/games/%d", 1+r.Int64N(l.games)) }

func (l *load) position(r *rand.Rand) *rules.Position { return l.positions[r.IntN(len(l.positions))] }

// expectedProblems matches the problems that random games can cause: a record
// without positions, a comment on a game in progress.
var expectedProblems = regexp.MustCompile(`/problems/(not-replayable|comments-refused)"`)

// one sends one request.
func (l *load) one(random *rand.Rand) {
	weight := 0
	for _, c := range calls {
		weight += c.weight
	}
	at := random.IntN(weight)
	i := 0
	for ; at >= calls[i].weight; i++ {
		at -= calls[i].weight
	}
	method, path, body := calls[i].make(l, random)
	accept := "application/json, */*"
	if method == http.MethodGet && body != "" {
		accept, body = body, ""
	}
	if !strings.HasPrefix(path, feedsPath) {
		path = basePath + path
	}
	request, err := http.NewRequest(method, l.address+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Accept", accept)
	began := time.Now()
	answer, err := l.http.Do(request)
	var text []byte
	if err == nil {
		text, err = io.ReadAll(answer.Body)
		answer.Body.Close()
	}
	took := time.Since(began)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err != nil:
		l.failed = err
	case answer.StatusCode == http.StatusServiceUnavailable || answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode == http.StatusRequestTimeout:
		l.limited[fmt.Sprintf("%s: %d", calls[i].route, answer.StatusCode)]++
	case answer.StatusCode >= 400 && !expectedProblems.Match(text):
		l.failed = fmt.Errorf("%s %s: %d %.300s", method, path, answer.StatusCode, text)
	default:
		l.took[calls[i].route] = append(l.took[calls[i].route], took)
	}
}

// held is what a process uses.
type held struct{ memory, descriptors, goroutines int }

func holds(t testing.TB) held {
	t.Helper()
	var h held
	var size int
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		fixtures.Lacks(t, "what a process holds is read from /proc: %v", err)
	}
	fmt.Sscan(string(text), &size, &h.memory)
	h.memory = h.memory * os.Getpagesize() >> 20
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	h.descriptors, h.goroutines = len(open), runtime.NumGoroutine()
	return h
}

// BenchmarkLoad has many clients read, write, search and export concurrently.
// It reports the time of requests by route, and what the process (server and
// clients) used meanwhile. Requests fail only by a named limit. Run it with
// -benchtime 600s.
func BenchmarkLoad(b *testing.B) {
	a := searchedArchive(b)
	random := rand.New(rand.NewPCG(16, 6))
	games, err := a.Count(b.Context(), games.Filter{})
	if err != nil {
		b.Fatal(err)
	}
	l := &load{
		client: start(b, a, ServerConfig{}), positions: askedPositions(b, a, random, 500), games: int64(games),
		took: map[string][]time.Duration{}, limited: map[string]int{},
		http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: loadClients}},
	}
	defer l.http.CloseIdleConnections()
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	pace := rate.NewLimiter(loadRate, loadClients)
	var calling sync.WaitGroup
	var samples []held
	began := time.Now()
	for i := range loadClients {
		random := rand.New(rand.NewPCG(16, uint64(i)))
		calling.Go(func() {
			for pace.Wait(ctx) == nil {
				l.one(random)
			}
		})
	}
	for b.Loop() {
		time.Sleep(time.Second)
		samples = append(samples, holds(b))
	}
	stop()
	calling.Wait()
	lasted := time.Since(began)
	if l.failed != nil {
		b.Error(l.failed)
	}
	all := 0
	fmt.Println() // more than a benchmark's log holds
	for _, route := range slices.Sorted(maps.Keys(l.took)) {
		p := percentiles(l.took[route])
		fmt.Printf("%-24s %6d calls  p50 %8.2f ms  p99 %8.2f ms\n", route, len(l.took[route]), p["ms-p50"], p["ms-p99"])
		all += len(l.took[route])
	}
	fmt.Printf("refused by named limits: %v\n", l.limited)
	for i := range 10 {
		if part := samples[i*len(samples)/10 : (i+1)*len(samples)/10]; len(part) > 0 {
			h := part[len(part)-1]
			fmt.Printf("after %d s: %d MB resident, %d descriptors, %d goroutines\n", (i+1)*len(samples)/10, h.memory, h.descriptors, h.goroutines)
		}
	}
	b.ReportMetric(float64(all)/lasted.Seconds(), "requests/s")
}

// idle returns what the process uses when no request is in flight.
func (l *load) idle() held {
	runtime.GC()
	runtime.GC() // runs the finalisers that the first one found
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	h := holds(l.t)
	h.memory = int(memory.HeapAlloc >> 20)
	return h
}

// within reports whether usage did not grow since the middle of the load, apart
// from the data written.
func (h held) within(middle held) bool {
	return h.memory <= middle.memory+loadGrowth && h.descriptors <= middle.descriptors+loadClients/2 && h.goroutines <= middle.goroutines+loadClients/2
}

// loadGrowth is how much memory the data written in half of the load may take,
// in megabytes.
const loadGrowth = 8

// TestLoad has many clients read, write, search and export concurrently.
// Requests fail only by a named limit, and usage does not grow from the middle
// to the end. It is measured when idle, so that the machine's speed does not
// matter.
func TestLoad(t *testing.T) {
	var records []string
	book, random := newBook(), rand.New(rand.NewPCG(16, 6))
	for i := range 200 {
		records = append(records, randomRecord(t, book, random, []string{"chess", "crazyhouse", "xiangqi", "csg-1"}[i%4], 60))
	}
	a := newArchive(t)
	submit(t, a, records)
	l := &load{
		client: start(t, a, ServerConfig{Pace: time.Minute}), positions: askedPositions(t, a, random, 100), games: int64(len(records)),
		took: map[string][]time.Duration{}, limited: map[string]int{},
		http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: loadClients}},
	}
	half := fixtures.Rounds(700, 6000, 60_000)
	run := func(part uint64) {
		var made atomic.Int64
		var calling sync.WaitGroup
		for i := range loadClients {
			random := rand.New(rand.NewPCG(part, uint64(i)))
			calling.Go(func() {
				for made.Add(1) <= int64(half) {
					l.one(random)
				}
			})
		}
		calling.Wait()
		l.http.CloseIdleConnections()
		l.indexed()
	}
	run(1)
	middle := l.idle()
	waitFor(t, func() bool { // wait for the goroutines of the connections
		before := middle
		middle = l.idle()
		return middle.goroutines >= before.goroutines && middle.descriptors >= before.descriptors
	})
	run(2)
	end := l.idle()
	for late := time.Now().Add(2 * time.Minute); !end.within(middle) && time.Now().Before(late); end = l.idle() {
		time.Sleep(20 * time.Millisecond)
	}
	t.Logf("in the middle %+v, at the end %+v; refused by named limits: %v", middle, end, l.limited)
	if !end.within(middle) {
		t.Errorf("what is held grows: in the middle %+v, after as many calls again %+v", middle, end)
	}
	if l.failed != nil {
		t.Error(l.failed)
	}
	for _, c := range calls {
		if len(l.took[c.route]) == 0 {
			t.Errorf("no call of %s was answered", c.route)
		}
	}
}
