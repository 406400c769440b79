package api

import (
	"context"
	"sync"
)

// totals caches the number of games per filter until the archive changes: every
// page of a list shows it, and counting reads all of them.
type totals struct {
	mu sync.Mutex
	at int64 // the last change before counting
	of map[Filter]int
}

const (
	// maxTotals bounds the cached filters.
	maxTotals = 256
	// maxNamed bounds the text of a cached filter in bytes.
	maxNamed = 512
)

// total returns the number of games that match a filter of a.filter.
func (a *Archive) total(ctx context.Context, f Filter) (int, error) {
	at, err := a.store.Sequence(ctx) // read before counting, so that a concurrent change invalidates the count
	if err != nil {
		return 0, err
	}
	if n, ok := a.totals.get(at, f); ok {
		return n, nil
	}
	n, err := a.store.Count(ctx, f)
	if err == nil {
		a.totals.put(at, f, n)
	}
	return n, err
}

func (t *totals) get(at int64, f Filter) (n int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.at == at {
		n, ok = t.of[f]
	}
	return n, ok
}

func (t *totals) put(at int64, f Filter, n int) {
	if len(f.Variant)+len(f.Player)+len(f.Result)+len(f.Event)+len(f.Fault)+len(f.Query) > maxNamed {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil || t.at != at || len(t.of) >= maxTotals {
		t.at, t.of = at, map[Filter]int{}
	}
	t.of[f] = n
}
