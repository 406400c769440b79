package api

import (
	"context"
	"slices"
	"time"

	"assay/analysis/rules"
	"assay/index"
)

const (
	// Counting ahead takes one part in countedPart of all time at most, but
	// that it begins every countedWithin.
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
		wait := countedWithin // as what is kept may be void without a change, by a rebuild
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
	defer index.Survive(&err)
	return x.Ahead(ctx, positions, func(took time.Duration) error { return linger(ctx, took) })
}

// frequent finds the positions that at least so many games have, those of most
// games where there are more, in a very large index by a sample.
func (a *Archive) frequent(ctx context.Context, x Index, least, most int) (frequent []index.Exploration, err error) {
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
	known := map[[2]uint64]bool{}
	for len(waiting) > 0 && len(known) < most {
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
		if float64(found.Games)/found.Share < at.games/2 && found.Share < 1 { // they lie close together
			e.Sample = false
			if found, err = x.Explore(ctx, e); err != nil {
				return nil, err
			}
		}
		moves := movesByOp(p)
		for _, played := range found.Moves {
			m, ok := moves[string(played.Op)]
			games := float64(played.Games) / found.Share
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
