package rest

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// computing are the paths whose POST changes nothing.
var computing = []string{
	"/api/v1/validate", "/api/v1/text", "/api/v1/analysis", "/api/v1/positions/search", "/api/v1/positions/similar", "/api/v1/positions/play",
	"/api/v1/positions/count", "/api/v1/positions/sample", "/api/v1/positions/setup", "/api/v1/positions/solve", "/api/v1/variants/check", "/api/v1/variants/design", "/api/v1/training/next",
}

// TestCrossOriginRequests sends every request as a browser does for a page of
// another origin: nothing can be read, embedded or changed, except that
// configured origins may read, and send the POST requests that only compute.
func TestCrossOriginRequests(t *testing.T) {
	const page = "https://elsewhere.example"
	for _, config := range []ServerConfig{{}, {Origins: []string{"https://here.example"}}, {Origins: []string{page}}, {Origins: []string{AnyOrigin}}} {
		a := newArchive(t)
		c := start(t, a, config)
		if got := c.post("/api/v1/games", readFile(t, board1)); got.status != 201 {
			t.Fatal(got.status)
		}
		shared := len(config.Origins) > 0 && config.Origins[0] != "https://here.example"
		for _, r := range c.contract.routes {
			path := strings.NewReplacer("{id}", "1", "{aid}", "1", "{ply}", "1", "{name}", "busy").Replace(r.path)
			got := c.send(r.method, path, "", "Origin", page, "Sec-Fetch-Site", "cross-site")
			under := strings.HasPrefix(path, basePath+"/") || strings.HasPrefix(path, feedsPath+"/")
			allowed := got.header.Get("Access-Control-Allow-Origin")
			computes := r.method == http.MethodPost && slices.Contains(computing, path)
			reads := r.method == http.MethodGet || shared && computes
			if want := shared && reads && under; (allowed != "") != want || allowed != "" && allowed != config.Origins[0] {
				t.Errorf("%v: %s %s: %d, allowed %q", config.Origins, r.method, path, got.status, allowed)
			}
			if !reads && got.status != http.StatusForbidden {
				t.Errorf("%s %s: %d %s", r.method, path, got.status, got.body)
			}
			if len(config.Origins) == 0 && got.header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
				t.Errorf("%s %s: %v", r.method, path, got.header)
			}
			preflight := c.send("OPTIONS", path, "", "Origin", page, "Access-Control-Request-Method", r.method)
			if allowed := preflight.header.Get("Access-Control-Allow-Origin"); (allowed != "") != (shared && reads && under) {
				t.Errorf("%v: OPTIONS for %s %s: %d, allowed %q", config.Origins, r.method, path, preflight.status, allowed)
			}
			for _, h := range []http.Header{got.header, preflight.header} {
				if methods := h.Get("Access-Control-Allow-Methods"); h.Get("Access-Control-Allow-Credentials") != "" || methods != "" && methods != "GET, HEAD" && !computes {
					t.Errorf("%s %s: %v", r.method, path, h)
				}
			}
		}
		if n := listed(t, a); n != 1 {
			t.Errorf("%d games are left", n)
		}
	}
}

func TestIsOrigin(t *testing.T) {
	for text, want := range map[string]bool{
		"*": true, "https://here.example": true, "http://127.0.0.1:8080": true, "http://[::1]:80": true,
		"here.example": false, "https://here.example/": false, "https://Here.example": false, "null": false, "file://x": false, "": false, "https://h.example:x": false,
	} {
		if got := IsOrigin(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestPageOfOrigin sends what a page of a configured origin sends for a search:
// the preflight request, and the search as a guest.
func TestPageOfOrigin(t *testing.T) {
	const page = "https://club.example"
	c := start(t, newArchive(t), ServerConfig{Origins: []string{page}})
	c.post("/api/v1/games", scholars)
	const path, body = "/api/v1/positions/search", `{"variant":"chess","query":"queen on f7"}`
	preflight := c.send("OPTIONS", path, "", "Origin", page, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type")
	if h := preflight.header; preflight.status != http.StatusNoContent || h.Get("Access-Control-Allow-Origin") != page ||
		h.Get("Access-Control-Allow-Methods") != "POST" || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "Content-Type") {
		t.Errorf("%d %v", preflight.status, h)
	}
	got := c.send("POST", path, body, "Origin", page, "Sec-Fetch-Site", "cross-site", "Content-Type", "application/json")
	if got.status != http.StatusOK || got.header.Get("Access-Control-Allow-Origin") != page || !strings.Contains(string(got.body), `"total":1`) {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	form := c.send("GET", path+"?variant=chess&query=queen+on+f7", "", "Origin", page, "Sec-Fetch-Site", "cross-site")
	if form.status != http.StatusOK || string(form.body) != string(got.body) {
		t.Errorf("by GET: %d %s, want %s", form.status, form.body, got.body)
	}
	if got := c.send("POST", "/api/v1/games", scholars, "Origin", page, "Sec-Fetch-Site", "cross-site"); got.status != http.StatusForbidden {
		t.Errorf("a change: %d", got.status)
	}
}
