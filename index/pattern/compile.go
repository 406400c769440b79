package pattern

import (
	"slices"

	"assay/analysis/rules"
	"assay/index/tape"
)

// compiler compiles nodes to tests. It visits the game conditions in the order
// of the tree.
type compiler struct {
	matcher *Matcher
	rules   *rules.Rules
	board   rules.Bitboard
}

// boardOf returns all squares of a variant's board.
func boardOf(r *rules.Rules) rules.Bitboard {
	var all rules.Bitboard
	for q := range rules.Square(r.Files() * r.Ranks()) {
		all.Add(q)
	}
	return all
}

// test compiles a condition on a single position.
func (c *compiler) test(n Node) test {
	if c.material(n) {
		return memoized(c.compile(n))
	}
	if and, ok := n.(And); ok {
		return materialFirst(c.split(and))
	}
	return c.compile(n)
}

// split compiles the conditions on the material to one test and the others to
// another one. Either may be nil.
func (c *compiler) split(n And) (material, other test) {
	var first, others []Node
	for _, part := range n.Of {
		if c.material(part) {
			first = append(first, part)
		} else {
			others = append(others, part)
		}
	}
	if len(first) > 0 {
		material = c.test(And{Of: first})
	}
	if len(others) > 0 {
		other = allOf(c.tests(others))
	}
	return material, other
}

func materialFirst(material, other test) test {
	switch {
	case material == nil:
		return other
	case other == nil:
		return material
	}
	return func(p *tape.Player) bool { return material(p) && other(p) }
}

// memoized caches the result of a test until the material changes.
func memoized(holds test) test {
	material, answer := ^uint32(0), false
	return func(p *tape.Player) bool {
		if p.Material != material {
			material, answer = p.Material, holds(p)
		}
		return answer
	}
}

// compile compiles a condition without caching its result.
func (c *compiler) compile(n Node) test {
	switch n := n.(type) {
	case And:
		return allOf(c.tests(n.Of))
	case Or:
		return anyOf(c.tests(n.Of))
	case Not:
		of := c.test(n.Of)
		return func(p *tape.Player) bool { return !of(p) }
	case Sum:
		return c.sum(n)
	case Same:
		return func(p *tape.Player) bool { return p.Same(n.State, n.Hands, n.Side) }
	case Turn:
		return func(p *tape.Player) bool { return p.Side == n.Side }
	case Check:
		return func(p *tape.Player) bool { return p.Check }
	case Last:
		return func(p *tape.Player) bool { return p.Ply == p.Length }
	case Stuck:
		return func(p *tape.Player) bool { return p.Check == n.Attacked && p.Ply == p.Length && stuck(p.Position()) }
	case Relation:
		bit := uint16(1) << (2*n.Index + int(n.Side))
		return func(p *tape.Player) bool { return p.Relations&bit != 0 }
	case Capture:
		return func(p *tape.Player) bool { return p.Captures }
	case Drop:
		return func(p *tape.Player) bool { return p.Drops }
	case Promotion:
		return func(p *tape.Player) bool { return p.Promotes }
	case Marked:
		return func(p *tape.Player) bool {
			o, known := p.Evaluation()
			return known && p.Ply > 0 && o.Marks&n.Marks != 0 && n.Sides[p.Side^1]
		}
	case Moved:
		return moved(n)
	case Header, Result, Date, Rated, Verdict, Reached, Games:
		m, at := c.matcher, len(c.matcher.gameConditions)
		m.gameConditions = append(m.gameConditions, n)
		return func(*tape.Player) bool { return m.facts[at] }
	}
	panic("pattern: a node that asks for more than one position")
}

// tests compiles conditions and sorts them by ascending cost.
func (c *compiler) tests(nodes []Node) []test {
	tests := make([]test, len(nodes))
	costs := make([]int, len(nodes))
	for i, n := range nodes {
		tests[i], costs[i] = c.test(n), cost(n)
	}
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return costs[a] - costs[b] })
	sorted := make([]test, len(nodes))
	for i, from := range order {
		sorted[i] = tests[from]
	}
	return sorted
}

// cost returns 0 for a condition that the tape answers directly, 1 for one on
// attacks, and 2 for one on legal moves.
func cost(n Node) int {
	switch {
	case Any(n, onLegalMoves):
		return 2
	case Any(n, onAttacks):
		return 1
	}
	return 0
}

// onAttacks reports whether a leaf is a condition on attacks.
func onAttacks(n Node) bool {
	sum, _ := n.(Sum)
	for _, term := range sum.Terms {
		if _, ok := term.Of.(spatialCount); ok {
			return true
		}
	}
	return false
}

func allOf(of []test) test {
	switch len(of) {
	case 1:
		return of[0]
	case 2:
		a, b := of[0], of[1]
		return func(p *tape.Player) bool { return a(p) && b(p) }
	}
	return func(p *tape.Player) bool {
		for _, holds := range of {
			if !holds(p) {
				return false
			}
		}
		return true
	}
}

func anyOf(of []test) test {
	switch len(of) {
	case 1:
		return of[0]
	case 2:
		a, b := of[0], of[1]
		return func(p *tape.Player) bool { return a(p) || b(p) }
	}
	return func(p *tape.Player) bool {
		for _, holds := range of {
			if holds(p) {
				return true
			}
		}
		return false
	}
}

func moved(n Moved) test {
	return func(p *tape.Player) bool {
		return p.Ply > 0 && n.matches(ply{moved: p.Moved, taken: p.Taken, gated: p.Gated, from: p.From, to: p.To,
			walled: p.WallAt})
	}
}
