package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTune tunes with few games, which changes nothing, writes to the requested
// file, and lets the engine use it.
func TestTune(t *testing.T) {
	d := newDesk(t)
	quick := []string{"--games", "3", "--nodes", "30", "--plies", "20"}
	got := d.run("", append([]string{"tune", "minishogi"}, quick...)...)
	if got.code != exitDone || !strings.Contains(got.out, "3 games are too few") {
		t.Fatalf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	file := filepath.Join(t.TempDir(), "worths.json")
	fit := objects(t, d.done(append([]string{"tune", "shogi", "--json", "--output", file}, quick...)...))
	if len(fit) != 1 || fit[0]["variant"] != "shogi" || fit[0]["games"] != 3.0 || fit[0]["worths"] != nil {
		t.Errorf("%v", fit)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), `"variant": "shogi"`) {
		t.Errorf("%s, %v", text, err)
	}
	for _, c := range []struct{ args, says string }{
		{"", ""},
		{"nonesuch", "nonesuch"},
		{"chess --nodes 0", "nodes"},
		{"chess --games -1", "games"},
		{"chess --prove -1", "prove"},
		{"chess --plies 0", "plies"},
		{"chess --engine nonesuch", "nonesuch"},
		{"chess --archived -1", "--archived"},
		{"chess --games 100000 --output nowhere/worths.json", "--output"},
	} {
		if got := d.run("", append([]string{"tune"}, strings.Fields(c.args)...)...); got.code != exitUsage || !strings.Contains(got.errors, c.says) {
			t.Errorf("%s: exit %d: %s", c.args, got.code, got.errors)
		}
	}
}

// TestTuneArchived uses archived games with a result.
func TestTuneArchived(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, file, "[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n[Result \"*\"]\n\n1. d4 d5 *\n")
	d.done("import", file)
	fit := objects(t, d.done("tune", "chess", "--json", "--games", "0", "--nodes", "30"))
	if fit[0]["games"] != 1.0 {
		t.Errorf("%v", fit)
	}
}
