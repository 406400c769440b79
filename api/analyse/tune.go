package analyse

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/engine/tune"
	"assay/analysis/evaluation"
	"assay/analysis/rules"
	"assay/api/present"
	"assay/api/request"
	"assay/parser/scan"
)

// Tuning says how to tune the engine's evaluation of a variant.
type Tuning struct {
	Games int // training games to play
	// Engine plays them against itself: EngineName, also if empty, or an
	// external engine.
	Engine string
	Prove  int    // validation games against the default evaluation
	Nodes  uint64 // per move
	Plies  int    // after which a game is drawn
	Seed   uint64 // of the openings
}

// Limits of a Tuning.
const (
	maxTuningGames = 100_000
	maxTuningNodes = 1_000_000
)

// Check validates the settings. The error is an [*request.InputError].
func (t *Tuning) Check() error {
	return request.CheckBounds(
		request.Range("games", t.Games, 0, maxTuningGames), request.Range("prove", t.Prove, 0, maxTuningGames),
		request.Range("nodes", int(min(t.Nodes, maxTuningNodes+1)), 1, maxTuningNodes),
		request.Range("plies", t.Plies, 1, maxMatchPlies))
}

// Fit holds the tuned parameters of a variant.
type Fit = engine.Fit

// Tune fits the evaluation to games that an engine plays against itself, and to
// given replays; nil for none. The piece values are kept if they score
// significantly more than half of the points against the default evaluation.
// progress receives the stages. The error is an [*request.InputError], one of
// [define.Library.Position] about the variant, or from replays or ctx.
func (a *Engines) Tune(ctx context.Context, variant, options string, t Tuning,
	replays func(func(*present.Replay) error) error, progress func(request.Progress)) (*Fit, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	r, err := a.library.Rules(variant, options)
	if err != nil {
		return nil, err
	}
	s := tune.NewSample(r)
	play := tune.Play{Games: t.Games, Nodes: t.Nodes, Plies: t.Plies, Workers: a.config.Workers, Seed: t.Seed}
	if t.Engine != "" && t.Engine != EngineName {
		for range max(play.Workers, 1) {
			teacher, err := a.player(r, &MatchPlayer{Engine: t.Engine, Limits: AnalysisLimits{Nodes: t.Nodes}})
			if err != nil {
				return nil, err
			}
			if ext, ok := teacher.(*externalPlayer); ok {
				defer ext.engine.Close()
			}
			play.Teachers = append(play.Teachers, teacher)
		}
	}
	if replays != nil {
		if err := replays(func(game *present.Replay) error { return t.addReplay(ctx, s, r, game) }); err != nil {
			return nil, err
		}
	}
	from := s.Games()
	if err := play.SelfPlay(ctx, r, func(g *match.Game) {
		s.Add(g)
		progress(request.Progress{Stage: "play", Done: int64(s.Games() - from), Total: int64(t.Games)})
	}); err != nil {
		return nil, err
	}
	fit := s.Fit()
	fit.Nodes = t.Nodes
	if fit.Variant == evaluation.UsualOf || play.Teachers != nil { // scales the scores of the external engine
		fit.Curve = engine.Estimate{}
	}
	if len(fit.Values) == 0 || t.Prove == 0 {
		return fit, nil
	}
	play.Games, play.Seed = t.Prove, t.Seed+1<<32
	fit.Match, err = play.CheckFit(ctx, r, fit, func(score *match.Score) {
		progress(request.Progress{Stage: "prove", Done: int64(score.Games()), Total: int64(t.Prove)})
	})
	if err == nil && fit.Match.Score-fit.Match.Error <= 50 {
		fit.Values, fit.Tables, fit.Terms = nil, nil, nil
	}
	return fit, err
}

// addReplay analyses each position of a replay and adds it to the sample.
func (t *Tuning) addReplay(ctx context.Context, s *tune.Sample, r *rules.Rules, game *present.Replay) error {
	if game.Game.Rules == nil || game.Game.Rules.Definition().Revision() != r.Definition().Revision() {
		return nil
	}
	p, err := game.Position(0)
	if err != nil {
		return err
	}
	g := &match.Game{Start: p.Clone(), Moves: game.Game.Moves, Result: game.Report().Result}
	player := match.EnginePlayer{Engine: engine.New(contestMemory), Limits: engine.Limits{Nodes: t.Nodes}}
	for _, m := range g.Moves {
		choice, err := player.Move(ctx, p)
		if err != nil {
			return err
		}
		g.Choices = append(g.Choices, choice)
		p.Play(m)
	}
	s.Add(g)
	return nil
}

// EncodeFit formats tuned parameters for a file, each row of numbers on one
// line.
func EncodeFit(f *Fit) ([]byte, error) {
	text, err := json.MarshalIndent(f, "", "  ")
	text = numbers.ReplaceAllFunc(text, func(row []byte) []byte { return bytes.Join(bytes.Fields(row), nil) })
	return append(text, '\n'), err
}

var numbers = scan.NewPattern(`\[[-\d,\s]+\]`)

// FitPath returns the file of a variant's tuned parameters, and makes its
// folder. The error is an [*request.InputError] if the archive has no folder.
func (a *Engines) FitPath(variant string) (string, error) {
	if a.config.Data == "" {
		return "", &request.InputError{Field: "output", Want: "a file, because an archive in a database has no folder"}
	}
	folder := filepath.Join(a.config.Data, fitsFolder)
	return filepath.Join(folder, variant+".json"), os.MkdirAll(folder, 0o755)
}
