package search

import (
	"context"
	"errors"
	"fmt"
	"time"

	"assay/analysis"
	"assay/analysis/crash"
	"assay/analysis/label"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/games"
	"assay/api/present"
	"assay/index"
	"assay/index/tape"
)

// ExploreQuery selects a position and games for the explorer.
type ExploreQuery struct {
	Variant  string        // ID, name or alias
	Options  string        // of the variant; the defaults if empty
	Position string        // FEN; "" for the starting position
	Games    GameFilter    // games to count
	Illegal  bool          // also count the legal plies of illegal records
	Within   time.Duration // as in SearchQuery
	Explain  bool
	Notation string // of the moves, one of Notations; "" for numbered lists
}

// Explored lists the moves played from a position in main lines.
type Explored struct {
	Variant  string           `json:"variant"`
	Position string           `json:"position"`
	Games    int              `json:"games"` // games that reached the position
	Opening  OpeningName      `json:"opening"`
	Label    *label.Label     `json:"label"` // of the position, nil for none
	Moves    []ExploredMove   `json:"moves"` // most frequent first
	Cut      bool             `json:"cut,omitempty"`
	Damaged  []int64          `json:"damaged,omitempty"` // damaged games, not counted
	Coverage []games.Coverage `json:"coverage,omitempty"`
	Lag
	Explain *Explanation `json:"explain,omitempty"`
}

// ExploredMove is a move with statistics of the games that continued with it. A
// game that reaches the position several times counts once for each different
// move.
type ExploredMove struct {
	Move     string   `json:"move"`     // in the requested notation
	Squares  []string `json:"squares"`  // from and to, named as in reports
	Position string   `json:"position"` // after the move
	// Label is that of the position after the move, nil for none.
	Label  *label.Label    `json:"label"`
	Games  int             `json:"games"`
	First  int             `json:"first"`  // won by the first player
	Second int             `json:"second"` // won by the second player
	Drawn  int             `json:"drawn"`
	Rating optional.Number `json:"rating"` // mean of the known ratings of the players
	Last   LastPlayed      `json:"last"`
}

// OpeningName is the opening on which more than half of the games that reach a
// position agree; without texts if there is none.
type OpeningName struct {
	Code optional.Text `json:"code"` // ECO code
	Name optional.Text `json:"name"`
}

// LastPlayed is the most recent game.
type LastPlayed struct {
	Game int64         `json:"game"`
	Date optional.Text `json:"date"` // YYYY-MM-DD, unknown digits as ?; none if unknown
}

// Explore returns the moves played from a position. The error matches
// index.ErrLocked if another process uses the index. Other errors are as for
// [define.Library.Position].
func (f *Finder) Explore(ctx context.Context, q ExploreQuery) (*Explored, error) {
	began := time.Now()
	p, err := f.library.Played(q.Variant, q.Options, q.Position)
	if err != nil {
		return nil, err
	}
	writer, err := present.MovesAs(q.Notation, p.Rules())
	if err != nil {
		return nil, err
	}
	var damaged damagedGames
	timeout, err := timeLimitOf(q.Within)
	if err != nil {
		return nil, err
	}
	condition, err := f.condition(ctx, q.Games, p.Rules())
	if err != nil {
		return nil, err
	}
	e := f.exploration(p, &damaged)
	e.Condition, e.Within, e.Verdicts, e.Explain = condition, timeout, verdictsOf(q.Illegal), q.Explain
	x, newest, err := f.syncedIndex(ctx)
	if err != nil {
		return nil, err
	}
	found, err := x.Explore(ctx, e)
	if err != nil {
		return nil, err
	}
	searched := time.Now()
	damaged.add(found.Damaged...)
	explored := &Explored{
		Lag:     lag(newest, found.Indexed),
		Variant: p.Rules().Definition().ID, Position: p.Text(), Games: int(found.Games),
		Opening: OpeningName{optional.Text(found.Opening.Code), optional.Text(found.Opening.Name)},
		Moves:   []ExploredMove{}, Cut: found.Cut, Damaged: damaged.ids(),
	}
	namer := f.library.Namer(p.Rules())
	explored.Label = labelAt(namer, p)
	moves := movesByOp(p)
	for _, played := range found.Moves {
		m, ok := moves[string(played.Op)]
		if !ok {
			continue // illegal in these rules: the index is stale, which Check reports
		}
		explored.Moves = append(explored.Moves, exploredMove(p, m, writer, played, namer))
	}
	if condition != nil {
		var needs requirements
		addRequirements(condition, false, needs.add)
		searchScope := scope{explored.Variant, p.Rules(), e.Verdicts}
		if explored.Coverage, err = f.coverage(ctx, x, searchScope, needs); err != nil {
			return nil, err
		}
	}
	if q.Explain {
		explored.Explain = explain("position keys", "", &found.Work)
		explored.Explain.setTimes(began, searched)
	}
	return explored, nil
}

