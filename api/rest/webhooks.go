package rest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/account"
)

// webhookParameters identify a webhook.
type webhookParameters struct{ id int64 }

func (p *webhookParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of the webhook").From(1).InPath()}
}

// deliveryListParameters select a page of a webhook's deliveries.
type deliveryListParameters struct {
	webhookParameters
	newestParameters
}

func (p *deliveryListParameters) Parameters() []*Parameter {
	return append(p.webhookParameters.Parameters(), p.newestParameters.Parameters()...)
}

func (s *Server) listWebhooks(ctx context.Context, p *wholeParameters) (*account.WebhooksView, error) {
	v, err := s.archive.Webhooks(ctx)
	if err != nil {
		return nil, err
	}
	v.Webhooks, v.Paged, err = page(p, v.Webhooks, func(i int) int64 { return v.Webhooks[i].ID })
	return v, err
}

func (s *Server) addWebhook(c *gin.Context, _ *noParameters, in *account.WebhookInput) error {
	if err := s.checkAddress(c.Request.Context(), &in.Address); err != nil {
		return err
	}
	w, err := s.archive.AddWebhook(c.Request.Context(), *in)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	return replyCreated(c, w, "/webhooks/%d", w.ID)
}

func (s *Server) getWebhook(ctx context.Context, p *webhookParameters) (*account.WebhookView, error) {
	return s.archive.Webhook(ctx, p.id)
}

func (s *Server) changeWebhook(c *gin.Context, p *webhookParameters, in *account.WebhookChange) error {
	if err := s.checkAddress(c.Request.Context(), in.Address); err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	w, err := s.archive.ChangeWebhook(c.Request.Context(), p.id, *in)
	return replyOr(c, w, err)
}

func (s *Server) removeWebhook(c *gin.Context, p *webhookParameters) error {
	return replyNoContent(c, s.archive.RemoveWebhook(c.Request.Context(), p.id))
}

func (s *Server) listDeliveries(ctx context.Context, p *deliveryListParameters) (*account.DeliveryPage, error) {
	return s.archive.Deliveries(ctx, p.id, p.cursor, p.limit)
}

func (s *Server) redeliver(c *gin.Context, p *webhookParameters, in *account.RedeliverInput) error {
	return replyNoContent(c, s.archive.Redeliver(c.Request.Context(), p.id, *in))
}

// testWebhook sends a test event, and returns how the webhook responded.
func (s *Server) testWebhook(ctx context.Context, p *webhookParameters) (*account.TestResult, error) {
	return s.archive.TestWebhook(ctx, p.id, newSender(s.config.Webhooks))
}

// checkAddress returns a [*PrivateError] if webhooks at a URL could never be
// called. A name that cannot be resolved now is accepted, because it may be
// resolvable later. A nil URL is accepted.
func (s *Server) checkAddress(ctx context.Context, address *string) error {
	if address == nil {
		return nil
	}
	u, err := url.Parse(*address)
	if err != nil || u.Hostname() == "" {
		return nil // the archive rejects it
	}
	ctx, cancel := context.WithTimeout(ctx, resolveTimeout)
	defer cancel()
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil || len(found) == 0 ||
		slices.ContainsFunc(found, func(a netip.Addr) bool { return mayCall(a, s.config.Webhooks) }) {
		return nil
	}
	return &PrivateError{found[0].Unmap().String()}
}

// mayCall reports whether webhooks may use an address.
func mayCall(address netip.Addr, allowed []netip.Prefix) bool {
	address = address.Unmap()
	return isPublic(address) || slices.ContainsFunc(allowed, func(p netip.Prefix) bool { return p.Contains(address) })
}

const (
	resolveTimeout     = 2 * time.Second
	webhookTimeout     = 15 * time.Second
	maxWebhookResponse = 64 << 10 // bytes, discarded
)

// reserved lists networks that webhooks may not use, in addition to those that
// package netip reports: shared, protocol, test, documentation, and IPv6
// networks that embed IPv4 addresses.
var reserved = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23",
	"2001:db8::/32", "2002::/16", "fec0::/10")

func prefixes(words ...string) (all []netip.Prefix) {
	for _, word := range words {
		all = append(all, netip.MustParsePrefix(word))
	}
	return all
}

// PrivateError reports that a webhook's URL resolves to an address that is not
// public.
type PrivateError struct{ Address string }

func (e *PrivateError) Error() string {
	return fmt.Sprintf("the URL resolves to %s, which is not public; add its network to webhook_networks in the "+
		"server's configuration", e.Address)
}

// isPublic reports whether an address is reachable on the public internet.
func isPublic(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return address.IsGlobalUnicast() && !address.IsPrivate() &&
		!slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(address) })
}

// PublicTransport returns a transport that connects to public addresses and to
// the allowed networks only. It checks the resolved address of each connection.
func PublicTransport(allowed []netip.Prefix) *http.Transport {
	dialer := &net.Dialer{Timeout: webhookTimeout,
		ControlContext: func(_ context.Context, _, at string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(at)
			if err != nil {
				return err
			}
			if !mayCall(to.Addr(), allowed) {
				return &PrivateError{to.Addr().Unmap().String()}
			}
			return nil
		}}
	return &http.Transport{DialContext: dialer.DialContext, MaxResponseHeaderBytes: maxWebhookResponse,
		ForceAttemptHTTP2: true}
}

// newSender returns a function that posts to public addresses and to the
// allowed networks. It follows no redirects.
func newSender(allowed []netip.Prefix) account.WebhookSender {
	transport := PublicTransport(allowed)
	transport.DisableKeepAlives = true
	client := &http.Client{
		Timeout:       webhookTimeout,
		Transport:     transport,
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
		io.Copy(io.Discard, io.LimitReader(answer.Body, maxWebhookResponse))
		return answer.StatusCode, nil
	}
}
