package publish

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestLargeSitemap divides the addresses of a large site into files of at most
// 50,000, each address once.
func TestLargeSitemap(t *testing.T) {
	files := map[string][]byte{}
	s := NewSite(SiteOptions{Address: "https://club.example/", Write: func(name string, content []byte) error {
		files[name] = content
		return nil
	}})
	const games = 120_000
	for i := range games {
		s.entries = append(s.entries, &Entry{Name: fmt.Sprintf("game-%d", i+1), Changed: time.Unix(int64(i), 0)})
	}
	if err := s.writeMaps(); err != nil {
		t.Fatal(err)
	}
	var index struct {
		Maps []string `xml:"sitemap>loc"`
	}
	if err := xml.Unmarshal(files["sitemap.xml"], &index); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, address := range index.Maps {
		var list struct {
			Pages []string `xml:"url>loc"`
		}
		if err := xml.Unmarshal(files[strings.TrimPrefix(address, "https://club.example/")], &list); err != nil {
			t.Fatal(err)
		}
		if n := len(list.Pages); n == 0 || n > 50_000 {
			t.Errorf("%s has %d addresses", address, n)
		}
		for _, page := range list.Pages {
			seen[page] = true
		}
	}
	if len(index.Maps) != 3 || len(seen) != games+1 || !seen["https://club.example/"] || !seen["https://club.example/game/game-120000.html"] {
		t.Errorf("%d sitemaps of %d addresses", len(index.Maps), len(seen))
	}
	if !strings.Contains(string(files["feed.xml"]), "game-120000.html") || strings.Contains(string(files["feed.xml"]), "game-1.html") {
		t.Error("the feed does not have the newest games")
	}
}

// TestSharedBoard leaves boards and pieces of a game without diagrams of its
// own to a file that is the same for all games of the variant.
func TestSharedBoard(t *testing.T) {
	plain := func(number int) *Game {
		g := game()
		for s := range g.steps() {
			if s.kind == stepPly {
				s.ply.Pictured = false
			}
		}
		g.Moves[2].Pictured = true // the last position
		g.Moves = append(Line{g.Moves[number]}, g.Moves[2])
		return g
	}
	s := NewSite(SiteOptions{})
	page := func(name string, g *Game) *Page {
		t.Helper()
		p, err := s.Page(g, &Entry{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	one, two, annotated := page("one", plain(0)), page("two", plain(1)), page("three", game())
	if one.Entry.Board == "" || one.Entry.Board != two.Entry.Board || string(one.board) != string(two.board) {
		t.Errorf("boards %s and %s", one.Entry.Board, two.Entry.Board)
	}
	for _, text := range []string{`<script src="../` + one.Entry.Board + `" defer>`, `<noscript><img class="still`, `<figure data-at="`, `<ul class="legend"`, `alt="A &amp; B, after`} {
		if !strings.Contains(string(one.text), text) {
			t.Errorf("%s is missing in\n%s", text, one.text)
		}
	}
	for _, drawn := range regexp.MustCompile(`<(?:figure|ul class="legend")[^>]*>`).FindAllString(string(one.text), -1) {
		if !strings.Contains(drawn, " data-script hidden") {
			t.Errorf("without scripts, %s has no drawings but is shown", drawn)
		}
	}
	if strings.Contains(string(one.text), `class="men"`) || len(one.picture) == 0 || !strings.Contains(string(one.board), `u003cuse `) {
		t.Error("the page has drawings of its own, or no picture")
	}
	if annotated.Entry.Board != "" || annotated.board != nil || !strings.Contains(string(annotated.text), `class="men"`) {
		t.Error("a game with diagrams shares its board")
	}
}

// TestPuzzleLists lists puzzles by variant and rating, in pages, and leads from
// each to the next one of its variant.
func TestPuzzleLists(t *testing.T) {
	files := map[string]string{}
	write := func(name string, content []byte) error { files[name] = string(content); return nil }
	s := NewSite(SiteOptions{Write: write, Own: write, Program: map[string][]byte{solver: nil}, Address: "https://example.org/"})
	puzzles := []Puzzle{{ID: "shogi", Variant: "Shogi", Rating: 5, Data: []byte("{}")}}
	if s.AddPuzzles(puzzles); len(s.puzzles) > 0 {
		t.Error("a program without a solver has puzzles")
	}
	s.Program[solver] = []byte("export {}")
	for i := range gamesPerPage + 1 {
		puzzles = append(puzzles, Puzzle{ID: fmt.Sprint("c", i), Variant: "Chess", Goal: "White <wins>", Rating: 1000 - i, Themes: []string{"mate", []string{"fork", "pin"}[i%2]}, Data: []byte(`{"id":"\u003c"}`)})
	}
	s.AddPuzzles(puzzles)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	chess, fork := puzzleLists.page("Chess"), themePage("Chess", "fork")
	for name, parts := range map[string][]string{
		"index.html":   {`<a href="puzzles.html">Puzzles (52)</a>`},
		"puzzles.html": {`<a href="` + chess + `">Chess</a> <small>51</small>`, `>Shogi</a> <small>1</small>`},
		chess:          {`<a href="../puzzle/c50.html">White &lt;wins&gt;</a> <small>rating 950</small>`, "51 puzzles, page 1 of 2", `rel="next"`, `<a href="../` + fork + `">fork</a> <small>26</small>`},
		strings.Replace(chess, ".html", "-2.html", 1): {`<a href="../puzzle/c0.html">`, `<a rel="prev" href="../` + chess + `">`},
		fork:                       {"<h1>Puzzles: Chess, fork</h1>", `<a href="../puzzle/c48.html">`},
		themePage("Chess", "mate"): {"51 puzzles, page 1 of 2"},
		"sitemap-1.xml":            {"<loc>https://example.org/puzzle/c7.html</loc>", "<loc>https://example.org/puzzle/shogi.html</loc>"},
		"puzzle/c50.html":          {`Themes: <a href="../` + themePage("Chess", "mate") + `">mate</a>, <a href="../` + fork + `">fork</a>`, `href="c49.html">Next puzzle`, `<a href="../` + chess + `">Chess</a>`, `id="data">{"id":"\u003c"}</script>`},
		"puzzle/c0.html":           {`href="c50.html">Next puzzle`},
		"puzzle/shogi.html":        {`href="shogi.html">Next puzzle`},
	} {
		for _, part := range parts {
			if !strings.Contains(files[name], part) {
				t.Errorf("%s has no %s in\n%s", name, part, files[name])
			}
		}
	}
	if strings.Contains(files[fork], `"../puzzle/c49.html"`) {
		t.Error("a pin is listed as a fork")
	}
	if strings.Contains(files[chess], `"../puzzle/c0.html"`) || strings.Contains(files[chess], "games, page") {
		t.Error("the first page has the hardest puzzle, or counts games")
	}
}
