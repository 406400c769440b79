package search

import (
	"context"
	"slices"

	"assay/api/games"
	"assay/store"
)

// Newest returns up to n games of a selection, most recently archived first.
// Hits of a search are confirmed from the end. It returns the errors of
// [games.Collection.List] and [Finder.Search].
func (f *Finder) Newest(ctx context.Context, s Selection, n int) ([]games.GameSummary, error) {
	newest := []games.GameSummary{}
	if !s.Searches() {
		page, err := f.games.List(ctx, s.Filter, "-"+store.ColumnID, "", n)
		if err == nil {
			newest = append(newest, page.Games...)
		}
		return newest, err
	}
	q := s.Search
	q.Variant = s.Filter.Variant
	planned, err := f.plan(ctx, q)
	if err != nil {
		return nil, err
	}
	ids, _, err := f.indexedGames(ctx, planned)
	if err != nil {
		return nil, err
	}
	if rest := s.Filter; rest != (games.Filter{Variant: rest.Variant}) {
		listed, err := f.Select(ctx, Selection{Filter: rest})
		if err != nil {
			return nil, err
		}
		ids = slices.DeleteFunc(ids,
			func(id int64) bool { _, isListed := slices.BinarySearch(listed, id); return !isListed })
	}
	for len(ids) > 0 && len(newest) < n {
		part := ids[max(len(ids)-n, 0):]
		ids = ids[:len(ids)-len(part)]
		hits, err := f.confirmAll(ctx, planned, part)
		if err != nil {
			return nil, err
		}
		for _, hit := range slices.Backward(hits) {
			if len(newest) < n {
				newest = append(newest, hit.Summary)
			}
		}
	}
	return newest, nil
}
