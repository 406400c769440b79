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

	"assay/api/account"
	"assay/api/request"
	"assay/store"
)

// Provider is an OpenID Connect provider. The zero value is none.
type Provider struct {
	Title  string   // display name
	Issuer string   // URL; "" for no provider
	Client string   // client ID of this server
	Secret string   // client secret; "" for a public client
	Scopes []string // requested in addition to openid
	// NameClaim is the claim that names a new person.
	NameClaim string
	// RoleClaim is the claim, a text or a list, that Roles maps to a role; ""
	// for none.
	RoleClaim string
	Roles     map[string]store.Role
	// Strangers is the role of people who were not invited; "" rejects them.
	Strangers store.Role
}

// Paths of provider logins.
const (
	providerPath = "/login/provider"
	returnPath   = "/login/return"
)

// attemptCookie holds the state of a login in the browser that started it, for
// attemptLasts at most.
const (
	attemptCookie = "assay-login"
	attemptLasts  = 10 * time.Minute
)

// Limits of a response of the provider in time and bytes, and the time after
// which a failed discovery is repeated.
const (
	providerTimeout = 10 * time.Second
	maxProvided     = 1 << 20
	failureLasts    = 5 * time.Second
)

// errAttempt reports a login that this browser did not start.
var errAttempt = errors.New(
	"this login was not started in this browser, was used before, or took over ten minutes; start again")

// ProviderError reports that a provider is unreachable or its response invalid.
type ProviderError struct{ Err error }

func (e *ProviderError) Error() string { return "login provider: " + e.Err.Error() }
func (e *ProviderError) Unwrap() error { return e.Err }

// RefusalError is the provider's refusal of a login.
type RefusalError struct{ Says string }

func (e *RefusalError) Error() string { return fmt.Sprintf("the login provider refused: %q", e.Says) }

// providerRoutes returns the routes of provider logins, if one is configured.
func (s *Server) providerRoutes() []operation {
	if s.provider.Issuer == "" {
		return nil
	}
	return []operation{
		route(request.Free, "GET", providerPath, s.beginAttempt),
		route(request.Free, "GET", returnPath, s.endAttempt),
	}
}

// provider is a provider with its discovery.
type provider struct {
	Provider
	mu   sync.Mutex
	last *discovery // nil before the first
}

// discovery reads a provider's metadata once for all requests that wait for it.
type discovery struct {
	ended chan struct{} // closed when the fields below are set
	found *oidc.Provider
	err   error
	at    time.Time
}

func discover(issuer string) *discovery {
	d := &discovery{ended: make(chan struct{})}
	go func() {
		defer close(d.ended)
		found, err := oidc.NewProvider(providerContext(context.Background()), issuer)
		if d.at = time.Now(); err != nil {
			d.err = &ProviderError{err}
			return
		}
		d.found = found
	}()
	return d
}

// expired reports whether it failed long enough ago to retry.
func (d *discovery) expired() bool {
	select {
	case <-d.ended:
		return d.err != nil && time.Since(d.at) > failureLasts
	default:
		return false
	}
}

// attempt is a login in progress. Every unguessable value derives from its
// secret.
type attempt struct {
	secret string
	link   string // secret of the invitation, "" for none
	next   string
}

// derive returns a value that does not reveal the secret.
func (a attempt) derive(what string) string {
	sum := sha256.Sum256([]byte(what + " " + a.secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func (a attempt) state() string    { return a.derive("state") }
func (a attempt) nonce() string    { return a.derive("nonce") }
func (a attempt) verifier() string { return a.derive("verifier") }

// cookie encodes the attempt for readAttempt.
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

// attemptParameters start a login.
type attemptParameters struct{ next, link string }

func (p *attemptParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("next", &p.next, "path of the page to open after the login"),
		Text("link", &p.link, "secret of the invitation"),
	}
}

// returnParameters are the query of the provider's redirect.
type returnParameters struct{ state, code, fault, says, issuer, session string }

func (p *returnParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("state", &p.state, "state of the login"),
		Text("code", &p.code, "authorization code"),
		Text("error", &p.fault, "error code of the provider"),
		Text("error_description", &p.says, "description of the error"),
		Text("iss", &p.issuer, "issuer of the response"),
		Text("session_state", &p.session, "session of the provider, not used"),
	}
}

// Within returns a path of this server's pages, or "/" if path is not one.
// Browsers treat some paths that begin with a slash as URLs of other hosts.
func Within(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\t\r\n") ||
		strings.HasPrefix(path, "/login") {
		return "/"
	}
	return path
}

// connect returns the discovered provider. Discovery runs once, and again some
// time after a failure.
func (p *provider) connect(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	if p.last == nil || p.last.expired() {
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

// limitedTransport bounds the responses of the provider.
type limitedTransport struct{}

func (limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, maxProvided)
	}
	return answer, err
}

// providerContext returns a context for requests to the provider. It does not
// end with the request, because signature keys are fetched later with the same
// context.
func providerContext(ctx context.Context) context.Context {
	return oidc.ClientContext(context.WithoutCancel(ctx),
		&http.Client{Timeout: providerTimeout, Transport: limitedTransport{}})
}

// oauthConfig returns the OAuth client of this server.
func (s *Server) oauthConfig(r *http.Request, found *oidc.Provider) *oauth2.Config {
	p := &s.provider.Provider
	return &oauth2.Config{
		ClientID: p.Client, ClientSecret: p.Secret, Endpoint: found.Endpoint(),
		RedirectURL: Root(r) + returnPath, Scopes: append([]string{oidc.ScopeOpenID}, p.Scopes...),
	}
}

// beginAttempt redirects a browser to the provider.
func (s *Server) beginAttempt(c *gin.Context, in *attemptParameters) error {
	if s.config.ReadOnly {
		return errReadOnly
	}
	found, err := s.provider.connect(c.Request.Context())
	if err != nil {
		return err
	}
	a := attempt{secret: rand.Text(), link: in.link, next: Within(in.next)}
	s.setCookie(c, s.cookieName(c.Request, attemptCookie), a.cookie(), attemptLasts)
	to := s.oauthConfig(c.Request, found).
		AuthCodeURL(a.state(), oidc.Nonce(a.nonce()), oauth2.S256ChallengeOption(a.verifier()))
	return redirect(c, to)
}

// redirect sends a browser to another URL.
func redirect(c *gin.Context, to string) error {
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusSeeOther, to)
	c.Writer.WriteHeaderNow()
	return nil
}

