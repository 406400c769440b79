package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// Needs are necessary conditions on the material of a line, independent of
// squares: a line that fails one of them at every ply has no match.
type Needs struct {
	needs      []need
	sufficient bool
}

// need is a condition on the material of one position.
type need func(tape.Material) bool

// Len returns the number of needs.
func (n *Needs) Len() int { return len(n.needs) }

// Met reports whether a material satisfies a need.
func (n *Needs) Met(need int, m tape.Material) bool { return n.needs[need](m) }

// Sufficient reports whether the needs are also sufficient: there is exactly
// one, and every position that satisfies it is a match.
func (n *Needs) Sufficient() bool { return n.sufficient }

// NeedsOf returns the conditions on the material that a condition implies.
func NeedsOf(n Node, r *rules.Rules) *Needs {
	c := compiler{rules: r, board: boardOf(r)}
	return &Needs{needs: c.needs(n), sufficient: c.material(n)}
}

// material reports whether a condition depends only on the material.
func (c *compiler) material(n Node) bool {
	switch n := n.(type) {
	case And:
		return c.materials(n.Of)
	case Or:
		return c.materials(n.Of)
	case Not:
		return c.material(n.Of)
	case Sum:
		for _, term := range n.Terms {
			if !c.onMaterial(term.Of) {
				return false
			}
		}
		return true
	}
	return false
}

func (c *compiler) materials(all []Node) bool {
	for _, n := range all {
		if !c.material(n) {
			return false
		}
	}
	return true
}

func (c *compiler) needs(n Node) []need {
	if !spansPositions(n) {
		if holds, known := c.need(n); known {
			return []need{holds}
		}
		return nil
	}
	var all []need
	switch n := n.(type) {
	case And:
		for _, part := range n.Of {
			all = append(all, c.needs(part)...)
		}
	case Then:
		all = append(c.needs(n.First), c.needs(n.Next)...)
	case For:
		all = c.needs(n.Of)
	}
	return all
}

// need returns the condition on the material that a condition on one position
// implies. known is false if there is none.
func (c *compiler) need(n Node) (holds need, known bool) {
	switch n := n.(type) {
	case And:
		var all []need
		for _, part := range n.Of {
			if holds, known := c.need(part); known {
				all = append(all, holds)
			}
		}
		return func(m tape.Material) bool {
			for _, holds := range all {
				if !holds(m) {
					return false
				}
			}
			return true
		}, len(all) > 0 || len(n.Of) == 0
	case Or:
		all := make([]need, len(n.Of))
		for i, part := range n.Of {
			if all[i], known = c.need(part); !known {
				return nil, false
			}
		}
		return func(m tape.Material) bool {
			for _, holds := range all {
				if holds(m) {
					return true
				}
			}
			return false
		}, true
	case Not:
		if !c.material(n.Of) {
			return nil, false
		}
		holds, _ := c.need(n.Of)
		return func(m tape.Material) bool { return !holds(m) }, true
	case Sum:
		if !c.material(n) {
			return nil, false
		}
		return c.compileSum(n), true
	}
	return nil, false
}

// weight is the coefficient of the material count with index at.
type weight struct{ at, weight int }

// weights returns the coefficients of a sum of material counts.
func (c *compiler) weights(n Sum) []weight {
	types := c.rules.Types()
	var weights []weight
	for _, term := range n.Terms {
		switch of := term.Of.(type) {
		case Standing:
			for _, pc := range c.pieces(of.Pieces) {
				weights = append(weights, weight{tape.OnBoard(pc), term.Weight})
			}
		case Held:
			for _, t := range c.types(of.Types) {
				weights = append(weights, weight{tape.InHand(types, rules.NewPiece(t, of.Side)), term.Weight})
			}
		case Pocketed:
			for _, t := range c.types(of.Types) {
				weights = append(weights, weight{tape.InPocket(types, rules.NewPiece(t, of.Side)), term.Weight})
			}
		}
	}
	return weights
}

// compileSum compiles the comparison of such a sum.
func (c *compiler) compileSum(n Sum) need {
	weights, holds := c.weights(n), comparison(n.Op, n.Than)
	return func(m tape.Material) bool {
		sum := 0
		for _, w := range weights {
			sum += w.weight * int(m[w.at])
		}
		return holds(sum)
	}
}
