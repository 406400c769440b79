package rest

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"assay/api/studies"
)

// newStudy creates a study with one chapter.
func newStudy(t *testing.T, c *client) (s studies.Study) {
	t.Helper()
	got := c.post("/api/v1/studies", string(must(json.Marshal(map[string]string{"author": "A", "name": "Traps",
		"records": "[ChapterName \"One\"]\n\n1. e4 e5 *\n"}))))
	if got.status != http.StatusCreated {
		t.Fatalf("%d %s", got.status, got.body)
	}
	got.into(t, &s)
	return s
}

// TestStudies writes a study over REST. Each answer is compared with the
// document.
func TestStudies(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	c.post("/api/v1/games", scholars)
	study := newStudy(t, c)
	path := "/api/v1/studies/" + study.ID
	for _, row := range []struct {
		name, method, path, body, tag string
		status                        int
		says                          string
	}{
		{"list", "GET", "/api/v1/studies?own=true", "", "", 200, `"Traps"`},
		{"of nobody", "GET", "/api/v1/studies/x", "", "", 404, "study-not-found"},
		{"a game", "POST", path + "/chapters", `{"author":"A","game":1}`, "", 201, `"id":2`},
		{"no game", "POST", path + "/chapters", `{"author":"A","game":9}`, "", 404, "game"},
		{"nothing", "POST", path + "/chapters", `{"author":"A"}`, "", 400, "a record"},
		{"an edit", "PUT", path + "/chapters/1", `{"author":"A","edit":{"ply":1,"comment":"good","nags":[1]}}`, `"1-1"`, 200, "e4 $1 {good}"},
		{"a late edit", "PUT", path + "/chapters/1", `{"author":"B","edit":{"ply":2,"comment":"mine"}}`, `"1-1"`, 412, "{mine}"},
		{"without a tag", "PUT", path + "/chapters/1", `{"author":"B","name":"x"}`, "", 428, "precondition"},
		{"a bad edit", "PUT", path + "/chapters/1", `{"author":"B","edit":{"ply":9}}`, "*", 400, "expected 0 to 2"},
		{"an illegal move", "PUT", path + "/chapters/1", `{"author":"B","edit":{"ply":2,"path":["Ke3"]}}`, "*", 422, "path"},
		{"a chapter", "GET", path + "/chapters/1?version=1", "", "", 200, `"version":1`},
		{"no chapter", "GET", path + "/chapters/9", "", "", 404, "study-not-found"},
		{"its versions", "GET", path + "/chapters/1/versions", "", "", 200, `"version":2`},
		{"the order", "PUT", path, `{"author":"A","chapters":[2,1],"access":"unlisted"}`, `"2"`, 200, `"unlisted"`},
		{"a late order", "PUT", path, `{"author":"A","chapters":[1,2]}`, `"2"`, 412, "yourStudy"},
		{"a bad order", "PUT", path, `{"author":"A","chapters":[3]}`, "*", 400, "each chapter"},
		{"versions", "GET", path + "/versions", "", "", 200, `"version":3`},
		{"pgn", "GET", path + "/export?as=pgn", "", "", 200, `[StudyName "Traps"]`},
		{"html", "GET", path + "/export?as=html", "", "", 200, "<!DOCTYPE html>"},
		{"markdown", "GET", path + "/export?as=markdown", "", "", 200, "# Traps"},
		{"a picture", "GET", path + "/export?as=svg", "", "", 400, "as"},
	} {
		headers := []string{}
		if row.tag != "" {
			headers = append(headers, "If-Match", row.tag)
		}
		got := c.send(row.method, row.path, row.body, headers...)
		if got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s: %d %s, want %d %s", row.name, got.status, got.body, row.status, row.says)
		}
	}
}
