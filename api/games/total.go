package games

import (
	"context"
	"sync"
)

// totals caches the number of games per filter until the archive changes. Every
// page of a list shows this number, and counting reads all matching games.
type totals struct {
	mu     sync.Mutex
	change int64 // the last change before counting
	counts map[Filter]int
}

const (
	// maxTotals bounds the cached filters.
	maxTotals = 256
	// maxFilterBytes bounds the text of a cached filter in bytes.
	maxFilterBytes = 512
)

// countGames returns the number of games that match a filter, which a.filter
// returned.
func (c *Collection) countGames(ctx context.Context, f Filter) (int, error) {
	change, err := c.store.Sequence(ctx) // read before counting, so that a concurrent change invalidates the count
	if err != nil {
		return 0, err
	}
	if n, ok := c.totals.get(change, f); ok {
		return n, nil
	}
	n, err := c.store.Count(ctx, f)
	if err == nil {
		c.totals.put(change, f, n)
	}
	return n, err
}

func (t *totals) get(change int64, f Filter) (n int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.change == change {
		n, ok = t.counts[f]
	}
	return n, ok
}

func (t *totals) put(change int64, f Filter, n int) {
	if len(f.Variant)+len(f.Player)+len(f.Result)+len(f.Event)+len(f.Fault)+len(f.Query) > maxFilterBytes {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil || t.change != change || len(t.counts) >= maxTotals {
		t.change, t.counts = change, map[Filter]int{}
	}
	t.counts[f] = n
}
