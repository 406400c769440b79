package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/parser"
)

const (
	annotated = "[Event \"Club\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4! {best} (1. d4) e5 *\n\n[Event \"Club\"]\n[Result \"*\"]\n\n1. c4 *\n"
	kifu      = "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n*良い手\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n"
)

// TestExportFormats exports games in every notation that can express them,
// several per file, and reads them back.
func TestExportFormats(t *testing.T) {
	d := newDesk(t)
	games, shogi := filepath.Join(t.TempDir(), "games.pgn"), filepath.Join(t.TempDir(), "game.kif")
	writeFile(t, games, annotated)
	writeFile(t, shogi, kifu)
	d.done("import", games, shogi)
	for _, as := range []string{"numbered", "pgn", "courier", "json", "kif", "ki2", "csa", "usi", "jkf"} {
		ids := []string{"1", "2"}
		if len(as) == 3 && as != "pgn" {
			ids = []string{"3", "3"}
		}
		got := d.run("", append([]string{"export", "--as", as}, ids...)...)
		if got.code != exitDone {
			t.Errorf("%s: %+v", as, got)
			continue
		}
		again := objects(t, d.run(got.out, "verify", "--json", "-").out)
		if len(again) != 2 || again[0]["format"] != as || again[0]["verdict"] != "legal" || again[1]["plies"].(float64) < 1 {
			t.Errorf("%s comes back as %v:\n%s", as, again, got.out)
		}
	}
	if got := d.done("export", "1", "--as", "pgn", "--annotations", "none"); !strings.HasSuffix(got, "\n\n1. e4 e5 *\n\n") {
		t.Errorf("without annotations:\n%s", got)
	}
	if got := d.run("", "export", "1", "3", "--as", "csa"); got.code != exitFaults || !strings.Contains(got.errors, "game 1: csa cannot express games of chess") ||
		!strings.Contains(got.errors, "game 3 as csa loses 1 variation") || !strings.HasPrefix(got.out, "'CSA") {
		t.Errorf("%+v", got)
	}
	got := d.run("", "export", "3", "--as", "usi", "--json")
	if want := `{"game":3,"as":"usi","losses":["1 variation","1 comment"]}` + "\n"; got.errors != want || got.out != "position startpos moves 7g7f 3c3d resign\n" {
		t.Errorf("%+v", got)
	}
	got = d.run("", "export", "--record", games, "--game", "2", "--as", "numbered", "--json")
	if !strings.Contains(got.errors, `games.pgn","game":2,"as":"numbered","losses":[]}`) {
		t.Errorf("%+v", got)
	}
	if got := d.run("", "export", "1", "--annotations", "some"); got.code != exitUsage || !strings.Contains(got.errors, "--annotations") {
		t.Errorf("%+v", got)
	}
	if schema := d.done("export", "--schema"); objects(t, strings.Join(strings.Fields(schema), " "))[0]["title"] != "Assay record" {
		t.Errorf("%s", schema)
	}
}

// TestExportFile exports all games of a file in order, with the losses of each.
// Games that cannot be exported are named, the others are written.
func TestExportFile(t *testing.T) {
	d := newDesk(t)
	games := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, games, annotated+"\n[Event \"Bad\"]\n[Result \"*\"]\n\n1. d4 d5 2. Ke3 *\n\n[Variant \"unheard of\"]\n\n1. e4 *\n\n[Event \"Last\"]\n[Result \"*\"]\n\n1. Nf3 {\u00fcber} *\n")
	got := d.run("", "export", "--record", games, "--as", "courier")
	text := got.out
	for _, part := range []string{"1. P e2-e4", "1. P c2-c4", "1. P d2-d4", "1. N g1-f3"} {
		_, rest, ok := strings.Cut(text, part)
		if !ok {
			t.Errorf("%q is missing, or in another place:\n%s", part, got.out)
		}
		text = rest
	}
	for _, part := range []string{
		"game 1 as courier loses 1 glyph written as comments, 1 variation\n", "game 3 is illegal from ply 3 on: W-0",
		"game 3 as courier loses 1 ply from the illegal one on", "game 4: the record is unsupported",
	} {
		if !strings.Contains(got.errors, part) {
			t.Errorf("%q is not among\n%s", part, got.errors)
		}
	}
	if got.code != exitFaults || strings.Contains(got.errors, "game 2 ") || strings.Contains(got.errors, "game 5 ") {
		t.Errorf("exit %d\n%s", got.code, got.errors)
	}
	if again := objects(t, d.run(got.out, "verify", "--json", "-").out); len(again) != 4 {
		t.Errorf("%d games come back", len(again))
	}
	for _, c := range []struct {
		args  string
		code  int
		mark  string // once per game
		games int
	}{
		{"--as pgn --game 2", exitDone, "[Result ", 1}, {"--as pgn --annotations none", exitDone, "[Result ", 5},
		{"--as json", exitDone, `"assay":1`, 5}, {"--as position", exitFaults, "/", 4 * 7}, {"--as position --ply 2", exitFaults, "/", 2 * 7},
		{"--as svg", exitDone, "<svg ", 1}, {"--as kif", exitFaults, "", 1}, {"--as pgn --game 9", exitFaults, "", 1},
	} {
		got := d.run("", append([]string{"export", "--record", games}, strings.Fields(c.args)...)...)
		if n := strings.Count(got.out, c.mark); got.code != c.code || n != c.games {
			t.Errorf("%s: exit %d, %q %d times, want %d, %d\n%.1000s%s", c.args, got.code, c.mark, n, c.code, c.games, got.out, got.errors)
		}
	}
	if got := d.run(annotated, "export", "--record", "-", "--as", "usi", "--json"); got.code != exitFaults || !strings.Contains(got.errors, "-: game 2: usi cannot express") {
		t.Errorf("%+v", got)
	}
}

