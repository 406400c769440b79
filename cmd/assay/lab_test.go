package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLab runs a laboratory on a variant and on the file of a definition. A
// second run continues with the games of the first.
func TestLab(t *testing.T) {
	d := newDesk(t)
	args := []string{"lab", "breakthrough5", "--games", "40", "--nodes", "20", "--time", "1m", "--json"}
	first := d.done(args...)
	seen := map[string]int{}
	for _, line := range objects(t, first) {
		for key, v := range line {
			seen[key]++
			if key == "lab" && v.(map[string]any)["games"].(map[string]any)["even"] != 20.0 {
				t.Errorf("%v", v)
			}
		}
	}
	for _, key := range []string{"lab", "figure", "ending", "piece", "firstMove", "heat", "ply", "sample", "hazard"} {
		if seen[key] == 0 {
			t.Errorf("no %s", key)
		}
	}
	if again := d.done(args...); again != first {
		t.Error("a run without new games reports otherwise")
	}
	args[3] = "60"
	if more := d.done(args...); more == first {
		t.Error("20 more games change nothing")
	}
	page := filepath.Join(t.TempDir(), "report.html")
	d.done("lab", "../../fixtures/definitions/frog-pond.yaml", "--games", "20", "--nodes", "10", "--output", page, "--games-dir", t.TempDir())
	text, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(text), "<h1>Frog Pond</h1>") || strings.Count(string(text), "<svg") < 6 {
		t.Errorf("%v\n%.500s", err, text)
	}
}

// TestLabUsage has wrong command lines, with what the message names.
func TestLabUsage(t *testing.T) {
	d := newDesk(t)
	broken := filepath.Join(t.TempDir(), "broken.yaml")
	writeFile(t, broken, "id: broken\n")
	for _, c := range []struct{ args, says string }{
		{"lab", "VARIANT"},
		{"lab nonesuch", "nonesuch"},
		{"lab " + broken, "not a valid definition"},
		{"lab chess --time 0s", "--time"},
		{"lab chess --nodes 0", "--nodes"},
		{"lab chess --as pdf", "--as"},
		{"lab chess --as html --json", "--as"},
		{"lab chess --options free=1", "--options"},
		{"lab chess --output /", "--output"},
	} {
		got := d.run("", strings.Fields(c.args)...)
		if got.code != exitUsage || !strings.Contains(got.errors, c.says) {
			t.Errorf("%s: exit %d, %s", c.args, got.code, got.errors)
		}
	}
}
