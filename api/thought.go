package api

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"assay/analysis/engine"
	"assay/analysis/mate"
	"assay/analysis/notation"
	"assay/analysis/rules"
)

// EngineName is how analyses name Assay's own engine, and EngineVersion changes
// with what it thinks of positions.
const (
	EngineName    = "assay"
	EngineVersion = "1"
)

// Thinking is how long a position is thought about. Where it names no nodes,
// depth or time, it is for DefaultNodes.
type Thinking struct {
	Nodes   uint64  `json:"nodes,omitempty"`
	Depth   int     `json:"depth,omitempty"` // plies
	Seconds float64 `json:"seconds,omitempty"`
	Mate    int     `json:"mate,omitempty"` // nothing but a mate in so many plies is looked for
	Threads int     `json:"-"`              // 1 when 0
}

// DefaultNodes is for how many positions the engine searches where nobody says.
const DefaultNodes = 50_000

// The bounds of a Thinking.
const (
	MaxThinkingDepth = 100
	MaxMate          = 200 // plies
	MaxThreads       = 256
	// MaxThinkingSeconds is a day.
	MaxThinkingSeconds = 24 * 60 * 60
)

// Check refuses what cannot be, with an [*InputError].
func (t *Thinking) Check() error {
	for _, bound := range []struct {
		field       string
		value, most int
	}{{"depth", t.Depth, MaxThinkingDepth}, {"mate", t.Mate, MaxMate}, {"threads", t.Threads, MaxThreads}} {
		if bound.value < 0 || bound.value > bound.most {
			return &InputError{Field: bound.field, Value: strconv.Itoa(bound.value), Want: fmt.Sprintf("0 to %d", bound.most)}
		}
	}
	if !(t.Seconds >= 0 && t.Seconds <= MaxThinkingSeconds) {
		return &InputError{Field: "seconds", Value: fmt.Sprint(t.Seconds), Want: fmt.Sprintf("0 to %d", MaxThinkingSeconds)}
	}
	return nil
}

func (t Thinking) time() time.Duration { return time.Duration(t.Seconds * float64(time.Second)) }

func (t Thinking) usual() Thinking {
	if t.Nodes == 0 && t.Depth == 0 && t.Seconds == 0 {
		t.Nodes = DefaultNodes
	}
	return t
}

// Thought is what the engine thinks of a position, in the view of the side to
// move.
type Thought struct {
	Depth  int      `json:"depth"` // 0 where the line is a mate that was proved
	Nodes  uint64   `json:"nodes"`
	CP     *int     `json:"cp"`   // hundredths of a pawn, null where there is a mate or nothing was found
	Mate   *int     `json:"mate"` // plies to the end of the game, negative where the side to move is mated
	Line   []string `json:"line"` // moves as engines write them; none where the game is over
	Engine string   `json:"engine"`
	moves  []rules.Move
}

// Thinker thinks about one position after another. It is not safe for
// concurrent use.
type Thinker struct{ engine *engine.Engine }

// NewThinker returns one that remembers positions in so many megabytes.
func NewThinker(megabytes int) *Thinker { return &Thinker{engine.New(megabytes)} }

// unproven is what a mate counts, in hundredths of a pawn, that the engine
// believes in and that could not be proved.
const unproven = 10_000

// Think thinks about a position until a limit is met, or ctx ends: then the
// error is its cause. A mate is shown only after it was replayed against every
// defence.
func (t *Thinker) Think(ctx context.Context, p *rules.Position, limits Thinking) (*Thought, error) {
	if err := limits.Check(); err != nil {
		return nil, err
	}
	side := p.Side()
	if limits.Mate > 0 {
		found := mate.Search(ctx, p, side, mate.Limits{Nodes: limits.Nodes, Time: limits.time(), Plies: limits.Mate, Quiet: true, Shortest: true})
		return mated(p, found, 1), context.Cause(ctx)
	}
	limits = limits.usual()
	spent := uint64(0)
	if p.Rules().HasCheck() { // a twentieth of the thinking is for a mate by checks, however long
		found := mate.Search(ctx, p, side, mate.Limits{Nodes: max(limits.Nodes/20, 1000), Time: limits.time() / 20})
		if spent = found.Nodes; found.Plies > 0 {
			return mated(p, found, 1), context.Cause(ctx)
		}
	}
	var opinion *Thought // the last one that is no mate
	result := t.engine.Search(ctx, p, engine.Limits{
		Nodes: limits.Nodes - min(spent, limits.Nodes/20), Depth: limits.Depth, Time: limits.time() - limits.time()/20, Threads: limits.Threads,
	}, func(l engine.Line) {
		if l.Mate == 0 {
			opinion = thought(p, l)
		}
	})
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if len(result.Lines) == 0 {
		return &Thought{Line: []string{}, Engine: EngineName}, nil
	}
	best := thought(p, result.Lines[0])
	best.Nodes = result.Nodes + spent
	if plies := result.Lines[0].Mate; plies != 0 {
		return provenMate(ctx, p, best, opinion, plies, limits)
	}
	return best, nil
}

// provenMate is a thought of a mate with the mate proved; as an advantage where
// that takes too long, and the opinion before where there is no such mate.
func provenMate(ctx context.Context, p *rules.Position, best, opinion *Thought, plies int, limits Thinking) (*Thought, error) {
	attacker, sign := p.Side(), 1
	if plies < 0 {
		attacker, plies, sign = attacker.Other(), -plies, -1
	}
	found := mate.Search(ctx, p, attacker, mate.Limits{
		Nodes: max(limits.Nodes, DefaultNodes), Time: limits.time(), Plies: plies, Quiet: true,
	})
	switch {
	case found.Settled && found.Plies == 0 && opinion != nil:
		return opinion, context.Cause(ctx)
	case found.Plies == 0:
		advantage := sign * unproven
		best.CP, best.Mate = &advantage, nil
		return best, context.Cause(ctx)
	}
	shown := mated(p, found, sign)
	shown.Nodes += best.Nodes
	return shown, context.Cause(ctx)
}

func thought(p *rules.Position, l engine.Line) *Thought {
	t := &Thought{Depth: l.Depth, Nodes: l.Nodes, Line: lineText(p, l.Moves), Engine: EngineName, moves: l.Moves}
	if l.Mate != 0 {
		t.Mate = &l.Mate
	} else {
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

// lineText writes moves as engines do.
func lineText(p *rules.Position, moves []rules.Move) []string {
	line, q := make([]string, 0, len(moves)), p.Clone()
	for _, m := range moves {
		line = append(line, notation.UCI{}.Format(q, m))
		q.Play(m)
	}
	return line
}