// TestExportEncoded exports an archived game and a file in other encodings, and
// reads what was written.
func TestExportEncoded(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "a.kif")
	writeFile(t, file, "手合割：平手\n先手：羽生\n後手：Łukasz\n   1 ７六歩(77)\n")
	d.done("import", file)
	for _, args := range []string{"1 --encoding Shift_JIS", "--record " + file + " --output-encoding cp932"} {
		got := d.run("", append([]string{"export", "--as", "kif"}, strings.Fields(args)...)...)
		text, err := parser.TextIn([]byte(got.out), "shift_jis")
		if err != nil || got.code != exitDone || !strings.Contains(text, "encoding=Shift_JIS\n") || !strings.Contains(text, "羽生") ||
			!strings.Contains(got.errors, "1 character that shift_jis lacks (Ł)") {
			t.Errorf("%s: exit %d, %v\n%s%s", args, got.code, err, text, got.errors)
		}
		if again := objects(t, d.run(got.out, "verify", "--json", "-").out); len(again) != 1 || again[0]["verdict"] != "legal" {
			t.Errorf("%s is read as %v", args, again)
		}
	}
	folder := t.TempDir()
	d.done("export", "1", "--as", "kif", "--encoding", "utf-8", "--output", folder)
	if _, err := os.Stat(filepath.Join(folder, "game-1.kifu")); err != nil {
		t.Error(err)
	}
	for _, args := range []string{"1 --as html --encoding big5", "1 --as kif --encoding utf-16", "1 --as json --encoding gbk",
		"--as site x --encoding gbk"} {
		if got := d.run("", append([]string{"export"}, strings.Fields(args)...)...); got.code != exitUsage || !strings.Contains(got.errors, "ncoding") {
			t.Errorf("%s: exit %d, %s", args, got.code, got.errors)
		}
	}
}

// TestEncodingReported: the encoding is reported unless it is plain UTF-8.
func TestEncodingReported(t *testing.T) {
	d := newDesk(t)
	line := objects(t, d.run("[White \"J\xf6rg M\xfcller\"]\n\n1. e4 *\n", "verify", "--json", "-").out)[0]
	if line["encoding"] != "iso-8859-1" && line["encoding"] != "windows-1252" {
		t.Errorf("%v", line)
	}
	if line := objects(t, d.run(annotated, "verify", "--json", "-").out)[0]; line["encoding"] != nil {
		t.Errorf("%v", line)
	}
}

// TestStrict treats warnings as errors on request.
func TestStrict(t *testing.T) {
	d := newDesk(t)
	const doubtful = "[Event \"x\"]\n\n1. e4 e5 2. Nf3+ *\n"
	if got := d.run(doubtful, "verify", "-"); got.code != exitDone || !strings.Contains(got.out, "gives no check") {
		t.Errorf("%+v", got)
	}
	for _, command := range []string{"verify", "import"} {
		if got := d.run(doubtful, command, "--strict", "-"); got.code != exitFaults || !strings.Contains(got.out, "illegal at ply 3") || !strings.Contains(got.out, "probably meant: 2. Nf3") {
			t.Errorf("%s: %+v", command, got)
		}
	}
}

