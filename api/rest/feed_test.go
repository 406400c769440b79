package rest

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestFeeds follows the archive, an event and a query: feeds conform to RFC
// 4287, do not change without changes, and begin with the newest entry.
func TestFeeds(t *testing.T) {
	a := newArchive(t)
	var records []string
	for i := range 60 {
		records = append(records, fmt.Sprintf("[Event \"Cup <%d> & \x01more\"]\n[White \"A%d\"]\n\n1. %s *\n", i%2, i, []string{"e4", "d4"}[i%2]))
	}
	submit(t, a, records)
	c := start(t, a, ServerConfig{})
	c.indexed()
	ids := map[string]string{}
	for _, row := range []struct {
		query string
		games int
		first string // players of the newest game
	}{
		{"", maxFeedEntries, "A59 – ?"},
		{"event=0", 30, "A58 – ?"},
		{"variant=chess&query=" + url.QueryEscape("white pawn on e4"), 30, "A58 – ?"},
		{"variant=chess&event=1&query=" + url.QueryEscape("white pawn on d4"), 30, "A59 – ?"},
		{"variant=chess&event=1&query=" + url.QueryEscape("white pawn on e4"), 0, ""},
		{"player=nobody", 0, ""},
	} {
		got := c.get("/feeds/games?" + row.query)
		var f atomFeed
		if err := xml.Unmarshal(got.body, &f); err != nil || got.status != 200 || got.header.Get("Content-Type") != atomType {
			t.Fatalf("%s: %d %v %s", row.query, got.status, err, got.body)
		}
		if len(f.Entries) != row.games || row.games > 0 && !strings.HasPrefix(f.Entries[0].Title, row.first) {
			t.Errorf("%s: %d games, %+v", row.query, len(f.Entries), f)
		}
		if other, had := ids[f.ID]; had || !strings.HasPrefix(f.ID, "urn:uuid:") || f.Title == "" || f.Author == "" || f.Links[0].Href != c.address+"/feeds/games?"+row.query {
			t.Errorf("%s: %+v, as of %s", row.query, f, other)
		}
		ids[f.ID] = row.query
		own := map[string]bool{}
		for _, e := range f.Entries {
			published, err := time.Parse(time.RFC3339, e.Published)
			if own[e.ID] || e.Title == "" || e.Content == "" || err != nil || published.IsZero() || len(e.Links) < 2 || e.Variant.Term != "chess" {
				t.Errorf("%s: %+v, %v", row.query, e, err)
			}
			own[e.ID] = true
		}
		again := c.send("GET", "/feeds/games?"+row.query, "", "If-None-Match", got.header.Get("ETag"))
		if again.status != 304 || len(again.body) > 0 {
			t.Errorf("%s: %d again", row.query, again.status)
		}
		if row.query != "" {
			continue
		}
		if record := c.get(strings.TrimPrefix(f.Entries[0].Links[1].Href, c.address)); record.status != 200 || !strings.Contains(string(record.body), "A59") {
			t.Errorf("%d %s", record.status, record.body)
		}
		submit(t, a, []string{"[White \"Newest\"]\n\n1. c4 *\n"})
		c.indexed()
		if again := c.send("GET", "/feeds/games", "", "If-None-Match", got.header.Get("ETag")); again.status != 200 || !strings.Contains(string(again.body), "Newest") {
			t.Errorf("%d %s", again.status, again.body)
		}
	}
	for _, bad := range []string{"variant=nope", "colour=1", "query=white+pawn+on", "position=x"} {
		if got := c.get("/feeds/games?" + bad); got.status != 400 {
			t.Errorf("%s: %d", bad, got.status)
		}
	}
}

