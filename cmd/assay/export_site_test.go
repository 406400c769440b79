package main

import (
	"image/png"
	"io/fs"
	"net/url"
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
		{"players.html", "Ágnes &amp; Co</a> <small>1</small>"}, {"players.html", ">A</a> <small>2"},
		{"events.html", "Cup &lt;1&gt;</a>"}, {"player/gnes-co-*.html", `<a href="../game/game-3.html">`},
		{"variant/chess-*.html", `<a href="../game/game-2.html">`}, {"event/club-*.html", `<a href="../game/game-1.html">`},
		{"game/game-3.html", `<a href="../index.html">Our club</a>`}, {"games.js", `game-3\tÁgnes \u0026 Co – A, Cup \u003c1\u003e\tChess, 1-0, 5 plies\t`},
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

// TestSitePages checks what a site with an address says of its games: to
// readers, to search engines, and to programs that follow it.
func TestSitePages(t *testing.T) {
	d, site := newDesk(t), filepath.Join(t.TempDir(), "site")
	games := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, games, `[Event "Cup"]
[Round "2"]
[Date "2024.05.06"]
[White "Zoë"]
[Black "Ada  Long"]
[ECO "C50"]
[Opening "Italian Game"]
[Result "1-0"]

1. e4 {see https://club.example/e4} e5 2. Qh5 Ke7 3. Qxe5# 1-0

[Event "Cup"]
[White "Ada Long"]
[Black "émile"]
[Result "*"]

1. d4 *

[White "Eve"]
[Black "Zed"]
[Result "0-1"]

1. d4 d5 0-1
`)
	d.done("import", games)
	export := []string{"export", "--as", "site", site, "--title", "Our club", "--address", "https://club.example/games"}
	d.done(export...)
	all := files(t, site)
	for name, texts := range map[string][]string{
		"game/game-1.html": {
			`<link rel="canonical" href="https://club.example/games/game/game-1.html">`,
			`<meta name="description" content="Chess, C50 Italian Game: Zoë – Ada  Long. Cup, round 2, 6 May 2024. 1-0, checkmate, 5 plies. With 1 comment.">`,
			`<meta property="og:image" content="https://club.example/games/picture/game-1.png">`, `<meta name="twitter:card" content="summary_large_image">`,
			`<meta property="og:image:alt" content="Zoë – Ada  Long, Cup, 6 May 2024, after 3. Qxe5#">`, `<link rel="icon" href="../icon.svg"`,
			`"startDate":"2024-05-06"`, `<a href="../game/game-1.pgn" download>PGN</a>`, `<a rel="next" href="game-2.html">Next: Ada Long – émile, Cup</a>`,
			`<a class="out" href="https://club.example/e4"`, `<link rel="stylesheet" href="../theme.css">`, `<bdi>Zoë</bdi> <small>White</small>`,
		},
		"game/game-2.html":  {`<a rel="prev" href="game-1.html">`, `<a rel="next" href="game-3.html">`},
		"game/game-1.pgn":   {`[White "Zoë"]`},
		"openings.html":     {"C50 Italian Game</a> <small>1, 1 with comments</small>"},
		"index.html":        {`<small>round 2, Chess, 1-0, 5 plies</small> <small class="annotated">1 comment</small>`, `<a href="openings.html">Openings (1)</a>`, `type="application/atom&#43;xml"`},
		"variant/chess-*":   {`<dl class="pieces">`, "<dt><svg", "Knight", "<summary>Rules</summary>"},
		"sitemap-1.xml":     {"<loc>https://club.example/games/game/game-2.html</loc>"},
		"sitemap.xml":       {"<loc>https://club.example/games/sitemap-1.xml</loc>"},
		"feed.xml":          {"<title>Zoë – Ada  Long, Cup, 6 May 2024</title>"},
		"games.js":          {`Italian Game Cup see https://club.example/e4`},
		"player/ada-long-*": {"game/game-1.html", "game/game-2.html"},
	} {
		text := ""
		for path, content := range all {
			if named, _ := filepath.Match(name, path); named {
				text += content
			}
		}
		for _, want := range texts {
			if !strings.Contains(text, want) && !strings.Contains(text, strings.ReplaceAll(want, "&#43;", "+")) {
				t.Errorf("%s has no %s", name, want)
			}
		}
	}
	if got := regexp.MustCompile(`html">([^<]*)</a> <small>`).FindAllStringSubmatch(all["players.html"], -1); len(got) != 5 ||
		got[0][1] != "Ada Long" || got[1][1] != "émile" || got[2][1] != "Eve" || got[3][1] != "Zed" || got[4][1] != "Zoë" {
		t.Errorf("players %q", got)
	}
	if m, err := png.DecodeConfig(strings.NewReader(all["picture/game-1.png"])); err != nil || m.Width != 1200 || m.Height != 630 {
		t.Errorf("the picture: %v, %v", m, err)
	}

	// Pages of unchanged games are not made again; neighbours are.
	writeFile(t, filepath.Join(site, "theme.css"), ":root{--page:#eee}")
	d.done("annotate", "3", "--ply", "1", "--comment", "new words", "--author", "Dee")
	d.done("delete", "2")
	again := d.run("", export...)
	if !strings.Contains(again.errors, "1 games unchanged") {
		t.Errorf("written again: %+v", again)
	}
	now := files(t, site)
	for name, want := range map[string]string{
		"theme.css": "--page:#eee", "game/game-1.html": `<a rel="next" href="game-3.html">`, "game/game-3.html": "new words", "index.html": "game/game-3.html",
	} {
		if !strings.Contains(now[name], want) {
			t.Errorf("%s has no %s", name, want)
		}
	}
	if now["game/game-2.html"] != "" || now["game/game-2.pgn"] != "" || now["picture/game-2.png"] != "" {
		t.Error("files of the deleted game are left")
	}
	fresh := filepath.Join(t.TempDir(), "fresh")
	d.done("export", "--as", "site", fresh, "--title", "Our club", "--address", "https://club.example/games")
	want := files(t, fresh)
	delete(want, "theme.css")
	for name, text := range want {
		if now[name] != text {
			t.Errorf("%s differs from a new site", name)
		}
	}
	for _, address := range []string{"club.example", "ftp://club.example/", "https://club.example/?x"} {
		if got := d.run("", "export", "--as", "site", fresh, "--address", address); got.code != exitUsage || !strings.Contains(got.errors, "address") {
			t.Errorf("%s: %+v", address, got)
		}
	}
}

