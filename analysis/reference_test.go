package analysis_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/slow"
)

var secondWayGames = flag.Int("secondway.games", fixtures.Rounds(1, 4, 4), "random games a variant and options against the slow generator")

// TestSecondWay plays random games in which the engine and a slow independent
// program must agree, at every ply, on all legal moves and on the outcome.
// Thousands of games: go test ./analysis -run SecondWay -secondway.games 1000
// -timeout 0
func TestSecondWay(t *testing.T) {
	book := analysis.NewRulebook(variant.Embedded())
	for _, id := range fixtures.Games(book.Registry().IDs()) {
		if _, err := slow.New(id, ""); err != nil {
			continue
		}
		d, err := book.Registry().Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, options := range combinations(d) {
			t.Run(strings.TrimSpace(id+" "+options), func(t *testing.T) {
				t.Parallel()
				for seed := range *secondWayGames {
					agree(t, book, id, options, uint64(seed))
				}
			})
		}
	}
}

// combinations returns every combination of a definition's options.
func combinations(d *variant.Definition) []string {
	out := []string{""}
	for name, option := range d.Options.All() {
		var next []string
		for _, head := range out {
			for _, value := range option.Values {
				next = append(next, strings.TrimSpace(head+" "+name+"="+value))
			}
		}
		out = next
	}
	return out
}

func agree(t *testing.T, book *analysis.Rulebook, id, options string, seed uint64) {
	t.Helper()
	r, err := book.Rules(id, options)
	if err != nil {
		t.Fatal(err)
	}
	other, err := slow.New(id, options)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	rng := rand.New(rand.NewPCG(seed, 20261121))
	var numbered notation.Numbered
	for ply := range 160 {
		texts := map[string]int{}
		moves := p.Moves(nil)
		mine := make([]string, len(moves))
		for i, m := range moves {
			mine[i] = numbered.Format(p, m)
			texts[mine[i]] = i
		}
		outcome, over := p.Outcome()
		result, _, slowOver := other.Outcome()
		if over != slowOver || over && outcome.Result != result {
			t.Fatalf("seed %d ply %d: outcome %+v %v, the slow way %s %v\n%s", seed, ply, outcome, over, result, slowOver, p.Text())
		}
		if over {
			return
		}
		slices.Sort(mine)
		theirs := other.Moves()
		if !slices.Equal(mine, theirs) {
			t.Fatalf("seed %d ply %d %s\nonly the engine: %v\nonly the slow way: %v", seed, ply, p.Text(), without(mine, theirs), without(theirs, mine))
		}
		choice := pick(rng, theirs)
		p.Play(moves[texts[choice]])
		if err := other.Play(choice); err != nil {
			t.Fatal(err)
		}
	}
}

// pick prefers captures, drops and promotions, which quiet play does not reach.
func pick(rng *rand.Rand, moves []string) string {
	for range 3 {
		m := moves[rng.IntN(len(moves))]
		if strings.ContainsAny(m, "x*=") || rng.IntN(4) == 0 {
			return m
		}
	}
	return moves[rng.IntN(len(moves))]
}

func without(a, b []string) []string {
	var out []string
	for _, s := range a {
		if _, found := slices.BinarySearch(b, s); !found {
			out = append(out, s)
		}
	}
	return out[:min(len(out), 12)]
}

func ExampleRulebook_Rules() {
	r, err := analysis.NewRulebook(variant.Embedded()).Rules("csg-3", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Start().Count())
	// Output: 76
}