// TestFeedOfStandings follows an event: its standings are a new entry when a
// game is archived or a result corrected, and the same one otherwise.
func TestFeedOfStandings(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	if got := c.get("/feeds/events/1"); got.status != 404 || !strings.Contains(string(got.body), "event-not-found") {
		t.Errorf("%d %s", got.status, got.body)
	}
	c.post("/api/v1/events", `{"name":"Cup"}`)
	read := func() (f atomFeed) {
		t.Helper()
		if got := c.get("/feeds/events/1"); got.status != 200 || got.header.Get("Content-Type") != atomType || xml.Unmarshal(got.body, &f) != nil {
			t.Fatalf("%d %s", got.status, got.body)
		}
		return f
	}
	if f := read(); len(f.Entries) != 0 || f.Title != "Cup" {
		t.Errorf("%+v", f)
	}
	const game = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 1-0\n"
	ids := map[string]bool{}
	for _, row := range []struct {
		method, path, body string
		fresh              bool
		title, content     string
	}{
		{"POST", "games", game, true, "Cup: standings after 1 game", "1. Ann 1\n2. Bo 0\n"},
		{"POST", "games", strings.NewReplacer("Cup", "Bowl", "e4", "d4").Replace(game), false, "Cup: standings after 1 game", "1. Ann 1\n2. Bo 0\n"},
		{"PATCH", "games/1/record", `{"author":"A","reason":"x","headers":{"Site":"Bern"}}`, false, "Cup: standings after 1 game", "1. Ann 1\n2. Bo 0\n"},
		{"POST", "games", strings.NewReplacer("Ann", "Cy", "e4", "c4").Replace(game), true, "Cup: standings after 2 games", "1. Ann 1\n1. Cy 1\n3. Bo 0\n"},
		{"PUT", "games/1/record", `{"author":"A","reason":"x","text":` + fmt.Sprintf("%q", strings.Replace(game, "1-0", "1/2-1/2", 1)) + `}`,
			true, "Cup: standings after 2 games", "1. Cy 1\n2. Bo 0.5\n3. Ann 0.5\n"},
		{"DELETE", "games/3", "", true, "Cup: standings after 1 game", "1. Ann 0.5\n1. Bo 0.5\n"},
	} {
		if got := c.send(row.method, "/api/v1/"+row.path, row.body, "If-Match", "*"); got.status >= 300 {
			t.Fatalf("%s %s: %d %s", row.method, row.path, got.status, got.body)
		}
		f := read()
		if len(f.Entries) != 1 {
			t.Fatalf("%s %s: %+v", row.method, row.path, f)
		}
		e := f.Entries[0]
		if ids[e.ID] == row.fresh || e.Title != row.title || e.Content != row.content || f.Updated != e.Updated || e.ID == f.ID ||
			e.Links[0].Href != c.address+"/api/v1/events/1/standing" {
			t.Errorf("%s %s: new %v, %+v", row.method, row.path, !ids[e.ID], e)
		}
		ids[e.ID] = true
	}
}

// TestFeedOfPuzzles reads the puzzles of the last days: one entry a day, the
// newest first, and none without puzzles.
func TestFeedOfPuzzles(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	read := func(query string) (f atomFeed) {
		t.Helper()
		got := c.get("/feeds/puzzles" + query)
		if got.status != 200 || got.header.Get("Content-Type") != atomType || xml.Unmarshal(got.body, &f) != nil {
			t.Fatalf("%d %s", got.status, got.body)
		}
		return f
	}
	if f := read(""); len(f.Entries) != 0 {
		t.Errorf("without puzzles: %+v", f)
	}
	makePuzzles(t, a, c)
	f := read("?variant=chess")
	if len(f.Entries) != maxFeedDays || !strings.HasPrefix(f.ID, "urn:uuid:") {
		t.Fatalf("%+v", f)
	}
	days := map[string]bool{}
	for i, e := range f.Entries {
		day := time.Now().UTC().AddDate(0, 0, -i).Format(time.DateOnly)
		if days[e.ID] || !strings.HasPrefix(e.Title, day+": ") || e.Variant.Term != "chess" {
			t.Errorf("entry %d: %+v", i, e)
		}
		days[e.ID] = true
	}
	if z := c.get(strings.TrimPrefix(f.Entries[0].Links[0].Href, c.address)); z.status != 200 {
		t.Errorf("%d %s", z.status, z.body)
	}
	if f := read("?theme=fork"); len(f.Entries) != 0 {
		t.Errorf("forks: %+v", f)
	}
	if got := c.get("/feeds/puzzles?variant=nope"); got.status != 400 {
		t.Errorf("an unknown variant: %d", got.status)
	}
}
