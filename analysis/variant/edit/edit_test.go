package edit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const pond = `# Frogs.
id: pond # the ID
name: "Frog: Pond"
summary: >-
  Frogs on
  five squares.

board: {files: 5, ranks: 5} # small
regions: # named
  shore: [rank 5]
# pieces follow
pieces:
  # the heron
  H: {name: Heron, moves: K, royal: true} # a king
  F:
    name: Frog
    moves: # two
      - fW # forward
      - {betza: D, from: shore}
    value: 300
  T: {name: Tadpole,
      moves: [mfW, cfF], value: 100}
start: f1h1f/5/5/5/F1H1F w
rules:
  - {module: royal-safety}
  - module: no-moves
    result: loss
empty:
`

var order = []string{"id", "name", "summary", "board", "sides", "regions", "pieces", "start", "promotion", "rules"}

// TestSet sets values in all styles of YAML. Each row replaces was by now in
// the text, and changes nothing else.
func TestSet(t *testing.T) {
	for _, row := range []struct{ path, value, was, now string }{
		{"id", `"pond-2"`, "id: pond #", "id: pond-2 #"},
		{"name", `"Pond"`, `name: "Frog: Pond"`, "name: Pond"},
		{"name", `"A: B"`, `name: "Frog: Pond"`, `name: "A: B"`},
		{"summary", `"One line."`, ">-\n  Frogs on\n  five squares.\n", "One line.\n"},
		{"board.files", "6", "files: 5", "files: 6"},
		{"board.checkered", "true", "ranks: 5}", "ranks: 5, checkered: true}"},
		{"start", `"5/5/5/5/5[] w"`, "f1h1f/5/5/5/F1H1F w", "5/5/5/5/5[] w"},
		{"pieces.H.moves", `"KN"`, "moves: K,", "moves: KN,"},
		{"pieces.H.moves", `["K","mN"]`, "moves: K,", "moves: [K, mN],"},
		{"pieces.F.moves.0", `"fWN"`, "- fW #", "- fWN #"},
		{"pieces.F.moves.1.betza", `"A"`, "betza: D", "betza: A"},
		{"pieces.F.moves.-", `"N"`, "from: shore}\n", "from: shore}\n      - N\n"},
		{"pieces.F.moves", `"N"`, "moves: # two\n      - fW # forward\n      - {betza: D, from: shore}", "moves: N # two"},
		{"pieces.F.glyph", `"jumper"`, "value: 300\n", "value: 300\n    glyph: jumper\n"},
		{"pieces.T.moves.1", `"cF"`, "cfF]", "cF]"},
		{"pieces.T.moves.-", `"b"`, "cfF]", "cfF, b]"},
		{"pieces.T.value", "120", "value: 100", "value: 120"},
		{"pieces.+T", `{"name":"Toad","moves":"W","demotes":"T"}`, "value: 100}\n", "value: 100}\n  +T: {name: Toad, moves: W, demotes: T}\n"},
		{"regions.nest", `["c5"]`, "[rank 5]\n", "[rank 5]\n  nest: [c5]\n"},
		{"promotion.-", `{"pieces":{"T":["+T"]},"zone":"shore"}`, "F1H1F w\n", "F1H1F w\npromotion:\n  - {pieces: {T: [+T]}, zone: shore}\n"},
		{"promotion.-.zone", `"shore"`, "F1H1F w\n", "F1H1F w\npromotion:\n  - {zone: shore}\n"},
		{"sides", `[{"name":"Green"},{"name":"Brown"}]`, "# small\n", "# small\nsides:\n  - {name: Green}\n  - {name: Brown}\n"},
		{"rules.1.free", `"draw"`, "result: loss\n", "result: loss\n    free: draw\n"},
		{"rules.-", `{"module":"goal","region":"shore"}`, "result: loss\n", "result: loss\n  - {module: goal, region: shore}\n"},
		{"rules", `[{"module":"goal","in":[1]}]`, "  - {module: royal-safety}\n  - module: no-moves\n    result: loss", "  - {module: goal, in: [1]}"},
		{"empty", `"x"`, "empty:\n", "empty: x\n"},
		{"empty.a.b", `1`, "empty:\n", "empty: {a: {b: 1}}\n"},
		{"hand", `{"name":"true"}`, "empty:\n", "empty:\nhand: {name: \"true\"}\n"},
		{"name", `"12"`, `name: "Frog: Pond"`, `name: "12"`},
		{"name", `"Teich ä\nb"`, `name: "Frog: Pond"`, `name: "Teich ä\nb"`},
	} {
		value, err := FromJSON([]byte(row.value))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Set([]byte(pond), strings.Split(row.path, "."), value, order)
		if want := strings.Replace(pond, row.was, row.now, 1); err != nil || string(got) != want || strings.Count(pond, row.was) == 0 {
			t.Errorf("%s: %v\n%s", row.path, err, got)
		}
	}
}

