package main

import (
	"fmt"
	"strings"
	"testing"
)

// twinRecords are two records of one game with other headers, the second one
// truncated, and another game.
const (
	fullRecord = "[Event \"Candidates\"]\n[Site \"?\"]\n[Date \"1959.??.??\"]\n[White \"Tal, M\"]\n[Black \"Smyslov, Vasily\"]\n" +
		"[Result \"1-0\"]\n\n1. e4 c6 2. d3 d5 3. Nd2 e5 4. Ngf3 Nd7 5. d4 dxe4 6. Nxe4 exd4 7. Qxd4 Ngf6 8. Bg5 Be7\n" +
		"9. O-O-O O-O 10. Nd6 Qa5 11. Bc4 b5 12. Bd2 Qa6 13. Nf5 Bd8 14. Qh4 bxc4 15. Qg5 Nh5 16. Nh6+ Kh8 1-0\n"
	partRecord = "[Event \"?\"]\n[Site \"Bled\"]\n[Date \"1959.10.05\"]\n[White \"Tal, Mikhail\"]\n[Black \"Smyslov,V\"]\n" +
		"[Round \"8\"]\n[Result \"1-0\"]\n\n1. e4 c6 2. d3 d5 3. Nd2 e5 4. Ngf3 Nd7 5. d4 dxe4 6. Nxe4 exd4 7. Qxd4 Ngf6\n" +
		"8. Bg5 Be7 9. O-O-O O-O 10. Nd6 Qa5 11. Bc4 b5 12. Bd2 Qa6 13. Nf5 Bd8 14. Qh4 bxc4 1-0\n"
	otherRecord = "[White \"Ann\"]\n[Black \"Bo\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"
)

// TestTwinsCommand compares, merges and separates two games, and undoes it.
func TestTwinsCommand(t *testing.T) {
	d := newDesk(t)
	imported := d.run(fullRecord+"\n"+partRecord+"\n"+otherRecord, "import", "--quiet", "-")
	if imported.code != exitDone || !strings.Contains(imported.out, "archived as 2, nearly the same as game 1: game 1 has all 28 plies of this record and 4 more; "+
		"Tal, Mikhail and Tal, M may be one person; ") || !strings.HasSuffix(imported.out, "; to compare them, run assay twins compare 1 2\n") ||
		!strings.Contains(imported.errors, "3 added (1 nearly the same as an earlier game), 0 already archived") {
		t.Fatalf("%s%s", imported.out, imported.errors)
	}
	d.done("annotate", "1", "--ply", "2", "--comment", "of the first", "--author", "Ada")
	d.done("annotate", "2", "--ply", "20", "--comment", "of the second", "--author", "Ben")
	listed := func() string { return d.done("twins") }
	if got := listed(); !strings.HasPrefix(got, " 98 %  1 = 2: game 1 has all 28 plies of game 2 and 4 more;") {
		t.Errorf("listed %q", got)
	}
	for query, want := range map[string]bool{"player:tal": true, "player:smyslov": true, "player:ann": false} {
		if got := d.done("twins", "--query", query); (got != "") != want {
			t.Errorf("%s: listed %q", query, got)
		}
	}
	if got := d.done("twins", "--variant", "xiangqi"); got != "" {
		t.Errorf("xiangqi: listed %q", got)
	}
	got := d.done("twins", "compare", "2", "1")
	for _, says := range []string{"games 1 and 2: a merge keeps 1\n", "White: Tal, M | Tal, Mikhail *\n",
		"Black: Smyslov, Vasily * | Smyslov,V\n", "Event: Candidates * | \n", "Site:  | Bled *\n",
		"Date: 1959-??-?? | 1959-10-05 *\n", "Round:  | 8 *\n", "moves: 28 plies in common\n",
		"game 1: 32 plies, 1 annotation, then Queen h4 - g5; Knight f6 - h5;", "game 2: 28 plies, 1 annotation, then the end\n"} {
		if !strings.Contains(got, says) {
			t.Errorf("comparison: want %q in\n%s", says, got)
		}
	}
	first, second := d.done("export", "1", "--as", "pgn", "--annotations", "none"), d.done("export", "2", "--as", "pgn", "--annotations", "none")
	if got := d.done("twins", "distinct", "1", "2", "--author", "Ada"); got != "games 1 and 2: two games according to Ada (games 1 and 2 are two games)\n" {
		t.Errorf("distinct: %q", got)
	}
	if got := listed(); got != "" {
		t.Errorf("listed after all: %q", got)
	}
	d.done("twins", "undo", "1", "2", "--author", "Ada")
	if listed() == "" {
		t.Error("not listed again")
	}
	if got := d.done("twins", "merge", "1", "2", "--author", "Ada", "--header", "Round=1"); got != "games 1 and 2: merged into 1 by Ada (games 1 and 2 are one game)\n" {
		t.Errorf("merged: %q", got)
	}
	merged := d.done("export", "1", "--as", "pgn", "--annotations", "none")
	for _, says := range []string{`[White "Tal, Mikhail"]`, `[Black "Smyslov, Vasily"]`, `[Event "Candidates"]`, `[Site "Bled"]`,
		`[Date "1959.10.05"]`, "Nh6+ Kh8 1-0"} {
		if !strings.Contains(merged, says) || strings.Contains(merged, `Round "8"`) {
			t.Errorf("merged record: want %q in\n%s", says, merged)
		}
	}
	if got := d.done("annotations", "1"); strings.Count(got, "of the ") != 2 {
		t.Errorf("annotations: %s", got)
	}
	if got := d.done("list"); strings.Count(got, "\n") != 2 {
		t.Errorf("list: %s", got)
	}
	for command, says := range map[string]string{"show 2": "game 2: merged into game 1", "restore 2": "undo the merge",
		"twins merge 1 2": "merged already", "twins distinct 1 2": "merged already", "twins merge 2 3": "deleted from the archive"} {
		if got := d.run("", append(strings.Fields(command), "--author", "Ada")[:len(strings.Fields(command))+2*strings.Count(command, "twins")]...); got.code != exitFaults ||
			!strings.Contains(got.errors, says) {
			t.Errorf("%s: exit %d, %s", command, got.code, got.errors)
		}
	}
	if got := d.run(partRecord, "import", "-"); !strings.Contains(got.out, "merged into 1") {
		t.Errorf("importing a merged record again: %s%s", got.out, got.errors)
	}
	d.done("twins", "undo", "2", "1", "--author", "Ada")
	for id, want := range map[int]string{1: first, 2: second} {
		if got := d.done("export", fmt.Sprint(id), "--as", "pgn", "--annotations", "none"); got != want {
			t.Errorf("record %d after undoing:\n%s", id, got)
		}
		if got := d.done("annotations", fmt.Sprint(id)); strings.Count(got, "of the ") != 1 {
			t.Errorf("annotations of %d after undoing: %s", id, got)
		}
	}
	// A correction since the merge stays when it is undone, and so does a
	// comment.
	d.done("twins", "merge", "1", "2", "--author", "Ada")
	d.done("mend", "1", "--header", "Site=Zagreb", "--reason", "bulletin", "--author", "Ada")
	d.done("annotate", "1", "--ply", "3", "--comment", "since", "--author", "Ben")
	d.done("twins", "undo", "1", "2", "--author", "Ada")
	if got := d.done("export", "1", "--as", "pgn", "--annotations", "none"); !strings.Contains(got, `[Site "Zagreb"]`) {
		t.Errorf("a corrected record after undoing:\n%s", got)
	}
	if got := d.done("export", "2", "--as", "pgn", "--annotations", "none"); got != second {
		t.Errorf("the other record after undoing:\n%s", got)
	}
	if first, second := d.done("annotations", "1"), d.done("annotations", "2"); !strings.Contains(first, "since") ||
		!strings.Contains(first, "of the first") || !strings.Contains(second, "of the second") || strings.Contains(second, "since") {
		t.Errorf("annotations after undoing: %s and %s", first, second)
	}
	if got := d.done("check"); strings.Contains(got, "damage") {
		t.Errorf("check: %s", got)
	}
	for _, row := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"merge", "1"}, exitUsage, "two games"},
		{[]string{"merge", "1", "x"}, exitUsage, "not the number of a game"},
		{[]string{"merge", "1", "1"}, exitUsage, "another game"},
		{[]string{"merge", "1", "2", "--keep", "3"}, exitUsage, "--keep"},
		{[]string{"merge", "1", "2", "--header", "Event"}, exitUsage, "Event=3"},
		{[]string{"merge", "1", "2", "--header", "Event=3"}, exitUsage, "1 or 2"},
		{[]string{"merge", "1", "2", "--header", "Result=2"}, exitUsage, "without Result"},
		{[]string{"merge", "1", "99"}, exitFaults, "game 99"},
		{[]string{"undo", "1", "3"}, exitFaults, "not merged"},
		{[]string{"join", "1", "3"}, exitUsage, "usage: assay twins"},
	} {
		if got := d.run("", append(append([]string{"twins"}, row.args...), "--author", "Ada")...); got.code != row.code ||
			!strings.Contains(got.errors, row.says) {
			t.Errorf("%q: exit %d, %s", row.args, got.code, got.errors)
		}
	}
}

