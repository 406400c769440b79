package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"assay/api/rest"
)

// framed is a server that some origins may embed.
func framed(t *testing.T, frames ...string) (site string, game int64) {
	t.Helper()
	a := archive(t)
	game = add(t, a, small)
	server := httptest.NewServer(rest.NewServer(a, rest.ServerConfig{Pages: New(a, Config{Frames: frames})}))
	t.Cleanup(server.Close)
	return server.URL, game
}

// TestEmbed shows a game in frames of allowed pages only.
func TestEmbed(t *testing.T) {
	for _, c := range []struct {
		frames []string
		want   string
	}{
		{nil, "frame-ancestors 'none'"},
		{[]string{"https://club.example", "http://127.0.0.1:9"}, "frame-ancestors https://club.example http://127.0.0.1:9;"},
		{[]string{"*"}, "frame-ancestors *;"},
	} {
		site, game := framed(t, c.frames...)
		for path, want := range map[string]struct {
			status int
			has    string
		}{
			fmt.Sprint("/embed/games/", game):            {200, `id="g1-7"`},
			fmt.Sprint("/embed/games/", game, "?ply=-1"): {400, "ply"},
			fmt.Sprint("/embed/games/", game, "?ply=x"):  {400, "ply"},
			"/embed/games/99":                            {404, "99"},
			"/embed/games/one":                           {404, "no such page"},
		} {
			status, header, body := fetch(t, site+path)
			if status != want.status || !strings.Contains(body, want.has) {
				t.Errorf("%s: %d %.200s", path, status, body)
			}
			policy := header.Get("Content-Security-Policy")
			if framing := status == 200 && strings.Contains(policy, c.want); !framing && (status == 200 || !strings.Contains(policy, "frame-ancestors 'none'")) {
				t.Errorf("%s: %s", path, policy)
			}
		}
		for path, want := range map[string][]string{
			"?ply=3":  {` data-at="3"`, `<a href="?ply=4" rel="nofollow">Next move</a>`, `aria-label="After 2. Qh5"`},
			"":        {`<a href="?ply=1" rel="nofollow">Next move</a>`, `aria-label="Starting position"`},
			"?ply=99": {` data-at="7"`},
		} {
			_, _, body := fetch(t, site+fmt.Sprint("/embed/games/", game, path))
			for _, text := range want {
				if !strings.Contains(body, text) {
					t.Errorf("%q: no %s", path, text)
				}
			}
		}
	}
}

// TestOEmbed answers for games of this server only.
func TestOEmbed(t *testing.T) {
	site, game := framed(t, "*")
	closed, _ := framed(t)
	ask := func(site, address, more string) (int, string) {
		status, _, body := fetch(t, site+"/oembed?url="+url.QueryEscape(address)+more)
		return status, body
	}
	for _, row := range []struct {
		site, address, more string
		status              int
		has                 string
	}{
		{site, fmt.Sprint(site, "/games/", game), "", 200, fmt.Sprint(`src=\"`, site, "/embed/games/", game, `\"`)},
		{site, fmt.Sprint(site, "/games/", game, "?ply=3"), "", 200, fmt.Sprint("/embed/games/", game, "?ply=3")},
		{site, fmt.Sprint(site, "/embed/games/", game), "&format=json", 200, "Ann – Bob"},
		{site, fmt.Sprint(site, "/games/", game), "&maxwidth=300&maxheight=9999", 200, `"width":300,"height":760`},
		{site, fmt.Sprint(site, "/games/", game), "&maxwidth=0", 400, "maxwidth"},
		{site, fmt.Sprint(site, "/games/", game), "&format=xml", 501, "JSON"},
		{site, fmt.Sprint(site, "/games/99"), "", 404, ""},
		{site, fmt.Sprint(site, "/search"), "", 404, ""},
		{site, fmt.Sprint("http://other.example/games/", game), "", 404, ""},
		{site, "%zz", "", 404, ""},
		{closed, fmt.Sprint(closed, "/games/", game), "", 200, `"type":"link"`},
	} {
		status, body := ask(row.site, row.address, row.more)
		if text := unescaped(body); status != row.status || !strings.Contains(text, row.has) {
			t.Errorf("%s%s: %d %s", row.address, row.more, status, text)
		}
	}
	if _, body := ask(closed, fmt.Sprint(closed, "/games/", game), ""); strings.Contains(body, "iframe") {
		t.Errorf("a frame is offered that nobody may show: %s", body)
	}
}

// unescaped returns JSON without HTML escapes.
func unescaped(body string) string {
	var out embedded
	if json.Unmarshal([]byte(body), &out) != nil {
		return body
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(out)
	return b.String()
}

// TestShared checks the link preview of a game's page.
func TestShared(t *testing.T) {
	site, game := framed(t)
	_, _, page := fetch(t, fmt.Sprint(site, "/games/", game, "?ply=3"))
	for _, want := range []string{
		`<meta property="og:title" content="Ann – Bob">`,
		fmt.Sprintf(`<meta property="og:url" content="%s/games/%d?ply=3">`, site, game),
		fmt.Sprintf(`<link rel="alternate" type="application/json&#43;oembed" href="%s/oembed?url=`, site),
	} {
		if !strings.Contains(page, want) && !strings.Contains(page, strings.ReplaceAll(want, "&#43;", "+")) {
			t.Errorf("no %s", want)
		}
	}
	_, image, found := strings.Cut(page, `<meta property="og:image" content="`)
	image, _, _ = strings.Cut(image, `"`)
	status, header, _ := fetch(t, strings.ReplaceAll(image, "&amp;", "&"))
	if !found || status != 200 || header.Get("Content-Type") != "image/gif" {
		t.Errorf("the picture %q: %d %v", image, status, header)
	}
}

// fetch returns the final response of a URL.
func fetch(t *testing.T, address string) (status int, header http.Header, body string) {
	t.Helper()
	answer := get(t, address)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}
