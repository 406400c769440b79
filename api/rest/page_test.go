package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"assay/api/games"
	"assay/api/records"
	"assay/api/request"
	"assay/store"
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

// TestListGames lists deleted games, games by number, and the total alone.
func TestListGames(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for i := range 3 {
		c.post("/api/v1/games", fmt.Sprintf("[Event \"Cup %d\"]\n\n1. e4 e5 1-0\n", i))
	}
	c.send("DELETE", "/api/v1/games/2", "")
	for _, row := range []struct {
		query, want string
		status      int
	}{
		{"deleted=true", `[2] total 1 missing []`, 200},
		{"ids=3,2,1,9,3", `[1 3] total 2 missing [2 9]`, 200},
		{"ids=7", `[] total 0 missing [7]`, 200},
		{"limit=0", `[] total 2 missing []`, 200},
		{"limit=0&event=1", `[] total 0 missing []`, 200},
		{"limit=0&deleted=true", `[] total 1 missing []`, 200},
		{"ids=1&limit=3", "", 400},
		{"ids=1,x", "", 400},
		{"ids=0", "", 400},
	} {
		got := c.get("/api/v1/games?" + row.query)
		var page games.GamePage
		ids := []int64{}
		if got.status == http.StatusOK {
			got.into(t, &page)
		}
		for _, g := range page.Games {
			ids = append(ids, g.ID)
			if (g.Deleted != nil) != strings.Contains(row.query, "deleted") {
				t.Errorf("%s: %+v", row.query, g)
			}
		}
		if text := fmt.Sprintf("%d total %d missing %d", ids, page.Total, page.Missing); got.status != row.status || got.status == 200 && text != row.want {
			t.Errorf("%s: %d %s, want %s", row.query, got.status, text, row.want)
		}
	}
	s, sessions := peopled(t, ServerConfig{})
	if got := of(s, sessions["contributor"], "GET", "/api/v1/games?deleted=true", ""); got.Code != http.StatusForbidden {
		t.Errorf("a contributor lists deleted games: %d %s", got.Code, got.Body)
	}
}

// TestExportMissing exports games by number, some of which do not exist.
func TestExportMissing(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for i := range 3 {
		c.post("/api/v1/games", fmt.Sprintf("[Event \"Cup %d\"]\n\n1. e4 e5 1-0\n", i))
	}
	c.send("DELETE", "/api/v1/games/2", "")
	for _, row := range []struct {
		query string
		games int
		lost  string
		want  int
	}{
		{"games=1,2,3,9", 0, "", 410},
		{"games=1,9", 0, "", 404},
		{"games=1,2,3,9&missing=skip", 2, `["game 2: left out: game 2: deleted from the archive", "game 9: left out: game 9: not in the archive"]`, 200},
		{"games=9&missing=skip", 0, "", 404},
	} {
		got := c.get("/api/v1/export?as=pgn&" + row.query)
		if n := strings.Count(string(got.body), "[Event "); got.status != row.want || n != row.games || got.header.Get("Assay-Losses") != row.lost {
			t.Errorf("%s: %d, %d games, %s", row.query, got.status, n, got.header.Get("Assay-Losses"))
		}
	}
	got := c.send("GET", "/api/v1/export?as=json&games=1,2,9&missing=skip", "", "Accept", ndjson)
	if lines := strings.Split(strings.TrimSpace(string(got.body)), "\n"); len(lines) != 3 || strings.Contains(lines[0], "leftOut") ||
		!strings.Contains(lines[1], `"game":2`) || !strings.Contains(lines[1], "leftOut") || !strings.Contains(lines[2], `"game":9`) || !strings.Contains(lines[2], "leftOut") {
		t.Errorf("%s", got.body)
	}
}

// TestChanges follows an archive by its feed of changes, as a mirror does.
func TestChanges(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	cursor := ""
	follow := func() (changes []string) {
		t.Helper()
		for range 10 {
			var page games.ChangePage
			c.get("/api/v1/changes?limit=2&cursor="+cursor).into(t, &page)
			for _, change := range page.Changes {
				changes = append(changes, fmt.Sprintf("%d %s %d", change.Game, change.Kind, change.Revision))
				cursor = fmt.Sprint(change.Number)
			}
			if page.Next == "" {
				if len(changes) > 0 && fmt.Sprint(page.Last) != cursor {
					t.Errorf("last %d, cursor %s", page.Last, cursor)
				}
				return changes
			}
		}
		t.Fatal("no end")
		return nil
	}
	for _, row := range []struct{ method, path, body, want string }{
		{"POST", "games", scholars + "\n[Event \"2\"]\n\n1. d4 d5 1-0\n\n[Event \"3\"]\n\n1. c4 c5 1-0\n", "[1 archived 1 2 archived 1 3 archived 1]"},
		{"POST", "games/2/annotations", `{"author":"Cy","ply":1,"comment":"x"}`, "[2 annotated 1]"},
		{"PATCH", "games/3/record", `{"author":"A","reason":"x","headers":{"White":"Bo"}}`, "[3 corrected 2]"},
		{"DELETE", "games/1", "", "[1 deleted 1]"},
		{"POST", "games/1/restore", "", "[1 archived 1]"},
		{"GET", "games/1", "", "[]"},
	} {
		if got := c.send(row.method, "/api/v1/"+row.path, row.body, "If-Match", "*"); got.status >= 300 {
			t.Fatalf("%s: %d %s", row.path, got.status, got.body)
		}
		if got := fmt.Sprint(follow()); got != row.want {
			t.Errorf("%s %s: %s, want %s", row.method, row.path, got, row.want)
		}
	}
	if got := c.get("/api/v1/changes?cursor=x"); got.status != http.StatusBadRequest {
		t.Errorf("%d", got.status)
	}
}

