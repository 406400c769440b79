package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"assay/api/games"
	"assay/api/records"
	"assay/store"
)

// TestExternalIDs sends records under IDs of another system. One ID is one
// game, whatever is sent under it.
func TestExternalIDs(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	record := func(moves string) string {
		return "[White \"Ada\"]\n[Black \"Ben\"]\n[Result \"*\"]\n\n" + moves + " *\n"
	}
	const at = "/api/v1/external/site/"
	c.post("/api/v1/games", scholars)
	for _, row := range []struct {
		name, id, body string
		want           int
		game           int64
		existing       bool
		revision       int64
	}{
		{"a new record", "a", record("1. e4"), 201, 2, false, 0},
		{"the same one", "a", record("1. e4"), 200, 2, true, 0},
		{"the same text", "a", "\r\n" + strings.ReplaceAll(record("1. e4"), "\n", "\r\n"), 200, 2, true, 0},
		{"another record", "a", record("1. e4 e5"), 200, 2, true, 2},
		{"it once more", "a", record("1. e4 e5"), 200, 2, true, 0},
		{"a record of another game", "a", scholars, 409, 0, false, 0},
		{"a record that is archived", "b%20%E4%B8%80", scholars, 200, 1, true, 0},
		{"an illegal record", "c", record("1. e5"), 422, 0, false, 0},
		{"an illegal one that is kept", "c?keep=illegal", record("1. e5"), 201, 3, false, 0},
		{"two records", "d", record("1. a3") + record("1. a4"), 400, 0, false, 0},
		{"no record", "d", "\n", 422, 0, false, 0},
		{"a long ID", strings.Repeat("x", 201), record("1. a3"), 400, 0, false, 0},
		{"a control character", "a%0Ab", record("1. a3"), 400, 0, false, 0},
	} {
		got := c.send("PUT", at+row.id, row.body)
		var result records.Imported
		if got.status < 300 {
			got.into(t, &result)
		}
		if got.status != row.want || int64(result.ID) != row.game || result.Existing != row.existing || int64(result.Revision) != row.revision {
			t.Errorf("%s: %d %s", row.name, got.status, got.body)
		}
		if want := fmt.Sprintf("/api/v1/games/%d", row.game); row.want == 201 && !strings.HasSuffix(got.header.Get("Location"), want) {
			t.Errorf("%s: Location %q", row.name, got.header.Get("Location"))
		}
	}
	if got := c.send("PUT", "/api/v1/external/-site/a", scholars); got.status != 400 || !strings.Contains(string(got.body), `"source"`) {
		t.Errorf("a bad source: %d %s", got.status, got.body)
	}

	// A correction in the archive is not undone by the record that was sent
	// before, only by a new one.
	if got := c.send("PUT", "/api/v1/games/2/record", `{"author":"Arb","reason":"x","text":"`+
		strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(record("1. e4 e6"))+`"}`, "If-Match", "*"); got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, row := range []struct {
		body     string
		revision int64
	}{{record("1. e4 e5"), 0}, {record("1. e4 c5"), 4}, {record("1. e4 e5"), 5}} {
		var result records.Imported
		c.send("PUT", at+"a", row.body).into(t, &result)
		if result.ID != 2 || int64(result.Revision) != row.revision {
			t.Errorf("%q after a correction: %+v", row.body, result)
		}
	}

	// The game is found by its ID, with all its IDs, and by its records.
	got := c.get(at + "a")
	if got.status != 200 || got.header.Get("Content-Location") == "" || got.header.Get("ETag") == "" ||
		!strings.Contains(string(got.body), `"external":[{"source":"site","id":"a"}]`) {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	if got := c.send("PUT", at+"a", record("1. d4"), "If-Match", `"other"`); got.status != http.StatusPreconditionFailed {
		t.Errorf("If-Match of another state: %d", got.status)
	}
	if got := c.send("PUT", at+"a", record("1. d4"), "If-Match", got.header.Get("ETag")); got.status != 200 {
		t.Errorf("If-Match: %d %s", got.status, got.body)
	}
	if got := c.get(at + "none"); got.status != 404 || !strings.Contains(string(got.body), "external-id-not-found") {
		t.Errorf("an unknown ID: %d %s", got.status, got.body)
	}
	for _, row := range []struct {
		digest string
		want   int
		games  string
	}{
		{digest(scholars), 200, "[1]"},
		{strings.ToUpper(digest(scholars)), 200, "[1]"},
		{digest(record("1. e4")), 200, "[2]"},   // the first revision
		{digest(record("1. d4")), 200, "[2]"},   // the current one
		{digest(record("1. d4 d5")), 200, "[]"}, // never sent
		{"12ab", 400, ""},
	} {
		got := c.get("/api/v1/games?sha256=" + row.digest)
		if row.want != got.status {
			t.Errorf("sha256=%s: %d %s", row.digest, got.status, got.body)
			continue
		}
		var page games.GamePage
		if ids := []int64{}; row.want == 200 {
			got.into(t, &page)
			for _, g := range page.Games {
				ids = append(ids, g.ID)
			}
			if fmt.Sprint(ids) != row.games || page.Total != len(ids) {
				t.Errorf("sha256=%s: %v of %d, want %s", row.digest, ids, page.Total, row.games)
			}
		}
	}
	lines := c.send("GET", "/api/v1/export?as=json&games=2", "", "Accept", ndjson)
	if !strings.Contains(string(lines.body), `"external":[{"source":"site","id":"a"}]`) {
		t.Errorf("exported as %s", lines.body)
	}

	// A deleted game keeps its ID.
	c.send("DELETE", "/api/v1/games/2", "")
	if got := c.send("PUT", at+"a", record("1. c4")); got.status != 409 || !strings.Contains(string(got.body), "restore") {
		t.Errorf("the ID of a deleted game: %d %s", got.status, got.body)
	}
	if got := c.get(at + "a"); got.status != 410 {
		t.Errorf("a deleted game: %d", got.status)
	}
	checkSound(t, a)
}

// digest returns the SHA-256 of a record in hexadecimal.
func digest(record string) string {
	sum := sha256.Sum256([]byte(record))
	return hex.EncodeToString(sum[:])
}

// TestExternalIDRights reserves corrections by external ID to those who may
// correct records.
func TestExternalIDRights(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{})
	record := "[White \"Ada\"]\n\n1. e4 *\n"
	for i, row := range []struct {
		who  store.Role
		body string
		want int
	}{
		{store.Reader, record, 403},
		{store.Contributor, record, 201},
		{store.Contributor, record, 200},
		{store.Contributor, record + "; x\n", 403},
		{store.Arbiter, record + "; x\n", 200},
	} {
		if got := of(s, sessions[row.who], "PUT", "/api/v1/external/site/a", row.body); got.Code != row.want {
			t.Errorf("row %d: %d %s", i, got.Code, got.Body)
		}
	}
	var game games.GameDetail
	for _, path := range []string{"/api/v1/external/site/a", "/api/v1/games/by/site/a"} { // the second is the former one
		got := of(s, sessions[store.Reader], "GET", path, "")
		if err := json.Unmarshal(got.Body.Bytes(), &game); err != nil || game.Revision != 2 {
			t.Errorf("%s: %+v, %v", path, game.Revision, err)
		}
	}
	if got := of(s, sessions[store.Contributor], "PUT", "/api/v1/games/by/site/b", strings.Replace(record, "e4", "d4", 1)); got.Code != 201 {
		t.Errorf("the former path: %d %s", got.Code, got.Body)
	}
}
