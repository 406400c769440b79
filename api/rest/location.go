package rest

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
)

// errOutside reports a request outside the server's base path.
var errOutside = errors.New("no such URL: this server has another base path")

// locationKey is the context key of the [location].
type locationKey struct{}

// location contains the URL of the server, as the client knows it, and the
// client's address.
type location struct {
	scheme string
	base   string // base path, "" for none
	from   netip.Addr
}

// IsBase reports whether a text is a valid base path: "" for none, or such as
// /games.
func IsBase(text string) bool { return text == "" || basePattern.MatchString(text) }

var basePattern = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

// Base returns the path at which clients reach the server's /.
func Base(r *http.Request) string { return baseOf(r.Context()) }

func baseOf(ctx context.Context) string {
	p, _ := ctx.Value(locationKey{}).(location)
	return p.base
}

// Root returns the URL at which clients reach the server's /, without the
// slash.
func Root(r *http.Request) string {
	p, _ := r.Context().Value(locationKey{}).(location)
	return p.scheme + "://" + r.Host + p.base
}

// locate removes the base path, and reads scheme and host from trusted proxies.
// A proxy that removes the path itself names it in X-Forwarded-Prefix.
func (s *Server) locate(answer http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := location{scheme: "http", base: s.config.BasePath, from: s.remoteAddress(r)}
		if s.encrypted(r) {
			at.scheme = "https"
		}
		u, host := *r.URL, r.Host
		given := ""
		if s.viaProxy(r) {
			if name := lastValue(r.Header.Get("X-Forwarded-Host")); name != "" {
				host = name
			}
			given = strings.TrimSuffix(lastValue(r.Header.Get("X-Forwarded-Prefix")), "/")
		}
		switch {
		case strings.HasPrefix(u.Path+"/", at.base+"/") && at.base != "":
			trimBase(&u, at.base)
		case given != "" && IsBase(given):
			at.base = given
		case at.base != "":
			p := newProblem(errOutside)
			p.Type = at.scheme + "://" + host + at.base + p.Type
			p.write(w)
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), locationKey{}, at))
		r.URL, r.Host = &u, host
		answer.ServeHTTP(w, r)
	})
}

// lastValue returns the last value of a header, which comes from the nearest
// proxy.
func lastValue(values string) string {
	return strings.TrimSpace(values[strings.LastIndexByte(values, ',')+1:])
}

// trimBase removes the base path of a URL.
func trimBase(u *url.URL, base string) {
	for _, path := range []*string{&u.Path, &u.RawPath} {
		if *path != "" {
			*path = strings.TrimPrefix(*path, base)
			if !strings.HasPrefix(*path, "/") {
				*path = "/" + *path
			}
		}
	}
}
