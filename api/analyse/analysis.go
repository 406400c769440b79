package analyse

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"assay/analysis"
	"assay/analysis/evaluation"
	"assay/analysis/rules"
	"assay/api/present"
	"assay/store"
)

// PlyAnalysis is the engine's evaluation of one position of a game, and of the
// move that led to it.
type PlyAnalysis struct {
	Ply       int                   `json:"ply"`
	CP        *int                  `json:"cp"`        // centipawns for the side to move
	Mate      *int                  `json:"mate"`      // plies to mate; CP and Mate are null once the game is over
	Best      *string               `json:"best"`      // best move, or null
	Line      []string              `json:"line"`      // principal variation, starting with Best
	Win       float64               `json:"win"`       // the first player's winning chance in percent
	Accuracy  *float64              `json:"accuracy"`  // 0 to 100, of the move that led here; null at the start
	Judgement *evaluation.Judgement `json:"judgement"` // null unless the move was a mistake
}

// GameAnalysis is the engine's analysis of a game.
type GameAnalysis struct {
	Engine         string             `json:"engine"`
	Version        string             `json:"version"`
	VariantVersion string             `json:"variantVersion"` // revision of the variant's definition
	Limits         AnalysisLimits     `json:"thinking"`       // search limits for each position
	Created        *time.Time         `json:"created,omitempty"`
	Saved          *time.Time         `json:"saved,omitempty"` // former name of Created
	Plies          []PlyAnalysis      `json:"plies"`
	Summary        evaluation.Summary `json:"summary"`
}

// SideAnalysis summarizes the evaluation of one side's moves.
type SideAnalysis = evaluation.Side

// AnalysisState is the progress of an analysis.
type AnalysisState struct {
	Ply   int // positions analysed
	Plies int // total number of positions
}

// Analyse analyses every position of a game. It starts with the last, so that
// the hash table helps with earlier positions. progress, if not nil, is called
// after each. The error is a [*present.ReplayError], an [*request.InputError],
// or from ctx.
func (t *Analyser) Analyse(ctx context.Context, r *present.Replay, limits AnalysisLimits,
	progress func(AnalysisState)) (*GameAnalysis, error) {
	moves := r.Game.Moves
	p, err := r.Position(len(moves))
	if err != nil {
		return nil, err
	}
	name, version, err := t.identify(limits.Engine)
	if err != nil {
		return nil, err
	}
	curve, err := t.useTuned(p.Rules(), limits.Engine)
	if err != nil {
		return nil, err
	}
	t.clear()
	g := &GameAnalysis{
		Engine: name, Version: version, VariantVersion: p.Rules().Definition().Revision(),
		Limits: limits.withDefaults(), Plies: make([]PlyAnalysis, len(moves)+1),
	}
	evaluations := make([]evaluation.Ply, len(g.Plies))
	var after *PositionAnalysis // evaluation after the move played; nil if the game was over
	for ply := len(moves); ; ply-- {
		a := &g.Plies[ply]
		a.Ply, a.Line = ply, []string{}
		var best *PositionAnalysis
		if o, over := p.Outcome(); over {
			evaluations[ply].Result = o.Result
		} else if best, err = t.AnalysePosition(ctx, p, limits, nil); err != nil {
			return nil, err
		} else {
			if ply < len(moves) {
				best = best.orMateThrough(p, moves[ply], after)
				evaluations[ply+1].Best = best.startsWith(p, moves[ply])
			}
			a.setEvaluation(best)
			evaluations[ply].Score = best.Score(p.Side())
		}
		a.Win = curve.Win(evaluations[ply].Score)
		if progress != nil {
			progress(AnalysisState{Ply: len(g.Plies) - ply, Plies: len(g.Plies)})
		}
		if ply == 0 {
			break
		}
		p.Undo()
		after = best
	}
	rated, summary := curve.Game(evaluations, p.Side() == rules.First, r.Report().Result)
	g.Summary = summary
	for i := range rated {
		a := &g.Plies[i+1]
		a.Accuracy = &rated[i].Accuracy
		if rated[i].Judgement != "" {
			a.Judgement = &rated[i].Judgement
		}
	}
	return g, nil
}

func (a *PlyAnalysis) setEvaluation(t *PositionAnalysis) {
	a.CP, a.Mate, a.Line = t.CP, t.Mate, t.Line
	if len(t.Line) > 0 {
		a.Best = &t.Line[0]
	}
}

// clear clears the hash tables of all engines.
func (t *Analyser) clear() {
	t.engine.Clear()
	for _, other := range t.externals {
		other.Clear()
	}
}

// Score converts an evaluation to the first player's view.
func (t *PositionAnalysis) Score(side rules.Side) (s evaluation.Score) {
	sign := 1
	if side == rules.Second {
		sign = -1
	}
	switch {
	case t.Mate != nil:
		s.Mate = sign * *t.Mate
	case t.CP != nil:
		s.CP = sign * *t.CP
	}
	return s
}

