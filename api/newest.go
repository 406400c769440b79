package api

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"assay/store"
)

// Newest are up to n games of a selection, those first that were archived last.
// Those of a search are confirmed from the end. The errors are those of
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
	asked, err := a.plan(q)
	if err != nil {
		return nil, err
	}
	games, _, err := a.named(ctx, asked)
	if err != nil {
		return nil, err
	}
	if rest := s.Filter; rest != (Filter{Variant: rest.Variant}) {
		listed, err := a.Select(ctx, Selection{Filter: rest})
		if err != nil {
			return nil, err
		}
		games = slices.DeleteFunc(games, func(id int64) bool { _, among := slices.BinarySearch(listed, id); return !among })
	}
	for len(games) > 0 && len(newest) < n {
		part := games[max(len(games)-n, 0):]
		games = games[:len(games)-len(part)]
		hits, err := a.confirmAll(ctx, asked, part)
		if err != nil {
			return nil, err
		}
		for _, hit := range slices.Backward(hits) {
			if hit != nil && len(newest) < n {
				newest = append(newest, hit.Summary)
			}
		}
	}
	return newest, nil
}

// Name stands for a thing of the archive wherever it is met again, a game or a
// list, which text tells apart: a URN of a UUID that follows from the archive's
// identity.
func (a *Archive) Name(ctx context.Context, text string) (string, error) {
	identity, err := a.store.Lineage(ctx, 0)
	sum := sha256.Sum256([]byte(identity + " " + text))
	id := sum[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8, of RFC 9562
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]), err
}
