package rest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/api"
	"assay/api/account"
	"assay/api/request"
	"assay/fixtures/archives"
	"assay/store"
)

// password is everybody's password here.
const password = "three frogs in a pond"

// peopled starts a server with a person of every role, and without a limit of
// logins.
func peopled(t *testing.T, c ServerConfig) (s *Server, sessions map[store.Role]string) {
	t.Helper()
	a, sessions := peopledArchive(t)
	s = NewServer(a, c)
	s.triesPerClient, s.triesPerName = 1<<20, 1<<20
	return s, sessions
}

// invited is an archive file whose people have chosen passwords, with their
// sessions. It is made once, because hashing is slow by design.
var invited struct {
	sync.Mutex
	file     []byte
	sessions map[store.Role]string
}

// peopledArchive opens an archive with a game and a person of every role.
func peopledArchive(t *testing.T) (*api.Archive, map[store.Role]string) {
	t.Helper()
	if archives.Chosen() != archives.Folder {
		a := newArchive(t)
		return a, invite(t, a)
	}
	invited.Lock()
	defer invited.Unlock()
	folder := t.TempDir()
	file := filepath.Join(folder, archives.File)
	var err error
	if invited.file == nil {
		a, openErr := openAs(t, archives.Folder, api.Config{Data: folder})
		if openErr != nil {
			t.Fatal(openErr)
		}
		invited.sessions = invite(t, a)
		if err = a.Close(); err == nil {
			invited.file, err = os.ReadFile(file)
		}
	} else {
		err = os.WriteFile(file, invited.file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return openArchive(t, folder), maps.Clone(invited.sessions)
}

func invite(t *testing.T, a *api.Archive) (sessions map[store.Role]string) {
	t.Helper()
	submit(t, a, []string{scholars})
	sessions = map[store.Role]string{}
	for i := len(store.Roles) - 1; i >= 0; i-- { // the first is an administrator
		invited, err := a.Invite(t.Context(), account.PersonInput{Name: string(store.Roles[i]), Role: store.Roles[i]})
		if err != nil {
			t.Fatal(err)
		}
		if sessions[store.Roles[i]], err = a.AcceptInvitation(t.Context(), invited.Secret, password); err != nil {
			t.Fatal(err)
		}
	}
	return sessions
}

// of sends a request with a session, "" for a guest.
func of(s *Server, session, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	if session != "" {
		request.AddCookie(&http.Cookie{Name: sessionCookie, Value: session})
		request.Header.Set("Origin", "http://localhost")
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, request)
	if c, err := readContract(); err == nil {
		if operation := c.find(method, request.URL.Path); operation != nil {
			reach(operation, w.Code)
		}
	}
	return w
}

// allowed lists the routes by the right they require. A route that is missing
// fails the test, so that its author must decide.
var allowed = map[request.Right][]string{
	request.Free: {
		"GET /api/v1/record.schema.json", "GET /problems/:name", "GET /api/v1/me", "POST /api/v1/session", "POST /api/v1/join",
		"GET /api/v1/healthz", "GET /api/v1/readyz", "GET /api/v1/openapi.json", "GET /healthz", "GET /readyz", "GET /openapi.json",
		"GET /login/provider", "GET /login/return",
	},
	request.Read: {
		"POST /api/v1/validate", "POST /api/v1/text", "GET /api/v1/games", "GET /api/v1/faults", "GET /api/v1/games/:id", "GET /api/v1/external/:source/:id", "GET /api/v1/games/by/:source/:id", "GET /api/v1/games/:id/record",
		"GET /api/v1/games/:id/revisions", "GET /api/v1/games/:id/revisions/:n/difference", "GET /api/v1/games/:id/rulings", "GET /api/v1/games/:id/rulings/:n",
		"GET /api/v1/games/:id/positions/:ply", "GET /api/v1/games/:id/export", "GET /api/v1/export", "GET /api/v1/games/:id/comments",
		"GET /api/v1/games/:id/annotations", "GET /api/v1/games/:id/annotations/events", "GET /api/v1/games/:id/annotations/:aid", "GET /api/v1/games/:id/annotations/:aid/history",
		"GET /api/v1/games/:id/analysis", "POST /api/v1/analysis", "GET /api/v1/jobs/:id", "GET /api/v1/jobs/:id/events",
		"GET /api/v1/changes", "GET /api/v1/jobs", "GET /api/v1/diagram.png", "GET /api/v1/positions/search", "POST /api/v1/positions/search", "POST /api/v1/positions/similar", "POST /api/v1/positions/play", "POST /api/v1/positions/setup", "POST /api/v1/games/:id/line", "POST /api/v1/positions/count", "POST /api/v1/positions/sample", "GET /api/v1/explorer", "GET /api/v1/statistics", "GET /api/v1/ratings",
		"POST /api/v1/positions/solve", "GET /api/v1/twins", "GET /api/v1/players", "GET /api/v1/players/suggestions", "GET /api/v1/players/comparison", "GET /api/v1/player", "GET /api/v1/games/:id/twins/:twin", "GET /api/v1/puzzles", "GET /api/v1/puzzles/daily", "GET /api/v1/puzzles/mistakes", "GET /api/v1/puzzles/:id",
		"GET /api/v1/repertoires", "GET /api/v1/repertoires/:id", "GET /api/v1/repertoires/:id/departures", "POST /api/v1/training/next", "PUT /api/v1/training/:deck/cards/:card",
		"GET /api/v1/studies", "GET /api/v1/studies/:id", "GET /api/v1/studies/:id/versions", "GET /api/v1/studies/:id/export", "GET /api/v1/studies/:id/chapters/:chapter", "GET /api/v1/studies/:id/chapters/:chapter/versions",
		"GET /api/v1/diagram.svg", "GET /feeds/games", "GET /feeds/puzzles", "GET /feeds/events/:id", "GET /api/v1/metrics", "GET /metrics",
		"GET /api/v1/variants", "GET /api/v1/variants/:id", "POST /api/v1/variants/check", "POST /api/v1/variants/design", "GET /api/v1/drafts/:id", "GET /api/v1/query/completions", "GET /api/v1/query/examples", "GET /api/v1/definition-language",
		"GET /api/v1/lab", "GET /api/v1/lab/:id", "GET /api/v1/lab/:id/events", "GET /api/v1/lab/:id/report",
		"GET /api/v1/events", "GET /api/v1/events/:id", "GET /api/v1/events/:id/standing", "GET /api/v1/events/:id/export",
		"GET /api/v1/live", "GET /api/v1/live/events", "GET /api/v1/live/records",
	},
	request.Contribute: {
		"POST /api/v1/games", "PUT /api/v1/external/:source/:id", "PUT /api/v1/games/by/:source/:id", "POST /api/v1/games/:id/analysis", "DELETE /api/v1/jobs/:id", "POST /api/v1/drafts", "PUT /api/v1/drafts/:id", "POST /api/v1/variants/:id/lab", "POST /api/v1/drafts/:id/lab", "DELETE /api/v1/lab/:id", "POST /api/v1/repertoires", "DELETE /api/v1/repertoires/:id",
		"POST /api/v1/studies", "PUT /api/v1/studies/:id", "POST /api/v1/studies/:id/chapters", "PUT /api/v1/studies/:id/chapters/:chapter",
		"POST /api/v1/submissions", "GET /api/v1/submissions", "GET /api/v1/submissions/:id", "GET /api/v1/submissions/:id/record",
		"GET /api/v1/submissions/:id/file", "POST /api/v1/submissions/:id/steps", "GET /api/v1/queue/events", "GET /feeds/submissions",
	},
	request.Annotate: {
		"POST /api/v1/games/:id/annotations", "PUT /api/v1/games/:id/annotations/:aid", "DELETE /api/v1/games/:id/annotations/:aid",
		"POST /api/v1/games/:id/annotations/:aid/restore",
	},
	request.Arbitrate: {
		"PUT /api/v1/games/:id/record", "PATCH /api/v1/games/:id/record", "POST /api/v1/games/:id/revisions/:n/restore",
		"POST /api/v1/games/:id/restore", "POST /api/v1/games/:id/twins/:twin", "POST /api/v1/players/names", "GET /api/v1/players/claims", "POST /api/v1/players/claims", "POST /api/v1/games/:id/rulings", "DELETE /api/v1/games/:id/rulings/:n",
		"DELETE /api/v1/games/:id", "PUT /api/v1/games/:id/comments", "POST /api/v1/drafts/:id/publish",
		"POST /api/v1/events", "PUT /api/v1/events/:id", "PUT /api/v1/events/:id/report", "DELETE /api/v1/events/:id/report", "DELETE /api/v1/events/:id",
	},
	request.Administer: {"GET /api/v1/people", "POST /api/v1/people", "GET /api/v1/people/:id", "PATCH /api/v1/people/:id", "POST /api/v1/people/:id/link", "GET /api/v1/audit",
		"GET /api/v1/webhooks", "GET /api/v1/webhooks/:id", "POST /api/v1/webhooks", "PATCH /api/v1/webhooks/:id", "DELETE /api/v1/webhooks/:id", "POST /api/v1/webhooks/:id/test",
		"GET /api/v1/webhooks/:id/dispatches", "POST /api/v1/webhooks/:id/dispatches"},
	request.Account: {"DELETE /api/v1/session", "PUT /api/v1/me/player", "DELETE /api/v1/me/player", "PUT /api/v1/password", "GET /api/v1/tokens", "POST /api/v1/tokens", "GET /api/v1/tokens/:id", "DELETE /api/v1/tokens/:id"},
}

// TestRights calls every route as a guest, as every role by session and by
// token, and with tokens of every scope: exactly those without the right are
// rejected.
func TestRights(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{Provider: Provider{Issuer: "http://127.0.0.1:1"}})
	needs := map[string]request.Right{}
	for right, routes := range allowed {
		for _, route := range routes {
			needs[route] = right
		}
	}
	// The guest, and the roles and scopes to call routes with.
	type who struct {
		name    string
		token   string
		session string
		rights  []request.Right
		guest   bool
	}
	callers := []who{{name: "nobody", rights: []request.Right{request.Read}, guest: true}}
	for i, role := range store.Roles {
		rights := request.Scopes[:i+1]
		callers = append(callers, who{name: string(role), session: sessions[role], rights: append(slices.Clone(rights), request.Account)})
		for _, scopes := range [][]request.Right{request.Scopes, {request.Read}, {request.Annotate}, {request.Administer}} {
			body, err := json.Marshal(account.TokenInput{Name: "t", Scopes: scopes, Days: 1})
			if err != nil {
				t.Fatal(err)
			}
			var made account.TokenView
			if got := of(s, sessions[role], "POST", "/api/v1/tokens", string(body)); json.Unmarshal(got.Body.Bytes(), &made) != nil || made.Token == "" {
				t.Fatalf("%d %s", got.Code, got.Body)
			}
			var both []request.Right
			for _, scope := range scopes {
				if slices.Contains(rights, scope) {
					both = append(both, scope)
				}
			}
			callers = append(callers, who{name: fmt.Sprint(role, scopes), token: made.Token, rights: both})
		}
	}
	seen := map[string]bool{}
	for _, route := range s.routes {
		if route.Method == http.MethodHead {
			continue
		}
		name := route.Method + " " + route.Path
		right, known := needs[name]
		if !known {
			t.Errorf("%s has no row in the table of rights", name)
		}
		seen[name] = true
		if name == "DELETE /api/v1/session" || strings.HasSuffix(name, "/events") {
			continue // would end the session, or streams
		}
		// The game and the person do not exist; rights are checked first.
		path := strings.NewReplacer(":id", "987654", ":twin", "987653", ":aid", "1", ":ply", "0", ":n", "1", ":name", "busy").Replace(route.Path)
		for _, caller := range callers {
			var headers []string
			if caller.token != "" {
				headers = []string{"Authorization", "Bearer " + caller.token}
			}
			got := of(s, caller.session, route.Method, path, "", headers...)
			refused := strings.Contains(got.Body.String(), "/problems/forbidden") || strings.Contains(got.Body.String(), "/problems/log-in-needed")
			may := right == request.Free || slices.Contains(caller.rights, right)
			if refused == may {
				t.Errorf("%s as %s: %d %.120s, want refused: %v", name, caller.name, got.Code, got.Body, !may)
			}
			if want := map[bool]int{true: 401, false: 403}[caller.guest]; refused && got.Code != want {
				t.Errorf("%s as %s: status %d, want %d", name, caller.name, got.Code, want)
			}
		}
	}
	for route := range needs {
		if !seen[route] {
			t.Errorf("%s is in the table of rights, and is no route", route)
		}
	}
}

// TestLogIn logs people in and out.
func TestLogIn(t *testing.T) {
	s, _ := peopled(t, ServerConfig{})
	logIn := func(name, password string) *httptest.ResponseRecorder {
		body, err := json.Marshal(credentials{name, password})
		if err != nil {
			t.Fatal(err)
		}
		return of(s, "", "POST", "/api/v1/session", string(body))
	}
	for _, row := range []struct{ name, password string }{
		{"arbiter", "wrong"}, {"arbiter", ""}, {"nobody", password}, {"", password}, {"arbiter\x00", password}, {"arbiter", strings.Repeat("a", 10_000)},
	} {
		if got := logIn(row.name, row.password); got.Code != 401 && got.Code != 400 || got.Header().Get("Set-Cookie") != "" {
			t.Errorf("%q %.20q: %d %s", row.name, row.password, got.Code, got.Body)
		}
	}
	got := logIn("ARBITER", password)
	cookies := got.Result().Cookies()
	if got.Code != 200 || len(cookies) != 1 || !strings.Contains(got.Body.String(), `"name":"arbiter","role":"arbiter"`) {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	session := cookies[0]
	if !session.HttpOnly || session.SameSite != http.SameSiteLaxMode || session.Path != "/" || session.Secure || session.Name != "assay" {
		t.Errorf("the cookie is %v", session)
	}
	if again := logIn("arbiter", password).Result().Cookies()[0]; again.Value == session.Value {
		t.Error("two log-ins have one session")
	}
	if got := of(s, session.Value, "GET", "/api/v1/me", ""); !strings.Contains(got.Body.String(), `"arbitrate","account"`) || got.Header().Get("Cache-Control") != "private, no-cache" {
		t.Errorf("%v %s", got.Header(), got.Body)
	}
	// A session ID chosen by an attacker is not valid, and does not become so.
	if got := of(s, "chosen", "POST", "/api/v1/session", `{"name": "arbiter", "password": "`+password+`"}`); got.Code != 200 || strings.Contains(fmt.Sprint(got.Header()["Set-Cookie"]), "assay=chosen") {
		t.Errorf("%d %v", got.Code, got.Header())
	}
	if got := of(s, "chosen", "GET", "/api/v1/tokens", ""); got.Code != 401 || !strings.Contains(got.Header().Get("Set-Cookie"), "Max-Age=0") {
		t.Errorf("a session that is none: %d %v", got.Code, got.Header())
	}
	if got := of(s, session.Value, "DELETE", "/api/v1/session", ""); got.Code != 204 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := of(s, session.Value, "GET", "/api/v1/tokens", ""); got.Code != 401 {
		t.Errorf("after logging out: %d %s", got.Code, got.Body)
	}
}

// TestOtherPages sends a browser's session from pages of other origins, and
// without an origin: nothing is changed.
func TestOtherPages(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{Origins: []string{AnyOrigin}})
	for _, row := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"its own page", nil, 201},
		{"another origin", []string{"Origin", "https://evil.example"}, 403},
		{"another port", []string{"Origin", "http://localhost:81"}, 403},
		{"no origin", []string{"Origin", ""}, 403},
		{"a sandbox", []string{"Origin", "null"}, 403},
		{"another site", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"the same site", []string{"Sec-Fetch-Site", "same-site"}, 403},
	} {
		got := of(s, sessions[store.Contributor], "POST", "/api/v1/games", strings.Replace(scholars, "Nf6", "Nh6", 1)+"\n", row.headers...)
		if got.Code != row.status && (row.status != 201 || got.Code != 200) {
			t.Errorf("%s: %d %s", row.name, got.Code, got.Body)
		}
		if missing := strings.Contains(got.Body.String(), "origin-missing"); missing != (row.name == "no origin") {
			t.Errorf("%s: %s", row.name, got.Body)
		}
	}
	if got := of(s, sessions[store.Administrator], "GET", "/api/v1/people", "", "Origin", "https://evil.example"); got.Header().Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("a page elsewhere reads as somebody: %v", got.Header())
	}
}