// TestImportReport lists the records that are not legal.
func TestImportReport(t *testing.T) {
	d := newDesk(t)
	faulty, list := filepath.Join(t.TempDir(), "faulty.pgn"), filepath.Join(t.TempDir(), "faults.jsonl")
	writeFile(t, faulty, annotated+"\n[Event \"Bad\"]\n\n1. e5 *\n\n[Variant \"unheard of\"]\n\n1. e4 *\n")
	if got := d.run("", "import", "--report", list, faulty); got.code != exitFaults {
		t.Fatalf("%+v", got)
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	lines := objects(t, string(text))
	if len(lines) != 2 || lines[0]["verdict"] != "illegal" || lines[0]["game"] != 3.0 || lines[0]["id"] != 3.0 || lines[1]["verdict"] != "unsupported" {
		t.Errorf("%v", lines)
	}
	if got := d.run("", "import", "--report", filepath.Join(list, "no"), faulty); got.code != exitUsage || !strings.Contains(got.errors, "--report") {
		t.Errorf("%+v", got)
	}
}

// TestExportPublished exports publications to files, by game number and by
// condition.
func TestExportPublished(t *testing.T) {
	d := newDesk(t)
	folder := t.TempDir()
	games := filepath.Join(folder, "games.pgn")
	writeFile(t, games, annotated)
	d.done("import", games)
	page := filepath.Join(folder, "page.html")
	if got := d.done("export", "--player", "a", "--as", "html", "--output", page); got != "" {
		t.Errorf("%q", got)
	}
	if text := readText(t, page); !strings.HasPrefix(text, "<!DOCTYPE html>") || !strings.Contains(text, "A – B, Club") {
		t.Errorf("%.200s", text)
	}
	notes := filepath.Join(folder, "my notes.md")
	d.done("export", "--event", "club", "--as", "markdown", "--title", "Club", "--plies", "0,1", "--output", notes)
	text := readText(t, notes)
	if !strings.HasPrefix(text, "# Club\n") || !strings.Contains(text, "![After 1. e4](my%20notes_files/game-1-ply-1.svg)") {
		t.Errorf("%s", text)
	}
	for _, name := range []string{"game-1-start.svg", "game-1-ply-1.svg", "game-2-ply-1.svg"} {
		if svg := readText(t, filepath.Join(folder, "my notes_files", name)); !strings.HasPrefix(svg, "<svg ") {
			t.Errorf("%s: %.100s", name, svg)
		}
	}
	if got := d.done("export", "1", "--as", "gif", "--plies", "0-1", "--delay", "1s", "--size", "10"); !strings.HasPrefix(got, "GIF89a") {
		t.Errorf("%.20q", got)
	}
	if got := d.done("export", "--query", "player:a", "--as", "pgn", "--annotations", "none"); !strings.HasSuffix(got, "\n\n1. e4 e5 *\n\n") {
		t.Errorf("%s", got)
	}
	if got := d.done("export", "--variant", "chess", "--as", "numbered"); strings.Count(got, "Variant=chess") != 2 {
		t.Errorf("%s", got)
	}
	usual, turned := d.done("export", "--variant", "chess", "--as", "json"), d.done("export", "--variant", "chess", "--as", "json", "--sort", "-id")
	if lines := strings.SplitAfter(usual, "\n"); len(lines) != 3 || turned != lines[1]+lines[0] {
		t.Errorf("%s, turned %s", usual, turned)
	}
	for _, tc := range []struct {
		args, errors string
		code         int
	}{
		{"export 1 --sort id", "--sort", exitUsage},
		{"export --player a --sort colour", "--sort", exitUsage},
		{"export 1 2 --as gif", "--as", exitUsage},
		{"export --event club --as gif", "contains only one game", exitUsage},
		{"export 1 --player a", "--query", exitUsage},
		{"export --record x --player a", "--record", exitUsage},
		{"export 1 --as html --plies x", "--plies", exitUsage},
		{"export 1 --as gif --delay 1h", "--delay", exitUsage},
		{"export 1 --as gif --size 2", "--size", exitUsage},
		{"export 1 --as gif --plies 50", "none of the requested positions", exitFaults},
		{"export --player nobody --as html", "no game matches", exitFaults},
		{"export 1 --as html --output " + page + "/x/", "--output", exitUsage},
		{"export 9 --as html --output " + page, "", exitFaults},
	} {
		if got := d.run("", strings.Fields(tc.args)...); got.code != tc.code || !strings.Contains(got.errors, tc.errors) {
			t.Errorf("%s: %+v", tc.args, got)
		}
	}
	if text := readText(t, page); !strings.Contains(text, "A – B, Club") {
		t.Error("a failed export changed the file")
	}
	if left, err := filepath.Glob(filepath.Join(folder, ".*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestExportFolder writes one file per game and overwrites none.
func TestExportFolder(t *testing.T) {
	d := newDesk(t)
	folder := t.TempDir()
	shogi, games := filepath.Join(folder, "club.kif"), filepath.Join(folder, "games.pgn")
	writeFile(t, shogi, kifu)
	writeFile(t, games, annotated)
	d.done("import", shogi, games)
	files := func(name string) string {
		entries, err := os.ReadDir(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return strings.Join(names, " ")
	}
	for _, as := range []string{"kif", "ki2", "jkf"} {
		d.done("export", "1", "--as", as, "--output", filepath.Join(folder, as)+"/")
		if got := files(as); got != "game-1."+as {
			t.Errorf("%s: %s", as, got)
		}
	}
	out := filepath.Join(folder, "new") + "/"
	if got := d.run("", "export", "1", "2", "3", "--as", "pgn", "--output", out); got.code != exitDone || got.out != "" || files("new") != "game-1.pgn game-2.pgn game-3.pgn" {
		t.Errorf("%+v, %s", got, files("new"))
	}
	second := filepath.Join(out, "game-2.pgn")
	writeFile(t, second, "mine")
	os.Remove(filepath.Join(out, "game-3.pgn"))
	got := d.run("", "export", "2", "3", "--as", "pgn", "--output", strings.TrimSuffix(out, "/"))
	if got.code != exitFaults || !strings.Contains(got.errors, "game 2: write "+second+": file already exists") || readText(t, second) != "mine" || !strings.Contains(readText(t, filepath.Join(out, "game-3.pgn")), "1. c4") {
		t.Errorf("%+v, %s", got, files("new"))
	}
	// Files of equal names in different folders do not collide.
	for _, name := range []string{"a", "b"} {
		if err := os.MkdirAll(filepath.Join(folder, "in", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(folder, "in", "a", "x.pgn"), annotated)
	writeFile(t, filepath.Join(folder, "in", "b", "X.pgn"), annotated)
	d.done("export", "--record", filepath.Join(folder, "in"), "--as", "svg", "--output", filepath.Join(folder, "svg")+"/")
	if got := files("svg"); got != "X-1-2.svg X-2-2.svg x-1.svg x-2.svg" {
		t.Error(got)
	}
	d.run(annotated, "export", "--record", "-", "--as", "markdown", "--output", filepath.Join(folder, "md")+"/")
	if got := files("md"); got != "game-1.md game-1_files game-2.md game-2_files" {
		t.Error(got)
	}
	got = d.run("", "export", "1", "2", "--as", "usi", "--output", filepath.Join(folder, "usi")+"/")
	if got.code != exitFaults || !strings.Contains(got.errors, "game 2: usi cannot express games of chess") || files("usi") != "game-1.usi" {
		t.Errorf("%+v, %s", got, files("usi"))
	}
	if got := d.run("", "export", "--player", "nobody", "--as", "pgn", "--output", out); got.code != exitFaults || !strings.Contains(got.errors, "no game matches") {
		t.Errorf("%+v", got)
	}
	one := filepath.Join(folder, "one.kif")
	if got := d.run("", "export", "1", "1", "--as", "kif", "--output", one); got.code != exitDone || !strings.Contains(got.errors, "--output FOLDER/") || strings.Count(readText(t, one), "７六歩") != 2 {
		t.Errorf("%+v", got)
	}
}

// TestExportXiangqi exports formats of xiangqi programs.
func TestExportXiangqi(t *testing.T) {
	d := newDesk(t)
	const game = "[Red \"Hu\"]\n[Black \"Lü\"]\n[Result \"0-1\"]\n\n1. C2.5 H8+7 2. H2+3 0-1\n"
	for as, want := range map[string]string{"wxf": "1. C2.5 H8+7 2. H2+3 0-1", "chinese": "1. 炮二平五 马８进７ 2. 马二进三 0-1", "iccs": "1. H2-E2 H9-G7 2. H0-G2 0-1"} {
		got := d.run(game, "export", "--record", "-", "--as", as)
		if !strings.HasPrefix(got.out, "[Game \"Chinese Chess\"]\n") || !strings.Contains(got.out, "[Red \"Hu\"]\n[Black \"Lü\"]\n[Result \"0-1\"]\n") || !strings.Contains(got.out, want) {
			t.Errorf("%s: %+v", as, got)
		}
		if again := objects(t, d.run(got.out, "verify", "--json", "-").out)[0]; again["variant"] != "xiangqi" || again["plies"] != 3.0 || again["result"] != "0-1" {
			t.Errorf("%s: %v", as, again)
		}
	}
	if got := d.run(annotated, "export", "--record", "-", "--as", "wxf"); got.code != exitFaults || !strings.Contains(got.errors, "wxf cannot express games of chess") {
		t.Errorf("%+v", got)
	}
}
