package api

import (
	"context"
	"slices"

	"assay/store"
)

// Newest returns up to n games of a selection, most recently archived first.
// Hits of a search are confirmed from the end. It returns the errors of
// [Archive.List] and [Archive.Search].
func (a *Archive) Newest(ctx context.Context, s Selection, n int) ([]GameSummary, error) {
	newest := []GameSummary{}
	if !s.Searches() {
		page, err := a.List(ctx, s.Filter, "-"+store.ColumnID, "", n)
		if err == nil {
			newest = append(newest, page.Games...)
		}
		return newest, err
	}
	q := s.Search
	q.Variant = s.Filter.Variant
	planned, err := a.plan(q)
	if err != nil {
		return nil, err
	}
	games, _, err := a.indexedGames(ctx, planned)
	if err != nil {
		return nil, err
	}
	if rest := s.Filter; rest != (Filter{Variant: rest.Variant}) {
		listed, err := a.Select(ctx, Selection{Filter: rest})
		if err != nil {
			return nil, err
		}
		games = slices.DeleteFunc(games,
			func(id int64) bool { _, isListed := slices.BinarySearch(listed, id); return !isListed })
	}
	for len(games) > 0 && len(newest) < n {
		part := games[max(len(games)-n, 0):]
		games = games[:len(games)-len(part)]
		hits, err := a.confirmAll(ctx, planned, part)
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
