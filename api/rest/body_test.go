package rest

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
)

// TestCompressedBodies sends compressed records: complete and truncated, small
// and huge.
func TestCompressedBodies(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{MaxBody: 1 << 20})
	const game = "[Event \"é\"]\n\n1. e4 e5 *\n"
	sjis, err := japanese.ShiftJIS.NewEncoder().String("先手：山田\n")
	if err != nil {
		t.Fatal(err)
	}
	whole := string(zipped(t, game))
	for _, row := range []struct {
		name, path, body string
		status           int
		want             string
	}{
		{"gzip", "/api/v1/validate", whole, 200, `"verdict":"legal","plies":2`},
		{"zstd", "/api/v1/validate", string(zstandard(t, game)), 200, `"verdict":"legal","plies":2`},
		{"gzip to keep", "/api/v1/games", whole, 201, `"verdict":"legal"`},
		{"cut off", "/api/v1/validate", whole[:len(whole)-6], 400, "a complete gzip, zstd or bzip2 file"},
		{"no gzip", "/api/v1/validate", "\x1f\x8b\x08 and so on", 400, "a complete gzip, zstd or bzip2 file"},
		{"a bomb", "/api/v1/validate", string(zipped(t, strings.Repeat(game, 100_000))), 413, "limit of 1048576 bytes of decompressed content"},
		{"a bomb of zstd", "/api/v1/games", string(zstandard(t, strings.Repeat("1. e4 *\n", 1<<20))), 413, "limit of 1048576 bytes of decompressed content"},
		// A frame that announces 64 MB but has almost none.
		{"a wide window", "/api/v1/text", "\x28\xb5\x2f\xfd\x00\x80\x09\x00\x00a", 400, "more memory than allowed"},
		{"a doubt", "/api/v1/validate", "[Event \"x\"]\n\n1. e4+ *\n", 200, `"verdict":"legal","plies":1`},
		{"a doubt taken strictly", "/api/v1/validate?strict=true", "[Event \"x\"]\n\n1. e4+ *\n", 200, `"verdict":"illegal","plies":0`},
		{"neither", "/api/v1/validate?strict=very", game, 400, "true or false"},
		{"text", "/api/v1/text", whole, 200, game},
		{"text of zstd", "/api/v1/text", string(zstandard(t, game)), 200, game},
		{"text in Shift-JIS", "/api/v1/text", string(zipped(t, sjis)), 200, "先手：山田\n"},
		{"no text", "/api/v1/text", "", 200, ""},
		{"a parameter", "/api/v1/text?as=what", game, 400, "expected courier"},
		{"too much", "/api/v1/text", strings.Repeat(" ", 1<<20+1), 413, "limit of 1048576 bytes for a body"},
	} {
		got := c.post(row.path, row.body)
		if got.status != row.status || !strings.Contains(string(got.body), row.want) {
			t.Errorf("%s: %d %.200s", row.name, got.status, got.body)
		}
	}
	// The decompressed record is stored, as it is from a file.
	if got := c.get("/api/v1/games/1/record"); string(got.body) != game {
		t.Errorf("kept: %q", got.body)
	}
}

// TestMisreadBodies names the key with the wrong value, as the client spelt it.
func TestMisreadBodies(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, row := range []struct{ path, body, want string }{
		{"/api/v1/events", `{"name":"X","deadline":"2026-08-07"}`,
			`deadline "2026-08-07": expected a date with a time and a zone, such as 2026-08-07T00:00:00Z`},
		{"/api/v1/events", `{"deadline":"2026-08-07T10:00:00"}`, `such as 2026-08-07T10:00:00Z`},
		{"/api/v1/events", `{"name":"X","deadline":5}`, `deadline "5": expected a date with a time and a zone, such as 2026`},
		{"/api/v1/events", `{"name":"X","deadline":"soon"}`, `deadline "soon": expected a date with a time and a zone`},
		{"/api/v1/events", `{"name":"X"`, `expected a complete JSON object; this one ends early`},
		{"/api/v1/events", `{"name";"X"}`, `body ";\"X\"}": expected valid JSON from byte 8 on`},
		{"/api/v1/events", ``, `body "empty": expected one JSON object with the keys name`},
		{"/api/v1/webhooks/1/dispatches", `{"from":"2026-08-07"}`, `from "2026-08-07": expected a date with a time and a zone`},
	} {
		got := c.post(row.path, row.body)
		var problem Problem
		if err := json.Unmarshal(got.body, &problem); err != nil || got.status != 400 || !strings.Contains(problem.Detail, row.want) {
			t.Errorf("%s: %d %s, want %s", row.body, got.status, got.body, row.want)
		}
	}
}