// TestExportSitePlay: with --play, a site has a page that runs Assay, and every
// game leads to it. Without the package's files, nothing is written.
func TestExportSitePlay(t *testing.T) {
	d, site, program := newDesk(t), filepath.Join(t.TempDir(), "site"), t.TempDir()
	games := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, games, annotated)
	d.done("import", games)
	for _, folder := range []string{program, filepath.Join(program, "none")} {
		if got := d.run("", "export", "--as", "site", site, "--play", folder); got.code != exitUsage || !strings.Contains(got.errors, "--play") {
			t.Errorf("%s: %d %s", folder, got.code, got.errors)
		}
	}
	names := []string{"index.js", "assay-board.js", "assay.wasm.gz", "wasm_exec.js", "board/board.js", "LICENSE", "index.d.ts", "package.json"}
	for _, name := range names {
		path := filepath.Join(program, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, "content of "+name)
	}
	d.done("export", "--as", "site", site, "--play", program)
	all := files(t, site)
	for i, name := range names {
		if got, want := all["assay/"+name], "content of "+name; i < 6 && got != want || i >= 6 && got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, want := range map[string]string{
		"index.html": `<a href="play.html">Play and check</a>`, "play.html": "script-src 'self' 'wasm-unsafe-eval'", "tryout.js": "./assay/assay-board.js",
	} {
		if !strings.Contains(all[name], want) {
			t.Errorf("%s lacks %s", name, want)
		}
	}
	linked := regexp.MustCompile(`href="\.\./play\.html\?record=([^"]+)"`).FindStringSubmatch(all["game/game-1.html"])
	if linked == nil {
		t.Fatal("the game does not lead to the page")
	}
	if path, err := url.QueryUnescape(linked[1]); err != nil || all[path] == "" || !regexp.MustCompile(`^[\w./-]+$`).MatchString(path) {
		t.Errorf("the record %s is not there: %v", linked[1], err)
	}
	d.done("export", "--as", "site", site)
	for name, text := range files(t, site) {
		if name == "play.html" || strings.HasPrefix(name, "assay/") || strings.Contains(text, "play.html") {
			t.Errorf("%s is left without --play", name)
		}
	}
}

