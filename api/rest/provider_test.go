package rest

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"

	"assay/api"
	"assay/api/account"
	"assay/store"
	"assay/store/sqlite"
)

// club is an OpenID Connect provider that authenticates one person at a time.
type club struct {
	*httptest.Server
	keys   [2]*rsa.PrivateKey // its own key, and an unknown one
	signs  int                // index of the signing key
	claims map[string]any     // of the next identity token, replacing the defaults
	gives  string             // returned instead of an identity token; "" for a token
	codes  map[string]url.Values
}

// clubKeys are made once, because that is slow.
var clubKeys = sync.OnceValue(func() (keys [2]*rsa.PrivateKey) {
	for i := range keys {
		keys[i], _ = rsa.GenerateKey(rand.Reader, 2048)
	}
	return keys
})

func newClub(t *testing.T) *club {
	c := &club{keys: clubKeys(), codes: map[string]url.Values{}}
	known := &oidctest.Server{PublicKeys: []oidctest.PublicKey{{PublicKey: c.keys[0].Public(), KeyID: "k", Algorithm: oidc.RS256}}}
	calls := http.NewServeMux()
	calls.Handle("/", known)
	calls.HandleFunc("POST /token", c.token)
	c.Server = httptest.NewServer(calls)
	t.Cleanup(c.Close)
	known.SetIssuer(c.URL)
	return c
}

// token exchanges a code for an identity token, once, for the client that
// started the login (RFC 7636).
func (c *club) token(w http.ResponseWriter, r *http.Request) {
	asked := c.codes[r.FormValue("code")]
	delete(c.codes, r.FormValue("code"))
	client, secret, basic := r.BasicAuth()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if asked == nil || !basic || client != "assay" || secret != "s3cret" || asked.Get("code_challenge_method") != "S256" ||
		asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) || r.FormValue("redirect_uri") != asked.Get("redirect_uri") {
		http.Error(w, `{"error": "invalid_grant"}`, http.StatusBadRequest)
		return
	}
	claims := map[string]any{
		"iss": c.URL, "aud": "assay", "sub": "1", "nonce": asked.Get("nonce"), "exp": time.Now().Add(time.Hour).Unix(), "iat": time.Now().Unix(),
	}
	maps.Copy(claims, c.claims)
	text, err := json.Marshal(claims)
	if err != nil {
		panic(err)
	}
	given := map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": c.gives}
	if c.gives == "" {
		given["id_token"] = oidctest.SignIDToken(c.keys[c.signs], "k", oidc.RS256, string(text))
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(given)
}

// browser visits a server's provider and returns.
type browser struct {
	t      *testing.T
	s      *Server
	club   *club
	cookie *http.Cookie // of the login
}

// begin starts a login, and returns the query sent to the provider.
func (b *browser) begin(query string) url.Values {
	b.t.Helper()
	got := of(b.s, "", "GET", providerPath+query, "")
	to, err := url.Parse(got.Header().Get("Location"))
	if got.Code != http.StatusSeeOther || err != nil || to.Scheme+"://"+to.Host+to.Path != b.club.URL+"/auth" {
		b.t.Fatalf("%d to %s: %s", got.Code, to, got.Body)
	}
	b.cookie = got.Result().Cookies()[0]
	return to.Query()
}

// come returns from the provider with the cookie of the login.
func (b *browser) come(query url.Values) *httptest.ResponseRecorder {
	var headers []string
	if b.cookie != nil {
		headers = []string{"Cookie", b.cookie.Name + "=" + b.cookie.Value}
	}
	return of(b.s, "", "GET", returnPath+"?"+query.Encode(), "", headers...)
}

// logIn completes a login.
func (b *browser) logIn(query string) *httptest.ResponseRecorder {
	b.t.Helper()
	asked := b.begin(query)
	return b.come(b.accepted(asked))
}