// exploration returns the index query for the moves played from a position in
// legal games. damaged collects damaged games.
func (f *Finder) exploration(p *rules.Position, damaged *damagedGames) index.Exploration {
	return index.Exploration{
		Position: p, Verdicts: verdictsOf(false),
		Occurrences: func(ctx context.Context, game int64) ([]int, error) {
			plies, err := f.occurrences(ctx, game, p)
			if damaged.addIfDamaged(game, err) {
				return nil, index.ErrLeftOut
			}
			return plies, err
		},
	}
}

// occurrences returns the plies at which a stored game reaches a position.
func (f *Finder) occurrences(ctx context.Context, id int64, p *rules.Position) (plies []int, err error) {
	defer crash.Handle(damage(id, &err))
	g, err := f.existingGame(ctx, id)
	if g == nil || err != nil {
		return nil, err
	}
	game, err := f.games.Playable(ctx, g)
	if _, ok := errors.AsType[*present.ReplayError](err); ok {
		return nil, nil // games that cannot be replayed have no positions
	}
	if err != nil {
		return nil, err
	}
	return occurrences(ctx, game.Start(), game.Moves, p)
}

// movesByOp maps the changes on the board to legal moves. Drops of equal pieces
// from different bench cells make the same change; the first one is used.
func movesByOp(p *rules.Position) map[string]rules.Move {
	moves := map[string]rules.Move{}
	for _, m := range p.Moves(nil) {
		if op := string(tape.OpOf(p, m)); moves[op] == 0 {
			moves[op] = m
		}
	}
	return moves
}

func exploredMove(p *rules.Position, m rules.Move, writer define.MoveWriter, played index.Played,
	namer *define.Namer) ExploredMove {
	next := p.Clone()
	next.Play(m)
	out := ExploredMove{
		Move: writer.Format(p, m), Squares: analysis.Squares(p, m), Position: next.Text(), Games: int(played.Games),
		First: int(played.First), Second: int(played.Second), Drawn: int(played.Drawn),
		Last: LastPlayed{Game: played.Last}, Label: labelAt(namer, next),
	}
	if played.Rated > 0 {
		out.Rating = optional.Number((played.Ratings + played.Rated/2) / played.Rated)
	}
	out.Last.Date = optional.Text(dateBetween(played.Earliest, played.Latest))
	return out
}

// labelAt returns the label of a position, nil for none.
func labelAt(n *define.Namer, p *rules.Position) *label.Label {
	if l, ok := n.At(p); ok {
		return &l
	}
	return nil
}

// dateBetween returns one date for two dates, given as yyyymmdd. Digits that
// differ become unknown.
func dateBetween(earliest, latest int) string {
	switch {
	case latest == 0:
		return ""
	case earliest == latest:
		return fmt.Sprintf("%04d-%02d-%02d", latest/10000, latest/100%100, latest%100)
	case earliest/100 == latest/100:
		return fmt.Sprintf("%04d-%02d-??", latest/10000, latest/100%100)
	default:
		return fmt.Sprintf("%04d-??-??", latest/10000)
	}
}
