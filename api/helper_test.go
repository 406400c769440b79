package api

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/api/games"
	"assay/api/present"
	"assay/api/publish"
	"assay/api/records"
	"assay/api/search"
	"assay/fixtures/archives"
	texts "assay/fixtures/records"
	"assay/index"
	"assay/store"
	"assay/store/sqlite"
)

// The two games of the page.
var (
	board1 = filepath.Join("..", "fixtures", "csg", "board-1.txt")
	board3 = filepath.Join("..", "fixtures", "csg", "board-3.txt")
)

// Fragments of records.
const (
	illegalRecord     = texts.Illegal
	unsupportedRecord = texts.Unsupported
	scholars          = texts.Scholars
)

var (
	randomRecord, randomRecords, newBook = texts.One, texts.Random, texts.Book
	readFile, writeFile                  = texts.Read, texts.Write
	zipped, zstandard                    = texts.Zip, texts.Zstandard
)

func newArchive(t testing.TB) *Archive {
	t.Helper()
	return openArchive(t, t.TempDir())
}

// storeName is the name of the archive's file in Config.Data.
const storeName = archives.File

// open opens the archive and its index in the folder c.Data.
func open(ctx context.Context, c Config) (*Archive, error) {
	arbiter, err := NewArbiter(c)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Data, 0o755); err != nil {
		return nil, err
	}
	s, err := sqlite.Open(ctx, filepath.Join(c.Data, storeName), sqlite.Options{})
	if err != nil {
		return nil, err
	}
	return NewArchive(arbiter, s), nil
}

// openAs opens the archive of c.Data in a store and index of the given kind.
func openAs(t testing.TB, kind archives.Kind, c Config) (*Archive, error) {
	t.Helper()
	s, address, err := kind.Open(t.Context(), t, c.Data)
	if err != nil {
		return nil, err
	}
	c.IndexDatabase = address
	arbiter, err := NewArbiter(c)
	if err != nil {
		return nil, err
	}
	return NewArchive(arbiter, s), nil
}

// withIndex returns the archive with another index, or the error of opening it.
func withIndex(a *Archive, x search.Index, err error) *Archive {
	other := NewArchive(a.Arbiter, a.store)
	other.Finder = other.newFinder(func(context.Context, index.Source, func(error)) (search.Index, error) { return x, err })
	return other
}

// indexless returns the archive as a process has it that cannot open the
// index.
func indexless(a *Archive) *Archive {
	return withIndex(a, nil, &index.Error{Path: "index", Problem: index.ErrLocked})
}

func openArchive(t testing.TB, folder string) *Archive {
	t.Helper()
	return opened(t, Config{Data: folder})
}

// newArchiveWith returns an empty archive with the additional variants of a
// folder.
func newArchiveWith(t testing.TB, variants string) *Archive {
	t.Helper()
	return opened(t, Config{Data: t.TempDir(), VariantsDir: variants})
}

// openFolder is openArchive for tests that change files in the folder.
func openFolder(t testing.TB, folder string) *Archive {
	t.Helper()
	return openedAs(t, archives.Folder, Config{Data: folder})
}

func opened(t testing.TB, c Config) *Archive {
	t.Helper()
	return openedAs(t, archives.Chosen(), c)
}

func openedAs(t testing.TB, kind archives.Kind, c Config) *Archive {
	t.Helper()
	a, err := openAs(t, kind, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// newArchiveOn returns an empty archive whose store is what wrap makes of it.
func newArchiveOn(t testing.TB, wrap func(store.Archive) store.Archive) *Archive {
	t.Helper()
	folder := t.TempDir()
	s, address, err := archives.Chosen().Open(t.Context(), t, folder)
	if err != nil {
		t.Fatal(err)
	}
	return openedOn(t, wrap(s), Config{Data: folder, IndexDatabase: address})
}

// openedOn opens an archive in a store.
func openedOn(t testing.TB, s store.Archive, c Config) *Archive {
	t.Helper()
	arbiter, err := NewArbiter(c)
	if err != nil {
		t.Fatal(err)
	}
	a := NewArchive(arbiter, s)
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func startText(t testing.TB, a *Archive, id string) string {
	t.Helper()
	p, err := a.Position(id, "", "")
	if err != nil {
		t.Fatal(err)
	}
	return p.Text()
}

func export(t *testing.T, a *Archive, id int64) string {
	t.Helper()
	return exportAs(t, a, id, present.ExportUsual)
}

func exportAs(t *testing.T, a *Archive, id int64, format present.ExportFormat) string {
	t.Helper()
	replay, err := a.Replay(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if losses, err := replay.Export(&b, present.ExportOptions{Format: format}); err != nil {
		t.Fatal(err, losses)
	}
	return b.String()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// randomPositions returns positions at random plies of random games of a
// variant, including the starting position.
func randomPositions(b *testing.B, a *Archive, random *rand.Rand, n int) []*rules.Position {
	b.Helper()
	games, err := a.Count(b.Context(), games.Filter{})
	if err != nil {
		b.Fatal(err)
	}
	var positions []*rules.Position
	for len(positions) < n {
		replay, err := a.Replay(b.Context(), 1+int64(random.IntN(games)))
		if err != nil {
			b.Fatal(err)
		}
		ply := random.IntN(replay.Plies() + 1)
		if len(positions)%50 == 0 {
			ply = 0
		}
		if p, err := replay.Position(ply); err == nil { // otherwise the record has no such position
			positions = append(positions, p)
		}
	}
	return positions
}

// searchStart searches csg-1 for its starting position.
func searchStart(t testing.TB, a *Archive) *search.SearchResult {
	t.Helper()
	r, err := a.Search(t.Context(), search.SearchQuery{Variant: "csg-1", Position: startText(t, a, "csg-1"), Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// countGames returns the number of csg-1 games in the archive.
func countGames(t testing.TB, a *Archive) int {
	t.Helper()
	n, err := a.Count(t.Context(), games.Filter{Variant: "csg-1"})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func submit(t testing.TB, a *Archive, texts []string) {
	t.Helper()
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(texts, "\n")), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
}

func checkSound(t testing.TB, a *Archive) {
	t.Helper()
	damage, err := a.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range damage {
		t.Error(d)
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// policyElement returns the Content-Security-Policy element of exported pages.
func policyElement() string {
	return `<meta http-equiv="Content-Security-Policy" content="` + publish.ContentPolicy() + `">`
}

// definitionFolder contains definitions that are not built in.
const definitionFolder = "../fixtures/definitions"