// accepted returns the query that the provider redirects with.
func (b *browser) accepted(asked url.Values) url.Values {
	code := rand.Text()
	b.club.codes[code] = asked
	return url.Values{"state": {asked.Get("state")}, "code": {code}}
}

// sessionOf returns the session that a response starts, or "".
func sessionOf(got *httptest.ResponseRecorder) string {
	for _, cookie := range got.Result().Cookies() {
		if cookie.Name == sessionCookie && cookie.MaxAge > 0 {
			return cookie.Value
		}
	}
	return ""
}

// visit starts a server with an administrator, an arbiter and a provider.
func visit(t *testing.T, change func(*Provider)) (*Server, *browser) {
	club := newClub(t)
	p := Provider{Title: "Club", Issuer: club.URL, Client: "assay", Secret: "s3cret", Scopes: []string{"email"}, NameClaim: "name"}
	change(&p)
	a := newArchive(t)
	for _, role := range []store.Role{store.Administrator, store.Arbiter} {
		if _, err := a.Invite(t.Context(), account.PersonInput{Name: string(role), Role: role}); err != nil {
			t.Fatal(err)
		}
	}
	s := NewServer(a, ServerConfig{Provider: p})
	s.triesPerClient = 1 << 20
	return s, &browser{t: t, s: s, club: club}
}

// TestProvider logs in exactly the people whom a provider authenticates.
func TestProvider(t *testing.T) {
	s, b := visit(t, func(*Provider) {})
	invite := func(name, mail string) *account.Invitation {
		t.Helper()
		invited, err := s.archive.Invite(t.Context(), account.PersonInput{Name: name, Role: store.Annotator, Mail: mail})
		if err != nil {
			t.Fatal(err)
		}
		return invited
	}
	asked := b.begin("?next=/games/1")
	if asked.Get("scope") != "openid email" || asked.Get("response_type") != "code" || asked.Get("redirect_uri") != "http://localhost/login/return" ||
		len(asked.Get("state")) != 43 || len(asked.Get("nonce")) != 43 || asked.Get("code_challenge_method") != "S256" {
		t.Errorf("the provider is asked %v", asked)
	}
	if c := b.cookie; !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.MaxAge != 600 || strings.Contains(asked.Encode(), readAttempt(c.Value).secret) {
		t.Errorf("the cookie of the log-in is %v", c)
	}
	if again := b.begin(""); again.Get("state") == asked.Get("state") || again.Get("nonce") == asked.Get("nonce") {
		t.Error("two log-ins have one state")
	}

	// By a verified e-mail address, and then by the account only.
	invite("Cay", "cay@club.example")
	b.club.claims = map[string]any{"sub": "c", "email": "CAY@club.example"}
	if got := b.logIn(""); got.Code != 403 || sessionOf(got) != "" || !strings.Contains(got.Body.String(), "/problems/not-invited") {
		t.Errorf("not verified: %d %s", got.Code, got.Body)
	}
	b.club.claims["email_verified"] = true
	got := b.logIn("?next=/games/1")
	if got.Code != 303 || got.Header().Get("Location") != "/games/1" {
		t.Fatalf("verified: %d %v %s", got.Code, got.Header(), got.Body)
	}
	session := sessionOf(got)
	if me := of(s, session, "GET", "/api/v1/me", ""); !strings.Contains(me.Body.String(), `"name":"Cay","role":"annotator"`) {
		t.Errorf("let in: %s", me.Body)
	}
	b.club.claims = map[string]any{"sub": "c", "email": "elsewhere@club.example"}
	if got := b.logIn(""); sessionOf(got) == "" || sessionOf(got) == session {
		t.Errorf("the second time: %d %s", got.Code, got.Body)
	}
	b.club.claims = map[string]any{"sub": "other", "email": "cay@club.example", "email_verified": true}
	if got := b.logIn(""); got.Code != 403 || sessionOf(got) != "" {
		t.Errorf("another account with the address of one who has come: %d %s", got.Code, got.Body)
	}

	// By an invitation link, once.
	link := invite("Dan", "").Secret
	b.club.claims = map[string]any{"sub": "c"}
	if got := b.logIn("?link=" + link); got.Code != 409 || sessionOf(got) != "" {
		t.Errorf("an account of somebody else: %d %s", got.Code, got.Body)
	}
	b.club.claims = map[string]any{"sub": "d"}
	if got := b.logIn("?link=" + link); got.Code != 303 || !strings.Contains(of(s, sessionOf(got), "GET", "/api/v1/me", "").Body.String(), `"name":"Dan"`) {
		t.Errorf("by a link: %d %s", got.Code, got.Body)
	}
	b.club.claims = map[string]any{"sub": "e"}
	for _, link := range []string{link, "none"} {
		if got := b.logIn("?link=" + link); got.Code != 410 || sessionOf(got) != "" {
			t.Errorf("by the link %s: %d %s", link, got.Code, got.Body)
		}
	}

	// Suspended: the account cannot log in.
	barred := true
	if cay, err := s.archive.ChangePerson(t.Context(), 3, account.PersonChange{Barred: &barred}); err != nil || cay.Name != "Cay" || !cay.Joined {
		t.Fatalf("%+v, %v", cay, err)
	}
	b.club.claims = map[string]any{"sub": "c"}
	if got := b.logIn(""); got.Code != 401 || sessionOf(got) != "" {
		t.Errorf("barred: %d %s", got.Code, got.Body)
	}
	if got := of(s, session, "GET", "/api/v1/tokens", ""); got.Code != 401 {
		t.Errorf("a session of one who is barred: %d", got.Code)
	}
	deeds, err := s.archive.AuditLog(t.Context(), "", 1)
	if err != nil || len(deeds.Entries) != 1 || deeds.Entries[0].Person != "Dan" || deeds.Entries[0].Object != returnPath || deeds.Entries[0].From != "192.0.2.1" {
		t.Errorf("the audit log: %+v, %v", deeds, err)
	}
}

