package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// certainty is what is known about a condition without looking at the plies.
type certainty uint8

const (
	never certainty = iota
	perhaps
	always
)

func certain(holds bool) certainty {
	if holds {
		return always
	}
	return never
}

// settle evaluates a condition in three-valued logic. known returns the value
// of each leaf and is called in the order of the tree.
func settle(n Node, known func(Node) certainty) certainty {
	switch n := n.(type) {
	case And:
		least := always
		for _, part := range n.Of {
			least = min(least, settle(part, known))
		}
		return least
	case Or:
		most := never
		for _, part := range n.Of {
			most = max(most, settle(part, known))
		}
		return most
	case Not:
		return always - settle(n.Of, known)
	case Then:
		return min(settle(n.First, known), settle(n.Next, known), perhaps)
	case For:
		return min(settle(n.Of, known), perhaps)
	}
	return known(n)
}

// AtStart reports whether a condition holds at every occurrence of the
// variant's starting position, in any game and at any ply.
func AtStart(n Node, r *rules.Rules) bool {
	c := &compiler{matcher: new(Matcher), rules: r, board: boardOf(r)}
	var w tape.Writer
	w.Begin(r.Start())
	p := tape.NewPlayer(r)
	if _, err := p.Load(w.Tape()); err != nil {
		return false
	}
	p.Begin(0)
	return settle(n, func(n Node) certainty {
		if !c.positional(n) {
			return perhaps
		}
		return certain(c.fresh(n)(p))
	}) == always
}

// positional reports whether a leaf depends only on what the position key
// includes.
func (c *compiler) positional(n Node) bool {
	switch n := n.(type) {
	case Same, Turn, Check:
		return true
	case Sum:
		if ruled(n) {
			return false
		}
		for _, term := range n.Terms {
			switch term.Of.(type) {
			case Standing, Held, Pocketed, bearing:
			default:
				return false
			}
		}
		return true
	}
	return false
}
