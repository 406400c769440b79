package api

import (
	"context"
	"sync"
)

// totals are how many games lists have, for as long as nothing is changed: a
// list says so on each of its pages, and counting goes through all of them.
type totals struct {
	mu sync.Mutex
	at int64 // the last change when they were counted
	of map[Filter]int
}

const (
	// maxTotals is how many filters' totals are kept.
	maxTotals = 256
	// maxNamed is how many bytes a filter has at most whose total is kept.
	maxNamed = 512
)

// total is the number of games that match a filter which a.filter gave.
func (a *Archive) total(ctx context.Context, f Filter) (int, error) {
	at, err := a.store.Sequence(ctx) // before games are counted, which may be as they are later
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
