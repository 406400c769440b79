package rest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/api"
	"assay/api/account"
	"assay/api/define"
	"assay/api/events"
	"assay/fixtures/archives"
	"assay/store"
)

// keylessPosts are the POST routes that need no key, with the reason.
var keylessPosts = map[string]string{
	"/api/v1/validate":          "stores nothing",
	"/api/v1/text":              "stores nothing",
	"/api/v1/analysis":          "stores nothing",
	"/api/v1/positions/search":  "reads",
	"/api/v1/positions/similar": "reads",
	"/api/v1/positions/play":    "stores nothing",
	"/api/v1/positions/setup":   "stores nothing",
	"/api/v1/games/:id/line":    "stores nothing",
	"/api/v1/positions/count":   "stores nothing",
	"/api/v1/positions/sample":  "stores nothing",
	"/api/v1/positions/solve":   "stores nothing",
	"/api/v1/variants/check":    "stores nothing",
	"/api/v1/variants/design":   "stores nothing",
	"/api/v1/training/next":     "stores nothing",
	"/api/v1/session":           "a session that nobody knows of ends by itself",
	"/api/v1/join":              "its link works once",
	"/api/v1/webhooks/:id/test": "stores nothing",
}

const (
	breaksW0 = "[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. d3 Kxf7 *\n"
	raceText = `{id: race, name: Race, version: "1", rulings: R, sources: [me], summary: A race of kings., board: {files: 3, ranks: 3}, sides: [{name: White}, {name: Black}], pieces: {K: {name: King, moves: K, royal: true}}, start: "1k1/3/1K1 w", rules: [{module: no-moves, result: loss}, {module: royal-safety}, {module: repetition, count: 3}]}`
)

// sentCall is a request.
type sentCall struct {
	method, path, body string
	headers            []string
}

