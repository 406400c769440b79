package label

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

var book = analysis.NewRulebook(variant.Embedded())

func rulesOf(t testing.TB, id, options string) *rules.Rules {
	t.Helper()
	r, err := book.Rules(id, options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestBuiltIn: each built-in label fits the rules of its variant, and different
// orders of moves have the same name.
func TestBuiltIn(t *testing.T) {
	b := Embedded()
	files, err := names.ReadDir("names")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		id, _, _ := strings.Cut(f.Name(), ".")
		s := b.Of(rulesOf(t, id, ""))
		if len(s.Skipped) > 0 || len(s.Named) == 0 {
			t.Errorf("%s: %d labels, %v", id, len(s.Named), s.Skipped)
		}
	}
	r := rulesOf(t, "chess", "")
	s := b.Of(r)
	if n := len(s.Named); n != 3807 {
		t.Errorf("%d labels of chess", n)
	}
	for moves, want := range map[string]string{
		"e4 c5": "B20 Sicilian Defense", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6": "B90 Sicilian Defense: Najdorf Variation",
		"Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6": "B90 Sicilian Defense: Najdorf Variation", "": " ", "e4 h5 h4 e5 Na3 Na6": " ",
	} {
		p := r.Start()
		if err := analysis.PlayMoves(p, strings.Fields(moves), notation.StyleNamed("")); err != nil {
			t.Fatal(err)
		}
		if l, _ := s.At(p); l.Code+" "+l.Name != want {
			t.Errorf("%s: %v, want %s", moves, l, want)
		}
	}
	for text, least := range map[string]int{"Sicilian Defence": 300, "najdorf": 20, "ruy lopez": 100, "nonesuch": 0,
		"sicil": 0, "sicil*": 300, "ruy lop*": 100, "ru lopez*": 0} {
		if found, err := s.Find(strings.TrimSuffix(text, "*"), strings.HasSuffix(text, "*")); len(found) < least || least == 0 && len(found) > 0 || err != nil {
			t.Errorf("%s: %d labels, %v", text, len(found), err)
		}
	}
}

// TestFiles reads files of labels, and reports what is wrong in them with their
// lines. Later files replace labels.
func TestFiles(t *testing.T) {
	folder := fstest.MapFS{
		"a.yaml": {Data: []byte("variant: minishogi\nlabels:\n  - name: First\n    moves: P-5c\n" +
			"  - {name: Home, query: Sente king on 1e}\n")},
		"b.yml":     {Data: []byte("variant: minishogi\nlabels: [{name: Other, code: X1, moves: P-5c}]")},
		"notes.txt": {Data: []byte("no labels")},
		"bad1.yaml": {Data: []byte("variant: chess\nlabels:\n  - {name: A, moves: e4, query: mate}\n")},
		"bad2.yaml": {Data: []byte("variant: chess\nlabels:\n  - {name: A, fen: x}\n")},
		"bad3.yaml": {Data: []byte("labels: []\n")},
		"bad4.yaml": {Data: []byte("variant: chess\nnames: []\n")},
		"bad5.yaml": {Data: []byte("variant: chess\nlabels:\n  - {name: '!', moves: e4}\n")},
		"bad6.yaml": {Data: []byte("variant: chess\nlabels:\n  - e4\n")},
	}
	var reported []error
	b := &Book{
		Check:  func(string, *rules.Rules) error { return errors.New("unknown piece") },
		Report: func(err error) { reported = append(reported, err) },
	}
	if err := b.AddFolder(folder); err != nil {
		t.Fatal(err)
	}
	err := errors.Join(reported...)
	for _, want := range []string{"bad1.yaml: line 3: A: expected one of position, moves and query",
		`bad2.yaml: line 3: unknown key "fen"`, "bad3.yaml: variant is missing", "bad4.yaml: ",
		"bad5.yaml: line 3: expected a name", "bad6.yaml: line 3: expected name and position"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	r := rulesOf(t, "minishogi", "")
	p := r.Start()
	if err := analysis.PlayMoves(p, []string{"P-5c"}, notation.StyleNamed("")); err != nil {
		t.Fatal(err)
	}
	if l, ok := b.Of(r).At(p); !ok || l != (Label{"Other", "X1"}) {
		t.Errorf("%v", l)
	}
	if err := b.Add("c.yaml", []byte("variant: chess\nlabels:\n  - {name: A, moves: e5}\n  - {name: B, position: x}\n")); err != nil {
		t.Fatal(err)
	}
	reported = nil
	chess := b.Of(rulesOf(t, "chess", ""))
	b.Of(rulesOf(t, "chess", "")) // reports nothing again
	for i, want := range []string{"c.yaml: line 3: A: ", "c.yaml: line 4: B: "} {
		if len(reported) != 2 || len(chess.Skipped) != 2 || !strings.HasPrefix(reported[i].Error(), want) ||
			reported[i] != error(chess.Skipped[i]) {
			t.Errorf("%v, %v, want %s", reported, chess.Skipped, want)
		}
	}
	if _, err := chess.Find("a", false); err != error(chess.Skipped[0]) {
		t.Errorf("a skipped label is not found: %v", err)
	}
	if found, err := b.Of(r).Find("home", false); len(found) > 0 || err == nil ||
		err.Error() != "a.yaml: line 5: Home: unknown piece" {
		t.Errorf("%v, %v", found, err)
	}
}

// FuzzAdd reads any file without a panic.
func FuzzAdd(f *testing.F) {
	f.Add([]byte("variant: chess\nlabels: [{name: A, moves: e4}]"))
	f.Add([]byte("variant: chess\nlabels: [{name: A, position: 8/8/8/8/8/8/8/K1k5 w - -}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		b := new(Book)
		if b.Add("f", text) == nil {
			b.Of(rulesOf(t, "chess", ""))
		}
	})
}
