package api

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/publish"
	"assay/store/sqlite"
)

// The two games of the page.
var (
	board1 = filepath.Join("..", "fixtures", "csg", "board-1.txt")
	board3 = filepath.Join("..", "fixtures", "csg", "board-3.txt")
)

func newArchive(t testing.TB) *Archive {
	t.Helper()
	return openArchive(t, t.TempDir())
}

// storeName is the archive's file in the folder Config.Data.
const storeName = "archive.db"

// open opens an archive in the folder c.Data with its index.
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

func openArchive(t testing.TB, folder string) *Archive {
	t.Helper()
	a, err := open(t.Context(), Config{Data: folder})
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

func readFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// illegalRecord breaks CSG-0 at its third ply.
const illegalRecord = "Variant=csg-1\n1. Pawn f3 - f4\n1. Pawn a7 - a6\n2. Pawn f4 - f7\n"

// unsupportedRecord is of a game that is not defined.
const unsupportedRecord = "VariantName=Chess on a Torus\n1. Pawn e2 - e4\n"

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
	return exportAs(t, a, id, ExportUsual)
}

func exportAs(t *testing.T, a *Archive, id int64, format ExportFormat) string {
	t.Helper()
	replay, err := a.Replay(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if losses, err := replay.Export(&b, ExportOptions{Format: format}); err != nil {
		t.Fatal(err, losses)
	}
	return b.String()
}

// randomRecord is a record of a random legal game with up to so many plies.
func randomRecord(t testing.TB, book *analysis.Rulebook, random *rand.Rand, id string, plies int) string {
	t.Helper()
	r, err := book.Rules(id, "")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Variant=%s\nEvent=Random %d\n", id, random.Uint64())
	p := r.Start()
	for range plies {
		if _, over := p.Outcome(); over {
			break
		}
		moves := p.Moves(nil)
		m := moves[random.IntN(len(moves))]
		fmt.Fprintf(&b, "%d. %s\n", p.Number(), notation.Numbered{}.Format(p, m))
		p.Play(m)
	}
	return b.String()
}

func newBook() *analysis.Rulebook { return analysis.NewRulebook(variant.Embedded()) }

// csg are the three boards.
var csg = []string{"csg-1", "csg-2", "csg-3"}

// randomRecords are so many, of all three boards.
func randomRecords(t testing.TB, seed uint64, n, plies int) []string {
	t.Helper()
	book, random := newBook(), rand.New(rand.NewPCG(seed, 1))
	records := make([]string, n)
	for i := range records {
		records[i] = randomRecord(t, book, random, csg[i%len(csg)], plies)
	}
	return records
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// askedPositions are positions of random plies of random games of a variant,
// the start among them.
func askedPositions(b *testing.B, a *Archive, random *rand.Rand, n int) []*rules.Position {
	b.Helper()
	games, err := a.Count(b.Context(), Filter{})
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
		if p, err := replay.Position(ply); err == nil { // else a record that has none
			positions = append(positions, p)
		}
	}
	return positions
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

func writeFile(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t testing.TB, text string) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
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

const scholars = "[White \"Ada\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 {his own} e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"

// policyElement is the policy as pages state it themselves.
func policyElement() string {
	return `<meta http-equiv="Content-Security-Policy" content="` + publish.ContentPolicy + `">`
}

const definitions = "../fixtures/definitions"
