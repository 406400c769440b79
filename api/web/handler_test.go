package web

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const small = `[Event "Club"]
[White "Ann"]
[Black "Bob"]
[Date "1997.05.11"]
[Result "1-0"]

1. e4 {best by test} e5 (1... c5 2. Nf3 (2. c3)) 2. Qh5 $6 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0
`

// TestPages requests every kind of page, valid and invalid.
func TestPages(t *testing.T) {
	site, a := serve(t)
	chess := add(t, a, small)
	csg := add(t, a, fixture(t, "csg", "board-1.txt"))
	undefined := add(t, a, "[Variant \"Froth\"]\n\n1. Ax3 Bq7 <g> *\n")
	for _, row := range []struct {
		path   string
		status int
		has    string
	}{
		{"/", 200, "<bdi>Ann</bdi> – <bdi>Bob</bdi>"},
		{"/", 200, fmt.Sprint("Game ", csg, " <small><bdi>game.txt</bdi></small>")},
		{"/?player=ann", 200, "<bdi>Ann</bdi> – <bdi>Bob</bdi>"},
		{"/?player=nobody", 200, "No game matches"},
		{"/?verdict=fine", 400, "verdict"},
		{"/?cursor=zzz", 400, "cursor"},
		{"/?sort=date&player=ann", 200, `aria-sort="ascending"><a href="/?player=ann&amp;sort=-date">Date</a>`},
		{"/?sort=-date", 200, `aria-sort="descending"><a href="/?sort=date">Date</a>`},
		{"/?sort=-date", 200, `<option value="-date" selected>latest date</option>`},
		{"/?player=ann", 200, `<span role="columnheader" data-column="event"><a href="/?player=ann&amp;sort=event">Event</a>`},
		{"/?sort=colour", 400, `role="alert">sort`},
		{fmt.Sprint("/games/", chess), 200, "best by test"},
		{fmt.Sprint("/games/", chess, "?ply=7"), 200, "After ply 7, White: Qxf7#"},
		{fmt.Sprint("/games/", chess, "?ply=99999"), 200, "After ply 7"},
		{fmt.Sprint("/games/", chess, "?ply=last"), 200, "Starting position"},
		{fmt.Sprint("/games/", csg, "?ply=110"), 200, "king captured"},
		{fmt.Sprint("/games/", undefined), 200, "\n\n1. Ax3 Bq7 &lt;g&gt; *\n</pre>"},
		{"/games/99", 404, "99"},
		{"/games/99", 404, `href="/problems/game-not-found"`},
		{"/games/one", 404, "no such page"},
		{"/search", 200, "Position editor"},
		{"/search?variant=nonsense", 404, "nonsense"},
		{"/new?variant=nonsense", 404, "nonsense"},
		{"/variants", 200, "Copper, Silver, Gold"},
		{"/variants?q=metallic+alloy", 200, "3 variants found"},
		{"/variants?q=no+such+game+at+all", 200, "0 variants found"},
		{"/variants/csg-1", 200, `id="CSG-7"`},
		{"/variants/checkers", 404, "checkers"},
		{"/variants/csg-1?options=a=b", 400, "a"},
		{"/check", 200, "small-chess"},
		{"/static/assay.css", 200, "--page"},
		{"/static/../handler.go", 404, ""},
		{"/static/nothing.js", 404, ""},
		{"/nothing", 404, "<h1>Not found</h1><p>There is no such page."},
		{"/favicon.ico", 200, "<svg"},
	} {
		answer := get(t, site+row.path)
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != row.status || !strings.Contains(string(body), row.has) {
			t.Errorf("%s: %d, want %d with %q", row.path, answer.StatusCode, row.status, row.has)
		}
		if got := answer.Header.Get("Content-Security-Policy"); got != policy {
			t.Errorf("%s: policy %q", row.path, got)
		}
		if strings.Contains(string(body), "<no value>") || strings.Contains(string(body), "ZgotmplZ") {
			t.Errorf("%s: a template was filled wrongly", row.path)
		}
	}
}

// TestLongGames requests games of the maximum length, and longer.
func TestLongGames(t *testing.T) {
	site, a := serve(t)
	for _, row := range []struct {
		plies int
		shown bool
	}{{maxPositions - 1, true}, {maxPositions, false}} {
		moves := strings.Fields(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", row.plies/4+1))[:row.plies]
		id := add(t, a, "[Event \"Endless\"]\n[Result \"*\"]\n\n"+strings.Join(moves, " ")+" *\n")
		answer := get(t, fmt.Sprint(site, "/games/", id))
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if refused := strings.Contains(string(body), "a page shows at most 10000"); answer.StatusCode != http.StatusOK || refused == row.shown {
			t.Errorf("%d plies: %d %.300s", row.plies, answer.StatusCode, body)
		}
	}
}

// TestInline checks that no page contains what the policy forbids.
func TestInline(t *testing.T) {
	site, a := serve(t)
	id := add(t, a, small)
	forbidden := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|javascript:|https?://`)
	inline := regexp.MustCompile(`<script(?: type="application/(?:json|ld\+json)"[^>]*| [^>]*src="/static/[a-z]+\.js")>`)
	for _, path := range []string{"/", fmt.Sprint("/games/", id), "/search", "/variants", "/variants/shogi", "/check", "/nothing"} {
		body, err := io.ReadAll(get(t, site+path).Body)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(body), `xmlns="http://www.w3.org/2000/svg"`, "")
		text = strings.ReplaceAll(text, `xmlns=\"http://www.w3.org/2000/svg\"`, "")
		text = strings.ReplaceAll(text, site, "")                 // its own URL, in previews
		text = strings.ReplaceAll(text, "https://schema.org", "") // the vocabulary of JSON-LD
		if found := forbidden.FindString(text); found != "" {
			t.Errorf("%s holds %q", path, found)
		}
		if all, good := strings.Count(text, "<script"), len(inline.FindAllString(text, -1)); all != good {
			t.Errorf("%s has %d scripts, %d of them allowed", path, all, good)
		}
	}
}

