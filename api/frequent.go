package api

import (
	"context"
	"slices"
	"time"

	"assay/analysis/rules"
	"assay/index"
)

const (
	// frequentGames is how many games make a position frequent: to count what
	// was played from there takes some 2 ms of a processor, 10 in a database.
	frequentGames = 2_000
	// countedPart is the part of all time that counting ahead may take once all
	// is counted, and countedWithin how long changes wait for it at most.
	countedPart   = 60
	countedWithin = 10 * time.Minute
)

// keepCounted counts what was played from the positions that many games have,
// on the ways from the starts of games, and how many have them: the index keeps
// that, and whoever explores and searches does not wait for it. It does so when
// it begins, and again when there are changes, until ctx ends; which positions
// these are it looks up again when a part of all changes has come. Half of the
// time is left to others.
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
		if x == nil || cursor == counted || time.Since(ended) < min(countedPart*took, countedWithin) || a.behind(ctx) {
			continue
		}
		began := time.Now()
		var err error
		if counted = cursor; found == 0 || cursor < found || cursor >= found+max(frequentGames, found/countedPart) {
			found = cursor
			frequent, err = a.frequent(ctx, *x, frequentGames)
		}
		if err == nil {
			err = countAhead(ctx, *x, frequent)
		} else {
			found = 0
		}
		if err != nil && ctx.Err() == nil {
			a.tell(err)
		}
		ended = time.Now()
		took = ended.Sub(began)
	}
}

func countAhead(ctx context.Context, x Index, positions []index.Exploration) (err error) {
	defer index.Survive(&err)
	return x.Ahead(ctx, positions, func(took time.Duration) error { return linger(ctx, took) })
}

// frequent finds the positions that at least so many games have, in a very
// large index by a sample.
func (a *Archive) frequent(ctx context.Context, x Index, least int) (frequent []index.Exploration, err error) {
	defer index.Survive(&err)
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
		waiting = append(waiting, frequentPosition{r.Start(), float64(games)})
	}
	known, sampled := map[[2]uint64]bool{}, 0.0
	for len(waiting) > 0 && len(known) < x.Worth() {
		next := 0
		for i, other := range waiting {
			if other.games > waiting[next].games {
				next = i
			}
		}
		at := waiting[next]
		waiting = slices.Delete(waiting, next, next+1)
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
		each := 1.0 // game stands for so many
		if found.Sample {
			if sampled == 0 {
				sampled = at.games / float64(max(1, found.Games))
			}
			each = sampled
		}
		moves := movesByOp(p)
		for _, played := range found.Moves {
			m, ok := moves[string(played.Op)]
			games := float64(played.Games) * each
			if !ok || games < float64(least) {
				continue
			}
			next := p.Clone()
			next.Play(m)
			waiting = append(waiting, frequentPosition{next, games})
		}
		if err := linger(ctx, time.Since(began)); err != nil {
			return nil, err
		}
	}
	return frequent, nil
}

// frequentPosition is a position and how many games are thought to have it.
type frequentPosition struct {
	position *rules.Position
	games    float64
}
