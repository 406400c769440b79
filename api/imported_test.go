package api

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/api/games"
	"assay/api/present"
	"assay/api/records"
	"assay/api/search"
	"assay/fixtures"
	"assay/index"
	"assay/parser/word"
	"assay/store"
)

// TestImportedCommentsAreFound imports every text file of the fixtures, the
// fuzz inputs, the records of reports and, in a long run, the annotated games.
// The archive is undamaged, and each comment can be found.
func TestImportedCommentsAreFound(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		writeFile(t, filepath.Join(folder, name), []byte(text))
		return filepath.Join(folder, name)
	}
	var paths []string
	for i, text := range annotatedRecords {
		paths = append(paths, write("own-"+strconv.Itoa(i)+".txt", text))
	}
	for _, root := range []string{"fixtures/bad", "fixtures/csg", "fixtures/encoded", "parser/testdata"} {
		paths = append(paths, fixtures.Path(t, root))
	}
	for i, text := range fuzzInputs(t) {
		paths = append(paths, write("fuzz-"+strconv.Itoa(i)+".txt", text))
	}
	paths = append(paths, fixtures.Beside(t, "data/reports/records")...)
	if fixtures.Rounds(0, 1, 1) == 1 {
		paths = append(paths, fixtures.Beside(t, "data/chess/annotated")...)
		paths = append(paths, fixtures.Beside(t, "data/chess/parser")...)
		paths = append(paths, fixtures.Beside(t, "data/shogi")...)
		paths = append(paths, fixtures.Beside(t, "data/xiangqi")...)
	}
	a := newArchive(t)
	for _, path := range paths { // one by one: newly verified games are indexed without a replay
		if _, err := a.Import(t.Context(), []string{path}, records.ImportOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	checkSound(t, a)
	checkCommentsFound(t, a)
}

// annotatedRecords have comments or variations in all forms that the parsers
// accept.
var annotatedRecords = []string{
	"[Event \"escaped\"]\n\n1. e4 e5\n% percentlast\n2. Nf3 *\n",
	"[Event \"escaped first\"]\n\n% percentfirst\n1. e4 *\n",
	"[Event \"escaped after the result\"]\n\n1. e4 *\n% percentend\n",
	"% percenthead\n[Event \"escaped before the headers\"]\n\n1. d4 *\n",
	"[Event \"among headers\"]\n% percentheaders\n[Site \"x\"]\n\n1. c4 *\n",
	"[Event \"rest of a line\"]\n\n1. e4 ; restofline\n*\n",
	"[Event \"braces\"]\n\n1. e4 {inbraces} *\n",
	"[Event \"a variation\"]\n\n1. e4 (1. d4) *\n",
	"\xff\xfe" + utf16LE("[Event \"wide\"]\n\n1. e4 e5\n% percentwide\n2. Nc3 *\n"),
}

func utf16LE(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteByte(text[i])
		b.WriteByte(0)
	}
	return b.String()
}

