package api

import (
	"context"
	"slices"
	"strings"
)

// Selection is the games of a collection: those named, or those that meet a
// filter and are found by a search.
type Selection struct {
	Games  []int64 // in this order; nil for those of Filter and Search
	Filter Filter
	// Search asks for positions and headers; its zero value asks for nothing.
	// Its variant is that of Filter, and its pages do not count.
	Search SearchQuery
	Limit  int // greatest number of games; 0 for no limit
}

// Searches reports whether the games are to be searched, not only listed.
func (s *Selection) Searches() bool { return s.Search != (SearchQuery{}) }

// Select lists the games of a selection, those of a filter or search in the
// order they were archived, and damaged ones too, of which nobody can tell
// whether they are among them. The error is a [*LimitError] above the limit, or
// that of [Archive.List] and [Archive.Search].
func (a *Archive) Select(ctx context.Context, s Selection) ([]int64, error) {
	games := s.Games
	if games == nil {
		var err error
		if games, err = a.selected(ctx, s); err != nil {
			return nil, err
		}
	}
	if s.Limit > 0 && len(games) > s.Limit {
		return nil, &LimitError{What: "games of a collection", Limit: int64(s.Limit)}
	}
	return games, nil
}

func (a *Archive) selected(ctx context.Context, s Selection) ([]int64, error) {
	if !s.Searches() {
		return a.listed(ctx, s.Filter, s.Limit)
	}
	q := s.Search
	q.Variant, q.Cursor, q.Limit = s.Filter.Variant, "", MaxLimit
	rest := s.Filter // which the search does not ask for
	rest.Variant = ""
	var listed, found []int64
	if rest != (Filter{}) {
		var err error
		// The filter alone may give more than the limit.
		if listed, err = a.listed(ctx, s.Filter, 0); err != nil {
			return nil, err
		}
	}
	for {
		page, err := a.Search(ctx, q)
		if err != nil {
			return nil, err
		}
		if page.Cut {
			return nil, &CutError{}
		}
		found = append(found, page.Damaged...)
		for i := range page.Hits {
			id := page.Hits[i].Game
			if _, among := slices.BinarySearch(listed, id); among || rest == (Filter{}) {
				found = append(found, id)
			}
		}
		if q.Cursor = page.Next; q.Cursor == "" || s.Limit > 0 && len(found) > s.Limit {
			slices.Sort(found)
			return slices.Compact(found), nil
		}
	}
}

// listed are the games of a filter, by number, and one more than the limit at
// most.
func (a *Archive) listed(ctx context.Context, f Filter, limit int) ([]int64, error) {
	var games []int64
	for cursor := ""; ; {
		page, err := a.List(ctx, f, cursor, MaxLimit)
		if err != nil {
			return nil, err
		}
		for i := range page.Games {
			games = append(games, page.Games[i].ID)
		}
		games = append(games, page.Damaged...)
		if cursor = page.Next; cursor == "" || limit > 0 && len(games) > limit {
			slices.Sort(games)
			return games, nil
		}
	}
}

// CutError says that a search took too long to find all games.
type CutError struct{}

func (*CutError) Error() string {
	return "the search took too long; a narrower query, or a variant, finds all games"
}

// Title names the selection, "" where it is of games by number.
func (s *Selection) Title() string {
	var parts []string
	for _, part := range []string{s.Search.Query, s.Search.Position, s.Filter.Player, s.Filter.Event, s.Filter.Query, s.Filter.Variant, s.Filter.Result, s.Filter.Verdict} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if s.Filter.From != "" || s.Filter.To != "" {
		parts = append(parts, s.Filter.From+" – "+s.Filter.To)
	}
	if len(parts) == 0 {
		return "Games"
	}
	return "Games: " + strings.Join(parts, ", ")
}
