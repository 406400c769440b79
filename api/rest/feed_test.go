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
