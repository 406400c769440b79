package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// siteLinks matches the URLs in a page of a site.
var siteLinks = regexp.MustCompile(`(?:href|src)="([^"#][^"]*)"`)

// files returns the files of a folder by slash-separated names.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		inside, _ := filepath.Rel(folder, name)
		all[filepath.ToSlash(inside)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestExportSite: each link leads to a file of the site, and every game is
// listed by players, event and variant, and found by its words. A second export
// updates changed files and touches no others.
func TestExportSite(t *testing.T) {
	d, site := newDesk(t), filepath.Join(t.TempDir(), "site")
	games := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, games, annotated+"\n[Event \"Cup <1>\"]\n[White \"Ágnes & Co\"]\n[Black \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n")
	d.done("import", games)
	d.done("export", "--as", "site", site, "--title", "Our club")
	all := files(t, site)
	for name, text := range all {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, link := range siteLinks.FindAllStringSubmatch(text, -1) {
			if to := path.Join(path.Dir(name), link[1]); all[to] == "" {
				t.Errorf("%s leads to %s, which is not there", name, to)
			}
		}
	}
	for _, row := range []struct{ pattern, text string }{
		{"index.html", `<a href="game/game-3.html">Ágnes &amp; Co – A, Cup &lt;1&gt;</a> <small>Chess, 1-0, 5 plies</small>`},
		{"players.html", "Ágnes &amp; Co</a> <small>1</small>"}, {"players.html", ">A</a> <small>2</small>"},
		{"events.html", "Cup &lt;1&gt;</a>"}, {"player/gnes-co-*.html", `<a href="../game/game-3.html">`},
		{"variant/chess-*.html", `<a href="../game/game-2.html">`}, {"event/club-*.html", `<a href="../game/game-1.html">`},
		{"game/game-3.html", `<a href="../index.html">Our club</a>`}, {"games.js", `game-3\tÁgnes \u0026 Co – A, Cup \u003c1\u003e\tChess, 1-0, 5 plies\n`},
	} {
		found := false
		for name, text := range all {
			named, _ := path.Match(row.pattern, name)
			found = found || named && strings.Contains(text, row.text)
		}
		if !found {
			t.Errorf("%s has no %s", row.pattern, row.text)
		}
	}

	again := d.run("", "export", "--as", "site", site, "--title", "Our club")
	if !strings.Contains(again.errors, ": 0 written, 0 removed") {
		t.Errorf("written again: %+v", again)
	}
	own := filepath.Join(site, "CNAME")
	writeFile(t, own, "club.example")
	d.done("delete", "3")
	d.done("export", "--as", "site", site, "--title", "Our club")
	left := files(t, site)
	if left["game/game-3.html"] != "" || left["CNAME"] == "" || strings.Contains(left["index.html"], "game-3") || left["game/game-1.html"] != all["game/game-1.html"] {
		t.Errorf("without the game: %d files", len(left))
	}

	other := filepath.Join(t.TempDir(), "other")
	if err := os.MkdirAll(other, 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(other, "index.html"), "mine")
	if got := d.run("", "export", "--as", "site", other); got.code == exitDone || files(t, other)["index.html"] != "mine" {
		t.Errorf("over a file of others: %+v", got)
	}
	page := filepath.Join(t.TempDir(), "page")
	if err := os.MkdirAll(filepath.Join(page, "game"), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(page, "game", "game-1.html"), "mine")
	for range 2 {
		if got := d.run("", "export", "--as", "site", page); got.code != exitFaults || files(t, page)["game/game-1.html"] != "mine" {
			t.Errorf("over a page of others: %+v", got)
		}
	}
	list := t.TempDir()
	writeFile(t, filepath.Join(list, "files.txt"), "mine.txt\n")
	writeFile(t, filepath.Join(list, "mine.txt"), "mine")
	if got := d.run("", "export", "--as", "site", list); got.code == exitDone || len(files(t, list)) != 2 {
		t.Errorf("over a list of others: %+v", got)
	}
	if got := d.run("", "export", "--as", "site"); got.code != exitUsage {
		t.Errorf("without a folder: %+v", got)
	}
}
