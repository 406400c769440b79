package variant

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"assay/fixtures"
)

var update = flag.Bool("update", false, "write the golden files anew")

// damaged are variants that together have most parts of a definition.
var damaged = []string{"chess", "pocket-shogi-copper", "xiangqi"}

// replacements returns values to replace a scalar.
func replacements(n *yaml.Node) []string {
	if v, err := strconv.Atoi(n.Value); err == nil {
		return []string{strconv.Itoa(v + 1), "0", "1", "16", "17", "1000", "-1", "x"}
	}
	return []string{"", "Zz", "K", "P", "Q", "p", "last", "first", "none", "a1", "fR", "loses", "end", "true"}
}

// scalars calls each for every scalar of a tree, with its path.
func scalars(n *yaml.Node, path string, each func(n *yaml.Node, path string)) {
	switch n.Kind {
	case yaml.ScalarNode:
		each(n, path)
	case yaml.SequenceNode:
		for i, child := range n.Content {
			if i < 3 {
				scalars(child, fmt.Sprintf("%s.%d", path, i), each)
			}
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if name := n.Content[i].Value; !slices.Contains([]string{"node-counts", "sources", "summary", "says", "pictures"}, name) {
				scalars(n.Content[i+1], path+"."+name, each)
			}
		}
	}
}

var (
	shown = regexp.MustCompile(`"[^"]*"|[0-9]+|(piece|region|promotion:|page:) [^ ]+`)
	named = regexp.MustCompile(`\.(pieces|regions|options|may|must|except|places|as|within|despite|limits|when)\.[^.]+`)
)

// TestDamagedDefinitions replaces each scalar of definitions, removes keys, and
// prints the problems.
func TestDamagedDefinitions(t *testing.T) {
	r := builtIn()
	seen, tried := map[string]bool{}, map[string]int{}
	var b strings.Builder
	for _, id := range damaged {
		whole := r.raw[id]
		root, err := r.inherit(whole, 0)
		if err != nil {
			t.Fatal(err)
		}
		src := &source{file: "x", header: whole.header, root: func() *yaml.Node { return root }}
		note := func(path, change string) {
			_, err := r.resolve(src, nil)
			if err == nil {
				return
			}
			messages := []string{}
			for _, p := range asProblems(err)[:min(3, len(asProblems(err)))] {
				message, _, _ := strings.Cut(p.Message, "; ")
				messages = append(messages, fmt.Sprintf("%d: %.100s", p.Line, message))
			}
			// print each form of messages once
			if form := shown.ReplaceAllString(strings.Join(messages, " | "), "…"); !seen[form] {
				seen[form] = true
				fmt.Fprintf(&b, "%s%s %s: %d %s\n", id, path, change, len(asProblems(err)), strings.Join(messages, " | "))
			}
		}
		scalars(root, "", func(n *yaml.Node, path string) {
			// names of pieces, regions and options are equivalent
			form := named.ReplaceAllString(path, ".$1.*")
			if tried[form]++; tried[form] > 1 {
				return
			}
			was := n.Value
			for _, n.Value = range replacements(n) {
				if n.Value != was {
					note(path, fmt.Sprintf("= %q", n.Value))
				}
			}
			n.Value = was
		})
		for i := 0; i+1 < len(root.Content); i += 2 {
			kept := root.Content
			if tried[kept[i].Value]++; tried[kept[i].Value] > 1 {
				continue
			}
			root.Content = slices.Delete(slices.Clone(kept), i, i+2)
			note("."+kept[i].Value, "deleted")
			root.Content = slices.Insert(slices.Clone(kept), i, kept[i:i+2]...)
			note("."+kept[i].Value, "doubled")
			root.Content = kept
			was := *kept[i+1]
			*kept[i+1] = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Line: was.Line}
			note("."+kept[i].Value, "null")
			*kept[i+1] = yaml.Node{Kind: yaml.SequenceNode, Line: was.Line}
			note("."+kept[i].Value, "empty list")
			*kept[i+1] = was
		}
	}
	fixtures.Golden(t, *update, "testdata/damaged.golden", b.String())
}

