package analyse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"assay/analysis/engine"
	"assay/analysis/engine/external"
	"assay/analysis/evaluation"
	"assay/analysis/mate"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/request"
)

// EngineName is the name of Assay's own engine in analyses. EngineVersion
// changes with its evaluations.
const (
	EngineName    = "assay"
	EngineVersion = "5"
)

// AnalysisLimits limits the analysis of a position. Without nodes, depth and
// time, the limit is DefaultNodes.
type AnalysisLimits struct {
	Nodes   uint64  `json:"nodes,omitempty"`
	Depth   int     `json:"depth,omitempty"` // plies
	Seconds float64 `json:"seconds,omitempty"`
	Mate    int     `json:"mate,omitempty"` // only search for a mate in so many plies
	Threads int     `json:"-"`              // 1 if 0
	MultiPV int     `json:"multiPv,omitempty"`
	Engine  string  `json:"engine,omitempty"` // EngineName if empty
}

// DefaultNodes is the default number of nodes per position.
const DefaultNodes = 50_000

// Limits of AnalysisLimits.
const (
	MaxAnalysisDepth = 100
	MaxMate          = 200 // plies
	maxThreads       = 256
	MaxMultiPV       = 50 // lines
	// MaxRequestSeconds bounds an analysis within a request.
	MaxRequestSeconds = 30
	// MaxAnalysisSeconds is a day.
	MaxAnalysisSeconds = 24 * 60 * 60
)

// Check validates the limits. The error is an [*request.InputError].
func (t *AnalysisLimits) Check() error {
	err := request.CheckBounds(
		request.Range("depth", t.Depth, 0, MaxAnalysisDepth), request.Range("mate", t.Mate, 0, MaxMate),
		request.Range("threads", t.Threads, 0, maxThreads), request.Range("multiPv", t.MultiPV, 0, MaxMultiPV))
	if !(t.Seconds >= 0 && t.Seconds <= MaxAnalysisSeconds) {
		err = request.Joined(err, &request.InputError{Field: "seconds", Value: fmt.Sprint(t.Seconds),
			Want: fmt.Sprintf("0 to %d", MaxAnalysisSeconds)})
	}
	return err
}

func (t AnalysisLimits) time() time.Duration { return time.Duration(t.Seconds * float64(time.Second)) }

func (t AnalysisLimits) withDefaults() AnalysisLimits {
	if t.Engine == EngineName {
		t.Engine = ""
	}
	if t.Nodes == 0 && t.Depth == 0 && t.Seconds == 0 {
		t.Nodes = DefaultNodes
	}
	return t
}

// PositionAnalysis is an engine's evaluation of a position, from the point of
// view of the side to move.
type PositionAnalysis struct {
	Depth  int                 `json:"depth"` // 0 for a verified mate
	Nodes  uint64              `json:"nodes"`
	CP     *int                `json:"cp"`   // centipawns, null for a mate or no result
	Mate   *int                `json:"mate"` // plies to mate, negative if the side to move is mated
	Line   []string            `json:"line"` // UCI moves; empty if the game is over
	Engine string              `json:"engine"`
	Lines  []*PositionAnalysis `json:"lines,omitempty"` // with MultiPV: all lines, best first
	moves  []rules.Move
}

// Analyser analyses positions. It is not safe for concurrent use.
type Analyser struct {
	engines   *Engines
	engine    *engine.Engine
	curves    map[*rules.Rules]evaluation.Curve // by loaded rules
	externals map[string]*external.Engine
}

// NewAnalyser returns an analyser with a transposition table of that many
// megabytes.
func (a *Engines) NewAnalyser(megabytes int) *Analyser {
	return &Analyser{a, engine.New(megabytes), map[*rules.Rules]evaluation.Curve{}, map[string]*external.Engine{}}
}

// maxTunedRules bounds the evaluators that an Analyser keeps, one per variant
// and options.
const maxTunedRules = 16

