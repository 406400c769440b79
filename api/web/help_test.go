package web

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"assay/api/rest"
)

// TestHelp follows all links of the documentation on a server under a
// path: each leads to a page, to a heading if it names one, or to another site.
func TestHelp(t *testing.T) {
	const base = "/club"
	site, _ := serveWith(t, rest.ServerConfig{BasePath: base})
	links := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	bodies := map[string]string{}
	fetch := func(path string) string {
		if body, ok := bodies[path]; ok {
			return body
		}
		answer := get(t, site+path)
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %v", path, answer.StatusCode, err)
		}
		bodies[path] = string(body)
		return bodies[path]
	}
	for next := []string{base + "/help"}; len(next) > 0; next = next[1:] {
		_, article, _ := strings.Cut(fetch(next[0]), `<article class="manual">`)
		article, _, _ = strings.Cut(article, "</article>")
		for _, m := range links.FindAllStringSubmatch(article, -1) {
			path, fragment, _ := strings.Cut(m[1], "#")
			switch {
			case path == "":
				path = next[0]
			case strings.Contains(path, ":"):
				continue
			case !strings.HasPrefix(path, base+"/help"):
				t.Errorf("%s: %s", next[0], m[1])
				continue
			}
			if _, known := bodies[path]; !known {
				next = append(next, path)
			}
			if body := fetch(path); fragment != "" && !strings.Contains(body, `id="`+fragment+`"`) {
				t.Errorf("%s: %s: no such heading", next[0], m[1])
			}
		}
	}
	pages, err := helpPages()
	if err != nil {
		t.Fatal(err)
	}
	for name := range pages {
		if path := base + helpPath + "/" + name; name != "" && name != helpIndex && bodies[path] == "" {
			t.Errorf("no link leads to %s", path)
		}
	}
}

// TestHelpPages checks titles, tables and anchors, and that the help is open to
// everyone.
func TestHelpPages(t *testing.T) {
	site, _ := serveWith(t, rest.ServerConfig{Closed: true})
	for _, row := range []struct {
		path   string
		status int
		has    string
	}{
		{"/help", 200, "<h1 id=\"documentation\">Documentation</h1>"},
		{"/help", 200, `<a href="/help/tutorial">tutorial</a>`},
		{"/help/glossary", 200, "<table>"},
		{"/help/cli", 200, `<a href="#assay-verify">`},
		{"/help/nothing", 404, "no such page"},
		{"/help/readme", 404, "no such page"},
		{"/help/glossary.md", 404, "no such page"},
		{"/help/pictures/nothing.png", 404, "no such page"},
	} {
		answer := get(t, site+row.path)
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != row.status || !strings.Contains(string(body), row.has) {
			t.Errorf("%s: %d %v, want %d with %q: %.500s", row.path, answer.StatusCode, err, row.status, row.has, body)
		}
	}
}

// TestFooter checks that pages and error pages show the version and lead to the
// help.
func TestFooter(t *testing.T) {
	site, _ := serve(t)
	for _, path := range []string{"/", "/variants", "/nothing"} {
		body, err := io.ReadAll(get(t, site+path).Body)
		if err != nil || !strings.Contains(string(body), `<a href="/help">Help</a>`) || !strings.Contains(string(body), "<span>Assay 1.2.3</span>") {
			t.Errorf("%s: %v: %s", path, err, body)
		}
	}
}

func TestHelpLinks(t *testing.T) {
	for _, row := range []struct {
		link, want string
		ok         bool
	}{
		{"notations.md", "/help/notations", true},
		{"cli.md#assay-verify", "/help/cli#assay-verify", true},
		{"#top", "#top", true},
		{"https://example.org/x.md", "https://example.org/x.md", true},
		{"../README.md#install", "", false},
		{"../config.yaml", "", false},
		{"nothing.md", "", false},
	} {
		if got, ok := helpLink(row.link); got != row.want || ok != row.ok {
			t.Errorf("%s: %q %v", row.link, got, ok)
		}
	}
}
