package main

import (
	"encoding/json"
	"encoding/xml"
	"image/png"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// head is what the head of a page says of it to other programs.
type head struct {
	titles, data []string
	meta         map[string][]string // content by name or property
	links        map[string][]string // addresses by relation
}

// parseHead parses a page.
func parseHead(t *testing.T, page string) *head {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	h := &head{meta: map[string][]string{}, links: map[string][]string{}}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		of := map[string]string{}
		for _, a := range n.Attr {
			of[a.Key] = a.Val
		}
		switch {
		case n.Data == "title" && n.Parent.Data == "head":
			h.titles = append(h.titles, n.FirstChild.Data)
		case n.Data == "meta":
			name := of["name"] + of["property"]
			h.meta[name] = append(h.meta[name], of["content"])
		case n.Data == "link":
			h.links[of["rel"]] = append(h.links[of["rel"]], of["href"])
		case n.Data == "script" && of["type"] == "application/ld+json":
			h.data = append(h.data, n.FirstChild.Data)
		}
	}
	return h
}

// gameShape are the properties of a game in the vocabulary of schema.org: an
// expression that a text matches, a shape, or a list of one.
var gameShape = map[string]any{
	"@context": "^https://schema.org$", "@type": "^SportsEvent$", "name": ".", "description": ".", "sport": ".",
	"startDate": `^\d{4}(-\d\d(-\d\d)?)?$`, "url": "^https://", "image": `^https://.*\.png$`,
	"competitor": []any{map[string]any{"@type": "^Person$", "name": "."}},
	"superEvent": map[string]any{"@type": "^SportsEvent$", "name": "."},
}

