package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// tableRow has the columns of all tables that the tests read.
type tableRow struct {
	Game     int64    `parquet:"game,optional"`
	Ply      int32    `parquet:"ply,optional"`
	Variant  string   `parquet:"variant,optional"`
	Verdict  string   `parquet:"verdict,optional"`
	First    string   `parquet:"first,optional"`
	ErrorPly *int32   `parquet:"error_ply,optional"`
	Headers  string   `parquet:"headers,optional"`
	Text     string   `parquet:"text,optional"`
	Move     string   `parquet:"move,optional"`
	UCI      string   `parquet:"uci,optional"`
	Check    bool     `parquet:"check,optional"`
	Clock    *float64 `parquet:"clock,optional"`
	Eval     *float64 `parquet:"evaluation,optional"`
	Mate     *int32   `parquet:"mate,optional"`
	Key      uint64   `parquet:"key,optional"`
	Position string   `parquet:"position,optional"`
	Path     string   `parquet:"path,optional"`
	Kind     string   `parquet:"kind,optional"`
	Value    string   `parquet:"value,optional"`
	Author   string   `parquet:"author,optional"`
}

// readTable reads a table with the columns of tableRow that it has.
func readTable(t *testing.T, folder, name string) []tableRow {
	t.Helper()
	path := filepath.Join(folder, name+".parquet")
	rows, err := parquet.ReadFile[tableRow](path)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

const parquetGames = `[Event "Cup"]
[White "Ada"]
[Black "Ben"]
[WhiteElo "2010"]
[Result "1-0"]

1. e4 {[%clk 0:05:00] [%eval 0.25,12] good} e5 (1... c5 2. Nf3 $1 (2. c3 d5) d6) 2. Qh5 Ke7 3. Qxe5# {[%eval #1]} 1-0

[Event "Cup"]
[White "Cleo"]
[Black "Ada"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Other"]
[White "Ada"]
[Black "Cleo"]
[Result "*"]

1. e4 e5 2. Ke3 *

[Variant "unheard of"]
[White "Nobody"]

1. e4 *
`

// TestExportParquet: the tables contain what searches and the explorer count,
// for every verdict, and the card describes the columns of the files.
func TestExportParquet(t *testing.T) {
	d, folder := newDesk(t), filepath.Join(t.TempDir(), "tables")
	games := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, games, parquetGames)
	d.run("", "import", games)
	d.done("import", both)
	d.done("annotate", "2", "--ply", "1", "--comment", "weak", "--author", "Eve")
	got := d.run("", "export", "--as", "parquet", folder)
	if got.code != exitDone {
		t.Fatalf("%+v", got)
	}
	listed := objects(t, d.done("list", "--json"))
	rows := readTable(t, folder, "games")
	if len(rows) != len(listed) || len(rows) < 4 {
		t.Fatalf("%d rows, %d games", len(rows), len(listed))
	}
	for i, row := range rows {
		if g := listed[i]; float64(row.Game) != g["id"] || row.Verdict != g["verdict"] || row.Variant != g["variant"] ||
			row.First != g["first"] {
			t.Errorf("%+v, listed as %v", row, g)
		}
		if (row.Verdict == "illegal") != (row.ErrorPly != nil) {
			t.Errorf("%+v", row)
		}
	}
	if want := `[["Event","Cup"],["White","Ada"],["Black","Ben"],["WhiteElo","2010"],["Result","1-0"]]`; rows[0].Headers != want {
		t.Errorf("%s", rows[0].Headers)
	}

	plies, positions := readTable(t, folder, "plies"), readTable(t, folder, "positions")
	if want := positions[0].Position; want != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" {
		t.Errorf("starts with %s", want)
	}
	// The moves from each position of a game, as the explorer counts them.
	legal := map[int64]bool{}
	for _, row := range rows {
		legal[row.Game] = row.Verdict == "legal" && row.Variant == "chess"
	}
	next := map[[2]int64]string{}
	for _, row := range plies {
		next[[2]int64{row.Game, int64(row.Ply)}] = row.Move
	}
	compared := map[uint64]bool{}
	for _, at := range positions {
		if !legal[at.Game] || compared[at.Key] {
			continue
		}
		compared[at.Key] = true
		found, moves := map[int64]bool{}, map[string]int{}
		for _, p := range positions {
			if p.Key == at.Key && legal[p.Game] {
				found[p.Game] = true
				if move := next[[2]int64{p.Game, int64(p.Ply) + 1}]; move != "" {
					moves[move]++
				}
			}
		}
		hits := objects(t, d.done("search", "--variant", "chess", "--position", at.Position, "--json"))
		games := map[int64]bool{}
		for _, hit := range hits {
			games[int64(hit["game"].(float64))] = true
		}
		if !maps.Equal(found, games) {
			t.Errorf("%s: games %v, found %v", at.Position, found, games)
		}
		explored := map[string]int{}
		for _, o := range objects(t,
			d.run("", "explorer", "--variant", "chess", "--position", at.Position, "--json").out) {
			for _, m := range o["moves"].([]any) {
				move := m.(map[string]any)
				explored[move["move"].(string)] = int(move["games"].(float64))
			}
		}
		if !maps.Equal(moves, explored) {
			t.Errorf("%s: moves %v, explored %v", at.Position, moves, explored)
		}
	}
	if len(compared) < 8 {
		t.Errorf("only %d positions", len(compared))
	}
	first, mating := plies[0], plies[4]
	if first.Text != "e4" || first.UCI != "e2e4" || first.Clock == nil || *first.Clock != 300 || *first.Eval != 0.25 ||
		first.Check {
		t.Errorf("%+v", first)
	}
	if mating.UCI != "h5e5" || !mating.Check || mating.Mate == nil || *mating.Mate != 1 || mating.Eval != nil {
		t.Errorf("%+v", mating)
	}

	var notes []string
	for _, a := range readTable(t, folder, "annotations") {
		if a.Game <= 2 {
			notes = append(notes, fmt.Sprintf("%d/%d %q %s %q %s", a.Game, a.Ply, a.Path, a.Kind, a.Value, a.Author))
		}
	}
	want := []string{
		`1/1 "" comment "good" `, `1/1 "" evaluation "0.25,12" `,
		`1/2 "c7c5 g1f3" nag "1" `, `1/2 "c7c5" variation "c2c3 d7d5" `, `1/2 "" variation "c7c5 g1f3 d7d6" `,
		`1/5 "" evaluation "#1" `, `2/1 "" comment "weak" Eve`,
	}
	slices.Sort(notes)
	slices.Sort(want)
	if !slices.Equal(notes, want) {
		t.Errorf("annotations\n%s", strings.Join(notes, "\n"))
	}

	var card struct {
		Tables []struct {
			File    string
			Rows    int64
			Columns []struct{ Name, Type, About string }
		}
	}
	if err := json.Unmarshal(mustRead(t, filepath.Join(folder, "dataset.json")), &card); err != nil {
		t.Fatal(err)
	}
	readme := string(mustRead(t, filepath.Join(folder, "README.md")))
	for _, table := range card.Tables {
		file, err := os.Open(filepath.Join(folder, table.File))
		if err != nil {
			t.Fatal(err)
		}
		info, _ := file.Stat()
		f, err := parquet.OpenFile(file, info.Size())
		if err != nil {
			t.Fatal(err)
		}
		var names, described []string
		for _, c := range f.Schema().Columns() {
			names = append(names, strings.Join(c, "."))
		}
		for _, c := range table.Columns {
			described = append(described, c.Name)
			if c.Type == "" || c.About == "" || !strings.Contains(readme, "| `"+c.Name+"` |") {
				t.Errorf("%s: column %s is not described", table.File, c.Name)
			}
		}
		if !slices.Equal(names, described) || f.NumRows() != table.Rows {
			t.Errorf("%s has %d rows of %v, described as %d of %v", table.File, f.NumRows(), names, table.Rows,
				described)
		}
		file.Close()
	}
	if len(card.Tables) != 4 {
		t.Errorf("%d tables", len(card.Tables))
	}
}

