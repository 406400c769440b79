package api

import (
	"cmp"
	"context"
	"slices"
	"time"

	"assay/analysis/rules"
	"assay/index"
)

const (
	// Precomputing uses at most 1/countedPart of the time, but starts at least
	// every countedWithin.
	countedPart   = 60
	countedWithin = 10 * time.Minute
)

// keepCounted precomputes explorer and search counts of frequent positions
// until ctx ends, so that queries for them are fast. It counts at the start and
// after changes. It searches for frequent positions again once a share of the
// archive has changed. It is idle at least half of the time.
func (a *Archive) keepCounted(ctx context.Context) {
	look := time.NewTicker(followEvery)
	defer look.Stop()
	var frequent []index.Exploration
	var ended time.Time
	var took time.Duration
	for counted, found := int64(0), int64(0); ; {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
		x, cursor := a.index.Load(), a.indexState().Cursor
		wait := countedWithin // a rebuild may invalidate the counts without a change
		if cursor != counted {
			wait = min(countedPart*took, countedWithin)
		}
		if x == nil || time.Since(ended) < wait || a.behind(ctx) {
			continue
		}
		began := time.Now()
		var err error
		least, most := (*x).Frequent()
		if counted = cursor; found == 0 || cursor < found || cursor >= found+max(int64(least), found/countedPart) {
			found = cursor
			frequent, err = a.frequent(ctx, *x, least, most)
		}
		if err == nil {
			err = countAhead(ctx, *x, frequent)
		}
		ended = time.Now()
		took = ended.Sub(began)
		if err != nil && ctx.Err() == nil {
			a.tell(err)
			counted, found, took = -1, 0, max(took, time.Second)
		}
	}
}

func countAhead(ctx context.Context, x Index, positions []index.Exploration) (err error) {
	defer index.RecoverPanic(&err)
	return x.Precompute(ctx, positions, func(took time.Duration) error { return linger(ctx, took) })
}

// frequent finds the positions that at least least games reach. It returns at
// most most of them, the most frequent ones.
func (a *Archive) frequent(ctx context.Context, x Index, least, most int) (frequent []index.Exploration, err error) {
	defer index.RecoverPanic(&err)
	var waiting []frequentPosition
	for _, id := range a.book.Registry().IDs() {
		games, err := a.store.Count(ctx, Filter{Variant: id})
		if err != nil {
			return nil, err
		}
		if games < least {
			continue
		}
		r, err := a.Rules(id, "")
		if err != nil {
			return nil, err
		}
		began := time.Now()
		frequency, err := x.Frequency(ctx, index.Query{Variant: id, Verdicts: verdictsOf(false)}, least)
		if err == nil {
			err = linger(ctx, time.Since(began))
		}
		if err != nil {
			return nil, err
		}
		waiting = append(waiting, frequentPosition{r.Start(), float64(games), frequency})
	}
	slices.SortFunc(waiting, frequentPosition.fewer)
	known := map[[2]uint64]bool{}
	for len(waiting) > 0 && len(frequent) < most {
		began := time.Now()
		at := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		frequent = append(frequent, a.exploration(at.position, new(leftOut)))
		known[at.position.Fingerprint()] = true
		for _, m := range at.position.Moves(nil) {
			next := at.position.Clone()
			next.Play(m)
			if known[next.Fingerprint()] {
				continue
			}
			games, err := at.frequency(ctx, next)
			if err != nil {
				return nil, err
			}
			if games >= float64(least) {
				known[next.Fingerprint()] = true
				found := frequentPosition{next, games, at.frequency}
				place, _ := slices.BinarySearchFunc(waiting, found, frequentPosition.fewer)
				waiting = slices.Insert(waiting, place, found)
			}
		}
		if err := linger(ctx, time.Since(began)); err != nil {
			return nil, err
		}
	}
	return frequent, nil
}

// frequentPosition is a position with the estimated number of games that reach
// it. frequency estimates those that continue from it.
type frequentPosition struct {
	position  *rules.Position
	games     float64
	frequency index.Frequency
}

// fewer compares positions by their number of games.
func (p frequentPosition) fewer(other frequentPosition) int { return cmp.Compare(p.games, other.games) }
