package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestRatings rates the players of an archive, in every format. Lines are
// compared by their words.
func TestRatings(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "games.pgn")
	game := func(first, second, date, moves string) string {
		return "[White \"" + first + "\"]\n[Black \"" + second + "\"]\n[Date \"" + date + "\"]\n\n" + moves + "\n\n"
	}
	writeFile(t, file, game("Ann", "Bea", "1999.01.01", "1. e4 e5 1-0")+game("Bea", "Ann, A", "1999.02.??", "1. f3 e5 2. g4 Qh4# 0-1")+
		game("Ann", "Bea", "", "1. e4 d5 1/2-1/2")+game("Ann", "?", "1999", "1. d4 1-0")+game("Ann", "Bea", "1999", "1. d4 d5 *"))
	d.done("import", file)
	d.done("players", "merge", "Ann", "Ann, A", "--author", "me")
	for _, row := range []struct {
		args  string
		code  int
		lines []string // of standard output or error
	}{
		{"ratings", exitDone, []string{"chess: 3 games of 2 players; moving first is worth 7 points (-182 to 195)", "1. 1682 ± 223 Ann, 3 games: +2 =1 -0",
			"2. 1318 ± 223 Bea, 3 games: +0 =1 -2", "1 game left out, because a player is not named"}},
		{"ratings --limit 1", exitDone, []string{"of 2 players"}},
		{"ratings --player ann", exitDone, []string{"1498 ± 290 no date, 1 game 1", "1999-01, 1 game", "1999-02, 1 game"}},
		{"ratings --variant Chess --json --limit 1", exitDone, []string{`"place":1,"name":"Ann","rating":1`, `"undated":1`, `"last":"1999-02"`}},
		{"ratings --as csv", exitDone, []string{"variant,place,name,rating", "chess,2,Bea,"}},
		{"ratings --player nobody", exitFaults, []string{"nothing found: no valid game of these players"}},
		{"ratings --variant shogi", exitFaults, []string{"nothing found"}},
		{"ratings --variant ches", exitUsage, []string{`"chess" was probably meant`}},
		{"ratings --limit -1", exitUsage, []string{"--limit: expected at least 0"}},
		{"ratings --as pdf", exitUsage, []string{`--as: "pdf": expected text or csv`}},
		{"ratings --as csv --json", exitUsage, []string{"--as: cannot be combined with --json"}},
	} {
		got := d.run("", strings.Fields(row.args)...)
		words := strings.Join(strings.Fields(got.out+got.errors), " ")
		for _, line := range row.lines {
			if !strings.Contains(words, line) {
				t.Errorf("%s: no %q in\n%s%s", row.args, line, got.out, got.errors)
			}
		}
		if got.code != row.code || strings.Contains(row.args, "--limit 1") && strings.Contains(words, "Bea") {
			t.Errorf("%s: exit %d, want %d\n%s", row.args, got.code, row.code, got.out)
		}
	}
}
