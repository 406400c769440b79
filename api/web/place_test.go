package web

import (
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"assay/api/rest"
)

// linked matches the links of pages, scripts, styles and responses.
var linked = regexp.MustCompile(`(?:href|src|action|content)="([^"#][^"]*)"|"(?:record|export|first|last|diagram|type|url|provider_url)":\s*"([^"]+)"|from "([^"]+\.js)"|import\("([^"]+)"\)|url\("?([^")]+)`)

// TestBasePath follows all links of a server under a base path, stripped by the
// server or by a proxy. None leads outside.
func TestBasePath(t *testing.T) {
	const base = "/club/games"
	for _, row := range []struct {
		name   string
		config rest.ServerConfig
		strips bool // a proxy strips the path
	}{
		{"the server", rest.ServerConfig{BasePath: base}, false},
		{"a proxy", rest.ServerConfig{Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			site, a := serveWith(t, row.config)
			chess := add(t, a, small)
			add(t, a, fixture(t, "csg", "board-1.txt"))
			ask := func(address string) (*http.Response, string) {
				t.Helper()
				request, err := http.NewRequest(http.MethodGet, site+address, nil)
				if err != nil {
					t.Fatal(err)
				}
				if row.strips {
					request.URL.Path = strings.TrimPrefix(request.URL.Path, base)
					request.Header.Set("X-Forwarded-Prefix", base+"/")
				}
				answer, err := http.DefaultTransport.RoundTrip(request)
				if err != nil {
					t.Fatal(err)
				}
				defer answer.Body.Close()
				body, err := io.ReadAll(answer.Body)
				if err != nil {
					t.Fatal(err)
				}
				return answer, string(body)
			}
			from := map[string]string{}
			next, kinds := []string{}, map[string]int{}
			lead := func(page, address string) {
				address = strings.NewReplacer("&amp;", "&", "&#43;", "+", "&#34;", `"`).Replace(address)
				if u, err := url.Parse(address); err == nil && u.Scheme != "" {
					if !strings.HasPrefix(address, site+"/") {
						return // another site, or a data URL
					}
					address = strings.TrimPrefix(address, site)
				}
				switch {
				case strings.HasPrefix(address, "./"):
					address = path.Join(path.Dir(page), address)
				case !strings.HasPrefix(address, "/"):
					return
				}
				address, _, _ = strings.Cut(address, "#")
				if !strings.HasPrefix(address, base+"/") {
					t.Errorf("%s leads to %s", page, address)
					return
				}
				if from[address] != "" {
					return
				}
				from[address] = page
				kind, _, _ := strings.Cut(strings.TrimPrefix(address, base+"/"), "?")
				if kind, _, _ = strings.Cut(kind, "/"); kind != "static" {
					kinds[path.Dir(address)+kind]++
				}
				if kinds[path.Dir(address)+kind] <= 8 { // some kinds are numerous
					next = append(next, address)
				}
			}
			for _, start := range []string{
				"/", "/new", "/check", "/search?variant=csg-1", "/feeds/games", "/api/v1/openapi.json", "/api/v1/games", fmt.Sprint("/api/v1/games/", chess),
				fmt.Sprint("/api/v1/games/", chess, "/positions/3"), fmt.Sprint("/embed/games/", chess, "?ply=3"), "/problems/busy", "/static/search.js",
			} {
				lead("the start", base+start)
			}
			for len(next) > 0 {
				address := next[0]
				next = next[1:]
				answer, body := ask(address)
				if answer.StatusCode >= 400 && answer.StatusCode != 422 { // for notations that cannot represent the game
					t.Errorf("%s, linked from %s: %d %.200s", address, from[address], answer.StatusCode, body)
				}
				if to := answer.Header.Get("Location"); to != "" {
					lead(address, to)
				}
				for _, cookie := range answer.Cookies() {
					if cookie.Path != base {
						t.Errorf("%s: the cookie %v", address, cookie)
					}
				}
				if strings.HasSuffix(address, "/openapi.json") { // its examples are not links
					body, _, _ = strings.Cut(body[strings.Index(body, `"servers"`):], "]")
					if !strings.Contains(body, `"url":"`+base+`"`) {
						t.Errorf("the interface is described as lying elsewhere: %s", body)
					}
					continue
				}
				if strings.Contains(address, "/record") || strings.Contains(address, "/export") || strings.Contains(address, "/embed/") {
					continue // the archived content
				}
				for _, found := range linked.FindAllStringSubmatch(body, -1) {
					for _, to := range found[1:] {
						if to != "" && !strings.Contains(to, "${") {
							lead(address, to)
						}
					}
				}
			}
			for _, want := range []string{"/static/rest.js", "/static/assay.css", "/variants/csg-1", "/problems/busy", "/static/icon.svg"} {
				if from[base+want] == "" {
					t.Errorf("nothing leads to %s", want)
				}
			}
			_, missing := ask(base + "/api/v1/games/99")
			if !strings.Contains(missing, base+`/problems/game-not-found","title"`) {
				t.Errorf("a problem: %s", missing)
			}
			if _, page := ask(base + fmt.Sprint("/games/", chess)); !strings.Contains(page, fmt.Sprintf(`property="og:url" content="%s%s/games/%d"`, site, base, chess)) {
				t.Errorf("og:url is none of %s", site+base)
			}
			if row.strips {
				return
			}
			for _, outside := range []string{"/", "/api/v1/games", "/club", "/club/gamesx", "/healthz"} {
				if answer := get(t, site+outside); answer.StatusCode != 404 {
					t.Errorf("%s: %d", outside, answer.StatusCode)
				}
			}
		})
	}
}