// TestTries limits password attempts. The time of a response does not reveal
// whether a name exists.
func TestTries(t *testing.T) {
	s, _ := peopled(t, ServerConfig{})
	const perClient, perName = 8, 4
	s.triesPerClient, s.triesPerName = perClient, perName
	begun := time.Now()
	try := func(name string) int {
		got := of(s, "", "POST", "/api/v1/session", `{"name": "`+name+`", "password": "wrong"}`)
		if got.Code == 429 && got.Header().Get("Retry-After") == "" {
			t.Error("no Retry-After header in a 429 answer")
		}
		return got.Code
	}
	// refilled bounds what a limit per minute gave back since the start.
	refilled := func(limit int) int { return 1 + int(time.Since(begun).Minutes()*float64(limit)) }
	answered := map[int]int{}
	for range perName + 5 {
		answered[try("arbiter")]++
	}
	if n := answered[401]; n < perName || n > perName+refilled(perName) || n+answered[429] != perName+5 {
		t.Errorf("answers %v to one name, expected %d of 401", answered, perName)
	}
	answered = map[int]int{}
	for i := range perClient { // with other names
		answered[try(fmt.Sprintf("n%d", i))]++
	}
	if n := answered[401]; n > perClient-perName+refilled(perClient) || n+answered[429] != perClient {
		t.Errorf("answers %v to one address, expected at most %d of 401", answered, perClient-perName)
	}
	s.triesPerClient, s.triesPerName = 1<<20, 1<<20
	fastest := func(name string) time.Duration {
		least := time.Hour
		for range 5 {
			begun := time.Now()
			of(s, "", "POST", "/api/v1/session", `{"name": "`+name+`", "password": "wrong"}`)
			least = min(least, time.Since(begun))
		}
		return least
	}
	if known, unknown := fastest("arbiter"), fastest("nobody"); unknown < known/3 {
		t.Errorf("a wrong password takes %v, a name that is none %v", known, unknown)
	}
}

