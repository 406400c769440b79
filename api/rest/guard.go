package rest

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

// HostError reports a request to a host name that is not the server's. Browsers
// send such requests when a page's own name resolves to this machine (DNS
// rebinding).
type HostError struct {
	Host string // as the request has it
}

func (e *HostError) Error() string {
	return fmt.Sprintf("this server does not serve the host name %q; add it to hosts in the server's configuration",
		e.Host)
}

// guard rejects requests that a page of another site may have sent. These are
// requests to an unknown host, including reads, and changes from another
// origin. allowOrigins describes the exceptions.
func (s *Server) guard(c *gin.Context) {
	switch {
	case !s.isOwnHost(c.Request):
		s.refuse(c, &HostError{c.Request.Host})
	case isCrossOrigin(c.Request) && s.allowedOrigin(c.Request, c.Request.Method) == "":
		s.refuse(c, errCrossOrigin)
	}
}

// isOwnHost reports whether a request names one of the server's hosts, with any
// port: a loopback name, the address at which the request arrived, or a
// configured name. No page of another machine can have a loopback name.
func (s *Server) isOwnHost(r *http.Request) bool {
	name := HostName(r.Host)
	if name == "localhost" {
		return true
	}
	if address, err := netip.ParseAddr(name); err == nil {
		address = address.Unmap()
		if local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok &&
			local.AddrPort().Addr().Unmap() == address {
			return true
		}
		if address.IsLoopback() {
			return true
		}
	}
	return name != "" && slices.ContainsFunc(s.config.Hosts, func(host string) bool { return HostName(host) == name })
}

// HostName returns the normalised name of a host with or without a port, or its
// address without brackets. It returns "" if the host is invalid.
func HostName(host string) string {
	u, err := url.Parse("//" + host)
	if err != nil || u.Host != host || strings.Contains(u.Hostname(), ":") != strings.HasPrefix(host, "[") {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
}

// isCrossOrigin reports whether a page of another origin sent a request that
// changes something. Clients other than browsers send neither header.
func isCrossOrigin(r *http.Request) bool {
	if isSafe(r.Method) {
		return false
	}
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		if site != "same-origin" && site != "none" {
			return true
		}
	}
	for _, origin := range r.Header.Values("Origin") {
		u, err := url.Parse(origin)
		if origin == "" {
			continue // no browser sends it
		}
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || !strings.EqualFold(u.Host, r.Host) {
			return true
		}
	}
	return false
}