// keyedPosts are all other POST routes, with a preparing request, a request
// that changes the archive, a body that requests something else, and a path
// that shows the change. {} in a path is the last part of the preparing
// request's Location.
var keyedPosts = map[string]struct {
	before []sentCall
	call   sentCall
	other  string
	told   bool   // webhooks receive the preparing request
	shows  string // "" if each response differs
}{
	"/api/v1/games": {call: sentCall{body: legal}, other: legal + " ", shows: "/api/v1/games"},
	"/api/v1/games/:id/restore": {
		before: []sentCall{{"DELETE", "/api/v1/games/1", "", nil}},
		call:   sentCall{path: "/api/v1/games/1/restore"},
		other:  "x", shows: "/api/v1/games",
	},
	"/api/v1/games/:id/twins/:twin": {
		before: []sentCall{{"POST", "/api/v1/games", strings.ReplaceAll(legal, "Ann", "Eve"), nil}},
		call:   sentCall{path: "/api/v1/games/1/twins/2", body: `{"author":"administrator","decision":"distinct"}`, headers: []string{"If-Match", "*"}},
		other:  `{"author":"administrator","decision":"merge"}`, shows: "/api/v1/games/1/twins/2",
	},
	"/api/v1/players/names": {
		before: []sentCall{{"POST", "/api/v1/games", legal, nil}},
		call:   sentCall{path: "/api/v1/players/names", body: `{"author":"administrator","decision":"merge","player":"Ann","names":["A. N."]}`},
		other:  `{"author":"administrator","decision":"split","names":["A. N."]}`, shows: "/api/v1/players",
	},
	"/api/v1/players/claims": {
		before: []sentCall{{"POST", "/api/v1/games", legal, nil}, {"PUT", "/api/v1/me/player", `{"player":"Ann"}`, nil}},
		call:   sentCall{path: "/api/v1/players/claims", body: `{"person":1,"player":"Ann","decision":"confirm"}`},
		other:  `{"person":1,"player":"Ann","decision":"refuse"}`, shows: "/api/v1/players/claims",
	},
	"/api/v1/games/:id/revisions/:n/restore": {
		before: []sentCall{{"PUT", "/api/v1/games/1/record", `{"author":"administrator","reason":"r","text":"1. d4 d5 *\n"}`, []string{"If-Match", "*"}}},
		call:   sentCall{path: "/api/v1/games/1/revisions/1/restore", body: `{"author":"administrator","reason":"back"}`, headers: []string{"If-Match", "*"}},
		other:  `{"author":"administrator","reason":"other"}`, shows: "/api/v1/games/1/revisions",
	},
	"/api/v1/submissions": {call: sentCall{body: illPGN}, other: illPGN + " ", shows: "/api/v1/submissions"},
	"/api/v1/submissions/:id/steps": {
		before: []sentCall{{"POST", "/api/v1/submissions", illPGN, nil}},
		call:   sentCall{path: "/api/v1/submissions/1/steps", body: `{"action":"comment","reason":"hm"}`},
		other:  `{"action":"comment","reason":"well"}`, shows: "/api/v1/submissions/1",
	},
	"/api/v1/repertoires": {call: sentCall{body: `{"name":"Mine","side":"white","text":"1. e4 *"}`}, other: `{"name":"Other","side":"white","text":"1. e4 *"}`, shows: "/api/v1/repertoires/1"},
	"/api/v1/events":      {call: sentCall{body: `{"name":"Cup"}`}, other: `{"name":"Bowl"}`, shows: "/api/v1/events"},
	"/api/v1/games/:id/rulings": {
		before: []sentCall{{"POST", "/api/v1/games?keep=illegal", breaksW0, nil}},
		call:   sentCall{path: "/api/v1/games/2/rulings", body: `{"ply":6,"ruling":"W-0","reason":"nobody saw it"}`},
		other:  `{"ply":6,"ruling":"W-0","reason":"all saw it"}`, shows: "/api/v1/games/2/rulings",
	},
	"/api/v1/games/:id/annotations": {
		call:  sentCall{path: "/api/v1/games/1/annotations", body: `{"ply":1,"comment":"so"}`},
		other: `{"ply":1,"comment":"or so"}`, shows: "/api/v1/games/1/annotations",
	},
	"/api/v1/games/:id/annotations/:aid/restore": {
		before: []sentCall{{"POST", "/api/v1/games/1/annotations", `{"ply":1,"comment":"so"}`, nil}, {"DELETE", "/api/v1/games/1/annotations/1", "", []string{"If-Match", "*"}}},
		call:   sentCall{path: "/api/v1/games/1/annotations/1/restore", body: `{"revision":1}`},
		other:  `{"revision":2}`, shows: "/api/v1/games/1/annotations/1/history",
	},
	"/api/v1/games/:id/analysis": {
		call:  sentCall{path: "/api/v1/games/1/analysis", body: `{"nodes":1000}`},
		other: `{"nodes":2000}`, shows: "/api/v1/games/1/analysis",
	},
	"/api/v1/studies": {call: sentCall{body: `{"name":"S"}`}, other: `{"name":"T"}`, shows: "/api/v1/studies"},
	"/api/v1/studies/:id/chapters": {
		before: []sentCall{{"POST", "/api/v1/studies", `{"name":"S"}`, nil}},
		call:   sentCall{path: "/api/v1/studies/{}/chapters", body: `{"variant":"chess"}`},
		other:  `{"variant":"shogi"}`, shows: "/api/v1/studies",
	},
	"/api/v1/drafts": {call: sentCall{body: `{"text":"id: race"}`}, other: `{"text":"id: other"}`},
	"/api/v1/variants/:id/lab": {
		call:  sentCall{path: "/api/v1/variants/hexapawn/lab", body: `{"games":20}`},
		other: `{"games":30}`, shows: "/api/v1/lab",
	},
	"/api/v1/drafts/:id/lab": {
		before: []sentCall{{"POST", "/api/v1/drafts", string(must(json.Marshal(define.DraftInput{Text: raceText}))), nil}},
		call:   sentCall{path: "/api/v1/drafts/{}/lab", body: `{"games":20}`},
		other:  `{"games":30}`, shows: "/api/v1/lab",
	},
	"/api/v1/drafts/:id/publish": {
		before: []sentCall{{"POST", "/api/v1/drafts", string(must(json.Marshal(define.DraftInput{Text: raceText}))), nil}},
		call:   sentCall{path: "/api/v1/drafts/{}/publish"},
		other:  "x", shows: "/api/v1/variants",
	},
	"/api/v1/tokens": {call: sentCall{body: `{"name":"t","scopes":["read"],"days":1}`}, other: `{"name":"u","scopes":["read"],"days":1}`, shows: "/api/v1/tokens"},
	"/api/v1/people": {call: sentCall{body: `{"name":"Zoe","role":"reader"}`}, other: `{"name":"Yan","role":"reader"}`, shows: "/api/v1/people"},
	"/api/v1/people/:id/link": {
		before: []sentCall{{"POST", "/api/v1/people", `{"name":"Zoe","role":"reader"}`, nil}},
		call:   sentCall{path: "/api/v1/people/{}/link"},
		other:  "x",
	},
	"/api/v1/webhooks": {call: sentCall{body: `{"address":"https://hooks.example/a"}`}, other: `{"address":"https://hooks.example/b"}`, shows: "/api/v1/webhooks"},
	"/api/v1/webhooks/:id/dispatches": {
		before: []sentCall{{"POST", "/api/v1/webhooks", `{"address":"https://hooks.example/a"}`, nil}, {"POST", "/api/v1/games", legal, nil}},
		call:   sentCall{path: "/api/v1/webhooks/1/dispatches", body: `{"from":"2020-01-01T00:00:00Z"}`},
		other:  `{"from":"2021-01-01T00:00:00Z"}`, told: true, shows: "/api/v1/webhooks/1/dispatches",
	},
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestPostOnce sends every changing request twice with one key: it runs once,
// and both responses are equal. A POST route that is in neither table fails the
// test.
func TestPostOnce(t *testing.T) {
	s, _ := peopled(t, ServerConfig{})
	known := map[string]bool{}
	for _, route := range s.routes {
		if route.Method != http.MethodPost {
			continue
		}
		known[route.Path] = true
		if _, keyed := keyedPosts[route.Path]; keyed == (keylessPosts[route.Path] != "") {
			t.Errorf("POST %s has no row that says what its calls do once, or why they need no key", route.Path)
		}
	}
	for path := range keylessPosts {
		if !known[path] {
			t.Errorf("%s is no route", path)
		}
	}
	for path, row := range keyedPosts {
		if !known[path] {
			t.Errorf("%s is no route", path)
			continue
		}
		t.Run(strings.TrimPrefix(path, basePath+"/"), func(t *testing.T) {
			s, sessions := peopled(t, ServerConfig{})
			contract := newContract(t)
			send := func(c sentCall, headers ...string) *httptest.ResponseRecorder {
				got := of(s, sessions[store.Administrator], c.method, c.path, c.body, append(headers, c.headers...)...)
				if err := contract.check(c.method, strings.SplitN(c.path, "?", 2)[0], got.Code, got.Header(), got.Body.Bytes()); err != nil {
					t.Errorf("%s: %v", c.path, err)
				}
				return got
			}
			made := ""
			for _, c := range row.before {
				got := send(c)
				if got.Code >= 300 {
					t.Fatalf("%s %s: %d %s", c.method, c.path, got.Code, got.Body)
				}
				if at := got.Header().Get("Location"); at != "" {
					made = filepath.Base(at)
				}
			}
			if row.told {
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan bool)
				go func() {
					defer close(ended)
					s.archive.DeliverWebhooks(ctx, func(context.Context, string, map[string]string, []byte) (int, error) { return 204, nil }, func(err error) { t.Error(err) })
				}()
				waitFor(t, func() bool {
					return strings.Contains(send(sentCall{method: "GET", path: row.shows}).Body.String(), `"status":204`)
				})
				stop()
				<-ended
			}
			shown := func() string {
				if row.shows == "" {
					return ""
				}
				return send(sentCall{method: "GET", path: row.shows}).Body.String()
			}
			c := row.call
			c.method, c.path = "POST", strings.ReplaceAll(c.path, "{}", made)
			if c.path == "" {
				c.path = path
			}
			before := shown()
			first := send(c, keyHeader, `"drawn-1"`)
			if first.Code >= 300 {
				t.Fatalf("%d %s", first.Code, first.Body)
			}
			after := shown()
			if row.shows != "" && after == before {
				t.Errorf("%s does not show what was done", row.shows)
			}
			again := send(c, keyHeader, "drawn-1", "Accept-Encoding", "gzip")
			body, err := unpacked(again.Header().Get("Content-Encoding"), again.Body.Bytes())
			if err != nil || again.Code != first.Code || string(body) != first.Body.String() {
				t.Errorf("again: %d %s, before %d %s (%v)", again.Code, body, first.Code, first.Body, err)
			}
			if first.Header().Get(replayedHeader) != "" || again.Header().Get(replayedHeader) != "true" {
				t.Errorf("replayed: %v, then %v", first.Header(), again.Header())
			}
			for _, name := range []string{"Location", "ETag", "Content-Type", "Cache-Control"} {
				if got, want := again.Header().Get(name), first.Header().Get(name); got != want {
					t.Errorf("%s: again %q, before %q", name, got, want)
				}
			}
			if shown() != after {
				t.Errorf("done twice: %s, before %s", shown(), after)
			}
			other := c
			other.body = row.other
			if got := send(other, keyHeader, "drawn-1"); got.Code != 422 || !strings.Contains(got.Body.String(), "/problems/key-reused") {
				t.Errorf("another body: %d %s", got.Code, got.Body)
			}
			if got := send(c, keyHeader, `"`); got.Code != 400 || !strings.Contains(got.Body.String(), keyHeader) {
				t.Errorf("no key: %d %s", got.Code, got.Body)
			}
			if shown() != after {
				t.Errorf("done by calls that were refused: %s, before %s", shown(), after)
			}
			operation := contract.find("POST", c.path)
			said, _ := json.Marshal(operation["parameters"])
			if !strings.Contains(string(said), keyHeader) {
				t.Errorf("the key is not described: %s", said)
			}
		})
	}
}