// TestHashing logs in while all slots for long requests are held.
func TestHashing(t *testing.T) {
	s, _ := peopled(t, ServerConfig{})
	s.long = newQueue(0, 0, time.Hour)
	if got := of(s, "", "POST", "/api/v1/session", `{"name": "arbiter", "password": "`+password+`"}`); got.Code != 200 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	s.hashes = newQueue(0, 0, time.Hour)
	for _, path := range []string{"session", "join"} {
		if got := of(s, "", "POST", "/api/v1/"+path, `{"password": "x"}`); got.Code != 503 {
			t.Errorf("%s without a place: %d %s", path, got.Code, got.Body)
		}
	}
}

// TestTokens creates a token, uses it and revokes it.
func TestTokens(t *testing.T) {
	var log strings.Builder
	s, sessions := peopled(t, ServerConfig{Log: &log})
	for _, row := range []struct {
		body   string
		status int
		says   string
	}{
		{`{"name": "t", "scopes": [], "days": 1}`, 400, "scopes"}, {`{"name": "t", "scopes": ["all"], "days": 1}`, 400, "scopes"},
		{`{"name": "t", "scopes": ["read", "read"], "days": 1}`, 400, "each once"}, {`{"name": "t", "scopes": ["account"], "days": 1}`, 400, "scopes"},
		{`{"name": "", "scopes": ["read"], "days": 1}`, 400, "name"}, {`{"name": "t", "scopes": ["read"], "days": 0}`, 400, "days"},
		{`{"name": "t", "scopes": ["read"], "days": 367}`, 400, "1 to 366"}, {`{"name": "t", "scopes": ["read", "annotate"], "days": 366}`, 201, `"token":"assay_`},
	} {
		if got := of(s, sessions[store.Annotator], "POST", "/api/v1/tokens", row.body); got.Code != row.status || !strings.Contains(got.Body.String(), row.says) {
			t.Errorf("%s: %d %s", row.body, got.Code, got.Body)
		}
	}
	var list account.TokensView
	if got := of(s, sessions[store.Annotator], "GET", "/api/v1/tokens", ""); json.Unmarshal(got.Body.Bytes(), &list) != nil || len(list.Tokens) != 1 || list.Tokens[0].Token != "" {
		t.Fatalf("%s", got.Body)
	}
	if got := of(s, sessions[store.Annotator], "GET", fmt.Sprintf("/api/v1/tokens/%d", list.Tokens[0].ID), ""); got.Code != 200 || !strings.Contains(got.Body.String(), `"name":"t"`) {
		t.Errorf("a token: %d %s", got.Code, got.Body)
	}
	var made account.TokenView
	of(s, sessions[store.Annotator], "POST", "/api/v1/tokens", `{"name": "u", "scopes": ["read", "annotate"], "days": 1}`)
	got := of(s, sessions[store.Annotator], "POST", "/api/v1/tokens", `{"name": "v", "scopes": ["annotate"], "days": 1}`)
	if err := json.Unmarshal(got.Body.Bytes(), &made); err != nil || got.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("%v %s", err, got.Body)
	}
	bearer := []string{"Authorization", "bearer " + made.Token}
	note := `{"author": "%s", "ply": 1, "comment": "good"}`
	if got := of(s, "", "POST", "/api/v1/games/1/annotations", fmt.Sprintf(note, "Eve"), bearer...); got.Code != 400 || !strings.Contains(got.Body.String(), "annotator") {
		t.Errorf("signed as another: %d %s", got.Code, got.Body)
	}
	if got := of(s, "", "POST", "/api/v1/games/1/annotations", fmt.Sprintf(note, ""), bearer...); got.Code != 201 || !strings.Contains(got.Body.String(), `"author":"annotator"`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for _, header := range []string{"", "Bearer", "Bearer ", "Basic YTpi", "Bearer assay_x", "Bearer " + made.Token + "x", made.Token, "Bearer " + sessions[store.Administrator]} {
		if got := of(s, "", "GET", "/api/v1/games", "", "Authorization", header); got.Code != 401 || !strings.HasPrefix(got.Header().Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("%q: %d %s", header, got.Code, got.Body)
		}
	}
	if got := of(s, made.Token, "GET", "/api/v1/tokens", ""); got.Code != 401 {
		t.Errorf("a token as a session: %d", got.Code)
	}
	if got := of(s, sessions[store.Reader], "DELETE", fmt.Sprintf("/api/v1/tokens/%d", made.ID), ""); got.Code != 404 {
		t.Errorf("another takes it back: %d", got.Code)
	}
	if got := of(s, sessions[store.Annotator], "DELETE", fmt.Sprintf("/api/v1/tokens/%d", made.ID), ""); got.Code != 204 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := of(s, "", "GET", "/api/v1/games", "", bearer...); got.Code != 401 {
		t.Errorf("taken back: %d", got.Code)
	}
	if strings.Contains(log.String(), made.Token) {
		t.Error("the log has a token")
	}
}

