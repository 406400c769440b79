package define

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/fixtures"
)

// TestIniRoundTrip writes every built-in variant as a section of
// Fairy-Stockfish, and reads those back that it holds: the node counts must not
// change.
func TestIniRoundTrip(t *testing.T) {
	registry := variant.Embedded()
	var kept []string
	reasons := map[string][]string{}
	for _, id := range registry.IDs() {
		d, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		c := converted(d, nil, ConvertIni)
		if len(c.Losses) > 0 {
			for _, loss := range c.Losses {
				reasons[loss] = append(reasons[loss], id)
			}
			continue
		}
		if again := converted(d, nil, ConvertIni); string(again.Text) != string(c.Text) {
			t.Errorf("%s: written differently the second time", id)
		}
		kept = append(kept, id)
		games, _ := fairy.Convert("variants.ini", string(c.Text))
		again, err := registry.Without(id).Check("variants.ini", games[0].YAML)
		if err != nil {
			t.Fatal(err)
		}
		before, err := rules.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		after, err := rules.Compile(again)
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth <= 3; depth++ {
			was, is := before.Start().Perft(depth), after.Start().Perft(depth)
			if was != is {
				t.Errorf("%s: %d nodes at depth %d, then %d\n%s", id, was, depth, is, c.Text)
			}
			if was > 2_000 {
				break
			}
		}
	}
	t.Logf("%d of %d variants: %v", len(kept), len(registry.IDs()), kept)
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		t.Logf("%d: %s: %s", len(reasons[reason]), reason, strings.Join(reasons[reason], " "))
	}
	if len(kept) < 216 || !slices.Contains(kept, "chess") {
		t.Errorf("only %d variants are held", len(kept))
	}
}

// TestIniPeer has Fairy-Stockfish read the sections of some variants and count
// their nodes. Its packaged version has small boards only, and no pieces of a
// file's own.
func TestIniPeer(t *testing.T) {
	const path = "/usr/games/fairy-stockfish"
	if _, err := os.Stat(path); err != nil {
		fixtures.Lacks(t, "%v", err)
	}
	for _, id := range []string{"chess", "3check", "losalamos", "extinction", "makruk", "seirawan", "antichess", "atomic",
		"kingofthehill", "crazyhouse"} {
		list, problems, err := ConvertVariants(id, ConvertIni)
		if err != nil || len(list) != 1 || len(problems) > 0 {
			t.Fatalf("%s: %v, %v", id, problems, err)
		}
		name := fairy.SectionName(id)
		file := filepath.Join(t.TempDir(), "variants.ini")
		if err := os.WriteFile(file, list[0].Text, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), path)
		cmd.Stdin = strings.NewReader("uci\nsetoption name VariantPath value " + file +
			"\nsetoption name UCI_Variant value " + name + "\nposition startpos\ngo perft 3\nquit\n")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		d, err := variant.Embedded().Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("Nodes searched: %d\n", r.Start().Perft(3)); !strings.Contains(string(out), want) {
			_, found, _ := strings.Cut(string(out), "Nodes searched")
			t.Errorf("%s: %s, want %s\n%s", id, found, want, list[0].Text)
		}
	}
}

// TestConvertIni converts files of every form, and variants that
// Fairy-Stockfish cannot hold.
func TestConvertIni(t *testing.T) {
	for _, tc := range []struct{ name, file, text, has, loss string }{
		{"a section", "a.ini", "[walk:chess]\nmustCapture = true\ndoubleStep = false\n", "\nmustCapture = true\n", ""},
		{"a definition", "a.yaml", "id: walk\nname: Walk\nextends: chess\npieces: {N: {name: Zebra, moves: Z}}\n",
			"\ncustomPiece1 = n:Z\n", ""},
		{"a diagram", "a.txt", "files=8\nmaxPromote=0\nrook::::a1\nking::::e1\n", "\nrook = r\n", ""},
		{"a hop of its own", "a.yaml", "id: walk\nname: Walk\nextends: chess\npieces: {N: {name: Zebra, moves: pA}}\n",
			"\ncustomPiece1 = n:pB2\n", ""},
		{"captures", "janggi", "", "", "Cannon: pR (captures of some pieces only)"},
		{"a lame leap", "a.yaml", "id: walk\nname: Walk\nextends: chess\npieces: {N: {name: Zebra, moves: nC}}\n",
			"", "Zebra: its moves, which Fairy-Stockfish does not have"},
		{"a module", "a.yaml", "id: walk\nname: Walk\nextends: chess\nrules: [{module: royal-safety}, " +
			"{module: bare-royal}, {module: no-moves, result: draw}]\n", "", "the module bare-royal"},
		{"a parameter", "maharajah2", "", "", "extinction: side: second"},
		{"a large board", "chushogi", "", "", "the board; Fairy-Stockfish has up to 12 by 10 squares"},
		{"a clock", "crazyhouse", "", "\npieceDrops = true\n", "that drops do not reset the clock"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := tc.file
			if tc.text != "" {
				file = filepath.Join(t.TempDir(), tc.file)
				if err := os.WriteFile(file, []byte(tc.text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			list, problems, err := ConvertVariants(file, ConvertIni)
			if err != nil || len(list) != 1 || len(problems) > 0 {
				t.Fatalf("%d sections, %v, %v", len(list), problems, err)
			}
			losses := strings.Join(list[0].Losses, "\n")
			if !strings.Contains(string(list[0].Text), tc.has) || !strings.Contains(losses, tc.loss) ||
				(losses == "") != (tc.loss == "") {
				t.Errorf("losses %q, want %q\n%s", losses, tc.loss, list[0].Text)
			}
		})
	}
}