// endAttempt logs in the person whom the provider redirected here.
func (s *Server) endAttempt(c *gin.Context, in *returnParameters) error {
	switch {
	case s.config.ReadOnly:
		return errReadOnly
	case c.Request.Method != http.MethodGet:
		return errMethod
	}
	name := s.cookieName(c.Request, attemptCookie)
	cookie, err := c.Request.Cookie(name)
	if err != nil {
		return errAttempt
	}
	s.setCookie(c, name, "", 0)
	a := readAttempt(cookie.Value)
	if a.secret == "" || in.state != a.state() {
		return errAttempt
	}
	if err := s.countTry(c, "client "+clientKey(c), s.triesPerClient); err != nil {
		return err
	}
	switch err := s.archive.UseNonce(c.Request.Context(), in.state); {
	case errors.Is(err, store.ErrNonceUsed):
		return errAttempt
	case err != nil:
		return err
	}
	found, err := s.provider.connect(c.Request.Context())
	switch {
	case err != nil:
		return err
	case in.issuer != "" && in.issuer != s.provider.Issuer: // RFC 9207: code of another provider
		return &ProviderError{fmt.Errorf("the response is from %q", in.issuer)}
	case in.fault != "":
		return &RefusalError{strings.TrimSpace(in.fault + " " + in.says)}
	}
	vouched, err := s.verifyLogin(providerContext(c.Request.Context()), s.oauthConfig(c.Request, found), found, a,
		in.code)
	if err != nil {
		return err
	}
	vouched.Link = a.link
	session, err := s.archive.Admit(c.Request.Context(), *vouched, s.provider.Strangers)
	if err != nil {
		return err
	}
	caller, err := s.archive.Authenticate(c.Request.Context(), store.Session, session)
	if err != nil {
		return err
	}
	s.setSession(c, session)
	if err := s.archive.Audit(request.WithCaller(c.Request.Context(), caller), http.MethodGet, returnPath,
		clientIP(c)); err != nil {
		s.log.Error("audit", "path", returnPath, "error", err)
	}
	return redirect(c, Base(c.Request)+Within(a.next))
}

// verifyLogin exchanges a code for an identity token, and verifies that the
// token belongs to this attempt.
func (s *Server) verifyLogin(ctx context.Context, client *oauth2.Config, found *oidc.Provider, a attempt,
	code string) (*account.IdentityClaims, error) {
	p := &s.provider.Provider
	given, err := client.Exchange(ctx, code, oauth2.VerifierOption(a.verifier()))
	if err != nil {
		return nil, &ProviderError{err}
	}
	raw, ok := given.Extra("id_token").(string)
	if !ok {
		return nil, &ProviderError{errors.New("the response has no identity token")}
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
		return nil, &ProviderError{errors.New("the identity token belongs to another login")}
	case usual.Party != "" && usual.Party != p.Client: // OpenID Connect Core 1.0, 3.1.3.7
		return nil, &ProviderError{fmt.Errorf("the identity token is for %q", usual.Party)}
	case token.Subject == "":
		return nil, &ProviderError{errors.New("the identity token has no subject")}
	}
	name, _ := claims[p.NameClaim].(string)
	role := p.roleOf(claims[p.RoleClaim])
	return &account.IdentityClaims{
		Identity: store.Identity{Issuer: token.Issuer, Subject: token.Subject},
		Name:     name, Mail: usual.Mail, MailVerified: usual.Verified, Role: role,
		Roleless: role == "" && p.RoleClaim != "" && claims[p.RoleClaim] != nil,
	}, nil
}

// roleOf returns the highest role that a claim grants, or "".
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