// optional is the options part of the toy definition.
const optional = `options:
  draw: {values: [yes, no], default: yes, summary: Whether there are draws}
  size: {values: [a, b, c], default: c, summary: Of what size}
overlays:
  - when: {draw: no}
    set: {rules: [{module: royal-safety}, {module: no-moves, result: win}]}
  - when: {draw: no, size: a}
    set: {name: Small Toy}
start:`

// large are changes of the valid definition that are too long for toys.txt:
// old, new, old, new …
var large = [][]string{
	{"start:", optional},
	{"start:", strings.Replace(optional, "default: yes", "default: maybe", 1)},
	{"start:", strings.Replace(optional, "{draw: no}", "{drow: no}", 1)},
	{"start:", strings.Replace(optional, "{draw: no}", "{draw: never}", 1)},
	{"start:", strings.Replace(optional, "[a, b, c]", "[a, b, c"+strings.Repeat(", d", 13)+"]", 1)},
	{"start:", strings.Replace(optional, "[a, b, c]", "[a, b, c"+strings.Repeat(", d", 14)+"]", 1)},
	{"start:", strings.Replace(optional, "set: {name: Small Toy}", "set: {start: x, bord: 1}", 1)},
	{"moves: Q,", "moves: [" + strings.Repeat("W, ", 63) + "W],"},
	{"moves: Q,", "moves: [" + strings.Repeat("W, ", 64) + "W],"},
	{"last: [rank 3]", "last: [rank 3]\n" + many("  r%d: [a1]\n", maxRegions-1)},
	{"last: [rank 3]", "last: [rank 3]\n" + many("  r%d: [a1]\n", maxRegions)},
	{"rules:\n", "rules:\n" + many("  - {module: pass, rule: TOY-%d, x: %[1]d}\n", maxModules-2)},
	{"rules:\n", "rules:\n" + many("  - {module: pass, x: %d}\n", maxModules-1)},
	{"start:", "hand: {name: h, keeps: all, order: [P], cells: [[" + many("a%d, ", MaxCells) + "], [" + many("b%d, ", MaxCells) + "]]}\ndrops: {rule: TOY-2}\nstart:"},
	{"start:", "hand: {name: h, keeps: all, order: [P], cells: [[" + many("a%d, ", MaxCells+1) + "], [" + many("b%d, ", MaxCells+1) + "]]}\ndrops: {rule: TOY-2}\nstart:"},
	{"start:", "says: {TOY-1: x, toy: y, TOY-2: '', TOY-3: ' ', W-1: z, TOY-4: '" + strings.Repeat("x", maxRuleText) + "', TOY-5: '" + strings.Repeat("x", maxRuleText+1) + "'}\nstart:"},
	{"start:", "dress: {pictures: {Q: '" + strings.Repeat("x", MaxPictures) + "'}}\nstart:"},
	{"start:", "dress: {pictures: {Q: '" + strings.Repeat("x", MaxPictures) + "', P: x}}\nstart:"},
}

func many(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return strings.ReplaceAll(b.String(), "%!(EXTRA", "#")
}

