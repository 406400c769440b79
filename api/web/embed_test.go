package web

import (
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"assay/api/rest"
)

// framed is a server that some origins may embed.
func framed(t *testing.T, frames ...string) (site string, game int64) {
	t.Helper()
	a := archive(t)
	game = add(t, a, small)
	server := httptest.NewServer(rest.NewServer(a, rest.ServerConfig{Pages: New(a, Config{Frames: frames}), Embeds: len(frames) > 0}))
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
		{site, fmt.Sprint(site, "/games/", game), "&maxwidth=300&maxheight=9999", 200, `"width":300,"height":580`},
		{site, fmt.Sprint(site, "/games/", game), "&maxwidth=300&maxheight=400", 200, `"width":300,"height":400`},
		{site, fmt.Sprint(site, "/games/", game), "&maxwidth=600", 200, `"width":600,"height":760`},
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
	_, _, text := fetch(t, site+"/api/v1/openapi.json")
	var described struct {
		Components struct {
			Schemas struct {
				OEmbed struct {
					Required   []string
					Properties map[string]any
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &described); err != nil {
		t.Fatal(err)
	}
	for at, address := range map[string]string{site: fmt.Sprint(site, "/games/", game), closed: fmt.Sprint(closed, "/games/", game)} {
		var answer map[string]any
		_, body := ask(at, address, "")
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatal(err)
		}
		schema := described.Components.Schemas.OEmbed
		for _, key := range schema.Required {
			if answer[key] == nil {
				t.Errorf("no %s in %s", key, body)
			}
		}
		for key := range answer {
			if schema.Properties[key] == nil {
				t.Errorf("%s is not described: %s", key, body)
			}
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

// elements returns the attributes of the elements of a page's head, and its
// data for search engines.
func elements(t *testing.T, page string) (metas map[string]string, data map[string]any) {
	t.Helper()
	metas = map[string]string{}
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return metas, data
		case html.StartTagToken:
			e := z.Token()
			at := map[string]string{}
			for _, a := range e.Attr {
				at[a.Key] = a.Val
			}
			switch {
			case e.Data == "meta":
				metas[at["property"]+at["name"]] = at["content"]
			case e.Data == "link":
				metas[at["rel"]] = at["href"]
			case e.Data == "script" && at["type"] == "application/ld+json":
				z.Next()
				if err := json.Unmarshal(z.Raw(), &data); err != nil {
					t.Errorf("%v in %s", err, z.Raw())
				}
			}
		}
	}
}

// TestShared checks what others show of a game's page: description, picture and
// data. The picture is the position asked for, else the decisive one.
func TestShared(t *testing.T) {
	site, game := framed(t)
	for query, ply := range map[string]int{"": 6, "?ply=3": 3} {
		_, _, page := fetch(t, fmt.Sprint(site, "/games/", game, query))
		metas, data := elements(t, page)
		address := fmt.Sprint(site, "/games/", game, query)
		for key, want := range map[string]string{
			"og:title": "Ann – Bob, Club, 11 May 1997", "og:type": "article", "og:url": address, "canonical": address, "twitter:card": "summary_large_image",
			"description":  "Chess: Ann – Bob. Club, 11 May 1997. 1-0, checkmate, 7 plies. With 1 comment.",
			"og:image:alt": fmt.Sprintf("The board after ply %d", ply), "icon": "/static/icon.svg",
			"og:image": fmt.Sprintf("%s/api/v1/games/%d/export?as=png&ply=%d", site, game, ply),
		} {
			if metas[key] != want {
				t.Errorf("%q: %s is %q, want %q", query, key, metas[key], want)
			}
		}
		if data["@type"] != "SportsEvent" || data["startDate"] != "1997-05-11" || fmt.Sprint(data["competitor"]) != "[map[@type:Person name:Ann] map[@type:Person name:Bob]]" {
			t.Errorf("%q: %v", query, data)
		}
		status, header, body := fetch(t, metas["og:image"])
		m, err := png.DecodeConfig(strings.NewReader(body))
		if status != 200 || header.Get("Content-Type") != "image/png" || err != nil || m.Width != 1200 || m.Height != 630 {
			t.Errorf("the picture: %d %v %v", status, header, m)
		}
	}
}

// TestShare checks the links of the Share menu, and that pages of other sites
// may show pictures if they may embed games.
func TestShare(t *testing.T) {
	for _, open := range []bool{false, true} {
		frames := []string{}
		if open {
			frames = append(frames, "*")
		}
		site, game := framed(t, frames...)
		_, _, page := fetch(t, fmt.Sprint(site, "/games/", game, "?ply=3"))
		for text, want := range map[string]bool{
			fmt.Sprintf(`value="%s/games/%d?ply=3"`, site, game):                               true,
			fmt.Sprintf(`value="%s/api/v1/games/%d/export?as=png&amp;ply=3"`, site, game):      true,
			html.EscapeString(fmt.Sprintf(`src="%s/embed/games/%d?ply=3"`, site, game)):        open,
			"This server does not allow other sites to embed games.":                           !open,
			`<li>Files: <a class="file" href="` + fmt.Sprintf("/api/v1/games/%d/export", game): true,
		} {
			if strings.Contains(page, text) != want {
				t.Errorf("frames %v: %s: %v, want %v", open, text, !want, want)
			}
		}
		for path, picture := range map[string]bool{
			"export?as=png&ply=3": true, "export?as=svg&ply=3": true, "export?as=gif": true, "export?as=pgn": false, "record": false,
		} {
			_, header, _ := fetch(t, fmt.Sprint(site, "/api/v1/games/", game, "/", path))
			want := "same-origin"
			if picture && open {
				want = "cross-origin"
			}
			if got := header.Get("Cross-Origin-Resource-Policy"); got != want {
				t.Errorf("frames %v, %s: %s, want %s", open, path, got, want)
			}
		}
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
