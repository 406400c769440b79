package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// compiler turns nodes into tests. It meets the conditions on the game in the
// order of the tree.
type compiler struct {
	matcher *Matcher
	rules   *rules.Rules
	board   rules.Bitboard
}

// boardOf is all squares of a variant.
func boardOf(r *rules.Rules) rules.Bitboard {
	var all rules.Bitboard
	for q := range rules.Square(r.Files() * r.Ranks()) {
		all.Add(q)
	}
	return all
}

// test compiles a condition that asks for one position.
func (c *compiler) test(n Node) test {
	if c.material(n) {
		return remembered(c.fresh(n))
	}
	if and, ok := n.(And); ok {
		return materialFirst(c.split(and))
	}
	return c.fresh(n)
}

// split parts what is asked of the material, all of it as one test, from what
// else is asked. Either may be nil.
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
		other = conjunction(c.tests(others))
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

// remembered asks anew only where the material is another.
func remembered(holds test) test {
	known, answer := ^uint32(0), false
	return func(p *tape.Player) bool {
		if p.Material != known {
			known, answer = p.Material, holds(p)
		}
		return answer
	}
}

// fresh compiles a condition without remembering its answer.
func (c *compiler) fresh(n Node) test {
	switch n := n.(type) {
	case And:
		return conjunction(c.tests(n.Of))
	case Or:
		return disjunction(c.tests(n.Of))
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
	case Relation:
		bit := uint16(1) << (2*n.Index + int(n.Side))
		return func(p *tape.Player) bool { return p.Relations&bit != 0 }
	case Capture:
		return func(p *tape.Player) bool { return p.Captures }
	case Drop:
		return func(p *tape.Player) bool { return p.Drops }
	case Promotion:
		return func(p *tape.Player) bool { return p.Promotes }
	case Judged:
		return func(p *tape.Player) bool {
			o, known := p.Opinion()
			return known && p.Ply > 0 && o.Marks&n.Marks != 0 && n.Sides[p.Side^1]
		}
	case Moved:
		return moved(n)
	case Header, Result, Date, Verdict:
		m, at := c.matcher, len(c.matcher.game)
		m.game = append(m.game, n)
		return func(*tape.Player) bool { return m.facts[at] }
	}
	panic("pattern: a node that asks for more than one position")
}

func (c *compiler) tests(nodes []Node) []test {
	tests := make([]test, len(nodes))
	for i, n := range nodes {
		tests[i] = c.test(n)
	}
	return tests
}

func conjunction(of []test) test {
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

func disjunction(of []test) test {
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
		if p.Ply == 0 || p.Moved == rules.NoPiece && p.Walled == rules.NoSquare {
			return false
		}
		return (n.Pieces == nil || n.Pieces.Has(p.Moved)) &&
			(n.From == nil || p.From != rules.NoSquare && n.From.Has(p.From)) &&
			(n.To == nil || p.To != rules.NoSquare && n.To.Has(p.To)) &&
			(n.Takes == nil || p.Taken != rules.NoPiece && n.Takes.Has(p.Taken)) &&
			(n.Gates == nil || p.Gated != rules.NoPiece && n.Gates.Has(p.Gated)) &&
			(n.Walls == nil || p.Walled != rules.NoSquare && n.Walls.Has(p.Walled))
	}
}