// canReuse reports whether a stored analysis can be reused for these limits. It
// fails if an engine does not state its version, or if a file is unreadable.
func (t *Analyser) canReuse(g *GameAnalysis, r *present.Replay, limits AnalysisLimits) (bool, error) {
	limits = limits.withDefaults()
	limits.Threads = 0
	if g.Limits != limits || r.Game.Rules == nil || g.VariantVersion != r.Game.Rules.Definition().Revision() {
		return false, nil
	}
	curve, err := t.useTuned(r.Game.Rules, limits.Engine)
	if err != nil || !curve.Same(&g.Summary.WinCurve) {
		return false, err
	}
	name, version, err := t.identify(limits.Engine)
	return g.Engine == name && g.Version == version, err
}

// Store is the part of an archive's store that analyses need.
type Store interface {
	store.Analyses
	Game(ctx context.Context, id int64) (*store.Game, error)
}

// Games are the archived games to analyse.
type Games interface {
	// Replay returns a game.
	Replay(ctx context.Context, id int64) (*present.Replay, error)
	// CheckAdviceAllowed returns an error if the comment policy of the game
	// forbids advice.
	CheckAdviceAllowed(ctx context.Context, r *present.Replay) error
	// MakeSearchable makes a saved analysis searchable.
	MakeSearchable(ctx context.Context)
}

// Analyses are the stored analyses of games, and the jobs that make them.
type Analyses struct {
	engines *Engines
	store   Store
	games   Games
	jobs    *jobs
}

// NewAnalyses returns the analyses in a store.
func NewAnalyses(e *Engines, s Store, g Games) *Analyses { return &Analyses{e, s, g, newJobs()} }

// Analysis returns the stored analysis of a game, or nil if it has none. The
// error is a [*store.GameError].
func (a *Analyses) Analysis(ctx context.Context, game int64) (*GameAnalysis, error) {
	return readAnalysis(ctx, a.store, game)
}

// readAnalysis reads the stored analysis of a game from a store. It returns nil
// if there is none.
func readAnalysis(ctx context.Context, s store.Analyses, game int64) (*GameAnalysis, error) {
	stored, err := s.Analysis(ctx, game)
	if err != nil || stored == nil {
		return nil, err
	}
	g := new(GameAnalysis)
	if err := json.Unmarshal(stored.Content, g); err != nil {
		return nil, fmt.Errorf("analysis of game %d: %w", game, err)
	}
	g.Created, g.Saved = &stored.Saved, &stored.Saved
	return g, nil
}

// SaveAnalysis replaces the analysis of a game and finishes the job that made
// it. job is 0 if there is no job.
func (a *Analyses) SaveAnalysis(ctx context.Context, r *present.Replay, g *GameAnalysis, job int64) error {
	content, err := json.Marshal(g)
	if err != nil {
		return err
	}
	err = a.store.SaveAnalysis(ctx, store.Analysis{
		Game: r.ID(), Revision: r.Stored.Revision, Engine: g.Engine, Version: g.Version,
		VariantVersion: g.VariantVersion,
		Nodes:          int64(g.Limits.Nodes), Content: content,
	}, job)
	if err == nil {
		a.games.MakeSearchable(ctx)
	}
	return err
}

// AnalyseGame returns the stored analysis of a game if it fits the limits.
// Otherwise it makes and stores a new one. If the game is in progress, the
// error is a [*annotate.RefusedError].
func (a *Analyses) AnalyseGame(ctx context.Context, t *Analyser, r *present.Replay, limits AnalysisLimits,
	progress func(AnalysisState)) (*GameAnalysis, error) {
	if err := a.games.CheckAdviceAllowed(ctx, r); err != nil {
		return nil, err
	}
	if g, err := t.reusable(ctx, a, r, limits); g != nil || err != nil {
		return g, err
	}
	g, err := t.Analyse(ctx, r, limits, progress)
	if err != nil {
		return nil, err
	}
	return g, a.SaveAnalysis(ctx, r, g, 0)
}

// reusable returns the stored analysis of a game, or nil if it does not fit the
// limits.
func (t *Analyser) reusable(ctx context.Context, a *Analyses, r *present.Replay, limits AnalysisLimits) (*GameAnalysis,
	error) {
	g, err := a.Analysis(ctx, r.ID())
	if err != nil || g == nil {
		return nil, err
	}
	if reusable, err := t.canReuse(g, r, limits); !reusable {
		return nil, err
	}
	return g, nil
}

// Evaluations converts the analysis to annotations of the record, and counts
// its lines.
func (g *GameAnalysis) Evaluations(start rules.Side) (all []analysis.Annotation, lines int) {
	all = []analysis.Annotation{}
	for i := range g.Plies {
		a := &g.Plies[i]
		if len(a.Line) > 0 {
			lines++
		}
		side := start
		if a.Ply%2 == 1 {
			side = start.Other()
		}
		annotation := analysis.Annotation{Ply: a.Ply,
			Evaluation: (&PositionAnalysis{CP: a.CP, Mate: a.Mate}).Score(side).Text()}
		if a.CP == nil && a.Mate == nil {
			annotation.Evaluation = ""
		}
		if a.Judgement != nil {
			annotation.NAGs = []int{a.Judgement.NAG()}
		}
		if annotation.Evaluation != "" || annotation.NAGs != nil {
			all = append(all, annotation)
		}
	}
	return all, lines
}
