package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestImportTwice(t *testing.T) {
	d := newDesk(t)
	for _, existing := range []bool{false, true} {
		lines := objects(t, d.done("import", "--json", both))
		if len(lines) != 2 {
			t.Fatalf("%d lines", len(lines))
		}
		for i, line := range lines {
			if line["id"] != float64(i+1) || line["existing"] != existing || line["verdict"] != "legal" {
				t.Errorf("existing %v: %v", existing, line)
			}
		}
	}
	if n := len(objects(t, d.done("list", "--json"))); n != 2 {
		t.Errorf("%d games are archived", n)
	}
}

func TestList(t *testing.T) {
	d := newDesk(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.txt": "Variant=csg-1\nRed=Ada Smith\nCyan=Ben\nEvent=Cup\nDate=2020.05.01\nResult=1-0\n1. Pawn a3 - a4\n",
		"b.txt": "Variant=csg-2\nRed=Carl\nResult=0-1\n1. Pawn a4 - a5\n",
		"c.txt": "Variant=csg-2\nResult=*\n1. Pawn a4 - a6\n",
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	if got := d.run("", "import", dir); got.code != exitFaults {
		t.Fatalf("exit %d", got.code)
	}
	for _, c := range []struct {
		args string
		want []float64
	}{
		{"", []float64{1, 2, 3}},
		{"--limit 2", []float64{1, 2}},
		{"--variant csg-2", []float64{2, 3}},
		{"--verdict illegal", []float64{3}},
		{"--result 1-0", []float64{1}},
		{"--variant chess", nil},
		{"--deleted", nil},
	} {
		var ids []float64
		for _, game := range objects(t, d.done(append([]string{"list", "--json"}, strings.Fields(c.args)...)...)) {
			ids = append(ids, game["id"].(float64))
		}
		if !slices.Equal(ids, c.want) {
			t.Errorf("list %s: %v, want %v", c.args, ids, c.want)
		}
	}
	if got := d.done("list", "--limit", "1"); !strings.HasPrefix(got, "1: csg-1, legal, 1 ply, 1-0") {
		t.Errorf("got %q", got)
	}
}

func TestShowAndExport(t *testing.T) {
	d := imported(t)
	const start3 = "zdthkhtdz/1csg1gsc1/zcsgjgscz/9/9/9/ZCSGJGSCZ/1CSG1GSC1/ZDTHKHTDZ[Ww] w\n"
	if got := d.done("show", "2", "--ply", "0", "--as", "position"); got != start3 {
		t.Errorf("start is %q", got)
	}
	for _, as := range []string{"text", "position", "svg", "json"} {
		archived := d.done("show", "2", "--ply", "17", "--as", as)
		filed := d.done("show", "--record", board3, "--ply", "17", "--as", as)
		if as == "json" {
			a, f := objects(t, archived)[0], objects(t, filed)[0]
			if a["position"] != f["position"] || a["position"] == nil {
				t.Errorf("%v and %v", a["position"], f["position"])
			}
			continue
		}
		if archived != filed || archived == "" {
			t.Errorf("%s of the archive:\n%s\nof the file:\n%s", as, archived, filed)
		}
	}
	if last := d.done("show", "2", "--as", "position"); last != d.done("show", "2", "--ply", "199", "--as", "position") {
		t.Errorf("without --ply: %q", last)
	}
	if got := d.done("show", "1", "--ply", "0", "--as", "svg"); !strings.HasPrefix(got, "<svg ") {
		t.Errorf("got %.60q", got)
	}

	exported := filepath.Join(t.TempDir(), "both.txt")
	writeFile(t, exported, d.done("export", "1", "2"))
	lines := objects(t, d.done("verify", "--json", exported))
	if len(lines) != 2 || lines[0]["plies"] != 110.0 || lines[1]["plies"] != 199.0 || lines[1]["verdict"] != "legal" {
		t.Errorf("the export verifies as %v", lines)
	}
	if games := objects(t, d.done("export", "1", "2", "--json")); len(games) != 2 {
		t.Errorf("%d objects", len(games))
	}
}

func TestSearch(t *testing.T) {
	d := imported(t)
	position := strings.TrimSpace(d.done("show", "1", "--ply", "20", "--as", "position"))
	for _, args := range [][]string{
		{"--record", board1, "--ply", "20"},
		{"--variant", "csg-1", "--position", position},
	} {
		hits := objects(t, d.done(append([]string{"search", "--json"}, args...)...))
		if len(hits) != 1 || hits[0]["game"] != 1.0 || hits[0]["ply"] != 20.0 || hits[0]["next"] != "Jumper i3 - g5" {
			t.Errorf("search %v: %v", args, hits)
		}
	}
	if hits := d.done("search", "--variant", "csg-2", "--position", position); hits != "" {
		t.Errorf("found in another variant: %s", hits)
	}
	help := d.done("help", "search")
	if strings.Contains(help, "default the start") {
		t.Errorf("what is looked for has to be named:\n%s", help)
	}
	column := func(text string) int {
		before, _, _ := strings.Cut(help, text)
		return utf8.RuneCountInString(before[strings.LastIndex(before, "\n"):])
	}
	if column("the variant's options") != column("ID of the variant") {
		t.Errorf("its columns are not straight:\n%s", help)
	}
	if hits := objects(t, d.done("search", "--json", "--query", `"copper"`)); len(hits) != 2 {
		t.Errorf("by words: %v", hits)
	}
	if hits := objects(t, d.done("search", "--json", "--query", `"copper"`, "--limit", "1")); len(hits) != 1 {
		t.Errorf("with a limit: %v", hits)
	}
}

func TestMovesAndPerft(t *testing.T) {
	d := newDesk(t)
	for variant, counts := range map[string][2]string{"csg-1": {"148", "21547"}, "csg-2": {"133", "17368"}, "csg-3": {"76", "5691"}} {
		for i, want := range counts {
			depth := string(rune('1' + i))
			if got := d.done("perft", depth, "--variant", variant); got != want+"\n" {
				t.Errorf("perft %s of %s: %q, want %s", depth, variant, got, want)
			}
		}
		moves := strings.Split(strings.TrimSuffix(d.done("moves", "--variant", variant), "\n"), "\n")
		if !slices.IsSorted(moves) {
			t.Errorf("moves of %s are not sorted", variant)
		}
		divided := strings.Split(strings.TrimSuffix(d.done("perft", "1", "--divide", "--variant", variant), "\n"), "\n")
		for i := range divided {
			divided[i] = strings.TrimSuffix(divided[i], ": 1")
		}
		if !slices.Equal(moves, divided) {
			t.Errorf("moves and perft of %s differ", variant)
		}
	}
	line := objects(t, d.done("perft", "2", "--json", "--record", board3, "--ply", "0"))[0]
	if line["depth"] != 2.0 || line["nodes"] != 5691.0 {
		t.Errorf("got %v", line)
	}
	if got := objects(t, d.done("moves", "--json", "--variant", "csg-3")); len(got) != 76 || got[0]["move"] == "" {
		t.Errorf("%d moves", len(got))
	}
	if got := d.done("moves", "--record", board1); got != "" {
		t.Errorf("moves after the king's capture: %s", got)
	}
}

func TestSample(t *testing.T) {
	d := newDesk(t)
	random := []string{"sample", "--variant", "csg-1", "--games", "3", "--plies", "12", "--seed", "7"}
	told := d.done(random...)
	if !strings.HasPrefix(told, "1: 12 plies, *, stopped by the limit of plies\n2: ") || !strings.Contains(told, "\n3 games: first player won 0, second player won 0, drawn 0, unfinished 3; 12 to 12 plies, median 12\n     3  stopped by the limit of plies: 100.0 % (43.9 to 100.0)\n") {
		t.Errorf("by random moves: %s", told)
	}
	if again := d.done(random...); again != told {
		t.Errorf("with the same seed: %s", again)
	}
	if got := d.done(append(random, "--moves")...); strings.Count(got, "\n    12. ") != 3 {
		t.Errorf("with moves: %s", got)
	}
	thought := objects(t, d.done("sample", "--variant", "chess", "--position", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--by", "engine", "--games", "1", "--json"))
	if len(thought) != 2 || thought[0]["termination"] != "stalemate" || thought[0]["result"] != "1/2-1/2" || thought[1]["summary"] == nil {
		t.Errorf("from a position: %v", thought)
	}
	for _, bad := range [][]string{{"--games", "0"}, {"--by", "chance"}, {"--plies", "0"}, {"--nodes", "0"}, {"--time", "-1s"}} {
		if got := d.run("", append([]string{"sample", "--variant", "csg-1"}, bad...)...); got.code != exitUsage || !strings.Contains(got.errors, bad[0]) {
			t.Errorf("%v: exit %d: %s", bad, got.code, got.errors)
		}
	}
	if got := d.done("sample", "--variant", "hexapawn", "--games", "201"); !strings.Contains(got, "\n201 games: ") || !strings.Contains(got, "\nFirst player's score: ") {
		t.Errorf("201 games: %s", got)
	}
	if got := d.done("sample", "--variant", "chess", "--games", "1000000", "--time", "50ms"); !strings.Contains(got, "timed out") {
		t.Errorf("50 ms: %s", got)
	}
	if got := d.run("", "sample"); got.code != exitUsage || !strings.Contains(got.errors, "--variant") {
		t.Errorf("of no game: exit %d: %s", got.code, got.errors)
	}
}

func TestVariants(t *testing.T) {
	d := newDesk(t)
	dir := t.TempDir()
	text, err := os.ReadFile("../../analysis/variant/definitions/csg-3.yaml")
	if err != nil {
		t.Fatal(err)
	}
	own := strings.NewReplacer("csg-3", "walled", "board 3", "walled kings").Replace(string(text))
	sound, faulty := filepath.Join(dir, "walled.yaml"), filepath.Join(t.TempDir(), "faulty.yaml")
	writeFile(t, sound, own)
	writeFile(t, faulty, strings.Replace(own, "aliases:", "alias:", 1))

	if got := d.done("variants"); !strings.Contains(got, "\ncsg-1 ") || strings.Contains(got, "walled") {
		t.Errorf("variants: %s", got)
	}
	if got := d.done("variants", "--variants-dir", dir); !strings.Contains(got, "\nwalled ") {
		t.Errorf("with the user's own: %s", got)
	}
	if got := d.done("perft", "2", "--variant", "walled", "--variants-dir", dir); got != "5691\n" {
		t.Errorf("perft of the user's own: %s", got)
	}
	if got := d.done("variants", "csg-1"); !strings.Contains(got, "CSG-7") {
		t.Errorf("no ruling in %s", got)
	}
	if card := objects(t, d.done("variants", "csg-1", "--json")); len(card) != 1 || card[0]["id"] != "csg-1" {
		t.Errorf("card %v", card)
	}
	if got := d.done("variants", "--check", sound, "--variants-dir", dir); !strings.HasSuffix(got, sound+": walled is a valid definition\n") || !strings.Contains(got, "CSG-14") {
		t.Errorf("a sound one: %s", got)
	}
	begun := filepath.Join(t.TempDir(), "begun.yaml")
	writeFile(t, begun, d.done("variants", "--new", "my-game"))
	if got := d.done("variants", "--check", begun); !strings.HasSuffix(got, begun+": my-game is a valid definition\n") {
		t.Errorf("a new one: %s", got)
	}
	if card := objects(t, d.done("variants", "--json", "--check", begun)); len(card) != 1 || card[0]["id"] != "my-game" {
		t.Errorf("a sound one: %v", card)
	}
	if got := d.run("", "variants", "--new", "My Game"); got.code != exitUsage || !strings.Contains(got.errors, "--new: ") {
		t.Errorf("a name for an id: exit %d: %s", got.code, got.errors)
	}
	if got := d.run("", "variants", "--check", faulty, "--variants-dir", filepath.Dir(faulty)); got.code != exitFaults || got.errors != "" {
		t.Errorf("in its folder: exit %d: %s", got.code, got.errors)
	}
	if got := d.run("", "variants", "--check", begun, "--variants-dir", filepath.Dir(faulty)); got.code != exitDone || !strings.Contains(got.errors, "variants_dir: faulty.yaml:5") {
		t.Errorf("beside a faulty one: exit %d: %s", got.code, got.errors)
	}
	base := filepath.Join(dir, "base.yaml")
	writeFile(t, base, strings.NewReplacer("walled kings", "base kings", "id: walled", "id: base").Replace(own))
	writeFile(t, filepath.Join(dir, "above.yaml"), "id: above\nextends: base\nname: Above\n")
	writeFile(t, filepath.Join(dir, "namesake.yaml"), "id: namesake\nextends: base\nname: Chess\n")
	if got := d.run("", "variants", "--check", base, "--variants-dir", dir); got.code != exitDone || strings.Contains(got.errors, "above") || !strings.Contains(got.errors, `namesake.yaml: the name "Chess" is taken by chess`) {
		t.Errorf("one that others extend: exit %d: %s", got.code, got.errors)
	}
	if got := d.run("", "variants", "--variants-dir", dir); got.code != exitDone || !strings.Contains(got.out, "\nabove ") || strings.Contains(got.out, "\nnamesake ") {
		t.Errorf("beside a namesake: exit %d: %s", got.code, got.out)
	}
	got := d.run("", "variants", "--check", faulty)
	if got.code != exitFaults || !strings.HasPrefix(got.out, faulty+":5: ") || !strings.Contains(got.out, "aliases") {
		t.Errorf("exit %d: %q", got.code, got.out)
	}
	if got := d.run("", "variants", "--variants-dir", filepath.Dir(faulty)); got.code != exitDone || !strings.Contains(got.errors, "variants_dir: ") || !strings.Contains(got.out, "\nchess ") {
		t.Errorf("a folder with a faulty definition: exit %d: %s", got.code, got.errors)
	}
	problems := objects(t, d.run("", "variants", "--json", "--check", faulty).out)
	if len(problems) == 0 || problems[0]["line"] != 5.0 {
		t.Errorf("problems %v", problems)
	}
}

// TestReverify changes a definition after its games were archived.
func TestReverify(t *testing.T) {
	d := newDesk(t)
	text, err := os.ReadFile("../../fixtures/definitions/frog-pond.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "frog-pond.yaml")
	writeFile(t, file, string(text))
	d.done("import", "--variants-dir", dir, "../../fixtures/definitions/frog-pond.txt")
	d.done("check", "--reverify", "--all", "--variants-dir", dir)
	writeFile(t, file, strings.NewReplacer("FpD", "F", `version: "1"`, `version: "2"`, "moves: fW,", "moves: fmWfcF,").Replace(string(text)))
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"check", "definition has changed", exitFaults},
		{"check --reverify", "game 1 (frog-pond): legal, 15 plies, 1-0 (checkmate) by 1+", exitFaults},
		{"check --reverify --update", "    FP-4: ", exitDone},
		{"check --reverify", "", exitDone},
		{"check", "", exitDone},
		{"check --all", "--all: ", exitUsage},
		{"check --update", "--update: ", exitUsage},
	} {
		got := d.run("", append(strings.Fields(c.args), "--variants-dir", dir)...)
		if got.code != c.code || !strings.Contains(got.out+got.errors, c.says) || c.says == "" && got.out != "" {
			t.Errorf("%s: exit %d\n%s%s", c.args, got.code, got.out, got.errors)
		}
	}
	line := objects(t, d.run("", "list", "--json").out)[0]
	if line["verdict"] != "illegal" || line["plies"] != 5.0 || !strings.HasPrefix(line["variantVersion"].(string), "2+") {
		t.Errorf("updated to %v", line)
	}
}

func TestUpkeep(t *testing.T) {
	d := imported(t)
	copied := desk{t, filepath.Join(t.TempDir(), "copy")}
	if err := os.Mkdir(copied.data, 0o755); err != nil {
		t.Fatal(err)
	}
	d.done("backup", filepath.Join(copied.data, "archive.db"))
	copied.done("check")
	copied.done("reindex")
	if hits := objects(t, copied.done("search", "--json", "--record", board1, "--ply", "9")); len(hits) != 1 {
		t.Errorf("found in the copy: %v", hits)
	}
	archive := filepath.Join(d.data, "archive.db")
	text, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	const start = "jcsgkgscj/1z2w2z1"
	if !strings.Contains(string(text), start) {
		t.Fatal("no start in the archive's file")
	}
	writeFile(t, archive, strings.ReplaceAll(string(text), start, strings.Replace(start, "w", "z", 1)))
	if got := d.run("", "check"); got.code != exitFaults || got.out == "" {
		t.Errorf("a changed start: exit %d, %q, %q", got.code, got.out, got.errors)
	}
	if lines := objects(t, d.run("", "check", "--json").out); len(lines) == 0 || lines[0]["part"] != "archive" {
		t.Errorf("a changed start: %v", lines)
	}
}

// TestImportPolicy imports files with valid and invalid records: everything
// with its verdict, only what is valid, or whole files only.
func TestImportPolicy(t *testing.T) {
	const (
		ann = "[White \"Ann\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"
		bo  = "[White \"Bo\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n\n"
		bad = "[White \"Cid\"]\n\n1. e4 e5 2. Qh6 *\n\n"
	)
	folder := t.TempDir()
	mixed, whole := filepath.Join(folder, "a.pgn"), filepath.Join(folder, "b.pgn")
	writeFile(t, mixed, ann+bad+bo)
	writeFile(t, whole, strings.ReplaceAll(ann+bo, "White", "Black"))
	for _, row := range []struct {
		flags    []string
		code     int
		says     []string
		verdicts string // of the archived games
	}{
		{nil, exitFaults, []string{"a.pgn:7:13: game 2 (chess): illegal at ply 3, move 2 of White, archived as 2", "5 added"}, "legal illegal legal legal legal"},
		{[]string{"--valid-only"}, exitFaults, []string{"game 2 (chess): illegal at ply 3, move 2 of White, not archived", "4 added"}, "legal legal legal legal"},
		{[]string{"--atomic"}, exitFaults, []string{"game 1 (chess): legal, 7 plies, 1-0 (checkmate), not archived", "illegal at ply 3, move 2 of White, not archived", "1 file refused; 2 added"}, "legal legal"},
		{[]string{"--atomic", "--valid-only"}, exitFaults, []string{"1 file refused; 2 added"}, "legal legal"},
	} {
		d := newDesk(t)
		for range 2 { // the second time, nothing is added
			got := d.run("", append([]string{"import", mixed, whole}, row.flags...)...)
			for _, says := range row.says {
				if got.code != row.code || !strings.Contains(got.out+got.errors, says) {
					t.Errorf("%q: exit %d, want %q in\n%s%s", row.flags, got.code, says, got.out, got.errors)
				}
			}
			if row.says = nil; !strings.Contains(got.errors, " added") {
				t.Errorf("%q: %s", row.flags, got.errors)
			}
			var verdicts []string
			for _, g := range objects(t, d.done("list", "--json")) {
				verdicts = append(verdicts, g["verdict"].(string))
			}
			if got := strings.Join(verdicts, " "); got != row.verdicts {
				t.Errorf("%q: archived %s, want %s", row.flags, got, row.verdicts)
			}
		}
	}
	d := newDesk(t)
	d.done("import", whole)
	got := d.run("", "import", "--quiet", mixed)
	for _, says := range []string{
		"a.pgn: game 1 (chess): legal, 7 plies, 1-0 (checkmate), archived as 3, also archived as 1: the same moves under other headers; to compare them, run assay twins compare 1 3\n",
		"3 added (2 with the moves of an earlier game), 0 already archived",
	} {
		if !strings.Contains(got.out+got.errors, says) {
			t.Errorf("twins: want %q in\n%s%s", says, got.out, got.errors)
		}
	}
	if got := d.run(strings.ReplaceAll(ann, "Ann", "Eve"), "import", "--json", "-"); !strings.Contains(got.out, `"twin":1,`) {
		t.Errorf("twins: %s", got.out)
	}
	d = newDesk(t)
	if got := d.run(ann+bad, "import", "--atomic", "-"); got.code != exitFaults || !strings.Contains(got.errors, "0 added") {
		t.Errorf("standard input: exit %d, %s%s", got.code, got.out, got.errors)
	}
}
