package rest

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"assay/api/define"
	"assay/api/request"
)

// pathParameters replaces the parameters in paths of routes.
var pathParameters = strings.NewReplacer(":id", "1", ":twin", "2", ":aid", "1", ":n", "1", ":ply", "0", ":name", "internal", ":source", "site")

// revisionBodies are the bodies of routes that compare revisions themselves.
var revisionBodies = map[string]string{
	"PUT /api/v1/games/:id/record":                    `{"author":"A","reason":"x","text":"1. e4 *\n"}`,
	"PATCH /api/v1/games/:id/record":                  `{"author":"A","reason":"x","headers":{"White":"Bo"}}`,
	"POST /api/v1/games/:id/revisions/:n/restore":     `{"author":"A","reason":"x"}`,
	"PUT /api/v1/games/:id/annotations/:aid":          `{"author":"A","ply":1,"comment":"y"}`,
	"POST /api/v1/games/:id/annotations/:aid/restore": `{"author":"A","revision":1}`,
	"POST /api/v1/games/:id/twins/:twin":              `{"author":"A","decision":"distinct"}`,
	"PUT /api/v1/events/:id":                          `{"name":"Cup 2"}`,
	"PUT /api/v1/events/:id/report":                   cupReport,
	"POST /api/v1/submissions/:id/steps":              `{"action":"comment","author":"A","reason":"x"}`,
	"PUT /api/v1/studies/:id":                         `{"author":"A","name":"other"}`,
	"PUT /api/v1/studies/:id/chapters/:chapter":       `{"author":"A","name":"other"}`,
	"PUT /api/v1/drafts/:id":                          `{"author":"A","text":"id: other"}`,
}

// TestIfMatchIsObeyed sends an unknown tag to every route that changes or
// computes something: each responds 412, and nothing changes.
func TestIfMatchIsObeyed(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	for _, call := range []struct{ path, body string }{
		{"/api/v1/games", scholars},
		{"/api/v1/games/1/annotations", `{"author":"Cy","ply":4,"comment":"natural"}`},
		{"/api/v1/events", `{"name":"Cup"}`},
		{"/api/v1/submissions?event=1", "[Event \"Cup\"]\n\n1. d4 d5 *\n"},
		{"/api/v1/webhooks", `{"address":"https://hooks.invalid/x"}`},
		{"/api/v1/repertoires", `{"name":"Mine","side":"white","text":"1. e4 *"}`},
	} {
		if got := c.post(call.path, call.body); got.status != http.StatusCreated {
			t.Fatalf("%s: %d %s", call.path, got.status, got.body)
		}
	}
	var draft define.DraftView
	c.post("/api/v1/drafts", `{"author":"A","text":"id: race"}`).into(t, &draft)
	c.post("/api/v1/variants/hexapawn/lab", "")
	study := newStudy(t, c)
	if got := c.send("PUT", "/api/v1/external/site/1", scholars); got.status != http.StatusOK {
		t.Fatalf("%d %s", got.status, got.body)
	}
	before := state(t, c, draft.ID)
	routes := 0
	for _, o := range withoutArchive().operations() {
		if !isConditional(o.method) {
			continue
		}
		routes++
		path := pathParameters.Replace(strings.Replace(strings.ReplaceAll(o.path, ":aid", "1"), "drafts/:id", "drafts/"+draft.ID, 1))
		path = strings.NewReplacer("studies/1", "studies/"+study.ID, ":chapter", "1").Replace(path)
		for _, tag := range []string{`"false"`, `W/"false"`, `"x", "y"`} {
			got := c.send(o.method, path, revisionBodies[o.method+" "+o.path], "If-Match", tag)
			missing := got.status == http.StatusNotFound && (strings.Contains(path, "/jobs/") || strings.Contains(string(got.body), "no-people") ||
				strings.Contains(string(got.body), "ruling-not-found") || strings.Contains(string(got.body), "person-not-found"))
			if got.status != http.StatusPreconditionFailed && !missing {
				t.Errorf("%s %s with If-Match %s: %d %s, want 412", o.method, o.path, tag, got.status, got.body)
			}
		}
	}
	if routes < 40 {
		t.Errorf("%d routes were tried", routes)
	}
	if after := state(t, c, draft.ID); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	if got := c.send("DELETE", "/api/v1/games/1", "", "If-Match", "x"); got.status != http.StatusBadRequest {
		t.Errorf("what is no tag: %d %s", got.status, got.body)
	}
	if got := c.send("DELETE", "/api/v1/games/9", "", "If-Match", `"x"`); got.status != http.StatusNotFound {
		t.Errorf("of no game: %d %s", got.status, got.body)
	}
}

// state returns everything that the If-Match tests could have changed.
func state(t *testing.T, c *client, draft string) string {
	t.Helper()
	var b strings.Builder
	for _, path := range []string{"games", "games/1", "games/1/comments", "games/1/annotations", "games/1/revisions", "games/1/rulings",
		"events", "submissions", "webhooks", "drafts/" + draft, "studies"} {
		b.Write(c.get("/api/v1/" + path).body)
	}
	return b.String()
}

