package repertoires

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"assay/analysis"
	"assay/analysis/lab"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/games"
	"assay/api/present"
	"assay/api/puzzles"
	"assay/api/request"
	"assay/api/search"
)

// By is the side that left a repertoire.
type By string

// The sides that leave a repertoire.
const (
	ByPlayer   By = "player"   // the side of the repertoire played another move
	ByOpponent By = "opponent" // the lines have no answer to the opponent's move
	ByEnd      By = "end"      // the lines end
)

// Results counts games by their result for the side of the repertoire.
type Results struct {
	Games int `json:"games"`
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
	// Score is the share of the points in percent; null without a result.
	Score *lab.Estimate `json:"score"`
}

// Departure is a position at which games left a repertoire.
type Departure struct {
	By By `json:"by"`
	Place
	Results
	Moves []Departed `json:"moves"` // most frequent first
}

// Departed is the games that left at one move.
type Departed struct {
	Move string `json:"move"` // in UCI
	Text string `json:"text"` // as people write it
	Results
	// At are the first MaxNamed of its games.
	At []GamePly `json:"at"`
}

// MaxNamed bounds the games that are named for a move.
const MaxNamed = 100

// GamePly is a ply of a game.
type GamePly struct {
	Game   int64  `json:"game"` // archived; for games of files their place in the input
	Ply    int    `json:"ply"`  // before which the game was in the repertoire last
	Result string `json:"result"`
}

// Check says where games left a repertoire.
type Check struct {
	Games      int         `json:"games"`
	Within     int         `json:"within"`  // that ended within the lines
	Outside    int         `json:"outside"` // that have no position of the lines
	Damaged    []int64     `json:"damaged"` // left out
	Departures []Departure `json:"departures"`
	Total      int         `json:"total"` // departures, listed or not
	request.Paged
}

// Checker collects where games left a repertoire.
type Checker struct {
	graph *Graph
	check Check
	left  map[*node]map[rules.Move]*Departed
}

// NewChecker returns a checker of a repertoire.
func (g *Graph) NewChecker() *Checker {
	return &Checker{graph: g, left: map[*node]map[rules.Move]*Departed{}, check: Check{Damaged: []int64{}}}
}

// departure returns the last node of a game with the plies before it; nil if
// the game has none. A game that leaves the lines and comes back by another
// order of moves has not left them.
func (g *Graph) departure(p *rules.Position, moves []rules.Move) (last *node, ply int) {
	for i := 0; ; i++ {
		if n := g.at[p.Key()]; n != nil {
			last, ply = n, i
		}
		if i == len(moves) {
			return last, ply
		}
		p.Play(moves[i])
	}
}

// found adds a game with the result of [Graph.departure]. result is the first
// player's.
func (c *Checker) found(n *node, at GamePly, moves []rules.Move) {
	c.check.Games++
	switch {
	case n == nil:
		c.check.Outside++
		return
	case at.Ply == len(moves):
		c.check.Within++
		return
	}
	if c.left[n] == nil {
		c.left[n] = map[rules.Move]*Departed{}
	}
	m := moves[at.Ply]
	if c.left[n][m] == nil {
		c.left[n][m] = &Departed{}
	}
	d := c.left[n][m]
	d.add(at.Result, c.graph.side)
	d.At = append(d.At, at)
}

// add counts a result of the first player.
func (r *Results) add(result string, side rules.Side) {
	r.Games++
	switch {
	case result == "1/2-1/2":
		r.Drawn++
	case result == "1-0" && side == rules.First || result == "0-1" && side == rules.Second:
		r.Won++
	case result == "1-0" || result == "0-1" || result == "0-0":
		r.Lost++
	}
}

func (r *Results) score() {
	if r.Won+r.Drawn+r.Lost > 0 {
		e := lab.Share(r.Won, r.Drawn, r.Lost)
		r.Score = &e
	}
}

// Add adds a game that is not archived; number is its place.
func (c *Checker) Add(number int64, r *present.Replay) {
	if r.Game.Rules == nil || nameOf(r.Game.Rules) != nameOf(c.graph.rules) || !r.Game.Playable() {
		c.found(nil, GamePly{}, nil)
		return
	}
	n, ply := c.graph.departure(r.Game.Start(), r.Game.Moves)
	c.found(n, GamePly{number, ply, r.Report().Result}, r.Game.Moves)
}