// TestKeysOfPeople keeps keys of different people apart, accepts a rejected
// request again, and stores no response unencrypted.
func TestKeysOfPeople(t *testing.T) {
	folder := t.TempDir()
	a := openArchive(t, folder)
	s := NewServer(a, ServerConfig{})
	s.triesPerClient, s.triesPerName = 1<<20, 1<<20
	sessions := map[string]string{}
	for _, name := range []string{"Ada", "Ben"} {
		invited, err := a.Invite(t.Context(), account.PersonInput{Name: name, Role: store.Administrator})
		if err != nil {
			t.Fatal(err)
		}
		if sessions[name], err = a.AcceptInvitation(t.Context(), invited.Secret, password); err != nil {
			t.Fatal(err)
		}
	}
	const body = `{"name":"t","scopes":["read"],"days":1}`
	tokens := map[string]string{}
	for _, row := range []struct {
		who, body string
		status    int
	}{
		{"Ada", `{"name":"t"}`, 400}, {"Ada", body, 201}, {"Ben", body, 201}, {"Ada", body, 201}, {"Ada", `{"name":"t"}`, 422},
	} {
		got := of(s, sessions[row.who], "POST", "/api/v1/tokens", row.body, keyHeader, "k")
		if got.Code != row.status {
			t.Fatalf("%s %s: %d %s", row.who, row.body, got.Code, got.Body)
		}
		if row.status != 201 {
			continue
		}
		var made account.TokenView
		if err := json.Unmarshal(got.Body.Bytes(), &made); err != nil {
			t.Fatal(err)
		}
		if before := tokens[row.who]; before != "" && before != made.Token {
			t.Errorf("%s was given %s, then %s", row.who, before, made.Token)
		}
		tokens[row.who] = made.Token
	}
	if tokens["Ada"] == tokens["Ben"] {
		t.Error("a key of Ada's gives Ben her token")
	}
	page, err := a.AuditLog(t.Context(), "", 100)
	if err != nil {
		t.Fatal(err)
	}
	deeds := 0
	for _, d := range page.Entries {
		if strings.Contains(d.Object, "tokens") {
			deeds++
		}
	}
	if deeds != 2 {
		t.Errorf("%d deeds of two", deeds)
	}
	if archives.Chosen() != archives.Folder {
		return
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.IsDir() {
			continue
		}
		for who, token := range tokens {
			if strings.Contains(readFile(t, file), strings.TrimPrefix(token, "assay_")) {
				t.Errorf("%s has the token of %s in clear", file, who)
			}
		}
	}
}

