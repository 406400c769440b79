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
	"assay/analysis/mate"
	"assay/analysis/notation"
	"assay/analysis/opinion"
	"assay/analysis/rules"
)

// EngineName is how analyses name Assay's own engine, and EngineVersion changes
// with what it thinks of positions.
const (
	EngineName    = "assay"
	EngineVersion = "4"
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
	// MaxThinkingSeconds is a day.
	MaxThinkingSeconds = 24 * 60 * 60
)

// Check refuses what cannot be, with an [*InputError].
func (t *Thinking) Check() error {
	err := bounded(
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
	curves  map[*rules.Rules]opinion.Curve // of the games that the engine has learnt
	others  map[string]*external.Engine
}

// NewThinker returns one whose own engine remembers positions in so many
// megabytes.
func (a *Arbiter) NewThinker(megabytes int) *Thinker {
	return &Thinker{a, engine.New(megabytes), map[*rules.Rules]opinion.Curve{}, map[string]*external.Engine{}}
}

// maxLearnt bounds the games whose evaluators a Thinker keeps: there is one
// for each set of options.
const maxLearnt = 16

// learn has the engine judge a game by what was fitted for it, and gives the
// curve by which its advantages turn into wins. Those of another engine, whose
// pawns are worth something else, do so by the usual one.
func (t *Thinker) learn(r *rules.Rules, name string) (*opinion.Curve, error) {
	if name != "" && name != EngineName {
		return &opinion.Usual, nil
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
		if curve = opinion.Usual; fit != nil && fit.Curve.Value > 0 {
			curve = opinion.Curve{Constant: fit.Curve.Value, Error: &fit.Curve.Error, Games: fit.Games}
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

// Think thinks about a position until a limit is met, or ctx ends: then the
// error is its cause. told hears of each line without a mate as it deepens, nil
// for nobody. A mate is shown only after it was replayed against every defence.
// The error is an [*InputError], or of an engine of others an
// [*external.Error].
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
	search := engine.Limits{Nodes: limits.Nodes, Depth: limits.Depth, Time: limits.time(), Mate: limits.Mate, Threads: limits.Threads, MultiPV: limits.MultiPV}
	spent := uint64(0)
	if p.Rules().HasCheck() && other == nil { // part of the thinking is for a mate, however long
		part := uint64(10)
		quiet := !p.Rules().HasHand() // who drops pieces mates by checks
		if !quiet {
			part = 20
		}
		least := uint64(1000)
		if limits.Nodes == 0 && limits.Seconds > 0 {
			least = 0 // the time alone bounds it
		}
		found := mate.Search(ctx, p, p.Side(), mate.Limits{Nodes: max(limits.Nodes/part, least), Time: limits.time() / time.Duration(part), Quiet: quiet})
		if spent = found.Nodes; found.Plies > 0 && limits.MultiPV < 2 {
			return mated(p, found, 1), context.Cause(ctx)
		}
		search.Nodes -= min(spent, limits.Nodes/part)
		search.Time -= search.Time / time.Duration(part)
	}
	var last *Thought // that is no mate
	hear := func(l engine.Line) {
		if l.Mate != 0 {
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
	if _, err := t.learn(p.Rules(), limits.Engine); err != nil {
		return nil, err
	}
	if other == nil {
		result = t.engine.Search(ctx, p, search, hear)
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
	if plies := result.Lines[0].Mate; plies != 0 {
		if best, err = provenMate(ctx, p, best, last, plies, limits); err != nil {
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

// provenMate is a thought of a mate with the mate proved; as an advantage where
// that takes too long, and the opinion before where there is no such mate.
func provenMate(ctx context.Context, p *rules.Position, best, last *Thought, plies int, limits Thinking) (*Thought, error) {
	attacker, sign := p.Side(), 1
	if plies < 0 {
		attacker, plies, sign = attacker.Other(), -plies, -1
	}
	found := mate.Search(ctx, p, attacker, mate.Limits{
		Nodes: max(limits.Nodes, DefaultNodes), Time: limits.time(), Plies: plies, Quiet: true,
	})
	switch {
	case found.Settled && found.Plies == 0 && last != nil:
		return last, context.Cause(ctx)
	case found.Plies == 0:
		advantage := sign * unproven
		best.CP, best.Mate = &advantage, nil
		return best, context.Cause(ctx)
	}
	shown := mated(p, found, sign)
	shown.Engine = best.Engine
	shown.Nodes += best.Nodes
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
