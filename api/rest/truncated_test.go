package rest

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assay/api/search"
)

// inChild is set in the environment of a child process that runs the test.
const inChild = "ASSAY_TEST_TRUNCATES"

// TestTruncatedIndex truncates the memory-mapped index files under a server,
// which must survive the memory faults. It runs in a child process.
func TestTruncatedIndex(t *testing.T) {
	if os.Getenv(inChild) == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTruncatedIndex$", "-test.v")
		cmd.Env = append(os.Environ(), inChild+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out[max(0, len(out)-6000):])
		}
		return
	}
	folder := t.TempDir()
	a := openArchive(t, folder)
	c := start(t, a, ServerConfig{})
	for i, part := range strings.SplitAfterN(strings.Join(randomRecords(t, 3, 300, 20), "\n\x00"), "\x00", 3) {
		if got := c.post("/api/v1/games", strings.ReplaceAll(part, "\x00", "")); got.status != http.StatusCreated {
			t.Fatalf("part %d: %d %.300s", i, got.status, got.body)
		}
	}
	query := `{"variant":"csg-1","position":"` + startText(t, a, "csg-1") + `"}`
	total := func() int {
		var r search.SearchResult
		if got := c.post("/api/v1/positions/search", query); got.status == http.StatusOK {
			got.into(t, &r)
		}
		return r.Total
	}
	waitFor(t, func() bool { return total() == 100 })

	cut := 0
	err := filepath.WalkDir(filepath.Join(folder, "index"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".zap" {
			return err
		}
		// A segment merged since the folder was read is already gone.
		err = os.Truncate(path, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		cut++
		return err
	})
	if err != nil || cut == 0 {
		t.Fatalf("%d files were cut, %v", cut, err)
	}
	for _, call := range []struct{ method, path, body string }{
		{"POST", "positions/search", query},
		{"POST", "positions/search", `{"variant":"csg-1","query":"ply >= 3"}`},
		{"POST", "positions/search", `{"query":"\"random\""}`},
		{"POST", "positions/similar", query},
		{"GET", "explorer?variant=csg-1", ""},
		{"GET", "games/1", ""},
		{"GET", "healthz", ""},
	} {
		got := c.send(call.method, "/api/v1/"+call.path, call.body)
		if got.status != http.StatusOK && got.status < 500 {
			t.Errorf("%s %s: %d %s", call.method, call.path, got.status, got.body)
		}
	}
	if got := c.post("/api/v1/games/1/annotations", `{"author":"Ada","kind":"report","ply":1,"comment":"written all the same"}`); got.status != http.StatusCreated {
		t.Errorf("a note beside a damaged index: %d %s", got.status, got.body)
	}
	waitFor(t, func() bool { return total() == 100 })
	checkSound(t, a)
}
