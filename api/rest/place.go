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

// errOutside says that a call misses the path that the server lies under.
var errOutside = errors.New("nothing is here: the server lies under another path")

// placeKey is that of the [place] in a context.
type placeKey struct{}

// place is where callers reach the server.
type place struct {
	scheme string
	base   string // the path that all lies under, "" for none
	from   netip.Addr
}

// IsBase reports whether a text is a path that a server can lie under: "" for
// none, or such as /games.
func IsBase(text string) bool { return text == "" || bases.MatchString(text) }

var bases = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

// Base is the path under which callers find what a server has at /.
func Base(r *http.Request) string { return baseOf(r.Context()) }

func baseOf(ctx context.Context) string {
	p, _ := ctx.Value(placeKey{}).(place)
	return p.base
}

// Root is where callers find what a server has at /, without the slash.
func Root(r *http.Request) string {
	p, _ := r.Context().Value(placeKey{}).(place)
	return p.scheme + "://" + r.Host + p.base
}

// placed answers calls as if they came to /, at the name and by the protocol
// that their callers know: it takes the path off that the server lies under,
// and believes what proxies that are named say of the rest. One that takes the
// path off itself says which (X-Forwarded-Prefix).
func (s *Server) placed(answer http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := place{scheme: "http", base: s.config.BasePath, from: s.addressOf(r)}
		if s.encrypted(r) {
			at.scheme = "https"
		}
		u, host := *r.URL, r.Host
		given := ""
		if s.proxied(r) {
			if name := last(r.Header.Get("X-Forwarded-Host")); name != "" {
				host = name
			}
			given = strings.TrimSuffix(last(r.Header.Get("X-Forwarded-Prefix")), "/")
		}
		switch {
		case strings.HasPrefix(u.Path+"/", at.base+"/") && at.base != "":
			cut(&u, at.base)
		case given != "" && IsBase(given):
			at.base = given
		case at.base != "":
			newProblem(errOutside).write(w)
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), placeKey{}, at))
		r.URL, r.Host = &u, host
		answer.ServeHTTP(w, r)
	})
}

// last is the last of a header's values, which the nearest proxy wrote.
func last(values string) string {
	return strings.TrimSpace(values[strings.LastIndexByte(values, ',')+1:])
}

// cut takes what stands before a path off.
func cut(u *url.URL, base string) {
	for _, path := range []*string{&u.Path, &u.RawPath} {
		if *path != "" {
			*path = strings.TrimPrefix(*path, base)
			if !strings.HasPrefix(*path, "/") {
				*path = "/" + *path
			}
		}
	}
}
