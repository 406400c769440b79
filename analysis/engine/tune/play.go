package tune

import (
	"context"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/rules"
)

// Play is how games are played to be fitted to, and to prove what was fitted.
type Play struct {
	Games   int
	Nodes   uint64 // searched for each move
	Plies   int    // after which a game is drawn
	Workers int    // games that are played at once
	Seed    uint64 // of the openings
	// Teachers play the games that are fitted to, one for each worker; none
	// where the engine itself does.
	Teachers []match.Player
}

// tableMemory is what an engine that searches few nodes remembers positions in,
// in megabytes.
const tableMemory = 4

// Self has the teacher play against itself, now and then by a random move, and
// passes the games on in their order. The error is that of ctx, or of a
// teacher.
func (s Play) Self(ctx context.Context, r *rules.Rules, each func(*match.Game)) error {
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
			players[i] = &stray{player: players[i], seed: s.Seed}
		}
		return players, err
	}
	_, err := m.Run(ctx, func(g *match.Game, _ *match.Score) error {
		each(g)
		return nil
	})
	return err
}

// Prove plays a match of a fit against the formula and passes the games on in
// their order. The error is that of ctx.
func (s Play) Prove(ctx context.Context, r *rules.Rules, fit *engine.Fit, each func(*match.Score)) (*engine.MatchResult, error) {
	m := s.match(r, fit)
	m.Pairs = (s.Games + 1) / 2
	score, err := m.Run(ctx, func(_ *match.Game, score *match.Score) error {
		each(score)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &engine.MatchResult{Games: score.Games(), Nodes: s.Nodes, Score: percent(score.Part()), Error: percent(score.Error())}, nil
}

// match is one of a fit against the formula.
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
			return [2]match.Player{&match.Thinker{Engine: fitted, Limits: limits}, &match.Thinker{Engine: engines[worker], Limits: limits}}, nil
		},
	}
}

// percent is a part in hundredths, to a tenth.
func percent(part float64) float64 { return float64(round(part*1000)) / 10 }
