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
	// growth is the part of all games by which they have to have grown.
	growth = 512
)

// keepCounted counts ahead whenever the index has come on by as many changes as
// make a position frequent, and by some part of all, until ctx ends.
func (a *Archive) keepCounted(ctx context.Context) {
	look := time.NewTicker(followEvery)
	defer look.Stop()
	for counted := int64(0); ; {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
		x, cursor := a.index.Load(), a.indexState().Cursor
		if x == nil || cursor < counted+max(frequentGames, counted/growth) || a.behind(ctx) {
			continue
		}
		counted = cursor
		if err := a.countAhead(ctx, *x, frequentGames); err != nil && ctx.Err() == nil {
			a.tell(err)
		}
	}
}

// countAhead counts what was played from the positions that at least so many
// games have, on the ways from the starts of games, and how many have them: the
// index keeps that, and whoever explores and searches does not wait for it.
// Half of the time is left to others.
func (a *Archive) countAhead(ctx context.Context, x Index, least int) (err error) {
	defer index.Survive(&err)
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
		slices.SortFunc(waiting, func(p, q frequentPosition) int { return cmp.Compare(q.games, p.games) })
		p := waiting[0].position
		waiting = waiting[1:]
		if known[p.Fingerprint()] {
			continue
		}
		known[p.Fingerprint()] = true
		began := time.Now()
		e := a.exploration(p, new(leftOut))
		e.Lasting = true
		found, err := x.Explore(ctx, e)
		if err != nil {
			return err
		}
		key := index.KeyOf(p)
		if _, err := x.Games(ctx, index.Query{Variant: p.Rules().Definition().ID, Key: &key, Verdicts: verdictsOf(false), Lasting: true}); err != nil {
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
		if err := linger(ctx, time.Since(began)); err != nil {
			return err
		}
	}
	return nil
}

// frequentPosition is a position and how many games are known to have it.
type frequentPosition struct {
	position *rules.Position
	games    uint64
}