// TestProviderForged rejects forged responses and those of other logins, and
// redirects to no other site.
func TestProviderForged(t *testing.T) {
	s, b := visit(t, func(p *Provider) { p.Strangers = store.Reader })
	for _, row := range []struct {
		name   string
		claims map[string]any
		signs  int
		gives  string
		status int
	}{
		{name: "sound", claims: map[string]any{"name": "Eve"}, status: 303},
		{name: "nonce of another log-in", claims: map[string]any{"nonce": "x"}, status: 502},
		{name: "no nonce", claims: map[string]any{"nonce": ""}, status: 502},
		{name: "for another client", claims: map[string]any{"aud": "other"}, status: 502},
		{name: "for another party", claims: map[string]any{"aud": []string{"assay", "other"}, "azp": "other"}, status: 502},
		{name: "of another issuer", claims: map[string]any{"iss": "https://evil.example"}, status: 502},
		{name: "expired", claims: map[string]any{"exp": time.Now().Add(-time.Minute).Unix()}, status: 502},
		{name: "not yet", claims: map[string]any{"nbf": time.Now().Add(time.Hour).Unix()}, status: 502},
		{name: "of nobody", claims: map[string]any{"sub": ""}, status: 502},
		{name: "signed by another key", signs: 1, status: 502},
		{name: "not signed", gives: unsigned(b.club.URL), status: 502},
		{name: "no token", gives: "x", status: 502},
		{name: "a great one", gives: strings.Repeat("x", 2*maxProvided), status: 502},
		{name: "the name of somebody else", claims: map[string]any{"sub": "2", "name": "ARBITER"}, status: 409},
		{name: "no name", claims: map[string]any{"sub": "3"}, status: 400},
		{name: "a name that looks like somebody else's", claims: map[string]any{"sub": "5", "name": "arbiter\u200b"}, status: 400},
		{name: "a name on two lines", claims: map[string]any{"sub": "3", "name": "a\nb"}, status: 400},
	} {
		b.club.claims, b.club.signs, b.club.gives = row.claims, row.signs, row.gives
		got := b.logIn("")
		if got.Code != row.status || (sessionOf(got) == "") != (row.status != 303) {
			t.Errorf("%s: %d %v %s", row.name, got.Code, got.Header()["Set-Cookie"], got.Body)
		}
	}
	b.club.claims, b.club.signs, b.club.gives = map[string]any{"name": "Eve"}, 0, ""

	// States of another browser, or used ones.
	asked := b.begin("")
	theirs := b.accepted(b.begin(""))
	b.begin("")
	mine := b.cookie
	for _, row := range []struct {
		name   string
		cookie *http.Cookie
		query  url.Values
	}{
		{"of another browser", mine, theirs},
		{"of one that has begun nothing", nil, b.accepted(asked)},
		{"without a state", mine, url.Values{"code": {"x"}}},
		{"of no secret", &http.Cookie{Name: attemptCookie, Value: "next=/"}, b.accepted(url.Values{"state": {attempt{}.state()}})},
		{"of a cookie that is none", &http.Cookie{Name: attemptCookie, Value: "%zz"}, b.accepted(asked)},
	} {
		b.cookie = row.cookie
		if got := b.come(row.query); got.Code != 400 || sessionOf(got) != "" {
			t.Errorf("%s: %d %s", row.name, got.Code, got.Body)
		}
	}
	once := b.accepted(b.begin(""))
	if got := b.come(once); got.Code != 303 {
		t.Fatalf("%d %s", got.Code, got.Body)
	} else if cookies := fmt.Sprint(got.Header()["Set-Cookie"]); !strings.Contains(cookies, attemptCookie+"=; Path=/; Max-Age=0") {
		t.Errorf("the cookie of the log-in stays: %s", cookies)
	}
	if got := b.come(once); got.Code != 400 || !strings.Contains(got.Body.String(), "/problems/log-in-not-begun") || sessionOf(got) != "" {
		t.Errorf("a second time: %d %s", got.Code, got.Body)
	}
	refused := b.begin("")
	if got := b.come(url.Values{"state": {refused.Get("state")}, "error": {"access_denied"}, "error_description": {"<b>no</b>"}}); got.Code != 403 || !strings.Contains(got.Body.String(), "access_denied") {
		t.Errorf("refused by the provider: %d %s", got.Code, got.Body)
	}
	other := b.accepted(b.begin(""))
	other.Set("iss", "https://evil.example")
	if got := b.come(other); got.Code != 502 || sessionOf(got) != "" {
		t.Errorf("of another provider: %d %s", got.Code, got.Body)
	}
	if got := of(s, "", "HEAD", returnPath+"?"+b.accepted(b.begin("")).Encode(), "", "Cookie", b.cookie.String()); sessionOf(got) != "" {
		t.Error("a HEAD call logs in")
	}

	for _, next := range []string{"https://evil.example", "//evil.example", `/\evil.example`, "/\t/evil.example", "javascript:alert(1)"} {
		got := b.logIn("?next=" + url.QueryEscape(next))
		if got.Code != 303 || got.Header().Get("Location") != "/" {
			t.Errorf("%q leads to %q (%d)", next, got.Header().Get("Location"), got.Code)
		}
	}
	b.begin("")
	kept := readAttempt(b.cookie.Value)
	kept.next = "https://evil.example"
	b.cookie.Value = kept.cookie()
	if got := b.come(b.accepted(url.Values{"state": {kept.state()}, "nonce": {"x"}})); got.Header().Get("Location") != "" && got.Header().Get("Location") != "/" {
		t.Errorf("a cookie that was changed leads to %q", got.Header().Get("Location"))
	}
}

