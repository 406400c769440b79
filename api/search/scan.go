package search

import (
	"context"
	"slices"

	"assay/api/request"
	"assay/store"
)

// scan finds a position without the index, by replaying every game of its
// variant.
func (f *Finder) scan(ctx context.Context, s *search) (*SearchResult, error) {
	result := &SearchResult{Hits: []Hit{}}
	for cursor := ""; ; {
		games, next, err := f.store.List(ctx, store.Filter{Variant: s.query.Variant}, "", cursor, store.MaxLimit)
		if err != nil {
			return nil, err
		}
		ids := make([]int64, 0, len(games))
		for i := range games {
			if games[i].Damage != nil {
				s.left.add(games[i].ID)
				continue
			}
			if slices.Contains(s.query.Verdicts, games[i].Verdict) {
				ids = append(ids, games[i].ID)
			}
		}
		hits, err := f.confirmAll(ctx, s, ids)
		if err != nil {
			return nil, err
		}
		for _, hit := range hits {
			result.add(hit, s)
		}
		if cursor = next; cursor == "" {
			result.Damaged = s.left.ids()
			return result, nil
		}
	}
}

// add counts a hit, and adds it if it is on the requested page.
func (r *SearchResult) add(hit *Hit, s *search) {
	r.Total++
	switch {
	case hit.Game <= s.query.After:
	case len(r.Hits) < s.query.Limit:
		r.Hits = append(r.Hits, *hit)
	default:
		r.Next = request.Cursor(request.WriteCursor(r.Hits[len(r.Hits)-1].Game))
	}
}
