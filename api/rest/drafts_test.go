package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"assay/api/define"
)

// race is a small definition.
const race = `{id: race, name: Race, version: "1", rulings: R, sources: [me], summary: A race of kings., board: {files: 3, ranks: 3}, sides: [{name: White}, {name: Black}], pieces: {K: {name: King, moves: K, royal: true}}, start: "1k1/3/1K1 w", rules: [{module: no-moves, result: loss}, {module: royal-safety}, {module: repetition, count: 3}]}`

// TestDrafts saves a definition, changes it, publishes it and plays it.
func TestDrafts(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	body := func(text string) string {
		b, err := json.Marshal(define.DraftInput{Author: "Ada", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	got := c.post("/api/v1/drafts", body("id: race"))
	var d define.DraftView
	got.into(t, &d)
	at := got.header.Get("Location")
	if got.status != http.StatusCreated || at != "/api/v1/drafts/"+d.ID || got.header.Get("ETag") != `"1"` {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, row := range []struct {
		name, method, path, body, tag string
		status                        int
		says                          string
	}{
		{"read", "GET", at, "", "", 200, `"text":"id: race"`},
		{"of nobody", "GET", "/api/v1/drafts/x", "", "", 404, "draft-not-found"},
		{"another version", "GET", at + "?version=2", "", "", 404, "draft-not-found"},
		{"no version", "GET", at + "?version=-1", "", "", 400, "version"},
		{"empty", "POST", "/api/v1/drafts", body(" "), "", 400, "a definition"},
		{"long", "POST", "/api/v1/drafts", body(strings.Repeat("#", 1<<20+1)), "", 413, "1048576"},
		{"long name", "POST", "/api/v1/drafts", `{"text": "x", "author": "` + strings.Repeat("é", 101) + `"}`, "", 400, "author"},
		{"faulty", "POST", at + "/publish", "", "", 422, "definition"},
		{"of no version", "PUT", at, body(race), "", 428, "If-Match"},
		{"behind what is no tag", "PUT", at, body(race), `"1"garbage, "77"`, 400, "If-Match"},
		{"behind a tag of none", "PUT", at, body(race), `"x"`, 412, "draft-conflict"},
		{"nobody's, any", "PUT", "/api/v1/drafts/x", body(race), "*", 404, "draft-not-found"},
		{"saved", "PUT", at, body(race), `"x", ,"1"`, 200, `"version":2`},
		{"the same", "PUT", at, body(race), `"2"`, 200, `"version":2`},
		{"late", "PUT", at, body("id: other"), `"1"`, 412, "draft-conflict"},
		{"late by each of several", "PUT", at, body("id: other"), `"1", "x,2"`, 412, "draft-conflict"},
		{"nobody's", "PUT", "/api/v1/drafts/x", body("id: other"), `"1"`, 404, "draft-not-found"},
		{"behind any", "PUT", at, body("id: other"), "*", 200, `"version":3`},
		{"behind any again", "PUT", at, body(race), "*", 200, `"version":4`},
		{"published", "POST", at + "/publish", "", "", 201, `"id":"race"`},
		{"a variant", "GET", "/api/v1/variants/race", "", "", 200, "A race of kings."},
		{"listed", "GET", "/api/v1/variants", "", "", 200, `"race"`},
		{"other rules", "PUT", at, body(strings.Replace(race, "moves: K", "moves: W", 1)), `"4"`, 200, `"published":"race"`},
		{"published again", "POST", at + "/publish", "", "", 409, "race-2"},
		{"the first version", "POST", at + "/publish?version=2", "", "", 201, "race"},
	} {
		request, err := http.NewRequest(row.method, c.address+row.path, strings.NewReader(row.body))
		if err != nil {
			t.Fatal(err)
		}
		if row.tag != "" {
			request.Header.Set("If-Match", row.tag)
		}
		if got := c.do(request); got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s: %d %s, want %d %q", row.name, got.status, got.body, row.status, row.says)
		}
	}
	var checked struct{ Variant string }
	c.post("/api/v1/variants/check", strings.Replace(race, "Race", "Race again", 1)).into(t, &checked)
	if got := c.get("/api/v1/diagram.svg?variant=" + checked.Variant); got.status != 200 {
		t.Errorf("what was checked is not played: %d %s", got.status, got.body)
	}
}

// TestDesign changes a part of a definition's text, and refuses a change of
// nothing.
func TestDesign(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	ask := func(edits string) string { return fmt.Sprintf(`{"text": %q, "edits": [%s]}`, race, edits) }
	var d define.Design
	c.post("/api/v1/variants/design", ask(`{"path": ["name"], "value": "Race of kings"}`)).into(t, &d)
	if want := strings.Replace(race, "name: Race", "name: Race of kings", 1); d.Text != want || len(d.Pieces) == 0 {
		t.Errorf("%d pieces, text\n%s", len(d.Pieces), d.Text)
	}
	if got := c.post("/api/v1/variants/design", ask(`{"piece": "Z", "leaps": []}`)); got.status < 400 || got.status > 499 {
		t.Errorf("moves of no piece: %d %s", got.status, got.body)
	}
}