// unsigned returns an identity token that claims to need no signature.
func unsigned(issuer string) string {
	part := func(v any) string {
		text, _ := json.Marshal(v)
		return base64.RawURLEncoding.EncodeToString(text)
	}
	return part(map[string]any{"alg": "none"}) + "." + part(map[string]any{"iss": issuer, "aud": "assay", "sub": "1", "exp": time.Now().Add(time.Hour).Unix()}) + "."
}

// TestProviderRoles maps the provider's roles, and admits uninvited people if
// configured.
func TestProviderRoles(t *testing.T) {
	s, b := visit(t, func(p *Provider) {
		p.RoleClaim, p.Strangers = "groups", store.Reader
		p.Roles = map[string]store.Role{"judges": store.Arbiter, "writers": store.Annotator, "board": store.Administrator}
	})
	for _, row := range []struct {
		sub    string
		groups any
		role   store.Role
	}{
		{"1", nil, store.Reader},
		{"2", "judges", store.Arbiter},
		{"3", []string{"writers", "judges", "cooks"}, store.Arbiter},
		{"3", []string{"writers"}, store.Annotator},
		{"3", nil, store.Annotator}, // no claim changes nothing
		{"3", "nothing of that", store.Reader},
		{"3", "judges", store.Arbiter},
		{"3", []string{}, store.Reader},
		{"4", 7, store.Reader},
		{"5", "board", store.Administrator},
	} {
		b.club.claims = map[string]any{"sub": row.sub, "name": "n" + row.sub, "groups": row.groups}
		got := b.logIn("")
		if me := of(s, sessionOf(got), "GET", "/api/v1/me", ""); got.Code != 303 || !strings.Contains(me.Body.String(), fmt.Sprintf(`"role":%q`, row.role)) {
			t.Errorf("%+v: %d %s %s", row, got.Code, got.Body, me.Body)
		}
	}
}

