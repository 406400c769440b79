package notation

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/parser"
)

// shogiNotation returns the notation of a shogi format.
func shogiNotation(f parser.Format) Notation {
	switch f {
	case parser.KIF:
		return &KIF{}
	case parser.KI2:
		return &KI2{}
	case parser.CSA:
		return &CSA{}
	case parser.JKF:
		return &JKF{}
	}
	return &USI{}
}

func readShogi(t testing.TB, path string) []*parser.Record {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var records []*parser.Record
	for r := parser.NewReader(bytes.NewReader(data), parser.Options{}); ; {
		record, err := r.Next()
		if err == io.EOF {
			return records
		}
		if err != nil {
			t.Fatal(path, err)
		}
		records = append(records, record)
	}
}

// shogiTree replays a record and returns the moves in USI, variations in
// parentheses.
func shogiTree(r *rules.Rules, rec *parser.Record, n Notation) (string, error) {
	p := r.Start()
	if rec.Start != "" {
		var err error
		if p, err = r.ParsePosition(rec.Start); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	b.WriteString(p.Text())
	err := writeTree(&b, p, rec.Moves, n)
	return b.String(), err
}

func writeTree(b *strings.Builder, p *rules.Position, line parser.Line, n Notation) error {
	var usi USI
	for i := range line {
		ply := &line[i]
		m, _, _, f := n.Read(p, ply.Text)
		if f != nil {
			return fmt.Errorf("%v: %s: %s %v", ply.Place, ply.Text, f.Reason, f)
		}
		again := n.Append(nil, p, m)
		if back, _, _, f := n.Read(p, string(again)); f != nil || back != m {
			return fmt.Errorf("%v: %s is written as %s, which is read as another: %v", ply.Place, ply.Text, again, f)
		}
		fmt.Fprintf(b, " %s", usi.Append(nil, p, m))
		for _, side := range ply.Notes().Variations {
			b.WriteString(" (")
			if err := writeTree(b, p, side, n); err != nil {
				return err
			}
			b.WriteString(" )")
		}
		p.Play(m)
	}
	for range line {
		p.Undo()
	}
	return nil
}

func TestShogiFiles(t *testing.T) {
	folder := fixtures.Shared(t, "data/shogi")[0]
	r := games.Rules(t, "shogi", "")
	files, games := 0, 0
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "LICENSE.txt") || strings.HasSuffix(path, "schema.json") {
			return err
		}
		files++
		for _, rec := range readShogi(t, path) {
			games++
			if rec.Fault != nil {
				t.Errorf("%s: %v", path, rec.Fault)
			}
			if _, err := shogiTree(r, rec, shogiNotation(rec.Format)); err != nil {
				t.Errorf("%s: %v", filepath.Base(path), err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d games", files, games)
	if files < 100 || games < 600 {
		t.Errorf("%d files and %d games", files, games)
	}
}

// sameGames are files with one game in several notations.
var sameGames = [][]string{
	{"n/json-kifu-format_test_files_csa/8mai.csa", "n/json-kifu-format_test_files_csa/8mai_hirate.csa", "n/json-kifu-format_test_files_ki2/8mai.ki2",
		"n/json-kifu-format_test_files_ki2/8mai.ki2u", "n/json-kifu-format_test_files_kif/8mai.kif", "n/Kifu-for-JS_examples_files_csa/8mai.csa"},
	{"n/json-kifu-format_test_files_csa/9fu.csa", "n/json-kifu-format_test_files_csa/9fu_komabetsu.csa", "n/json-kifu-format_test_files_ki2/9fu.ki2",
		"n/json-kifu-format_test_files_kif/9fu.kif", "n/Kifu-for-JS_examples_files_ki2/9fu.ki2"},
	{"n/json-kifu-format_test_files_csa/chudan.csa", "n/json-kifu-format_test_files_ki2/chudan.ki2", "n/json-kifu-format_test_files_ki2/noeol.ki2",
		"n/json-kifu-format_test_files_kif/chudan.kif", "n/json-kifu-format_test_files_kif/noeol.kif"},
	{"n/json-kifu-format_test_files_csa/example.csa", "n/json-kifu-format_test_files_csa/formal.csa", "n/json-kifu-format_test_files_csa/noeol.csa", "s/data_tests_csa/v22.csa", "s/data_tests_csa/v22.json"},
	{"n/json-kifu-format_test_files_ki2/fork.ki2", "n/json-kifu-format_test_files_kif/fork.kif", "n/json-kifu-format_test_files_kif/fork-notime.kif", "n/Kifu-for-JS_examples_files_kif/fork.kif"},
	{"n/json-kifu-format_test_files_ki2/illegal.ki2", "n/json-kifu-format_test_files_kif/illegal.kif"},
	{"n/json-kifu-format_test_files_csa/illegal_lose.csa", "n/json-kifu-format_test_files_csa/illegal_win.csa"},
	{"n/json-kifu-format_test_files_kif/no_henka.kif", "n/json-kifu-format_test_files_kif/no_henka.kifu"},
	{"n/json-kifu-format_test_files_kif/jt201409130101.kif", "n/Kifu-for-JS_examples_files_kif/jt201409130101.kif"},
	{"n/json-kifu-format_test_files_kif/ryuou201409020101.kif", "n/json-kifu-format_test_files_jkf/ryuou201409020101.jkf", "n/Kifu-for-JS_examples_files_jkf/ryuou201409020101.jkf"},
	{"n/json-kifu-format_test_files_kif/32ryu-cumbersome.kif", "n/Kifu-for-JS_examples_files_kif/32ryu-cumbersome.kif"},
	{"s/data_tests_csa/WCSC32_F7_NBS_DLS.csa", "s/data_tests_csa/WCSC32_F7_NBS_DLS.json"},
	{"s/data_tests_csa/floodgate.csa", "s/data_tests_csa/floodgate.json"},
	{"s/data_tests_csa/tsumeshogi.csa", "s/data_tests_csa/tsumeshogi.json"},
	{"s/data_tests_ki2/4.ki2", "s/data_tests_ki2/4.ki2u", "s/data_tests_ki2/4.json"},
	{"s/data_tests_ki2/simple.ki2", "s/data_tests_ki2/simple.ki2u", "s/data_tests_ki2/simple.json"},
	{"s/data_tests_kif/Shogidokoro.kif", "s/data_tests_kif/Shogidokoro.kifu", "s/data_tests_kif/Shogidokoro.json"},
	{"s/data_tests_kif/empty.kif", "s/data_tests_kif/empty.kifu", "s/data_tests_kif/empty.json"},
	{"s/data_tests_kif/everyday_20211107.kif", "s/data_tests_kif/everyday_20211107.kifu", "s/data_tests_kif/everyday_20211107.json"},
	{"s/data_tests_kif/everyday_20220604.kif", "s/data_tests_kif/everyday_20220604.kifu", "s/data_tests_kif/everyday_20220604.json"},
	{"s/data_tests_kif/example.kif", "s/data_tests_kif/example.kifu", "s/data_tests_kif/example.json"},
	{"s/data_tests_kif/forks.kif", "s/data_tests_kif/forks.kifu", "s/data_tests_kif/forks.json"},
	{"s/data_tests_kif/oui202106290101.kif", "s/data_tests_kif/oui202106290101.json"},
	{"s/data_tests_kif/piyo-shogi_KY.kif", "s/data_tests_kif/piyo-shogi_KY.kifu", "s/data_tests_kif/piyo-shogi_KY.json"},
	{"s/data_tests_csa/initial_2.csa", "s/data_tests_csa/initial_2.json"}, {"s/data_tests_csa/initial_4.csa", "s/data_tests_csa/initial_4.json"},
	{"s/data_tests_csa/initial_6.csa", "s/data_tests_csa/initial_6.json"}, {"s/data_tests_csa/initial_hi.csa", "s/data_tests_csa/initial_hi.json"},
	{"s/data_tests_csa/initial_ka.csa", "s/data_tests_csa/initial_ka.json"}, {"s/data_tests_csa/initial_ky.csa", "s/data_tests_csa/initial_ky.json"},
	{"s/data_tests_csa/initial_hirate.csa", "s/data_tests_csa/initial_hirate.json"},
}

var shogiFolders = map[string]string{"n": "na2hiro_Kifu-for-JS", "s": "sugyan_shogi-kifu-converter"}

// TestSameShogiGames compares the trees of files with the same game: start,
// moves and variations, and comments and times if both have them.
func TestSameShogiGames(t *testing.T) {
	folder := fixtures.Shared(t, "data/shogi")[0]
	r := games.Rules(t, "shogi", "")
	for _, names := range sameGames {
		var first *parser.Record
		var tree string
		for _, name := range names {
			dir, rest, _ := strings.Cut(name, "/")
			records := readShogi(t, filepath.Join(folder, shogiFolders[dir], rest))
			if len(records) != 1 {
				t.Fatalf("%s: %d records", name, len(records))
			}
			rec := records[0]
			got, err := shogiTree(r, rec, shogiNotation(rec.Format))
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if first == nil {
				first, tree = rec, got
				continue
			}
			if got != tree {
				t.Errorf("%s: %s\n%s: %s", names[0], tree, name, got)
			}
			if !strings.Contains(name, "jt2014") { // comments were shortened in one of these files
				sameNotes(t, name, first.Moves, rec.Moves)
			}
			if first.Result != rec.Result && !strings.HasSuffix(name, "_win.csa") && !strings.Contains(name, "fork") && rec.Result != "" {
				t.Errorf("%s: result %q, %s: %q", names[0], first.Result, name, rec.Result)
			}
			for _, f := range []parser.Field{parser.FieldFirst, parser.FieldSecond, parser.FieldEvent, parser.FieldSite} {
				if a, b := parser.Said(first, f), parser.Said(rec, f); a != "" && b != "" && a != b {
					t.Errorf("%s: %q, %s: %q", names[0], a, name, b)
				}
			}
			if a, b := parser.Day(first), parser.Day(rec); a != "" && b != "" && a != b {
				t.Errorf("%s: on %s, %s: on %s", names[0], a, name, b)
			}
		}
	}
}

func sameNotes(t *testing.T, name string, one, two parser.Line) {
	t.Helper()
	for i := range one {
		if i >= len(two) {
			return
		}
		a, b := &one[i], &two[i]
		if a.Spent != nil && b.Spent != nil && *a.Spent != *b.Spent {
			t.Errorf("%s: ply %d: times %v and %v", name, i+1, *a.Spent, *b.Spent)
		}
		if len(a.Notes().Comments) > 0 && len(b.Notes().Comments) > 0 && !slices.Equal(texts(a.Notes().Comments), texts(b.Notes().Comments)) {
			t.Errorf("%s: ply %d: comments %q and %q", name, i+1, texts(a.Notes().Comments), texts(b.Notes().Comments))
		}
		for k := range a.Notes().Variations {
			if k < len(b.Notes().Variations) {
				sameNotes(t, name, a.Notes().Variations[k], b.Notes().Variations[k])
			}
		}
	}
}

func texts(comments []parser.Comment) []string {
	var out []string
	for _, c := range comments {
		out = append(out, c.Text)
	}
	return out
}

// rendered rewrites a record's moves for another format.
func rendered(p *rules.Position, rec *parser.Record, f parser.Format) *parser.Record {
	out := *rec
	out.Format = f
	out.Moves = renderedLine(p, rec.Moves, shogiNotation(rec.Format), shogiNotation(f))
	return &out
}

func renderedLine(p *rules.Position, line parser.Line, from, to Notation) parser.Line {
	out := slices.Clone(line)
	for i := range out {
		m, _, _, f := from.Read(p, out[i].Text)
		if f != nil {
			panic(f)
		}
		out[i].Text = string(to.Append(nil, p, m))
		if at := out[i].Beside; at != nil {
			own := *at
			own.Variations = nil
			out[i].Beside = &own
		}
		for _, side := range line[i].Notes().Variations {
			out[i].Annotate().Variations = append(out[i].Notes().Variations, renderedLine(p, side, from, to))
		}
		p.Play(m)
	}
	for range line {
		p.Undo()
	}
	return out
}

// mainOnly removes the variations in parentheses.
func mainOnly(tree string) string {
	var words []string
	depth := 0
	for word := range strings.FieldsSeq(tree) {
		switch {
		case word == "(":
			depth++
		case word == ")":
			depth--
		case depth == 0:
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// TestShogiConversion writes every game in every shogi notation and reads it
// back: the tree is the same, except for variations the format lacks.
func TestShogiConversion(t *testing.T) {
	folder := fixtures.Shared(t, "data/shogi")[0]
	r := games.Rules(t, "shogi", "")
	games := 0
	for _, names := range sameGames {
		dir, rest, _ := strings.Cut(names[0], "/")
		rec := readShogi(t, filepath.Join(folder, shogiFolders[dir], rest))[0]
		tree, err := shogiTree(r, rec, shogiNotation(rec.Format))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []parser.Format{parser.KIF, parser.KI2, parser.CSA, parser.USI, parser.JKF} {
			p := r.Start()
			if rec.Start != "" {
				p, _ = r.ParsePosition(rec.Start)
			}
			var b bytes.Buffer
			if err := parser.Write(&b, rendered(p, rec, f)); err != nil {
				t.Errorf("%s as %s: %v", names[0], f, err)
				continue
			}
			written := b.Bytes()
			if detected, _ := parser.Detect(written); detected != f && len(rec.Moves) > 0 {
				t.Errorf("%s as %s: detected as %s", names[0], f, detected)
			}
			back, err := parser.NewReader(&b, parser.Options{Format: f}).Next()
			if err != nil || back.Fault != nil {
				t.Errorf("%s as %s: comes back as %+v, %v", names[0], f, back, err)
				continue
			}
			got, err := shogiTree(r, back, shogiNotation(f))
			want := tree
			if f == parser.CSA || f == parser.USI {
				want = mainOnly(tree)
			}
			if err != nil || mainOnly(got) != mainOnly(want) || len(strings.Fields(got)) != len(strings.Fields(want)) {
				t.Errorf("%s as %s: %v\n%s\nwant\n%s", names[0], f, err, got, want)
			}
			if back.Result != rec.Result && len(parser.Losses(rec, f)) == 0 {
				t.Errorf("%s as %s: result %q, want %q", names[0], f, back.Result, rec.Result)
			}
			games++
		}
	}
	t.Logf("%d conversions", games)
}

// TestKI2AsWritten compares the output with the words of real records.
func TestKI2AsWritten(t *testing.T) {
	folder := fixtures.Shared(t, "data/shogi")[0]
	r := games.Rules(t, "shogi", "")
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*ki2", "*.ki2*"))
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	plies := 0
	for _, path := range paths {
		rec := readShogi(t, path)[0]
		p := r.Start()
		if rec.Start != "" {
			if p, err = r.ParsePosition(rec.Start); err != nil {
				continue
			}
		}
		n := &KI2{}
		for _, ply := range rec.Moves {
			m, _, _, f := n.Read(p, ply.Text)
			if f != nil {
				t.Fatal(path, f)
			}
			if got := string(n.Append(nil, p, m)); got != ply.Text {
				t.Errorf("%s:%v: %s is written %s", filepath.Base(path), ply.Place, ply.Text, got)
			}
			plies++
			p.Play(m)
		}
	}
	t.Logf("%d plies", plies)
}
