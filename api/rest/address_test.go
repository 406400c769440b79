package rest

import (
	"fmt"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// TestAddressOf finds the client's address behind proxies. Only X-Forwarded-For
// counts, and only from a trusted proxy.
func TestAddressOf(t *testing.T) {
	s := NewServer(newArchive(t), ServerConfig{Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("2001:db8:1::/48")}})
	const proxy = "192.0.2.1:99"
	for _, row := range []struct {
		name, remote string
		headers      []string
		want         string
	}{
		{"no proxy", "203.0.113.5:1", nil, "203.0.113.5"},
		{"no proxy, forged", "203.0.113.5:1", []string{"X-Forwarded-For", "198.51.100.1", "X-Real-IP", "198.51.100.2"}, "203.0.113.5"},
		{"one address", proxy, []string{"X-Forwarded-For", "198.51.100.1"}, "198.51.100.1"},
		{"with a port", proxy, []string{"X-Forwarded-For", "198.51.100.1:4711"}, "198.51.100.1"},
		{"IPv6", proxy, []string{"X-Forwarded-For", "2001:db8::7"}, "2001:db8::7"},
		{"IPv6 in brackets", proxy, []string{"X-Forwarded-For", "[2001:db8::7]"}, "2001:db8::7"},
		{"IPv6 with a port", proxy, []string{"X-Forwarded-For", "[2001:db8::7]:80"}, "2001:db8::7"},
		{"IPv6 with a zone", proxy, []string{"X-Forwarded-For", "fe80::7%eth0"}, "fe80::7"},
		{"IPv4 in IPv6", proxy, []string{"X-Forwarded-For", "::ffff:198.51.100.1"}, "198.51.100.1"},
		{"a proxy in IPv6", "[2001:db8:1::1]:99", []string{"X-Forwarded-For", "198.51.100.1"}, "198.51.100.1"},
		{"forged before it", proxy, []string{"X-Forwarded-For", "10.0.0.1, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", proxy, []string{"X-Forwarded-For", "10.0.0.1, 198.51.100.1:5, 192.0.2.7:80"}, "198.51.100.1"},
		{"in two lines", proxy, []string{"X-Forwarded-For", "10.0.0.1", "X-Forwarded-For", "198.51.100.1"}, "198.51.100.1"},
		{"nothing but proxies", proxy, []string{"X-Forwarded-For", "192.0.2.9"}, "192.0.2.9"},
		{"X-Real-IP alone", proxy, []string{"X-Real-IP", "198.51.100.2"}, "192.0.2.1"},
		{"X-Real-IP and what is no address", proxy, []string{"X-Forwarded-For", "unknown", "X-Real-IP", "198.51.100.2"}, "192.0.2.1"},
		{"other headers", proxy, []string{"Forwarded", "for=198.51.100.2", "True-Client-IP", "198.51.100.2", "CF-Connecting-IP", "198.51.100.2", "X-Client-IP", "198.51.100.2"}, "192.0.2.1"},
		{"no address after an address", proxy, []string{"X-Forwarded-For", "198.51.100.1, _hidden"}, "192.0.2.1"},
		{"an empty header", proxy, []string{"X-Forwarded-For", ""}, "192.0.2.1"},
		{"a socket", "@", []string{"X-Forwarded-For", "198.51.100.1"}, "invalid IP"},
	} {
		r := httptest.NewRequest("GET", "http://localhost/", nil)
		r.RemoteAddr = row.remote
		for i := 0; i < len(row.headers); i += 2 {
			r.Header.Add(row.headers[i], row.headers[i+1])
		}
		if got := s.remoteAddress(r).String(); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

// TestForgedTries sends wrong passwords through a proxy that passes headers on:
// forged headers allow no more attempts.
func TestForgedTries(t *testing.T) {
	s, _ := peopled(t, ServerConfig{Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}})
	s.triesPerClient, s.triesPerName = triesOfClient, 3
	for i := range 6 {
		want := 401
		if i >= 3 {
			want = 429
		}
		got := of(s, "", "POST", "/api/v1/session", `{"name": "arbiter", "password": "wrong"}`, "X-Forwarded-For", "203.0.113.7:80", "X-Real-IP", fmt.Sprintf("198.51.100.%d", i))
		if got.Code != want {
			t.Errorf("try %d: %d, want %d", i, got.Code, want)
		}
	}
}

// TestLockOut sends wrong passwords from many addresses: the person can still
// log in from another one.
func TestLockOut(t *testing.T) {
	s, _ := peopled(t, ServerConfig{Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}})
	s.triesPerClient, s.triesPerName = triesOfClient, 2
	try := func(address, name, with string) int {
		return of(s, "", "POST", "/api/v1/session", fmt.Sprintf(`{"name": %q, "password": %q}`, name, with), "X-Forwarded-For", address).Code
	}
	for i := range 16 {
		try(fmt.Sprintf("203.0.113.%d", i/2), "arbiter", "wrong")
	}
	for range 4 {
		try("203.0.113.99", "reader", "wrong")
	}
	if got := try("203.0.113.99", "arbiter", password); got != 200 {
		t.Errorf("the right password, from her own address: %d", got)
	}
	if got := try("203.0.113.1", "ARBITER", password); got != 429 {
		t.Errorf("the right password, from where others tried: %d", got)
	}
}

// TestStrictTransport sets Strict-Transport-Security over TLS only.
func TestStrictTransport(t *testing.T) {
	s := NewServer(newArchive(t), ServerConfig{Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}})
	for _, row := range []struct{ proto, path, want string }{
		{"https", "/api/v1/games", "max-age=31536000"}, {"https", "/healthz", "max-age=31536000"}, {"https", "/nowhere", "max-age=31536000"}, {"http", "/healthz", ""}, {"", "/healthz", ""},
	} {
		got := of(s, "", "GET", row.path, "", "X-Forwarded-Proto", row.proto)
		if got := got.Header().Get("Strict-Transport-Security"); got != row.want {
			t.Errorf("%s by %q: %q", row.path, row.proto, got)
		}
	}
}
