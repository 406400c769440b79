package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// puzzleGame ends with a mate after a mistake.
const puzzleGame = "[White \"Ada\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"

// TestPuzzles makes a puzzle, writes it in every format and reads it back into
// other archives, where it is the same.
func TestPuzzles(t *testing.T) {
	d := newDesk(t)
	game := filepath.Join(t.TempDir(), "game.pgn")
	writeFile(t, game, puzzleGame)
	d.done("import", game)
	made := d.run("", "puzzles", "make")
	if made.code != exitDone || !strings.Contains(made.out, "White mates in 1: 1. Qxf7# (chess, rating ") ||
		!strings.Contains(made.errors, "1 puzzle from 1 game") {
		t.Fatalf("exit %d: %s%s", made.code, made.out, made.errors)
	}
	again := d.run("", "puzzles", "make", "1")
	if again.out != "" || !strings.Contains(again.errors, "0 puzzles from 1 game, 1 archived already") {
		t.Errorf("again: %s%s", again.out, again.errors)
	}
	listed := objects(t, d.done("puzzles", "list", "--json"))
	if len(listed) != 1 || listed[0]["game"] != 1.0 || listed[0]["ply"] != 6.0 || listed[0]["played"] != "g8f6" ||
		listed[0]["goal"] != "White mates in 1" {
		t.Fatalf("%v", listed)
	}
	for _, as := range []string{"csv", "pgn", "epd", "json"} {
		args := []string{"puzzles", "list", "--as", as}
		if as == "json" {
			args = []string{"puzzles", "list", "--json"}
		}
		file := filepath.Join(t.TempDir(), "puzzles."+as)
		writeFile(t, file, d.done(args...))
		other := newDesk(t)
		other.done("puzzles", "import", file)
		read := objects(t, other.done("puzzles", "list", "--json"))
		if len(read) != 1 || read[0]["id"] != listed[0]["id"] || read[0]["position"] != listed[0]["position"] ||
			read[0]["line"] != listed[0]["line"] {
			t.Errorf("%s: %v", as, read)
		}
	}
	for theme, n := range map[string]int{"mateIn1": 1, "fork": 0, "mateIn": 0} {
		if got := objects(t, d.done("puzzles", "list", "--json", "--theme", theme)); len(got) != n {
			t.Errorf("theme %s: %v", theme, got)
		}
	}
	if faults := d.run("", "check"); faults.code != exitDone {
		t.Errorf("%s%s", faults.out, faults.errors)
	}
}

// TestImportPuzzles imports lines that are wrong or not proved, which are
// named.
func TestImportPuzzles(t *testing.T) {
	const header = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
	const before = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
	for _, row := range []struct {
		file, text, says string
		added            bool
	}{
		{"good.csv", header + "x," + before + ",g8f6 h5f7,1200,75,90,4000,mate,,\n", "rating 1200", true},
		{"unsolved.csv", header + "x," + before + ",g8f6 h5f7,3200,500,0,0,mate,,\n", "1 puzzle added", true},
		{"few.csv", "FEN,Moves\n" + before + ",g8f6 h5f7\n", "1 puzzle added", true},
		{"wrong.csv", header + "x," + before + ",g8f6 h5e5,1,1,1,1,,,\n", "line 2: not proved", false},
		{"illegal.csv", header + "x," + before + ",g8f6 h5h8,1,1,1,1,,,\n", `line 2: "h5h8" is no legal move`, false},
		{"short.csv", header + "x," + before + ",g8f6,1,1,1,1,,,\n", "line 2: 1 moves: expected at least 2", false},
		{"position.csv", header + "x,nonsense,g8f6 h5f7,1,1,1,1,,,\n", "line 2: ", false},
		{"columns.csv", "a,b\n1,2\n", "line 1: no column FEN", false},
		{"first.csv", header + "a\"b,c\n", "line 2: ", false},
		{"long.epd", strings.Repeat("x", 1<<20+1) + "\n", "line 1: longer than 1048576 bytes", false},
		{"quote.csv", header + "x,\"a\"b,c\n", "line 2: ", false},
		{"good.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"a\";\n", "1 puzzle added", true},
		{"two.epd", "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - bm Ra8# Rb8#;\n", "line 1: bm Ra8# Rb8#: expected one move", false},
		{"none.epd", "\n6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - id \"a\";\n", "line 2: no operation bm", false},
		{"shogi.epd", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1 bm G@e8; c1 \"shogi\";\n", "1 puzzle added", true},
		{"text.json", "nothing\n", "line 1: no puzzle as JSON", false},
		{"empty.pgn", "[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n[SetUp \"1\"]\n\n*\n", "game 1: the record has no moves", false},
		{"puzzles.txt", "", "expected csv, pgn, epd, json", false},
	} {
		t.Run(row.file, func(t *testing.T) {
			d := newDesk(t)
			file := filepath.Join(t.TempDir(), row.file)
			writeFile(t, file, row.text)
			got := d.run("", "puzzles", "import", file)
			if (got.code == exitDone) != row.added || !strings.Contains(got.out+got.errors, row.says) {
				t.Errorf("exit %d: %s%s", got.code, got.out, got.errors)
			}
		})
	}
}

