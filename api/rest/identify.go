package rest

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/account"
	"assay/api/request"
	"assay/store"
)

// sessionCookie holds the secret of a browser's session. Over TLS its name
// begins with hostPrefix, so that no other host of the domain can set it (RFC
// 6265bis, 4.1.3.2). A server under a path uses securePrefix instead, because a
// host-wide cookie would reach other paths.
const (
	sessionCookie = "assay"
	hostPrefix    = "__Host-"
	securePrefix  = "__Secure-"
)

// Errors of authentication.
var (
	errReadOnly = errors.New("this server is read-only (--read-only)")
	errScheme   = errors.New("the Authorization header has no token; expected Bearer TOKEN")
)

// identify authenticates the caller, and rejects the request if the caller
// lacks the route's right.
func (s *Server) identify(c *gin.Context) {
	if isHealth(c) { // does not wait for the archive
		c.Request = c.Request.WithContext(request.WithCaller(c.Request.Context(), request.Caller{}))
		return
	}
	caller, ended, err := s.caller(c.Request)
	if ended {
		s.setSession(c, "")
	}
	right := s.requiredRights[routeKey(c.Request.Method, c.FullPath())]
	switch {
	case err != nil && right == request.Free && isSafe(c.Request.Method):
		caller = request.Caller{} // public routes work even with an invalid credential
	case err != nil:
		s.refuse(c, err)
		return
	}
	if s.config.ReadOnly && right != request.Read && (right != request.Free || !isSafe(c.Request.Method)) {
		s.refuse(c, errReadOnly)
		return
	}
	if caller.Guest() || caller.Name != "" {
		c.Header("Cache-Control", "private, no-cache")
		c.Writer.Header().Add("Vary", "Cookie, Authorization")
	}
	caller = caller.From(clientKey(c))
	if f, ok := c.Writer.(*transfer); ok {
		f.client = caller.Client()
	}
	c.Request = c.Request.WithContext(request.WithCaller(c.Request.Context(), caller))
	if err := caller.Need(right); err != nil {
		s.refuse(c, err)
	}
}

// refuse rejects a request, which still counts towards the rate limit.
func (s *Server) refuse(c *gin.Context, err error) {
	s.fail(c, cmp.Or(s.countRequest(c), err))
}

// caller returns the caller of a request, with the rights that this server
// grants. The caller is known by a token or a session; otherwise it is a guest.
// If the session has ended, the caller is a guest too.
func (s *Server) caller(r *http.Request) (caller request.Caller, ended bool, err error) {
	kind, secret, err := s.credential(r)
	if err != nil {
		return caller, false, err
	}
	caller, err = s.archive.Authenticate(r.Context(), kind, secret)
	if ended = kind == store.Session && errors.Is(err, account.ErrToken); ended {
		caller, err = s.archive.Authenticate(r.Context(), kind, "")
	}
	if s.config.ReadOnly {
		caller = caller.Only(request.Read)
	}
	if caller.Guest() && s.config.Closed {
		caller = caller.Only()
	}
	return caller, ended, err
}

// credential returns the secret of a request, or "".
func (s *Server) credential(r *http.Request) (kind store.CredentialKind, secret string, err error) {
	if sent := r.Header.Values("Authorization"); len(sent) > 0 {
		scheme, token, _ := strings.Cut(sent[0], " ")
		if token = strings.TrimSpace(token); !strings.EqualFold(scheme, "Bearer") || token == "" || len(sent) > 1 {
			return "", "", errScheme
		}
		return store.Token, token, nil
	}
	if cookie, err := r.Cookie(s.cookieName(r, sessionCookie)); err == nil {
		secret = cookie.Value
	}
	if secret != "" && !isSafe(r.Method) && r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") == "" {
		return "", "", errNoOrigin
	}
	return store.Session, secret, nil
}

// isSafe reports whether requests of a method change nothing.
func isSafe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// routeKey returns the key of a route in requiredRights.
func routeKey(method, path string) string {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return method + " " + path
}

// encrypted reports whether a request used TLS, to this server or to a trusted
// proxy.
func (s *Server) encrypted(r *http.Request) bool {
	return r.TLS != nil || s.viaProxy(r) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// viaProxy reports whether a request comes from a trusted proxy.
func (s *Server) viaProxy(r *http.Request) bool {
	address, _ := parseAddress(r.RemoteAddr)
	return s.trusts(address)
}

// cookieName returns a cookie's name with the prefix for this request.
func (s *Server) cookieName(r *http.Request, name string) string {
	switch {
	case !s.encrypted(r):
		return name
	case Base(r) != "":
		return securePrefix + name
	}
	return hostPrefix + name
}

// setSession sets the session cookie; "" deletes it.
func (s *Server) setSession(c *gin.Context, secret string) {
	s.setCookie(c, s.cookieName(c.Request, sessionCookie), secret, account.SessionLasts)
}

// CookiePath returns the path of the cookies set by a response.
func CookiePath(r *http.Request) string { return cmp.Or(Base(r), "/") }

// setCookie sets a cookie for a time; an empty value deletes it.
func (s *Server) setCookie(c *gin.Context, name, value string, lasts time.Duration) {
	cookie := &http.Cookie{Name: name, Value: value, Path: CookiePath(c.Request), HttpOnly: true,
		Secure:   s.encrypted(c.Request),
		SameSite: http.SameSiteLaxMode, MaxAge: int(lasts.Seconds())}
	if value == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(c.Writer, cookie)
}

// audit adds a change to the audit log, if people log in.
func (s *Server) audit(c *gin.Context, right request.Right) {
	ctx := c.Request.Context()
	who := request.CallerOf(ctx)
	if right == request.Read || isSafe(c.Request.Method) || c.GetBool(replayedKey) || who.Name == "" && !who.Guest() {
		return
	}
	object := cmp.Or(c.Writer.Header().Get("Location"), c.Request.URL.Path)
	object = strings.TrimPrefix(object, Base(c.Request))
	if err := s.archive.Audit(ctx, c.Request.Method, object, clientIP(c)); err != nil {
		s.log.Error("audit", "path", loggedPath(c), "error", err)
	}
}
