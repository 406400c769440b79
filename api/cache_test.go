package api

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/analysis/variant"
)

// TestCachesAreBounded overfills each cache of this package whose keys clients
// choose, and expects it to stay within its bound. Caches of other packages:
// analysis.MaxRuleBytes (rules by options), index.Explorations (256 MiB),
// index.DefaultMemory, define (drafts), present (pictures), rest.maxClients
// (rates), web.maxBases (templates).
func TestCachesAreBounded(t *testing.T) {
	a := newArchive(t)
	for _, row := range []struct {
		name string
		n    int
		fill func(n int) error
		size func() int64
		max  int64
	}{
		{"totals of lists", 2 * maxTotals, func(n int) error {
			_, err := a.countGames(context.Background(), Filter{Player: strings.Repeat("x", 300) + fmt.Sprint(n)})
			return err
		}, func() (size int64) {
			for f := range a.totals.counts {
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