// useTuned loads the evaluation parameters tuned for a variant, and returns its
// win-probability curve. Other engines scale their scores differently and use
// the default curve.
func (t *Analyser) useTuned(r *rules.Rules, name string) (*evaluation.Curve, error) {
	if name != "" && name != EngineName {
		return &evaluation.Usual, nil
	}
	curve, known := t.curves[r]
	if !known {
		if len(t.curves) >= maxTunedRules {
			clear(t.curves)
			t.engine.Forget()
		}
		fit, err := t.engine.Learn(r, t.engines.config.fits())
		if err != nil {
			return nil, err
		}
		if curve = evaluation.Usual; fit != nil && fit.Curve.Value > 0 {
			curve = evaluation.Curve{Constant: fit.Curve.Value, Error: &fit.Curve.Error, Games: fit.Games}
		}
		t.curves[r] = curve
	}
	return &curve, nil
}

// Close ends the external engines it has started.
func (t *Analyser) Close() {
	for _, other := range t.externals {
		other.Close()
	}
}

// externalEngine returns an external engine, nil for Assay's own.
func (t *Analyser) externalEngine(name string) (*external.Engine, error) {
	if name == "" || name == EngineName {
		return nil, nil
	}
	if err := t.engines.CheckEngine(name); err != nil {
		return nil, err
	}
	cached := t.externals[name]
	if cached == nil {
		i := slices.IndexFunc(t.engines.config.External, func(c external.Config) bool { return c.Name == name })
		var err error
		if cached, err = external.New(t.engines.config.External[i], t.engines.library.Book()); err != nil {
			return nil, err
		}
		t.externals[name] = cached
	}
	return cached, nil
}

// identify returns the name and version of an engine.
func (t *Analyser) identify(name string) (engine, version string, err error) {
	other, err := t.externalEngine(name)
	if err != nil || other == nil {
		return EngineName, EngineVersion, err
	}
	version, err = other.Title()
	return name, version, err
}

// unverifiedMate is the score, in hundredths of a pawn, of an engine's mate
// that could not be verified.
const unverifiedMate = 10_000

// Limits of the mate search before the engine's search.
const (
	minMateNodes        = 1000 // nodes, up to a share of all
	maxMateShare        = 4
	verifyShare         = 4  // share of all nodes, once the engine reports a mate
	externalVerifyShare = 10 // the same for external engines
)

// searchBudget is the remaining budget of an analysis.
type searchBudget struct {
	limited bool // by nodes
	nodes   uint64
	until   time.Time // zero for no limit
}

func (t *AnalysisLimits) budget() *searchBudget {
	s := &searchBudget{limited: t.Nodes > 0, nodes: t.Nodes}
	if t.Seconds > 0 {
		s.until = time.Now().Add(t.time())
	}
	return s
}

// spend subtracts nodes.
func (s *searchBudget) spend(nodes uint64) { s.nodes -= min(nodes, s.nodes) }

// remaining returns the remaining nodes and time, each 0 for no limit, and
// whether anything is left.
func (s *searchBudget) remaining() (nodes uint64, timeLeft time.Duration, any bool) {
	if !s.until.IsZero() {
		if timeLeft = time.Until(s.until); timeLeft <= 0 {
			return 0, 0, false
		}
	}
	return s.nodes, timeLeft, !s.limited || s.nodes > 0
}

