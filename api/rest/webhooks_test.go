package rest

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

// TestPrivateAddresses sends nothing to addresses that are not public, whatever
// their name.
func TestPrivateAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.216.34": true, "8.8.8.8": true, "2606:2800:220:1:248:1893:25c8:1946": true, "172.32.0.1": true, "100.128.0.1": true,
		"127.0.0.1": false, "127.8.9.1": false, "10.0.0.1": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false,
		"169.254.169.254": false, "100.64.0.1": false, "100.100.100.200": false, "0.0.0.0": false, "0.1.2.3": false, "255.255.255.255": false, "224.0.0.1": false, "240.0.0.1": false,
		"198.18.0.1": false, "192.0.0.1": false, "192.0.2.1": false, "203.0.113.7": false, "::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd00:ec2::254": false,
		"::ffff:127.0.0.1": false, "::ffff:169.254.169.254": false, "::ffff:8.8.8.8": true, "::7f00:1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2001:db8::1": false, "ff02::1": false, "fec0::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is public: %v", address, got)
		}
	}
	heard := 0
	l := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		heard++
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}))
	defer l.Close()
	port := l.URL[strings.LastIndexByte(l.URL, ':'):]
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "127.1", "[::1]", "0.0.0.0"} {
		_, err := newSender(nil)(t.Context(), "http://"+host+port, nil, nil)
		if private := (*PrivateError)(nil); err == nil || !errors.As(err, &private) && !strings.Contains(err.Error(), "lookup") {
			t.Errorf("%s: %v", host, err)
		}
	}
	if heard > 0 {
		t.Errorf("heard %d calls", heard)
	}
	status, err := newSender([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})(t.Context(), l.URL, nil, []byte("{}"))
	if err != nil || status != http.StatusTemporaryRedirect || heard != 1 {
		t.Errorf("an answer that leads elsewhere: %d, %v, %d calls", status, err, heard)
	}
}

// TestWebhookTest adds a webhook only if it can be called, and sends it a
// signed test event.
func TestWebhookTest(t *testing.T) {
	var heard []byte
	signed := ""
	l := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		heard, _ = io.ReadAll(r.Body)
		signed = r.Header.Get("webhook-signature")
		w.WriteHeader(http.StatusTeapot)
	}))
	defer l.Close()
	c := start(t, newArchive(t), ServerConfig{})
	for _, address := range []string{l.URL, "http://localhost/x", "http://[::1]/x", "http://192.168.1.1/x"} {
		if got := c.post("/api/v1/webhooks", `{"address":"`+address+`"}`); got.status != http.StatusUnprocessableEntity || !strings.Contains(string(got.body), "webhook_networks") {
			t.Errorf("%s: %d %s", address, got.status, got.body)
		}
	}
	c = start(t, newArchive(t), ServerConfig{Webhooks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	if got := c.post("/api/v1/webhooks", `{"address":"`+l.URL+`"}`); got.status != http.StatusCreated {
		t.Fatalf("%d %s", got.status, got.body)
	}
	if got := c.send("PATCH", "/api/v1/webhooks/1", `{"address":"http://10.1.1.1/"}`); got.status != http.StatusUnprocessableEntity {
		t.Errorf("a private address: %d %s", got.status, got.body)
	}
	got := c.post("/api/v1/webhooks/1/test", "")
	if got.status != http.StatusOK || string(got.body) != `{"status":418,"message":"status 418"}`+"\n" {
		t.Errorf("%d %s", got.status, got.body)
	}
	if !strings.Contains(string(heard), `"type":"webhook.test"`) || signed == "" {
		t.Errorf("sent %s, signed %q", heard, signed)
	}
	if got := c.post("/api/v1/webhooks/9/test", ""); got.status != http.StatusNotFound {
		t.Errorf("no webhook: %d %s", got.status, got.body)
	}
}