// TestProviderWithoutRole gives the lowest role to people without a role at the
// provider if uninvited people are rejected, except to the last administrator.
func TestProviderWithoutRole(t *testing.T) {
	s, b := visit(t, func(p *Provider) {
		p.RoleClaim, p.Roles = "groups", map[string]store.Role{"board": store.Administrator}
	})
	b.club.claims = map[string]any{"sub": "1", "name": "Eve", "groups": "cooks"}
	if got := b.logIn(""); got.Code != 403 || sessionOf(got) != "" {
		t.Errorf("a stranger: %d %s", got.Code, got.Body)
	}
	b.club.claims["groups"] = "board"
	b.logIn("")
	for _, row := range []struct {
		first store.Role // role given to the first administrator beforehand
		role  store.Role
	}{{store.Administrator, store.Reader}, {store.Reader, store.Administrator}} {
		b.club.claims["groups"] = "board"
		b.logIn("")
		if _, err := s.archive.ChangePerson(t.Context(), 1, account.PersonChange{Role: &row.first}); err != nil {
			t.Fatal(err)
		}
		b.club.claims["groups"] = "cooks"
		if me := of(s, sessionOf(b.logIn("")), "GET", "/api/v1/me", ""); !strings.Contains(me.Body.String(), fmt.Sprintf(`"role":%q`, row.role)) {
			t.Errorf("%+v: %s", row, me.Body)
		}
	}
}

// TestProviderUnreachable responds if the provider is unreachable, if there is
// none, and on a read-only server.
func TestProviderUnreachable(t *testing.T) {
	s, _ := visit(t, func(p *Provider) { p.Issuer = "http://127.0.0.1:1" })
	if got := of(s, "", "GET", providerPath, ""); got.Code != 502 || strings.Contains(got.Body.String(), "127.0.0.1") {
		t.Errorf("away: %d %s", got.Code, got.Body)
	}
	none := NewServer(newArchive(t), ServerConfig{})
	if got := of(none, "", "GET", providerPath, ""); got.Code != 404 {
		t.Errorf("none: %d %s", got.Code, got.Body)
	}
	s.config.ReadOnly = true
	for _, path := range []string{providerPath, returnPath} {
		if got := of(s, "", "GET", path, ""); got.Code != 403 {
			t.Errorf("%s where it is read from alone: %d %s", path, got.Code, got.Body)
		}
	}
	empty := NewServer(newArchive(t), ServerConfig{Provider: Provider{Issuer: newClub(t).URL, Client: "assay", Secret: "s3cret", NameClaim: "name", Strangers: store.Administrator}})
	b := &browser{t: t, s: empty, club: newClub(t)}
	b.club.claims = map[string]any{"name": "Eve"}
	empty.provider.Issuer = b.club.URL
	if got := b.logIn(""); got.Code != 403 || sessionOf(got) != "" {
		t.Errorf("the first of an archive is a stranger: %d %s", got.Code, got.Body)
	}
}

