package rest

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/parser/scan"
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

var basePattern = scan.NewPattern(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

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

// forwardedFor is the only header from which the client's address is read.
// Trusted proxies write it.
const forwardedFor = "X-Forwarded-For"

// remoteAddress returns the address from which a request comes. If a trusted
// proxy sent it, that is the last address in X-Forwarded-For that is not a
// trusted proxy. Entries before an invalid one are ignored.
func (s *Server) remoteAddress(r *http.Request) (from netip.Addr) {
	from, _ = parseAddress(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values(forwardedFor), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, ok := parseAddress(hop)
		if !s.trusts(from) || !ok {
			break
		}
		from = address
	}
	return from
}

// trusts reports whether an address belongs to a trusted proxy.
func (s *Server) trusts(a netip.Addr) bool {
	return a.IsValid() && slices.ContainsFunc(s.config.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// parseAddress parses an address with or without a port, as proxies write it.
func parseAddress(text string) (netip.Addr, bool) {
	text = strings.TrimSpace(text)
	address, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	if err != nil {
		var both netip.AddrPort
		both, err = netip.ParseAddrPort(text)
		address = both.Addr()
	}
	return address.Unmap().WithZone(""), err == nil
}

// clientIP returns the address from which a request comes, or "" if it is
// unknown.
func clientIP(c *gin.Context) string {
	p, known := c.Request.Context().Value(locationKey{}).(location)
	if !known {
		p.from, _ = parseAddress(c.Request.RemoteAddr)
	}
	if !p.from.IsValid() {
		return ""
	}
	return p.from.String()
}

// clientKey returns the key by which rate limits count a client: its address
// or, in IPv6, the subscriber's /64 network.
func clientKey(c *gin.Context) string {
	text := clientIP(c)
	address, err := netip.ParseAddr(text)
	if err != nil {
		return ""
	}
	if address.Is6() {
		if network, err := address.Prefix(64); err == nil {
			return network.String()
		}
	}
	return text
}
