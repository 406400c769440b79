package api

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/engine/tune"
	"assay/analysis/evaluation"
	"assay/analysis/rules"
)

// Tuning is how what the engine thinks of a game is fitted to games.
type Tuning struct {
	Games int // that are played to be fitted to
	// Engine plays these against itself: EngineName, also where it is empty, or
	// one of the configuration.
	Engine string
	Prove  int    // games of what was fitted against the formula
	Nodes  uint64 // searched for each move
	Plies  int    // after which a game is drawn
	Seed   uint64 // of the openings
}

// The bounds of a Tuning.
const (
	MaxTuningGames = 100_000
	MaxTuningNodes = 1_000_000
)

// Check refuses what cannot be, with an [*InputError].
func (t *Tuning) Check() error {
	return checkBounds(
		bound{"games", t.Games, 0, MaxTuningGames}, bound{"prove", t.Prove, 0, MaxTuningGames},
		bound{"nodes", int(min(t.Nodes, MaxTuningNodes+1)), 1, MaxTuningNodes}, bound{"plies", t.Plies, 1, MaxContestPlies})
}

// Fit is what was fitted for a game.
type Fit = engine.Fit

// Tune fits what the engine thinks of a game to games that it, or another
// engine, plays against itself and to some of others, each a replay of the
// game; nil for none. The worths are kept where they are proved to make more
// than half of the points against the formula. told hears how far it has come.
// The error is an [*InputError], one of the game's name as [Arbiter.Position]
// has it, that of others, or of ctx.
func (a *Arbiter) Tune(ctx context.Context, variant, options string, t Tuning, others func(func(*Replay) error) error, told func(Progress)) (*Fit, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	r, err := a.Rules(variant, options)
	if err != nil {
		return nil, err
	}
	s := tune.NewSample(r)
	play := tune.Play{Games: t.Games, Nodes: t.Nodes, Plies: t.Plies, Workers: a.config.Workers, Seed: t.Seed}
	if t.Engine != "" && t.Engine != EngineName {
		for range max(play.Workers, 1) {
			teacher, err := a.player(r, &Contestant{Engine: t.Engine, Thinking: Thinking{Nodes: t.Nodes}})
			if err != nil {
				return nil, err
			}
			if guest, ok := teacher.(*visitor); ok {
				defer guest.engine.Close()
			}
			play.Teachers = append(play.Teachers, teacher)
		}
	}
	if others != nil {
		if err := others(func(game *Replay) error { return t.learn(ctx, s, r, game) }); err != nil {
			return nil, err
		}
	}
	from := s.Games()
	if err := play.SelfPlay(ctx, r, func(g *match.Game) {
		s.Add(g)
		told(Progress{Stage: "play", Done: int64(s.Games() - from), Total: int64(t.Games)})
	}); err != nil {
		return nil, err
	}
	fit := s.Fit()
	fit.Nodes = t.Nodes
	if fit.Variant == evaluation.UsualOf || play.Teachers != nil { // which says what another's scores are worth
		fit.Curve = engine.Estimate{}
	}
	if len(fit.Values) == 0 || t.Prove == 0 {
		return fit, nil
	}
	play.Games, play.Seed = t.Prove, t.Seed+1<<32
	fit.Match, err = play.CheckFit(ctx, r, fit, func(score *match.Score) {
		told(Progress{Stage: "prove", Done: int64(score.Games()), Total: int64(t.Prove)})
	})
	if err == nil && fit.Match.Score-fit.Match.Error <= 50 {
		fit.Values, fit.Tables, fit.Terms = nil, nil, nil
	}
	return fit, err
}

// learn adds a replay of a game, thinking about each of its positions.
func (t *Tuning) learn(ctx context.Context, s *tune.Sample, r *rules.Rules, game *Replay) error {
	if game.game.Rules == nil || game.game.Rules.Definition().Revision() != r.Definition().Revision() {
		return nil
	}
	p, err := game.Position(0)
	if err != nil {
		return err
	}
	g := &match.Game{Start: p.Clone(), Moves: game.game.Moves, Result: game.Report().Result}
	own := match.Thinker{Engine: engine.New(contestMemory), Limits: engine.Limits{Nodes: t.Nodes}}
	for _, m := range g.Moves {
		choice, err := own.Move(ctx, p)
		if err != nil {
			return err
		}
		g.Choices = append(g.Choices, choice)
		p.Play(m)
	}
	s.Add(g)
	return nil
}

// fitsFolder is where fits lie, in the folder of the archive.
const fitsFolder = "worths"

// fits are what was fitted here.
func (c *Config) fits() engine.Fits {
	if c.Data == "" {
		return nil
	}
	return engine.Fits{os.DirFS(filepath.Join(c.Data, fitsFolder))}
}

// EncodeFit is the text of a fit's file, rows of numbers on a line each.
func EncodeFit(f *Fit) ([]byte, error) {
	text, err := json.MarshalIndent(f, "", "  ")
	text = numbers.ReplaceAllFunc(text, func(row []byte) []byte { return bytes.Join(bytes.Fields(row), nil) })
	return append(text, '\n'), err
}

var numbers = regexp.MustCompile(`\[[-\d,\s]+\]`)

// FitPath is the file in which the engine looks for what was fitted for a game,
// whose folder is made. The error is an [*InputError] where there is none.
func (a *Arbiter) FitPath(variant string) (string, error) {
	if a.config.Data == "" {
		return "", &InputError{Field: "output", Want: "a file: an archive and index in a database have no folder"}
	}
	folder := filepath.Join(a.config.Data, fitsFolder)
	return filepath.Join(folder, variant+".json"), os.MkdirAll(folder, 0o755)
}
