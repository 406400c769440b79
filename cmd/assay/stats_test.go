package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestStats counts archived games, selected by conditions, in every format.
// Lines are compared by their words.
func TestStats(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "games.pgn")
	head := func(first, second, event, date string) string {
		return "[White \"" + first + "\"]\n[Black \"" + second + "\"]\n[Event \"" + event + "\"]\n[Date \"" + date + "\"]\n\n"
	}
	const mate, fool = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n", "1. f3 e5 2. g4 Qh4# 0-1\n\n"
	writeFile(t, file, head("Ann", "Bea", "Cup", "1999.01.01")+mate+head("Bea", "Ann", "Cup", "2001.??.??")+fool+
		head("Ann", "Cleo", "Open", "2001.03.04")+"1. e4 e5 1/2-1/2\n\n"+head("Dan", "Eve", "Open", "2001.03.05")+"1. e4 e4 1-0\n\n")
	if got := d.run("", "import", file); got.code != exitFaults {
		t.Fatal(got)
	}
	d.done("import", board1)
	for _, row := range []struct {
		args  string
		code  int
		lines []string // of standard output or error
	}{
		{"stats", exitDone, []string{
			"games won drawn lost other score min, quartiles, max ply group",
			"3 1 1 1 0 50.0 % (16.1 to 83.9 %) 2, 3 4 5.5, 7 chess, for White",
			"1 0 0 1 0 0.0 % (0.0 to 79.3 %) 110, 110 110 110, 110 csg-1, for Red",
			"chess, endings", "2 66.7 % (20.8 to 93.9 %) checkmate", "1 33.3 % (6.1 to 79.2 %) not recorded",
			"chess, first moves", "2 66.7 % (20.8 to 93.9 %) e4",
			"1 game left out, because only valid games are counted",
		}},
		{"stats --variant chess --by year", exitDone, []string{"7 chess, 1999", "7 chess, 1999", "4 chess, 2001"}},
		{"stats --by event --from 2001 --to 2001", exitDone, []string{"chess, Cup", "chess, Open", "coverage"}},
		{"stats --query player:ann --by player", exitDone, []string{
			"3 2 1 0 0 83.3 % (47.6 to 96.5 %) 2, 3 4 5.5, 7 chess, Ann", "chess, Bea", "chess, Cleo"}},
		{"stats --query player:ann --event cup --json", exitDone, []string{
			`"side":"White","games":2,"results":{"won":1,"drawn":0,"lost":1,"bothLost":0,"unfinished":0}`,
			`"lengths":{"shortest":4,"lowerQuartile":4.75,"median":5.5,"upperQuartile":6.25,"longest":7}`}},
		{"stats --player ann --colour white --as csv", exitDone, []string{"chess,,result,won,1,50,", "chess,,plies,median,2,4.5,,"}},
		{"stats --player nobody", exitFaults, []string{"assay: nothing found: no valid game matches the conditions"}},
		{"stats --query player:nobody --json", exitFaults, []string{"nothing found"}},
		{"stats --player dan", exitFaults, []string{"1 game left out", "nothing found"}},
		{"stats --by month", exitUsage, []string{`--by: "month": expected year, event or player`}},
		{"stats --as pdf", exitUsage, []string{`--as: "pdf": expected text or csv`}},
		{"stats --as csv --json", exitUsage, []string{"--as: cannot be combined with --json"}},
		{"stats --variant ches", exitUsage, []string{`"chess" was probably meant`}},
		{"stats --result 2-0", exitUsage, []string{"--result"}},
		{"stats --query playr:", exitUsage, []string{"--query"}},
		{"stats player:ann", exitUsage, []string{`did you mean --query "player:ann"?`}},
	} {
		got := d.run("", strings.Fields(row.args)...)
		words := strings.Join(strings.Fields(got.out+got.errors), " ")
		for _, line := range row.lines {
			if !strings.Contains(words, line) {
				t.Errorf("%s: no %q in\n%s%s", row.args, line, got.out, got.errors)
			}
		}
		if got.code != row.code {
			t.Errorf("%s: exit %d, want %d", row.args, got.code, row.code)
		}
	}
}