// fuzzInputs returns the strings in the stored inputs of all fuzz targets.
func fuzzInputs(t *testing.T) []string {
	t.Helper()
	var inputs []string
	err := filepath.WalkDir(fixtures.Path(t, "."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(filepath.ToSlash(path), "/testdata/fuzz/") {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(line, "string("), "[]byte("), ")")
			if s, err := strconv.Unquote(line); err == nil && s != "" {
				inputs = append(inputs, s)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return inputs
}

// checkCommentsFound searches for words of all comments. A search must find
// exactly the games whose records contain the word.
func checkCommentsFound(t *testing.T, a *Archive) {
	t.Helper()
	games := map[string][]int64{} // by word
	var words []string            // one of each game, and the games' last ones
	for after := int64(0); ; {
		changed, err := a.store.ChangedGames(t.Context(), after, store.MaxLimit)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range changed {
			after = g.Sequence
			record, err := present.ArchivedRecord(g)
			if err != nil {
				continue
			}
			var d index.Document
			search.AddRecord(&d, g, record)
			found := word.All(d.Comments)
			slices.Sort(found)
			found = slices.Compact(found)
			for _, w := range found {
				games[w] = append(games[w], g.ID)
			}
			if len(found) > 0 {
				words = append(words, found[0], found[len(found)-1])
			}
		}
		if len(changed) < store.MaxLimit {
			break
		}
	}
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		s := search.Selection{Search: search.SearchQuery{Query: "comment:" + strconv.Quote(w), Illegal: true}}
		switch found, err := a.Select(t.Context(), s); {
		case err != nil:
			t.Errorf("%q: %v", w, err)
		case !slices.Equal(found, games[w]):
			t.Errorf("comment:%q finds games %v, and %v have the word", w, found, games[w])
		}
	}
}

// TestGrowingFile imports a file again after games were added, with different
// numbers of blank lines between games. Each game is archived once.
func TestGrowingFile(t *testing.T) {
	for name, between := range map[string]string{"blank line": "\n", "two": "\n\n", "CR LF": "\r\n\r\n", "at the end": ""} {
		t.Run(name, func(t *testing.T) {
			a := newArchive(t)
			path := filepath.Join(t.TempDir(), "live.pgn")
			text := ""
			for n := range 4 {
				if n > 0 {
					text += "\n" + between
				}
				text += "[Event \"live\"]\n[Round \"" + strconv.Itoa(n+1) + "\"]\n\n1. e4 e5 2. Nf3 *"
				for _, end := range []string{"", "\n", "\n\n\n"} {
					writeFile(t, path, []byte(text+end))
					if _, err := a.Import(t.Context(), []string{path}, records.ImportOptions{}); err != nil {
						t.Fatal(err)
					}
				}
				writeFile(t, path, []byte(strings.ReplaceAll(text, "\n", "\r\n")))
				if _, err := a.Import(t.Context(), []string{path}, records.ImportOptions{}); err != nil {
					t.Fatal(err)
				}
				if games := must(a.Count(t.Context(), games.Filter{})); games != n+1 {
					t.Fatalf("%d games, want %d", games, n+1)
				}
			}
			checkSound(t, a)
		})
	}
}

// TestImportContinues imports a longer record of an unfinished game, which
// becomes its revision. Importing any of the files again changes nothing.
func TestImportContinues(t *testing.T) {
	const ada = "[White \"Ada\"]\n[Black \"Ben\"]\n[Result \"*\"]\n\n"
	for name, o := range map[string]records.ImportOptions{"": {}, "atomic": {Reading: records.Reading{Atomic: true}}} {
		t.Run(name, func(t *testing.T) {
			a := newArchive(t)
			for i, row := range []struct {
				name, text             string
				added, continued, have int
			}{
				{"two games", ada + "1. e4 e5 *\n\n" + ada + "1. d4 d5 *\n", 2, 0, 0},
				{"one is longer", ada + "1. e4 e5 2. Nf3 *\n\n" + ada + "1. d4 d5 *\n", 0, 1, 1},
				{"again", ada + "1. e4 e5 2. Nf3 *\n\n" + ada + "1. d4 d5 *\n", 0, 0, 2},
				{"the first again", ada + "1. e4 e5 *\n", 0, 0, 1},
				{"twice longer", ada + "1. d4 d5 2. c4 *\n\n" + ada + "1. d4 d5 2. c4 e6 *\n", 0, 2, 0},
				{"a new game twice", strings.ReplaceAll(ada, "Ada", "Gil") + "1. e4 *\n\n" + strings.ReplaceAll(ada, "Ada", "Gil") + "1. e4 e5 *\n", 2, 0, 0},
				{"and again", strings.ReplaceAll(ada, "Ada", "Gil") + "1. e4 *\n\n" + strings.ReplaceAll(ada, "Ada", "Gil") + "1. e4 e5 *\n", 0, 0, 2},
				{"a variant", "[Variant \"Atomic\"]\n" + ada + "1. e4 e5 2. Nf3 Nc6 *\n", 1, 0, 0},
				{"other headers", "[Round \"2\"]\n" + ada + "1. e4 e5 2. Nf3 Nc6 *\n", 1, 0, 0},
			} {
				path := filepath.Join(t.TempDir(), strconv.Itoa(i)+".pgn")
				writeFile(t, path, []byte(row.text))
				var ids []int64
				o.Each = func(i *records.Imported) error { ids = append(ids, int64(i.ID)); return nil }
				tally, err := a.Import(t.Context(), []string{path}, o)
				if err != nil {
					t.Fatalf("%s: %v", row.name, err)
				}
				if tally.Added != row.added || tally.Continued != row.continued || tally.Existing != row.have || slices.Contains(ids, 0) {
					t.Errorf("%s: %+v, %v", row.name, tally, ids)
				}
			}
			game := must(a.Game(t.Context(), 2))
			if game.Plies != 4 || game.Revision != 3 {
				t.Errorf("%+v", game)
			}
			checkSound(t, a)
		})
	}
}
