package games

import (
	"context"

	"assay/analysis/lru"
	"assay/analysis/variant"
)

// total identifies the number of games that match a filter after a change.
type total struct {
	change int64
	filter Filter
}

// maxTotals bounds the cached numbers of games in bytes, with their filters.
const maxTotals = 128 << 10

// totals caches numbers of games. Every page of a list shows one, and counting
// reads all matching games.
type totals = lru.Cache[total, int]

// countGames returns the number of games that match a filter, which c.filter
// returned.
func (c *Collection) countGames(ctx context.Context, f Filter) (int, error) {
	change, err := c.store.Sequence(ctx) // read before counting, so that a concurrent change invalidates the count
	if err != nil {
		return 0, err
	}
	key := total{change, f}
	if n, ok := c.totals.Get(key); ok {
		return n, nil
	}
	n, err := c.store.Count(ctx, f)
	if err != nil {
		return 0, err
	}
	return c.totals.Add(key, n, variant.SizeOf(key)), nil
}
