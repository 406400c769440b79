package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// certainty is the knowledge about a condition without the plies.
type certainty uint8

const (
	never certainty = iota
	undecided
	always
)

func certaintyOf(holds bool) certainty {
	if holds {
		return always
	}
	return never
}

// evaluate evaluates a condition in three-valued logic. known returns the value
// of each leaf and is called in the order of the tree.
func evaluate(n Node, known func(Node) certainty) certainty {
	switch n := n.(type) {
	case And:
		minimum := always
		for _, part := range n.Of {
			minimum = min(minimum, evaluate(part, known))
		}
		return minimum
	case Or:
		maximum := never
		for _, part := range n.Of {
			maximum = max(maximum, evaluate(part, known))
		}
		return maximum
	case Not:
		return always - evaluate(n.Of, known)
	case Then:
		return min(evaluate(n.First, known), evaluate(n.Next, known), undecided)
	case For:
		return min(evaluate(n.Of, known), undecided)
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
	return evaluate(n, func(n Node) certainty {
		if !c.positional(n) {
			return undecided
		}
		return certaintyOf(c.compile(n)(p))
	}) == always
}

// positional reports whether a leaf depends only on what the position key
// includes.
func (c *compiler) positional(n Node) bool {
	switch n := n.(type) {
	case Same, Turn, Check:
		return true
	case Sum:
		if onLegalMoves(n) {
			return false
		}
		for _, term := range n.Terms {
			switch term.Of.(type) {
			case Standing, Held, Pocketed, spatialCount:
			default:
				return false
			}
		}
		return true
	}
	return false
}
