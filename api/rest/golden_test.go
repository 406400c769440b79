package rest

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"assay/api/records"
)

// Values that differ between runs, and those that change with every definition.
var (
	imported = regexp.MustCompile(`"imported":"[^"]*"`)
	revision = regexp.MustCompile(`"variantVersion":"1\+[0-9a-f]{8}"`)
)

// TestGolden compares responses about the two games of the page with the files
// of testdata/golden.
func TestGolden(t *testing.T) {
	a := newArchive(t)
	tally, err := a.Import(t.Context(), []string{board1, board3}, records.ImportOptions{})
	if err != nil || tally.Added != 2 || tally.Legal != 2 || tally.Plies != 309 {
		t.Fatalf("%+v, %v", tally, err)
	}
	c := start(t, a, ServerConfig{})
	for _, row := range []struct{ file, path, body string }{
		{"games.json", "/api/v1/games", ""},
		{"games-player.json", "/api/v1/games?player=nobody", ""},
		{"game-1.json", "/api/v1/games/1", ""},
		{"game-2.json", "/api/v1/games/2", ""},
		{"position-1-0.json", "/api/v1/games/1/positions/0", ""},
		{"position-1-9.json", "/api/v1/games/1/positions/9", ""},
		{"position-1-110.json", "/api/v1/games/1/positions/110", ""},
		{"export-1.txt", "/api/v1/games/1/export?as=numbered", ""},
		{"export-2.txt", "/api/v1/games/2/export?as=numbered", ""},
		{"export-1.json", "/api/v1/games/1/export?as=json", ""},
		{"export-1-text.txt", "/api/v1/games/1/export?as=text", ""},
		{"export-1-9.svg", "/api/v1/games/1/export?as=svg&ply=9", ""},
		{"export-1-9.txt", "/api/v1/games/1/export?as=text&ply=9", ""},
		{"export-1-9-position.txt", "/api/v1/games/1/export?as=position&ply=9", ""},
		{"search-start.json", "/api/v1/positions/search", `{"variant":"csg-1","position":"` + startText(t, a, "csg-1") + `"}`},
		{"search-words.json", "/api/v1/positions/search", `{"query":"\"alloy\"","limit":1}`},
		{"variant-csg-3.json", "/api/v1/variants/csg-3", ""},
		{"health.json", "/healthz", ""},
	} {
		var got *answer
		if row.body == "" {
			got = c.get(row.path)
		} else {
			got = c.post(row.path, row.body)
		}
		if got.status != http.StatusOK {
			t.Errorf("%s: %d %s", row.path, got.status, got.body)
			continue
		}
		body := imported.ReplaceAll(got.body, []byte(`"imported":"…"`))
		body = revision.ReplaceAll(body, []byte(`"variantVersion":"1+…"`))
		path := filepath.Join("testdata", "golden", row.file)
		if *update {
			if err := os.WriteFile(path, body, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := readFile(t, path); string(body) != want {
			at := 0
			for at < min(len(body), len(want)) && body[at] == want[at] {
				at++
			}
			t.Errorf("%s: differs from %s at byte %d: %.120s, want %.120s", row.path, row.file, at, body[at:], want[at:])
		}
	}
	for id, path := range map[string]string{"1": board1, "2": board3} {
		got := c.get("/api/v1/games/" + id + "/record")
		if !bytes.Equal(got.body, []byte(readFile(t, path))) {
			t.Errorf("record %s is not the file", id)
		}
	}
}
