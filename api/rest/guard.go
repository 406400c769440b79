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

// HostError is a call under a name that the server does not answer to. A page
// whose own name was made to lead to this machine (DNS rebinding) has a browser
// make such calls.
type HostError struct {
	Host string // as the call gives it
}

func (e *HostError) Error() string {
	return fmt.Sprintf("this server does not answer to the name %q; whoever runs it can add names under hosts in its configuration", e.Host)
}

// guard refuses calls that a page of another site may have had a browser make:
// those under another name than the server's, reading ones too, and changes
// that come from another origin.
func (s *Server) guard(c *gin.Context) {
	switch {
	case !s.answersTo(c.Request):
		s.refuse(c, &HostError{c.Request.Host})
	case foreign(c.Request):
		s.refuse(c, errCrossOrigin)
	}
}

// answersTo reports whether a call bears one of the server's names, with any
// port: a loopback name, which no other machine's page can bear, the address
// that the call came in on, or one of the configuration.
func (s *Server) answersTo(r *http.Request) bool {
	name := HostName(r.Host)
	if name == "localhost" {
		return true
	}
	if address, err := netip.ParseAddr(name); err == nil {
		address = address.Unmap()
		if local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok && local.AddrPort().Addr().Unmap() == address {
			return true
		}
		if address.IsLoopback() {
			return true
		}
	}
	return name != "" && slices.ContainsFunc(s.config.Hosts, func(host string) bool { return HostName(host) == name })
}

// HostName is the name, or the address without brackets, of a host with or
// without a port, in its usual form; "" where it is none.
func HostName(host string) string {
	u, err := url.Parse("//" + host)
	if err != nil || u.Host != host || strings.Contains(u.Hostname(), ":") != strings.HasPrefix(host, "[") {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
}

// foreign reports whether a call would change something for a page of another
// origin. What is no browser sends neither header.
func foreign(r *http.Request) bool {
	if safe(r.Method) {
		return false
	}
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		if site != "same-origin" && site != "none" {
			return true
		}
	}
	for _, origin := range r.Header.Values("Origin") {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || !strings.EqualFold(u.Host, r.Host) {
			return true
		}
	}
	return false
}