// TestPuzzleSources makes puzzles of a file and of self-play.
func TestPuzzleSources(t *testing.T) {
	d := newDesk(t)
	game := filepath.Join(t.TempDir(), "game.pgn")
	writeFile(t, game, puzzleGame+"\n"+puzzleGame)
	if got := d.run("", "puzzles", "make", "--record", game); !strings.Contains(got.errors,
		"1 puzzle from 2 games, 1 archived already") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	if got := d.run("", "puzzles", "make", "--variant", "minishogi", "--self-play", "2", "--nodes", "100"); got.code != exitDone ||
		!strings.Contains(got.errors, "from 2 games") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	if got := d.run("", "puzzles", "make", "--record", game, "--game", "3"); got.code != exitFaults ||
		!strings.Contains(got.errors, "game 3") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	garbage := filepath.Join(t.TempDir(), "garbage.pgn")
	writeFile(t, garbage, "garbage\n")
	if got := d.run("", "puzzles", "make", "--record", garbage); got.code != exitFaults ||
		!strings.Contains(got.errors, garbage+": game 1 is left out") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	none := filepath.Join(t.TempDir(), "none")
	if got := d.run("", "puzzles", "make", "--data", none); got.code != exitFaults ||
		!strings.Contains(got.errors, "No archive in "+none) || isThere(none) {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	for _, c := range []struct{ args, says string }{
		{"make --self-play 2", "--variant"},
		{"make --self-play -1", "--self-play"},
		{"make --record x 1", "--record"},
		{"make --query chess 1", "--query"},
		{"make --variant nonesuch --self-play 1", "nonesuch"},
		{"make --time -1s", "--time"},
		{"make --nodes 0", "--nodes"},
		{"make --nodes 18446744073709551615", "--nodes"},
		{"make --game 3", "--record"},
		{"import --nodes 0 " + game, "--nodes"},
		{"list --as csv --json", "--as"},
		{"list --variant nonesuch", "nonesuch"},
		{"list --as svg", "csv, pgn, epd"},
		{"list --theme é", "theme"},
		{"list --rating-from -1", "--rating-from"},
		{"list --rating-from 2000 --rating-to 1000", "--rating-from"},
		{"list --limit -1", "--limit"},
	} {
		if got := d.run("", append([]string{"puzzles"}, strings.Split(c.args, " ")...)...); got.code != exitUsage ||
			!strings.Contains(got.errors, c.says) {
			t.Errorf("%s: exit %d: %s", c.args, got.code, got.errors)
		}
	}
}

// TestPuzzlesWithoutVariant lists puzzles whose variant is not defined, or has
// changed.
func TestPuzzlesWithoutVariant(t *testing.T) {
	d := newDesk(t)
	d.done("puzzles", "make", "--variants-dir", "../../fixtures/definitions", "--variant", "frog-pond", "--self-play",
		"3", "--nodes", "50")
	text, err := os.ReadFile("../../fixtures/definitions/frog-pond.yaml")
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	definition, _, _ := strings.Cut(string(text), "node-counts:")
	writeFile(t, filepath.Join(other, "frog-pond.yaml"), strings.NewReplacer("moves: fW,", "moves: bW,",
		"moves: W,", "moves: F,", "moves: FpD,", "moves: W,", "moves: WpD,", "moves: F,").Replace(definition))
	for _, extra := range [][]string{nil, {"--variants-dir", other}} {
		shown := d.done(append([]string{"puzzles", "list"}, extra...)...)
		if !strings.Contains(shown, "frog-pond is not defined or has other rules now; see --variants-dir") {
			t.Errorf("%v: %s", extra, shown)
		}
		epd := d.run("", append([]string{"puzzles", "list", "--as", "epd"}, extra...)...)
		if epd.code != exitDone || !strings.Contains(epd.errors, "left out, because the variant is not defined") {
			t.Errorf("%v: exit %d: %s%s", extra, epd.code, epd.out, epd.errors)
		}
	}
}

// TestPuzzleThemes finds the themes of archived puzzles again: with those of a
// file, with changed queries, and without them.
func TestPuzzleThemes(t *testing.T) {
	d, folder := newDesk(t), t.TempDir()
	game, themes := filepath.Join(folder, "game.pgn"), filepath.Join(folder, "themes.yaml")
	writeFile(t, game, puzzleGame)
	d.done("import", game)
	d.done("puzzles", "make")
	for _, row := range []struct{ text, has, lacks, says string }{
		{"", "mateIn1", "queenTakes", "0 of 1 puzzle changed"},
		{"queenTakes: move(solver queen takes any)\n", "queenTakes", "rookLift", "1 of 1 puzzle changed"},
		{"queenTakes: move(solver queen takes any)\n", "queenTakes", "rookLift", "0 of 1 puzzle changed"},
		{"queenTakes: move(solver rook)\nqueenMate: move(solver queen)\ncheck:\n", "queenMate", "queenTakes", "1 of 1 puzzle changed"},
		{"", "check", "queenMate", "1 of 1 puzzle changed"},
	} {
		arguments := []string{"puzzles", "themes"}
		if row.text != "" {
			writeFile(t, themes, row.text)
			arguments = append(arguments, "--themes", themes)
		}
		got := d.run("", arguments...)
		if got.code != exitDone || !strings.Contains(got.errors, row.says) {
			t.Errorf("%q: %+v, want %s", row.text, got, row.says)
		}
		if n := len(objects(t, d.done("puzzles", "list", "--json", "--theme", row.has))); n != 1 {
			t.Errorf("%q: %d puzzles have %s", row.text, n, row.has)
		}
		if n := len(objects(t, d.done("puzzles", "list", "--json", "--theme", row.lacks))); n != 0 {
			t.Errorf("%q: %d puzzles have %s", row.text, n, row.lacks)
		}
	}
	if faults := d.run("", "check"); faults.code != exitDone {
		t.Errorf("%s%s", faults.out, faults.errors)
	}
	writeFile(t, themes, "a: check and\n")
	if got := d.run("", "puzzles", "themes", "--themes", themes); got.code != exitUsage {
		t.Errorf("a wrong file: %+v", got)
	}
}
