package pattern

import (
	"context"
	"slices"

	"assay/analysis/rules"
	"assay/index/tape"
)

// Matcher evaluates a condition for one line of play after another. It is not
// safe for concurrent use.
type Matcher struct {
	root           Node
	gameConditions []Node // game conditions, in the order of the tree

	compiler  *compiler
	facts     []bool          // which game conditions hold for the current game
	ctx       context.Context // stops costly tests; may be nil
	bitboards bool            // tests read the piece bitboards of the player

	test            test // the condition, if it tests a single position
	withoutMaterial test // test without its conditions on the material, if it has others
	watched         test // the part of test on the watched squares; nil for none
	watch           tape.Watch
	temporal        *temporal // the condition, if it spans several positions
	tests           []test    // the single-position parts of temporal
	plies           []PlySet  // the plies at which each test holds
}

// test reports whether a condition holds at the player's current ply.
type test func(p *tape.Player) bool

// Compile compiles a condition for games of a variant.
func Compile(n Node, r *rules.Rules) *Matcher {
	m := &Matcher{root: n}
	c := &compiler{matcher: m, rules: r}
	m.compiler = c
	if r != nil {
		c.board = boardOf(r)
	}
	if spansPositions(n) {
		m.temporal = c.temporal(n)
		m.plies = make([]PlySet, len(m.tests))
	} else if and, ok := n.(And); ok && !c.material(n) {
		var material test
		material, m.withoutMaterial = c.split(and)
		m.test = materialFirst(material, m.withoutMaterial)
	} else {
		m.test = c.test(n)
		m.withoutMaterial = m.test
	}
	if m.temporal == nil {
		c.watch(n)
	}
	m.facts = make([]bool, len(m.gameConditions))
	return m
}

// GameConditions returns the game conditions: Header, Result, Date, Rated,
// Verdict, Reached and Games nodes.
func (m *Matcher) GameConditions() []Node { return m.gameConditions }

// Flat reports whether flat players suffice to evaluate the condition.
func (m *Matcher) Flat() bool { return !m.bitboards }

// SetContext makes costly tests return false as soon as ctx ends; results are
// undefined from then on.
func (m *Matcher) SetContext(ctx context.Context) { m.ctx = ctx }

func (m *Matcher) canceled() bool { return m.ctx != nil && m.ctx.Err() != nil }

// BeginGame begins the next game. facts are the values of its game conditions.
// It reports whether the condition can be met at any of its plies.
func (m *Matcher) BeginGame(facts []bool) bool {
	copy(m.facts, facts)
	if len(m.gameConditions) == 0 {
		return true
	}
	at := 0
	return evaluate(m.root, func(n Node) certainty {
		switch n.(type) {
		case Header, Result, Date, Rated, Verdict, Reached, Games:
			at++
			return certaintyOf(m.facts[at-1])
		}
		return undecided
	}) != never
}

// Holds reports whether the condition is met at some ply of a line. It stops at
// the first match. If possible is not nil, it has one value for the start of
// the line and one for each change of material. A value says whether the
// material meets the need of [NeedsOf] until the next change. After the last
// value, it does not.
func (m *Matcher) Holds(p *tape.Player, line int, possible []bool) bool {
	if m.temporal != nil {
		return !m.Plies(p, line).Empty()
	}
	p.Begin(line)
	if possible == nil {
		for {
			if m.test(p) {
				return true
			}
			if !m.next(p) {
				return false
			}
		}
	}
	for start := p.Material; int(p.Material-start) < len(possible); {
		if possible[p.Material-start] && m.withoutMaterial(p) {
			return true
		}
		if !m.next(p) {
			break
		}
	}
	return false
}

// next advances to the next ply at which the condition may hold.
func (m *Matcher) next(p *tape.Player) bool {
	if m.watched == nil || m.watched(p) {
		return p.Next()
	}
	return p.Seek(&m.watch)
}

// Plies returns the plies of a line at which the condition holds. The set is
// valid until the next call.
func (m *Matcher) Plies(p *tape.Player, line int) PlySet {
	p.Begin(line)
	if m.temporal == nil {
		if len(m.plies) == 0 {
			m.plies = make([]PlySet, 1)
		}
		found := m.plies[0].resize(p.Length)
		for more := true; more; more = p.Next() {
			if m.test(p) {
				found.add(p.Ply)
			}
		}
		m.plies[0] = found
		return found
	}
	for i := range m.plies {
		m.plies[i] = m.plies[i].resize(p.Length)
	}
	for more := true; more; more = p.Next() {
		for i, holds := range m.tests {
			if holds(p) {
				m.plies[i].add(p.Ply)
			}
		}
	}
	return m.temporal.plies(m, p.Length)
}

// spansPositions reports whether a condition spans more than one position.
func spansPositions(n Node) bool {
	switch n := n.(type) {
	case And:
		return slices.ContainsFunc(n.Of, spansPositions)
	case Or:
		return slices.ContainsFunc(n.Of, spansPositions)
	case Not:
		return spansPositions(n.Of)
	case Then, For:
		return true
	}
	return false
}
