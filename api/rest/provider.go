package rest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/gin-gonic/gin"
	"golang.org/x/oauth2"

	"assay/api"
	"assay/store"
)

// Provider is one of OpenID Connect that people log in with. Its zero value is
// none.
type Provider struct {
	Title  string   // as people know it
	Issuer string   // its address; "" for no provider
	Client string   // the name of this server there
	Secret string   // of this server there; "" for a public client
	Scopes []string // that are asked for beside openid
	// NameClaim is what of an identity token somebody new is named by.
	NameClaim string
	// RoleClaim is what gives the role, a text or a list of them, by Roles; ""
	// for none.
	RoleClaim string
	Roles     map[string]store.Role
	// Strangers is the role of whom nobody has invited; "" keeps them out.
	Strangers store.Role
}

// The pages of logging in with a provider.
const (
	providerPath = "/login/provider"
	returnPath   = "/login/return"
)

// attemptCookie holds, in the browser that began it, what a log-in with a
// provider is drawn from; attemptLasts is how long that may take.
const (
	attemptCookie = "assay-login"
	attemptLasts  = 10 * time.Minute
)

// How long the provider has for an answer, how great that may be in bytes, and
// how long it is taken for away once it could not be reached.
const (
	providerTimeout = 10 * time.Second
	maxProvided     = 1 << 20
	failureLasts    = 5 * time.Second
)

// errAttempt says that nobody began a log-in where it came back.
var errAttempt = errors.New("this log-in was not begun in this browser, was used, or took longer than ten minutes; begin it again")

// ProviderError says that a provider cannot be used, or what it said is not to
// be believed.
type ProviderError struct{ Err error }

func (e *ProviderError) Error() string { return "the provider: " + e.Err.Error() }
func (e *ProviderError) Unwrap() error { return e.Err }

// RefusalError is the provider's own refusal.
type RefusalError struct{ Says string }

func (e *RefusalError) Error() string { return fmt.Sprintf("the provider refuses: %q", e.Says) }

// provided are the pages of logging in with the provider, where there is one.
func (s *Server) provided() []operation {
	if s.provider.Issuer == "" {
		return nil
	}
	return []operation{
		on(api.Free, "GET", providerPath, s.beginAttempt),
		on(api.Free, "GET", returnPath, s.endAttempt),
	}
}

// provider is one as it is reached.
type provider struct {
	Provider
	mu   sync.Mutex
	last *discovery // nil before the first
}

// discovery asks a provider for its description, once for all who wait for it.
type discovery struct {
	ended chan struct{} // closed when all else is known
	found *oidc.Provider
	err   error
	at    time.Time
}

func discover(issuer string) *discovery {
	d := &discovery{ended: make(chan struct{})}
	go func() {
		defer close(d.ended)
		found, err := oidc.NewProvider(asked(context.Background()), issuer)
		if d.at = time.Now(); err != nil {
			d.err = &ProviderError{err}
			return
		}
		d.found = found
	}()
	return d
}

// over reports whether it has failed long enough ago to be tried again.
func (d *discovery) over() bool {
	select {
	case <-d.ended:
		return d.err != nil && time.Since(d.at) > failureLasts
	default:
		return false
	}
}

// attempt is a log-in that has begun: a secret of the browser, from which all
// else is drawn that must not be guessed, and where it leads.
type attempt struct {
	secret string
	link   string // the invitation that is answered, "" for none
	next   string
}

// draw is a value of the attempt that tells nothing of the secret.
func (a attempt) draw(what string) string {
	sum := sha256.Sum256([]byte(what + " " + a.secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func (a attempt) state() string    { return a.draw("state") }
func (a attempt) nonce() string    { return a.draw("nonce") }
func (a attempt) verifier() string { return a.draw("verifier") }

// cookie is what the browser keeps of the attempt, which readAttempt reads.
func (a attempt) cookie() string {
	return url.Values{"secret": {a.secret}, "link": {a.link}, "next": {a.next}}.Encode()
}

func readAttempt(cookie string) attempt {
	v, err := url.ParseQuery(cookie)
	if err != nil {
		return attempt{}
	}
	return attempt{v.Get("secret"), v.Get("link"), v.Get("next")}
}

// attemptParameters are what a log-in with a provider leads to.
type attemptParameters struct{ next, link string }

func (p *attemptParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("next", &p.next, "path of the page behind the log-in"),
		Text("link", &p.link, "secret of the invitation that is answered"),
	}
}

// returnParameters are what a provider sends somebody back with.
type returnParameters struct{ state, code, fault, says, issuer, session string }

func (p *returnParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("state", &p.state, "of the log-in"),
		Text("code", &p.code, "for which the provider vouches"),
		Text("error", &p.fault, "why the provider refuses"),
		Text("error_description", &p.says, "the same in words"),
		Text("iss", &p.issuer, "the provider"),
		Text("session_state", &p.session, "of the provider, not used"),
	}
}

// Within is a path of this server's pages, "/" where a text is none: a browser
// takes some that begin with a slash for addresses of other hosts.
func Within(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\t\r\n") || strings.HasPrefix(path, "/login") {
		return "/"
	}
	return path
}

// reach gives the provider, which is asked for its description once, and again
// a while after that has failed.
func (p *provider) reach(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	if p.last == nil || p.last.over() {
		p.last = discover(p.Issuer)
	}
	d := p.last
	p.mu.Unlock()
	select {
	case <-d.ended:
		return d.found, d.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// bounded is the way to a provider that neither takes nor sends without end.
type bounded struct{}

func (bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, maxProvided)
	}
	return answer, err
}

// asked is a context in which a provider is asked, which does not end with a
// call: the keys of its signatures are asked for again in it.
func asked(ctx context.Context) context.Context {
	return oidc.ClientContext(context.WithoutCancel(ctx), &http.Client{Timeout: providerTimeout, Transport: bounded{}})
}

