package rest

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/api/games"
	"assay/index"
	"assay/store"
)

func TestBadRequests(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	for _, text := range []string{readFile(t, board1), unsupportedRecord} {
		if got := c.post("/api/v1/games", text); got.status != http.StatusCreated {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	csg := startText(t, a, "csg-1")
	for _, row := range []struct {
		method, path, body string
		status             int
		kind, detail       string
	}{
		{"GET", "/", "", 404, "not-found", "openapi.json"},
		{"GET", "/api/v1", "", 404, "not-found", ""},
		{"GET", "/api/v1/games/", "", 404, "not-found", ""},
		{"GET", "/api/v2/games", "", 404, "not-found", ""},
		{"PUT", "/api/v1/games", "", 405, "method-not-allowed", "Allow"},
		{"DELETE", "/api/v1/variants", "", 405, "method-not-allowed", "Allow"},
		{"GET", "/api/v1/validate", "", 405, "method-not-allowed", "Allow"},

		{"GET", "/api/v1/games?colour=red", "", 400, "bad-request", "colour"},
		{"GET", "/api/v1/games?q=a&q=b", "", 400, "bad-request", "once"},
		{"GET", "/api/v1/games?q=%zz", "", 400, "bad-request", "query"},
		{"GET", "/api/v1/games?limit=-1", "", 400, "bad-request", "limit"},
		{"GET", "/api/v1/games?limit=501", "", 400, "bad-request", "500"},
		{"GET", "/api/v1/games?limit=many", "", 400, "bad-request", "limit"},
		{"GET", "/api/v1/games?limit=99999999999999999999", "", 400, "bad-request", "limit"},
		{"GET", "/api/v1/games?cursor=zzz", "", 400, "bad-request", "cursor"},
		{"GET", "/api/v1/games?verdict=fine", "", 400, "bad-request", "verdict"},
		{"GET", "/api/v1/games?result=win", "", 400, "bad-request", "result"},
		{"GET", "/api/v1/games?from=yesterday", "", 400, "bad-request", "from"},
		{"GET", "/api/v1/games?to=2024-1-1", "", 400, "bad-request", "to"},
		{"GET", "/api/v1/games?player=!!", "", 400, "bad-request", "player"},

		{"GET", "/api/v1/games/99", "", 404, "game-not-found", "99"},
		{"GET", "/api/v1/games/0", "", 400, "bad-request", "id"},
		{"GET", "/api/v1/games/-1", "", 400, "bad-request", "id"},
		{"GET", "/api/v1/games/one", "", 400, "bad-request", "id"},
		{"GET", "/api/v1/games/99999999999999999999", "", 400, "bad-request", "id"},
		{"GET", "/api/v1/games/1?full=1", "", 400, "bad-request", "full"},
		{"DELETE", "/api/v1/games/99", "", 404, "game-not-found", "99"},
		{"GET", "/api/v1/games/99/record", "", 404, "game-not-found", ""},
		{"GET", "/api/v1/games/1/positions/111", "", 404, "ply-not-found", "110"},
		{"GET", "/api/v1/games/1/positions/-1", "", 404, "ply-not-found", "-1"},
		{"GET", "/api/v1/games/1/positions/last", "", 400, "bad-request", "ply"},
		{"GET", "/api/v1/games/2/positions/0", "", 404, "not-replayable", "unsupported"},
		{"GET", "/api/v1/games/1/export", "", 400, "bad-request", "numbered"},
		{"GET", "/api/v1/games/1/export?as=pdf", "", 400, "bad-request", "numbered"},
		{"GET", "/api/v1/games/1/export?as=svg&ply=111", "", 404, "ply-not-found", "110"},
		{"GET", "/api/v1/games/1/export?as=svg&ply=9&mark=e9,z42", "", 400, "bad-request", "z42"},
		{"GET", "/api/v1/games/1/export?as=numbered&ply=1", "", 400, "bad-request", "whole games"},
		{"GET", "/api/v1/games/2/export?as=svg", "", 404, "not-replayable", ""},

		{"POST", "/api/v1/games?keep=all", "x", 400, "bad-request", "keep"},
		{"POST", "/api/v1/games?variant=checkers", "x", 400, "unknown-variant", "checkers"},
		{"POST", "/api/v1/games?variant=csg-1&options=a=b", "x", 400, "unknown-option", "a=b"},
		{"POST", "/api/v1/games?format=papyrus", "x", 400, "bad-request", "papyrus"},
		{"POST", "/api/v1/validate?keep=illegal", "x", 400, "bad-request", "keep"},

		{"POST", "/api/v1/positions/search", "", 400, "bad-request", "body"},
		{"POST", "/api/v1/positions/search", "[]", 400, "bad-request", "body"},
		{"POST", "/api/v1/positions/search", "{}", 400, "bad-request", "position"},
		{"POST", "/api/v1/positions/search", `{"variant":"csg-1"}`, 400, "bad-request", "position"},
		{"POST", "/api/v1/positions/search", `{"position":"` + csg + `"}`, 400, "bad-request", "variant"},
		{"POST", "/api/v1/positions/search", `{"query":"a","colour":1}`, 400, "bad-request", "colour"},
		{"POST", "/api/v1/positions/search", `{"query":"a"} {}`, 400, "bad-request", "one JSON object"},
		{"POST", "/api/v1/positions/search", `{"query":"\"a"}`, 400, "bad-query", "column 1"},
		{"POST", "/api/v1/positions/search", `{"query":"a","limit":0}`, 400, "bad-request", "limit"},
		{"POST", "/api/v1/positions/search", `{"query":"a","limit":501}`, 400, "bad-request", "500"},
		{"POST", "/api/v1/positions/search", `{"query":"a","cursor":"AQ"}`, 400, "bad-request", "cursor"},
		{"POST", "/api/v1/positions/search", `{"variant":"checkers","position":"8/8 w"}`, 400, "unknown-variant", "checkers"},
		{"POST", "/api/v1/positions/search", `{"variant":"csg-1","position":"9/9 w"}`, 400, "bad-position", "column"},
		{"POST", "/api/v1/positions/search", `{"query":"` + strings.Repeat("a", maxJSON) + `"}`, 413, "too-large", "65536"},

		{"POST", "/api/v1/analysis", `{"variant":"csg-1","nodes":1000001}`, 400, "bad-request", `nodes "1000001": expected 1 to 1000000`},

		{"GET", "/api/v1/variants/checkers", "", 404, "variant-not-found", ""},
		{"GET", "/api/v1/variants/csg-1?options=a=b", "", 400, "unknown-option", "a=b"},
		{"GET", "/api/v1/variants?id=csg-1", "", 400, "bad-request", "id"},
		{"GET", "/api/v1/diagram.svg", "", 400, "bad-request", "variant"},
		{"GET", "/api/v1/diagram.svg?variant=checkers", "", 400, "unknown-variant", "checkers"},
		{"GET", "/api/v1/diagram.svg?variant=csg-1&position=x", "", 400, "bad-position", "column"},
		{"GET", "/api/v1/diagram.svg?variant=csg-1&size=7", "", 400, "bad-request", "size"},
		{"GET", "/healthz?deep=1", "", 400, "bad-request", "deep"},
	} {
		name := fmt.Sprintf("%s %.60s %.60s", row.method, row.path, row.body)
		got := c.call(row.method, row.path, strings.NewReader(row.body))
		var p Problem
		got.into(t, &p)
		if got.status != row.status || p.Status != row.status || !strings.HasSuffix(p.Type, "/problems/"+row.kind) || !strings.Contains(p.Detail, row.detail) {
			t.Errorf("%s: %d %s, want %d %s %q", name, got.status, got.body, row.status, row.kind, row.detail)
		}
		if row.status == 405 && got.header.Get("Allow") == "" {
			t.Errorf("%s: no Allow", name)
		}
	}
}

// TestBodyErrorNames names the key of a wrong value as in the body, wherever
// its type is embedded.
func TestBodyErrorNames(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for body, want := range map[string]string{
		`{"variant":"csg-1","nodes":1.5}`: `nodes "number 1.5": expected a whole number`,
		`{"variant":7}`:                   `variant "number": expected a string`,
	} {
		var p Problem
		if c.call("POST", "/api/v1/analysis", strings.NewReader(body)).into(t, &p); p.Detail != want {
			t.Errorf("%s: %q, want %q", body, p.Detail, want)
		}
	}
}

func TestMultipart(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	request, err := http.NewRequest(http.MethodPost, c.address+"/api/v1/games", strings.NewReader("--x--"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	if got := c.do(request); got.status != http.StatusUnsupportedMediaType {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestProblemHides keeps details of server errors out of responses.
func TestProblemHides(t *testing.T) {
	for _, row := range []struct {
		err    error
		status int
		kind   string
		detail string
	}{
		{errors.New("secret path"), 500, "internal", ""},
		{&store.Error{Path: "secret", Kind: store.ErrBusy}, 503, "busy", ""},
		{&store.Error{Path: "secret", Kind: store.ErrFull}, 507, "no-space", ""},
		{&store.Error{Path: "secret", Kind: store.ErrReadOnly}, 503, "not-writable", ""},
		{&store.Error{Path: "secret", Kind: store.ErrCorrupt}, 500, "internal", ""},
		{&index.Error{Path: "secret", Problem: index.ErrLocked, Cause: errors.New("x")}, 503, "busy", ""},
		{&store.GameError{ID: 7, Kind: store.ErrCorrupt}, 500, "game-damaged", "game 7: archive is damaged"},
		{fmt.Errorf("while listing: %w", &store.GameError{ID: 7, Kind: store.ErrNotFound}), 404, "game-not-found", "while listing: game 7: not in the archive"},
	} {
		p := newProblem(row.err)
		if p.Status != row.status || !strings.HasSuffix(p.Type, "/problems/"+row.kind) || p.Detail != row.detail {
			t.Errorf("%v: %+v", row.err, p)
		}
	}
}

// TestPanic responds with a problem and continues.
func TestPanic(t *testing.T) {
	a := newArchive(t)
	var log strings.Builder
	s := NewServer(a, ServerConfig{Log: &log})
	s.archive = nil
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/api/v1/variants", nil))
	if w.Code != 500 || !strings.Contains(w.Body.String(), "/problems/internal") || !strings.Contains(log.String(), "panic") {
		t.Errorf("%d %s, log %q", w.Code, w.Body, log.String())
	}
}

// failingPages are pages that return errors.
type failingPages map[string]error

func (f failingPages) Routes() map[string]Route {
	out := map[string]Route{}
	for path, err := range f {
		out[path] = Route{Show: func(http.ResponseWriter, *http.Request) error { return err }}
	}
	return out
}

func (failingPages) Refuse(w http.ResponseWriter, _ *http.Request, p *Problem) error {
	w.WriteHeader(p.Status)
	_, err := fmt.Fprint(w, p.Title)
	return err
}

func (failingPages) Explain(w http.ResponseWriter, _ *http.Request, k *Kind) error {
	w.Header().Set("Content-Type", "text/html")
	_, err := fmt.Fprint(w, k.Means)
	return err
}

// TestProblemsExplained requests the meaning of every problem type, as JSON and
// as a page.
func TestProblemsExplained(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{Pages: failingPages{}})
	names := map[string]bool{}
	for _, k := range kinds {
		var said kindResponse
		got := c.get(k.Type())
		if got.into(t, &said); got.status != 200 || said.Type != c.address+k.Type() || said.Status != k.Status || said.Means == "" || said.Advice == "" || names[k.Name] {
			t.Errorf("%s: %d %s", k.Name, got.status, got.body)
		}
		names[k.Name] = true
		got = c.send("GET", k.Type(), "", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
		if got.status != 200 || string(got.body) != k.Means || !strings.Contains(got.header.Get("Content-Security-Policy"), "script-src 'self'") {
			t.Errorf("%s: page %d %s", k.Name, got.status, got.body)
		}
	}
	if got := c.get("/problems/none"); got.status != 404 {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestSecretPath keeps the secret of a link out of the log.
func TestSecretPath(t *testing.T) {
	var log strings.Builder
	s := NewServer(newArchive(t), ServerConfig{Log: &log, Pages: failingPages{"/join/:secret": store.ErrDisk}})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/join/hidden", nil))
	if w.Code != 500 || strings.Contains(log.String(), "hidden") || !strings.Contains(log.String(), "/join/:secret") {
		t.Errorf("status %d, log %s", w.Code, log.String())
	}
}

// TestPageProblems shows errors of pages as pages, with the same statuses
// as over REST. Scripts of pages get the problem itself.
func TestPageProblems(t *testing.T) {
	pages := failingPages{
		"/busy": store.ErrBusy, "/busy.json": store.ErrBusy, "/full": store.ErrFull, "/games/:id": &store.FieldError{},
		"/variants/:id": fmt.Errorf("x: %w", variant.ErrUnknown), "/broken": errors.New("secret"),
	}
	s := NewServer(newArchive(t), ServerConfig{Pages: pages})
	for _, row := range []struct {
		method, path string
		status       int
		says         string
	}{
		{"GET", "/busy", 503, "Busy"}, {"HEAD", "/busy", 503, "Busy"}, {"GET", "/busy.json", 503, `/problems/busy","title"`},
		{"GET", "/full", 507, "No space left"}, {"GET", "/games/1", 400, "Bad request"}, {"GET", "/variants/x", 404, "Variant not found"},
		{"GET", "/broken", 500, "Internal error"}, {"GET", "/nowhere", 404, "Not found"}, {"GET", "/api/v1/nowhere", 404, `/problems/not-found","title"`},
		{"POST", "/busy", 405, `/problems/method-not-allowed","title"`},
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(row.method, "http://localhost"+row.path, nil))
		if w.Code != row.status || !strings.Contains(w.Body.String(), row.says) || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s %s: %d %s", row.method, row.path, w.Code, w.Body)
		}
		if again := w.Header().Get("Retry-After"); (again != "") != (row.status == 503) {
			t.Errorf("%s: again after %q", row.path, again)
		}
	}
}

// TestProblemParts sends bad requests: the problem has an absolute type, its
// code and advice, and says which part of the request is invalid.
func TestProblemParts(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	c.post("/api/v1/games", scholars)
	c.post("/api/v1/games/1/annotations", `{"author":"Cy","ply":4,"comment":"natural"}`)
	for _, row := range []struct {
		method, path, body string
		header             []string
		status             int
		code, part         string
	}{
		{"GET", "games?limit=-1", "", nil, 400, "bad-request", "parameter limit invalid"},
		{"GET", "games?limt=1", "", nil, 400, "bad-request", "parameter limt unknown"},
		{"GET", "games?limit=1&limit=2", "", nil, 400, "bad-request", "parameter limit repeated"},
		{"GET", "games?cursor=x", "", nil, 400, "bad-request", "parameter cursor invalid"},
		{"GET", "games?from=2024-13", "", nil, 400, "bad-request", "parameter from invalid"},
		{"GET", "games?variant=none", "", nil, 400, "unknown-variant", "parameter variant unknown"},
		{"GET", "variants/none", "", nil, 404, "variant-not-found", "parameter id unknown"},
		{"GET", "games/x", "", nil, 400, "bad-request", "parameter id invalid"},
		{"GET", "games/9", "", nil, 404, "game-not-found", ""},
		{"GET", "games/1/export", "", nil, 400, "bad-request", "parameter as missing"},
		{"GET", "explorer?variant=chess&position=x", "", nil, 400, "bad-position", "parameter position invalid"},
		{"POST", "positions/search", `{"variant":"none","query":"x"}`, nil, 400, "unknown-variant", "pointer /variant unknown"},
		{"POST", "positions/search", `{"variant":"chess","query":"knigt on e4"}`, nil, 400, "bad-query", "pointer /query invalid"},
		{"POST", "positions/search", `{"variant":"chess","querry":"x"}`, nil, 400, "bad-request", "pointer /querry unknown"},
		{"POST", "positions/search", `{"variant":"chess","limit":0,"query":"x"}`, nil, 400, "bad-request", "pointer /limit invalid"},
		{"POST", "positions/search", `{"variant":1}`, nil, 400, "bad-request", "pointer /variant invalid"},
		{"POST", "positions/search", `{`, nil, 400, "bad-request", "pointer  invalid"},
		{"POST", "positions/play", `{"variant":"chess","moves":["e4","Ke5"]}`, nil, 422, "line-rejected", "pointer /moves/1 invalid"},
		{"POST", "games/1/annotations", `{"author":"Cy","ply":999,"comment":"x"}`, nil, 400, "bad-request", "pointer /ply invalid"},
		{"POST", "games/1/annotations", `{"author":"Cy","ply":1,"marks":[{"square":"z99"}]}`, nil, 400, "bad-request", "pointer /marks invalid"},
		{"POST", "games?keep=all", scholars, nil, 400, "bad-request", "parameter keep invalid"},
		{"PUT", "games/1/annotations/1", `{"author":"Cy","ply":4}`, nil, 428, "precondition-required", "header If-Match missing"},
		{"DELETE", "games/1", "", []string{"If-Match", `"x"`}, 412, "precondition-failed", "header If-Match invalid"},
		{"GET", "games", "", []string{"Accept", "image/png"}, 406, "not-acceptable", "header Accept invalid"},
		{"GET", "games", "", []string{"Authorization", "Basic x"}, 401, "token-refused", "header Authorization invalid"},
		{"POST", "webhooks", `{"address":"http://10.0.0.1/"}`, nil, 422, "address-refused", "pointer /address invalid"},
	} {
		got := c.send(row.method, "/api/v1/"+row.path, row.body, row.header...)
		var p Problem
		got.into(t, &p)
		part := ""
		for _, e := range p.Errors {
			switch {
			case e.Pointer != nil:
				part = "pointer " + *e.Pointer
			case e.Header != "":
				part = "header " + e.Header
			default:
				part = "parameter " + e.Parameter
			}
			part += " " + e.Code
			if e.Detail == "" {
				t.Errorf("%s %s: no detail", row.method, row.path)
			}
		}
		if got.status != row.status || p.Type != c.address+"/problems/"+row.code || p.Code != row.code || p.Advice == "" || part != row.part {
			t.Errorf("%s %s %s: part %q, want %q\n%d %s", row.method, row.path, row.body, part, row.part, got.status, got.body)
		}
	}
}

// TestStrictKeys sends bodies whose keys are repeated or in another case.
func TestStrictKeys(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	c.post("/api/v1/games", scholars)
	for _, row := range []struct{ path, body, want string }{
		{"positions/search", `{"variant":"chess","query":"queen on e4","limit":1}`, ""},
		{"positions/search", `{"Variant":"chess","query":"queen on e4"}`, `variant`},
		{"positions/search", `{"variant":"chess","query":"queen on e4","withouthands":true}`, "withoutHands"},
		{"positions/search", `{"variant":"chess","position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","without_hands":true}`, ""}, // a former name
		{"positions/search", `{"variant":"chess","query":"queen on e4","variant":"chess"}`, "only once"},
		{"games/1/annotations", `{"author":"Cy","ply":1,"marks":[{"square":"e4"}]}`, ""},
		{"games/1/annotations", `{"author":"Cy","ply":1,"marks":[{"Square":"e4"}]}`, "the case of keys counts"},
		{"games/1/annotations", `{"author":"Cy","ply":1,"marks":[{"square":"e4","square":"e5"}]}`, "only once"},
		{"games/1/annotations", `{"author":"Cy","author":"Di","ply":1}`, "only once"},
	} {
		got := c.post("/api/v1/"+row.path, row.body)
		if row.want == "" && got.status >= 300 || row.want != "" && (got.status != http.StatusBadRequest || !strings.Contains(string(got.body), row.want)) {
			t.Errorf("%s: %d %s, want %q", row.body, got.status, got.body, row.want)
		}
	}
}

// TestNegotiate chooses media types by weight and specificity.
func TestNegotiate(t *testing.T) {
	for accept, want := range map[string]string{
		"":                          "application/json",
		"*/*":                       "application/json",
		"application/*":             "application/json",
		"application/x-ndjson":      "application/x-ndjson",
		"application/x-ndjson, */*": "application/x-ndjson",
		"application/json;q=0.5, application/x-ndjson": "application/x-ndjson",
		"application/x-ndjson;q=0.5, application/json": "application/json",
		"application/x-ndjson;q=0.1, */*;q=0.2":        "application/json",
		"application/json;q=0, */*":                    "application/x-ndjson",
		"text/html, application/xml;q=0.9":             "",
		"*/*;q=0":                                      "",
		"application/json;q=2":                         "application/json", // not valid, so ignored
		"?":                                            "application/json",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		if accept != "" {
			r.Header.Set("Accept", accept)
		}
		if got := negotiate(r, "application/json", "application/x-ndjson"); got != want {
			t.Errorf("%s: %q, want %q", accept, got, want)
		}
	}
}

// TestNotAcceptable sends every operation an Accept header that nothing fits:
// each that has a body responds 406, and nothing changes.
func TestNotAcceptable(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	c.post("/api/v1/games", scholars)
	tried := 0
	for _, o := range (&Server{}).operations() {
		if len(describedTypes()[routeKey(o.method, o.path)]) == 0 {
			continue
		}
		tried++
		path := pathParameters.Replace(strings.ReplaceAll(o.path, ":aid", "1"))
		if got := c.send(o.method, path, "[Event \"other\"]\n\n1. d4 *\n", "Accept", "application/pdf"); got.status != http.StatusNotAcceptable && !strings.Contains(string(got.body), "no-people") {
			t.Errorf("%s %s: %d %.200s", o.method, path, got.status, got.body)
		}
	}
	if n, err := a.Count(t.Context(), games.Filter{}); tried < 60 || n != 1 || err != nil {
		t.Errorf("%d operations, %d games, %v", tried, n, err)
	}
}

// TestSeveralProblemParts names every invalid parameter or key of a request.
func TestSeveralProblemParts(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, row := range []struct {
		method, path, body string
		want               []string
	}{
		{"GET", "games?limit=501&skip=-1&tone=red&limits=2", "",
			[]string{"limit invalid", "skip invalid", "limits unknown", "tone unknown"}},
		{"GET", "games?limit=1&limit=2&sort=x", "", []string{"sort invalid", "limit repeated"}},
		{"GET", "games?limit=0&skip=x", "", []string{"skip invalid"}},
		{"GET", "games?from=x&to=y&sha256=z&verdict=v", "",
			[]string{"verdict invalid", "from invalid", "to invalid", "sha256 invalid"}},
		{"POST", "positions/similar", `{"limit":501}`, []string{"/variant missing", "/position missing", "/limit invalid"}},
		{"POST", "positions/search", `{"variant":"chess","limit":501}`, []string{"/limit invalid"}},
	} {
		var p Problem
		got := c.send(row.method, basePath+"/"+row.path, row.body)
		got.into(t, &p)
		var parts []string
		for _, part := range p.Errors {
			at := part.Parameter
			if part.Pointer != nil {
				at = *part.Pointer
			}
			parts = append(parts, at+" "+part.Code)
			if !strings.Contains(p.Detail, strings.Trim(at, "/")) {
				t.Errorf("%s: the detail does not name %s: %s", row.path, at, p.Detail)
			}
		}
		if got.status != http.StatusBadRequest || !slices.Equal(parts, row.want) {
			t.Errorf("%s %s: %d %v, want %v", row.path, row.body, got.status, parts, row.want)
		}
	}
}

// TestBodyFaults reports every invalid part of a JSON body, each with its
// pointer.
func TestBodyFaults(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	c.post("/api/v1/games", "1. e4 e5 1-0\n")
	c.post("/api/v1/submissions?author=A", "1. d4 d5 2. Ke3 1-0\n")
	for _, row := range []struct{ method, path, body, want string }{
		{"POST", "events", `{"name":3,"from":true,"nmae":"x","deadline":"soon"}`,
			"/name invalid, /from invalid, /nmae unknown, /deadline invalid"},
		{"POST", "events", `{"Name":"x","name":"y","name":"z","variants":[{"variant":1},{"varaint":"chess"}]}`,
			"/Name unknown, /name repeated, /variants/0/variant invalid, /variants/1/varaint unknown"},
		{"POST", "games/1/annotations", `{"ply":"1","arrows":[{"from":1,"to":2}],"nags":{},"extra":null}`,
			"/ply invalid, /arrows/0/from invalid, /arrows/0/to invalid, /nags invalid, /extra unknown"},
		{"POST", "positions/search", `{"query":1,"limit":501,"skip":1}`, "/query invalid, /skip unknown, /limit invalid"},
		{"POST", "positions/play", `{"moves":["e2e4",3]}`, "/moves/1 invalid, /variant missing"},
		{"PATCH", "games/1/record", `{"author":1,"headers":{"White":2},"reason":[]}`, "/author invalid, /headers invalid, /reason invalid"},
		{"PATCH", "games/1/record", `{"headers":{"White":"a","White":"b"}}`, "/headers/White repeated"},
		{"POST", "events", `{"name":" ","variants":[{"variant":"nope"},{"variant":"chess","options":"x=y"}],"people":["","A"],
			"from":"x","to":"2020-13-01","role":"reader"}`, "/name invalid, /variants/0/variant unknown, " +
			"/variants/1/options unknown, /people/0 missing, /from invalid, /to invalid, /role invalid"},
		{"POST", "events", `{"name":"x","from":"2020-02-01","to":"2020-01-01","role":"king"}`, "/to invalid, /role invalid"},
		{"POST", "games/1/annotations", `{"kind":"x","ply":9,"nags":[0],"evaluation":"good"}`,
			"/author missing, /kind invalid, /ply invalid, /nags invalid, /evaluation invalid"},
		{"POST", "games/1/annotations", `{"author":"A","marks":[{"square":"z9","colour":"pink"}],"arrows":[{"from":"e2","to":"e2"}]}`,
			"/marks invalid, /marks invalid, /arrows invalid"},
		{"POST", "webhooks", `{"address":"ftp://x","kinds":["game.archived","game.archived","x"]}`,
			"/address invalid, /kinds/1 invalid, /kinds/2 invalid"},
		{"POST", "people", `{"role":"king","mail":"x"}`, "/role invalid, /name missing, /mail invalid"},
		{"POST", "drafts", `{"author":"` + strings.Repeat("a", 101) + `"}`, "/text missing, /author invalid"},
		{"PUT", "games/1/record", `{"text":"1. e4 *"}`, "/author missing, /reason missing"},
		{"PATCH", "games/1/record", `{"author":"A"}`, "/reason missing, /headers invalid"},
		{"POST", "games/1/rulings", `{"ply":1}`, "/author missing, /reason missing"},
		{"PUT", "games/1/comments", `{"comments":"x"}`, "/author missing, /comments invalid"},
		{"POST", "submissions/1/steps", `{"author":"A","action":"assign","assignee":" ","deadline":"x","reason":"\u0001"}`,
			"/reason invalid, /assignee invalid, /deadline invalid"},
		{"POST", "games/1/analysis", `{"nodes":-1,"depth":-1}`, "/nodes invalid, /depth invalid"},
		{"POST", "positions/search", `{"variant":"chess","query":"check","from":"x","to":"y","result":"z"}`,
			"/result invalid, /from invalid, /to invalid"},
		{"POST", "events", `[]`, " invalid"},
		{"POST", "events", ``, " invalid"},
		{"POST", "events", `{} {}`, " invalid"},
		{"POST", "events", `{"name":`, " invalid"},
		{"POST", "events", `{"name":}`, " invalid"},
	} {
		got := c.send(row.method, "/api/v1/"+row.path, row.body, "If-Match", "*")
		var p Problem
		got.into(t, &p)
		var parts []string
		for _, part := range p.Errors {
			if part.Pointer == nil {
				t.Fatalf("%s: %s", row.body, got.body)
			}
			parts = append(parts, *part.Pointer+" "+part.Code)
		}
		if all := strings.Join(parts, ", "); got.status != http.StatusBadRequest || all != row.want {
			t.Errorf("%s: %d %s, want %s", row.body, got.status, all, row.want)
		}
	}
	for _, path := range []string{"games/1/restore?x=1", "events?x=1", "games/1/restore?x=1&x=2"} {
		var p Problem
		if c.send("POST", "/api/v1/"+path, "").into(t, &p); len(p.Errors) != 1 || p.Errors[0].Parameter != "x" {
			t.Errorf("%s: %+v", path, p.Errors)
		}
	}
	var p Problem
	c.send("POST", "/api/v1/events", `{"`+strings.Repeat(`x":1,"`, 500)+`name":"y"}`).into(t, &p)
	if len(p.Errors) != maxFaults {
		t.Errorf("%d errors, want %d", len(p.Errors), maxFaults)
	}
}
