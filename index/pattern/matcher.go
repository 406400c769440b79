package pattern

import (
	"context"
	"slices"

	"assay/analysis/rules"
	"assay/index/tape"
)

// Matcher asks a condition of one line of play after another. It is not safe
// for concurrent use.
type Matcher struct {
	root Node
	game []Node // the conditions on the game, in the order of the tree

	compiler *compiler
	facts    []bool          // which of them hold in the game at hand
	within   context.Context // of its answers; nil for always
	sets     bool            // it asks on which squares pieces stand

	now   test // of a condition that asks for one position at a time
	other test // the same but for what it asks of the material beside other things
	held  test // what the former ask of squares that are watched; nil for nothing
	watch tape.Watch
	timed *timed   // of any other
	tests []test   // the parts of timed that ask for one position
	found []PlySet // where these hold
}

// test reports whether a condition holds at the ply where a player stands.
type test func(p *tape.Player) bool

// Compile makes a condition ready to be asked of games of a variant.
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

// Game is the conditions on the game: of type Header, Result, Date, Rated
// or Verdict.
func (m *Matcher) Game() []Node { return m.game }

// Flat reports whether it can be asked of flat players.
func (m *Matcher) Flat() bool { return !m.sets }

// Until has the matcher be of use for as long as a context: then what takes
// long to ask is asked no more, and its answers are anything.
func (m *Matcher) Until(ctx context.Context) { m.within = ctx }

func (m *Matcher) over() bool { return m.within != nil && m.within.Err() != nil }

// Ask begins with the next game, for which facts says which of the conditions
// on the game hold. It reports false if the condition can hold at none of its
// plies.
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

// Holds reports whether the condition holds at some ply of a line, through
// which it runs as far as it must. Where possible is not nil, it tells for the
// start of the line, and for each time that its material changes, whether the
// material meets the need of [NeedsOf] until the next change; after the last of
// these it does not.
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

// next goes on to where the condition may hold again.
func (m *Matcher) next(p *tape.Player) bool {
	if m.held == nil || m.held(p) {
		return p.Next()
	}
	return p.Seek(&m.watch)
}

// Plies is the plies of a line at which the condition holds. The set is good
// until the next call.
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

// passes reports whether a condition asks for more than one position.
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
