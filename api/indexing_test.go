package api

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

	"assay/index"
	"assay/store/sqlite"
)

// log is one that several goroutines write to.
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

// found is how many games of csg-1 are found by the position with which all of them begin.
func found(t testing.TB, a *Archive) *SearchResult {
	t.Helper()
	r, err := a.Search(t.Context(), SearchQuery{Variant: "csg-1", Position: startText(t, a, "csg-1"), Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// listed is how many games of csg-1 the archive has.
func listed(t testing.TB, a *Archive) int {
	t.Helper()
	n, err := a.Count(t.Context(), Filter{Variant: "csg-1"})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func submit(t testing.TB, a *Archive, records []string) {
	t.Helper()
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(records, "\n")), Reading{}, false); err != nil {
		t.Fatal(err)
	}
}

// TestRestoredBackup copies a backup over an archive whose index is ahead of it, and archives other games: all of them are
// found.
func TestRestoredBackup(t *testing.T) {
	folder, backup := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	records := randomRecords(t, 40, 70, 6)
	a, err := open(t.Context(), Config{Data: folder})
	if err != nil {
		t.Fatal(err)
	}
	submit(t, a, records[:10])
	if err := sqlite.Copy(t.Context(), filepath.Join(folder, storeName), backup); err != nil {
		t.Fatal(err)
	}
	submit(t, a, records[10:20])
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, storeName), []byte(readFile(t, backup)))
	var reported []error
	if a, err = open(t.Context(), Config{Data: folder, Report: func(err error) { reported = append(reported, err) }}); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	submit(t, a, records[20:])
	if got, want := found(t, a), listed(t, a); got.Total != want || got.Behind != 0 || want == 0 {
		t.Errorf("%+v, want %d games", got, want)
	}
	if text := fmt.Sprint(reported); !strings.Contains(text, index.ErrForeign.Error()) {
		t.Errorf("reported %s", text)
	}
	checkSound(t, a)
}

// TestBehind holds the index back: answers say how much they do not know of, and nothing where they know all.
func TestBehind(t *testing.T) {
	a := newArchive(t)
	records := randomRecords(t, 41, 20, 6)
	submit(t, a, records[:8])
	a.following.Store(true) // by nobody
	submit(t, a, records[8:])
	a.following.Store(false)
	position := startText(t, a, "csg-1")
	answers := func() map[string]Lag {
		t.Helper()
		explored, err := a.Explore(t.Context(), ExploreQuery{Variant: "csg-1"})
		if err != nil {
			t.Fatal(err)
		}
		similar, err := a.Similar(t.Context(), SimilarQuery{Variant: "csg-1", Position: position})
		if err != nil {
			t.Fatal(err)
		}
		return map[string]Lag{"search": found(t, a).Lag, "explorer": explored.Lag, "similar": similar.Lag}
	}
	for name, l := range answers() {
		if l.Behind != 12 || l.Indexed == nil || *l.Indexed != 8 {
			t.Errorf("%s: %+v", name, l)
		}
	}
	if err := a.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for name, l := range answers() {
		if l != (Lag{}) {
			t.Errorf("%s, caught up: %+v", name, l)
		}
	}
}

// TestIndexUnusable keeps the index from being opened under a server. What is written is answered as written, games are
// read and searched, the fault is named in the log and by readyz, and when it is gone the index follows.
func TestIndexUnusable(t *testing.T) {
	a := newArchive(t)
	writeFile(t, a.indexPath(), []byte("a file in the way"))
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
	var r SearchResult
	query := `{"variant":"csg-3","position":"` + startText(t, a, "csg-3") + `"}`
	if got := c.post("/api/v1/positions/search", query); got.status != http.StatusOK {
		t.Errorf("search: %d %s", got.status, got.body)
	} else if got.into(t, &r); r.Total != 1 {
		t.Errorf("search: %s", got.body)
	}
	if got := c.get("/api/v1/explorer?variant=csg-3"); got.status != http.StatusServiceUnavailable {
		t.Errorf("explorer: %d %s", got.status, got.body)
	}
	var not Readiness
	waitFor(t, func() bool {
		got := c.get("/readyz")
		got.into(t, &not)
		return got.status == http.StatusServiceUnavailable && strings.Contains(fmt.Sprint(not.Reasons), "not a directory")
	})
	if !strings.Contains(faults.String(), "not a directory") {
		t.Errorf("log: %s", faults.String())
	}
	for path, line := range map[string]string{"/healthz": `"ok"`, "/metrics": "assay_index_ready 0"} {
		if got := c.get(path); got.status != http.StatusOK || !strings.Contains(string(got.body), line) {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	if err := os.Remove(a.indexPath()); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return c.get("/readyz").status == http.StatusOK })
	if got := c.get("/api/v1/explorer?variant=csg-3"); got.status != http.StatusOK {
		t.Errorf("explorer: %d %s", got.status, got.body)
	}
}

// TestIndexHealsBesideServer spoils the index of a server: it is built anew, and that is told.
func TestIndexHealsBesideServer(t *testing.T) {
	a := newArchive(t)
	submit(t, a, randomRecords(t, 42, 40, 6))
	var faults log
	c := start(t, a, ServerConfig{Log: &faults})
	names, err := filepath.Glob(filepath.Join(a.indexPath(), "generation-*", "store", "*.zap"))
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

// TestReindexBesideServer asks the process that has the index to build it anew.
func TestReindexBesideServer(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	c.post("/api/v1/games", readFile(t, board1))
	waitFor(t, func() bool { return c.get("/readyz").status == http.StatusOK })
	generations := func() []string {
		names, err := filepath.Glob(filepath.Join(a.indexPath(), "generation-*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	before := fmt.Sprint(generations())
	other := openArchive(t, a.config.Data)
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
	if other.requested() {
		t.Error("a call that was ended leaves its request")
	}
}

// TestServerOnFullDisk uploads until the disk is full. The server lives, reads go on, and once there is room all that was
// archived is found.
func TestServerOnFullDisk(t *testing.T) {
	folder := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=7m", "tmpfs", folder).CombinedOutput(); err != nil {
		t.Skipf("no small file system can be mounted: %v, %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v, %s", err, out)
		}
	})
	a := openArchive(t, folder)
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