// TestGoldenToys prints the problems of changes of the valid definition in
// toys.txt, and the effects of its options.
func TestGoldenToys(t *testing.T) {
	var b strings.Builder
	r := Embedded()
	list, err := os.ReadFile("testdata/toys.txt")
	if err != nil {
		t.Fatal(err)
	}
	changes := large
	for line := range strings.Lines(string(list)) {
		var change []string
		for part := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), " && ") {
			was, now, _ := strings.Cut(strings.ReplaceAll(part, `\n`, "\n"), " => ")
			change = append(change, was, now)
		}
		changes = append(changes, change)
	}
	for _, change := range changes {
		text := soundDefinition
		for i := 0; i < len(change); i += 2 {
			if !strings.Contains(text, change[i]) {
				t.Errorf("%q is not there", change[i])
			}
			text = strings.Replace(text, change[i], change[i+1], 1)
		}
		fmt.Fprintf(&b, "# %.170q\n", change[1])
		if len(change) > 2 {
			fmt.Fprintf(&b, "# %.170q\n", change[2:])
		}
		_, err := r.Check("x", []byte(text))
		if err != nil {
			for _, p := range asProblems(err) {
				fmt.Fprintf(&b, "  %d:%d %.150s\n", p.Line, p.Column, p.Message)
			}
		}
	}
	with, err := r.With("x", []byte(strings.Replace(soundDefinition, "start:", optional, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range []string{"", "draw=no", "size=a", "draw=no size=a", "draw=no,size=a", "draw=no; size=b", "draw=maybe", "drow=no", "draw", "=", "size=a size=b"} {
		d, err := with.Definition("toy", options)
		if err != nil {
			fmt.Fprintf(&b, "%q: %v\n", options, err)
			continue
		}
		fmt.Fprintf(&b, "%q: %s, %q, %v, %d %v\n", options, d.Name, d.OptionText(), d.Chosen(), len(d.Rules), d.Rules[len(d.Rules)-1].Params.Content[1].Value)
	}
	fixtures.Golden(t, *update, "testdata/toys.golden", b.String())
}

// TestGoldenReference prints the reference of the definition language and the
// rule texts of some variants.
func TestGoldenReference(t *testing.T) {
	var b strings.Builder
	for _, m := range Reference() {
		fmt.Fprintf(&b, "# %s\n", m.Path)
		for _, key := range m.Keys {
			fmt.Fprintf(&b, "%s: %s, %d bytes\n", key.Name, key.Form, len(key.Says))
		}
	}
	for _, id := range []string{"shogi", "pocket-shogi-copper", "seirawan", "all-classic", "csg-1"} {
		d, err := Embedded().Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s cites %v\n", id, d.Cited())
		for _, r := range d.OwnRulings() {
			fmt.Fprintf(&b, " %s", r.Number)
		}
		fmt.Fprintf(&b, "\n%s\n", d.PieceNames(append(slices.Clone(d.Pieces.Keys[:3]), "?"), "or"))
	}
	fmt.Fprintf(&b, "%q %q %q\n", Enumerate(nil, "and"), Enumerate([]string{"a"}, "and"), Enumerate([]string{"a", "b"}, "and"))
	for _, name := range []string{"chess", "ches", "shogj", "wholly unknown", ""} {
		fmt.Fprintf(&b, "%q: %v\n", name, Embedded().Unknown(name))
	}
	plainest := Embedded().Plainest()
	fmt.Fprintf(&b, "chess before crazyhouse: %v, of %v\n", slices.Index(plainest, "chess") < slices.Index(plainest, "crazyhouse"), len(plainest) == len(Embedded().IDs()))
	without := Embedded().Without("chess")
	_, found := without.Find("chess")
	fmt.Fprintf(&b, "without chess: %v, %d fewer\n", found, len(Embedded().IDs())-len(without.IDs()))
	for _, id := range []string{"x", "my-game", "csg", "9-men", "A", "a--b", "w"} {
		text, err := New(id)
		fmt.Fprintf(&b, "new %s: %v %.60q\n", id, err, text)
	}
	fixtures.Golden(t, *update, "testdata/reference.golden", b.String())
}

// TestGoldenReaders adds a folder of files for another reader.
func TestGoldenReaders(t *testing.T) {
	folder := fstest.MapFS{
		"d/one.ini":   {Data: []byte("one")},
		"d/two.ini":   {Data: []byte("two")},
		"d/big.yaml":  {Data: bytes.Repeat([]byte("#"), MaxDefinition+1)},
		"d/fits.yaml": {Data: append(bytes.Repeat([]byte("#"), MaxDefinition-len(soundDefinition)-1), "\n"+strings.Replace(soundDefinition, "id: toy", "id: fits", 1)...)},
		"d/dir.yaml":  {Mode: fs.ModeDir},
		"d/toy.yaml":  {Data: []byte(strings.Replace(soundDefinition, "name: Toy", "name: Fits Not", 1))},
		"toy.yaml":    {Data: []byte("no")},
	}
	made := func(of, text string) Made {
		return Made{Of: of, Line: 7, YAML: []byte(text), Key: func(key string) (string, int) {
			if key == "sides" {
				return "players", 9
			}
			return "", 0
		}}
	}
	r := Embedded()
	err := r.AddDir(folder, "d", Reader{Ending: ".ini", Read: func(file string, text []byte) ([]Made, Problems) {
		if string(text) == "one" {
			return []Made{made("sound", strings.NewReplacer("id: toy", "id: sound", "name: Toy", "name: Sound").Replace(soundDefinition)),
				made("alike", strings.NewReplacer("id: toy", "id: alike", "name: Toy", "name: Alike", "name: Black", "name: White").Replace(soundDefinition)),
				made("wrong", strings.NewReplacer("id: toy", "id: wrong", "name: Toy", "name: Wrong", "files: 3", "files: 99").Replace(soundDefinition)),
				made("no mapping", "[]")}, nil
		}
		return nil, Problems{{File: file, Line: 3, Message: "not read"}}
	}})
	var b strings.Builder
	fmt.Fprintln(&b, err)
	for _, id := range []string{"sound", "alike", "wrong", "toy", "fits"} {
		_, found := r.Find(id)
		fmt.Fprintln(&b, id, found)
	}
	if err := Embedded().AddDir(folder, "d", Reader{Ending: "["}); err == nil {
		t.Error("a bad pattern is no error")
	}
	fixtures.Golden(t, *update, "testdata/readers.golden", b.String())
}

// TestGoldenBetza prints the vectors of atoms with modifiers, or their errors.
func TestGoldenBetza(t *testing.T) {
	var b strings.Builder
	for _, atom := range strings.Fields("W F D N A C K Q R WW R3 W0 N2 F99 W100 J L X é") {
		for _, modifiers := range append(strings.Fields("f b l r s v ff bb fs bs fl fr bl br fb lr sv vs hl hr hlhr fhr frb ffbb fsbs m c mc n p g nc mp cg pp a af ab av as afb am fa ha h ah i j x fff"), "") {
			if len(atom) > 1 && len(modifiers) > 1 {
				continue
			}
			text := modifiers + atom
			parts, err := ParseBetza(text)
			if err != nil {
				fmt.Fprintf(&b, "%s: %v\n", text, err)
				continue
			}
			for _, c := range parts {
				fmt.Fprintf(&b, "%s: %v quiet %v capture %v lame %v hop %d range %d crosses %v", c, c.Vectors, c.Quiet, c.Capture, c.Lame, c.Hop, c.Range, c.crosses())
				for _, path := range c.Paths {
					fmt.Fprintf(&b, " %v", path)
				}
				for _, again := range c.Again {
					fmt.Fprintf(&b, " %d", len(again))
				}
				fmt.Fprintln(&b)
			}
		}
	}
	for _, text := range []string{strings.Repeat("W", 200), strings.Repeat("W", 201), "é" + strings.Repeat("W", 200), "fWfFbWW3cN0gRpD", "KéW", "W f"} {
		parts, err := ParseBetza(text)
		fmt.Fprintf(&b, "%.20s…: %d parts, %v\n", text, len(parts), err)
	}
	fixtures.Golden(t, *update, "testdata/betza.golden", b.String())
}

// TestGoldenBoards prints names of squares, regions and reflections on boards
// of squares and of hexagons.
func TestGoldenBoards(t *testing.T) {
	var b strings.Builder
	for _, id := range []string{"microchess", "janggi", "glinski"} {
		d, err := Embedded().Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		board := &d.Board
		files, ranks := board.Labels()
		fmt.Fprintf(&b, "# %s: %q %q, last file %d, most ranks %d, hexagons %v\n", id, files, ranks, board.LastFile(), board.MostRanks(), board.Hexagons())
		for s := range Square(board.Files * board.Ranks) {
			file, rank := board.Coordinates(s)
			back, ok := board.At(file, rank)
			fmt.Fprintf(&b, " %s %d %d %v %d %v %d %d", board.SquareName(s), file, rank, back == s, back, ok, board.Mirrored(s), board.Reflected(s))
			if again, err := board.ParseSquare(board.SquareName(s)); rank > 0 && (again != s || err != nil) {
				t.Errorf("%s: %s is read as %d, %v", id, board.SquareName(s), again, err)
			}
		}
		fmt.Fprintln(&b)
		for _, word := range []string{
			"a1", "b2-c3", "c3-b2", "rank 1", "ranks 2-3", "rank 2-3", "rank 0", "rank 99", "ranks 1-99", "ranks 0-2", "file a", "file b", "file j", "file k", "file z", "file ab", "file", "rank",
			"ranks x-2", "ranks 2-x", " a1 ", "a0", "a+1", "a01", "j1", "k1", "l1", "z9-a3", "a1-z9", "a1 - a2", "column a", "", "a", "A1", "`1", "{1", "a1-", "f11", "f12", "l11",
		} {
			squares, err := board.Squares(word)
			fmt.Fprintf(&b, "%q: %v %v\n", word, squares, err)
		}
		for name, region := range d.Regions.All() {
			for _, second := range []bool{false, true} {
				parts, err := region.Parts(*board, second)
				fmt.Fprintf(&b, "%s %v: %v %v\n", name, second, parts, err)
			}
		}
	}
	var off Region
	off.First = []string{"a1", "z99"}
	if parts, err := off.Parts(Board{Files: 3, Ranks: 3}, false); err == nil || parts != nil {
		t.Errorf("%v, %v", parts, err)
	}
	if squares, err := (Board{Files: 17, Ranks: 3}).Squares("a1"); err != nil || squares != nil {
		t.Errorf("a board that is too large has %v, %v", squares, err)
	}
	fixtures.Golden(t, *update, "testdata/boards.golden", b.String())
}

// TestGoldenProblems prints this package's problems with the fixtures' invalid
// definitions, and with invalid YAML.
func TestGoldenProblems(t *testing.T) {
	var b strings.Builder
	files, err := filepath.Glob(fixtures.Path(t, "fixtures/definitions/bad/*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	r := Embedded()
	texts := map[string]string{
		"tab":            "id: x\n\tname: X\n",
		"tab in a value": "id: x\nname:\t[\tX\n",
		"open bracket":   "id: x\nname: [X\nboard: {files: 1}\n",
		"open quote":     "id: x\nname: \"X\nboard: 1\n",
		"colon":          "id: x\nname: a: b\n",
		"indented":       "id: x\n  name: X\n",
		"outdented":      "  id: x\nname: X\n",
		"list in map":    "id: x\n- name\n",
		"percent":        "id: x\nname: %X\n",
		"at":             "id: x\nname: @X\n",
		"backtick":       "id: x\nname: `X`\n",
		"star":           "id: x\nname: *X\n",
		"control":        "id: x\nname: \x07X\n",
		"utf-16":         "\xff\xfei\x00d\x00",
		"latin-1":        "id: x\nname: \xe9\n",
		"two documents":  "id: x\n---\nid: y\n",
		"an empty one":   "id: x\n---\n",
		"nothing":        "",
		"a list":         "[1, 2]\n",
		"a word":         "x\n",
		"deep":           "a: [[[[[[[[[[[[[1]]]]]]]]]]]]]\n",
		"deep enough":    "a: [[[[[[[[[[1]]]]]]]]]]\n",
		"aliases":        "a: &a [1]\nb: *a\n",
		"large":          "id: " + strings.Repeat("x", MaxDefinition),
		"many problems":  "id: x\n" + strings.Repeat("a: 1\n", 300),
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(string(raw), "# =====\n")
		texts["bad/"+filepath.Base(file)] = text
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		var problems Problems
		d, err := r.Check("x", []byte(texts[name]))
		if err != nil {
			problems = asProblems(err)
		}
		fmt.Fprintf(&b, "# %s: read %v, %d problems\n", name, d != nil, len(problems))
		for i, p := range problems {
			if i == 4 {
				break
			}
			fmt.Fprintf(&b, "  %d:%d %.160s\n", p.Line, p.Column, p.Message)
		}
	}
	fixtures.Golden(t, *update, "testdata/problems.golden", b.String())
}