// client is this server as the provider knows it.
func (s *Server) client(r *http.Request, found *oidc.Provider) *oauth2.Config {
	p := &s.provider.Provider
	return &oauth2.Config{
		ClientID: p.Client, ClientSecret: p.Secret, Endpoint: found.Endpoint(),
		RedirectURL: Root(r) + returnPath, Scopes: append([]string{oidc.ScopeOpenID}, p.Scopes...),
	}
}

// beginAttempt sends a browser to the provider.
func (s *Server) beginAttempt(c *gin.Context, in *attemptParameters) error {
	if s.config.ReadOnly {
		return errReadOnly
	}
	found, err := s.provider.reach(c.Request.Context())
	if err != nil {
		return err
	}
	a := attempt{secret: rand.Text(), link: in.link, next: Within(in.next)}
	s.setCookie(c, s.cookieOf(c.Request, attemptCookie), a.cookie(), attemptLasts)
	to := s.client(c.Request, found).AuthCodeURL(a.state(), oidc.Nonce(a.nonce()), oauth2.S256ChallengeOption(a.verifier()))
	return redirect(c, to)
}

// redirect sends a browser elsewhere.
func redirect(c *gin.Context, to string) error {
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusSeeOther, to)
	c.Writer.WriteHeaderNow()
	return nil
}

// endAttempt lets somebody in whom the provider has sent back.
func (s *Server) endAttempt(c *gin.Context, in *returnParameters) error {
	switch {
	case s.config.ReadOnly:
		return errReadOnly
	case c.Request.Method != http.MethodGet:
		return errMethod
	}
	name := s.cookieOf(c.Request, attemptCookie)
	cookie, err := c.Request.Cookie(name)
	if err != nil {
		return errAttempt
	}
	s.setCookie(c, name, "", 0)
	a := readAttempt(cookie.Value)
	if a.secret == "" || in.state != a.state() {
		return errAttempt
	}
	if err := s.try(c, "client "+clientOf(c), s.tries); err != nil {
		return err
	}
	switch err := s.archive.Spend(c.Request.Context(), in.state); {
	case errors.Is(err, store.ErrNonceUsed):
		return errAttempt
	case err != nil:
		return err
	}
	found, err := s.provider.reach(c.Request.Context())
	switch {
	case err != nil:
		return err
	case in.issuer != "" && in.issuer != s.provider.Issuer: // RFC 9207: a code of another provider
		return &ProviderError{fmt.Errorf("an answer of %q", in.issuer)}
	case in.fault != "":
		return &RefusalError{strings.TrimSpace(in.fault + " " + in.says)}
	}
	vouched, err := s.vouched(asked(c.Request.Context()), s.client(c.Request, found), found, a, in.code)
	if err != nil {
		return err
	}
	vouched.Link = a.link
	session, err := s.archive.Admit(c.Request.Context(), *vouched, s.provider.Strangers)
	if err != nil {
		return err
	}
	caller, err := s.archive.Identify(c.Request.Context(), store.Session, session)
	if err != nil {
		return err
	}
	s.setSession(c, session)
	if err := s.archive.Audit(api.WithCaller(c.Request.Context(), caller), http.MethodGet, returnPath, addressIn(c)); err != nil {
		s.log.Error("audit", "path", returnPath, "error", err)
	}
	return redirect(c, Base(c.Request)+Within(a.next))
}

// vouched exchanges a code for what the provider says, and proves that it says
// it of this attempt.
func (s *Server) vouched(ctx context.Context, client *oauth2.Config, found *oidc.Provider, a attempt, code string) (*api.Vouched, error) {
	p := &s.provider.Provider
	given, err := client.Exchange(ctx, code, oauth2.VerifierOption(a.verifier()))
	if err != nil {
		return nil, &ProviderError{err}
	}
	raw, ok := given.Extra("id_token").(string)
	if !ok {
		return nil, &ProviderError{errors.New("it gave no identity token")}
	}
	token, err := found.Verifier(&oidc.Config{ClientID: p.Client}).Verify(ctx, raw)
	if err != nil {
		return nil, &ProviderError{err}
	}
	var claims map[string]any
	var usual struct {
		Party    string `json:"azp"`
		Mail     string `json:"email"`
		Verified bool   `json:"email_verified"`
	}
	if err := errors.Join(token.Claims(&claims), token.Claims(&usual)); err != nil {
		return nil, &ProviderError{err}
	}
	switch {
	case token.Nonce != a.nonce():
		return nil, &ProviderError{errors.New("the identity token is of another log-in")}
	case usual.Party != "" && usual.Party != p.Client: // OpenID Connect Core 1.0, 3.1.3.7
		return nil, &ProviderError{fmt.Errorf("the identity token is for %q", usual.Party)}
	case token.Subject == "":
		return nil, &ProviderError{errors.New("the identity token names nobody")}
	}
	name, _ := claims[p.NameClaim].(string)
	role := p.roleOf(claims[p.RoleClaim])
	return &api.Vouched{
		Identity: store.Identity{Issuer: token.Issuer, Subject: token.Subject},
		Name:     name, Mail: usual.Mail, MailVerified: usual.Verified, Role: role,
		Roleless: role == "" && p.RoleClaim != "" && claims[p.RoleClaim] != nil,
	}, nil
}

// roleOf is the greatest role that a claim gives, "" for none.
func (p *Provider) roleOf(claim any) (role store.Role) {
	values, several := claim.([]any)
	if !several {
		values = []any{claim}
	}
	for _, r := range store.Roles {
		for _, v := range values {
			if text, ok := v.(string); ok && p.Roles[text] == r {
				role = r
			}
		}
	}
	return role
}
