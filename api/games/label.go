package games

import (
	"context"
	"errors"

	"assay/api/define"
	"assay/api/present"
)

// AddLabels sets the labels of games in a list: the name of the last position
// of the main line that has one.
func (c *Collection) AddLabels(ctx context.Context, all []GameSummary) error {
	namers := map[[2]string]*define.Namer{}
	at := map[int64]*GameSummary{}
	var ids []int64
	for i := range all {
		g := &all[i]
		key := [2]string{g.Variant, g.Options}
		if _, known := namers[key]; !known {
			namers[key] = nil // none if the variant is not defined
			if r, err := c.library.Book().Rules(g.Variant, g.Options); err == nil {
				namers[key] = c.library.Namer(r)
			}
		}
		if namers[key] != nil {
			at[g.ID], ids = g, append(ids, g.ID)
		}
	}
	stored, err := c.store.Games(ctx, ids)
	if err != nil {
		return err
	}
	for _, s := range stored {
		if s.Damage != nil || s.Start == "" {
			continue
		}
		game, err := c.ReplayStored(ctx, s)
		if errors.As(err, new(*present.ReplayError)) {
			continue // verified under other rules
		}
		if err != nil {
			return err
		}
		g := at[s.ID]
		g.Label = namers[[2]string{g.Variant, g.Options}].Last(game)
	}
	return nil
}
