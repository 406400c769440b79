package search

import (
	"context"
	"errors"
	"math"
	"slices"

	"assay/api/games"
	"assay/api/request"
	"assay/index"
	"assay/store"
)

// A walk returns all games of a list, a search or a selection in parts, so that
// only a part is in memory. The order is as archived or, for a list, any order.
// Each line has a cursor; a walk from it continues after that line.

// HitLine is a hit of a search, or the number of a damaged game. At the end it
// is the lag of the index, and the number of games that have the data needed by
// the conditions.
type HitLine struct {
	*Hit
	Damaged  int64            `json:"damaged,omitempty"`
	Coverage []games.Coverage `json:"coverage,omitempty"`
	Lag
	Cursor string `json:"cursor"`
}

// walkPartSize is the number of games of a search that are replayed for one
// part.
const walkPartSize = 128

// SearchPages finds all games of a search after its cursor. It returns a
// function that returns the next part, and nil after the last part. It returns
// the errors of [Finder.Search], and a [*SearchTimeoutError] if the time limit
// was reached.
func (f *Finder) SearchPages(ctx context.Context, q SearchQuery) (next func(context.Context) ([]HitLine, error),
	err error) {
	q.Limit = 0
	s, err := f.plan(ctx, q)
	if err != nil {
		return nil, err
	}
	games, indexLag, err := f.indexedGames(ctx, s)
	if err != nil {
		return nil, err
	}
	covered, err := f.Coverage(ctx, q)
	if err != nil {
		return nil, err
	}
	damaged := slices.DeleteFunc(s.left.ids(), func(id int64) bool { return id <= s.query.After })
	games = slices.Concat(games, damaged)
	slices.Sort(games)
	games, last := slices.Compact(games), q.Cursor
	return func(ctx context.Context) ([]HitLine, error) {
		for len(games) > 0 {
			part := games[:min(len(games), walkPartSize)]
			games = games[len(part):]
			lines, err := f.hitLines(ctx, s, part, damaged)
			if err != nil {
				return nil, err
			}
			if last = request.WriteCursor(part[len(part)-1]); len(lines) > 0 {
				return lines, nil
			}
		}
		if indexLag == (Lag{}) && covered == nil {
			return nil, nil
		}
		end := []HitLine{{Lag: indexLag, Coverage: covered, Cursor: last}}
		indexLag, covered = Lag{}, nil
		return end, nil
	}, nil
}

// hitLines returns the lines of games that the index returned, in order. A walk
// that resumes at any line's cursor neither repeats nor omits a line. damaged
// are games that the index knows to be damaged.
func (f *Finder) hitLines(ctx context.Context, s *search, games, damaged []int64) ([]HitLine, error) {
	s.left = damagedGames{}
	var undamaged []int64
	for _, id := range games {
		if _, isDamaged := slices.BinarySearch(damaged, id); isDamaged {
			s.left.add(id)
		} else {
			undamaged = append(undamaged, id)
		}
	}
	hits, err := f.confirmAll(ctx, s, undamaged)
	if err != nil {
		return nil, err
	}
	byGame := map[int64]HitLine{}
	for _, hit := range hits {
		byGame[hit.Game] = HitLine{Hit: hit, Cursor: request.WriteCursor(hit.Game)}
	}
	for _, id := range s.left.ids() {
		byGame[id] = HitLine{Damaged: id, Cursor: request.WriteCursor(id)}
	}
	lines := make([]HitLine, 0, len(byGame))
	for _, id := range games {
		if line, ok := byGame[id]; ok {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// indexedGames returns all games after the cursor that the index finds. It adds
// the games that the index leaves out to s.left. Without an index, it returns
// all games of the variant.
func (f *Finder) indexedGames(ctx context.Context, s *search) (ids []int64, indexLag Lag, err error) {
	x, newest, err := f.syncedIndex(ctx)
	if errors.Is(err, index.ErrLocked) || errors.Is(err, index.ErrUnusable) {
		games, err := f.Select(ctx, Selection{Filter: games.Filter{Variant: s.query.Variant}})
		i, found := slices.BinarySearch(games, s.query.After)
		if found {
			i++
		}
		return games[i:], Lag{}, err
	}
	if err != nil {
		return nil, Lag{}, err
	}
	s.query.Limit = math.MaxInt
	found, err := x.Games(ctx, s.query)
	if err == nil && found.Cut {
		err = &SearchTimeoutError{}
	}
	s.left.add(found.Damaged...)
	return found.Games, lag(newest, found.Indexed), err
}

// Walk returns a function that returns the next games of a selection, and nil
// after the last. It begins after a cursor; "" begins with the first game. The
// selection's limit is ignored. It returns the errors of
// [games.Collection.ListPage] and [Finder.SearchPages].
func (f *Finder) Walk(ctx context.Context, s Selection, cursor string) (next func(context.Context) ([]int64, error),
	err error) {
	after, err := store.ReadCursor(cursor)
	if err == nil && s.Games == nil && s.Order != "" {
		s.Limit = 0
		if s.Games, err = f.Select(ctx, s); s.Games == nil {
			s.Games = []int64{}
		}
	}
	switch {
	case err != nil:
		return nil, err
	case s.Games != nil:
		games := s.Games
		if after != 0 {
			i := slices.Index(games, after)
			if i < 0 {
				return nil, store.ErrCursor
			}
			games = games[i+1:]
		}
		return func(context.Context) ([]int64, error) {
			part := games
			games = nil
			return part, nil
		}, nil
	case !s.Searches():
		return f.walkList(s.Filter, "", cursor), nil
	}
	q, rest := s.Search, s.Filter // a search does not need it
	q.Variant, q.Cursor, rest.Variant = s.Filter.Variant, "", ""
	if after != 0 {
		q.Cursor = request.WriteCursor(after)
	}
	var listed []int64
	if rest != (games.Filter{}) {
		if listed, err = f.Select(ctx, Selection{Filter: s.Filter}); err != nil {
			return nil, err
		}
	}
	hits, err := f.SearchPages(ctx, q)
	return func(ctx context.Context) (ids []int64, err error) {
		for {
			lines, err := hits(ctx)
			if lines == nil || err != nil {
				return nil, err
			}
			for _, line := range lines {
				if line.Damaged != 0 {
					ids = append(ids, line.Damaged)
				} else if line.Hit == nil {
					continue
				} else if _, isListed := slices.BinarySearch(listed, line.Game); isListed || rest == (games.Filter{}) {
					ids = append(ids, line.Game)
				}
			}
			if len(ids) > 0 {
				return ids, nil
			}
		}
	}, err
}

// walkList walks through the games of a filter without a search, in an order,
// from a cursor.
func (f *Finder) walkList(filter games.Filter, o games.Order, cursor string) func(context.Context) ([]int64, error) {
	done := false
	return func(ctx context.Context) ([]int64, error) {
		if done {
			return nil, nil
		}
		rows, next, err := f.games.ListPage(ctx, filter, o, cursor)
		var games []int64
		for _, row := range rows {
			if row.GameSummary == nil {
				games = append(games, row.Damaged)
			} else {
				games = append(games, row.ID)
			}
		}
		cursor, done = next, next == ""
		return games, err
	}
}