// TestResponseLost makes a request whose response is not stored: it does not
// run again.
func TestResponseLost(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	// What a transaction leaves behind if the server stops right then.
	do := func(ctx context.Context) ([]byte, error) {
		if _, err := c.archive.AddEvent(ctx, events.EventInput{Name: "Cup"}); err != nil {
			return nil, err
		}
		return nil, errMethod
	}
	ask := func() *answer { return c.send("POST", "/api/v1/events", `{"name":"Cup"}`, keyHeader, "k") }
	asked := []any{"", []string(nil), sha256.Sum256([]byte(`{"name":"Cup"}`))}
	if _, _, err := c.archive.RunOnce(t.Context(), "k", "POST /api/v1/events", asked, do); err != errMethod {
		t.Fatal(err)
	}
	if got := ask(); got.status != 409 || !strings.Contains(string(got.body), "/problems/answer-lost") {
		t.Errorf("%d %s", got.status, got.body)
	}
	var page events.EventPage
	if c.get("/api/v1/events").into(t, &page); len(page.Events) != 1 {
		t.Errorf("%d events", len(page.Events))
	}
}

// disconnecting is an archive whose client disconnects as soon as an event is
// added.
type disconnecting struct {
	store.Archive
	leave func()
}

func (l *disconnecting) AddEvent(ctx context.Context, e store.Event) (*store.Event, error) {
	defer l.leave()
	return l.Archive.AddEvent(ctx, e)
}

// TestResponseAfterDisconnect disconnects a client before its response is
// stored: repeating the request returns it.
func TestResponseAfterDisconnect(t *testing.T) {
	kept, _, err := archives.Chosen().Open(t.Context(), t, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	a := api.NewArchive(must(api.NewArbiter(api.Config{})), &disconnecting{kept, leave})
	t.Cleanup(func() { a.Close() })
	s := NewServer(a, ServerConfig{})
	for i, ctx := range []context.Context{ctx, t.Context()} {
		request := httptest.NewRequestWithContext(ctx, "POST", "http://localhost/api/v1/events", strings.NewReader(`{"name":"Cup"}`))
		request.Header.Set(keyHeader, "k")
		got := httptest.NewRecorder()
		if s.ServeHTTP(got, request); got.Code != http.StatusCreated {
			t.Errorf("call %d: %d %s", i, got.Code, got.Body)
		}
	}
}
