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

// TestLabFolder: games that cannot be kept are an error that says what to do.
func TestLabFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "")
	got := newDesk(t).run("", "lab", "hexapawn", "--time", "1s", "--games-dir", filepath.Join(file, "lab"))
	if got.code != exitFaults || !strings.Contains(got.errors, file) || !strings.Contains(got.errors, "--games-dir") {
		t.Errorf("%+v", got)
	}
}

// TestLabAgainst compares a variant with a changed definition: rules, figures,
// and archived games that end otherwise.
func TestLabAgainst(t *testing.T) {
	d := newDesk(t)
	d.done("import", "--variants-dir", "../../fixtures/definitions", "../../fixtures/definitions/frog-pond.txt")
	text, err := os.ReadFile("../../fixtures/definitions/frog-pond.yaml")
	if err != nil {
		t.Fatal(err)
	}
	changed := filepath.Join(t.TempDir(), "changed.yaml")
	writeFile(t, changed, strings.NewReplacer("moves: fW,", "moves: fmWfcF,", `version: "1"`, `version: "2"`, "[11, 119, 1354, 15552]", "[11]").Replace(string(text)))
	args := []string{"lab", "frog-pond", "--variants-dir", "../../fixtures/definitions", "--against", changed, "--games", "30", "--nodes", "10", "--time", "1m"}
	seen := map[string]int{}
	for _, line := range objects(t, d.done(append(args, "--json")...)) {
		for key, v := range line {
			seen[key]++
			if m := v.(map[string]any); key == "verdictChange" && (m["game"] != 1.0 || m["ply"] != 6.0 || !strings.Contains(m["text"].(string), "FP-4") && !strings.Contains(m["text"].(string), "does not go")) {
				t.Errorf("%v", m)
			}
		}
	}
	if seen["lab"] != 2 || seen["ruleChange"] < 2 || seen["difference"] < 30 || seen["verdictChange"] != 1 {
		t.Errorf("%v", seen)
	}
	shown := d.done(args...)
	for _, want := range []string{"- Tadpole", "First player's score", "Holm", "1 of 1 change", "game 1: illegal"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	page := filepath.Join(t.TempDir(), "comparison.html")
	d.done(append(args, "--output", page)...)
	if html, err := os.ReadFile(page); err != nil || !strings.Contains(string(html), "<h1>Frog Pond: versions compared</h1>") {
		t.Errorf("%v", err)
	}
	if got := d.run("", "lab", "hexapawn", "--against", "hexapawn"); got.code != exitUsage || !strings.Contains(got.errors, "--against") {
		t.Errorf("%+v", got)
	}
}
