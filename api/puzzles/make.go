package puzzles

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/notation"
	"assay/analysis/optional"
	"assay/analysis/puzzle"
	"assay/analysis/rules"
	"assay/api/annotate"
	"assay/api/present"
)

// Source is a game from which puzzles are made.
type Source struct {
	Game             int64 // archived; 0 for none
	Variant, Options string
	End              *rules.Position // after all moves
	Moves            []rules.Move
}

// SourceOf returns an archived game, or one of a file, as a source; nil if it
// has no legal moves. The error is a [*annotate.RefusedError] if the game is in
// progress.
func (c *Collection) SourceOf(ctx context.Context, r *present.Replay) (*Source, error) {
	if r.Game.Rules == nil || len(r.Game.Moves) == 0 {
		return nil, nil
	}
	s := &Source{Variant: r.Game.Rules.Definition().ID, Options: r.Report().Options, Moves: r.Game.Moves}
	if r.Stored != nil {
		if err := c.games.CheckAdviceAllowed(ctx, r); err != nil {
			return nil, err
		}
		s.Game = r.ID()
	}
	var err error
	s.End, err = r.Position(len(s.Moves))
	return s, err
}

// Self-play: random plies of the opening, nodes per move, and the longest game.
const (
	selfOpening = 6
	selfNodes   = 200
	selfPlies   = 200
)

// SelfPlay returns games that the engine plays from a position of a variant.
// The same seed plays the same games.
func (c *Collection) SelfPlay(ctx context.Context, start *rules.Position, options string, games int,
	seed uint64) Games {
	player := &match.EnginePlayer{Engine: engine.New(1), Limits: engine.Limits{Nodes: selfNodes}}
	return func(search func(*Source) error) error {
		for played := range games {
			opening, _ := match.Drawn(start, selfOpening, rand.New(rand.NewPCG(seed, uint64(played))))
			g, err := match.Play(ctx, opening, [2]match.Player{player, player}, selfPlies)
			if err != nil {
				return err
			}
			s := &Source{Variant: start.Rules().Definition().ID, Options: options, End: g.Start, Moves: g.Moves}
			for _, m := range g.Moves {
				s.End.Play(m)
			}
			if err := search(s); err != nil {
				return err
			}
		}
		return nil
	}
}

// Made is a puzzle that was made, or read from a file.
type Made struct {
	*Puzzle
	Added bool // false if the archive has it already
}

// Games passes games to search one by one. It returns the error of search.
type Games func(search func(*Source) error) error

// Make makes puzzles from games and archives them. It looks at each position
// with that many nodes first; 0 means [puzzle.DefaultNodes]. report receives
// each puzzle, one at a time. searched is the number of games that were
// searched. If the context ends, what was found until then is archived.
func (c *Collection) Make(ctx context.Context, nodes uint64, games Games,
	report func(*Made) error) (searched int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	sources := make(chan *Source)
	var reporting sync.Mutex
	var work sync.WaitGroup
	for range c.workers {
		work.Go(func() {
			finder, themer := puzzle.NewFinder(nodes, c.fits), &themer{themes: c.themes}
			for s := range sources {
				if err := c.makeFrom(ctx, finder, themer, s, &reporting, report); err != nil {
					cancel(err)
					return
				}
				reporting.Lock()
				searched++
				reporting.Unlock()
			}
		})
	}
	err = games(func(s *Source) error {
		select {
		case sources <- s:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
	if err != nil {
		cancel(err)
	}
	close(sources)
	work.Wait()
	return searched, context.Cause(ctx)
}

// makeFrom makes the puzzles of a game.
func (c *Collection) makeFrom(ctx context.Context, finder *puzzle.Finder, themer *themer, s *Source,
	reporting *sync.Mutex, report func(*Made) error) error {
	found, ended := finder.In(ctx, s.End, s.Moves)
	ctx = context.WithoutCancel(ctx) // what was found is archived after the context ends
	reporting.Lock()
	defer reporting.Unlock()
	for i := range found {
		if err := themer.add(found[i].Puzzle); err != nil {
			return err
		}
		v := view(found[i].Puzzle, s.Variant, s.Options)
		v.Game, v.Ply = optional.Number(s.Game), optional.Number(found[i].Ply)
		v.addBefore(s, found[i].Ply)
		added, err := c.add(ctx, v)
		if err == nil {
			err = report(&Made{v, added})
		}
		if err != nil {
			return err
		}
	}
	return ended
}

// addBefore adds the move that led to the puzzle.
func (v *Puzzle) addBefore(s *Source, ply int) {
	if ply == 0 {
		return
	}
	p := s.End.Clone()
	for range len(s.Moves) - ply + 1 {
		p.Undo()
	}
	v.Before, v.Played = optional.Text(p.Text()), optional.Text(notation.UCI{}.Format(p, s.Moves[ply-1]))
}

// IsRefused reports whether a source was refused because its game is in
// progress.
func IsRefused(err error) bool { return errors.As(err, new(*annotate.RefusedError)) }
