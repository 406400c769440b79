package rest

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

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
