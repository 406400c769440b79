package players

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"assay/analysis"
	"assay/analysis/label"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/present"
	"assay/store"
)

// detail is what a report takes from a game besides its row in lists.
type detail struct {
	ratings  [2]int      // of both players, 0 if unknown
	label    label.Label // the last one of the opening; without a name if there is none
	accuracy [2]float32  // of both players, negative without an analysis
}

// detailKey is a game after a change.
type detailKey struct{ game, sequence int64 }

// Bounds of the cache of details.
const (
	maxDetails = 16 << 20 // bytes
	detailSize = 160      // of a game, with the cache's own data
)

// detailChunk is the number of games that are read together.
const detailChunk = 256

// details returns the details of games, in their order.
func (r *Roster) details(ctx context.Context, games []store.PlayerGame) ([]detail, error) {
	all := make([]detail, len(games))
	var missing []int
	for i := range games {
		d, known := r.detailed.Get(detailKey{games[i].ID, games[i].Sequence})
		if all[i] = d; !known {
			missing = append(missing, i)
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for part := range slices.Chunk(missing, detailChunk) {
		group.Go(func() error {
			ids := make([]int64, len(part))
			for k, i := range part {
				ids[k] = games[i].ID
			}
			read, err := r.store.Contents(ctx, ids)
			if err != nil {
				return err
			}
			contents := make(map[int64]*store.Contents, len(read))
			for i := range read {
				contents[read[i].Game] = &read[i]
			}
			namers := map[*rules.Rules]*define.Namer{}
			for _, i := range part {
				g := &games[i]
				if all[i], err = r.detail(ctx, g, contents[g.ID], namers); err != nil {
					return err
				}
				r.detailed.Add(detailKey{g.ID, g.Sequence}, all[i], detailSize)
			}
			return nil
		})
	}
	return all, group.Wait()
}

// detail reads the details of a game; a damaged game has no contents, and so
// none.
func (r *Roster) detail(ctx context.Context, g *store.PlayerGame, c *store.Contents,
	namers map[*rules.Rules]*define.Namer) (d detail, err error) {
	d.accuracy = [2]float32{-1, -1}
	if c == nil {
		return d, nil
	}
	by, err := r.library.Rules(g.Variant, g.Options)
	if err != nil {
		by = nil // the variant is not defined any more
	}
	record := present.HeaderRecord(&store.Game{Tags: c.Tags})
	for side := range d.ratings {
		d.ratings[side] = analysis.Rating(record, by, rules.Side(side))
	}
	if by != nil && c.Start != "" {
		n, known := namers[by]
		if !known {
			n = r.library.Namer(by)
			namers[by] = n
		}
		if game, err := analysis.NewGame(by, c.Start, c.Moves); err == nil {
			d.label = n.Opening(game)
		}
	}
	if !c.Analysed {
		return d, nil
	}
	found, err := r.analyses.Analysis(ctx, g.ID)
	if errors.Is(err, store.ErrGone) { // deleted meanwhile
		return d, nil
	}
	if err != nil || found == nil {
		return d, err
	}
	for side, of := range [2]*float64{found.Summary.First.Accuracy, found.Summary.Second.Accuracy} {
		if of != nil {
			d.accuracy[side] = float32(*of)
		}
	}
	return d, nil
}
