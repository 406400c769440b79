package rest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"path"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestTags sends a tag with every GET, and 304 until the content changes.
func TestTags(t *testing.T) {
	c := start(t, openArchive(t, t.TempDir()), ServerConfig{})
	if got := c.post("/api/v1/games", randomRecords(t, 3, 1, 20)[0]); got.status != http.StatusCreated {
		t.Fatal(got.status, string(got.body))
	}
	if got := c.post("/api/v1/events", `{"name":"Cup"}`); got.status != http.StatusCreated {
		t.Fatal(got.status, string(got.body))
	}
	if got := c.post("/api/v1/submissions?event=1", illegalRecord); got.status != http.StatusCreated {
		t.Fatal(got.status, string(got.body))
	}
	for _, name := range []string{
		"games", "games/1", "games/1/record", "games/1/positions/3", "games/1/annotations", "games/1/export?as=pgn", "games/1/export?as=svg",
		"games/1/revisions", "games/1/rulings", "games/1/comments", "games/1/analysis", "faults", "export?as=pgn&games=1",
		"variants", "variants/csg-1", "explorer?variant=csg-1", "diagram.svg?variant=csg-1", "definition-language", "record.schema.json",
		"events", "events/1", "events/1/standing", "events/1/export?as=pgn", "submissions", "submissions/1", "submissions/1/record",
		"webhooks", "people", "audit", "me", "openapi.json", "../../feeds/games", "../../feeds/events/1", "../../feeds/submissions", "../../problems/busy",
	} {
		path := path.Join(basePath, name)
		got := c.get(path)
		tag := got.header.Get("ETag")
		if got.status != http.StatusOK || tag == "" {
			t.Errorf("%s: %d with tag %q", path, got.status, tag)
			continue
		}
		if again := c.send("GET", path, "", "If-None-Match", `"x", `+tag); again.status != http.StatusNotModified || len(again.body) > 0 || again.header.Get("ETag") != tag {
			t.Errorf("%s: %d for its tag, %d bytes", path, again.status, len(again.body))
		}
		if other := c.send("GET", path, "", "If-None-Match", `"x"`); other.status != http.StatusOK {
			t.Errorf("%s: %d for another tag", path, other.status)
		}
	}
	before := c.get("/api/v1/games").header.Get("ETag")
	if got := c.send("DELETE", "/api/v1/games/1", ""); got.status >= 300 {
		t.Fatal(got.status, string(got.body))
	}
	if got := c.send("GET", "/api/v1/games", "", "If-None-Match", before); got.status != http.StatusOK {
		t.Errorf("a list that has changed: %d", got.status)
	}
}

// TestCompression compresses responses as the client accepts, without changing
// them. The bytes of records are not compressed.
func TestCompression(t *testing.T) {
	c := start(t, openArchive(t, t.TempDir()), ServerConfig{})
	if got := c.post("/api/v1/games", randomRecords(t, 3, 1, 60)[0]); got.status != http.StatusCreated {
		t.Fatal(got.status, string(got.body))
	}
	for _, row := range []struct{ path, takes, want string }{
		{"variants", "gzip, deflate, br, zstd", "zstd"},
		{"variants", "gzip;q=1.0, zstd;q=0", "gzip"},
		{"variants", "GZIP", "gzip"},
		{"variants", "zstd;q=0.1, gzip", "gzip"},
		{"variants", "gzip;Q=0.5, zstd ; q = 0.5", "zstd"},
		{"variants", "gzip;Q=0", ""},
		{"variants", "gzip; q =0.000, zstd;q=x", ""},
		{"variants", "*", "zstd"},
		{"variants", "zstd;q=0, *;q=0.2", "gzip"},
		{"variants", "*;q=0", ""},
		{"variants", "br", ""},
		{"variants", "identity", ""},
		{"games/1/export?as=json", "gzip", "gzip"},
		{"games/1/positions/3", "zstd", "zstd"},
		{"diagram.svg?variant=csg-1", "gzip", "gzip"},
		{"games/1/record", "gzip", ""},
		{"healthz", "gzip", ""},
	} {
		plain := c.send("GET", "/api/v1/"+row.path, "", "Accept-Encoding", "identity")
		got := c.send("GET", "/api/v1/"+row.path, "", "Accept-Encoding", row.takes)
		body, err := unpacked(row.want, got.body)
		if err != nil {
			t.Errorf("%s to %q: %v", row.path, row.takes, err)
			continue
		}
		if got.header.Get("Content-Encoding") != row.want || got.header.Get("Content-Length") != fmt.Sprint(len(got.body)) || !bytes.Equal(body, plain.body) {
			t.Errorf("%s to %q: %q, %d bytes for %d", row.path, row.takes, got.header.Get("Content-Encoding"), len(got.body), len(plain.body))
		}
	}
}

// unpacked decompresses a body.
func unpacked(packing string, body []byte) ([]byte, error) {
	switch packing {
	case "gzip":
		r, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	case "zstd":
		r, err := zstd.NewReader(nil)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return r.DecodeAll(body, nil)
	}
	return body, nil
}
