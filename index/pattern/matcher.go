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
	root Node
	game []Node // game conditions, in the order of the tree

	compiler *compiler
	facts    []bool          // which game conditions hold for the current game
	within   context.Context // stops costly tests; may be nil
	sets     bool            // tests read the piece bitboards of the player

	now   test // the condition, if it tests a single position
	other test // now without its conditions on the material, if it has others
	held  test // the part of now on the watched squares; nil for none
	watch tape.Watch
	timed *timed   // the condition, if it spans several positions
	tests []test   // the single-position parts of timed
	found []PlySet // the plies at which each test holds
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
	if passes(n) {
		m.timed = c.timed(n)
		m.found = make([]PlySet, len(m.tests))
	} else if and, ok := n.(And); ok && !c.material(n) {
		var material test
		material, m.other = c.split(and)
		m.now = materialFirst(material, m.other)
	} else {
		m.now = c.test(n)
		m.other = m.now
	}
	if m.timed == nil {
		c.watch(n)
	}
	m.facts = make([]bool, len(m.game))
	return m
}

// Game returns the game conditions: Header, Result, Date, Rated and Verdict
// nodes.
func (m *Matcher) Game() []Node { return m.game }

// Flat reports whether flat players suffice to evaluate the condition.
func (m *Matcher) Flat() bool { return !m.sets }

// Until makes costly tests return false as soon as ctx ends; results are
// undefined from then on.
func (m *Matcher) Until(ctx context.Context) { m.within = ctx }

func (m *Matcher) over() bool { return m.within != nil && m.within.Err() != nil }

// Ask begins the next game; facts are the values of its game conditions. It
// reports whether the condition can hold at any of its plies.
func (m *Matcher) Ask(facts []bool) bool {
	copy(m.facts, facts)
	if len(m.game) == 0 {
		return true
	}
	at := 0
	return settle(m.root, func(n Node) certainty {
		switch n.(type) {
		case Header, Result, Date, Rated, Verdict:
			at++
			return certain(m.facts[at-1])
		}
		return perhaps
	}) != never
}

// Holds reports whether the condition holds at some ply of a line; it stops at
// the first match. If possible is not nil, it has one value for the start of
// the line and for each change of material: whether the material satisfies the
// need of [NeedsOf] until the next change. After the last value it does not.
func (m *Matcher) Holds(p *tape.Player, line int, possible []bool) bool {
	if m.timed != nil {
		return !m.Plies(p, line).Empty()
	}
	p.Begin(line)
	if possible == nil {
		for {
			if m.now(p) {
				return true
			}
			if !m.next(p) {
				return false
			}
		}
	}
	for start := p.Material; int(p.Material-start) < len(possible); {
		if possible[p.Material-start] && m.other(p) {
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
	if m.held == nil || m.held(p) {
		return p.Next()
	}
	return p.Seek(&m.watch)
}

// Plies returns the plies of a line at which the condition holds. The set is
// valid until the next call.
func (m *Matcher) Plies(p *tape.Player, line int) PlySet {
	p.Begin(line)
	if m.timed == nil {
		if len(m.found) == 0 {
			m.found = make([]PlySet, 1)
		}
		found := m.found[0].resize(p.Length)
		for more := true; more; more = p.Next() {
			if m.now(p) {
				found.add(p.Ply)
			}
		}
		m.found[0] = found
		return found
	}
	for i := range m.found {
		m.found[i] = m.found[i].resize(p.Length)
	}
	for more := true; more; more = p.Next() {
		for i, holds := range m.tests {
			if holds(p) {
				m.found[i].add(p.Ply)
			}
		}
	}
	return m.timed.plies(m, p.Length)
}

// passes reports whether a condition spans more than one position.
func passes(n Node) bool {
	switch n := n.(type) {
	case And:
		return slices.ContainsFunc(n.Of, passes)
	case Or:
		return slices.ContainsFunc(n.Of, passes)
	case Not:
		return passes(n.Of)
	case Then, For:
		return true
	}
	return false
}
