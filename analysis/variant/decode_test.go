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

// TestCheckFindsEverything changes the sound definition in one or more places
// and wants a problem on each of the lines.
func TestCheckFindsEverything(t *testing.T) {
	tests := []struct {
		name    string
		replace []string // old, new, old, new …
		want    []string // line: words of the message
	}{
		{"unknown key", []string{"board:", "bord:"}, []string{`5: "board" was probably meant`, "0: board is missing"}},
		{"wrong number", []string{"files: 3", "files: three"}, []string{`5: expected a number, found "three"`}},
		{"number below nought", []string{"files: 3", "files: -3"}, []string{`5: expected a number from 0 on, found "-3"`}},
		{"key twice", []string{"rulings: TOY", "rulings: TOY\nrulings: TOY"}, []string{`5: the key "rulings" is already given in line 4; remove one of the two`}},
		{"board too large", []string{"files: 3", "files: 17"}, []string{"0: files and ranks go from 1 to 16"}},
		{"sides alike", []string{"{name: Black}", "{name: White}"}, []string{`0: sides: both are called "White"`}},
		{"another definition", []string{"  - {module: no-moves, result: loss}\n", "  - {module: no-moves, result: loss}\n---\nid: tot\n"}, []string{"20: a file holds one definition"}},
		{"no UTF-8", []string{"name: Toy", "name: T\xf6y"}, []string{"2: a character that is no UTF-8"}},
		{"a character without a sign", []string{"name: White", "name: \x00"}, []string{"6: a character that is no UTF-8, or controls a terminal"}},
		{"bad Betza", []string{"moves: Q,", "moves: QJ,"}, []string{"12: J means (3,1) in one source"}},
		{"unknown piece", []string{"demotes: P", "demotes: R"}, []string{`12: there is no piece "R"`}},
		{"unknown region", []string{"zone: last", "zone: lost"}, []string{`15: "last" was probably meant`}},
		{"region off the board", []string{"[rank 3]", "[rank 4]"}, []string{`0: "4" is no rank`}},
		{"several at once", []string{"name: Toy\n", "", "zone: last", "zone: lost", "moves: Q,", "moves: QL,"},
			[]string{"0: name is missing", "11: L means", "14: there is no region"}},
		{"list for a word", []string{"start: 1k1/3/PKP w", "start: [a, b]"}, []string{"13: expected a word, found a list"}},
		{"two sides alike a list", []string{"sides: [{name: White}, {name: Black}]", "sides: [{name: White}]"}, []string{"0: sides: two"}},
		{"page of another size", []string{"start:", "page: {files: [a, b], ranks: [1, 2, 3]}\nstart:"}, []string{"13: page: files and ranks are as many as the board's"}},
		{"page of the same name twice", []string{"start:", "page: {files: [a, b, c], ranks: [1, 2, 2]}\nstart:"}, []string{`13: page: coordinates are small letters and digits, each different, found "a2"`}},
		{"page of other signs", []string{"start:", "page: {files: [a, b, C], ranks: [1, 2, 3]}\nstart:"}, []string{`13: page: coordinates are small letters and digits, each different, found "C1"`}},
		{"page with a pocket that is not there", []string{"start:", "page: {files: [a, b, c], ranks: [1, 2, 3], pocket: [x1, x2], reserve: [[y1], []]}\nstart:"},
			[]string{"13: page: pocket is", "13: page: reserve is"}},
		{"claim of another kind", []string{"start:", "claims: [{name: clock, count: 9, says: x, perpetual-check: loses}]\nstart:"}, []string{"13: claim: perpetual-check and chase are of repetition"}},
		{"claim of material that is won", []string{"start:", "claims: [{name: material, says: x, wins: first}]\nstart:"}, []string{"13: claim: wins is of repetition and clock"}},
		{"claim for nobody", []string{"start:", "claims: [{name: repetition, count: 3, says: x, wins: white, perpetual-check: wins}]\nstart:"},
			[]string{`13: claim: wins is first, second, to-move, moved, more or fewer, found "white"`, `13: claim: perpetual-check is loses, found "wins"`}},
		{"claim of no kind", []string{"start:", "claims: [{name: clocks, count: 9, says: x}]\nstart:"}, []string{"13: claim: the name is material, or repetition"}},
		{"claim of repetition by material", []string{"start:", "claims: [{name: repetition, count: 3, says: x, alone: [Q]}]\nstart:"}, []string{"13: claim: alone and one-colour are of material"}},
		{"claim of material with a count", []string{"start:", "claims: [{name: material, count: 1, says: x}]\nstart:"}, []string{"13: claim: material has no count"}},
		{"claims of material", []string{"start:", "claims: [{name: material, says: x}, {name: material, says: y}]\nstart:"}, []string{"13: claim: there is one of material"}},
		{"claim of material with what is not there", []string{"start:", "claims: [{name: material, alone: [X], one-colour: [K], says: x}]\nstart:"},
			[]string{`13: there is no piece "X"`, "13: claim: K is royal, and left anyway"}},
		{"claim of material with a hand", []string{"start:", "hand: {keeps: all}\nclaims: [{name: material, says: x}]\nstart:"}, []string{"14: claim: material is of games without hand"}},
		{"chase by what is not there", []string{"start:", "claims: [{name: repetition, count: 3, says: x, chase: {by: [X], of: [], within: {Q: lost}, despite: {Q: [Y]}}}]\nstart:"},
			[]string{"13: chase: by and of name pieces", `13: there is no piece "X"`, `13: there is no piece "Y"`, `13: "last" was probably meant`}},
		{"not YAML", []string{"board: {files: 3", "board: {files: 3: ["}, []string{"5: a colon with a blank behind it"}},
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

// TestDefinitionLimits refuses definitions whose tables would take seconds to
// make.
func TestDefinitionLimits(t *testing.T) {
	const movement = "{betza: nN, within: shore}"
	definition := func(movements int) string {
		return "id: x\nname: X\nversion: \"1\"\nrulings: X\nboard: {files: 5, ranks: 5}\nsides: [{name: A}, {name: B}]\n" +
			"regions: {shore: [rank 5]}\nstart: k3k/5/5/5/K3K w\npieces:\n  K: {name: King, moves: [" +
			strings.TrimSuffix(strings.Repeat(movement+", ", movements), ", ") + "]}\n"
	}
	for movements, want := range map[int]string{MaxMovements: "", MaxMovements + 1: "piece K: at most 64 movements, found 65"} {
		_, err := Embedded().Check("x.yaml", []byte(definition(movements)))
		if said := fmt.Sprint(err); want == "" && strings.Contains(said, "movements") || !strings.Contains(said, want) {
			t.Errorf("%d movements: %v", movements, err)
		}
	}
}