// TestExportParquetSelection selects games, replaces an earlier export, and
// leaves other files alone.
func TestExportParquetSelection(t *testing.T) {
	d, folder := newDesk(t), filepath.Join(t.TempDir(), "tables")
	games := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, games, parquetGames)
	d.run("", "import", games)
	for _, row := range []struct {
		args  []string
		games []int64
	}{
		{[]string{"--event", "cup"}, []int64{1, 2}},
		{[]string{"--player", "cleo", "--colour", "white"}, []int64{2}},
		{[]string{"--variant", "chess", "--query", "white queen on h5"}, []int64{1}},
		{[]string{"2", "1"}, []int64{2, 1}},
	} {
		d.done(append([]string{"export", "--as", "parquet", "--output", folder}, row.args...)...)
		var got []int64
		for _, g := range readTable(t, folder, "games") {
			got = append(got, g.Game)
		}
		if !slices.Equal(got, row.games) {
			t.Errorf("%v: %v, want %v", row.args, got, row.games)
		}
	}
	before := files(t, folder)
	if got := d.run("", "export", "--as", "parquet", folder, "--query", "white queen on"); got.code != exitUsage {
		t.Errorf("%+v", got)
	}
	if got := d.run("", "export", "--as", "parquet", folder, "--event", "none"); got.code != exitFaults || !strings.Contains(got.errors, "no game matches") {
		t.Errorf("%+v", got)
	}
	gone := filepath.Join(t.TempDir(), "none")
	if got := d.run("", "export", "--as", "parquet", gone, "--event", "none"); got.code != exitFaults {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(gone); err == nil {
		t.Error("an export without games left a folder")
	}
	if !maps.Equal(before, files(t, folder)) {
		t.Error("a failed export changed the folder")
	}
	own := t.TempDir()
	writeFile(t, filepath.Join(own, "notes.txt"), "mine")
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{own}, "has other files"}, {[]string{}, "FOLDER"}, {[]string{folder, own}, "expected one folder"},
		{[]string{folder, "--ply", "3"}, "--ply"}, {[]string{folder, "--sort", "date"}, "--sort"},
	} {
		got := d.run("", append([]string{"export", "--as", "parquet"}, row.args...)...)
		if got.code != exitUsage || !strings.Contains(got.errors, row.want) {
			t.Errorf("%v: %+v", row.args, got)
		}
	}
	if got := files(t, own); len(got) != 1 {
		t.Errorf("%v", got)
	}
}
