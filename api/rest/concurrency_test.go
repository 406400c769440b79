package rest

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/api/games"
	"assay/api/records"
)

// TestConcurrency sends, reads, searches and deletes concurrently during an
// import and a rebuild. Archive and index are consistent at the end.
func TestConcurrency(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	texts := randomRecords(t, 11, 400, 10)
	file := filepath.Join(t.TempDir(), "games.txt")
	writeFile(t, file, []byte(strings.Join(texts[:300], "\n")))
	query := `{"variant":"csg-1","position":"` + startText(t, a, "csg-1") + `"}`

	var all sync.WaitGroup
	all.Go(func() {
		if tally, err := a.Import(t.Context(), []string{file}, records.ImportOptions{}); err != nil || tally.Legal != 300 {
			t.Errorf("import: %+v, %v", tally, err)
		}
	})
	all.Go(func() {
		for range 3 {
			if err := a.Reindex(t.Context(), nil); err != nil {
				t.Errorf("reindex: %v", err)
			}
		}
	})
	for worker := range 5 {
		all.Go(func() {
			for i := range 20 {
				record := texts[300+worker*20+i]
				var s records.Submission
				got := c.post("/api/v1/games", record)
				if got.into(t, &s); got.status != http.StatusCreated {
					t.Errorf("post: %d %s", got.status, got.body)
					continue
				}
				game := fmt.Sprintf("/api/v1/games/%d", s.Games[0].ID)
				for _, path := range []string{game, game + "/positions/5", game + "/export?as=svg", "/api/v1/games?q=random", "/healthz"} {
					if got := c.get(path); got.status != http.StatusOK {
						t.Errorf("%s: %d %s", path, got.status, got.body)
					}
				}
				if got := c.post("/api/v1/positions/search", query); got.status != http.StatusOK {
					t.Errorf("search: %d %s", got.status, got.body)
				}
				if i%4 == 0 {
					if got := c.call(http.MethodDelete, game, nil); got.status != http.StatusNoContent {
						t.Errorf("delete: %d %s", got.status, got.body)
					}
				}
			}
		})
	}
	all.Wait()
	var page games.GamePage
	if c.get("/api/v1/games").into(t, &page); page.Total != 375 {
		t.Errorf("%d games, want 375", page.Total)
	}
	checkSound(t, a)
}
