package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/api"
	"assay/api/games"
	"assay/api/records"
	"assay/api/search"
)

// client calls a server in this process, and compares every response with the
// OpenAPI document.
type client struct {
	t        testing.TB
	address  string
	contract *contract
	archive  *api.Archive
}

// start serves an archive until the test ends.
func start(t testing.TB, a *api.Archive, config ServerConfig) *client {
	t.Helper()
	return serveOn(t, NewServer(a, config))
}

func serveOn(t testing.TB, server *Server) *client {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return &client{t: t, address: "http://" + listener.Addr().String(), contract: newContract(t), archive: server.archive}
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a *answer) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		t.Fatalf("%v in %s", err, a.body)
	}
}

func (c *client) call(method, path string, body io.Reader) *answer {
	c.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), method, c.address+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.do(request)
}

func (c *client) do(request *http.Request) *answer {
	c.t.Helper()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	endless := strings.HasSuffix(request.URL.Path, "/queue/events") || strings.HasSuffix(request.URL.Path, "/live/events") || strings.HasSuffix(request.URL.Path, "/annotations/events")
	if endless && response.StatusCode == http.StatusOK {
		return &answer{response.StatusCode, response.Header, nil} // an endless stream
	}
	got, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.contract.of(request.URL).check(request.Method, request.URL.Path, response.StatusCode, response.Header, got); err != nil {
		c.t.Errorf("%s %s: status %d: %v\n%.400s", request.Method, request.URL.Path, response.StatusCode, err, got)
	}
	if request.Method != http.MethodGet && response.StatusCode < 300 {
		c.indexed()
	}
	return &answer{response.StatusCode, response.Header, got}
}

// indexed waits until the index includes all changes, unless an error prevents
// it. How long a write itself waits depends on the machine.
func (c *client) indexed() {
	c.t.Helper()
	waitFor(c.t, func() bool {
		r := c.archive.Ready(context.Background())
		return r.Indexed >= r.Changes || len(r.Reasons) > 0 && !strings.Contains(r.Reasons[0], "not open yet")
	})
}

func (c *client) get(path string) *answer { c.t.Helper(); return c.call(http.MethodGet, path, nil) }

func (c *client) post(path, body string) *answer {
	c.t.Helper()
	return c.call(http.MethodPost, path, strings.NewReader(body))
}

