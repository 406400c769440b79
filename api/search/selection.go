package search

import (
	"context"
	"slices"
	"strings"
	"time"

	"assay/api/games"
	"assay/api/request"
	"assay/api/statistics"
)

// Selection selects the games of a collection: listed games, or games that a
// filter and a search find.
type Selection struct {
	Games  []int64 // in this order; nil for Filter and Search
	Filter games.Filter
	// Search selects by positions and headers; its zero value means no search.
	// Its variant is that of Filter; its pages are ignored.
	Search SearchQuery
	Order  games.Order // of the games of Filter and Search
	Limit  int         // maximum number of games; 0 for no limit
}

// Searches reports whether the selection needs a search, not only a list.
func (s *Selection) Searches() bool { return s.Search != (SearchQuery{}) }

// Select returns the games of a selection. Games of a filter or search are in
// its order, by default the order of archiving. Damaged games are included,
// because they might match. The error is a [*request.LimitError] above the
// limit, or from [games.Collection.List] and [Finder.Search].
func (f *Finder) Select(ctx context.Context, s Selection) (games []int64, err error) {
	order := s.Order
	s.Order = ""
	next, err := f.Walk(ctx, s, "")
	for err == nil {
		var part []int64
		if part, err = next(ctx); part == nil {
			break
		}
		if games = append(games, part...); s.Limit > 0 && len(games) > s.Limit {
			return nil, &request.LimitError{What: "games of a collection", Limit: int64(s.Limit)}
		}
	}
	if s.Games == nil {
		slices.Sort(games)
		games = slices.Compact(games)
	}
	if err == nil && s.Games == nil && order != "" {
		return f.sorted(ctx, games, s.Filter, order)
	}
	return games, err
}

// Statistics returns the statistics of a selection, whose order and limit are
// ignored. It returns the errors of [Finder.Walk] and [statistics.Of], and a
// [*SearchTimeoutError] after a time limit; 0 means none.
func (f *Finder) Statistics(ctx context.Context, s Selection, by statistics.By,
	within time.Duration) (*statistics.Report, error) {
	s.Order = ""
	limited := ctx
	if within > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, within)
		defer cancel()
	}
	next, err := f.Walk(limited, s, "")
	if err != nil {
		return nil, err
	}
	names, err := f.players.Names(ctx)
	if err != nil {
		return nil, err
	}
	found, err := statistics.Of(limited, by, f.store, f.library, names.Player, next)
	if limited.Err() != nil && ctx.Err() == nil {
		return nil, &SearchTimeoutError{}
	}
	return found, err
}

// sorted puts the games of a filter, ascending, into another order.
func (f *Finder) sorted(ctx context.Context, games []int64, filter games.Filter, o games.Order) ([]int64, error) {
	ordered, placed := make([]int64, 0, len(games)), make([]bool, len(games))
	add := func(game int64) {
		if i, found := slices.BinarySearch(games, game); found && !placed[i] {
			placed[i] = true
			ordered = append(ordered, game)
		}
	}
	next := f.walkList(filter, o, "")
	for {
		part, err := next(ctx)
		if err != nil {
			return nil, err
		}
		if part == nil {
			break
		}
		for _, game := range part {
			add(game)
		}
	}
	for _, game := range games { // changed meanwhile
		add(game)
	}
	return ordered, nil
}

// SearchTimeoutError reports that a search took too long to find all games.
type SearchTimeoutError struct{}

func (*SearchTimeoutError) Error() string {
	return "the search reached its time limit; use a narrower query or name a variant to find all games"
}

// Title names the selection, "" if it lists games by number.
func (s *Selection) Title() string {
	var parts []string
	player := s.Filter.Player
	if s.Filter.Colour != "" {
		player += " (" + s.Filter.Colour + ")"
	}
	for _, part := range []string{s.Search.Query, s.Search.Position, player, s.Filter.Event, s.Filter.Query,
		s.Filter.Variant, s.Filter.Result, s.Filter.Verdict} {
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