// TestOthersAnnotations lets annotators change their own annotations, and
// arbiters all.
func TestOthersAnnotations(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{})
	if got := of(s, sessions[store.Arbiter], "POST", "/api/v1/games/1/annotations", `{"ply": 1, "comment": "good"}`); got.Code != 201 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	if got := of(s, sessions[store.Annotator], "POST", "/api/v1/games/1/annotations", `{"ply": 2, "comment": "bad"}`); got.Code != 201 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	edit := `{"ply": 1, "comment": "better"}`
	any := []string{"If-Match", "*"}
	for _, row := range []struct {
		who          store.Role
		method, path string
		body         string
		status       int
	}{
		{store.Annotator, "PUT", "/1", edit, 403}, {store.Annotator, "DELETE", "/1", "", 403}, {store.Annotator, "POST", "/1/restore", "{}", 403},
		{store.Annotator, "PUT", "/2", edit, 200}, {store.Arbiter, "PUT", "/2", edit, 200}, {store.Annotator, "DELETE", "/2", "", 200}, {store.Annotator, "POST", "/2/restore", "{}", 200},
		{store.Annotator, "PUT", "/9", edit, 404},
	} {
		got := of(s, sessions[row.who], row.method, "/api/v1/games/1/annotations"+row.path, row.body, any...)
		if got.Code != row.status && (row.status != 200 || got.Code != 204) {
			t.Errorf("%s %s as %s: %d %s", row.method, row.path, row.who, got.Code, got.Body)
		}
	}
}

