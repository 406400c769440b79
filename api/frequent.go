package api

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assay/analysis/rules"
)

const (
	// frequentGames is how many games make a position frequent: to count what
	// was played from there takes some 25 ms of a processor.
	frequentGames = 20_000
	// maxFrequent bounds the positions that are counted ahead.
	maxFrequent = 128
)

// ahead counts ahead whenever the index has come on by as many changes as make
// a position frequent.
type ahead struct {
	archive *Archive
	counted int64 // the change up to which this was begun, 0 before the first time
	running sync.WaitGroup
	busy    atomic.Bool
}

// start begins to count where it is time to.
func (c *ahead) start(ctx context.Context) {
	x, err := c.archive.searcher(ctx)
	if err != nil {
		return
	}
	cursor := x.State().Cursor
	if cursor < c.counted+frequentGames || !c.busy.CompareAndSwap(false, true) {
		return
	}
	c.counted = cursor
	c.running.Go(func() {
		defer c.busy.Store(false)
		if err := c.archive.countAhead(ctx, x, frequentGames); err != nil && ctx.Err() == nil {
			c.archive.tell(err)
		}
	})
}

// countAhead counts what was played from the positions that at least so many
// games have, on the ways from the starts of games: the index keeps that, and
// whoever explores does not wait for it. Half of the time is left to others.
func (a *Archive) countAhead(ctx context.Context, x Index, least int) (err error) {
	defer survive(&err)
	var waiting []frequentPosition
	for _, id := range a.book.Registry().IDs() {
		games, err := a.store.Count(ctx, Filter{Variant: id})
		if err != nil {
			return err
		}
		if games < least {
			continue
		}
		r, err := a.Rules(id, "")
		if err != nil {
			return err
		}
		waiting = append(waiting, frequentPosition{r.Start(), uint64(games)})
	}
	known := map[[2]uint64]bool{}
	for len(waiting) > 0 && len(known) < maxFrequent {
		most := 0
		for i := range waiting {
			if waiting[i].games > waiting[most].games {
				most = i
			}
		}
		p := waiting[most].position
		waiting = slices.Delete(waiting, most, most+1)
		if known[p.Fingerprint()] {
			continue
		}
		known[p.Fingerprint()] = true
		began := time.Now()
		found, err := x.Explore(ctx, a.exploration(p, new(leftOut)))
		if err != nil {
			return err
		}
		moves := movesByOp(p)
		for _, played := range found.Moves {
			m, ok := moves[string(played.Op)]
			if !ok || played.Games < uint64(least) {
				continue
			}
			next := p.Clone()
			next.Play(m)
			waiting = append(waiting, frequentPosition{next, played.Games})
		}
		select {
		case <-time.After(time.Since(began)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// frequentPosition is a position and how many games are known to have it.
type frequentPosition struct {
	position *rules.Position
	games    uint64
}
