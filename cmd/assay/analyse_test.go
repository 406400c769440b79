package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnalysePosition analyses positions with an evaluation, with a mate, and
// with neither.
func TestAnalysePosition(t *testing.T) {
	d := newDesk(t)
	one := objects(t, d.done("analyse", "--json", "--variant", "shogi", "--position", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1"))
	if len(one) != 1 || one[0]["mate"] != 1.0 || one[0]["cp"] != nil || one[0]["line"].([]any)[0] != "G@e8" || one[0]["engine"] != "assay" {
		t.Errorf("%v", one)
	}
	opinion := objects(t, d.done("analyse", "--json", "--variant", "csg-1", "--nodes", "500"))[0]
	if opinion["mate"] != nil || opinion["cp"] == nil || opinion["depth"] == 0.0 || len(opinion["line"].([]any)) == 0 {
		t.Errorf("%v", opinion)
	}
	for _, c := range []struct {
		args string
		code int
	}{
		{"--variant chess --mate 3 --nodes 5000", exitFaults},
		{"--variant chess --mate -1", exitUsage},
		{"--variant chess --time -1s", exitUsage},
		{"--variant chess --engine deep", exitUsage},
		{"--variant nonesuch", exitUsage},
		{"", exitUsage},
		{"1 --query check", exitUsage},
		{"1 --mate 3", exitUsage},
		{"--variant chess --position 7k/5QR1/8/8/8/8/8/K7_b_-_-_0_1", exitFaults},
	} {
		args := strings.Fields(c.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		if got := d.run("", append([]string{"analyse"}, args...)...); got.code != c.code {
			t.Errorf("%s: exit %d, want %d: %s", c.args, got.code, c.code, got.errors)
		}
	}
}

// TestAnalyseGame analyses a game of a file and an archived game, whose
// analysis is stored, and is refused for a game in progress.
func TestAnalyseGame(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, file, "[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n[Result \"*\"]\n\n1. d4 d5 *\n")
	d.done("import", file)
	want := d.done("analyse", "--json", "--nodes", "200", "--record", file)
	got := d.run("", "analyse", "--json", "--nodes", "200", "1", "2")
	if got.code != exitFaults || got.out != want || !strings.Contains(got.errors, "game 2: the game has no result, so Assay treats it as in progress") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	lines := objects(t, want)
	if len(lines) != 9 || lines[0]["accuracy"] != nil || lines[7]["win"].(float64) < 97 || lines[7]["best"] != nil || lines[6]["mate"] != 1.0 {
		t.Errorf("%d lines: %v", len(lines), lines)
	}
	if summary, ok := lines[len(lines)-1]["summary"].(map[string]any); !ok || summary["second"].(map[string]any)["blunders"] == 0.0 {
		t.Errorf("%v", lines[len(lines)-1])
	}
	if again := d.done("analyse", "--nodes", "200", "1"); !strings.Contains(again, "(blunder)") || !strings.Contains(again, "accuracy") {
		t.Error(again)
	}
	if text := d.done("export", "1", "--as", "pgn"); !strings.Contains(strings.Join(strings.Fields(text), " "), "[%eval #1]") {
		t.Error(text)
	}
}

// engines writes a configuration with this program as an engine, and with an
// engine that plays illegal moves.
func engines(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("RUN_ASSAY", "1") // for the started processes
	file := filepath.Join(t.TempDir(), "config.yaml")
	writeFile(t, file, fmt.Sprintf(`engines:
  - {name: twin, path: %q, arguments: [engine], options: {Hash: 2}, memory: 0, time: 1m}
  - {name: liar, path: /bin/sh, arguments: [-c, %q]}
`, self, "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e5;; quit) exit;; esac; done"))
	return file
}

// TestOtherEngines analyses a position and an archived game with configured
// engines.
func TestOtherEngines(t *testing.T) {
	d, config := newDesk(t), engines(t)
	own := objects(t, d.done("analyse", "--json", "--variant", "csg-1", "--depth", "2"))[0]
	theirs := objects(t, d.done("analyse", "--config", config, "--engine", "twin", "--json", "--variant", "csg-1", "--depth", "2"))[0]
	if theirs["engine"] != "twin" || theirs["cp"] != own["cp"] || theirs["line"].([]any)[0] != own["line"].([]any)[0] {
		t.Errorf("%v, by itself %v", theirs, own)
	}
	if text := d.done("analyse", "--config", config, "--engine", "twin", "--variant", "chess", "--depth", "2", "--multi-pv", "3"); strings.Count(text, "\n") != 3 {
		t.Error(text)
	}
	mate := objects(t, d.done("analyse", "--config", config, "--engine", "twin", "--json", "--variant", "chess", "--position", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--mate", "1"))[0]
	if mate["mate"] != 1.0 || mate["engine"] != "twin" {
		t.Errorf("%v", mate)
	}
	file := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, file, "[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n")
	d.done("import", file)
	first := d.done("analyse", "--config", config, "--engine", "twin", "--nodes", "100", "1")
	if again := d.done("analyse", "--config", config, "--engine", "twin", "--nodes", "100", "1"); again != first || !strings.Contains(first, "accuracy") {
		t.Errorf("%s, and again %s", first, again)
	}
	for _, row := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--engine", "liar", "1"}, exitFaults, `game 1: engine liar: its move is not legal: "e2e5", in r1bqkb1r/`},
		{[]string{"--engine", "liar", "--variant", "chess"}, exitFaults, `engine liar: its move is not legal: "e2e5", in rnbqkbnr/`},
		{[]string{"--engine", "liar", "--variant", "shogi"}, exitFaults, "it does not play the game: shogi"},
		{[]string{"--engine", "lyre", "--variant", "shogi"}, exitUsage, "--engine"},
		{[]string{"--multi-pv", "2", "1"}, exitUsage, "--multi-pv"},
	} {
		if got := d.run("", append([]string{"analyse", "--config", config}, row.args...)...); got.code != row.code || !strings.Contains(got.errors, row.want) {
			t.Errorf("%v: exit %d: %s", row.args, got.code, got.errors)
		}
	}
}

func TestEngineSettings(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"engines: [{name: a}]", "engine a: path of the program is missing"},
		{"engines: [{name: assay, path: x}]", "duplicate engine assay"},
		{"engines: [{name: a, path: x}, {name: a, path: y}]", "duplicate engine a"},
		{"engines: [{name: a, path: x, protocol: usl}]", `"usi" was probably meant`},
		{"engines: [{name: a, path: x, speed: 3}]", "speed"},
		{"engines: [{name: a, path: x, time: soon}]", "engines"},
	} {
		file := filepath.Join(t.TempDir(), "config.yaml")
		writeFile(t, file, row.text)
		if _, err := loadSettings(flagsOf(t, "--config", file), nil, t.Logf); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.text, err)
		}
	}
}

// TestTurningPoint checks the turning point of the first game of the page: its
// last move captures the king, which the analysis sees before it is played.
func TestTurningPoint(t *testing.T) {
	d := newDesk(t)
	lines := objects(t, d.done("analyse", "--json", "--nodes", "1000", "--record", "../../fixtures/csg/board-1.txt"))
	if len(lines) != 112 || lines[109]["mate"] != 1.0 || lines[109]["line"].([]any)[0] != lines[109]["best"] {
		t.Fatalf("%d lines: %v", len(lines), lines[len(lines)-3:])
	}
	summary := lines[111]["summary"].(map[string]any)
	at, ok := summary["turningPoint"].(float64)
	if !ok || at < 1 || at > 109 {
		t.Fatalf("%v", summary)
	}
	for _, l := range lines[int(at):111] {
		if l["win"].(float64) >= 50 {
			t.Errorf("Cyan, who won, stands worse after ply %v, of which %v is the turning point", l["ply"], at)
		}
	}
}