// TestPeopleLife invites, promotes, suspends and reinstates a person, and finds
// all of it in the audit log.
func TestPeopleLife(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{})
	root := sessions[store.Administrator]
	for _, row := range []struct {
		body   string
		status int
	}{
		{`{"name": "", "role": "reader"}`, 400}, {`{"name": "Eve", "role": "king"}`, 400}, {`{"name": "READER", "role": "reader"}`, 409}, {`{"name": "a\nb", "role": "reader"}`, 400},
		{`{"name": "reader\u200b", "role": "reader"}`, 400}, {`{"name": "\u202eredaer", "role": "reader"}`, 400}, {`{"name": "rea\u00adder", "role": "reader"}`, 400},
		{`{"name": "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "role": "reader"}`, 201},
	} {
		if got := of(s, root, "POST", "/api/v1/people", row.body); got.Code != row.status {
			t.Errorf("%s: %d %s", row.body, got.Code, got.Body)
		}
	}
	got := of(s, root, "POST", "/api/v1/people", `{"name": "Eve", "role": "reader"}`)
	var invited account.Invitation
	if err := json.Unmarshal(got.Body.Bytes(), &invited); err != nil || got.Code != 201 || invited.Person.Joined {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	person := got.Header().Get("Location")
	join := func(secret, password string) *httptest.ResponseRecorder {
		return of(s, "", "POST", "/api/v1/join", fmt.Sprintf(`{"link": %q, "password": %q}`, secret, password))
	}
	if got := join("x", password); got.Code != 410 {
		t.Errorf("a link that is none: %d", got.Code)
	}
	if got := join(invited.Secret, "short"); got.Code != 400 || strings.Contains(got.Body.String(), `short"`) {
		t.Errorf("a short password: %d %s", got.Code, got.Body)
	}
	joined := join(invited.Secret, password)
	if joined.Code != 200 {
		t.Fatalf("%d %s", joined.Code, joined.Body)
	}
	eve := joined.Result().Cookies()[0].Value
	if got := join(invited.Secret, password); got.Code != 410 {
		t.Errorf("a link twice: %d", got.Code)
	}
	if got := of(s, eve, "DELETE", "/api/v1/games/1", ""); got.Code != 403 {
		t.Errorf("a reader deletes: %d", got.Code)
	}
	if got := of(s, root, "PATCH", person, `{"role": "arbiter"}`); got.Code != 200 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := of(s, eve, "DELETE", "/api/v1/games/1", ""); got.Code != 204 {
		t.Errorf("an arbiter deletes: %d %s", got.Code, got.Body)
	}
	if got := of(s, eve, "PUT", "/api/v1/password", fmt.Sprintf(`{"old": "wrong", "password": %q}`, password)); got.Code != 401 {
		t.Errorf("another password by a wrong one: %d", got.Code)
	}
	changed := of(s, eve, "PUT", "/api/v1/password", fmt.Sprintf(`{"old": %q, "password": "four herons at the lake"}`, password))
	if changed.Code != 200 {
		t.Fatalf("%d %s", changed.Code, changed.Body)
	}
	if got := of(s, eve, "GET", "/api/v1/tokens", ""); got.Code != 401 {
		t.Errorf("a session of the old password: %d", got.Code)
	}
	eve = changed.Result().Cookies()[0].Value
	if got := of(s, root, "PATCH", person, `{"barred": true}`); got.Code != 200 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := of(s, eve, "GET", "/api/v1/tokens", ""); got.Code != 401 {
		t.Errorf("a session of somebody who is barred: %d", got.Code)
	}
	if got := of(s, "", "POST", "/api/v1/session", `{"name": "Eve", "password": "four herons at the lake"}`); got.Code != 401 {
		t.Errorf("somebody who is barred logs in: %d", got.Code)
	}
	if got := of(s, root, "PATCH", "/api/v1/people/1", `{"role": "reader"}`); got.Code != 409 {
		t.Errorf("the last administrator goes: %d %s", got.Code, got.Body)
	}
	if got := of(s, root, "PATCH", "/api/v1/people/99", `{"role": "reader"}`); got.Code != 404 {
		t.Errorf("nobody: %d", got.Code)
	}
	got = of(s, root, "GET", "/api/v1/audit?limit=5", "")
	var page account.AuditPage
	if err := json.Unmarshal(got.Body.Bytes(), &page); err != nil {
		t.Fatal(err)
	}
	want := []string{"administrator PATCH " + person, "Eve PUT /api/v1/password", "Eve DELETE /api/v1/games/1", "administrator PATCH " + person, "Eve POST /api/v1/join"}
	for i, d := range page.Entries {
		if said := string(d.Person) + " " + d.Action + " " + d.Object; said != want[i] {
			t.Errorf("deed %d is %q, want %q", i, said, want[i])
		}
	}
	if len(page.Entries) != 5 || page.Next == "" || strings.Contains(got.Body.String(), invited.Secret) {
		t.Errorf("%s", got.Body)
	}
}

