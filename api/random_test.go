package api

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/variant"
)

// randomRecord is a record of a random legal game with up to so many plies.
func randomRecord(t testing.TB, book *analysis.Rulebook, random *rand.Rand, id string, plies int) string {
	t.Helper()
	r, err := book.Rules(id, "")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Variant=%s\nEvent=Random %d\n", id, random.Uint64())
	p := r.Start()
	for range plies {
		if _, over := p.Outcome(); over {
			break
		}
		moves := p.Moves(nil)
		m := moves[random.IntN(len(moves))]
		fmt.Fprintf(&b, "%d. %s\n", p.Number(), notation.Numbered{}.Format(p, m))
		p.Play(m)
	}
	return b.String()
}

func newBook() *analysis.Rulebook { return analysis.NewRulebook(variant.Embedded()) }

// csg are the three boards.
var csg = []string{"csg-1", "csg-2", "csg-3"}

// randomRecords are so many, of all three boards.
func randomRecords(t testing.TB, seed uint64, n, plies int) []string {
	t.Helper()
	book, random := newBook(), rand.New(rand.NewPCG(seed, 1))
	records := make([]string, n)
	for i := range records {
		records[i] = randomRecord(t, book, random, csg[i%len(csg)], plies)
	}
	return records
}
