package rest

import (
	"net/http"
	"strings"
	"testing"
)

// TestMetrics counts requests by route and status, whatever paths and methods
// clients send.
func TestMetrics(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	c.get("/api/v1/healthz")
	c.get("/api/v1/healthz")
	for _, strange := range []struct{ method, path string }{{"GET", "/nowhere/1"}, {"GET", "/nowhere/2"}, {"BREW", "/api/v1/healthz"}} {
		request, err := http.NewRequestWithContext(t.Context(), strange.method, c.address+strange.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	text := string(c.get("/metrics").body)
	for _, line := range []string{
		`assay_http_requests_total{method="GET",route="/api/v1/healthz",status="200"} 2`,
		`assay_http_requests_total{method="GET",route="none",status="404"} 2`,
		`assay_http_requests_total{method="other",route="none",status="405"} 1`,
		`assay_http_request_seconds_count{route="/api/v1/healthz"} 2`,
		`assay_archive_changes 0`,
		`assay_index_changes 0`,
		`go_goroutines`,
	} {
		if !strings.Contains(text, "\n"+line) {
			t.Errorf("no %s in\n%s", line, text)
		}
	}
}
