package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"assay/api/request"
)

// nextLink matches a Link header that names the next page.
var nextLink = regexp.MustCompile(`^<(http://[^>]+)>; rel="next"$`)

// TestPages reads every list one item a page, by next and by the Link header,
// until next is null. Together, the pages are the list.
func TestPages(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for i := range 3 {
		c.post("/api/v1/games", fmt.Sprintf("[Event \"Cup %d\"]\n\n1. e4 e5 2. d4 1-0\n", i))
		c.post("/api/v1/games?keep=illegal", fmt.Sprintf("[Event \"Cup\"]\n[Round \"%d\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh6 *\n", i))
		c.post("/api/v1/games/1/annotations", fmt.Sprintf(`{"author":"Cy","ply":%d,"comment":"natural"}`, i))
		c.post("/api/v1/events", fmt.Sprintf(`{"name":"Cup %d"}`, i))
		c.post("/api/v1/submissions", fmt.Sprintf("[Event \"Cup %d\"]\n\n1. d4 d5 *\n", i))
		c.post("/api/v1/webhooks", `{"address":"https://hooks.invalid/x"}`)
		c.send("PATCH", "/api/v1/games/1/record", fmt.Sprintf(`{"author":"A","reason":"x","headers":{"White":"Bo %d"}}`, i), "If-Match", "*")
	}
	c.post("/api/v1/games/2/rulings", `{"author":"Cy","ply":5,"ruling":"chess","reason":"x"}`)
	for path, key := range map[string]string{
		"games": "games", "games/1/annotations": "annotations", "games/1/revisions": "revisions", "events": "events",
		"submissions": "submissions", "webhooks": "webhooks", "variants?q=shogi": "variants", "games/2/rulings": "rulings",
	} {
		address := "/api/v1/" + path
		list := func(address string) (items []any, next any, link string) {
			t.Helper()
			got := c.get(address)
			var page map[string]any
			got.into(t, &page)
			if _, has := page["next"]; !has || got.status != http.StatusOK {
				t.Fatalf("%s: %d %s", address, got.status, got.body)
			}
			if sent := got.header.Get("Link"); sent != "" {
				if link = strings.TrimPrefix(nextLink.ReplaceAllString(sent, "$1"), c.address); !nextLink.MatchString(sent) {
					t.Errorf("%s: Link %s", address, sent)
				}
			}
			return page[key].([]any), page["next"], link
		}
		whole, next, link := list(address)
		if next != nil || link != "" || len(whole) < 2 && path != "games/2/rulings" {
			t.Errorf("%s: %d items, next %v, link %s", path, len(whole), next, link)
		}
		separator := "?"
		if strings.Contains(path, "?") {
			separator = "&"
		}
		byNext, byLink := []any{}, []any{}
		for cursor := ""; len(byNext) <= len(whole); {
			items, next, link := list(address + separator + "limit=1&cursor=" + url.QueryEscape(cursor))
			byNext = append(byNext, items...)
			if (next == nil) != (link == "") {
				t.Errorf("%s: next %v, link %q", path, next, link)
			}
			if next == nil {
				break
			}
			cursor = next.(string)
		}
		for at := address + separator + "limit=1"; at != "" && len(byLink) <= len(whole); {
			items, _, link := list(at)
			byLink, at = append(byLink, items...), link
		}
		want, _ := json.Marshal(whole)
		for name, pages := range map[string][]any{"next": byNext, "Link": byLink} {
			if got, _ := json.Marshal(pages); string(got) != string(want) {
				t.Errorf("%s by %s: %s, want %s", path, name, got, want)
			}
		}
		if got := c.get(address + separator + "cursor=%21"); got.status != http.StatusBadRequest {
			t.Errorf("%s with a bad cursor: %d %s", path, got.status, got.body)
		}
	}
}

// TestNewestPages reads the audit log page by page, with cursor and with its
// former name before, and ends at null.
func TestNewestPages(t *testing.T) {
	a := newArchive(t)
	for i := range 5 {
		if err := a.Audit(t.Context(), "POST", fmt.Sprint("/games/", i), ""); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"cursor", "before"} {
		var numbers []int64
		next := request.Cursor("")
		for pages := 0; pages < 9; pages++ {
			page, err := a.AuditLog(t.Context(), string(next), 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range page.Entries {
				numbers = append(numbers, e.Number)
			}
			text, err := json.Marshal(page.Paged)
			if err != nil {
				t.Fatal(err)
			}
			if next = page.Next; next == "" {
				if string(text) != `{"next":null}` {
					t.Errorf("%s at the end", text)
				}
				break
			}
			var p newestParameters
			r, err := http.NewRequestWithContext(t.Context(), "GET", "http://localhost/?"+name+"="+string(next), nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := Bind(r, &p); err != nil || p.cursor != string(next) {
				t.Errorf("%s=%s: cursor %q, %v", name, next, p.cursor, err)
			}
		}
		if fmt.Sprint(numbers) != "[5 4 3 2 1]" {
			t.Errorf("by %s: %v", name, numbers)
		}
	}
	if _, err := a.AuditLog(t.Context(), "x", 2); err == nil {
		t.Error("a bad cursor is accepted")
	}
}
