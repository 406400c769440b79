package search

import (
	"cmp"
	"context"
	"slices"
	"time"

	"assay/analysis/crash"
	"assay/analysis/rules"
	"assay/api/games"
	"assay/api/request"
	"assay/index"
)

const (
	// Precomputing uses at most 1/precomputeShare of the time, but runs at
	// least once every precomputeInterval.
	precomputeShare    = 60
	precomputeInterval = 10 * time.Minute
)

// keepPrecomputed precomputes explorer and search counts of frequent positions
// until ctx ends, so that queries for them are fast. It counts at the start and
// after changes. When a share of the archive has changed, it determines the
// frequent positions again. It is idle at least half of the time.
func (f *Finder) keepPrecomputed(ctx context.Context) {
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	var frequent []index.Exploration
	var ended time.Time
	var elapsed time.Duration
	for precomputed, searched := int64(0), int64(0); ; {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		x, cursor := f.index.Load(), f.indexState().Cursor
		wait := precomputeInterval // a rebuild may invalidate the counts without a change
		if cursor != precomputed {
			wait = min(precomputeShare*elapsed, precomputeInterval)
		}
		if x == nil || time.Since(ended) < wait || f.isBehind(ctx) {
			continue
		}
		began := time.Now()
		var err error
		minGames, maxPositions := (*x).Frequent()
		if precomputed = cursor; searched == 0 || cursor < searched ||
			cursor >= searched+max(int64(minGames), searched/precomputeShare) {
			searched = cursor
			frequent, err = f.frequentPositions(ctx, *x, minGames, maxPositions)
		}
		if err == nil {
			err = precompute(ctx, *x, frequent)
		}
		ended = time.Now()
		elapsed = ended.Sub(began)
		if err != nil && ctx.Err() == nil {
			f.reportResult(err)
			precomputed, searched, elapsed = -1, 0, max(elapsed, time.Second)
		}
	}
}

func precompute(ctx context.Context, x Index, positions []index.Exploration) (err error) {
	defer crash.Recover(&err)
	return x.Precompute(ctx, positions, func(took time.Duration) error { return request.Sleep(ctx, took) })
}

// frequentPositions returns the positions that at least minGames games reach,
// at most maxPositions of them, the most frequent ones first.
func (f *Finder) frequentPositions(ctx context.Context, x Index, minGames,
	maxPositions int) (frequent []index.Exploration, err error) {
	defer crash.Recover(&err)
	var queue []frequentPosition
	for _, id := range f.library.Book().Registry().IDs() {
		games, err := f.store.Count(ctx, games.Filter{Variant: id})
		if err != nil {
			return nil, err
		}
		if games < minGames {
			continue
		}
		r, err := f.library.Rules(id, "")
		if err != nil {
			return nil, err
		}
		began := time.Now()
		frequency, err := x.Frequency(ctx, index.Query{Variant: id, Verdicts: verdictsOf(false)}, minGames)
		if err == nil {
			err = request.Sleep(ctx, time.Since(began))
		}
		if err != nil {
			return nil, err
		}
		queue = append(queue, frequentPosition{r.Start(), float64(games), frequency})
	}
	slices.SortFunc(queue, frequentPosition.compare)
	known := map[[2]uint64]bool{}
	for len(queue) > 0 && len(frequent) < maxPositions {
		began := time.Now()
		best := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		frequent = append(frequent, f.exploration(best.position, new(damagedGames)))
		known[best.position.Fingerprint()] = true
		for _, m := range best.position.Moves(nil) {
			next := best.position.Clone()
			next.Play(m)
			if known[next.Fingerprint()] {
				continue
			}
			games, err := best.frequency(ctx, next)
			if err != nil {
				return nil, err
			}
			if games >= float64(minGames) {
				known[next.Fingerprint()] = true
				found := frequentPosition{next, games, best.frequency}
				i, _ := slices.BinarySearchFunc(queue, found, frequentPosition.compare)
				queue = slices.Insert(queue, i, found)
			}
		}
		if err := request.Sleep(ctx, time.Since(began)); err != nil {
			return nil, err
		}
	}
	return frequent, nil
}

// frequentPosition is a position with the estimated number of games that reach
// it. frequency is the estimated number of games that continue from it.
type frequentPosition struct {
	position  *rules.Position
	games     float64
	frequency index.Frequency
}

// compare compares positions by their number of games.
func (p frequentPosition) compare(other frequentPosition) int {
	return cmp.Compare(p.games, other.games)
}
