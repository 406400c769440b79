package api

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/analysis/engine"
	"assay/analysis/engine/external"
	"assay/analysis/evaluation"
	"assay/analysis/mate"
	"assay/analysis/notation"
	"assay/analysis/rules"
)

// EngineName is how analyses name Assay's own engine, and EngineVersion changes
// with what it thinks of positions.
const (
	EngineName    = "assay"
	EngineVersion = "5"
)

// Thinking is how long a position is thought about. Where it names no nodes,
// depth or time, it is for DefaultNodes.
type Thinking struct {
	Nodes   uint64  `json:"nodes,omitempty"`
	Depth   int     `json:"depth,omitempty"` // plies
	Seconds float64 `json:"seconds,omitempty"`
	Mate    int     `json:"mate,omitempty"` // nothing but a mate in so many plies is looked for
	Threads int     `json:"-"`              // 1 when 0
	MultiPV int     `json:"multiPv,omitempty"`
	Engine  string  `json:"engine,omitempty"` // EngineName where it is empty
}

// DefaultNodes is for how many positions the engine searches where nobody says.
const DefaultNodes = 50_000

// The bounds of a Thinking.
const (
	MaxThinkingDepth = 100
	MaxMate          = 200 // plies
	MaxThreads       = 256
	MaxMultiPV       = 50 // lines
	// MaxRequestSeconds bounds the analysis that a request waits for.
	MaxRequestSeconds = 30
	// MaxThinkingSeconds is a day.
	MaxThinkingSeconds = 24 * 60 * 60
)

// Check refuses what cannot be, with an [*InputError].
func (t *Thinking) Check() error {
	err := checkBounds(
		bound{"depth", t.Depth, 0, MaxThinkingDepth}, bound{"mate", t.Mate, 0, MaxMate},
		bound{"threads", t.Threads, 0, MaxThreads}, bound{"multiPv", t.MultiPV, 0, MaxMultiPV})
	if err != nil {
		return err
	}
	if !(t.Seconds >= 0 && t.Seconds <= MaxThinkingSeconds) {
		return &InputError{Field: "seconds", Value: fmt.Sprint(t.Seconds), Want: fmt.Sprintf("0 to %d", MaxThinkingSeconds)}
	}
	return nil
}

func (t Thinking) time() time.Duration { return time.Duration(t.Seconds * float64(time.Second)) }

func (t Thinking) usual() Thinking {
	if t.Engine == EngineName {
		t.Engine = ""
	}
	if t.Nodes == 0 && t.Depth == 0 && t.Seconds == 0 {
		t.Nodes = DefaultNodes
	}
	return t
}

// Thought is what an engine thinks of a position, in the view of the side to
// move.
type Thought struct {
	Depth  int        `json:"depth"` // 0 where the line is a mate that was proved
	Nodes  uint64     `json:"nodes"`
	CP     *int       `json:"cp"`   // hundredths of a pawn, null where there is a mate or nothing was found
	Mate   *int       `json:"mate"` // plies to the end of the game, negative where the side to move is mated
	Line   []string   `json:"line"` // moves as engines write them; none where the game is over
	Engine string     `json:"engine"`
	Lines  []*Thought `json:"lines,omitempty"` // where several are asked for: all of them, the best first
	moves  []rules.Move
}

// Thinker thinks about one position after another. It is not safe for
// concurrent use.
type Thinker struct {
	arbiter *Arbiter
	engine  *engine.Engine
	curves  map[*rules.Rules]evaluation.Curve // of the games that the engine has learnt
	others  map[string]*external.Engine
}

// NewThinker returns one whose own engine remembers positions in so many
// megabytes.
func (a *Arbiter) NewThinker(megabytes int) *Thinker {
	return &Thinker{a, engine.New(megabytes), map[*rules.Rules]evaluation.Curve{}, map[string]*external.Engine{}}
}

// maxLearnt bounds the games whose evaluators a Thinker keeps: there is one
// for each set of options.
const maxLearnt = 16

