package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMend corrects an archived game from a file and from standard input,
// restores the archived record, and lists the revisions.
func TestMend(t *testing.T) {
	d := newDesk(t)
	const sound = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"
	broken, whole := filepath.Join(t.TempDir(), "broken.pgn"), filepath.Join(t.TempDir(), "whole.pgn")
	writeFile(t, broken, strings.Replace(sound, "Qxf7#", "Qxf8#", 1))
	writeFile(t, whole, sound)
	d.run("", "import", broken)
	for _, row := range []struct {
		stdin string
		args  []string
		code  int
		says  string
	}{
		{"", []string{"mend", "1"}, exitDone, "illegal archived: original"},
		{"", []string{"mend"}, exitUsage, "GAME: name one game"},
		{"", []string{"mend", "x"}, exitUsage, "x"},
		{"", []string{"mend", "9"}, exitFaults, "9"},
		{"", []string{"mend", "1", whole, "--author", "Ada"}, exitUsage, "--reason"},
		{"", []string{"mend", "1", whole, "--restore", "1", "--reason", "r"}, exitUsage, "--restore"},
		{"", []string{"mend", "1", "nonesuch.pgn", "--reason", "r", "--author", "Ada"}, exitUsage, "nonesuch.pgn"},
		{"", []string{"mend", "1", whole, "--reason", "a slip", "--author", "Ada"}, exitDone, "legal"},
		{sound[:len(sound)-4] + "*\n", []string{"mend", "1", "-", "--reason", "not over", "--author", "Ben"}, exitDone, "revision 3"},
		{"", []string{"mend", "1", "--restore", "1", "--reason", "as it was", "--author", "Ben"}, exitFaults, "revision 4"},
		{"", []string{"mend", "1", "--restore", "7", "--reason", "as it was", "--author", "Ben"}, exitFaults, "7"},
		{"", []string{"mend", "1"}, exitDone, "illegal Ben: as it was"},
		{"", []string{"mend", "1", "--header", "White=Ann", "--header", "Event = Cup", "--reason", "the bulletin", "--author", "Ada"}, exitFaults, "revision 5"},
		{"", []string{"mend", "1", "--header", "White=X", "--reason", "r"}, exitUsage, "--author: "},
		{"", []string{"mend", "1", "--header", "White", "--reason", "r"}, exitUsage, "KEY=VALUE"},
		{"", []string{"mend", "1", "--header", "A=b", "--header", "A=c", "--reason", "r"}, exitUsage, "each key once"},
		{"", []string{"mend", "1", whole, "--header", "White=Ann", "--reason", "r"}, exitUsage, "--header"},
		{"", []string{"mend", "1", "--header", "White=Ann"}, exitUsage, "--reason"},
		{"", []string{"list", "--faults"}, exitDone, "illegal W-0 movement: 1 game"},
		{"", []string{"list", "--fault", "W-0"}, exitDone, "Cup"},
		{"", []string{"list", "--fault", "W-9"}, exitDone, "0 of 0 games"},
		{"", []string{"list", "--player", "Ann"}, exitDone, "Cup"},
	} {
		if got := d.run(row.stdin, row.args...); got.code != row.code || !strings.Contains(got.out+got.errors, row.says) {
			t.Errorf("%q: exit %d, %s%s", row.args, got.code, got.out, got.errors)
		}
	}
	if got := d.done("export", "1", "--as", "text"); !strings.Contains(got, "Qxf8") {
		t.Errorf("the record is %s", got)
	}
	if all := objects(t, d.done("mend", "1", "--json")); len(all) != 1 || len(all[0]["revisions"].([]any)) != 5 {
		t.Errorf("got %v", all)
	}
}

// TestMendEncoding reads the original bytes of a game in another encoding.
func TestMendEncoding(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "koi8.pgn")
	writeFile(t, file, "[White \"\xe9\xd7\xc1\xce\xcf\xd7\"]\n[Black \"\xf0\xc5\xd4\xd2\xcf\xd7\"]\n\n1. e4 e5 *\n")
	d.run("", "import", "--encoding", "windows-1251", file)
	const by = "--reason=names --author=Ada"
	for _, row := range []struct {
		args string
		code int
		says string
	}{
		{"list --player Иванов", exitDone, "0 of 0 games"},
		{"mend 1 --encoding klingon " + by, exitUsage, "--encoding: unknown encoding"},
		{"mend 1 --encoding utf-8 " + by, exitUsage, "line 1 has others"},
		{"mend 1 --encoding koi8-r --header White=X " + by, exitUsage, "--header: cannot be combined"},
		{"mend 1 " + file + " --encoding koi8-r " + by, exitUsage, "--encoding: cannot be combined with a FILE"},
		{"mend 1 --encoding KOI8-R " + by, exitDone, "revision 2"},
		{"list --player Иванов", exitDone, "Петров"},
		{"mend 1 --header Round=2 " + by, exitDone, "revision 3"},
		{"mend 1 --encoding koi8-u " + by, exitDone, "revision 4"},
		{"mend 1 --restore 3 " + by, exitDone, "revision 5"},
		{"export 1 --as pgn", exitDone, "[White \"Иванов\"]"},
	} {
		if got := d.run("", strings.Fields(row.args)...); got.code != row.code || !strings.Contains(got.out+got.errors, row.says) {
			t.Errorf("%s: exit %d, %s%s", row.args, got.code, got.out, got.errors)
		}
	}
}