// TestDiagramSizes draws a position as SVG and PNG in several sizes.
func TestDiagramSizes(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, size := range []string{"", "20", "80"} {
		got := c.get("/api/v1/diagram.png?variant=chess&size=" + size)
		picture, err := png.Decode(bytes.NewReader(got.body))
		if err != nil || got.header.Get("Content-Type") != "image/png" {
			t.Fatalf("%d %v %s", got.status, err, got.header.Get("Content-Type"))
		}
		svg := c.get("/api/v1/diagram.svg?variant=chess&size=" + size)
		if want := fmt.Sprintf(`width="%d"`, picture.Bounds().Dx()); !strings.Contains(string(svg.body[:300]), want) {
			t.Errorf("size %s: %.300s, want %s", size, svg.body, want)
		}
	}
	for _, query := range []string{"variant=chess&size=1", "variant=chess&size=4000", "variant=none"} {
		if got := c.get("/api/v1/diagram.png?" + query); got.status != http.StatusBadRequest {
			t.Errorf("%s: %d", query, got.status)
		}
	}
}

// TestLongerRecord sends a tournament's file after each round: new games are
// added, and a longer record of an unfinished game becomes its revision.
func TestLongerRecord(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	const cup = "[Event \"Cup\"]\n[Date \"2026.05.01\"]\n"
	const ada, eve = cup + "[White \"Ada\"]\n[Black \"Ben\"]\n", cup + "[White \"Eve\"]\n[Black \"Fay\"]\n"
	open1 := ada + "[Result \"*\"]\n\n1. e4 e5 *\n"
	open2 := ada + "[Result \"*\"]\n\n1. e4 e5 2. Bc4 *\n"
	whole := ada + "[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"
	other := eve + "[Result \"1-0\"]\n\n1. d4 d5 1-0\n"
	for _, row := range []struct {
		name, body string
		status     int
		want       string // id, existing, revision
	}{
		{"round 1", open1, 201, "[1 false 0]"},
		{"again, with other line ends", strings.ReplaceAll(open1, "\n", "\r\n") + "\r\n", 200, "[1 true 0]"},
		{"longer, with a new game", open2 + "\n" + other, 201, "[1 true 2 2 false 0]"},
		{"again", open2 + "\n" + other, 200, "[1 true 0 2 true 0]"},
		{"the first again", open1, 200, "[1 true 0]"},
		{"ended", whole + "\n" + other, 201, "[1 true 3 2 true 0]"},
		{"an ended game does not grow", ada + "[Result \"*\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxe5+ *\n", 201, "[3 false 0]"},
		{"other moves", ada + "[Result \"*\"]\n\n1. e4 c5 *\n", 201, "[4 false 0]"},
		{"another round", cup + "[Round \"2\"]\n[White \"Ada\"]\n[Black \"Ben\"]\n[Result \"*\"]\n\n1. e4 c5 2. Nf3 *\n", 201, "[5 false 0]"},
		{"without players", "1. e4 *\n", 201, "[6 false 0]"},
		{"longer without players", "1. e4 e5 *\n", 201, "[7 false 0]"},
	} {
		got := c.post("/api/v1/games", row.body)
		var answer records.Submission
		got.into(t, &answer)
		var games []any
		for _, g := range answer.Games {
			games = append(games, g.ID, g.Existing, g.Revision)
		}
		if fmt.Sprint(games) != row.want || got.status != row.status {
			t.Errorf("%s: %d %v, want %d %s", row.name, got.status, games, row.status, row.want)
		}
	}
	if got := c.get("/api/v1/games/1"); !strings.Contains(string(got.body), `"result":"1-0"`) || !strings.Contains(string(got.body), `"revision":3`) {
		t.Errorf("%s", got.body)
	}
}

