package tune

import (
	"context"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/rules"
)

// Play configures the games for fitting and the match that checks the fit.
type Play struct {
	Games   int
	Nodes   uint64 // per move
	Plies   int    // games that reach this length are draws
	Workers int    // games played at the same time
	Seed    uint64 // of the random openings
	// Teachers play the games for fitting, one per worker. If empty, the engine
	// plays itself.
	Teachers []match.Player
}

// tableMemory is the hash table of an engine that searches few nodes, in
// megabytes.
const tableMemory = 4

// SelfPlay plays games of the teacher against itself, with some random moves,
// and calls each for every game in order. It returns an error of ctx or of a
// teacher.
func (s Play) SelfPlay(ctx context.Context, r *rules.Rules, onGame func(*match.Game)) error {
	m := s.match(r, nil)
	m.Pairs, m.Alike = s.Games, true
	own := m.Players
	m.Players = func(worker int) (players [2]match.Player, err error) {
		if s.Teachers == nil {
			players, err = own(worker)
		} else {
			players = [2]match.Player{s.Teachers[worker], s.Teachers[worker]}
		}
		for i := range players {
			players[i] = &randomiser{player: players[i], seed: s.Seed}
		}
		return players, err
	}
	_, err := m.Run(ctx, func(g *match.Game, _ *match.Score) error {
		onGame(g)
		return nil
	})
	return err
}

// CheckFit plays a match of a fit against the default evaluation and calls each
// for every game, in order. It returns an error of ctx.
func (s Play) CheckFit(ctx context.Context, r *rules.Rules, fit *engine.Fit,
	onScore func(*match.Score)) (*engine.MatchResult, error) {
	m := s.match(r, fit)
	m.Pairs = (s.Games + 1) / 2
	score, err := m.Run(ctx, func(_ *match.Game, score *match.Score) error {
		onScore(score)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &engine.MatchResult{Games: score.Games(), Nodes: s.Nodes, Score: percent(score.Part()),
		Error: percent(score.Error())}, nil
}

// match returns the match of a fit against the default evaluation.
func (s Play) match(r *rules.Rules, fit *engine.Fit) *match.Match {
	engines := make([]*engine.Engine, max(s.Workers, 1))
	for i := range engines {
		engines[i] = engine.New(tableMemory)
		engines[i].Use(r, nil)
	}
	return &match.Match{
		Plies: s.Plies, Workers: s.Workers,
		Opening: func(ctx context.Context, worker, pair int) (match.Opening, error) {
			return match.Usual.Random(ctx, r, engines[worker], s.Seed+uint64(pair))
		},
		Players: func(worker int) ([2]match.Player, error) {
			fitted := engine.New(tableMemory)
			fitted.Use(r, fit)
			limits := engine.Limits{Nodes: s.Nodes}
			return [2]match.Player{&match.EnginePlayer{Engine: fitted, Limits: limits},
				&match.EnginePlayer{Engine: engines[worker], Limits: limits}}, nil
		},
	}
}

// percent converts a fraction to percent, rounded to a tenth.
func percent(part float64) float64 { return float64(round(part*1000)) / 10 }