// TestClosedAndReadOnly hides a closed archive from guests; a read-only server
// changes nothing.
func TestClosedAndReadOnly(t *testing.T) {
	closed, sessions := peopled(t, ServerConfig{Closed: true})
	for path, status := range map[string]int{"/api/v1/games": 401, "/api/v1/games/1/record": 401, "/metrics": 401, "/healthz": 200, "/api/v1/me": 200, "/openapi.json": 200} {
		if got := of(closed, "", "GET", path, ""); got.Code != status {
			t.Errorf("%s closed to nobody: %d", path, got.Code)
		}
		if got := of(closed, sessions[store.Reader], "GET", path, ""); got.Code != 200 {
			t.Errorf("%s closed to a reader: %d", path, got.Code)
		}
	}
	alone, sessions := peopled(t, ServerConfig{ReadOnly: true})
	for call, status := range map[string]int{
		"GET /api/v1/games": 200, "POST /api/v1/positions/play": 400, "DELETE /api/v1/games/1": 403, "POST /api/v1/session": 403, "POST /api/v1/games": 403, "GET /api/v1/people": 403,
	} {
		method, path, _ := strings.Cut(call, " ")
		if got := of(alone, sessions[store.Administrator], method, path, ""); got.Code != status {
			t.Errorf("%s where it is read from alone: %d %s", call, got.Code, got.Body)
		}
	}
}

