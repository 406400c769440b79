// Package lab measures a variant by games that the engine plays against itself:
// how balanced it is, how long, the values of its pieces, and what never
// happens. Every figure has an interval at 95 % confidence.
package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/rules"
)

// Kind says how a game starts and who plays it.
type Kind string

// The kinds of games.
const (
	Even  Kind = "even"  // from the starting position, both sides at the low strength
	High  Kind = "high"  // the same at the high strength
	Odds  Kind = "odds"  // from imbalanced starts, at the low strength
	Skill Kind = "skill" // one side searches twice as many nodes as the other
)

// cycle is the order of the kinds, repeated. A game of each kind follows soon,
// so that a short run has all of them.
const cycle = "lohlsolllhollsolhlol"

// kindOf has the kinds by their letters in cycle.
var kindOf = map[byte]Kind{'l': Even, 'h': High, 'o': Odds, 's': Skill}

// highFactor is the ratio of the two strengths in nodes.
const highFactor = 4

// Levels of the skill trace: the weaker side of level i searches
// skillNodes << i nodes.
const (
	skillLevels = 8
	skillNodes  = 8
)

// Settings determine every game by its number. Games of equal settings may be
// mixed.
type Settings struct {
	Nodes uint64 // per move at the low strength
	Plies int    // a game of this length is unfinished
	Seed  uint64
	Fit   string // names the evaluation; "" is the default one
}

// Text identifies the settings in a file of games.
func (s Settings) Text() string {
	text := fmt.Sprintf("nodes=%d plies=%d seed=%d", s.Nodes, s.Plies, s.Seed)
	if s.Fit != "" {
		text += " fit=" + s.Fit
	}
	return text
}

// Lab plays the games of a variant.
type Lab struct {
	Rules    *rules.Rules
	Settings Settings
	// Fit is the evaluation; nil is the default one.
	Fit     *engine.Fit
	Workers int
	// newPlayer replaces the engine in tests.
	newPlayer func(seed uint64) match.Player
}

// plan is what there is to know of a game before it is played.
type plan struct {
	kind  Kind
	level int       // of Skill
	nodes [2]uint64 // by side
	seed  uint64
}

// planOf returns the plan of a game, counted from 0.
func (l *Lab) planOf(n int) plan {
	at := n % len(cycle)
	out := plan{kind: kindOf[cycle[at]], seed: mixed(l.Settings.Seed<<32 + uint64(n))}
	out.nodes = [2]uint64{l.Settings.Nodes, l.Settings.Nodes}
	switch out.kind {
	case High:
		out.nodes = [2]uint64{l.Settings.Nodes * highFactor, l.Settings.Nodes * highFactor}
	case Skill:
		before := n/len(cycle)*strings.Count(cycle, "s") + strings.Count(cycle[:at], "s") // skill games
		out.level = before / 2 % skillLevels
		weak := uint64(skillNodes) << out.level
		out.nodes = [2]uint64{weak, weak}
		out.nodes[before%2] = 2 * weak
	}
	return out
}

// mixed spreads a counter over all bits (splitmix64), because generators of
// random numbers that start from near numbers may be alike.
func mixed(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// Play plays games from the given number on, until the context ends or report
// returns an error, and reports them in order. most bounds their number; 0 is
// no limit. The end of ctx is no error.
func (l *Lab) Play(ctx context.Context, from, most int, report func(*Game) error) error {
	if most == 0 {
		most = maxGames
	}
	if from >= most {
		return nil
	}
	players := make([]*player, max(l.Workers, 1))
	m := match.Match{
		Pairs: most - from, Alike: true, Plies: l.Settings.Plies, Workers: l.Workers,
		Players: func(worker int) ([2]match.Player, error) {
			players[worker] = l.player()
			return [2]match.Player{players[worker], players[worker]}, nil
		},
		Opening: func(_ context.Context, worker, n int) (match.Opening, error) {
			plan := l.planOf(from + n)
			players[worker].plan = plan
			return match.From(l.start(plan)), nil
		},
	}
	next := from
	_, err := m.Run(ctx, func(g *match.Game, _ *match.Score) error {
		next++
		return report(l.game(next-1, g))
	})
	if err != nil && ctx.Err() != nil && err == context.Cause(ctx) {
		return nil
	}
	return err
}

// maxGames bounds a run without a limit.
const maxGames = 10_000_000

// start returns the position in which a game begins.
func (l *Lab) start(of plan) *rules.Position {
	if of.kind == Odds {
		if p := imbalanced(l.Rules, rand.New(rand.NewPCG(of.seed, 21))); p != nil {
			return p
		}
	}
	return l.Rules.Start()
}
