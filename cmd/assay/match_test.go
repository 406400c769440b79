package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMatch plays a match twice with equal results, exports its games, and
// verifies them.
func TestMatch(t *testing.T) {
	d := newDesk(t)
	args := []string{"match", "assay", "formula:depth=1", "--variant", "minishogi", "--games", "4", "--nodes", "300", "--plies", "80", "--json"}
	file := filepath.Join(t.TempDir(), "games.txt")
	lines := objects(t, d.done(append(args, "--output", file)...))
	if len(lines) != 5 || lines[0]["first"] != "assay" || lines[1]["first"] != "formula:depth=1" || lines[0]["fault"] != nil {
		t.Fatalf("%v", lines)
	}
	score := lines[4]["score"].(map[string]any)
	if score["games"] != 4.0 || score["wins"].(float64)+score["draws"].(float64)+score["losses"].(float64) != 4 {
		t.Errorf("%v", score)
	}
	if again := d.done(args...); len(objects(t, again)) != 5 || again != d.done(args...) {
		t.Error("two runs differ")
	}
	proved := objects(t, d.done("verify", "--json", file))
	if len(proved) != 4 {
		t.Fatalf("%d games", len(proved))
	}
	for i, game := range proved {
		if game["verdict"] != "legal" || game["plies"] != lines[i]["plies"] || game["result"] != lines[i]["result"] {
			t.Errorf("%v, want %v", game, lines[i])
		}
	}
	text := d.done("match", "assay", "assay:depth=1", "--variant", "chess", "--games", "2", "--depth", "1", "--plies", "12", "--as", "pgn", "--output", file)
	if !strings.Contains(text, "game 2: ") || !strings.Contains(text, " %") || !strings.Contains(d.done("export", "--record", file, "--as", "pgn"), "[%eval ") {
		t.Error(text)
	}
}

// TestMatchOpenings starts games from the positions of a file.
func TestMatchOpenings(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "positions.txt")
	writeFile(t, file, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n\n")
	lines := objects(t, d.done("match", "assay", "assay", "--variant", "chess", "--openings", file, "--games", "1", "--nodes", "100", "--json"))
	if len(lines) != 2 || lines[0]["result"] != "1-0" || lines[0]["plies"] != 1.0 || lines[1]["score"].(map[string]any)["alike"] != true {
		t.Errorf("%v", lines)
	}
	writeFile(t, file, "6k1/5ppp w\n")
	if got := d.run("", "match", "assay", "assay", "--variant", "chess", "--openings", file); got.code != exitUsage || !strings.Contains(got.errors, `--openings: "6k1/5ppp w"`) {
		t.Errorf("exit %d: %s", got.code, got.errors)
	}
}

