package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRecover(t *testing.T) {
	d := imported(t)
	backup := filepath.Join(t.TempDir(), "copy.db")
	d.done("backup", backup)
	d.done("delete", "1")
	got := d.run("", "recover", backup)
	kept := filepath.Join(d.data, "archive-replaced-")
	if got.code != exitDone || !strings.Contains(got.errors, "recovered from "+backup) || !strings.Contains(got.errors, kept) {
		t.Errorf("exit %d: %s", got.code, got.errors)
	}
	if hits := objects(t, d.done("search", "--json", "--record", board1, "--ply", "9")); len(hits) != 1 {
		t.Errorf("found in what was recovered: %v", hits)
	}
	d.done("check")
	if lines := objects(t, d.done("recover", "--json", backup)); len(lines) != 1 || lines[0]["games"] != 2.0 || !strings.HasPrefix(lines[0]["kept"].(string), kept) {
		t.Errorf("as JSON: %v", lines)
	}
	fresh := desk{t, filepath.Join(t.TempDir(), "new")}
	fresh.done("recover", backup)
	fresh.done("check")
	for args, says := range map[string]string{
		"recover":                           "FILE",
		"recover " + board1:                 "not an Assay archive",
		"recover nowhere.db":                "FILE: nowhere.db: no such file or folder",
		"recover " + d.data + "/archive.db": "it is the archive itself",
	} {
		if got := d.run("", strings.Fields(args)...); got.code == exitDone || !strings.Contains(got.errors, says) {
			t.Errorf("%s: exit %d: %s", args, got.code, got.errors)
		}
	}
}

// TestEarlierSchema reads an archive of an earlier schema: the message names
// the remedy, and backup copies the archive.
func TestEarlierSchema(t *testing.T) {
	d := imported(t)
	path := filepath.Join(d.data, "archive.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`PRAGMA user_version = 1`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"list", "show 1", "check", "search --query check"} {
		got := d.run("", strings.Fields(command)...)
		if got.code != exitFaults || !strings.Contains(got.errors, "opened for writing") || !strings.Contains(got.errors, "assay serve") {
			t.Errorf("%s: exit %d: %s", command, got.code, got.errors)
		}
	}
	backup := filepath.Join(t.TempDir(), "copy.db")
	d.done("backup", backup)
	if _, err := os.Stat(backup); err != nil {
		t.Error(err)
	}
}
