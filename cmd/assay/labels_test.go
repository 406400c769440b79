package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestLabels checks files of labels, and shows labels in lists and exports.
func TestLabels(t *testing.T) {
	d := newDesk(t)
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		writeFile(t, path, text)
		return path
	}
	const najdorf = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"
	d.done("import", file("games.pgn", "[White \"Ann\"]\n\n"+najdorf+" 1-0\n\n[Opening \"Mine\"]\n\n1. d4 d5 0-1\n\n[ECO \"A00\"]\n\n1. e4 *\n\n"+
		"[ECO \"B90\"]\n[White \"Bea\"]\n\n"+najdorf+" *\n"))
	good := file("good.yaml", "variant: chess\nlabels: [{name: A, moves: e4}, {name: B, query: check}]\n")
	bad := file("bad.yaml", "variant: chess\nlabels:\n  - {name: A, moves: e5}\n  - {name: B, query: white elephant on g1}\n  - {name: C, moves: d4}\n")
	broken := file("broken.yaml", "variant: chess\nlabels: [{name: A}]\n")
	for _, row := range []struct {
		args       string
		code       int
		want, none []string // in standard output and error
	}{
		{"labels check " + good, exitDone, []string{"2 labels of chess can be used, 0 errors"}, nil},
		{"labels check " + good + " " + bad, exitFaults, []string{bad + ": line 3: A: move 1", bad + ": line 4: B: column 7", "1 label of chess can be used, 2 errors"}, nil},
		{"labels check --json " + bad, exitFaults, []string{`"labels":{"chess":1}`, `line 4: B: column 7`}, nil},
		{"labels check " + broken, exitFaults, []string{broken + ": line 2: A: expected one of position, moves and query"}, nil},
		{"labels check nonesuch.yaml", exitFaults, []string{"nonesuch.yaml: there is no such file"}, nil},
		{"labels check", exitUsage, []string{"name files of labels"}, nil},
		{"labels", exitUsage, []string{"name what to do: check"}, nil},
		{"list --labels", exitDone, []string{"Ann - , B90 Sicilian Defense: Najdorf Variation", "2: chess, legal, 2 plies, 0-1, D00"}, nil},
		{"list --labels --json", exitDone, []string{`"label":{"name":"King's Pawn Game","code":"B00"}`}, nil},
		{"list", exitDone, nil, []string{"Sicilian", `"label"`}},
		{"list --labels --faults", exitUsage, []string{"--labels: cannot be combined with --faults"}, nil},
		{"export 1 --as pgn --labels", exitDone, []string{"[ECO \"B90\"]\n[Opening \"Sicilian Defense: Najdorf Variation\"]"}, nil},
		{"export 2 3 --as pgn --labels", exitDone, []string{`[Opening "Mine"]`, `[ECO "A00"]`}, []string{"King's", "Queen's", "B00", "D00"}},
		{"export 4 --as pgn --labels", exitDone, []string{"[ECO \"B90\"]\n[Opening \"Sicilian Defense: Najdorf Variation\"]"}, nil},
		{"export 1 --as json --labels", exitDone, []string{`{"key":"Opening","value":"Sicilian Defense: Najdorf Variation"},{"key":"ECO","value":"B90"}`}, nil},
		{"export 1 --as pgn", exitDone, nil, []string{"Sicilian", "B90"}},
		{"export --as parquet x --labels", exitUsage, []string{"--labels: cannot be combined with --as parquet"}, nil},
	} {
		got := d.run("", strings.Fields(row.args)...)
		for _, want := range row.want {
			if !strings.Contains(got.out+got.errors, want) {
				t.Errorf("%s: no %q in\n%s%s", row.args, want, got.out, got.errors)
			}
		}
		for _, none := range row.none {
			if strings.Contains(got.out, none) {
				t.Errorf("%s: %q in\n%s", row.args, none, got.out)
			}
		}
		if got.code != row.code {
			t.Errorf("%s: exit %d, want %d", row.args, got.code, row.code)
		}
	}
	if again := d.run("", "import", file("again.json", d.done("export", "1", "--as", "json", "--labels"))); !strings.Contains(again.out, "already archived as 1") {
		t.Errorf("an export with labels is another game: %+v", again)
	}
}
