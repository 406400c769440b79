package rest

import (
	"net/http"
	"strings"
	"testing"
)

// TestCrossOriginRequests sends every request as a browser does for a page of
// another origin: nothing can be read, embedded or changed.
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
			allowed, reads := got.header.Get("Access-Control-Allow-Origin"), r.method == http.MethodGet
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
				if methods := h.Get("Access-Control-Allow-Methods"); h.Get("Access-Control-Allow-Credentials") != "" || methods != "" && methods != "GET, HEAD" {
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
