package pattern

import "assay/index/tape"

// Need is a set of placements of which a game must have one at some ply.
type Need []tape.Placement

// maxNeed is the greatest number of placements that a need is worth.
const maxNeed = 64

// Needs finds placements without which a condition holds nowhere: the hits are
// among the games that meet all needs. It may find none.
func (m *Matcher) Needs() []Need { return m.compiler.needs(m.root) }

func (c *compiler) needs(n Node) []Need {
	switch n := n.(type) {
	case And:
		var all []Need
		for _, part := range n.Of {
			all = append(all, c.needs(part)...)
		}
		return all
	case Or:
		return c.needsOfEither(n.Of)
	case Then:
		return append(c.needs(n.First), c.needs(n.Next)...)
	case For:
		return c.needs(n.Of)
	case Sum:
		return c.needsOfSum(n)
	}
	return nil
}

// needsOfEither joins the least need of each of several conditions, if all have
// one.
func (c *compiler) needsOfEither(of []Node) []Need {
	var joined Need
	for _, n := range of {
		needs := c.needs(n)
		if len(needs) == 0 {
			return nil
		}
		least := needs[0]
		for _, need := range needs[1:] {
			if len(need) < len(least) {
				least = need
			}
		}
		joined = append(joined, least...)
	}
	if len(joined) == 0 || len(joined) > maxNeed {
		return nil
	}
	return []Need{joined}
}

// needsOfSum is for the question whether pieces stand on squares at all.
func (c *compiler) needsOfSum(n Sum) []Need {
	if len(n.Terms) != 1 || n.Terms[0].Weight <= 0 || !n.some() {
		return nil
	}
	s, ok := n.Terms[0].Of.(Standing)
	if !ok || s.Pieces.Has(0) || s.Pieces.Len()*s.Squares.Len() > maxNeed {
		return nil
	}
	var need Need
	for _, pc := range c.pieces(s.Pieces) {
		for _, q := range c.squares(s.Squares) {
			need = append(need, tape.Placement{Piece: pc, Square: q})
		}
	}
	return []Need{need}
}

// some reports whether a sum of one term holds for no count of 0.
func (n Sum) some() bool { return !comparison(n.Op, n.Than)(0) }
