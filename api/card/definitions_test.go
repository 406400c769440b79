package card

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/api"
	"assay/api/define"
	"assay/fixtures"
)

// expectation separates an invalid definition from its expected problems: a
// comment line each, with the line number. A message cut by … may continue in
// any way.
const expectation = "# =====\n"

// messageShown is the number of characters compared per message.
const messageShown = 120

// TestBadDefinitions compares the problems of every invalid definition with the
// expected ones at its end.
func TestBadDefinitions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(definitionsFolder, "bad", "*.yaml"))
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			definition, want, _ := strings.Cut(string(text), expectation)
			_, err = define.CheckVariant(t.Context(), file, define.Config{}, nil)
			var problems variant.Problems
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("got %v", err)
			}
			var got strings.Builder
			for _, p := range problems {
				if p.File != file {
					t.Errorf("a problem of %q", p.File)
				}
				message := []rune(p.Message)
				if len(message) > messageShown {
					message = append(message[:messageShown:messageShown], '…')
				}
				fmt.Fprintf(&got, "# %d: %s\n", p.Line, string(message))
			}
			if *update {
				writeFile(t, file, []byte(definition+expectation+got.String()))
				return
			}
			if got.String() != want {
				t.Errorf("got\n%swant\n%s", got.String(), want)
			}
		})
	}
}

// TestSoundDefinitions validates definitions of the folder (a long run: all),
// with at least two perft counts each.
func TestSoundDefinitions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(definitionsFolder, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for i, file := range files {
		if i%fixtures.Rounds(4, 1, 1) != 0 {
			continue
		}
		r, err := define.CheckVariant(t.Context(), file, define.Config{VariantsDir: definitionsFolder}, nil)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if counts := r.Rules.Definition().NodeCounts; len(counts) == 0 || len(counts[0].Nodes) < 2 {
			t.Errorf("%s has no node counts", file)
		}
	}
}

// TestFrogPond compares the first two plies with a count by hand. Green has 11
// moves: each frog steps to b2 or d2 or leaps over its tadpole (4), each newt
// steps ahead (2), the heron steps aside and ahead (2), each tadpole advances
// (3). Brown answers each with the mirror images of these 11. But a frog that
// has leapt to a3 or e3 attacks b4 or d4, so the heron cannot step there: 9·11
// + 2·10.
func TestFrogPond(t *testing.T) {
	a, err := api.NewArbiter(api.Config{VariantsDir: definitionsFolder})
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Position("Frog Pond", "", "")
	if err != nil {
		t.Fatal(err)
	}
	branches, err := a.Divide(t.Context(), p, 2, define.Numbered)
	if err != nil {
		t.Fatal(err)
	}
	total := uint64(0)
	for _, b := range branches {
		want := uint64(11)
		if b.Move == "Frog a1 - a3" || b.Move == "Frog e1 - e3" {
			want = 10
		}
		if b.Nodes != want {
			t.Errorf("%s: %d answers, want %d", b.Move, b.Nodes, want)
		}
		total += b.Nodes
	}
	if len(branches) != 11 || total != 9*11+2*10 {
		t.Errorf("%d moves, %d after two plies", len(branches), total)
	}
}

// TestRuleCards checks the card of every variant: a diagram for each piece and
// a rule ID for each module. It compares one card in full.
func TestRuleCards(t *testing.T) {
	a, err := api.NewArbiter(api.Config{VariantsDir: definitionsFolder})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range a.Variants() {
		card, err := Find(a, v.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := card.WriteText(&out); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if got := strings.Count(text, " @ "); got < len(card.Pieces) {
			t.Errorf("%s: %d diagrams of %d pieces", v.ID, got, len(card.Pieces))
		}
		d := card.rules.Definition()
		for _, r := range d.Rules {
			if !strings.Contains(text, "("+d.Number(r.Rule)+")") {
				t.Errorf("%s: no %s for %s", v.ID, d.Number(r.Rule), r.Name)
			}
		}
		for _, wrong := range []string{"%!", "<nil>", "map["} {
			if strings.Contains(text, wrong) {
				t.Errorf("%s: %q on the card", v.ID, wrong)
			}
		}
	}
	card, err := Find(a, "frog-pond", "")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := card.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "golden", "card-frog-pond.txt")
	if *update {
		writeFile(t, path, out.Bytes())
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(want, out.Bytes()) {
		t.Errorf("%v; the card is now\n%s", err, out.String())
	}
}

func TestMoveDiagram(t *testing.T) {
	for _, row := range []struct {
		betza    string
		hexagons bool
		want     string
	}{
		{"WF", true, "    .    |  o   .  |.   o   .|  o   o  |.   @   .|  o   o  |.   o   .|  .   o  |    .    "},
		{"W", false, ". o .|o @ o|. o ."},
		{"fmWfcF", false, "x m x|. @ .|. . ."},
		{"nA", false, "o . . . o|. , . , .|. . @ . .|. , . , .|o . . . o"},
		{"fR", false, ". . O . .|. . O . .|. . @ . .|. . . . .|. . . . ."},
		{"fmRfcpR", false, ". . . X . . .|. . . # . . .|. . . M . . .|. . . @ . . .|. . . . . . .|. . . . . . .|. . . . . . ."},
		{"fW3", false, ". . . o . . .|. . . o . . .|. . . o . . .|. . . @ . . .|. . . . . . .|. . . . . . .|. . . . . . ."},
		{"fWfpD", false, ". . o . .|. . & . .|. . @ . .|. . . . .|. . . . ."},
		{"fgR", false, ". . . o . . .|. . . # . . .|. . . . . . .|. . . @ . . .|. . . . . . .|. . . . . . .|. . . . . . ."},
	} {
		parts, err := variant.ParseBetza(row.betza)
		if err != nil {
			t.Fatal(err)
		}
		d := newMoveDiagram([]variant.Movement{{Components: parts}}, row.hexagons)
		if got := strings.Join(d.lines(d.radius), "|"); got != row.want {
			t.Errorf("%s\n%s\nwant\n%s", row.betza, strings.ReplaceAll(got, "|", "\n"), strings.ReplaceAll(row.want, "|", "\n"))
		}
	}
}

// FuzzCheckVariant checks arbitrary text. Invalid definitions must have
// problems, each with a message, sorted by line.
func FuzzCheckVariant(f *testing.F) {
	for _, pattern := range []string{"*.yaml", "bad/*.yaml"} {
		files, err := filepath.Glob(filepath.Join(definitionsFolder, pattern))
		if err != nil || len(files) == 0 {
			f.Fatalf("%d files, %v", len(files), err)
		}
		for i, file := range files {
			if i%fixtures.Rounds(4, 1, 1) != 0 {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := filepath.Join(t.TempDir(), "definition.yaml")
		writeFile(t, file, text)
		r, err := define.CheckVariant(t.Context(), file, define.Config{}, nil)
		if err == nil {
			if card, err := New(r.Rules); err != nil {
				t.Error(err)
			} else if err := card.WriteText(io.Discard); err != nil {
				t.Error(err)
			}
			return
		}
		var problems variant.Problems
		if !errors.As(err, &problems) || len(problems) == 0 {
			t.Fatalf("got %v", err)
		}
		last := 0
		for _, p := range problems {
			if p.File != file || p.Message == "" || p.Line < last {
				t.Errorf("%+v after line %d", p, last)
			}
			last = p.Line
		}
	})
}
