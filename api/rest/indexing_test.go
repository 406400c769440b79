package rest

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/api/search"
	"assay/fixtures"
	"assay/index"
)

// log is a buffer for concurrent writers.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestIndexUnusable prevents a running server from opening its index. Writes
// succeed, games are read and searched, and the log and readyz name the error;
// once it is gone, the index follows.
func TestIndexUnusable(t *testing.T) {
	folder := t.TempDir()
	a := openFolder(t, folder)
	writeFile(t, filepath.Join(folder, "index"), []byte("a file in the way"))
	var faults log
	c := start(t, a, ServerConfig{Log: &faults})
	if got := c.post("/api/v1/games", readFile(t, board1)); got.status != http.StatusCreated {
		t.Errorf("post: %d %s", got.status, got.body)
	}
	if got := c.call(http.MethodDelete, "/api/v1/games/1", nil); got.status != http.StatusNoContent {
		t.Errorf("delete: %d %s", got.status, got.body)
	}
	if got := c.post("/api/v1/games", readFile(t, board3)); got.status != http.StatusCreated {
		t.Errorf("post: %d %s", got.status, got.body)
	}
	var r search.SearchResult
	query := `{"variant":"csg-3","position":"` + startText(t, a, "csg-3") + `"}`
	if got := c.post("/api/v1/positions/search", query); got.status != http.StatusOK {
		t.Errorf("search: %d %s", got.status, got.body)
	} else if got.into(t, &r); r.Total != 1 {
		t.Errorf("search: %s", got.body)
	}
	if got := c.get("/api/v1/explorer?variant=csg-3"); got.status != http.StatusServiceUnavailable {
		t.Errorf("explorer: %d %s", got.status, got.body)
	}
	var not search.Readiness
	waitFor(t, func() bool {
		got := c.get("/readyz")
		got.into(t, &not)
		return got.status == http.StatusServiceUnavailable && strings.Contains(fmt.Sprint(not.Reasons), "not a directory")
	})
	if !strings.Contains(faults.String(), "not a directory") {
		t.Errorf("log: %s", faults.String())
	}
	guest := of(NewServer(a, ServerConfig{ReadOnly: true}), "", "GET", "/readyz", "").Body.String()
	if !strings.Contains(guest, `"reasons":["index: it is not up to date with the archive"]`) {
		t.Errorf("whoever may not administer is told %s", guest)
	}
	for path, line := range map[string]string{"/healthz": `"ok"`, "/metrics": "assay_index_ready 0"} {
		if got := c.get(path); got.status != http.StatusOK || !strings.Contains(string(got.body), line) {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	if err := os.Remove(filepath.Join(folder, "index")); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return c.get("/readyz").status == http.StatusOK })
	if got := c.get("/api/v1/explorer?variant=csg-3"); got.status != http.StatusOK {
		t.Errorf("explorer: %d %s", got.status, got.body)
	}
}

// TestIndexRepairsUnderServer damages the index of a server: it is rebuilt, and
// that is reported.
func TestIndexRepairsUnderServer(t *testing.T) {
	folder := t.TempDir()
	a := openFolder(t, folder)
	submit(t, a, randomRecords(t, 42, 40, 6))
	var faults log
	c := start(t, a, ServerConfig{Log: &faults})
	names, err := filepath.Glob(filepath.Join(filepath.Join(folder, "index"), "generation-*", "store", "*.zap"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		content := []byte(readFile(t, name))
		content[len(content)/2] ^= 1
		writeFile(t, name, content)
	}
	waitFor(t, func() bool {
		_, err := os.Stat(names[0])
		return os.IsNotExist(err) && c.get("/readyz").status == http.StatusOK
	})
	if !strings.Contains(faults.String(), index.ErrDamaged.Error()) {
		t.Errorf("log: %s", faults.String())
	}
	if got, want := found(t, a), listed(t, a); got.Total != want || got.Behind != 0 {
		t.Errorf("%+v, want %d games", got, want)
	}
	if text := string(c.get("/metrics").body); strings.Contains(text, "\nassay_index_faults_total 0") || !strings.Contains(text, "\nassay_index_ready 1") {
		t.Errorf("metrics: %s", text)
	}
}

// TestReindexThroughServer asks the process that has the index to rebuild it.
func TestReindexThroughServer(t *testing.T) {
	folder := t.TempDir()
	a := openFolder(t, folder)
	c := start(t, a, ServerConfig{})
	c.post("/api/v1/games", readFile(t, board1))
	waitFor(t, func() bool { return c.get("/readyz").status == http.StatusOK })
	generations := func() []string {
		names, err := filepath.Glob(filepath.Join(filepath.Join(folder, "index"), "generation-*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	before := fmt.Sprint(generations())
	other := openFolder(t, folder)
	if err := other.Reindex(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if after := fmt.Sprint(generations()); after == before {
		t.Errorf("still %s", after)
	}
	if got := found(t, a); got.Total != 1 {
		t.Errorf("%+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := other.Reindex(ctx, nil); err == nil {
		t.Error("a call that was ended did something")
	}
	if left, err := filepath.Glob(filepath.Join(folder, "reindex")); err != nil || len(left) > 0 {
		t.Error("a call that was ended leaves its request")
	}
}

// TestServerOnFullDisk uploads until the disk is full. The server stays up and
// reads continue; once there is space, all archived games are found.
func TestServerOnFullDisk(t *testing.T) {
	folder := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=7m", "tmpfs", folder).CombinedOutput(); err != nil {
		fixtures.Lacks(t, "no small file system can be mounted: %v, %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v, %s", err, out)
		}
	})
	a := openFolder(t, folder)
	c := start(t, a, ServerConfig{})
	records := randomRecords(t, 43, 200, 6)
	full := 0
	for n := 0; full < 5; n++ {
		if n == 200 {
			t.Fatal("the disk does not fill")
		}
		body := fmt.Sprintf("{%d %s}\n", n, strings.Repeat("what was said of it; ", 2000))
		switch got := c.post("/api/v1/games", strings.Replace(records[n], "\n1. ", "\n"+body+"1. ", 1)); got.status {
		case http.StatusCreated:
		case http.StatusInsufficientStorage:
			full++
		default:
			t.Fatalf("post %d: %d %s", n, got.status, got.body)
		}
		if n%10 == 0 || full > 0 {
			for _, path := range []string{"/healthz", "/metrics", "/api/v1/games", "/api/v1/games/1"} {
				if got := c.get(path); got.status != http.StatusOK {
					t.Fatalf("%s: %d %s", path, got.status, got.body)
				}
			}
			found(t, a)
		}
	}
	if out, err := exec.Command("mount", "-o", "remount,size=64m", folder).CombinedOutput(); err != nil {
		t.Fatalf("remount: %v, %s", err, out)
	}
	waitFor(t, func() bool { return found(t, a).Behind == 0 && c.get("/readyz").status == http.StatusOK })
	if got, want := found(t, a), listed(t, a); got.Total != want || want == 0 {
		t.Errorf("%+v, want %d games", got, want)
	}
}