// TestIfMatchWithReadTag changes things with the tag that GET returned; it
// fails after they changed.
func TestIfMatchWithReadTag(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	c.post("/api/v1/games", scholars)
	c.post("/api/v1/webhooks", `{"address":"https://hooks.invalid/x"}`)
	for _, row := range []struct{ name, method, path, body string }{
		{"record", "PUT", "/api/v1/games/1/record", `{"author":"Ada","reason":"x","text":"1. e4 *\n"}`},
		{"headers", "PATCH", "/api/v1/games/1/record", `{"author":"Ada","reason":"x","headers":{"White":"Bo"}}`},
		{"comments", "PUT", "/api/v1/games/1/comments", `{"comments":"closed","author":"Ada"}`},
		{"webhook", "PATCH", "/api/v1/webhooks/1", `{"off":true}`},
		{"webhook removed", "DELETE", "/api/v1/webhooks/1", ""},
		{"game", "DELETE", "/api/v1/games/1", ""},
	} {
		tag := c.get(row.path).header.Get("ETag")
		if strings.HasPrefix(tag, "W/") {
			t.Errorf("%s: %s is weak", row.name, tag)
		}
		if got := c.send(row.method, row.path, row.body, "If-Match", `"x", `+tag); got.status >= 300 {
			t.Errorf("%s: %d %s", row.name, got.status, got.body)
		}
		if got := c.send(row.method, row.path, row.body, "If-Match", tag); got.status < 400 {
			t.Errorf("%s, again with the same tag: %d %s", row.name, got.status, got.body)
		}
		if row.method != "DELETE" {
			if got := c.send(row.method, row.path, row.body, "If-Match", "*"); got.status >= 300 {
				t.Errorf("%s, with any tag: %d %s", row.name, got.status, got.body)
			}
		}
	}
}

// TestTagsAgree compares the ETag of everything that can be changed with the
// etag in its body: both are strong and the same, and If-Match takes either.
func TestTagsAgree(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	c.post("/api/v1/games", scholars)
	c.post("/api/v1/games/1/annotations", `{"author":"Cy","ply":4,"comment":"natural"}`)
	c.post("/api/v1/events", `{"name":"Cup"}`)
	c.post("/api/v1/submissions?event=1", "[Event \"Cup\"]\n\n1. d4 d5 *\n")
	var draft define.DraftView
	c.post("/api/v1/drafts", `{"author":"A","text":"id: race"}`).into(t, &draft)
	study := "studies/" + newStudy(t, c).ID
	for _, row := range []struct{ read, method, path, body string }{
		{study, "PUT", study, `{"author":"A","name":"other"}`},
		{study + "/chapters/1", "PUT", study + "/chapters/1", `{"author":"A","name":"other"}`},
		{"games/1/annotations/1", "PUT", "games/1/annotations/1", `{"author":"Cy","ply":1,"comment":"y"}`},
		{"games/1/revisions", "PATCH", "games/1/record", `{"author":"A","reason":"x","headers":{"White":"Bo"}}`},
		{"events/1", "PUT", "events/1", `{"name":"Cup 2"}`},
		{"submissions/1", "POST", "submissions/1/steps", `{"action":"comment","author":"A","reason":"x"}`},
		{"submissions/1?repair=true", "POST", "submissions/1/steps", `{"action":"comment","author":"A","reason":"x"}`},
		{"drafts/" + draft.ID, "PUT", "drafts/" + draft.ID, `{"author":"A","text":"id: other"}`},
	} {
		got := c.get("/api/v1/" + row.read)
		var tagged request.Tagged
		got.into(t, &tagged)
		tag := got.header.Get("ETag")
		if tag != tagged.ETag || !strings.HasPrefix(tag, `"`) {
			t.Errorf("%s: %s in the header, %s in the body", row.read, tag, tagged.ETag)
		}
		if got := c.send(row.method, "/api/v1/"+row.path, row.body, "If-Match", "W/"+tag); got.status != http.StatusOK {
			t.Errorf("%s %s with %s: %d %s", row.method, row.path, tag, got.status, got.body)
		}
		if got := c.send(row.method, "/api/v1/"+row.path, row.body, "If-Match", tag); got.status != http.StatusPreconditionFailed {
			t.Errorf("%s %s with the former %s: %d %s", row.method, row.path, tag, got.status, got.body)
		}
	}
}

// TestRestoreGame deletes a game, archives its record again and restores it.
func TestRestoreGame(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	c.post("/api/v1/games", scholars)
	game := string(c.get("/api/v1/games/1").body)
	if got := c.send("DELETE", "/api/v1/games/1", ""); got.status != http.StatusNoContent {
		t.Fatalf("%d %s", got.status, got.body)
	}
	got := c.get("/api/v1/games/1")
	if got.status != http.StatusGone || !strings.Contains(string(got.body), "game-deleted") {
		t.Errorf("deleted: %d %s", got.status, got.body)
	}
	var p Problem
	if got = c.post("/api/v1/games", scholars); json.Unmarshal(got.body, &p) != nil || got.status != http.StatusConflict ||
		!strings.HasSuffix(p.Type, "/record-deleted") || !strings.Contains(p.Detail, "/api/v1/games/1/restore") || len(p.Games) != 1 {
		t.Errorf("archived again: %d %s", got.status, got.body)
	}
	if got = c.post("/api/v1/games", scholars+"[Event \"other\"]\n\n1. d4 *\n"); got.status != http.StatusCreated ||
		!strings.Contains(string(got.body), `"deleted":true`) {
		t.Errorf("archived again with another: %d %s", got.status, got.body)
	}
	for range 2 { // the second finds it restored
		if got = c.send("POST", "/api/v1/games/1/restore", ""); got.status != http.StatusOK || string(got.body) != game {
			t.Errorf("restored: %d %s, want %s", got.status, got.body, game)
		}
	}
	if got = c.get("/api/v1/games/1"); string(got.body) != game {
		t.Errorf("after it was restored: %d %s", got.status, got.body)
	}
	if got = c.post("/api/v1/games", scholars); got.status != http.StatusOK {
		t.Errorf("archived again: %d %s", got.status, got.body)
	}
	if got = c.send("POST", "/api/v1/games/9/restore", ""); got.status != http.StatusNotFound {
		t.Errorf("of no game: %d %s", got.status, got.body)
	}
}
