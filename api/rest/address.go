package rest

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

// forwardedFor is the only header that tells the address of a caller. Proxies
// that are trusted write it.
const forwardedFor = "X-Forwarded-For"

// addressOf returns the address that a request comes from. A trusted proxy says
// it by X-Forwarded-For: the last address there that is none of a trusted
// proxy. What stands before a text that is no address is not believed.
func (s *Server) addressOf(r *http.Request) (from netip.Addr) {
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

// trusts reports whether an address is that of a trusted proxy.
func (s *Server) trusts(a netip.Addr) bool {
	return a.IsValid() && slices.ContainsFunc(s.config.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// parseAddress reads an address with or without a port, as proxies write it.
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

// addressIn returns the address that a request comes from, "" if it has none.
func addressIn(c *gin.Context) string {
	p, placed := c.Request.Context().Value(placeKey{}).(place)
	if !placed {
		p.from, _ = parseAddress(c.Request.RemoteAddr)
	}
	if !p.from.IsValid() {
		return ""
	}
	return p.from.String()
}

// clientOf names the client at an address: in IPv6 the network of a subscriber,
// who has many addresses.
func clientOf(c *gin.Context) string {
	text := addressIn(c)
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