// TestLongerRecordOfOthers checks that only those who may correct a game extend
// it.
func TestLongerRecordOfOthers(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{})
	const game = "[White \"Gil\"]\n[Black \"Hal\"]\n[Result \"*\"]\n\n1. d4 d5"
	for _, row := range []struct {
		role       store.Role
		moves      string
		isRevision bool
	}{
		{store.Contributor, " *", false}, {store.Contributor, " 2. c4 *", false},
		{store.Arbiter, " 2. Nf3 *", true},
	} {
		got := of(s, sessions[row.role], "POST", "/api/v1/games", game+row.moves+"\n")
		var answer records.Submission
		if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil || got.Code != 201 || len(answer.Games) != 1 {
			t.Fatalf("%s %s: %d %s", row.role, row.moves, got.Code, got.Body)
		}
		if g := answer.Games[0]; g.Revision > 0 != row.isRevision {
			t.Errorf("%s %s: %+v", row.role, row.moves, g)
		}
	}
}

// TestFields selects keys of lists, single objects and lines.
func TestFields(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for i := range 3 {
		c.post("/api/v1/games", fmt.Sprintf("[Event \"Cup %d\"]\n[White \"Ada\"]\n\n1. e4 e5 2. d4 1-0\n", i))
	}
	c.post("/api/v1/games/1/annotations", `{"author":"Cy","ply":2,"comment":"natural","arrows":[{"from":"e2","to":"e4"}]}`)
	const lines = "application/x-ndjson"
	for _, row := range []struct {
		path, accept string
		status       int
		want         string // a regular expression
	}{
		{"games?fields=id,event&limit=2", "", 200, `^{"games":\[{"id":1,"event":"Cup 0"},{"id":2,"event":"Cup 1"}\],"total":3,.*"next":"[^"]+"`},
		{"games?fields=id&limit=0", "", 200, `^{"games":\[\],"total":3,`},
		{"games?ids=3,9&fields=id", "", 200, `^{"games":\[{"id":3}\],.*"missing":\[9\]`},
		{"games?fields=event", lines, 200, `^({"event":"Cup \d","cursor":"[^"]+"}\n){3}$`},
		{"games/1?fields=id,links.record", "", 200, `^{"id":1,"links":{"record":"/api/v1/games/1/record"}}\n$`},
		{"games/1?fields=links.record,links", "", 200, `^{"links":{"record":.*"export":`},
		{"games/1?fields=links,links.record", "", 200, `^{"links":{"record":.*"export":`},
		{"games/1?fields=%20id%20,%20plies", "", 200, `^{"id":1,"plies":3}`},
		{"games/1/annotations?fields=id,arrows.to", "", 200, `^{"annotations":\[{"id":1,"arrows":\[{"to":"e4"}\]}\],`},
		{"games/1/positions/2?fields=ply,position", "", 200, `^{"ply":2,"position":"[^"]+"}\n$`},
		{"positions/search?variant=chess&query=pawn+on+e4&fields=game", "", 200, `"hits":\[{"game":1},{"game":2},{"game":3}\]`},
		{"positions/search?variant=chess&query=pawn+on+e4&fields=game", lines, 200, `^({"game":\d,"cursor":"[^"]+"}\n){3}$`},
		{"explorer?variant=chess&fields=moves.move,moves.games", "", 200, `^{"moves":\[{"move":"[^"]+","games":3}\]}`},
		{"variants?fields=id", "", 200, `^{"variants":\[{"id":"[^"]+"},`},
		{"variants/chess?fields=names,rules", "", 400, `"parameter":"fields","code":"invalid"`},
		{"games?fields=id,evnt", "", 400, `evnt.*, event, `},
		{"games?fields=evnt", lines, 400, `evnt.*, event, `},
		{"games/1?fields=id.x", "", 400, `id\.x`},
		{"games/1?fields=links.recrd", "", 400, `links.recrd.": expected keys of the response: export, `},
		{"games/1?fields=id,,event", "", 400, `comma-separated keys`},
		{"games/1?fields=" + strings.Repeat("id,", 400) + "id", "", 400, `comma-separated keys`},
		{"games/1?fields=id&fields=event", "", 400, `only once`},
		{"games/1?fields=", "", 200, `"event":"Cup 0"`},
		{"games/1/record?fields=id", "", 400, `"code":"unknown"`},
		{"games/9?fields=id", "", 404, `game-not-found`},
	} {
		got := c.send("GET", "/api/v1/"+row.path, "", "Accept", row.accept)
		if got.status != row.status || !regexp.MustCompile(row.want).Match(got.body) {
			t.Errorf("%s: %d %.400s, want %d %s", row.path, got.status, got.body, row.status, row.want)
		}
	}
	first := c.get("/api/v1/games?fields=id&limit=2")
	if next := nextLink.FindStringSubmatch(first.header.Get("Link")); next == nil || !strings.Contains(next[1], "fields=id") {
		t.Errorf("Link: %s", first.header.Get("Link"))
	}
	if again := c.send("GET", "/api/v1/games?fields=id&limit=2", "", "If-None-Match", first.header.Get("ETag")); again.status != http.StatusNotModified {
		t.Errorf("If-None-Match: %d", again.status)
	}
}
