package rules_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures/slow"
)

var agreementGames = flag.Int("agreement.games", 6, "random games played against the slow generator, for every variant and choice of options")

// agreementPlies is after how many plies a random game is given up.
const agreementPlies = 160

// TestAgreement plays random games with two generators that share no code,
// and compares all legal moves, the outcome, and the position text at every
// ply.
func TestAgreement(t *testing.T) {
	registry := variant.Embedded()
	for _, id := range []string{"csg-1", "csg-2", "csg-3", "nine-elder", "pocket-shogi-copper", "pocket-shogi-copper-prime", "all-classic"} {
		base, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for i, options := range everyChoice(base) {
			t.Run(strings.TrimSpace(id+" "+options), func(t *testing.T) {
				t.Parallel()
				d, err := registry.Definition(id, options)
				if err != nil {
					t.Fatal(err)
				}
				r, err := rules.Compile(d)
				if err != nil {
					t.Fatal(err)
				}
				for game := range *agreementGames {
					other, err := slow.New(id, options)
					if err != nil {
						t.Fatal(err)
					}
					random := rand.New(rand.NewPCG(uint64(i), uint64(game)))
					if !agreeInGame(t, r.Start(), other, random) {
						return
					}
				}
			})
		}
	}
}

// everyChoice is each combination of the values that a definition's options
// have; "" for a definition without options.
func everyChoice(d *variant.Definition) []string {
	all := []string{""}
	for _, name := range d.Options.Keys {
		option, _ := d.Options.Get(name)
		var longer []string
		for _, head := range all {
			for _, value := range option.Values {
				longer = append(longer, strings.TrimSpace(head+" "+name+"="+value))
			}
		}
		all = longer
	}
	return all
}

func agreeInGame(t *testing.T, p *rules.Position, other slow.State, random *rand.Rand) bool {
	t.Helper()
	var played []string
	for range agreementPlies {
		moves := p.Moves(nil)
		byText := make(map[string]rules.Move, len(moves))
		texts := make([]string, len(moves))
		for i, m := range moves {
			texts[i] = notation.Numbered{}.Format(p, m)
			byText[texts[i]] = m
		}
		outcome, over := p.Outcome()
		result, words, otherOver := other.Outcome()
		if over != otherOver || over && (outcome.Result != result || outcome.Termination != words && !strings.HasPrefix(words, "AC-")) {
			t.Errorf("after %s\n%s\nthe outcome is %v %+v, the slow generator's %v %s %s", strings.Join(played, ", "), p.Text(), over, outcome, otherOver, result, words)
			return false
		}
		if over {
			return true
		}
		slices.Sort(texts)
		if want := other.Moves(); !slices.Equal(texts, want) {
			t.Errorf("after %s\n%s\nonly here: %q\nonly in the slow generator: %q", strings.Join(played, ", "), p.Text(), without(texts, want), without(want, texts))
			return false
		}
		if n := p.Count(); n != uint64(len(moves)) {
			t.Errorf("%s: %d moves counted, %d listed", p.Text(), n, len(moves))
			return false
		}
		if !samePositionFromText(t, p) {
			return false
		}
		text := chooseMove(texts, random)
		if err := other.Play(text); err != nil {
			t.Fatal(err)
		}
		p.Play(byText[text])
		played = append(played, text)
	}
	return true
}

// samePositionFromText reads the position's text back.
func samePositionFromText(t *testing.T, p *rules.Position) bool {
	t.Helper()
	q, err := p.Rules().ParsePosition(p.Text())
	if err != nil {
		t.Errorf("%s: %v", p.Text(), err)
		return false
	}
	if !q.Equal(p) || q.Text() != p.Text() {
		t.Errorf("%s is read as %s, with key %x instead of %x", p.Text(), q.Text(), q.Key(), p.Key())
		return false
	}
	return true
}

// chooseMove prefers, one time in two, what takes, drops or promotes, so that
// games reach full hands and promoted pieces.
func chooseMove(texts []string, random *rand.Rand) string {
	if random.IntN(2) == 0 {
		var lively []string
		for _, text := range texts {
			if strings.ContainsAny(text, "x*=") {
				lively = append(lively, text)
			}
		}
		if len(lively) > 0 {
			texts = lively
		}
	}
	return texts[random.IntN(len(texts))]
}

// without is the members of a sorted list that another has not.
func without(list, other []string) []string {
	var out []string
	for _, text := range list {
		if _, found := slices.BinarySearch(other, text); !found {
			out = append(out, text)
		}
	}
	return out
}
