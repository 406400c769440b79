package search

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"assay/analysis"
	"assay/analysis/crash"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/games"
	"assay/api/present"
	"assay/index"
	"assay/index/pattern"
	"assay/index/tape"
	"assay/store"
)

// confirmAll replays candidate games in parallel and returns the hits, in the
// order of the games. It omits games that do not match or were deleted.
func (f *Finder) confirmAll(ctx context.Context, s *search, games []int64) ([]*Hit, error) {
	chunks := slices.Collect(slices.Chunk(games, confirmChunk))
	hits := make([][]*Hit, len(chunks)) // by chunk
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, chunk := range chunks {
		group.Go(func() error {
			stored, err := f.store.Games(ctx, chunk)
			if err != nil {
				return err
			}
			for _, g := range stored {
				hit, err := f.confirm(ctx, s, g)
				if err != nil && !s.left.addIfDamaged(g.ID, err) {
					return err
				}
				if hit != nil && err == nil {
					hits[i] = append(hits[i], hit)
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return slices.Concat(hits...), err
}

// confirmChunk is the number of games per chunk.
const confirmChunk = 8

// confirm replays a candidate game. It returns nil if the game does not match.
// The error may be that the game is damaged.
func (f *Finder) confirm(ctx context.Context, s *search, g *store.Game) (hit *Hit, err error) {
	defer crash.Handle(damage(g.ID, &err))
	if g.Damage != nil {
		return nil, g.Damage
	}
	if !slices.Contains(s.query.Verdicts, g.Verdict) || s.query.Variant != "" && g.Variant != s.query.Variant {
		return nil, nil
	}
	hit = &Hit{Game: g.ID, Plies: []int{}, Summary: games.Summarize(&g.Summary)}
	if s.rules == nil {
		sub, err := f.searchedGame(ctx, g)
		if err != nil || !s.matchesGame(sub) {
			return nil, err
		}
		return hit, nil
	}
	if g.Options != s.rules.Definition().OptionText() {
		return nil, nil
	}
	// A position in the main line requires only the plies.
	sub, err := f.replayed(ctx, s.condition != nil || s.input.Variations, g)
	if err != nil {
		return nil, err
	}
	if !sub.Game.Playable() {
		return nil, nil
	}
	if err := s.findPlies(ctx, sub, hit); err != nil {
		return nil, err
	}
	switch {
	case len(hit.Plies) > 0:
		hit.Ply = hit.Plies[0]
	case len(hit.Side) > 0:
		hit.Ply = hit.Side[0].Plies[0]
		return hit, nil
	default:
		return nil, nil
	}
	p, err := sub.Game.At(hit.Ply)
	if err != nil {
		return nil, err
	}
	if s.condition != nil {
		for b := pattern.Squares(s.condition, p); !b.Empty(); {
			hit.Squares = append(hit.Squares, s.rules.SquareName(b.Pop()))
		}
	}
	if hit.Ply < len(sub.Game.Moves) {
		hit.Next = optional.Text(s.moves().Format(p, sub.Game.Moves[hit.Ply]))
	}
	return hit, nil
}

// replayed loads a game, either completely or only the plies of its main line.
func (f *Finder) replayed(ctx context.Context, full bool, g *store.Game) (*searchedGame, error) {
	if full || g.Start == "" {
		return f.searchedGame(ctx, g)
	}
	game, err := f.games.ReplayStored(ctx, g)
	if _, ok := errors.AsType[*present.ReplayError](err); ok {
		game, err = new(analysis.Game), nil
	}
	return &searchedGame{Replay: &present.Replay{Game: game, Stored: g}}, err
}

// matchesGame reports whether a game matches a condition on headers only.
func (s *search) matchesGame(sub *searchedGame) bool {
	m := pattern.Compile(s.condition, nil)
	return m.BeginGame(sub.gameConditions(m))
}

// gameConditions evaluates a matcher's conditions on the game as a whole.
func (sub *searchedGame) gameConditions(m *pattern.Matcher) []bool {
	facts, words := make([]bool, len(m.GameConditions())), searchHeaders(sub.Stored)
	for i, n := range m.GameConditions() {
		switch n := n.(type) {
		case pattern.Header:
			facts[i] = index.Meets(words, sub.comments, n)
		case pattern.Result:
			facts[i] = n.Holds(sub.Stored.Result)
		case pattern.Date:
			facts[i] = n.Holds(store.Days(sub.Stored.Date))
		case pattern.Rated:
			var by *rules.Rules
			if sub.Game.Playable() {
				by = sub.Game.Rules
			}
			facts[i] = n.Holds(ratings(present.HeaderRecord(sub.Stored), by))
		case pattern.Reached:
			facts[i] = sub.Game.Playable() && n.Holds(sub.Game.Start(), sub.Game.Moves)
		case pattern.Games:
			facts[i] = n.Has(sub.Stored.ID)
		case pattern.Verdict:
			facts[i] = (n.Text == sub.Stored.Verdict) != n.Not
		}
	}
	return facts
}

// findPlies sets the matching plies of a hit. There are none if the game does
// not match.
func (s *search) findPlies(ctx context.Context, sub *searchedGame, hit *Hit) error {
	lines, err := sub.lines(s.input.Variations)
	if err != nil {
		return err
	}
	plies := make([][]int, len(lines))
	if s.condition != nil {
		if err := s.matchPlies(ctx, sub, lines, plies); err != nil {
			return err
		}
	}
	start := sub.Game.Start()
	for i, line := range lines {
		if s.position != nil {
			at, err := occurrences(ctx, start, line.moves, s.position)
			if err != nil {
				return err
			}
			if s.condition != nil {
				at = slices.DeleteFunc(at, func(ply int) bool { return !slices.Contains(plies[i], ply) })
			}
			plies[i] = at
		}
		if i == 0 {
			hit.Plies = plies[0]
			continue
		}
		// Matches before the branch point belong to the parent line.
		own := slices.DeleteFunc(slices.Clone(plies[i]), func(ply int) bool {
			return ply <= line.From && slices.Contains(plies[line.Parent], ply)
		})
		if len(own) > 0 {
			hit.Side = append(hit.Side,
				SideHit{Line: i, From: line.From, Moves: line.format(start, s.moves()), Plies: own})
		}
	}
	return nil
}

// matchPlies finds the plies of each line that meet the condition.
func (s *search) matchPlies(ctx context.Context, sub *searchedGame, lines []gameLine, plies [][]int) error {
	m := pattern.Compile(s.condition, s.rules)
	for i := range plies {
		plies[i] = []int{}
	}
	if !m.BeginGame(sub.gameConditions(m)) {
		return nil
	}
	recorded, err := sub.recorder()
	if err != nil {
		return err
	}
	player := tape.NewPlayer(s.rules)
	if _, err := player.Load(recorded.Tape()); err != nil {
		return err
	}
	player.Follow(sub.Game.Start(), allMoves(lines))
	if player.Analysis, err = sub.tapeAnalysis(); err != nil {
		return err
	}
	m.SetContext(ctx)
	for i := range plies {
		plies[i] = m.Plies(player, i).List(0)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func allMoves(lines []gameLine) [][]rules.Move {
	moves := make([][]rules.Move, len(lines))
	for i, line := range lines {
		moves[i] = line.moves
	}
	return moves
}

// indexLines returns the lines of a game for the index. It returns nil if the
// game was deleted, is damaged, or cannot be replayed.
func (f *Finder) indexLines(ctx context.Context, s *search, id int64) (lines *index.Lines, err error) {
	defer func() {
		if s.left.addIfDamaged(id, err) {
			lines, err = nil, nil
		}
	}()
	defer crash.Handle(damage(id, &err))
	g, err := f.existingGame(ctx, id)
	if g == nil || err != nil {
		return nil, err
	}
	if g.Damage != nil {
		return nil, g.Damage
	}
	sub, err := f.replayed(ctx, s.input.Variations, g)
	if err != nil || !sub.Game.Playable() {
		return nil, err
	}
	all, err := sub.lines(s.input.Variations)
	if err != nil {
		return nil, err
	}
	return &index.Lines{Start: sub.Game.Start(), Moves: allMoves(all)}, nil
}

// positionPool pools positions, so that their move history is reused.
var positionPool = sync.Pool{New: func() any { return new(rules.Position) }}

// occurrences returns the plies at which a line reaches a position. The error
// is from ctx.
func occurrences(ctx context.Context, start *rules.Position, moves []rules.Move, target *rules.Position) ([]int,
	error) {
	plies := []int{}
	p := positionPool.Get().(*rules.Position)
	defer positionPool.Put(p)
	start.CopyTo(p)
	for ply := 0; ; ply++ {
		if p.Key() == target.Key() && p.Equal(target) {
			plies = append(plies, ply)
		}
		if ply == len(moves) {
			return plies, nil
		}
		if ply%games.PliesPerCheck == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		p.Play(moves[ply])
	}
}

// format formats the moves of a variation after its branch point.
func (l *gameLine) format(start *rules.Position, writer define.MoveWriter) string {
	p := start.Clone()
	var texts []string
	for ply, m := range l.moves {
		if ply >= l.From {
			texts = append(texts, writer.Format(p, m))
		}
		p.Play(m)
	}
	return strings.Join(texts, "; ")
}
