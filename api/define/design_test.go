package define

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/analysis/variant"
)

func newTestLibrary(t testing.TB) *Library {
	t.Helper()
	l, err := NewLibrary(Config{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func leaps(t *testing.T, text string) string {
	t.Helper()
	parts, err := variant.ParseBetza(text)
	if err != nil {
		t.Fatal(err)
	}
	out := []DesignLeap{}
	for _, r := range variant.Reaches(parts) {
		out = append(out, DesignLeap{r.Files, r.Ranks, hopWords[r.Hop], r.Range, r.Quiet, r.Capture, r.Lame, false})
	}
	all, _ := json.Marshal(out)
	return string(all)
}

// TestDesign edits Frog Pond: only the lines concerned change, and the design
// has what the text says.
func TestDesign(t *testing.T) {
	l := newTestLibrary(t)
	file, err := os.ReadFile("../../fixtures/definitions/frog-pond.yaml")
	if err != nil {
		t.Fatal(err)
	}
	pond := string(file)
	both := strings.Replace(leaps(t, "fW"), "]", ","+strings.Replace(leaps(t, "fmnD"), "false}]", "true}]", 1)[1:], 1)
	for _, row := range []struct{ edits, was, now string }{
		{`[]`, "", ""},
		{`[{"path":["start"],"value":"fnhnf/5/5/5/FNHNF[] w"}]`, "fnhnf/t1t1t/5/T1T1T/FNHNF[]", "fnhnf/5/5/5/FNHNF[]"},
		{`[{"piece":"N","leaps":` + leaps(t, "WN") + `}]`, "moves: W, rule: FP-2", "moves: WN, rule: FP-2"},
		{`[{"piece":"H","leaps":` + leaps(t, "K") + `}]`, "", ""},
		{`[{"piece":"F","leaps":[]}]`, "moves: FpD, rule: FP-3", "moves: [], rule: FP-3"},
		{`[{"piece":"T","leaps":` + both + `}]`, "moves: fW,", "moves: [fW, {betza: fmnD, from: start-t}],"},
		{`[{"region":"nest","places":["a5","b5","c5","d5","e5","a1"]}]`, "nest: [c5]", "nest: [rank 5, a1]"},
		{`[{"path":["rules","2"]}]`, "  - {module: goal, region: nest, rule: FP-10}\n", ""},
		{`[{"path":["hand","rows"],"value":2}]`, "  order: [F, N, T]\n  rule: FP-6\n", "  order: [F, N, T]\n  rule: FP-6\n  rows: 2\n"},
	} {
		var in DesignInput
		if err := json.Unmarshal([]byte(row.edits), &in.Edits); err != nil {
			t.Fatal(row.edits, err)
		}
		in.Text = pond
		d, err := l.Design(context.Background(), in)
		if err != nil {
			t.Errorf("%s: %v", row.edits, err)
			continue
		}
		want := strings.Replace(pond, row.was, row.now, 1)
		if strings.Contains(row.now, "start-t") {
			want = strings.Replace(want, "  nest: [c5]\n", "  nest: [c5]\n  start-t: [a2, c2, e2]\n", 1)
		}
		if d.Text != want {
			t.Errorf("%s:\n%s", row.edits, d.Text)
		}
		if d.Variant == "" || len(d.Pieces) != 5 || d.Files != 5 || !json.Valid(d.Tree) || len(d.Regions) < 2 {
			t.Errorf("%s: %+v", row.edits, d)
		}
	}
}

// TestDesignOfFaults: invalid definitions have a board and pieces as far as
// they can be read.
func TestDesignOfFaults(t *testing.T) {
	l := newTestLibrary(t)
	for _, row := range []struct {
		text, start string
		pieces      int
		drawn       bool
	}{
		{"id: x", "", 0, true},
		{"board: {files: 4, ranks: 3}\npieces:\n  K: {name: King, moves: Kx, glyph: emperor}\n  Q: {}\nstart: k3/4/3K w", "k3/4/3K", 2, true},
		{"extends: chess\npieces:\n  N: {moves: NC}\n", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 6, true},
		{"extends: none\nboard: {files: 99, ranks: 3}\npieces: {K: {name: King}, k: {name: Bad}}\ndress: {set: none}", "", 2, true},
		{"extends: glinski", "6k3p1/5qb2p2/4bn3p3/3r1b2p4", 0, true},
		{"sides: [{name: A}, {name: A}]\npieces: {A: {name: B}, C: {name: B}, +A: {name: \"D: E\"}}\nstart: 2*1/4", "2*1/4", 3, true},
	} {
		d, err := l.Design(context.Background(), DesignInput{Text: row.text})
		if err != nil || !strings.HasPrefix(d.Start, row.start) && row.pieces > 0 || (d.Variant != "") != row.drawn || row.pieces > 0 && len(d.Pieces) != row.pieces {
			t.Errorf("%s: %v %+v", row.text, err, d)
			continue
		}
		if d.Variant == "" {
			continue
		}
		if p, err := l.Position(string(d.Variant), "", ""); err != nil {
			t.Errorf("%s: %v", row.text, err)
		} else if p.Text() == "" {
			t.Errorf("%s: no position", row.text)
		}
	}
	d, err := l.Design(context.Background(), DesignInput{Text: "extends: chess\nid: y\n", Edits: []DesignEdit{
		{Piece: "N", Leaps: []DesignLeap{{Files: 1, Ranks: 3, Range: 1, Move: true, Capture: true}}}}})
	if err != nil || d.Text != "extends: chess\nid: y\npieces:\n  N: {moves: frC}\n" && d.Text != "extends: chess\nid: y\npieces:\n  N: {moves: rfC}\n" {
		t.Errorf("%v %+v", err, d)
	}
}

// TestDesignErrors has changes that are refused, with what the message says.
func TestDesignErrors(t *testing.T) {
	l := newTestLibrary(t)
	text := "board: {files: 4, ranks: 3}\npieces:\n  K: {name: King, moves: K}\n  B: {name: Bad, moves: [K, x]}\nstart: 4/4/4 w\n"
	for _, row := range []struct{ text, edit, says string }{
		{"a: [", `{"path":["start"],"value":"x"}`, "definition:1"},
		{text, `{"path":[],"value":"x"}`, "1 to 12 keys"},
		{text, `{"piece":"Q","leaps":[]}`, "no piece"},
		{text, `{"piece":"K","leaps":[{"files":4,"ranks":1,"range":1,"move":true}]}`, "the longest are"},
		{text, `{"piece":"K","leaps":[{"files":1,"ranks":1,"range":1,"move":true,"hop":"under"}]}`, "expected over"},
		{text, `{"piece":"K","leaps":[{"files":1,"ranks":1,"range":1,"move":true,"first":true}]}`, "place King on the board"},
	} {
		var e DesignEdit
		if err := json.Unmarshal([]byte(row.edit), &e); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Design(context.Background(), DesignInput{row.text, []DesignEdit{e}}); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", row.edit, err)
		}
	}
	if _, err := l.Design(context.Background(), DesignInput{Text: strings.Repeat("#", variant.MaxDefinition+1)}); err == nil {
		t.Error("too large")
	}
	if _, err := l.Design(context.Background(), DesignInput{Text: "a: 1", Edits: make([]DesignEdit, maxEdits+1)}); err == nil {
		t.Error("too many changes")
	}
}

// FuzzDesign reads any text: no panic, and no change without a change.
func FuzzDesign(f *testing.F) {
	pond, _ := os.ReadFile("../../fixtures/definitions/frog-pond.yaml")
	f.Add(string(pond), "F", 1, 2)
	f.Add("extends: chess\npieces: {N: {moves: [N, C]}}", "N", 2, 2)
	l := newTestLibrary(f)
	f.Fuzz(func(t *testing.T, text, letter string, files, ranks int) {
		if len(text) > 4096 {
			return
		}
		d, err := l.Design(context.Background(), DesignInput{Text: text})
		if err != nil {
			return
		}
		if d.Text != text || !json.Valid(d.Tree) {
			t.Fatalf("%s", fmt.Sprint(d))
		}
		edits := []DesignEdit{{Piece: letter, Leaps: []DesignLeap{{Files: files, Ranks: ranks, Range: 1, Move: true, Capture: true}}}}
		_, _ = l.Design(context.Background(), DesignInput{text, edits})
	})
}

// TestErrorsAtOnce: errors in different parts of a definition are reported
// together, and the boards of valid definitions have no error.
func TestErrorsAtOnce(t *testing.T) {
	l := newTestLibrary(t)
	file, err := os.ReadFile("../../fixtures/definitions/frog-pond.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("moves: K,", "moves: K§,", "start: fnhnf", "start: fnxnf", "glyph: silver", "glyph: silvver",
		"region: nest", "region: pond", "zone: shore", "zone: beach").Replace(string(file))
	_, err = l.CheckDefinition(context.Background(), []byte(text))
	for _, want := range []string{"Betza", "start: ", "silvver", "pond", "beach"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	registry := variant.Embedded()
	for _, id := range registry.IDs() {
		c := definitionCheck{path: draftFile, text: []byte("extends: " + id + "\nid: x\n"), registry: registry}
		if wrong := c.boardErrors(); len(wrong) > 0 {
			t.Errorf("%s: %v", id, wrong)
		}
	}
}
