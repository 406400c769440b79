package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWrongUsage exits with 2 and names the flag or argument, not the file.
func TestWrongUsage(t *testing.T) {
	d := newDesk(t)
	dir := t.TempDir()
	t.Chdir(dir)
	writeFile(t, "chess.pgn", "[White \"Ann\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n")
	writeFile(t, "all.pgn", "[Variant \"all-classic\"]\n\n*\n")
	writeFile(t, "named.pgn", "[Variant \"chess\"]\n\n1. f3 *\n")
	d.done("import", "chess.pgn")
	for _, row := range []struct{ args, want string }{
		{"verify --options foo=1 chess.pgn", `--options: chess has no options (got "foo=1")`},
		{"verify --json --options foo=1 chess.pgn", "--options: "},
		{"verify --options drops=fide all.pgn", `--options: all-classic has no option "drops=fide"`},
		{"verify --options foo chess.pgn", `--options: "foo": want words "key=value"`},
		{"verify --options =1 chess.pgn", `--options: "=1": want words`},
		{"import --options foo=1 chess.pgn", "--options: chess has no options"},
		{"serve --options foo=1 --listen 127.0.0.1:0 chess.pgn", "--options: chess has no options"},
		{"serve --variant chess --listen 127.0.0.1:0", "--variant: asks for a PATH"},
		{"show --record chess.pgn --options foo=1", "--options: "},
		{"export --record chess.pgn --options foo=1", "--options: "},
		{"export --record chess.pgn --options foo=1 --as site out", "--options: "},
		{"analyse --record chess.pgn --options foo=1", "--options: "},
		{"search --record chess.pgn --options foo=1", "--options: "},
		{"perft 1 --record chess.pgn --options foo=1", "--options: "},
		{"moves --record chess.pgn --options foo=1", "--options: "},
		{"export 1 --as site", "FOLDER: "},
		{"export --as site 1 2", "FOLDER: "},
		{"export --as site one two", "FOLDER: "},
		{"annotate 1 --ply 1 --comment x", "--author: No author: $USER is not set. Pass --author NAME."},
		{"mend 1 chess.pgn --reason x", "--author: No author: $USER is not set. Pass --author NAME."},
		{"rule 1 --ply 1 --ruling FIDE-1 --reason x", "--author: No author: $USER is not set. Pass --author NAME."},
		{"rule 1 --submission --ply 1 --ruling FIDE-1 --reason x", "--author: No author"},
		{"comments 1 open", "--author: No author: $USER is not set. Pass --author NAME."},
	} {
		got := d.run("", strings.Fields(row.args)...)
		if got.code != exitUsage || !strings.Contains(got.errors, row.want) {
			t.Errorf("%s: exit %d, %s, want %s", row.args, got.code, got.errors, row.want)
		}
	}
	// Options count for records of --variant alone, if that is given.
	d.done("verify", "--variant", "all-classic", "--options", "promotion=any", "named.pgn", "all.pgn")
	// A folder may stand before the games.
	d.done("export", "--as", "site", "out", "1")
	if _, err := os.Stat(filepath.Join(dir, "out", "index.html")); err != nil {
		t.Error(err)
	}
}
