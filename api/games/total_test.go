package games

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/analysis/variant"
)

// emptyStore is the store of an empty archive.
type emptyStore struct{ Store }

func (emptyStore) Sequence(context.Context) (int64, error) { return 1, nil }

func (emptyStore) Count(context.Context, Filter) (int, error) { return 0, nil }

// TestCachesAreBounded overfills each cache of this package whose keys clients
// choose, and expects it to stay within its bound. Caches of other packages:
// analysis.maxRuleBytes (rules by options), index.Explorations (256 MiB),
// index.DefaultMemory, define (drafts), present (pictures), rest.maxClients
// (rates), web.maxBases (templates).
func TestCachesAreBounded(t *testing.T) {
	c := NewCollection(nil, emptyStore{}, nil, nil, nil)
	for _, row := range []struct {
		name string
		n    int
		fill func(n int) error
		size func() int64
		max  int64
	}{
		{"totals of lists", 2 * maxTotals, func(n int) error {
			_, err := c.countGames(context.Background(), Filter{Player: strings.Repeat("x", 300) + fmt.Sprint(n)})
			return err
		}, func() (size int64) {
			for f := range c.totals.counts {
				size += variant.SizeOf(f)
			}
			return size
		}, maxTotals * (maxFilterBytes + 256)},
	} {
		for n := range row.n {
			if err := row.fill(n); err != nil {
				t.Fatalf("%s: %v", row.name, err)
			}
		}
		if size := row.size(); size == 0 || size > row.max {
			t.Errorf("%s: %d bytes are kept, at most %d expected", row.name, size, row.max)
		}
	}
}

func TestTotalsAreBounded(t *testing.T) {
	var all totals
	for n := range 3 * maxTotals {
		all.put(1, Filter{Player: strings.Repeat("a", n%maxFilterBytes) + string(rune('a'+n/maxFilterBytes))}, n)
	}
	all.put(1, Filter{Query: strings.Repeat("a", maxFilterBytes+1)}, 7)
	if _, ok := all.get(1, Filter{Query: strings.Repeat("a", maxFilterBytes+1)}); ok || len(all.counts) > maxTotals {
		t.Errorf("%d totals, a long one among them: %v", len(all.counts), ok)
	}
}
