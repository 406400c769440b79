package rest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"assay/api"
)

const (
	dispatchTimeout = 15 * time.Second // for an answer of a webhook
	maxReply        = 64 << 10         // of that answer in bytes, which nobody reads
)

// notPublic are networks that no webhook lies in beside those that package
// netip tells: shared, of protocols, of tests, of documents, and those by which
// IPv4 addresses are written in IPv6.
var notPublic = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10")

func prefixes(words ...string) (all []netip.Prefix) {
	for _, word := range words {
		all = append(all, netip.MustParsePrefix(word))
	}
	return all
}

// PrivateError is a webhook that leads to an address which is not public.
type PrivateError struct{ Address string }

func (e *PrivateError) Error() string {
	return fmt.Sprintf("the address leads to %s, which is not public; whoever runs the server can allow its network (webhook_networks)", e.Address)
}

// public reports whether an address is one that anybody on the net has.
func public(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return address.IsGlobalUnicast() && !address.IsPrivate() &&
		!slices.ContainsFunc(notPublic, func(p netip.Prefix) bool { return p.Contains(address) })
}

// dispatcher posts to public addresses, and to those of networks that are
// allowed. It looks at where a name leads when it calls there, and follows no
// answer elsewhere.
func dispatcher(allowed []netip.Prefix) api.Sender {
	dialer := &net.Dialer{Timeout: dispatchTimeout, ControlContext: func(_ context.Context, _, at string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(at)
		if err != nil {
			return err
		}
		address := to.Addr().Unmap()
		if !public(address) && !slices.ContainsFunc(allowed, func(p netip.Prefix) bool { return p.Contains(address) }) {
			return &PrivateError{address.String()}
		}
		return nil
	}}
	client := &http.Client{
		Timeout:       dispatchTimeout,
		Transport:     &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true, MaxResponseHeaderBytes: maxReply, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return func(ctx context.Context, address string, headers map[string]string, body []byte) (int, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
		if err != nil {
			return 0, err
		}
		for name, value := range headers {
			request.Header.Set(name, value)
		}
		answer, err := client.Do(request)
		if err != nil {
			return 0, err
		}
		defer answer.Body.Close()
		io.Copy(io.Discard, io.LimitReader(answer.Body, maxReply))
		return answer.StatusCode, nil
	}
}