// AnalysePosition analyses a position until a limit is reached, or until ctx
// ends; the error is then the cause of ctx. All its searches together keep
// within the limits, including the mate search and its verification. If report
// is not nil, it receives each line without a mate as the search deepens. A
// mate is only returned after a search against every defence has verified it.
// The error is an [*request.InputError], or an [*external.Error] of another
// engine.
func (t *Analyser) AnalysePosition(ctx context.Context, p *rules.Position, limits AnalysisLimits,
	report func(multiPV int, line *PositionAnalysis)) (*PositionAnalysis, error) {
	if err := limits.Check(); err != nil {
		return nil, err
	}
	other, err := t.externalEngine(limits.Engine)
	if err != nil {
		return nil, err
	}
	if limits.Mate > 0 && other == nil {
		found := mate.Search(ctx, p, p.Side(),
			mate.Limits{Nodes: limits.Nodes, Time: limits.time(), Plies: limits.Mate, Quiet: true, Shortest: true})
		return viewMate(p, found, 1), context.Cause(ctx)
	}
	if limits.Mate == 0 {
		limits = limits.withDefaults()
	}
	budget, spent := limits.budget(), uint64(0)
	if p.Rules().HasCheck() && other == nil { // part of the budget is for the mate search
		share := uint64(10)
		quiet := !p.Rules().HasHand() // with drops, mates are forced by checks
		if !quiet {
			share = 20
		}
		nodes := max(limits.Nodes/share, min(minMateNodes, limits.Nodes/maxMateShare))
		if limits.Nodes == 0 && limits.Seconds == 0 {
			nodes = minMateNodes // only the depth is limited
		}
		if nodes > 0 || limits.Nodes == 0 {
			found := mate.Search(ctx, p, p.Side(),
				mate.Limits{Nodes: nodes, Time: limits.time() / time.Duration(share), Quiet: quiet})
			if spent = found.Nodes; found.Plies > 0 && limits.MultiPV < 2 {
				return viewMate(p, found, 1), context.Cause(ctx)
			}
			budget.spend(spent)
		}
	}
	if _, err := t.useTuned(p.Rules(), limits.Engine); err != nil {
		return nil, err
	}
	search := engine.Limits{Depth: limits.Depth, Mate: limits.Mate, Threads: limits.Threads, MultiPV: limits.MultiPV,
		Proof: limits.Nodes / verifyShare}
	if search.Nodes, search.Time, _ = budget.remaining(); search.Time == 0 && limits.Seconds > 0 {
		search.Time = time.Millisecond // the time is over; search briefly for a result
	}
	if other != nil {
		search.Nodes -= search.Nodes / externalVerifyShare
	}
	searchCtx, stop := context.WithCancel(ctx)
	defer stop()
	var last *PositionAnalysis // last line without a mate
	onLine := func(l engine.Line) {
		if l.Mate != 0 {
			if l.MultiPV == 1 && limits.Seconds > 0 { // leave time to verify it
				time.AfterFunc(time.Until(budget.until)/verifyShare*(verifyShare-1), stop)
			}
			return
		}
		line := viewLine(p, l, limits.Engine)
		if l.MultiPV == 1 {
			last = line
		}
		if report != nil {
			report(l.MultiPV, line)
		}
	}
	var result engine.Result
	if other == nil {
		result = t.engine.Search(searchCtx, p, search, onLine)
	} else if result, err = other.Search(ctx, p, search, onLine); err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if len(result.Lines) == 0 {
		return &PositionAnalysis{Line: []string{}, Engine: cmp.Or(limits.Engine, EngineName)}, nil
	}
	best := viewLine(p, result.Lines[0], limits.Engine)
	best.Nodes = result.Nodes + spent
	budget.spend(result.Nodes)
	if plies := result.Lines[0].Mate; plies != 0 {
		if best, err = verifyMate(ctx, p, best, last, plies, budget); err != nil {
			return nil, err
		}
	}
	if limits.MultiPV > 1 {
		first := *best
		best.Lines = append([]*PositionAnalysis{&first}, otherLines(p, best, result.Lines, limits.Engine)...)
	}
	return best, nil
}

// otherLines returns the further lines of an engine with MultiPV. After a mate
// search, some may start with the move of the best line or have a higher score;
// these are dropped or capped. Their mates are not verified.
func otherLines(p *rules.Position, best *PositionAnalysis, lines []engine.Line,
	engine string) (views []*PositionAnalysis) {
	for _, l := range lines {
		if l.Moves[0] == best.moves[0] || len(views)+1 == len(lines) {
			continue
		}
		switch {
		case l.Mate > 0:
			l.Mate, l.CP = 0, unverifiedMate
		case l.Mate < 0:
			l.Mate, l.CP = 0, -unverifiedMate
		}
		if best.CP != nil {
			l.CP = min(l.CP, *best.CP)
		}
		views = append(views, viewLine(p, l, engine))
	}
	return views
}

