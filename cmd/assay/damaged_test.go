package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// spoil changes the archive's database directly.
func (d desk) spoil(statement string) {
	d.t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(d.data, "archive.db"))
	if err != nil {
		d.t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		d.t.Fatal(err)
	}
}

// TestDamagedGame: commands name a game with changed plies and continue with
// the others.
func TestDamagedGame(t *testing.T) {
	d := imported(t)
	d.spoil(`UPDATE contents SET moves = cast(x'00' || substr(moves, 2) AS BLOB) WHERE game = 1`)
	for _, c := range []struct{ args, out, says string }{
		{`search --query "copper"`, "2: csg-3", "game 1 is damaged"},
		{`search --variant csg-1 --query capture`, "", "game 1 is damaged"},
		{`search --similar --record ` + board1, "", "game 1 is damaged"},
		{`export 1 2`, "csg-3", "game 1 is damaged"},
		{`export --variant csg-1`, "", "game 1"},
		{`show 1`, "", "game 1: archive is damaged"},
		{`check`, "game 1", ""},
	} {
		args := strings.Fields(c.args)
		got := d.run("", args...)
		if got.code != exitFaults || !strings.Contains(got.out, c.out) || !strings.Contains(got.errors, c.says) {
			t.Errorf("%s: exit %d, out %q, says %q", c.args, got.code, got.out, got.errors)
		}
	}
	d.spoil(`UPDATE games SET plies = 7 WHERE id = 2`)
	if got := d.run("", "list"); got.code != exitFaults || !strings.HasPrefix(got.out, "1: csg-1") || !strings.Contains(got.errors, "game 2 is damaged") {
		t.Errorf("list: %+v", got)
	}
	if got := d.run("", "verify", both); got.code != exitDone {
		t.Errorf("verify: %+v", got)
	}
}

// TestNoIndex searches and checks the archive when no index can be opened.
func TestNoIndex(t *testing.T) {
	d := imported(t)
	path := filepath.Join(d.data, "index")
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, "")
	if got := d.run("", "search", "--variant", "csg-3", "--query", "promotion"); got.code != exitDone || !strings.HasPrefix(got.out, "2: csg-3") || !strings.Contains(got.errors, "cannot be used") {
		t.Errorf("search: %+v", got)
	}
	if got := d.run("", "export", "--variant", "csg-3", "--query", "promotion"); got.code != exitDone || !strings.Contains(got.out, "csg-3") {
		t.Errorf("export: %+v", got)
	}
	if got := d.run("", "check"); got.code != exitFaults || !strings.Contains(got.errors, "not a directory") || !strings.Contains(got.errors, "no errors found in the archive") {
		t.Errorf("check: %+v", got)
	}
}
