package rest

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/store"
)

// sessionCookie holds the secret of a browser's session. Before the name of a
// cookie that comes over TLS stands hostPrefix: no other host of the domain can
// set that one (RFC 6265bis, 4.1.3.2). It holds for the whole host; where the
// server lies under a path, securePrefix stands there.
const (
	sessionCookie = "assay"
	hostPrefix    = "__Host-"
	securePrefix  = "__Secure-"
)

// Errors of callers.
var (
	errReadOnly = errors.New("this server changes nothing: it was started with --read-only")
	errScheme   = errors.New("the header Authorization holds no token behind the word Bearer")
)

// identify finds out who calls, and refuses the call where its route takes a
// right that he lacks.
func (s *Server) identify(c *gin.Context) {
	if isHealth(c) { // which does not wait for the archive
		c.Request = c.Request.WithContext(api.WithCaller(c.Request.Context(), api.Caller{}))
		return
	}
	caller, ended, err := s.caller(c.Request)
	if ended {
		s.setSession(c, "")
	}
	right := s.rights[routeOf(c.Request.Method, c.FullPath())]
	switch {
	case err != nil && right == api.Free && safe(c.Request.Method):
		caller = api.Caller{} // what is anybody's is answered whatever is at fault
	case err != nil:
		s.refuse(c, err)
		return
	}
	if s.config.ReadOnly && right != api.Read && (right != api.Free || !safe(c.Request.Method)) {
		s.refuse(c, errReadOnly)
		return
	}
	if caller.Guest() || caller.Name != "" {
		c.Header("Cache-Control", "private, no-cache")
		c.Writer.Header().Add("Vary", "Cookie, Authorization")
	}
	caller = caller.From(clientOf(c))
	if f, ok := c.Writer.(*flow); ok {
		f.client = caller.Client()
	}
	c.Request = c.Request.WithContext(api.WithCaller(c.Request.Context(), caller))
	if err := caller.Need(right); err != nil {
		s.refuse(c, err)
	}
}

// refuse answers a call that goes no further, which counts as one.
func (s *Server) refuse(c *gin.Context, err error) {
	s.fail(c, cmp.Or(s.counted(c), err))
}

// caller is who sends a call, with the rights that this server leaves him: by a
// token, by the session of a browser, or nobody in particular, as where that
// session has ended.
func (s *Server) caller(r *http.Request) (caller api.Caller, ended bool, err error) {
	kind, secret, err := s.shown(r)
	if err != nil {
		return caller, false, err
	}
	caller, err = s.archive.Identify(r.Context(), kind, secret)
	if ended = kind == store.Session && errors.Is(err, api.ErrToken); ended {
		caller, err = s.archive.Identify(r.Context(), kind, "")
	}
	if s.config.ReadOnly {
		caller = caller.Only(api.Read)
	}
	if caller.Guest() && s.config.Closed {
		caller = caller.Only()
	}
	return caller, ended, err
}

// shown is the secret that a call shows, "" for none.
func (s *Server) shown(r *http.Request) (kind store.CredentialKind, secret string, err error) {
	if sent := r.Header.Values("Authorization"); len(sent) > 0 {
		scheme, token, _ := strings.Cut(sent[0], " ")
		if token = strings.TrimSpace(token); !strings.EqualFold(scheme, "Bearer") || token == "" || len(sent) > 1 {
			return "", "", errScheme
		}
		return store.Token, token, nil
	}
	if cookie, err := r.Cookie(s.cookieOf(r, sessionCookie)); err == nil {
		secret = cookie.Value
	}
	if secret != "" && !safe(r.Method) && r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") == "" {
		return "", "", errCrossOrigin // which browser it is from is not to be told
	}
	return store.Session, secret, nil
}

// safe reports whether calls of a method change nothing.
func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// routeOf names a route.
func routeOf(method, path string) string {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return method + " " + path
}

// encrypted reports whether a call came over TLS: to this server, or to one of
// the proxies that are trusted.
func (s *Server) encrypted(r *http.Request) bool {
	return r.TLS != nil || s.proxied(r) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// proxied reports whether a call comes from one of the proxies that are
// trusted.
func (s *Server) proxied(r *http.Request) bool {
	address, _ := parseAddress(r.RemoteAddr)
	return s.trusts(address)
}

// cookieOf is the name of a cookie of a call.
func (s *Server) cookieOf(r *http.Request, name string) string {
	switch {
	case !s.encrypted(r):
		return name
	case Base(r) != "":
		return securePrefix + name
	}
	return hostPrefix + name
}

// setSession has a browser keep the secret of a session; "" ends it.
func (s *Server) setSession(c *gin.Context, secret string) {
	s.setCookie(c, s.cookieOf(c.Request, sessionCookie), secret, api.SessionLasts)
}

// CookiePath is the path that cookies of a call's answer are for.
func CookiePath(r *http.Request) string { return cmp.Or(Base(r), "/") }

// setCookie has a browser keep a value for as long; it forgets "".
func (s *Server) setCookie(c *gin.Context, name, value string, lasts time.Duration) {
	cookie := &http.Cookie{Name: name, Value: value, Path: CookiePath(c.Request), HttpOnly: true, Secure: s.encrypted(c.Request),
		SameSite: http.SameSiteLaxMode, MaxAge: int(lasts.Seconds())}
	if value == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(c.Writer, cookie)
}

// audit writes in the audit log what a call changed, where people log in.
func (s *Server) audit(c *gin.Context, right api.Right) {
	ctx := c.Request.Context()
	who := api.CallerOf(ctx)
	if right == api.Read || safe(c.Request.Method) || c.GetBool(againKey) || who.Name == "" && !who.Guest() {
		return
	}
	object := cmp.Or(c.Writer.Header().Get("Location"), c.Request.URL.Path)
	object = strings.TrimPrefix(object, Base(c.Request))
	if err := s.archive.Audit(ctx, c.Request.Method, object, addressIn(c)); err != nil {
		s.log.Error("audit", "path", loggedPath(c), "error", err)
	}
}
