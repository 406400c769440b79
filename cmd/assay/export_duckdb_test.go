//go:build npm

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/fixtures/records"
)

// TestDuckDB: DuckDB counts in exported tables what searches, the explorer and
// lists count in the archive. .ci/client/check installs it.
func TestDuckDB(t *testing.T) {
	d, folder := newDesk(t), filepath.Join(t.TempDir(), "tables")
	games := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, games, parquetGames)
	d.run("", "import", games)
	d.done("import", "../../fixtures/csg")
	random, book := rand.New(rand.NewPCG(1, 1)), records.Book()
	for i, id := range []string{"csg-1", "csg-2", "csg-3", "shogi", "crazyhouse", "chess", "chess", "chess", "chess", "chess"} {
		text := fmt.Sprintf("Date=%d.05.06\n%s", 1986+i, records.One(t, book, random, id, 80))
		file := filepath.Join(t.TempDir(), fmt.Sprint(i, ".txt"))
		writeFile(t, file, text)
		d.done("import", file)
	}
	d.done("export", "--as", "parquet", folder)

	const chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	found := func(args ...string) (lines []string) { // numbers of games
		for _, hit := range objects(t, d.run("", append(args, "--json")...).out) {
			if game := cmp.Or(hit["game"], hit["id"]); game != nil {
				lines = append(lines, fmt.Sprint(game))
			}
		}
		return slices.Compact(lines)
	}
	explored := func(variant string) (lines []string) { // moves with their numbers of games
		for _, o := range objects(t, d.run("", "explorer", "--variant", variant, "--json").out) {
			for _, m := range o["moves"].([]any) {
				move := m.(map[string]any)
				lines = append(lines, fmt.Sprintf("%v %v", move["move"], move["games"]))
			}
		}
		return lines
	}
	query := func(variant, text string) []string {
		return found("search", "--variant", variant, "--query", text, "--limit", "0")
	}
	const moves = `SELECT next.move || ' ' || count(DISTINCT next.game) FROM positions ` +
		`JOIN games USING (game) JOIN plies AS next ON next.game = positions.game AND next.ply = positions.ply + 1 ` +
		`WHERE games.verdict = 'legal' AND games.variant = '%s' AND positions.key = ` +
		`(SELECT any_value(key) FROM positions JOIN games USING (game) WHERE ply = 0 AND variant = '%[1]s') GROUP BY next.move`
	const inGames = `SELECT DISTINCT game::VARCHAR FROM games JOIN %s USING (game) WHERE verdict = 'legal' AND variant = '%s' AND %s`
	rows := []struct {
		what, statement string
		want            []string
	}{
		{"all games", `SELECT game::VARCHAR FROM games`, found("list")},
		{"illegal games", `SELECT game::VARCHAR FROM games WHERE verdict = 'illegal'`, found("list", "--verdict", "illegal")},
		{"games of a player", `SELECT game::VARCHAR FROM games WHERE first = 'Cleo' OR second = 'Cleo'`,
			found("list", "--player", "cleo")},
		{"games of an event with a result", `SELECT game::VARCHAR FROM games WHERE event = 'Cup' AND result = '1-0'`,
			found("list", "--event", "cup", "--result", "1-0")},
		{"games by year", `SELECT game::VARCHAR FROM games WHERE year >= 1990`, found("list", "--from", "1990")},
		{"moves of chess", fmt.Sprintf(moves, "chess"), explored("chess")},
		{"moves of csg-1", fmt.Sprintf(moves, "csg-1"), explored("csg-1")},
		{"a position", fmt.Sprintf(inGames, "positions", "chess", "position = '"+chess+"'"),
			found("search", "--variant", "chess", "--position", chess, "--limit", "0")},
		{"checks of chess", fmt.Sprintf(inGames, "positions", "chess", "in_check"), query("chess", "check")},
		{"checks of csg-3", fmt.Sprintf(inGames, "positions", "csg-3", "in_check"), query("csg-3", "check")},
		{"captures of csg-1", fmt.Sprintf(inGames, "plies", "csg-1", "capture"), query("csg-1", "capture")},
		{"captures of chess", fmt.Sprintf(inGames, "plies", "chess", "capture"), query("chess", "capture")},
		{"drops of crazyhouse", fmt.Sprintf(inGames, "plies", "crazyhouse", "\"drop\""), query("crazyhouse", "drop")},
		{"drops of shogi", fmt.Sprintf(inGames, "plies", "shogi", "\"drop\""), query("shogi", "drop")},
		{"drops of csg-3", fmt.Sprintf(inGames, "plies", "csg-3", "drop"), query("csg-3", "drop")},
	}
	var statements strings.Builder
	for _, row := range rows {
		fmt.Fprintln(&statements, row.statement)
	}
	client := filepath.Join("..", "..", ".ci", "client")
	command := exec.Command("node", "tables.js", folder)
	command.Dir, command.Stdin = client, strings.NewReader(statements.String())
	said, err := command.CombinedOutput()
	answers := strings.Split(strings.TrimSpace(string(said)), "\n")
	if err != nil || len(answers) != len(rows) {
		t.Fatalf("%v\n%s", err, said)
	}
	counted := 0
	for i, row := range rows {
		var cells [][]string
		if err := json.Unmarshal([]byte(answers[i]), &cells); err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, cell := range cells {
			got = append(got, cell...)
		}
		slices.Sort(got)
		slices.Sort(row.want)
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, Assay counts %q", row.what, got, row.want)
		}
		counted += len(got)
		t.Logf("%s: %d", row.what, len(got))
	}
	if counted < 60 {
		t.Errorf("only %d rows", counted)
	}
}