// TestBasePath serves under the host of a trusted proxy, and under a base path.
func TestBasePath(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} // httptest sends from 192.0.2.1
	names := ServerConfig{Hosts: []string{"club.example"}, Proxies: trusted, BasePath: "/in"}
	from := func(c ServerConfig, path string, headers ...string) *httptest.ResponseRecorder {
		return of(NewServer(newArchive(t), c), "", "GET", path, "", headers...)
	}
	for _, row := range []struct {
		name    string
		config  ServerConfig
		path    string
		headers []string
		status  int
		links   string
	}{
		{"alone", ServerConfig{}, "/feeds/games", nil, 200, "http://localhost/feeds/games"},
		{"under a path", ServerConfig{BasePath: "/in"}, "/in/feeds/games?q=x", nil, 200, "http://localhost/in/feeds/games?q=x"},
		{"beside it", ServerConfig{BasePath: "/in"}, "/feeds/games", nil, 404, ""},
		{"beside it, with more", ServerConfig{BasePath: "/in"}, "/inn/feeds/games", nil, 404, ""},
		{"twice", ServerConfig{BasePath: "/in"}, "/in/in/feeds/games", nil, 404, ""},
		{"by a proxy", names, "/in/feeds/games", []string{"X-Forwarded-Host", "club.example", "X-Forwarded-Proto", "https"}, 200, "https://club.example/in/feeds/games"},
		{"by a proxy that takes the path off", names, "/feeds/games", []string{"X-Forwarded-Prefix", "/a/b/"}, 200, "http://localhost/a/b/feeds/games"},
		{"by two", names, "/in/feeds/games", []string{"X-Forwarded-Host", "evil.example, club.example"}, 200, "http://club.example/in/feeds/games"},
		{"by a name of nobody's", names, "/in/feeds/games", []string{"X-Forwarded-Host", "evil.example"}, 421, ""},
		{"by a path that is none", ServerConfig{Proxies: trusted}, "/feeds/games", []string{"X-Forwarded-Prefix", "//evil.example"}, 200, "http://localhost/feeds/games"},
		{"by a path with quotes", ServerConfig{Proxies: trusted}, "/feeds/games", []string{"X-Forwarded-Prefix", `/"><script>`}, 200, "http://localhost/feeds/games"},
		{"by nobody that is named", ServerConfig{Hosts: names.Hosts}, "/feeds/games",
			[]string{"X-Forwarded-Host", "club.example", "X-Forwarded-Proto", "https", "X-Forwarded-Prefix", "/a"}, 200, "http://localhost/feeds/games"},
	} {
		got := from(row.config, row.path, row.headers...)
		if got.Code != row.status || row.links != "" && !strings.Contains(got.Body.String(), `rel="self" type="application/atom+xml" href="`+row.links+`"`) {
			t.Errorf("%s: %d %.400s", row.name, got.Code, got.Body)
		}
	}
}

