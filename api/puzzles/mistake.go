package puzzles

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"assay/analysis"
	"assay/analysis/evaluation"
	"assay/analysis/notation"
	"assay/analysis/optional"
	"assay/analysis/puzzle"
	"assay/analysis/rules"
	"assay/api/analyse"
	"assay/api/present"
	"assay/api/request"
	"assay/store"
)

// Archived are the archived games, and their analyses.
type Archived interface {
	// CheckAdviceAllowed returns an error if the comment policy of the game
	// forbids advice.
	CheckAdviceAllowed(ctx context.Context, r *present.Replay) error
	// Replay returns a game.
	Replay(ctx context.Context, id int64) (*present.Replay, error)
	// Analysis returns the stored analysis of a game, or nil.
	Analysis(ctx context.Context, game int64) (*analyse.GameAnalysis, error)
	// Matching returns the games of a filter, ascending.
	Matching(ctx context.Context, f store.Filter) ([]int64, error)
}

// MistakeFilter selects mistakes. Side is first or second; with a player, it is
// the player's.
type MistakeFilter struct {
	Game                  int64
	Player, Side, Variant string
}

// MistakePage is a page of exercises.
type MistakePage struct {
	Puzzles []*Puzzle `json:"puzzles"`
	request.Paged
}

// maxPassed bounds the games without mistakes that a page passes over.
const maxPassed = 5000

// Mistakes returns the mistakes and blunders in analysed games as exercises, in
// which a better move is to be found: at least limit if there are as many, the
// newest games first. before is the cursor of an earlier page, 0 for none. The
// error is an [*request.InputError], or a [*store.GameError] or
// [*annotate.RefusedError] of the game of the filter.
func (c *Collection) Mistakes(ctx context.Context, f MistakeFilter, before int64, limit int) (*MistakePage, error) {
	page := &MistakePage{Puzzles: []*Puzzle{}}
	if !slices.Contains([]string{"", store.First, store.Second}, f.Side) {
		return nil, &request.InputError{Field: "side", Value: f.Side, Want: store.First + " or " + store.Second}
	}
	if f.Game > 0 {
		var err error
		page.Puzzles, err = c.mistakesOf(ctx, f.Game, f.Side)
		return page, err
	}
	found, err := c.Resolve(Filter{Variant: f.Variant})
	if err != nil {
		return nil, err
	}
	selected := []string{f.Side}
	if f.Player != "" && f.Side == "" {
		selected = []string{store.First, store.Second}
	}
	sides := map[int64]string{} // by game, "" for both
	for _, side := range selected {
		filter := store.Filter{Variant: found.Variant, Verdict: analysis.Legal, Player: f.Player, Analysed: true}
		if f.Player != "" {
			filter.Colour = side
		}
		ids, err := c.games.Matching(ctx, filter)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if sides[id] == "" {
				sides[id] = side
			} else {
				sides[id] = ""
			}
		}
	}
	ids := make([]int64, 0, len(sides))
	for id := range sides {
		if before == 0 || id < before {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for passed := 0; len(ids) > 0; passed++ {
		id := ids[len(ids)-1]
		if len(page.Puzzles) >= limit || passed == maxPassed {
			page.Next = request.NumberCursor(id + 1)
			break
		}
		ids = ids[:len(ids)-1]
		all, err := c.mistakesOf(ctx, id, sides[id])
		if err != nil && !IsRefused(err) && !present.IsNotExportable(err) && !errors.Is(err, store.ErrGone) {
			return nil, err
		}
		page.Puzzles = append(page.Puzzles, all...)
	}
	return page, nil
}

// mistakesOf returns the exercises of a game and a side, "" for both.
func (c *Collection) mistakesOf(ctx context.Context, game int64, side string) ([]*Puzzle, error) {
	all := []*Puzzle{}
	a, err := c.games.Analysis(ctx, game)
	if err != nil || a == nil {
		return all, err
	}
	r, err := c.games.Replay(ctx, game)
	if err == nil {
		err = c.games.CheckAdviceAllowed(ctx, r)
	}
	if err != nil || r.Game.Rules == nil {
		return all, err
	}
	for ply := range min(len(a.Plies)-1, len(r.Game.Moves)) {
		j := a.Plies[ply+1].Judgement
		if a.Plies[ply].Best == nil || j == nil || *j == evaluation.Inaccuracy {
			continue
		}
		p, err := r.Position(ply)
		if err != nil {
			return all, err
		}
		if side != "" && side != sideKey(p.Side()) {
			continue
		}
		played, number := r.Game.Moves[ply], p.Number()
		if p, err = puzzle.Standing(p); err != nil {
			continue // an overruled ply led here
		}
		best, ok := findMove(p, *a.Plies[ply].Best)
		if !ok || best == played {
			continue // the variant has other rules now
		}
		v := &Puzzle{ID: fmt.Sprintf("m%d-%d", game, ply), Variant: r.Game.Rules.Definition().ID,
			Options: r.Report().Options, Position: p.Text(), Kind: puzzle.Mistake, Themes: []string{string(*j)},
			Moves: []string{notation.UCI{}.Format(p, best)}, Also: []string{}, Game: optional.Number(game),
			Ply: optional.Number(ply), Proof: puzzle.Proof{Method: puzzle.ByAnalysis, Nodes: a.Limits.Nodes}}
		v.describe(p, []rules.Move{best})
		v.Goal = v.Side + " has a better move than " + optional.Text(numbered(p, max(number, 1), []rules.Move{played},
			present.UsualMoves(p.Rules()).Format))
		end, err := r.Position(len(r.Game.Moves))
		if err != nil {
			return all, err
		}
		v.addBefore(&Source{End: end, Moves: r.Game.Moves}, ply)
		all = append(all, v)
	}
	return all, nil
}

// sideKey returns the name of a side in filters.
func sideKey(s rules.Side) string {
	if s == rules.First {
		return store.First
	}
	return store.Second
}

// mistake returns an exercise by its ID, and the next one of the same side in
// the same game; after the last one the first. The error is
// [store.ErrNoPuzzle], or from the game.
func (c *Collection) mistake(ctx context.Context, id string) (v, next *Puzzle, err error) {
	var game int64
	var ply int
	if n, err := fmt.Sscanf(id, "m%d-%d", &game, &ply); n < 2 || err != nil {
		return nil, nil, store.ErrNoPuzzle
	}
	all, err := c.mistakesOf(ctx, game, "")
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(all, func(v *Puzzle) bool { return v.ID == id })
	if i < 0 {
		return nil, nil, store.ErrNoPuzzle
	}
	for n := range all {
		if next = all[(i+1+n)%len(all)]; next.Side == all[i].Side {
			break
		}
	}
	return all[i], next, nil
}