// TestHead requests headers only: they are the same as for GET.
func TestHead(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	if got := c.post("/api/v1/games", readFile(t, board1)); got.status != http.StatusCreated {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, path := range []string{"games", "games/1", "games/1/record", "games/1/export?as=svg", "games/1/annotations", "games/1/positions/3", "diagram.svg?variant=csg-1", "explorer?variant=csg-1", "faults", "events", "submissions", "variants", "variants/csg-1", "healthz", "openapi.json", "games/9", "games/1/annotations/1"} {
		want := c.get("/api/v1/" + path)
		got, err := http.Head(c.address + "/api/v1/" + path)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != want.status || got.Header.Get("Content-Type") != want.header.Get("Content-Type") || want.status == 200 && got.ContentLength != int64(len(want.body)) {
			t.Errorf("%s: %d %v of %d bytes, GET says %d", path, got.StatusCode, got.Header, len(want.body), want.status)
		}
	}
}

// TestRepairTime suggests repairs until the time limit, and reports which
// records may have more.
func TestRepairTime(t *testing.T) {
	s := NewServer(newArchive(t), ServerConfig{})
	c := serveOn(t, s)
	for _, row := range []struct {
		time         time.Duration
		offered, cut bool
	}{{repairTime, true, false}, {1, false, true}} {
		s.repairLimit = row.time
		var reports []analysis.Report
		c.post("/api/v1/validate?repair=true", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Bb6 *\n\n"+scholars+"\n").into(t, &reports)
		if len(reports) != 2 || len(reports[0].Repairs) > 0 != row.offered || reports[0].RepairsCut != row.cut || reports[1].RepairsCut {
			t.Errorf("in %v: %+v", row.time, reports)
		}
	}
}

func TestSubmit(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	game := readFile(t, board1)
	var s records.Submission

	got := c.post("/api/v1/games", game)
	if got.status != http.StatusCreated || got.header.Get("Location") != "/api/v1/games/1" {
		t.Fatalf("first: %d, location %q: %s", got.status, got.header.Get("Location"), got.body)
	}
	if got.into(t, &s); len(s.Games) != 1 || s.Games[0].ID != 1 || s.Games[0].Verdict != "legal" || s.Games[0].Plies != 110 {
		t.Errorf("first: %s", got.body)
	}
	if got = c.post("/api/v1/games", game); got.status != http.StatusOK {
		t.Errorf("again: %d", got.status)
	}
	if got.into(t, &s); !s.Games[0].Existing || s.Games[0].ID != 1 {
		t.Errorf("again: %s", got.body)
	}

	got = c.post("/api/v1/games?file=bad.txt", illegalRecord)
	var p Problem
	if got.into(t, &p); got.status != 422 || p.Error == nil || p.Error.Ply != 3 || p.Error.Line != 4 || p.Error.Rule != "CSG-0" || p.Error.File != "bad.txt" || len(p.Games) != 1 {
		t.Errorf("illegal: %d %s", got.status, got.body)
	}
	if got = c.post("/api/v1/games?atomic=true", illegalRecord+"\n"+game); got.status != 422 {
		t.Errorf("illegal and legal: %d", got.status)
	}
	if got = c.post("/api/v1/games?keep=illegal", illegalRecord); got.status != http.StatusCreated {
		t.Errorf("illegal, kept: %d %s", got.status, got.body)
	}
	if got = c.post("/api/v1/games", unsupportedRecord); got.status != http.StatusCreated {
		t.Errorf("unsupported: %d %s", got.status, got.body)
	}
	for _, path := range []string{"/api/v1/games", "/api/v1/games?keep=illegal"} {
		if got = c.post(path, "nothing that is a record\n"); got.status != 422 {
			t.Errorf("unreadable: %d %s", got.status, got.body)
		}
	}

	var page games.GamePage
	if c.get("/api/v1/games").into(t, &page); page.Total != 3 {
		t.Errorf("%d games, want 3", page.Total)
	}
	record := c.get("/api/v1/games/2/record")
	if string(record.body) != illegalRecord {
		t.Errorf("record %q", record.body)
	}
}

// TestSubmitSound archives the valid records of a body and lists the others,
// and refuses all of them on request.
func TestSubmitSound(t *testing.T) {
	const (
		ann = "[White \"Ann\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"
		bo  = "[White \"Bo\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n\n"
		bad = "[White \"Cid\"]\n\n1. e4 e5 2. Qh6 *\n\n"
	)
	type outcome struct {
		id       int64
		verdict  string
		existing bool
		line     int
	}
	c := start(t, newArchive(t), ServerConfig{})
	for _, row := range []struct {
		name, query, body string
		status            int
		games             []outcome
		total             int
	}{
		{"sound and faulty", "", ann + bad + bo, 201, []outcome{{1, "legal", false, 1}, {0, "illegal", false, 5}, {2, "legal", false, 9}}, 2},
		{"the same again", "", ann + bad + bo, 200, []outcome{{1, "legal", true, 1}, {0, "illegal", false, 5}, {2, "legal", true, 9}}, 2},
		{"refused whole", "?atomic=true", bad + "[White \"Dee\"]\n\n1. c4 *\n", 422, []outcome{{0, "illegal", false, 1}, {0, "legal", false, 5}}, 2},
		{"refused whole, though kept", "?atomic=true&keep=illegal", "nothing\n", 422, []outcome{{0, "unreadable", false, 0}}, 2},
		{"all faulty", "", bad + bad, 422, []outcome{{0, "illegal", false, 1}, {0, "illegal", false, 5}}, 2},
		{"kept", "?keep=illegal", ann + bad, 201, []outcome{{1, "legal", true, 1}, {3, "illegal", false, 5}}, 3},
		{"kept, atomic: no record is refused", "?keep=illegal&atomic=true", bad + bo, 200, []outcome{{3, "illegal", true, 1}, {2, "legal", true, 5}}, 3},
		{"unsupported is archived", "", "[Variant \"Nonesuch\"]\n\n1. e4 *\n\n" + bad, 201, []outcome{{4, "unsupported", false, 1}, {0, "illegal", false, 5}}, 4},
	} {
		got := c.post("/api/v1/games"+row.query, row.body)
		var answer struct {
			Games []records.Imported
			Error *analysis.Error
		}
		got.into(t, &answer)
		var outcomes []outcome
		for _, g := range answer.Games {
			outcomes = append(outcomes, outcome{int64(g.ID), g.Verdict, g.Existing, int(g.Line)})
			if (g.Error != nil) != g.Invalid() {
				t.Errorf("%s: game %d is %s, its error is %v", row.name, g.Game, g.Verdict, g.Error)
			}
		}
		if got.status != row.status || !slices.Equal(outcomes, row.games) || (answer.Error != nil) != (row.status == 422) {
			t.Errorf("%s: %d %s", row.name, got.status, got.body)
		}
		var page games.GamePage
		if c.get("/api/v1/games").into(t, &page); page.Total != row.total {
			t.Errorf("%s: %d games, want %d", row.name, page.Total, row.total)
		}
	}
}

func TestValidateStoresNothing(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	got := c.post("/api/v1/validate", readFile(t, board1)+"\n"+illegalRecord+"\n"+unsupportedRecord)
	var reports []struct{ Verdict string }
	got.into(t, &reports)
	if got.status != 200 || len(reports) != 3 || reports[0].Verdict != "legal" || reports[1].Verdict != "illegal" || reports[2].Verdict != "unsupported" {
		t.Errorf("%d %s", got.status, got.body)
	}
	got = c.post("/api/v1/validate", "")
	if got.into(t, &reports); got.status != 200 || len(reports) != 1 || reports[0].Verdict != "unreadable" {
		t.Errorf("nothing: %d %s", got.status, got.body)
	}
	if n, err := a.Count(t.Context(), games.Filter{}); err != nil || n != 0 {
		t.Errorf("%d games archived, %v", n, err)
	}
}

func TestDelete(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	c.post("/api/v1/games", readFile(t, board1))
	query := `{"variant":"csg-1","position":"` + startText(t, a, "csg-1") + `"}`
	total := func() int {
		var r search.SearchResult
		c.post("/api/v1/positions/search", query).into(t, &r)
		return r.Total
	}
	if total() != 1 {
		t.Fatalf("%d hits before", total())
	}
	if got := c.call(http.MethodDelete, "/api/v1/games/1", nil); got.status != http.StatusNoContent {
		t.Fatalf("delete: %d", got.status)
	}
	for _, path := range []string{"", "/record", "/positions/0", "/export?as=numbered"} {
		if got := c.get("/api/v1/games/1" + path); got.status != http.StatusGone {
			t.Errorf("%s after: %d", path, got.status)
		}
	}
	if got := c.call(http.MethodDelete, "/api/v1/games/1", nil); got.status != http.StatusGone {
		t.Errorf("delete again: %d", got.status)
	}
	if total() != 0 {
		t.Errorf("%d hits after", total())
	}
	if err := a.Restore(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	c.indexed()
	if total() != 1 || c.get("/api/v1/games/1").status != 200 {
		t.Errorf("%d hits when restored", total())
	}
}

// endless is an endless body of one letter.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	return len(b), nil
}

// TestGarbage sends 100 MB: the response arrives, and names the limit.
func TestGarbage(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{MaxBody: 1 << 20})
	for _, path := range []string{"/api/v1/games", "/api/v1/validate"} {
		for _, announced := range []bool{true, false} {
			request, err := http.NewRequest(http.MethodPost, c.address+path, io.LimitReader(endless{}, 100<<20))
			if err != nil {
				t.Fatal(err)
			}
			if announced {
				request.ContentLength = 100 << 20
			}
			got := c.do(request)
			var p Problem
			if got.into(t, &p); got.status != 413 || p.Limit != 1<<20 || !strings.Contains(p.Detail, "1048576") {
				t.Errorf("%s: %d %s", path, got.status, got.body)
			}
		}
	}
	// A body at the limit is read, and has no record.
	got := c.call(http.MethodPost, "/api/v1/validate", io.LimitReader(endless{}, 1<<20))
	if got.status != 200 || !bytes.Contains(got.body, []byte(`"unreadable"`)) {
		t.Errorf("garbage below the limit: %d %.200s", got.status, got.body)
	}
}

func TestTooManyRecords(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{MaxGames: 3})
	for n, want := range map[int]int{3: 201, 4: 413} {
		var body strings.Builder
		for range n {
			body.WriteString("Variant=csg-1\nEvent=" + strings.Repeat("x", n+body.Len()%7) + "\n1. Pawn f3 - f4\n\n")
		}
		if got := c.post("/api/v1/games", body.String()); got.status != want {
			t.Errorf("%d records: %d %s", n, got.status, got.body)
		}
	}
}