// learn has the engine judge a game by what was fitted for it, and gives the
// curve by which its advantages turn into wins. Those of another engine, whose
// pawns are worth something else, do so by the usual one.
func (t *Thinker) learn(r *rules.Rules, name string) (*evaluation.Curve, error) {
	if name != "" && name != EngineName {
		return &evaluation.Usual, nil
	}
	curve, known := t.curves[r]
	if !known {
		if len(t.curves) >= maxLearnt {
			clear(t.curves)
			t.engine.Forget()
		}
		fit, err := t.engine.Learn(r, t.arbiter.config.fits())
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

// Close ends the engines of others that it has asked.
func (t *Thinker) Close() {
	for _, other := range t.others {
		other.Close()
	}
}

// Engines are the names of all engines, Assay's own first.
func (a *Arbiter) Engines() []string {
	names := []string{EngineName}
	for _, c := range a.config.Engines {
		names = append(names, c.Name)
	}
	return names
}

// CheckEngine refuses the name of an engine that there is not, with an
// [*InputError].
func (a *Arbiter) CheckEngine(name string) error {
	if name == "" || slices.Contains(a.Engines(), name) {
		return nil
	}
	return &InputError{Field: "engine", Value: name, Want: strings.Join(a.Engines(), " or ")}
}

// other is an engine of the configuration, nil for Assay's own.
func (t *Thinker) other(name string) (*external.Engine, error) {
	if name == "" || name == EngineName {
		return nil, nil
	}
	if err := t.arbiter.CheckEngine(name); err != nil {
		return nil, err
	}
	known := t.others[name]
	if known == nil {
		at := slices.IndexFunc(t.arbiter.config.Engines, func(c external.Config) bool { return c.Name == name })
		var err error
		if known, err = external.New(t.arbiter.config.Engines[at], t.arbiter.book); err != nil {
			return nil, err
		}
		t.others[name] = known
	}
	return known, nil
}

// identify gives the name and the version of an engine.
func (t *Thinker) identify(name string) (engine, version string, err error) {
	other, err := t.other(name)
	if err != nil || other == nil {
		return EngineName, EngineVersion, err
	}
	version, err = other.Title()
	return name, version, err
}

// unproven is what a mate counts, in hundredths of a pawn, that an engine
// believes in and that could not be proved.
const unproven = 10_000

// Bounds of the search for a mate that precedes the search of the engine.
const (
	leastMate   = 1000 // nodes, unless that is more than a part of all
	leastPart   = 4
	proofPart   = 4  // of all nodes, once the engine believes in a mate
	othersProof = 10 // the same of nodes that an engine of others is given
)

// spending is what is left of the limits of a Thinking.
type spending struct {
	limited bool // in nodes
	nodes   uint64
	until   time.Time // zero for no limit
}

func (t *Thinking) spending() *spending {
	s := &spending{limited: t.Nodes > 0, nodes: t.Nodes}
	if t.Seconds > 0 {
		s.until = time.Now().Add(t.time())
	}
	return s
}

// spend takes nodes off what is left.
func (s *spending) spend(nodes uint64) { s.nodes -= min(nodes, s.nodes) }

// left returns what is left in nodes and time, each 0 for no limit, and whether
// anything is.
func (s *spending) left() (nodes uint64, within time.Duration, any bool) {
	if !s.until.IsZero() {
		if within = time.Until(s.until); within <= 0 {
			return 0, 0, false
		}
	}
	return s.nodes, within, !s.limited || s.nodes > 0
}

// Think thinks about a position until a limit is met, or ctx ends: then the
// error is its cause. All its searches together take no more than the limits,
// the search for mates and its proof included. told hears of each line without
// a mate as it deepens; nil is for nobody. A mate is shown only after it was
// replayed against every defence. The error is an [*InputError], or an
// [*external.Error] of another engine.
func (t *Thinker) Think(ctx context.Context, p *rules.Position, limits Thinking, told func(multiPV int, line *Thought)) (*Thought, error) {
	if err := limits.Check(); err != nil {
		return nil, err
	}
	other, err := t.other(limits.Engine)
	if err != nil {
		return nil, err
	}
	if limits.Mate > 0 && other == nil {
		found := mate.Search(ctx, p, p.Side(), mate.Limits{Nodes: limits.Nodes, Time: limits.time(), Plies: limits.Mate, Quiet: true, Shortest: true})
		return mated(p, found, 1), context.Cause(ctx)
	}
	if limits.Mate == 0 {
		limits = limits.usual()
	}
	budget, spent := limits.spending(), uint64(0)
	if p.Rules().HasCheck() && other == nil { // part of the thinking is for a mate
		part := uint64(10)
		quiet := !p.Rules().HasHand() // who drops pieces mates by checks
		if !quiet {
			part = 20
		}
		nodes := max(limits.Nodes/part, min(leastMate, limits.Nodes/leastPart))
		if limits.Nodes == 0 && limits.Seconds == 0 {
			nodes = leastMate // only the depth is limited
		}
		if nodes > 0 || limits.Nodes == 0 {
			found := mate.Search(ctx, p, p.Side(), mate.Limits{Nodes: nodes, Time: limits.time() / time.Duration(part), Quiet: quiet})
			if spent = found.Nodes; found.Plies > 0 && limits.MultiPV < 2 {
				return mated(p, found, 1), context.Cause(ctx)
			}
			budget.spend(spent)
		}
	}
	if _, err := t.learn(p.Rules(), limits.Engine); err != nil {
		return nil, err
	}
	search := engine.Limits{Depth: limits.Depth, Mate: limits.Mate, Threads: limits.Threads, MultiPV: limits.MultiPV, Proof: limits.Nodes / proofPart}
	if search.Nodes, search.Time, _ = budget.left(); search.Time == 0 && limits.Seconds > 0 {
		search.Time = time.Millisecond // the time is over, and an answer is due
	}
	if other != nil {
		search.Nodes -= search.Nodes / othersProof
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	var last *Thought // that is no mate
	hear := func(l engine.Line) {
		if l.Mate != 0 {
			if l.MultiPV == 1 && limits.Seconds > 0 { // time is left to prove it
				time.AfterFunc(time.Until(budget.until)/proofPart*(proofPart-1), stop)
			}
			return
		}
		line := thought(p, l, limits.Engine)
		if l.MultiPV == 1 {
			last = line
		}
		if told != nil {
			told(l.MultiPV, line)
		}
	}
	var result engine.Result
	if other == nil {
		result = t.engine.Search(within, p, search, hear)
	} else if result, err = other.Search(ctx, p, search, hear); err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if len(result.Lines) == 0 {
		return &Thought{Line: []string{}, Engine: cmp.Or(limits.Engine, EngineName)}, nil
	}
	best := thought(p, result.Lines[0], limits.Engine)
	best.Nodes = result.Nodes + spent
	budget.spend(result.Nodes)
	if plies := result.Lines[0].Mate; plies != 0 {
		if best, err = provenMate(ctx, p, best, last, plies, budget); err != nil {
			return nil, err
		}
	}
	if limits.MultiPV > 1 {
		first := *best
		best.Lines = append([]*Thought{&first}, beside(p, best, result.Lines, limits.Engine)...)
	}
	return best, nil
}

// beside are the lines of an engine beside the best one, which may begin as
// another of them, or be worth less, once a mate was looked for. Their mates
// are not proved.
func beside(p *rules.Position, best *Thought, lines []engine.Line, engine string) (others []*Thought) {
	for _, l := range lines {
		if l.Moves[0] == best.moves[0] || len(others)+1 == len(lines) {
			continue
		}
		switch {
		case l.Mate > 0:
			l.Mate, l.CP = 0, unproven
		case l.Mate < 0:
			l.Mate, l.CP = 0, -unproven
		}
		if best.CP != nil {
			l.CP = min(l.CP, *best.CP)
		}
		others = append(others, thought(p, l, engine))
	}
	return others
}

// provenMate returns a thought of a mate with the mate proved, as an advantage
// if what is left does not suffice, and the thought before if there is no such
// mate.
func provenMate(ctx context.Context, p *rules.Position, best, last *Thought, plies int, budget *spending) (*Thought, error) {
	attacker, sign := p.Side(), 1
	if plies < 0 {
		attacker, plies, sign = attacker.Other(), -plies, -1
	}
	var found mate.Result
	if nodes, within, any := budget.left(); any {
		if !budget.limited {
			nodes = DefaultNodes
		}
		found = mate.Search(ctx, p, attacker, mate.Limits{Nodes: nodes, Time: within, Plies: plies, Quiet: true})
	}
	best.Nodes += found.Nodes
	switch {
	case found.Settled && found.Plies == 0 && last != nil:
		last.Nodes = best.Nodes
		return last, context.Cause(ctx)
	case found.Plies == 0:
		advantage := sign * unproven
		best.CP, best.Mate = &advantage, nil
		return best, context.Cause(ctx)
	}
	shown := mated(p, found, sign)
	shown.Engine = best.Engine
	shown.Nodes = best.Nodes
	return shown, context.Cause(ctx)
}

// thought is a line of an engine, Assay's own where its name is empty.
func thought(p *rules.Position, l engine.Line, name string) *Thought {
	t := &Thought{Depth: l.Depth, Nodes: l.Nodes, Line: lineText(p, l.Moves), Engine: cmp.Or(name, EngineName), moves: l.Moves}
	switch {
	case l.Mate != 0:
		t.Mate = &l.Mate
	case l.Depth > 0 || name == "": // else another engine's move without an opinion
		t.CP = &l.CP
	}
	return t
}

// mated is the thought of a mate, or of none found.
func mated(p *rules.Position, found mate.Result, sign int) *Thought {
	t := &Thought{Nodes: found.Nodes, Line: lineText(p, found.Line), Engine: EngineName, moves: found.Line}
	if found.Plies > 0 {
		plies := sign * found.Plies
		t.Mate = &plies
	}
	return t
}

// begins reports whether the line begins with a move of the position: with one
// that is written the same, since it does not count from which cell is dropped.
func (t *Thought) begins(p *rules.Position, m rules.Move) bool {
	return len(t.Line) > 0 && t.Line[0] == notation.UCI{}.Format(p, m)
}

// orMateBy is the thought, or the mate that a move leads to, where one was
// proved of the position after it, and none is known that is as short.
func (t *Thought) orMateBy(p *rules.Position, m rules.Move, after *Thought) *Thought {
	if after == nil || after.Depth > 0 || after.Mate == nil || *after.Mate >= 0 {
		return t
	}
	plies := 1 - *after.Mate
	if t.Mate != nil && *t.Mate > 0 && *t.Mate <= plies {
		return t
	}
	line := append([]rules.Move{m}, after.moves...)
	return &Thought{Nodes: t.Nodes, Mate: &plies, Line: lineText(p, line), Engine: t.Engine, moves: line}
}

// lineText writes moves as engines do.
func lineText(p *rules.Position, moves []rules.Move) []string {
	line, q := make([]string, 0, len(moves)), p.Clone()
	for _, m := range moves {
		line = append(line, notation.UCI{}.Format(q, m))
		q.Play(m)
	}
	return line
}
