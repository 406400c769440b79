package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestRepertoires makes a repertoire of files and games, and checks games
// against it and against a file.
func TestRepertoires(t *testing.T) {
	d := newDesk(t)
	folder := t.TempDir()
	games, lines := filepath.Join(folder, "games.pgn"), filepath.Join(folder, "lines.pgn")
	writeFile(t, games, "[White \"Ada\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. Nf3 1-0\n\n[White \"Ben\"]\n[Result \"0-1\"]\n\n1. d4 f5 (1... d5 2. c4) 2. c4 0-1\n\n[White \"Ben\"]\n\n1. d4 d5 *\n")
	writeFile(t, lines, "1. d4 d5 2. c4 e6 (2... c6 3. Nc3) *\n\n1. d4 d5 2. Bf4 *\n")
	d.done("import", games)
	added := d.run("", "repertoires", "add", "Mine", lines, "--side", "white", "--games", "2")
	for _, text := range []string{"1  Mine (chess, White): 5 lines, 4 positions\n", "conflict: 1. d4 d5: c4 (", "Bf4 (" + lines + " game 2)", "gap: 1. d4 d5 2. c4 e6\n"} {
		if added.code != exitDone || !strings.Contains(added.out, text) {
			t.Errorf("no %q in %s%s", text, added.out, added.errors)
		}
	}
	if got := d.done("repertoires", "list"); got != "1  Mine (chess, White)\n" {
		t.Error(got)
	}
	if got := d.done("repertoires", "show", "1"); got != added.out {
		t.Errorf("shown as %s", got)
	}
	again := d.run("", "repertoires", "add", "Mine", lines)
	if again.out != added.out || !strings.Contains(again.errors, "0 lines added") {
		t.Errorf("%s%s", again.out, again.errors)
	}
	const left = "player after 1. d4 d5, expected "
	for _, args := range [][]string{{"--repertoire", "1"}, {lines, "--side", "first"}} {
		got := d.run("", append([]string{"repertoires", "check"}, args...)...)
		if got.code != exitDone || !strings.Contains(got.out, left) || !strings.Contains(got.out, "  Nf3: 1 game, +1 =0 -0, 100 % (1, ply 3)\n") ||
			!strings.Contains(got.errors, "3 games: ") {
			t.Errorf("%v: %s%s", args, got.out, got.errors)
		}
	}
	if got := d.run("", "repertoires", "check", lines, "--side", "white", "--query", "player:ben"); strings.Contains(got.out, left) ||
		!strings.Contains(got.out, "opponent after 1. d4, expected d5 (") || !strings.Contains(got.errors, "2 games: 1 within the lines to their end, 0 never in them, 1 position of departure") {
		t.Errorf("%s%s", got.out, got.errors)
	}
	if all := objects(t, d.done("repertoires", "check", lines, "--side", "white", "--json")); len(all) != 1 || all[0]["games"] != 3.0 {
		t.Errorf("%v", all)
	}
	if got := d.done("repertoires", "due"); got != "puzzles  puzzles: 0 due, 0 new\n1  Mine: 0 due, 4 new\n" {
		t.Error(got)
	}
	for _, row := range []struct{ args, says string }{
		{"check", "FILE"}, {"check --repertoire 7", "no repertoire has the number 7"}, {"check --repertoire 1 x.pgn", "cannot be combined"},
		{"check nonesuch.pgn --side white", "cannot read nonesuch.pgn"}, {"check --repertoire -1", "--repertoire"}, {"check --repertoire 1 --limit -1", "--limit"},
		{"show x", "not the number of a repertoire"}, {"show 9", "no repertoire has the number 9"}, {"add", "NAME"}, {"add Other", "FILE"},
		{"add Other --games 2 --side green", "--side"}, {"", "name what to do"},
	} {
		if got := d.run("", append([]string{"repertoires"}, strings.Fields(row.args)...)...); got.code != exitUsage || !strings.Contains(got.errors, row.says) {
			t.Errorf("%s: exit %d: %s%s", row.args, got.code, got.out, got.errors)
		}
	}
	d.done("repertoires", "remove", "1")
	if got := d.done("repertoires", "list"); got != "" {
		t.Error(got)
	}
	if faults := d.run("", "check"); faults.code != exitDone {
		t.Errorf("%s%s", faults.out, faults.errors)
	}
}
