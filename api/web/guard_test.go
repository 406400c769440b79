package web

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"assay/api/rest"
)

// guardedCalls are requests to every route: those of openapi.json and the
// pages, including paths that lead nowhere.
func guardedCalls(t *testing.T, site string) (calls []string) {
	t.Helper()
	var described struct {
		Paths map[string]map[string]any
	}
	if err := json.NewDecoder(get(t, site+"/openapi.json").Body).Decode(&described); err != nil {
		t.Fatal(err)
	}
	fill := strings.NewReplacer("{id}", "1", "{aid}", "1", "{ply}", "0", ":id", "1", ":name", "assay.css")
	for path, methods := range described.Paths {
		for method := range methods {
			calls = append(calls, strings.ToUpper(method)+" "+fill.Replace(path))
		}
	}
	for pattern := range new(handler).Routes() {
		if !strings.Contains(pattern, " ") {
			pattern = "GET " + pattern
		}
		calls = append(calls, fill.Replace(pattern))
	}
	for _, call := range slices.Clone(calls) {
		if path, reads := strings.CutPrefix(call, "GET "); reads {
			calls = append(calls, "HEAD "+path, "OPTIONS "+path)
		}
	}
	calls = append(calls, "DELETE /games/1", "POST /", "PATCH /api/v1/games/1", "GET /api/v1/nowhere")
	slices.Sort(calls)
	if len(calls) < 60 {
		t.Fatalf("only %d calls", len(calls))
	}
	return calls
}

// TestForgedCalls sends every request as other sites could make a browser send
// it: by a host name of theirs, and from their origins.
func TestForgedCalls(t *testing.T) {
	site, a := serve(t)
	add(t, a, small)
	own := strings.TrimPrefix(site, "http://")
	_, port, _ := strings.Cut(own, ":")
	for _, forged := range []struct {
		host, origin, from string
		reads              int // the status of requests that change nothing; 0 if they are allowed
		writes             int
	}{
		{"evil.example", "", "", 421, 421},
		{"evil.example:" + port, "http://evil.example:" + port, "same-origin", 421, 421},
		{"127.0.0.1.evil.example", "", "", 421, 421},
		{"localhost.evil.example", "", "", 421, 421},
		{"assay.localhost", "", "", 421, 421},
		{"192.0.2.7:" + port, "", "", 421, 421},
		{"[2001:db8::1]:" + port, "", "", 421, 421},
		{"0.0.0.0:" + port, "", "", 421, 421},
		{own, "http://evil.example", "", 0, 403},
		{own, "http://evil.example", "same-origin", 0, 403},
		{own, "http://127.0.0.1:1", "", 0, 403},
		{own, "http://localhost:" + port, "", 0, 403},
		{own, "chrome-extension://" + own, "", 0, 403},
		{own, "null", "", 0, 403},
		{own, "", "cross-site", 0, 403},
		{own, "", "same-site", 0, 403},
		{own, site, "cross-site", 0, 403},
	} {
		for _, call := range guardedCalls(t, site) {
			method, path, _ := strings.Cut(call, " ")
			want := forged.writes
			if method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions {
				want = forged.reads
			}
			got, body := forge(t, site, method, path, forged.host, forged.origin, forged.from)
			refused := got.StatusCode == http.StatusMisdirectedRequest || got.StatusCode == http.StatusForbidden
			if want != 0 && got.StatusCode != want || want == 0 && refused {
				t.Errorf("%s as %+v: %d %s", call, forged, got.StatusCode, body)
			}
			if want != 0 && (got.Header.Get("X-Content-Type-Options") == "" || strings.Contains(body, "Ann")) {
				t.Errorf("%s as %+v: %v %s", call, forged, got.Header, body)
			}
		}
	}
	if got := get(t, site+"/api/v1/games/1"); got.StatusCode != http.StatusOK {
		t.Errorf("the game is gone: %d", got.StatusCode)
	}
	page, body := forge(t, site, http.MethodGet, "/", "evil.example", "", "")
	if !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") || !strings.Contains(body, "evil.example") || page.Header.Get("Content-Security-Policy") != policy {
		t.Errorf("a page: %v %s", page.Header, body)
	}
	rest, _ := forge(t, site, http.MethodGet, "/healthz", "evil.example", "", "")
	if rest.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("a call: %v", rest.Header)
	}
	for _, host := range []string{own, "localhost", "LocalHost.:" + port, "127.9.9.9", "[::1]:" + port, "[::ffff:127.0.0.1]"} {
		if got, body := forge(t, site, http.MethodPost, "/api/v1/validate", host, "http://"+host, "same-origin"); got.StatusCode != http.StatusOK {
			t.Errorf("as %s: %d %s", host, got.StatusCode, body)
		}
	}
	if got, body := forge(t, site, http.MethodDelete, "/api/v1/games/1", own, site, "same-origin"); got.StatusCode != http.StatusNoContent {
		t.Errorf("its own page: %d %s", got.StatusCode, body)
	}
}

// TestHosts checks that only configured host names are answered.
func TestHosts(t *testing.T) {
	site, _ := serveWith(t, rest.ServerConfig{Hosts: []string{"Assay.Example", "[2001:db8::1]"}})
	for host, want := range map[string]int{
		"assay.example": 200, "assay.example.:8443": 200, "[2001:db8::1]:80": 200, "[2001:DB8::1]": 200, "localhost:99": 200,
		"www.assay.example": 421, "example": 421, "[2001:db8::2]": 421, "assay.example.evil": 421,
	} {
		if got, body := forge(t, site, http.MethodGet, "/", host, "", ""); got.StatusCode != want {
			t.Errorf("%s: %d %s", host, got.StatusCode, body)
		}
	}
}

func TestHostName(t *testing.T) {
	for host, want := range map[string]string{
		"localhost": "localhost", "LOCALHOST:80": "localhost", "localhost.": "localhost", "a.example:": "a.example", "[::1]": "::1", "[::1]:80": "::1",
		"": "", "::1": "", "localhost:x": "", "me@localhost": "", "localhost/x": "", "localhost?x": "", "localhost#x": "", "local host": "",
		"localhost%2eevil.example": "", "%6cocalhost": "", "[::1": "", "localhost\\evil": "", "[fe80::1%25eth0]": "",
	} {
		if got := rest.HostName(host); got != want {
			t.Errorf("%q: %q, want %q", host, got, want)
		}
	}
}

// forge sends a request with given headers.
func forge(t *testing.T, site, method, path, host, origin, from string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, site+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = host
	for key, value := range map[string]string{"Origin": origin, "Sec-Fetch-Site": from} {
		if value != "" {
			request.Header.Set(key, value)
		}
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.Header.Get("Content-Type") == "text/event-stream" {
		return answer, "" // endless
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}