// verifyMate returns best with its mate verified. If the budget does not
// suffice, it returns an advantage instead. If there is no such mate, it
// returns last.
func verifyMate(ctx context.Context, p *rules.Position, best, last *PositionAnalysis, plies int,
	budget *searchBudget) (*PositionAnalysis, error) {
	attacker, sign := p.Side(), 1
	if plies < 0 {
		attacker, plies, sign = attacker.Other(), -plies, -1
	}
	var found mate.Result
	if nodes, timeLeft, any := budget.remaining(); any {
		if !budget.limited {
			nodes = DefaultNodes
		}
		found = mate.Search(ctx, p, attacker, mate.Limits{Nodes: nodes, Time: timeLeft, Plies: plies, Quiet: true})
	}
	best.Nodes += found.Nodes
	switch {
	case found.Settled && found.Plies == 0 && last != nil:
		last.Nodes = best.Nodes
		return last, context.Cause(ctx)
	case found.Plies == 0:
		advantage := sign * unverifiedMate
		best.CP, best.Mate = &advantage, nil
		return best, context.Cause(ctx)
	}
	view := viewMate(p, found, sign)
	view.Engine = best.Engine
	view.Nodes = best.Nodes
	return view, context.Cause(ctx)
}

// viewLine converts an engine's line; an empty name is Assay's own.
func viewLine(p *rules.Position, l engine.Line, name string) *PositionAnalysis {
	t := &PositionAnalysis{Depth: l.Depth, Nodes: l.Nodes, Line: lineText(p, l.Moves), Engine: cmp.Or(name, EngineName),
		moves: l.Moves}
	switch {
	case l.Mate != 0:
		t.Mate = &l.Mate
	case l.Depth > 0 || name == "": // otherwise an external engine gave a move without a score
		t.CP = &l.CP
	}
	return t
}

// viewMate converts the result of a mate search, which may contain no mate.
func viewMate(p *rules.Position, found mate.Result, sign int) *PositionAnalysis {
	t := &PositionAnalysis{Nodes: found.Nodes, Line: lineText(p, found.Line), Engine: EngineName, moves: found.Line}
	if found.Plies > 0 {
		plies := sign * found.Plies
		t.Mate = &plies
	}
	return t
}

// startsWith reports whether the line starts with a move. It compares texts,
// because the cell that a piece is dropped from does not matter.
func (t *PositionAnalysis) startsWith(p *rules.Position, m rules.Move) bool {
	return len(t.Line) > 0 && t.Line[0] == notation.UCI{}.Format(p, m)
}

// orMateThrough returns t, or the mate after a certain move. It returns the
// mate if one was verified in the position after the move and t has none as
// short.
func (t *PositionAnalysis) orMateThrough(p *rules.Position, m rules.Move, after *PositionAnalysis) *PositionAnalysis {
	if after == nil || after.Depth > 0 || after.Mate == nil || *after.Mate >= 0 {
		return t
	}
	plies := 1 - *after.Mate
	if t.Mate != nil && *t.Mate > 0 && *t.Mate <= plies {
		return t
	}
	line := append([]rules.Move{m}, after.moves...)
	return &PositionAnalysis{Nodes: t.Nodes, Mate: &plies, Line: lineText(p, line), Engine: t.Engine, moves: line}
}

// lineText formats moves in UCI form.
func lineText(p *rules.Position, moves []rules.Move) []string {
	line, q := make([]string, 0, len(moves)), p.Clone()
	for _, m := range moves {
		line = append(line, notation.UCI{}.Format(q, m))
		q.Play(m)
	}
	return line
}
