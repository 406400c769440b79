package index

import (
	"context"

	"assay/analysis/rules"
	"assay/index/pattern"
	"assay/index/tape"
)

// Lines are the moves of a game: the main line, then each variation in tape
// order, from the start of the game to its end.
type Lines struct {
	Start *rules.Position
	Moves [][]rules.Move
}

// relax returns a weaker match that tapes can answer, and whether it differs.
func (m *Match) relax() (relaxed *Match, other bool) {
	condition, other := pattern.Relaxed(m.Condition)
	return &Match{Condition: condition, Rules: m.Rules}, other
}

// replayer replays games by the rules for conditions that tapes cannot answer.
type replayer struct {
	match      *Match
	matcher    *pattern.Matcher
	player     *tape.Player
	variations bool
	replayed   uint64
}

// matches replays a game with known facts up to the first hit.
func (x *replayer) matches(ctx context.Context, game int64, e *Entry, facts []bool, analysis *tape.Analysis) (bool,
	error) {
	if !x.matcher.BeginGame(facts) {
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
	x.player.Analysis = analysis
	x.matcher.SetContext(ctx)
	if !x.variations {
		n = 1
	}
	for line := range min(n, len(lines.Moves)) {
		if x.player.Begin(line); x.player.Length != len(lines.Moves[line]) {
			continue // the game changed after it was indexed
		}
		if holds := x.matcher.Holds(x.player, line, nil); holds || ctx.Err() != nil {
			return holds, ctx.Err()
		}
	}
	return false, nil
}
