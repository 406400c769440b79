package rest

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// TestCharset sends a record in a declared encoding: the archive stores its
// bytes, and decodes them that way from then on.
func TestCharset(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	const name = "Эé" // cannot be detected
	raw, err := charmap.ISO8859_5.NewEncoder().String("[White \"" + strings.TrimSuffix(name, "é") + "\"]\n\n1. e4 e5 *\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		path, form string
		status     int
		want       string
	}{
		{"/api/v1/validate", "text/plain; charset=klingon", 400, "unknown encoding"},
		{"/api/v1/validate", "text/plain; charset=iso-8859-5", 200, `"encoding":"iso-8859-5"`},
		{"/api/v1/text", "text/plain; charset=ISO-8859-5", 200, "[White \"Э\"]"},
		{"/api/v1/text", "text/plain; charset=utf-8", 200, "[White \""}, // wrong, so the encoding is detected
		{"/api/v1/games", "text/plain; charset=iso-8859-5", 201, `"verdict":"legal"`},
	} {
		got := c.send("POST", row.path, raw, "Content-Type", row.form)
		if got.status != row.status || !strings.Contains(string(got.body), row.want) || strings.ContainsRune(string(got.body), '\uFFFD') {
			t.Errorf("%s as %s: %d %.300s", row.path, row.form, got.status, got.body)
		}
	}
	if got := c.get("/api/v1/games/1/record"); string(got.body) != raw {
		t.Errorf("kept: %q", got.body)
	}
	for _, path := range []string{"/api/v1/games/1", "/api/v1/games/1/export?as=pgn"} {
		if got := c.get(path); !strings.Contains(string(got.body), "Э") {
			t.Errorf("%s: %.300s", path, got.body)
		}
	}
}