// Report returns the departures, by the most games first, after the first from
// ones and up to a limit; 0 means all.
func (c *Checker) Report(from, limit int) *Check {
	type found struct {
		*node
		Results
	}
	var all []found
	for n, moves := range c.left {
		f := found{node: n}
		for _, d := range moves {
			f.Games += d.Games
			f.Won += d.Won
			f.Drawn += d.Drawn
			f.Lost += d.Lost
		}
		all = append(all, f)
	}
	rank := map[*node]int{}
	for i, n := range c.graph.order {
		rank[n] = i
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(rank[a.node], rank[b.node]))
	})
	out := c.check
	out.Total = len(all)
	all = all[min(from, len(all)):]
	if limit > 0 && limit < len(all) {
		all, out.Next = all[:limit], request.NumberCursor(int64(from+limit))
	}
	out.Departures = []Departure{}
	for _, f := range all {
		v := Departure{By: ByOpponent, Place: c.graph.place(f.node), Results: f.Results}
		switch {
		case len(f.choices) == 0:
			v.By = ByEnd
		case f.own:
			v.By = ByPlayer
		}
		v.score()
		p := c.graph.position(f.node)
		for m, d := range c.left[f.node] {
			d.Move, d.Text = notation.UCI{}.Format(p, m), puzzles.MoveText(p, m)
			d.score()
			slices.SortFunc(d.At, func(a, b GamePly) int { return cmp.Compare(a.Game, b.Game) })
			d.At = d.At[:min(len(d.At), MaxNamed)]
			v.Moves = append(v.Moves, *d)
		}
		slices.SortFunc(v.Moves, func(a, b Departed) int {
			return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Move, b.Move))
		})
		out.Departures = append(out.Departures, v)
	}
	return &out
}

// chunk is the number of games that are read together.
const chunk = 250

// Check finds where the archived games of a query left a repertoire. It lists
// the positions after the first from ones; limit bounds them, 0 means all. ""
// selects all games of its variant. It returns the errors of
// [search.Finder.Select].
func (c *Collection) Check(ctx context.Context, g *Graph, query string, from, limit int) (*Check, error) {
	s := search.Selection{Filter: games.Filter{Variant: g.rules.Definition().ID}}
	if s.Search.Query = query; query == "" {
		s.Filter.Verdict = analysis.Legal
	}
	ids, err := c.archive.Select(ctx, s)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	parts := make(chan []int64)
	all := g.NewChecker()
	var mu sync.Mutex
	var work sync.WaitGroup
	for range max(c.archive.Workers(), 1) {
		work.Go(func() {
			for part := range parts {
				if err := c.checkPart(ctx, all, part, &mu); err != nil {
					cancel(err)
				}
			}
		})
	}
	for part := range slices.Chunk(ids, chunk) {
		parts <- part
	}
	close(parts)
	work.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	slices.Sort(all.check.Damaged)
	return all.Report(from, limit), nil
}

// checkPart adds some archived games; mu protects the checker.
func (c *Collection) checkPart(ctx context.Context, all *Checker, ids []int64, mu *sync.Mutex) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	rows, err := c.store.Games(ctx, ids)
	if err != nil {
		return err
	}
	want := all.graph.rules.Definition()
	for _, row := range rows {
		var n *node
		var at GamePly
		var moves []rules.Move
		if row.Damage == nil && row.Start != "" && row.Variant == want.ID && row.Options == want.OptionText() {
			game, err := c.archive.ReplayStored(ctx, row)
			switch {
			case err == nil:
				moves, at = game.Moves, GamePly{row.ID, 0, row.Result}
				n, at.Ply = all.graph.departure(game.Start(), moves)
			case present.IsNotExportable(err):
				row.Damage = err
			default:
				return err
			}
		}
		mu.Lock()
		if row.Damage != nil {
			all.check.Damaged = append(all.check.Damaged, row.ID)
		} else {
			all.found(n, at, moves)
		}
		mu.Unlock()
	}
	return nil
}