// TestMatchAlike plays an engine against itself: all games differ, and the
// first player's score has an interval.
func TestMatchAlike(t *testing.T) {
	d := newDesk(t)
	openings := filepath.Join(t.TempDir(), "positions.txt")
	writeFile(t, openings, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
	for _, args := range [][]string{
		{"match", "assay", "assay", "--variant", "minishogi", "--games", "7", "--nodes", "60", "--plies", "60"},
		{"match", "assay:nodes=60", "assay", "--variant", "minishogi", "--games", "7", "--nodes", "60", "--plies", "60"},
		{"match", "formula:depth=1", "formula:depth=1", "--variant", "chess", "--games", "6", "--openings", openings, "--plies", "30"},
	} {
		lines := objects(t, d.done(append(args, "--json")...))
		score := lines[len(lines)-1]["score"].(map[string]any)
		first := score["firstPlayer"].(map[string]any)
		games := len(lines) - 1
		if score["games"] != float64(games) || score["alike"] != true || score["repeated"] != 0.0 {
			t.Errorf("%v: %v", args, score)
		}
		tally := map[string]float64{}
		for _, g := range lines[:games] {
			tally[g["result"].(string)]++
		}
		interval := first["interval"].([]any)
		if first["wins"] != tally["1-0"] || first["losses"] != tally["0-1"] || first["draws"] != tally["1/2-1/2"] ||
			interval[0].(float64) >= first["score"].(float64) && interval[0] != 0.0 || interval[1].(float64) <= interval[0].(float64) {
			t.Errorf("%v: %v of %v", args, first, tally)
		}
		if text := d.done(args...); !strings.Contains(text, "\nFirst player: ") || !strings.Contains(text, " at 95 % confidence") || !strings.Contains(text, " plays itself: ") && !strings.Contains(text, "the engines play equal moves") {
			t.Errorf("%v: %s", args, text)
		}
	}
	same := d.run("", "match", "assay", "assay", "--variant", "minishogi", "--games", "3", "--nodes", "60", "--plies", "20", "--random", "0")
	if same.code != exitDone || !strings.Contains(same.errors, "2 of 3 games repeat earlier ones") {
		t.Errorf("%d %s", same.code, same.errors)
	}
}

// TestMatchRefuses rejects matches that cannot be played and names the reason.
func TestMatchRefuses(t *testing.T) {
	d := newDesk(t)
	for _, c := range []struct{ args, says string }{
		{"assay --variant chess", ""},
		{"assay formula", "--variant"},
		{"assay deep --variant chess", `ENGINE: "deep"`},
		{"assay assay:speed=3 --variant chess", `unknown limit "speed"`},
		{"assay assay:nodes=many --variant chess", `ENGINE: "assay:nodes=many": expected a whole number of at least 0`},
		{"assay assay:time=5 --variant chess", `ENGINE: "assay:time=5": expected a time such as 100ms`},
		{"assay assay:time=-1s --variant chess", "ENGINE: -1s: expected at most 24h"},
		{"assay assay --variant chess --time -1s", "--time: -1s: expected at most 24h"},
		{"assay assay:depth=1000 --variant chess", "depth"},
		{"assay assay --variant nonesuch", "nonesuch"},
		{"assay assay --variant chess --games 0", "games"},
		{"assay assay --variant chess --random 99", "random"},
		{"assay assay --variant chess --openings nowhere", "--openings"},
		{"assay assay --variant chess --as svg", `--as: "svg": expected`},
		{"assay assay --variant chess --output nowhere/games.txt", "--output"},
	} {
		if got := d.run("", append([]string{"match"}, strings.Fields(c.args)...)...); got.code != exitUsage || !strings.Contains(got.errors, c.says) {
			t.Errorf("%s: exit %d: %s", c.args, got.code, got.errors)
		}
	}
}

// TestMatchOutput keeps a file unchanged if no game was played, and fails if
// the games could not be saved.
func TestMatchOutput(t *testing.T) {
	d, config, folder := newDesk(t), engines(t), filepath.Join(t.TempDir(), "games")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "games.txt")
	writeFile(t, file, "of the match before\n")
	if got := d.run("", "match", "assay", "nonesuch", "--variant", "chess", "--output", file); got.code != exitUsage {
		t.Errorf("exit %d: %s", got.code, got.errors)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "of the match before\n" {
		t.Errorf("%q, %v", text, err)
	}
	gone := told(func() { os.RemoveAll(folder) })
	args := []string{"match", "assay", "liar", "--config", config, "--variant", "chess", "--games", "2", "--nodes", "50", "--output", file}
	if code := run(t.Context(), args, []string{"ASSAY_DATA=" + d.data}, strings.NewReader(""), io.Discard, gone); code != exitFaults {
		t.Errorf("exit %d without the folder", code)
	}
}

// told is a writer that calls a function on every write.
type told func()

func (f told) Write(text []byte) (int, error) {
	f()
	return len(text), nil
}

// TestMatchOfOthers plays against configured engines: one is Assay itself,
// another loses by an illegal move.
func TestMatchOfOthers(t *testing.T) {
	d, config := newDesk(t), engines(t)
	twins := objects(t, d.done("match", "assay", "twin", "--config", config, "--variant", "csg-1", "--games", "2", "--depth", "1", "--plies", "30", "--json"))
	if score := twins[2]["score"].(map[string]any); score["games"] != 2.0 || twins[0]["fault"] != nil || twins[0]["second"] != "twin" {
		t.Errorf("%v", twins)
	}
	file := filepath.Join(t.TempDir(), "games.txt")
	lines := objects(t, d.done("match", "assay", "liar", "--config", config, "--variant", "chess", "--games", "2", "--nodes", "50", "--random", "0", "--json", "--output", file))
	score := lines[2]["score"].(map[string]any)
	if fault, _ := lines[0]["fault"].(string); !strings.Contains(fault, `engine liar: its move is not legal: "e2e5"`) || lines[0]["result"] != "1-0" || lines[0]["termination"] != "rules infraction" {
		t.Errorf("%v", lines[0])
	}
	if forfeits := score["forfeits"].([]any); forfeits[0] != 0.0 || forfeits[1] != 2.0 || score["score"] != 100.0 {
		t.Errorf("%v", score)
	}
	if proved := objects(t, d.done("verify", "--json", file)); len(proved) != 2 || proved[0]["result"] != "1-0" {
		t.Errorf("%v", proved)
	}
	if got := d.run("", "match", "assay", "liar", "--config", config, "--variant", "shogi"); got.code != exitFaults || !strings.Contains(got.errors, "does not play the game: shogi") {
		t.Errorf("exit %d: %s", got.code, got.errors)
	}
}
