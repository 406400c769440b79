package index

import (
	"context"

	"assay/analysis/rules"
	"assay/index/pattern"
	"assay/index/tape"
)

// Lines are the moves of a game: of the main line and then of each side line in
// the order of the tape, each from the start of the game to its own end.
type Lines struct {
	Start *rules.Position
	Moves [][]rules.Move
}

// relaxed is the match for which tapes tell where it may be met, and whether it
// is another one.
func (m *Match) relaxed() (relaxed *Match, other bool) {
	condition, other := pattern.Relaxed(m.Condition)
	return &Match{Condition: condition, Rules: m.Rules}, other
}

// exact asks by the rules what tapes cannot tell, of the games that they leave.
type exact struct {
	match     *Match
	matcher   *pattern.Matcher
	player    *tape.Player
	sideLines bool
	replayed  uint64
}

// holds replays a game of which the facts are known, up to the first hit.
func (x *exact) holds(ctx context.Context, game int64, e *Entry, facts []bool, opinions *tape.Opinions) (bool, error) {
	if !x.matcher.Ask(facts) {
		return false, nil
	}
	lines, err := x.match.Lines(ctx, game)
	if err != nil || lines == nil {
		return false, err
	}
	x.replayed++
	n, err := x.player.Load(e.tape)
	if err != nil {
		return false, err
	}
	x.player.Follow(lines.Start, lines.Moves)
	x.player.Opinions = opinions
	x.matcher.Until(ctx)
	if !x.sideLines {
		n = 1
	}
	for line := range min(n, len(lines.Moves)) {
		if x.player.Begin(line); x.player.Length != len(lines.Moves[line]) {
			continue // changed since the index took it in
		}
		if holds := x.matcher.Holds(x.player, line, nil); holds || ctx.Err() != nil {
			return holds, ctx.Err()
		}
	}
	return false, nil
}