// TestProviderSilent has requests wait for one discovery of a silent provider,
// each with its own deadline. The failure is remembered for a while.
func TestProviderSilent(t *testing.T) {
	var calls atomic.Int32
	answers := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		<-answers
		w.WriteHeader(http.StatusNotFound)
	}))
	defer silent.Close()
	p := provider{Provider: Provider{Issuer: silent.URL}}
	gone, leave := context.WithCancel(t.Context())
	errs := make(chan error)
	for range 3 {
		go func() {
			_, err := p.connect(gone)
			errs <- err
		}()
	}
	leave()
	for range 3 {
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Errorf("who leaves: %v", err)
		}
	}
	close(answers)
	for range 3 {
		if _, err := p.connect(t.Context()); !errors.As(err, new(*ProviderError)) {
			t.Errorf("who waits: %v", err)
		}
	}
	if calls.Load() != 1 {
		t.Errorf("%d calls", calls.Load())
	}
	p.last.at = time.Now().Add(-2 * failureLasts)
	if _, err := p.connect(t.Context()); !errors.As(err, new(*ProviderError)) || calls.Load() != 2 {
		t.Errorf("later: %v, %d calls", err, calls.Load())
	}
}

// TestWithin never redirects a login to another site.
func TestWithin(t *testing.T) {
	for next, want := range map[string]string{
		"/me": "/me", "/games/1?ply=3": "/games/1?ply=3", "": "/", "https://evil.example": "/", "//evil.example": "/", "/\\evil.example": "/",
		"/\t/evil.example": "/", "javascript:alert(1)": "/", "/login?next=/login": "/",
	} {
		if got := Within(next); got != want {
			t.Errorf("%q leads to %q, want %q", next, got, want)
		}
	}
}

// TestProviderServers starts a login on one server of an archive and ends it on
// another, once.
func TestProviderServers(t *testing.T) {
	club := newClub(t)
	config := ServerConfig{Provider: Provider{Issuer: club.URL, Client: "assay", Secret: "s3cret", NameClaim: "name", Strangers: store.Reader}}
	folder := t.TempDir()
	var servers [2]*Server
	for i := range servers {
		s, err := sqlite.Open(t.Context(), filepath.Join(folder, storeName), sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		arbiter, err := api.NewArbiter(api.Config{Data: filepath.Join(folder, fmt.Sprint(i))})
		if err != nil {
			t.Fatal(err)
		}
		a := api.NewArchive(arbiter, s)
		t.Cleanup(func() { a.Close() })
		servers[i] = NewServer(a, config)
	}
	if _, err := servers[0].archive.Invite(t.Context(), account.PersonInput{Name: "Ada", Role: store.Administrator}); err != nil {
		t.Fatal(err)
	}
	club.claims = map[string]any{"name": "Eve"}
	begun := &browser{t: t, s: servers[0], club: club}
	asked := begun.begin("")
	for _, row := range []struct {
		server int
		status int
	}{{1, 303}, {0, 400}, {1, 400}} {
		ends := &browser{t: t, s: servers[row.server], club: club, cookie: begun.cookie}
		if got := ends.come(ends.accepted(asked)); got.Code != row.status || (sessionOf(got) != "") != (row.status == 303) {
			t.Errorf("server %d: %d %s", row.server, got.Code, got.Body)
		}
	}
}