// fits reports where a value does not have a shape.
func fits(value, shape any, at string) string {
	switch shape := shape.(type) {
	case string:
		if text, ok := value.(string); !ok || !regexp.MustCompile(shape).MatchString(text) {
			return at
		}
	case []any:
		list, ok := value.([]any)
		if !ok || len(list) == 0 {
			return at
		}
		for _, each := range list {
			if wrong := fits(each, shape[0], at); wrong != "" {
				return wrong
			}
		}
	case map[string]any:
		object, ok := value.(map[string]any)
		if !ok || object["@type"] == nil || object["name"] == nil {
			return at
		}
		for key, each := range object {
			if shape[key] == nil {
				return at + "." + key
			}
			if wrong := fits(each, shape[key], at+"."+key); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

// TestShapes finds wrong values, so that TestSiteMetadata can.
func TestShapes(t *testing.T) {
	for text, want := range map[string]string{
		`{"@context":"https://schema.org","@type":"SportsEvent","name":"x"}`: "",
		`{"@type":"SportsEvent"}`:                                                            "game",
		`{"@type":"Game","name":"x"}`:                                                        "game.@type",
		`{"@type":"SportsEvent","name":"x","startDate":"1994.03.05"}`:                        "game.startDate",
		`{"@type":"SportsEvent","name":"x","startDate":"1994-??-??"}`:                        "game.startDate",
		`{"@type":"SportsEvent","name":"x","competitor":[{"@type":"Person"}]}`:               "game.competitor",
		`{"@type":"SportsEvent","name":"x","competitor":[]}`:                                 "game.competitor",
		`{"@type":"SportsEvent","name":"x","image":"picture/game-1.png"}`:                    "game.image",
		`{"@type":"SportsEvent","name":"x","winner":"Ada"}`:                                  "game.winner",
		`{"@type":"SportsEvent","name":"x","superEvent":{"@type":"Event","name":"the cup"}}`: "game.superEvent.@type",
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if got := fits(value, gameShape, "game"); got != want {
			t.Errorf("%s: wrong is %q, want %q", text, got, want)
		}
	}
}

// TestSiteMetadata parses every page of a site of several variants: title,
// description, canonical URL, previews with their pictures, icon, and data for
// search engines. It parses the sitemap and the feed too.
func TestSiteMetadata(t *testing.T) {
	const root = "https://club.example/games/"
	d, site := newDesk(t), filepath.Join(t.TempDir(), "site")
	games := t.TempDir()
	writeFile(t, filepath.Join(games, "chess.pgn"), `[Event "Cup & "x" <b>"]
[Date "1994.03.??"]
[White "Zoë \"Z\" </script>"]
[Black "Ada"]
[Result "1-0"]

1. e4 {a <b>comment</b>} e5 2. Qh5 Ke7 3. Qxe5# 1-0

[White "?"]
[Result "*"]

1. d4 *
`)
	writeFile(t, filepath.Join(games, "shogi.kif"), "手合割：平手\n開始日時：2024/05/06\n先手：羽生\n後手：ぼう銀\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:03/00:00:03)\n   2 投了         ( 0:01/00:00:01)\n")
	d.done("import", games)
	d.done("annotate", "1", "--ply", "1", "--comment", "new words", "--author", "Dee")
	d.done("export", "--as", "site", site, "--title", "Our <club>", "--address", root)
	all := files(t, site)
	pages, pictures := 0, 0
	for name, text := range all {
		if path.Ext(name) != ".html" {
			continue
		}
		pages++
		h := parseHead(t, text)
		address := root + strings.TrimSuffix(name, "index.html")
		one := func(what string, values []string, want string) {
			t.Helper()
			if len(values) != 1 || strings.TrimSpace(values[0]) == "" || want != "" && values[0] != want {
				t.Errorf("%s: %s is %q, want one, %q", name, what, values, want)
			}
		}
		one("the title", h.titles, "")
		one("the description", h.meta["description"], "")
		one("the canonical URL", h.links["canonical"], address)
		one("og:url", h.meta["og:url"], address)
		one("og:title", h.meta["og:title"], "")
		one("og:description", h.meta["og:description"], h.meta["description"][0])
		one("og:site_name", h.meta["og:site_name"], "Our <club>")
		one("the icon", h.links["icon"], "")
		if all[path.Join(path.Dir(name), h.links["icon"][0])] == "" {
			t.Errorf("%s: no icon at %s", name, h.links["icon"][0])
		}
		if !strings.HasPrefix(name, "game/") {
			one("og:type", h.meta["og:type"], "website")
			one("twitter:card", h.meta["twitter:card"], "summary")
			continue
		}
		pictures++
		one("og:type", h.meta["og:type"], "article")
		one("twitter:card", h.meta["twitter:card"], "summary_large_image")
		one("og:image", h.meta["og:image"], "")
		one("og:image:alt", h.meta["og:image:alt"], "")
		one("og:image:width", h.meta["og:image:width"], "1200")
		one("og:image:height", h.meta["og:image:height"], "630")
		picture, absolute := strings.CutPrefix(h.meta["og:image"][0], root)
		if m, err := png.DecodeConfig(strings.NewReader(all[picture])); err != nil || !absolute || m.Width != 1200 || m.Height != 630 {
			t.Errorf("%s: the picture %s: %v, %v", name, picture, m, err)
		}
		one("the data", h.data, "")
		var data any
		if err := json.Unmarshal([]byte(h.data[0]), &data); err != nil {
			t.Errorf("%s: %v in %s", name, err, h.data[0])
		}
		if wrong := fits(data, gameShape, "game"); wrong != "" {
			t.Errorf("%s: %s in %s", name, wrong, h.data[0])
		}
		if url := data.(map[string]any)["url"]; url != address {
			t.Errorf("%s: the data are of %s", name, url)
		}
	}
	if pages < 12 || pictures != 3 {
		t.Errorf("%d pages, %d of games", pages, pictures)
	}

	instant := func(what, text string) time.Time {
		t.Helper()
		at, err := time.Parse(time.RFC3339, text)
		if err != nil || time.Since(at).Abs() > time.Hour {
			t.Errorf("%s is %q: %v", what, text, err)
		}
		return at
	}
	page := func(what, address string) {
		t.Helper()
		name, absolute := strings.CutPrefix(address, root)
		if name == "" {
			name = "index.html"
		}
		if all[name] == "" || !absolute {
			t.Errorf("%s leads to %s", what, address)
		}
	}
	parse := func(name string, into any) {
		t.Helper()
		if err := xml.Unmarshal([]byte(all[name]), into); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	type located struct {
		Address string `xml:"loc"`
		Changed string `xml:"lastmod"`
	}
	var index struct {
		XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Maps    []located `xml:"sitemap"`
	}
	parse("sitemap.xml", &index)
	if len(index.Maps) != 1 {
		t.Fatalf("sitemaps %+v", index.Maps)
	}
	page("sitemap.xml", index.Maps[0].Address)
	var list struct {
		XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Pages   []located `xml:"url"`
	}
	parse(strings.TrimPrefix(index.Maps[0].Address, root), &list)
	if len(list.Pages) != 4 {
		t.Errorf("the sitemap has %+v", list.Pages)
	}
	for i, p := range list.Pages {
		page("the sitemap", p.Address)
		if i > 0 {
			instant("the date of "+p.Address, p.Changed)
		}
	}
	type link struct {
		Rel     string `xml:"rel,attr"`
		Address string `xml:"href,attr"`
	}
	var feed struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Author  string   `xml:"author>name"`
		Links   []link   `xml:"link"`
		Entries []struct {
			ID      string `xml:"id"`
			Title   string `xml:"title"`
			Updated string `xml:"updated"`
			Summary string `xml:"summary"`
			Link    link   `xml:"link"`
		} `xml:"entry"`
	}
	parse("feed.xml", &feed)
	if feed.ID != root || feed.Title != "Our <club>" || feed.Author == "" || !reflect.DeepEqual(feed.Links, []link{{"", root}, {"self", root + "feed.xml"}}) {
		t.Errorf("the feed is %+v", feed)
	}
	updated, ids := instant("the date of the feed", feed.Updated), []string{}
	for _, e := range feed.Entries {
		at := instant("the date of "+e.ID, e.Updated)
		if at.After(updated) {
			t.Errorf("%s is newer than the entry before it", e.ID)
		}
		updated, ids = at, append(ids, e.ID)
		page("the feed", e.Link.Address)
		if e.Title == "" || e.Summary == "" {
			t.Errorf("the entry %+v", e)
		}
	}
	if slices.Sort(ids); len(slices.Compact(ids)) != 3 {
		t.Errorf("the entries %q", ids)
	}
}
