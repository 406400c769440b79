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
		{"verify --options foo=1 chess.pgn", `--options: chess has no options, found "foo=1"`},
		{"verify --json --options foo=1 chess.pgn", "--options: "},
		{"verify --options drops=fide all.pgn", `--options: all-classic has no option "drops=fide"`},
		{"verify --options foo chess.pgn", `--options: "foo": expected words "key=value"`},
		{"verify --options =1 chess.pgn", `--options: "=1": expected words`},
		{"import --options foo=1 chess.pgn", "--options: chess has no options"},
		{"serve --options foo=1 --listen 127.0.0.1:0 chess.pgn", "--options: chess has no options"},
		{"serve --variant chess --listen 127.0.0.1:0", "--variant: requires a PATH"},
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
		{"search --query check", "this query asks about positions, so name the variant: --variant ID"},
		{"search check", `did you mean --query "check"?`},
		{"mend 1 none.pgn --reason x --author A", "FILE: none.pgn: no such file or folder"},
		{"export 1 --output none/x.pgn", "--output: none: no such folder"},
		{"import --report none/x chess.pgn", "--report: none: no such folder"},
		{"man none", "none: no such folder"},
		{"list --config none.yaml", "--config: none.yaml: no such file or folder"},
		{"list --variants-dir none", "--variants-dir: none: no such file or folder"},
		{"comments 1 open", "--author: No author: $USER is not set. Pass --author NAME."},
	} {
		got := d.run("", strings.Fields(row.args)...)
		if got.code != exitUsage || !strings.Contains(got.errors, row.want) {
			t.Errorf("%s: exit %d, %s, want %s", row.args, got.code, got.errors, row.want)
		}
	}
	// --options applies only to records of --variant, if both are given.
	d.done("verify", "--variant", "all-classic", "--options", "promotion=any", "named.pgn", "all.pgn")
	// A folder may precede the games.
	d.done("export", "--as", "site", "out", "1")
	if _, err := os.Stat(filepath.Join(dir, "out", "index.html")); err != nil {
		t.Error(err)
	}
}

// TestPlainFailures: messages say what to do without an archive or server.
func TestPlainFailures(t *testing.T) {
	d := newDesk(t)
	t.Chdir(t.TempDir())
	for _, row := range []struct{ args, want string }{
		{"list --data none", "No archive in none. Create one with `assay import PATH`, or name another with --data."},
		{"ready http://127.0.0.1:1", "cannot reach http://127.0.0.1:1. Is the server running?"},
	} {
		got := d.run("", strings.Fields(row.args)...)
		if got.code != exitFaults || !strings.Contains(got.errors+got.out, row.want) {
			t.Errorf("%s: exit %d, %s%s, want %s", row.args, got.code, got.out, got.errors, row.want)
		}
	}
}
