package define

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/idiagram"
)

// TestDiagramRoundTrip writes every built-in variant as an Interactive Diagram,
// and reads those back that it holds: the node counts must not change.
func TestDiagramRoundTrip(t *testing.T) {
	registry := variant.Embedded()
	kept := map[string]bool{}
	for _, id := range registry.IDs() {
		d, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		text, losses := idiagram.Write(d)
		if len(losses) > 0 {
			continue
		}
		made, problems := idiagram.Read(id+".txt", []byte(text))
		if len(made) != 1 || len(problems) > 0 {
			t.Errorf("%s: %v\n%s", id, problems, text)
			continue
		}
		again, err := registry.Without(id).Check(id, made[0].YAML)
		if err != nil {
			t.Errorf("%s: %v\n%s", id, err, made[0].YAML)
			continue
		}
		before, err := rules.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		after, err := rules.Compile(again)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		for depth := 1; depth <= 3; depth++ {
			if was, is := before.Start().Perft(depth), after.Start().Perft(depth); was != is {
				t.Errorf("%s: %d nodes at depth %d, then %d\n%s", id, was, depth, is, text)
			}
		}
		kept[id] = true
	}
	t.Logf("%d variants: %v", len(kept), slices.Sorted(maps.Keys(kept)))
	if len(kept) < 20 || !kept["chess"] || !kept["grasshopper"] {
		t.Errorf("only %d variants are held", len(kept))
	}
}

// TestConvertDiagram converts diagrams, in texts and pages. Node counts of
// valid ones are those of independent sources.
func TestConvertDiagram(t *testing.T) {
	small := "files=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=QNRB\nsquareSize=35\ngraphicsDir=/g/\n" +
		"pawn:P:ifmnDfmWfceF:pawn:a2-h2\nknight:N:N:knight:b1,g1\nbishop:B:B:bishop:c1,f1\nrook::R:rook:a1,h1\n" +
		"queen:Q:Q:queen:d1\nking:K:KisO2:king:e1\n"
	for _, tc := range []struct {
		name, file, text string
		nodes            []uint64
		problem          string
	}{
		{"chess", "a.txt", small, []uint64{20, 400, 8902}, ""},
		{"a page", "a.html", "<html><body>\n<p>Rules:\n<div class=\"idiagram\" style=\"float:left\">\n" + strings.ReplaceAll(small, "\n", "<br>\n") + "</div></body>", []uint64{20, 400, 8902}, ""},
		{"lines with carriage returns", "a.txt", strings.ReplaceAll(small, "\n", "\r\n"), []uint64{20, 400, 8902}, ""},
		{"an unknown key", "a.txt", small + "gravity=1\n", nil, `14: unknown key "gravity", which may change the rules; remove the line if it does not`},
		{"a key that changes the rules", "a.txt", small + "shuffle=N\n", nil, "14: shuffle=N: definitions do not have shuffled starting positions"},
		{"a size", "a.txt", "files=80\n" + small, nil, "1: files=80: expected a number from 1 to 16"},
		{"a square", "a.txt", strings.Replace(small, "b1,g1", "b1,z9", 1), nil, "9: knight: "},
		{"two on a square", "a.txt", strings.Replace(small, "b1,g1", "b1,c1", 1), nil, "10: bishop: two pieces on c1"},
		{"moves of legs", "a.txt", strings.Replace(small, "N:N:", "N:FtafsF:", 1), nil, `9: knight: moves "FtafsF": column 2: a definition cannot express t (hops over own pieces only)`},
		{"an atom", "a.txt", strings.Replace(small, "N:N:", "N:NY:", 1), nil, `9: knight: moves "NY": column 2: unknown atom "Y"`},
		{"two kings", "a.txt", strings.Replace(small, "king:e1", "king:e1,e3", 1), nil, "13: king is royal: a side has exactly one royal piece"},
		{"hands", "a.txt", "holdingsType=1\n" + small, nil, "1: holdingsType=1: the text does not say where pieces in hand may be dropped"},
		{"a promotion to nothing", "a.txt", strings.Replace(small, "QNRB", "QX", 1), nil, "1: promoChoice=QX: there is no piece X"},
		{"neither key nor piece", "a.txt", small + "what is this\n", nil, `14: "what is this" is neither a setting`},
		{"no moves", "a.txt", strings.Replace(small, "knight:N:N:", "horsey:N::", 1), nil, "9: horsey: no moves, and the name does not say them"},
		{"moves by names", "a.txt", "files=8\nmaxPromote=0\nrook::::a1\nking::::e1\n", []uint64{15}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), tc.file)
			if err := os.WriteFile(file, []byte(tc.text), 0o600); err != nil {
				t.Fatal(err)
			}
			list, problems, err := ConvertVariants(file, ConvertYAML)
			if err != nil {
				t.Fatal(err)
			}
			if tc.problem != "" {
				if len(list) > 0 || len(problems) == 0 || !strings.Contains(problems.Error(), file+":"+tc.problem) {
					t.Errorf("%d definitions, %v, want %s", len(list), problems, tc.problem)
				}
				return
			}
			if len(list) != 1 || len(problems) > 0 {
				t.Fatalf("%d definitions, %v", len(list), problems)
			}
			d, err := variant.Embedded().Check(file, list[0].Text)
			if err != nil {
				t.Fatal(err)
			}
			r, err := rules.Compile(d)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range tc.nodes {
				if got := r.Start().Perft(i + 1); got != want {
					t.Errorf("%d nodes at depth %d, want %d\n%s", got, i+1, want, list[0].Text)
				}
			}
		})
	}
}
