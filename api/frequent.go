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
	defer index.RecoverPanic(&err)
	return x.Precompute(ctx, positions, func(took time.Duration) error { return linger(ctx, took) })
}

// frequent finds the positions that at least so many games have, those of most
// games where there are more.
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

// frequentPosition is a position and how many games are thought to have it, by
// what tells that of others of its game.
type frequentPosition struct {
	position  *rules.Position
	games     float64
	frequency index.Frequency
}

// fewer orders positions by how many games have them.
func (p frequentPosition) fewer(other frequentPosition) int { return cmp.Compare(p.games, other.games) }
