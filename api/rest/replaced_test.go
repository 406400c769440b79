package rest

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReplacedArchive removes the archive's file under a server: it reports
// that, and confirms no write.
func TestReplacedArchive(t *testing.T) {
	folder := t.TempDir()
	a := openFolder(t, folder)
	c := start(t, a, ServerConfig{})
	record, err := os.ReadFile("../../fixtures/csg/board-1.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.call(http.MethodPost, "/api/v1/games", strings.NewReader(string(record))); got.status != http.StatusCreated {
		t.Fatalf("status %d: %s", got.status, got.body)
	}
	path := filepath.Join(folder, storeName)
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if got := c.get("/healthz"); got.status != http.StatusOK || !strings.Contains(string(got.body), `"changes":-1`) {
		t.Errorf("the server is alive: %d %s", got.status, got.body)
	}
	if got := c.get("/readyz"); got.status != http.StatusServiceUnavailable {
		t.Errorf("the server is ready: %d %s", got.status, got.body)
	}
	for _, call := range []string{"GET /api/v1/games", "GET /api/v1/games/1", "DELETE /api/v1/games/1"} {
		method, path, _ := strings.Cut(call, " ")
		if got := c.call(method, path, nil); got.status != http.StatusServiceUnavailable || !strings.Contains(string(got.body), "/problems/replaced") {
			t.Errorf("%s: status %d: %s", call, got.status, got.body)
		}
	}
}