// TestExportSitePuzzles: a site that runs Assay has the archived puzzles of its
// games, and those without a game if it has all games.
func TestExportSitePuzzles(t *testing.T) {
	d, site, program := newDesk(t), filepath.Join(t.TempDir(), "site"), t.TempDir()
	game := filepath.Join(t.TempDir(), "game.pgn")
	writeFile(t, game, puzzleGame+"\n[Event \"Other\"]\n\n1. d4 d5 *\n")
	d.done("import", game)
	d.done("puzzles", "make", "1")
	loose := filepath.Join(t.TempDir(), "loose.epd")
	writeFile(t, loose, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"a\";\n")
	d.done("puzzles", "import", loose)
	for _, name := range []string{"index.js", "assay-board.js", "assay.wasm.gz", "wasm_exec.js"} {
		writeFile(t, filepath.Join(program, name), "content of "+name)
	}
	if err := os.Mkdir(filepath.Join(program, "board"), 0o755); err != nil {
		t.Fatal(err)
	}
	solver := filepath.Join(program, "board", "puzzle.js")
	writeFile(t, solver, "export class PuzzleBoard {}")
	pages := func(arguments ...string) (names []string) {
		t.Helper()
		d.done(append([]string{"export", "--as", "site", site}, arguments...)...)
		all := files(t, site)
		for name, text := range all {
			if path.Ext(name) != ".html" {
				continue
			}
			for _, link := range siteLinks.FindAllStringSubmatch(text, -1) {
				file, _, _ := strings.Cut(link[1], "#")
				if to := path.Join(path.Dir(name), file); all[to] == "" && !strings.Contains(file, "?") {
					t.Errorf("%v: %s leads to %s, which is not there", arguments, name, to)
				}
			}
			if strings.HasPrefix(name, "puzzle/") {
				names = append(names, name)
			}
		}
		if listed := strings.Contains(all["index.html"], `href="puzzles.html"`); listed != (len(names) > 0) ||
			(all["puzzles.html"] != "") != listed || (all["solve.js"] != "") != listed {
			t.Errorf("%v: %d puzzles, listed %v", arguments, len(names), listed)
		}
		return names
	}
	if all := pages("--play", program); len(all) != 2 {
		t.Errorf("of all games: %v", all)
	}
	text := files(t, site)["puzzle/gi5p3nrwcw.html"]
	for _, part := range []string{
		"<h1>White mates in 1</h1>", `<a href="../game/game-1.html#g1-6">The game</a>`, "The solution is 1. Qxf7#", `"moves":["h5f7"]`,
		"script-src 'self' 'wasm-unsafe-eval'", "A complete search proved",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the page has no %s", part)
		}
	}
	if again := d.run("", "export", "--as", "site", site, "--play", program); !strings.Contains(again.errors, ": 0 written, 0 removed") {
		t.Errorf("written again: %+v", again)
	}
	for _, row := range []struct {
		arguments []string
		puzzles   int
	}{
		{[]string{"1", "--play", program}, 1}, {[]string{"2", "--play", program}, 0}, {[]string{"--event", "other", "--play", program}, 0},
		{[]string{"--variant", "chess", "--play", program}, 1}, {nil, 0},
	} {
		if all := pages(row.arguments...); len(all) != row.puzzles {
			t.Errorf("%v: %v, want %d", row.arguments, all, row.puzzles)
		}
	}
	if err := os.Remove(solver); err != nil { // as in packages of version 0.2
		t.Fatal(err)
	}
	if all := pages("--play", program); len(all) != 0 {
		t.Errorf("of a package that cannot solve them: %v", all)
	}
}
