package variant

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const soundDefinition = `id: toy
name: Toy
version: "1"
rulings: TOY
board: {files: 3, ranks: 3}
sides: [{name: White}, {name: Black}]
regions:
  last: [rank 3]
pieces:
  K: {name: King, moves: K, royal: true}
  P: {name: Pawn, moves: [fmW, {betza: fcF}]}
  Q: {name: Queen, moves: Q, demotes: P}
start: 1k1/3/PKP w
promotion:
  - {pieces: {P: Q}, zone: last, on: end, must: {P: last}}
rules:
  - {module: royal-safety, rule: TOY-1}
  - {module: no-moves, result: loss}
`

func TestCheckAcceptsASoundDefinition(t *testing.T) {
	d, err := Embedded().Check("toy.yaml", []byte(soundDefinition))
	if err != nil {
		t.Fatal(err)
	}
	if d.Pieces.Len() != 3 || d.Number("") != "TOY-0" {
		t.Errorf("read as %+v", d)
	}
}

// TestCheckFindsEverything changes lines of the valid definition; each must be
// reported.
func TestCheckFindsEverything(t *testing.T) {
	tests := []struct {
		name    string
		replace []string // old, new, old, new …
		want    []string // line: words of the message
	}{
		{"unknown key", []string{"board:", "bord:"}, []string{`5: "board" was probably meant`, "0: board is missing"}},
		{"wrong number", []string{"files: 3", "files: three"}, []string{`5: expected a number, found "three"`}},
		{"negative number", []string{"files: 3", "files: -3"}, []string{`5: expected a number of at least 0, found "-3"`}},
		{"duplicate key", []string{"rulings: TOY", "rulings: TOY\nrulings: TOY"}, []string{`5: duplicate key "rulings", already on line 4; remove one of them`}},
		{"board too large", []string{"files: 3", "files: 17"}, []string{"0: board: expected 1 to 16 files and ranks"}},
		{"equal sides", []string{"{name: Black}", "{name: White}"}, []string{`0: sides: both have the name "White"`}},
		{"another definition", []string{"  - {module: no-moves, result: loss}\n", "  - {module: no-moves, result: loss}\n---\nid: tot\n"}, []string{"20: a file may contain only one definition"}},
		{"no UTF-8", []string{"name: Toy", "name: T\xf6y"}, []string{"2: invalid character"}},
		{"control character", []string{"name: White", "name: \x00"}, []string{"6: invalid character"}},
		{"bad Betza", []string{"moves: Q,", "moves: QJ,"}, []string{"12: J means (3,1) in one source"}},
		{"unknown piece", []string{"demotes: P", "demotes: R"}, []string{`12: there is no piece "R"`}},
		{"unknown region", []string{"zone: last", "zone: lost"}, []string{`15: "last" was probably meant`}},
		{"region off the board", []string{"[rank 3]", "[rank 4]"}, []string{`0: "4" is not a rank`}},
		{"several problems", []string{"name: Toy\n", "", "zone: last", "zone: lost", "moves: Q,", "moves: QL,"},
			[]string{"0: name is missing", "11: L means", "14: there is no region"}},
		{"list for a word", []string{"start: 1k1/3/PKP w", "start: [a, b]"}, []string{"13: expected a word, found a list"}},
		{"one side", []string{"sides: [{name: White}, {name: Black}]", "sides: [{name: White}]"}, []string{"0: sides: expected two"}},
		{"page of another size", []string{"start:", "page: {files: [a, b], ranks: [1, 2, 3]}\nstart:"}, []string{"13: page: expected as many files and ranks as the board has"}},
		{"page of the same name twice", []string{"start:", "page: {files: [a, b, c], ranks: [1, 2, 2]}\nstart:"}, []string{`13: page: expected different coordinates of lower-case letters and digits, found "a2"`}},
		{"page with capitals", []string{"start:", "page: {files: [a, b, C], ranks: [1, 2, 3]}\nstart:"}, []string{`13: page: expected different coordinates of lower-case letters and digits, found "C1"`}},
		{"page with a missing pocket", []string{"start:", "page: {files: [a, b, c], ranks: [1, 2, 3], pocket: [x1, x2], reserve: [[y1], []]}\nstart:"},
			[]string{"13: page: pocket: expected", "13: page: reserve: expected"}},
		{"claim of another kind", []string{"start:", "claims: [{name: clock, count: 9, says: x, perpetual-check: loses}]\nstart:"}, []string{"13: claim: only repetition has perpetual-check and chase"}},
		{"claim of material that is won", []string{"start:", "claims: [{name: material, says: x, wins: first}]\nstart:"}, []string{"13: claim: only repetition and clock have wins"}},
		{"claim with an unknown winner", []string{"start:", "claims: [{name: repetition, count: 3, says: x, wins: white, perpetual-check: wins}]\nstart:"},
			[]string{`13: claim: wins: expected first, second, to-move, moved, more or fewer, found "white"`, `13: claim: perpetual-check: expected loses, found "wins"`}},
		{"unknown claim", []string{"start:", "claims: [{name: clocks, count: 9, says: x}]\nstart:"}, []string{"13: claim: expected the name material, or repetition"}},
		{"claim of repetition by material", []string{"start:", "claims: [{name: repetition, count: 3, says: x, alone: [Q]}]\nstart:"}, []string{"13: claim: only material has alone and one-colour"}},
		{"claim of material with a count", []string{"start:", "claims: [{name: material, count: 1, says: x}]\nstart:"}, []string{"13: claim: material must not have a count"}},
		{"claims of material", []string{"start:", "claims: [{name: material, says: x}, {name: material, says: y}]\nstart:"}, []string{"13: claim: only one material claim is possible"}},
		{"claim of material with an unknown piece", []string{"start:", "claims: [{name: material, alone: [X], one-colour: [K], says: x}]\nstart:"},
			[]string{`13: there is no piece "X"`, "13: claim: remove K: royal pieces are always left"}},
		{"claim of material with a hand", []string{"start:", "hand: {keeps: all}\nclaims: [{name: material, says: x}]\nstart:"}, []string{"14: claim: material needs a variant without hand"}},
		{"chase by an unknown piece", []string{"start:", "claims: [{name: repetition, count: 3, says: x, chase: {by: [X], of: [], within: {Q: lost}, despite: {Q: [Y]}}}]\nstart:"},
			[]string{"13: chase: by and of must name pieces", `13: there is no piece "X"`, `13: there is no piece "Y"`, `13: "last" was probably meant`}},
		{"not YAML", []string{"board: {files: 3", "board: {files: 3: ["}, []string{"5: a value contains a colon followed by a space"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := soundDefinition
			for i := 0; i < len(test.replace); i += 2 {
				text = strings.Replace(text, test.replace[i], test.replace[i+1], 1)
			}
			_, err := Embedded().Check("toy.yaml", []byte(text))
			var problems Problems
			if !errors.As(err, &problems) {
				t.Fatalf("%v, want Problems", err)
			}
			for _, want := range test.want {
				line, words, _ := strings.Cut(want, ": ")
				found := slices.ContainsFunc(problems, func(p Problem) bool {
					at := strings.TrimPrefix(strings.TrimSuffix(strings.SplitAfter(p.Error()+" ", " ")[0], " "), "toy.yaml:")
					at = strings.TrimSuffix(at, ":")
					if p.Line == 0 {
						at = "0"
					}
					return at == line && strings.Contains(p.Message, words)
				})
				if !found {
					t.Errorf("no problem %q among:\n%v", want, problems)
				}
			}
		})
	}
}