// TestOtherOrigin rejects requests that a browser sends for a page of another
// site.
func TestOtherOrigin(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	request, err := http.NewRequest(http.MethodPost, c.address+"/api/v1/games", strings.NewReader(readFile(t, board1)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := c.do(request); got.status != http.StatusForbidden {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestFollow finds games that another process archived.
func TestFollow(t *testing.T) {
	folder := t.TempDir()
	a := openArchive(t, folder)
	c := start(t, a, ServerConfig{})
	c.post("/api/v1/games", readFile(t, board1)) // opens the index here

	other := openArchive(t, folder)
	tally, err := other.Import(t.Context(), []string{board3}, records.ImportOptions{})
	if err != nil || tally.Added != 1 {
		t.Fatalf("%+v, %v", tally, err)
	}
	query := `{"variant":"csg-3","position":"` + startText(t, a, "csg-3") + `"}`
	waitFor(t, func() bool {
		var r search.SearchResult
		c.post("/api/v1/positions/search", query).into(t, &r)
		return r.Total == 1
	})
}

// waitFor waits longer for a condition than the index pauses after errors.
func waitFor(t testing.TB, ready func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !ready(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain")
		}
	}
}

// TestSkip begins pages anywhere in a list.
func TestSkip(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	var records strings.Builder
	for i, name := range []string{"Ada", "Ben", "Ada", "Cy", "Ada"} {
		fmt.Fprintf(&records, "[White %q]\n[Round \"%d\"]\n\n1. e4 e5 *\n\n", name, i)
	}
	if got := c.post("/api/v1/games", records.String()); got.status != http.StatusCreated {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, row := range []struct {
		query string
		want  []int64
		next  bool
	}{
		{"skip=0&limit=2", []int64{1, 2}, true},
		{"skip=3&limit=2", []int64{4, 5}, false},
		{"skip=1&limit=1&player=ada", []int64{3}, true},
		{"skip=5", []int64{}, false},
		{"skip=900", []int64{}, false},
		{"sort=first", []int64{1, 3, 5, 2, 4}, false},
		{"sort=-first&limit=3", []int64{4, 2, 5}, true},
		{"sort=-first&limit=3&skip=3", []int64{3, 1}, false},
		{"sort=-id&player=ada", []int64{5, 3, 1}, false},
		{"sort=-plies&limit=2", []int64{5, 4}, true}, // all equal
		{"sort=date&skip=900", []int64{}, false},
	} {
		var page games.GamePage
		c.get("/api/v1/games?"+row.query).into(t, &page)
		ids := []int64{}
		for _, g := range page.Games {
			ids = append(ids, g.ID)
		}
		if !slices.Equal(ids, row.want) || (page.Next != "") != row.next {
			t.Errorf("%s: %v, next %q", row.query, ids, page.Next)
		}
	}
	for _, row := range []struct{ query, rounds, lines string }{
		{"sort=-first", "31420", "42531"},
		{"sort=first&player=ada", "024", "135"},
		{"sort=-id&query=player:ada", "420", "531"},
		{"sort=-first&query=player:a*&event=none", "", ""},
		{"sort=-first&query=not+player:ben&q=a", "420", "531"},
		{"query=player:ada", "024", "135"},
	} {
		var rounds, lines string
		got := c.get("/api/v1/export?as=pgn&" + row.query)
		for _, m := range regexp.MustCompile(`Round "(\d)"`).FindAllStringSubmatch(string(got.body), -1) {
			rounds += m[1]
		}
		streamed := c.send("GET", "/api/v1/export?as=pgn&"+row.query, "", "Accept", ndjson)
		for _, m := range regexp.MustCompile(`"game":(\d)`).FindAllStringSubmatch(string(streamed.body), -1) {
			lines += m[1]
		}
		if rounds != row.rounds || lines != row.lines {
			t.Errorf("export of %s: rounds %q, lines of %q", row.query, rounds, lines)
		}
	}
	if got := c.get("/api/v1/export?as=pgn&games=1&sort=id"); got.status != http.StatusBadRequest {
		t.Errorf("games in their order and in another: %d %s", got.status, got.body)
	}
	for _, query := range []string{"sort=colour", "sort=-"} {
		if got := c.get("/api/v1/export?as=pgn&" + query); got.status != http.StatusBadRequest {
			t.Errorf("export of %s: %d %s", query, got.status, got.body)
		}
		if got := c.get("/api/v1/games?" + query); got.status != http.StatusBadRequest || !strings.Contains(string(got.body), ": expected id, -id, variant") {
			t.Errorf("%s: %d %s", query, got.status, got.body)
		}
	}
	var first, second games.GamePage
	c.get("/api/v1/games?sort=-first&limit=3").into(t, &first)
	c.get("/api/v1/games?sort=-first&limit=3&cursor="+string(first.Next)).into(t, &second)
	if len(second.Games) != 2 || second.Games[0].ID != 3 || second.Games[1].ID != 1 || second.Next != "" {
		t.Errorf("behind the first page: %+v", second)
	}
	if got := c.get("/api/v1/games?cursor=" + string(first.Next)); got.status != http.StatusBadRequest {
		t.Errorf("its cursor in the usual order: %d %s", got.status, got.body)
	}
	for _, query := range []string{"skip=-1", "skip=x", "skip=1&cursor=AQ"} {
		if got := c.get("/api/v1/games?" + query); got.status != http.StatusBadRequest || !strings.Contains(string(got.body), "skip") {
			t.Errorf("%s: %d %s", query, got.status, got.body)
		}
	}
}
