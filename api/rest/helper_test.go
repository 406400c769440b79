package rest

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/api"
	"assay/api/games"
	"assay/api/publish"
	"assay/api/records"
	"assay/api/search"
	"assay/fixtures/archives"
	texts "assay/fixtures/records"
	"assay/store/sqlite"
)

// The two games of the page.
var (
	board1 = filepath.Join("..", "..", "fixtures", "csg", "board-1.txt")
	board3 = filepath.Join("..", "..", "fixtures", "csg", "board-3.txt")
)

// Parts of records.
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

func newArchive(t testing.TB) *api.Archive {
	t.Helper()
	return openArchive(t, t.TempDir())
}

// storeName is the archive's file in the folder Config.Data.
const storeName = archives.File

// open opens an archive in the folder c.Data with its index.
func open(ctx context.Context, c api.Config) (*api.Archive, error) {
	arbiter, err := api.NewArbiter(c)
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
	return api.NewArchive(arbiter, s), nil
}

// openAs opens an archive of a kind in place of the folder c.Data.
func openAs(t testing.TB, kind archives.Kind, c api.Config) (*api.Archive, error) {
	t.Helper()
	s, address, err := kind.Open(t.Context(), t, c.Data)
	if err != nil {
		return nil, err
	}
	c.IndexDatabase = address
	arbiter, err := api.NewArbiter(c)
	if err != nil {
		return nil, err
	}
	return api.NewArchive(arbiter, s), nil
}

func openArchive(t testing.TB, folder string) *api.Archive {
	t.Helper()
	return openWith(t, api.Config{Data: folder})
}

// openFolder is openArchive for tests that change the folder's files.
func openFolder(t testing.TB, folder string) *api.Archive {
	t.Helper()
	return openedAs(t, archives.Folder, api.Config{Data: folder})
}

func openWith(t testing.TB, c api.Config) *api.Archive {
	t.Helper()
	return openedAs(t, archives.Chosen(), c)
}

func openedAs(t testing.TB, kind archives.Kind, c api.Config) *api.Archive {
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

func startText(t testing.TB, a *api.Archive, id string) string {
	t.Helper()
	p, err := a.Position(id, "", "")
	if err != nil {
		t.Fatal(err)
	}
	return p.Text()
}

// askedPositions returns positions at random plies of random games of a
// variant, including the start.
func askedPositions(b testing.TB, a *api.Archive, random *rand.Rand, n int) []*rules.Position {
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
		if p, err := replay.Position(ply); err == nil { // the record has positions
			positions = append(positions, p)
		}
	}
	return positions
}

// found searches the games of csg-1 by their starting position.
func found(t testing.TB, a *api.Archive) *search.SearchResult {
	t.Helper()
	r, err := a.Search(t.Context(), search.SearchQuery{Variant: "csg-1", Position: startText(t, a, "csg-1"), Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// listed returns the number of games of csg-1.
func listed(t testing.TB, a *api.Archive) int {
	t.Helper()
	n, err := a.Count(t.Context(), games.Filter{Variant: "csg-1"})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func submit(t testing.TB, a *api.Archive, texts []string) {
	t.Helper()
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(texts, "\n")), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
}

func checkSound(t testing.TB, a *api.Archive) {
	t.Helper()
	damage, err := a.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range damage {
		t.Error(d)
	}
}

var update = flag.Bool("update", false, "rewrite the golden files")

// policyElement returns the policy as pages state it in a meta element.
func policyElement() string {
	return `<meta http-equiv="Content-Security-Policy" content="` + publish.ContentPolicy() + `">`
}
