package web

import (
	"fmt"
	"html"
	"io"
	"strings"
	"testing"

	"assay/api"
	"assay/api/analyse"
	"assay/api/puzzles"
	"assay/api/records"
	"assay/api/repertoires"
)

// mated are games that end with a mate in one and in two moves; the last one
// has no move before its puzzle.
const mated = "[Event \"Puzzles\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n" +
	"[SetUp \"1\"]\n[FEN \"r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1\"]\n\n1. Qg8+ Rxg8 2. Nf7# 1-0\n"

// addPuzzles archives mated and its puzzles.
func addPuzzles(t testing.TB, a *api.Archive) {
	t.Helper()
	sent, err := a.Submit(t.Context(), "puzzles.pgn", strings.NewReader(mated), records.Reading{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Puzzles.Make(t.Context(), 0, func(search func(*puzzles.Source) error) error {
		for _, game := range sent.Games {
			r, err := a.Replay(t.Context(), int64(game.ID))
			if err != nil {
				return err
			}
			s, err := a.Puzzles.SourceOf(t.Context(), r)
			if err != nil {
				return err
			}
			if err := search(s); err != nil {
				return err
			}
		}
		return nil
	}, func(*puzzles.Made) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// analyseMated analyses the first game of mated.
func analyseMated(t testing.TB, a *api.Archive) {
	t.Helper()
	analyser := a.NewAnalyser(1)
	defer analyser.Close()
	r, err := a.Replay(t.Context(), 1)
	if err == nil {
		_, err = a.AnalyseGame(t.Context(), analyser, r, analyse.AnalysisLimits{Nodes: 2000}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPuzzlePages reads the pages of puzzles.
func TestPuzzlePages(t *testing.T) {
	site, a := serve(t)
	if status, body := read(t, site+"/puzzles"); status != 200 || !strings.Contains(body, "No puzzles yet") {
		t.Errorf("%d %s", status, body)
	}
	if status, body := read(t, site+"/mistakes"); status != 200 || !strings.Contains(body, "No mistakes in analysed games") {
		t.Errorf("%d %s", status, body)
	}
	addPuzzles(t, a)
	analyseMated(t, a)
	for _, row := range []struct {
		path   string
		status int
		says   string
	}{
		{"/puzzles", 200, `<a href="/puzzles/gi5p3nrwcw">White mates in 1</a>`},
		{"/puzzles?variant=chess&theme=mateIn2", 200, "White mates in 2"},
		{"/puzzles?variant=shogi", 200, "No puzzles yet"},
		{"/puzzles?theme=a+b", 400, "theme"},
		{"/puzzles/daily", 200, `id="puzzle"`},
		{"/puzzles/gi5p3nrwcw", 200, `data-puzzle="gi5p3nrwcw"`},
		{"/puzzles/gi5p3nrwcw?theme=mateIn2", 200, `?theme=mateIn2">Next puzzle</a>`},
		{"/mistakes", 200, `<a href="/puzzles/m1-5">Black has a better move than 3... Nf6</a>`},
		{"/mistakes?game=1&side=first", 200, `<a href="/puzzles/m1-2">White has`},
		{"/mistakes?variant=shogi", 200, "No mistakes in analysed games"},
		{"/mistakes?side=white", 400, "first or second"},
		{"/mistakes?cursor=x", 400, "cursor"},
		{"/puzzles/m1-5", 200, `href="/mistakes?game=1">Learn from mistakes</a>`},
		{"/puzzles/nonesuch", 404, "Puzzle not found"},
	} {
		if status, body := read(t, site+row.path); status != row.status || !strings.Contains(body, row.says) {
			t.Errorf("%s: %d %s", row.path, status, body)
		}
	}
}

// TestProblem shows what the verification of an archived problem found, and
// leads to the page that solves it.
func TestProblem(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	for text, want := range map[string][]string{
		"[Stipulation \"h#1\"]\n[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 b - - 0 1\"]\n\n1... Kg8 2. Ra8# 1-0\n": {
			"Note (line 1): h#1: verified, 1 solution, as stated",
			"/solve?options=&position=7k%2F8%2F6K1%2F8%2F8%2F8%2F8%2FR7+b+-+-+0+1&stipulation=h%231&variant=chess",
		},
		"[Stipulation \"dia1.5\"]\n\n1. e4 e5 2. d4 *\n": {
			"Warning (line 1): dia1.5: cooked", "position=rnbqkbnr%2Fpppp1ppp%2F8%2F4p3%2F3PP3%2F", "stipulation=dia1.5",
		},
	} {
		page, err := io.ReadAll(get(t, fmt.Sprintf("%s/games/%d", site, add(t, a, text))).Body)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range want {
			if !strings.Contains(html.UnescapeString(string(page)), part) {
				t.Errorf("%s: the page has no %q", text, part)
			}
		}
	}
}

// addRepertoire archives a repertoire with an alternative.
func addRepertoire(t testing.TB, a *api.Archive) {
	t.Helper()
	if _, err := a.Repertoires.Add(t.Context(), repertoires.Draft{Name: "Scotch", Side: "white", Files: []repertoires.File{
		{Name: "x", Content: strings.NewReader("1. e4 e5 2. Nf3 (2. d4) *\n")}}}); err != nil {
		t.Fatal(err)
	}
}

// TestTrainPages reads the pages of training.
func TestTrainPages(t *testing.T) {
	site, a := serve(t)
	if status, body := read(t, site+"/train"); status != 200 || !strings.Contains(body, "No repertoires yet") {
		t.Errorf("%d %s", status, body)
	}
	addRepertoire(t, a)
	for _, row := range []struct {
		path   string
		status int
		says   string
	}{
		{"/train", 200, `<a href="/train?deck=1"><bdi>Scotch</bdi></a> <small>chess, White</small>`},
		{"/train?deck=1", 200, `data-deck="1"`},
		{"/train?deck=puzzles", 200, `<h1>Puzzles</h1>`},
		{"/train?deck=2", 404, "Repertoire not found"},
		{"/train?deck=x", 404, "Repertoire not found"},
		{"/repertoires", 200, `<a href="/repertoires/1"><bdi>Scotch</bdi></a>`},
		{"/repertoires/1", 200, `Nf3 <small><bdi>x game 1</bdi></small><br>d4`},
		{"/repertoires/1?check=1", 200, "No game left the lines."},
		{"/repertoires/1?check=1&query=white+pawn+on", 400, "query"},
		{"/repertoires/1?cursor=x", 400, "cursor"},
		{"/repertoires/2", 404, "Repertoire not found"},
		{"/repertoires/x", 400, "expected a whole number"},
	} {
		if status, body := read(t, site+row.path); status != row.status || !strings.Contains(body, row.says) {
			t.Errorf("%s: %d %s", row.path, status, body)
		}
	}
}