// TestHostileNames writes markup into headers, moves and comments.
func TestHostileNames(t *testing.T) {
	site, a := serve(t)
	id := add(t, a, strings.NewReplacer("Ann", "<script>alert(1)</script>", "best by test", "</script><img src=x>").Replace(small))
	for _, path := range []string{"/", fmt.Sprint("/games/", id)} {
		body, err := io.ReadAll(get(t, site+path).Body)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(body), "<script>alert") || strings.Contains(string(body), "<img src=x>") {
			t.Errorf("%s holds markup of a record", path)
		}
	}
}

// TestWithoutScripts reads a game without scripts.
func TestWithoutScripts(t *testing.T) {
	site, a := serve(t)
	id := add(t, a, small)
	body, err := io.ReadAll(get(t, fmt.Sprint(site, "/games/", id, "?ply=3")).Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`href="?ply=2"`, `href="?ply=4"`, `href="?ply=7"`, "White Queen: h5", "best by test", ">c5<", ">Nf3<", "?!", `aria-label="After ply 3`} {
		if !strings.Contains(string(body), want) {
			t.Errorf("no %q", want)
		}
	}
}

// TestETags checks ETags of static files.
func TestETags(t *testing.T) {
	site, _ := serve(t)
	tag := get(t, site+"/static/board.js").Header.Get("ETag")
	request, err := http.NewRequest(http.MethodGet, site+"/static/board.js", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("If-None-Match", tag)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if tag == "" || answer.StatusCode != http.StatusNotModified {
		t.Errorf("tag %q, status %d", tag, answer.StatusCode)
	}
}

// TestMinified checks that every script and style sheet is sent shorter, and
// that the files themselves stay as they are.
func TestMinified(t *testing.T) {
	for name, body := range assets() {
		mediaType := mediaTypes[path.Ext(name)]
		if ext := path.Ext(name); ext != ".js" && ext != ".css" {
			continue
		}
		before := bytes.Clone(body)
		if short := minified(mediaType, body); len(short) >= len(body) {
			t.Errorf("%s has %d bytes of %d", name, len(short), len(body))
		}
		if !bytes.Equal(body, before) {
			t.Errorf("%s was changed", name)
		}
	}
}

// TestBadFilter checks that an invalid filter keeps the form and shows the
// reason.
func TestBadFilter(t *testing.T) {
	site, a := serve(t)
	add(t, a, small)
	answer := get(t, site+"/?player=Ann&from=nonsense")
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`name="player" value="Ann"`, `name="from" value="nonsense"`, `role="alert"`, "Numbered list"} {
		if answer.StatusCode != 400 || !strings.Contains(string(text), want) {
			t.Errorf("%d, no %s", answer.StatusCode, want)
		}
	}
}

// TestErrorKinds lists games by kind of error, with counts and file names.
func TestErrorKinds(t *testing.T) {
	site, a := serve(t)
	add(t, a, small)
	bad := add(t, a, strings.NewReplacer("Qxf7#", "Qxf8#", "Ann", "Cyd").Replace(small))
	for _, row := range []struct {
		path      string
		has, none string
	}{
		{"/?verdict=illegal", `href="/?fault=W-0">illegal W-0 movement</a> 1`, "<bdi>Ann"},
		{"/?fault=movement", fmt.Sprintf(`href="/games/%d"`, bad), "<bdi>Ann"},
		{"/?fault=syntax", "No game matches", "<bdi>Cyd"},
		{"/", "</a> <small><bdi>game.txt</bdi></small>", "Kinds of error"},
	} {
		answer := get(t, site+row.path)
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != 200 || !strings.Contains(string(text), row.has) || strings.Contains(string(text), row.none) {
			t.Errorf("%s: %d %v, %s wanted, not %s", row.path, answer.StatusCode, err, row.has, row.none)
		}
	}
}

func TestSentence(t *testing.T) {
	for message, want := range map[string]string{
		"": "", "the Queen goes": "The Queen goes.", "e4 is taken": "e4 is taken.", "player: expected a name": "player: expected a name.",
		"game 4 has no result?": "Game 4 has no result?", "so, no": "So, no.", `sort "x": expected y`: `sort "x": expected y.`, "étude a2": "Étude a2.",
	} {
		if got := sentence(message, "."); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

func TestFileBase(t *testing.T) {
	for path, want := range map[string]string{"": "", "a.pgn": "a.pgn", "x/y/a.pgn": "a.pgn", `C:\games\a.pgn`: "a.pgn", "x/": ""} {
		if got := fileBase(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestFilterChips: words of the pages are apart from what people wrote.
func TestFilterChips(t *testing.T) {
	chips := filterChips(url.Values{"verdict": {"illegal"}, "player": {"legal"}, "colour": {"black"}, "mine": {"true"}})
	want := []filterChip{
		{"Player", "legal", "", "/?colour=black&mine=true&verdict=illegal"},
		{"My games", "", "", "/?colour=black&player=legal&verdict=illegal"},
		{"Colour", "black", "Black (second)", "/?mine=true&player=legal&verdict=illegal"},
		{"Verdict", "illegal", "illegal", "/?colour=black&mine=true&player=legal"},
	}
	if !slices.Equal(chips, want) {
		t.Errorf("%+v", chips)
	}
}