func TestOptions(t *testing.T) {
	tests := []struct{ id, options, want string }{
		{"csg-1", "", ""},
		{"csg-1", "drops=all", "has no options"},
		{"no-such-game", "", "not defined"},
	}
	for _, test := range tests {
		_, err := Embedded().Definition(test.id, test.options)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s %q: %v, want %q", test.id, test.options, err, test.want)
		}
	}
}

func TestFind(t *testing.T) {
	r := Embedded()
	for _, name := range []string{"csg-1", "CSG-1", "copper, silver,GOLD: an indestructible metallic alloy (BOARD 1)", " Copper, Silver, Gold (board 1) "} {
		if id, ok := r.Find(name); !ok || id != "csg-1" {
			t.Errorf("Find(%q) = %q, %v", name, id, ok)
		}
	}
	if d, err := r.Definition("Capablanca's Chess", ""); err != nil || d.ID != "capablanca" {
		t.Errorf("the definition of an alias: %v", err)
	}
	if id, ok := r.Find("draughts"); ok {
		t.Errorf("draughts is found as %s", id)
	}
}

func TestRevisionFollowsTheRules(t *testing.T) {
	base, err := Embedded().Check("toy.yaml", []byte(soundDefinition))
	if err != nil {
		t.Fatal(err)
	}
	commented, err := Embedded().Check("toy.yaml", []byte("# a remark\n"+soundDefinition))
	if err != nil {
		t.Fatal(err)
	}
	changed, err := Embedded().Check("toy.yaml", []byte(strings.Replace(soundDefinition, "moves: K", "moves: W", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if base.Revision() != commented.Revision() {
		t.Errorf("a remark changes the revision: %s, %s", base.Revision(), commented.Revision())
	}
	claimed, err := Embedded().Check("toy.yaml", []byte(strings.Replace(soundDefinition, "start:", "claims: [{name: material, says: x}]\nstart:", 1)))
	if unclaimed, other := Embedded().Check("toy.yaml", []byte(strings.Replace(soundDefinition, "start:", "claims: []\nstart:", 1))); err != nil || other != nil || claimed.Revision() != unclaimed.Revision() {
		t.Errorf("the claim of material changes the revision: %v, %v", err, other)
	}
	if base.Revision() == changed.Revision() {
		t.Errorf("other rules have the same revision %s", base.Revision())
	}
}

func FuzzDefinition(f *testing.F) {
	f.Add([]byte(soundDefinition))
	f.Add([]byte("extends: csg-1\nid: other\nstart: 9"))
	f.Add([]byte("a: &a [*a]"))
	registry := Embedded()
	f.Fuzz(func(t *testing.T, text []byte) {
		if d, err := registry.Check("fuzz.yaml", text); (err == nil) == (d == nil) && err == nil {
			t.Fatal("neither a definition nor an error")
		}
	})
}

// TestDefinitionLimits rejects definitions whose tables would take seconds to
// build.
func TestDefinitionLimits(t *testing.T) {
	const movement = "{betza: nN, within: shore}"
	definition := func(movements int) string {
		return "id: x\nname: X\nversion: \"1\"\nrulings: X\nboard: {files: 5, ranks: 5}\nsides: [{name: A}, {name: B}]\n" +
			"regions: {shore: [rank 5]}\nstart: k3k/5/5/5/K3K w\npieces:\n  K: {name: King, moves: [" +
			strings.TrimSuffix(strings.Repeat(movement+", ", movements), ", ") + "]}\n"
	}
	for movements, want := range map[int]string{maxMovements: "", maxMovements + 1: "piece K: at most 64 movements, found 65"} {
		_, err := Embedded().Check("x.yaml", []byte(definition(movements)))
		if said := fmt.Sprint(err); want == "" && strings.Contains(said, "movements") || !strings.Contains(said, want) {
			t.Errorf("%d movements: %v", movements, err)
		}
	}
}