// TestRemove removes entries in all styles.
func TestRemove(t *testing.T) {
	for _, row := range []struct{ path, was, now string }{
		{"board.files", "files: 5, ", ""},
		{"board.ranks", ", ranks: 5", ""},
		{"pieces.H", "  H: {name: Heron, moves: K, royal: true} # a king\n", ""},
		{"pieces.F.value", "    value: 300\n", ""},
		{"pieces.F.moves.0", "      - fW # forward\n", ""},
		{"pieces.F.moves.1", "      - {betza: D, from: shore}\n", ""},
		{"pieces.T.moves.0", "mfW, ", ""},
		{"pieces.T.moves.1", ", cfF", ""},
		{"rules.1.module", "module: no-moves\n    result", "result"},
		{"rules.1.result", "    result: loss\n", ""},
		{"rules.0", "  - {module: royal-safety}\n", ""},
		{"regions.shore", "regions: # named\n  shore: [rank 5]\n", ""},
		{"summary", "summary: >-\n  Frogs on\n  five squares.\n", ""},
		{"none.such", "", ""},
		{"empty", "empty:\n", ""},
	} {
		got, err := Remove([]byte(pond), strings.Split(row.path, "."))
		if want := strings.Replace(pond, row.was, row.now, 1); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", row.path, err, got)
		}
	}
}

// TestRefuse: texts and paths that cannot be edited are errors.
func TestRefuse(t *testing.T) {
	for _, row := range []struct{ text, path, says string }{
		{"a: [", "a", "correct the YAML first"},
		{"- a", "a", "correct the YAML first"},
		{"", "a", "correct the YAML first"},
		{"a: 1", "a.b", "no place"},
		{"a: [1]", "a.7", "no place"},
		{"a: &x 1\nb: *x", "a", "clicks"},
		{"a: !!str 5", "a", "clicks"},
		{"a: 1", strings.Repeat("a.", 20) + "a", "1 to 12 keys"},
	} {
		_, err := Set([]byte(row.text), strings.Split(row.path, "."), Text("x"), nil)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", row.text, err)
		}
	}
	if _, err := Remove([]byte("a: {b: 1}"), []string{"a", "b"}); err == nil {
		t.Error("the last key was removed")
	}
	for _, text := range []string{"", "{", `"a`, "a", "[[[[[[[[[[[[[1]]]]]]]]]]]]]"} {
		if _, err := FromJSON([]byte(text)); err == nil {
			t.Errorf("%q is a value", text)
		}
	}
}

// FuzzEdit sets and removes values of any text: no panic, and nothing else
// changes, which every change verifies itself.
func FuzzEdit(f *testing.F) {
	f.Add(pond, "pieces.F.moves.0", `"K"`)
	f.Add(pond, "rules.1.result", `{"a":[1,"b"]}`)
	files, _ := filepath.Glob("../definitions/*.yaml")
	for i, file := range files {
		if text, err := os.ReadFile(file); err == nil && i%20 == 0 {
			f.Add(string(text), "pieces.K.name", `"Queen"`)
		}
	}
	f.Fuzz(func(t *testing.T, text, path, json string) {
		keys := strings.Split(path, ".")
		if value, err := FromJSON([]byte(json)); err == nil && len(text) < 1<<16 {
			_, _ = Set([]byte(text), keys, value, order)
			_, _ = Remove([]byte(text), keys)
		}
	})
}
