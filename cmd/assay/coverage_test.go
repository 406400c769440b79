package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCoverageIsReported: commands report how many games have the data for a
// condition, on standard error, and with --json in the results.
func TestCoverageIsReported(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "games.pgn")
	const moves = "\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
	writeFile(t, file, `[White "Ann"]`+"\n"+`[Date "1999.01.01"]`+moves+`[White "Bea"]`+moves)
	d.done("import", file)
	for _, row := range []struct{ args, errors, object string }{
		{"search --variant chess --query blunder", "coverage: 0 of 2 games have an engine analysis", `"data":"analysis","games":0,"of":2`},
		{"search --query playr:tal", `coverage: no game searched has a header "playr"; did you mean "player"?`, `"suggestion":"player"`},
		{"search --query date>1990", "coverage: 1 of 2 games has a date", `"data":"date","games":1,"of":2`},
		{"explorer --variant chess --from 1990", "coverage: 1 of 2 games has a date", `"data":"date","games":1,"of":2`},
		{"list --to 2010", "coverage: 1 of 2 games has a date", `"data":"date","games":1,"of":2`},
		{"export --query rating>2000", "coverage: 0 of 2 games have the requested ratings", ""},
		{"analyse --variant chess --query mistake", "coverage: 0 of 2 games have an engine analysis", ""},
		{"search --query player:ann", "", `"header":"player","games":2,"of":2`},
	} {
		args := strings.Fields(row.args)
		got := d.run("", args...)
		if !strings.Contains(got.errors, row.errors) || row.errors == "" && strings.Contains(got.errors, "coverage") {
			t.Errorf("%s: %q, want %q", row.args, got.errors, row.errors)
		}
		if row.object == "" {
			continue
		}
		if got := d.done(append(args, "--json")...); !strings.Contains(got, `"coverage":[{`) || !strings.Contains(got, row.object) {
			t.Errorf("%s --json: %s, want %s", row.args, got, row.object)
		}
	}
	if got := d.done("search", "--query", "result = 0-1", "--json"); strings.Contains(got, "coverage") {
		t.Error(got)
	}
}
