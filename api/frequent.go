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
	// frequentGames is how many games make a position frequent: to count what
	// was played from there takes some 5 ms of a processor, 20 in a database.
	frequentGames = 4_000
	// maxFrequent bounds the positions that are counted ahead.
	maxFrequent = 2048
	// countedPart is the part of all time that counting ahead may take once all
	// is counted, and countedWithin how long changes wait for it at most.
	countedPart   = 60
	countedWithin = 10 * time.Minute
)

// keepCounted counts ahead when it begins, and again when there are changes,
// until ctx ends.
func (a *Archive) keepCounted(ctx context.Context) {
	look := time.NewTicker(followEvery)
	defer look.Stop()
	var ended time.Time
	var took time.Duration
	for counted := int64(0); ; {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
		x, cursor := a.index.Load(), a.indexState().Cursor
		if x == nil || cursor == counted || time.Since(ended) < min(countedPart*took, countedWithin) || a.behind(ctx) {
			continue
		}
		counted = cursor
		began := time.Now()
		if err := a.countAhead(ctx, *x, frequentGames); err != nil && ctx.Err() == nil {
			a.tell(err)
		}
		ended = time.Now()
		took = ended.Sub(began)
	}
}

// countAhead counts what was played from the positions that at least so many
// games have, on the ways from the starts of games, and how many have them: the
// index keeps that, and whoever explores and searches does not wait for it.
// Half of the time is left to others.
func (a *Archive) countAhead(ctx context.Context, x Index, least int) (err error) {
	defer index.Survive(&err)
	frequent, err := a.frequent(ctx, x, least)
	if err != nil || len(frequent) == 0 {
		return err
	}
	return x.Ahead(ctx, frequent, func(took time.Duration) error { return linger(ctx, took) })
}

// frequent finds these positions, in a very large index by a sample.
func (a *Archive) frequent(ctx context.Context, x Index, least int) (frequent []index.Exploration, err error) {
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
		waiting = append(waiting, frequentPosition{position: r.Start(), games: float64(games)})
	}
	known := map[[2]uint64]bool{}
	for len(waiting) > 0 && len(known) < maxFrequent {
		slices.SortFunc(waiting, func(p, q frequentPosition) int { return cmp.Compare(q.games, p.games) })
		at := waiting[0]
		waiting = waiting[1:]
		p := at.position
		if known[p.Fingerprint()] {
			continue
		}
		known[p.Fingerprint()] = true
		began := time.Now()
		e := a.exploration(p, new(leftOut))
		frequent = append(frequent, e)
		e.Sample = true
		found, err := x.Explore(ctx, e)
		if err != nil {
			return nil, err
		}
		if at.sampled == 0 { // the start
			at.sampled = at.games / float64(max(1, found.Games))
		}
		moves := movesByOp(p)
		for _, played := range found.Moves {
			m, ok := moves[string(played.Op)]
			games := float64(played.Games) * at.sampled
			if !ok || games < float64(least) {
				continue
			}
			next := p.Clone()
			next.Play(m)
			waiting = append(waiting, frequentPosition{next, games, at.sampled})
		}
		if err := linger(ctx, time.Since(began)); err != nil {
			return nil, err
		}
	}
	return frequent, nil
}

// frequentPosition is a position and how many games are thought to have it, each
// of the sample for so many.
type frequentPosition struct {
	position       *rules.Position
	games, sampled float64
}
