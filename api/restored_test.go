package api

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assay/api/search"
	"assay/index"
	"assay/store/sqlite"
)

// TestRestoredBackup copies a backup over an archive whose index is ahead of
// it, and archives other games. All of them must be found.
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
	if got, want := searchStart(t, a), countGames(t, a); got.Total != want || got.Behind != 0 || want == 0 {
		t.Errorf("%+v, want %d games", got, want)
	}
	if text := fmt.Sprint(reported); !strings.Contains(text, index.ErrForeign.Error()) {
		t.Errorf("reported %s", text)
	}
	checkSound(t, a)
}

// TestLag keeps the index behind. Results must say by how much, and must not
// once it is up to date.
func TestLag(t *testing.T) {
	a := newArchive(t)
	records := randomRecords(t, 41, 20, 6)
	submit(t, a, records[:8])
	submit(t, indexless(a), records[8:])
	position := startText(t, a, "csg-1")
	responses := func() map[string]search.Lag {
		t.Helper()
		explored, err := a.Explore(t.Context(), search.ExploreQuery{Variant: "csg-1"})
		if err != nil {
			t.Fatal(err)
		}
		similar, err := a.Similar(t.Context(), search.SimilarQuery{Variant: "csg-1", Position: position})
		if err != nil {
			t.Fatal(err)
		}
		return map[string]search.Lag{"search": searchStart(t, a).Lag, "explorer": explored.Lag, "similar": similar.Lag}
	}
	for name, l := range responses() {
		if l.Behind != 12 || l.Indexed == nil || *l.Indexed != 8 {
			t.Errorf("%s: %+v", name, l)
		}
	}
	if err := a.CatchUp(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for name, l := range responses() {
		if l != (search.Lag{}) {
			t.Errorf("%s, caught up: %+v", name, l)
		}
	}
}