// TestPathOfCookies limits cookies to the server's base path.
func TestPathOfCookies(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}, BasePath: "/in"})
	for proto, want := range map[string]string{"http": "assay", "https": "__Secure-assay"} {
		got := of(s, "", "POST", "/in/api/v1/session", `{"name": "arbiter", "password": "`+password+`"}`, "X-Forwarded-Proto", proto)
		cookie := got.Result().Cookies()[0]
		if cookie.Name != want || cookie.Path != "/in" || cookie.Secure != (proto == "https") {
			t.Errorf("%s: the cookie is %v", proto, cookie)
		}
	}
	got := of(s, sessions[store.Administrator], "POST", "/in/api/v1/people", `{"name": "Eve", "role": "reader"}`, "Sec-Fetch-Site", "same-origin")
	if cookie := got.Result().Cookies()[0]; cookie.Name != changeCookie || cookie.Path != "/in" || cookie.MaxAge != 30 {
		t.Errorf("the cookie is %v", cookie)
	}
	deeds, err := s.archive.AuditLog(t.Context(), "", 1)
	if err != nil || got.Header().Get("Location") != "/in/api/v1/people/6" || deeds.Entries[0].Object != "/api/v1/people/6" {
		t.Errorf("%v: %v, %+v", got.Header(), err, deeds)
	}
}

// TestProxies uses the headers of trusted proxies only.
func TestProxies(t *testing.T) {
	for proxy, believed := range map[string]bool{"192.0.2.0/24": true, "198.51.100.0/24": false} { // httptest sends from 192.0.2.1
		s, _ := peopled(t, ServerConfig{Proxies: []netip.Prefix{netip.MustParsePrefix(proxy)}})
		got := of(s, "", "POST", "/api/v1/session", `{"name": "arbiter", "password": "`+password+`"}`, "X-Forwarded-Proto", "https", "X-Forwarded-For", "203.0.113.9")
		cookie := got.Result().Cookies()[0]
		if want := map[bool]string{true: "__Host-assay", false: "assay"}[believed]; cookie.Name != want || cookie.Secure != believed {
			t.Errorf("by %s the cookie is %v", proxy, cookie)
		}
		deeds, err := s.archive.AuditLog(t.Context(), "", 1)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]string{true: "203.0.113.9", false: "192.0.2.1"}[believed]; deeds.Entries[0].From != want {
			t.Errorf("by %s the call is from %s", proxy, deeds.Entries[0].From)
		}
	}
}
