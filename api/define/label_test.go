package define

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestNamer names positions by position and by query, whatever the query is.
func TestNamer(t *testing.T) {
	l, err := NewLibrary(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ variant, position, want string }{
		{"chess", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "Sicilian Defense"},
		{"chess", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2", ""},
		{"shogi", "4k4/9/9/9/9/9/PPSGP4/1KG6/LN5NL[] b", "Yagura (矢倉)"},
		{"shogi", "4k4/9/9/9/9/9/PPP6/2K6/LN5NL[] b", ""},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b", ""},
		{"shogi", "4k4/9/9/9/9/9/5PPPP/5SK2/3G1G1NL[] b", ""},
		{"shogi", "4k4/9/9/9/9/9/4PPPPP/4G1SK1/5G1NL[] b", "Mino (美濃囲い)"},
		{"csg-1", "", ""},
	} {
		r, err := l.Rules(row.variant, "")
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start()
		if row.position != "" {
			if p, err = r.ParsePlayed(row.position); err != nil {
				t.Fatal(err)
			}
		}
		if got, ok := l.Namer(r).At(p); got.Name != row.want || ok != (row.want != "") {
			t.Errorf("%s %s: %q, want %q", row.variant, row.position, got.Name, row.want)
		}
		if skipped := l.Labels().Of(r).Skipped; len(skipped) > 0 {
			t.Errorf("%s: %v", row.variant, skipped[0])
		}
	}
}

// TestCheckLabels reports labels that cannot be used, once, with file and line.
func TestCheckLabels(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"a.yaml": "variant: chess\nlabels:\n  - {name: Good, moves: a4 a5}\n  - {name: No move, moves: e5}\n" +
			"  - {name: No piece, query: white elephant on g1}\n  - {name: Nested, query: 'label:good'}\n",
		"b.yaml": "variant: Chess\nlabels: [{name: A, moves: e4}]\n",
		"c.yaml": "variant: nonesuch\nlabels: [{name: A, moves: e4}]\n",
		"d.yaml": "variant: chess\n  labels: 1\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var reported []string
	l, err := NewLibrary(Config{LabelsDir: folder, Report: func(err error) { reported = append(reported, err.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	l.CheckLabels()
	slices.Sort(reported)
	want := []string{
		`labels_dir: a.yaml: line 4: No move: move 1: W-0: the Pawn on e2 does not go to e5`,
		`labels_dir: a.yaml: line 5: No piece: column 7: chess has no piece "elephant"`,
		`labels_dir: a.yaml: line 6: Nested: column 1: chess has no label with these words: "good"`,
		`labels_dir: b.yaml: name the variant by its ID, chess, not Chess`,
		`labels_dir: c.yaml: variant is not defined: "nonesuch"`,
		`labels_dir: d.yaml: yaml: line 2: mapping values are not allowed in this context`,
	}
	if !slices.Equal(reported, want) {
		t.Errorf("%q, want %q", reported, want)
	}
	reported = nil
	r, err := l.Rules("chess", "")
	if err != nil || l.Namer(r) == nil || len(reported) > 0 {
		t.Errorf("%v, reported again: %q", err, reported)
	}
}