// TestPlayersCommand merges names of a player, and splits one off again.
func TestPlayersCommand(t *testing.T) {
	d := newDesk(t)
	if got := d.run(fullRecord+"\n"+partRecord+"\n", "import", "-"); got.code != exitDone {
		t.Fatalf("%s%s", got.out, got.errors)
	}
	if got := d.done("players", "merge", "Tal, Mikhail", "Tal, M", "--author", "Ada"); got != "Tal, Mikhail = Tal, M\n" {
		t.Errorf("merged: %q", got)
	}
	const both = "Tal, Mikhail: 2 games, 2 as first and 0 as second player, 1959 to 1959, also Tal, M\n"
	if got := d.done("players"); !strings.Contains(got, both) || strings.Contains(got, "=  Tal") {
		t.Errorf("listed %s", got)
	}
	if got := d.done("players", "compare", "Tal, M", "Smyslov, Vasily"); !strings.Contains(got, "Tal, Mikhail, chess, first: 2 games") ||
		!strings.Contains(got, "against each other, chess, Tal, Mikhail as first: 1 game,") || !strings.Contains(got, "game 1, Tal, Mikhail as first: ") {
		t.Errorf("compared: %s", got)
	}
	if got := d.run("", "players", "compare", "Tal, M", "nobody"); got.code == exitDone || !strings.Contains(got.errors, "no game has") {
		t.Errorf("compared with nobody: exit %d, %s", got.code, got.errors)
	}
	if got := d.done("players", "split", "Tal, M", "--author", "Ada"); got != "Tal, M\n" {
		t.Errorf("split: %q", got)
	}
	if got := d.done("players"); strings.Contains(got, "also") {
		t.Errorf("listed after splitting: %s", got)
	}
	for _, args := range [][]string{{"merge", "Tal, Mikhail"}, {"merge", "?", "Tal, M"}, {"split", "Tal, M"}, {"join", "x"}} {
		if got := d.run("", append(append([]string{"players"}, args...), "--author", "Ada")...); got.code != exitUsage {
			t.Errorf("%q: exit %d, %s", args, got.code, got.errors)
		}
	}
}
