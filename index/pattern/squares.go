package pattern

import "assay/analysis/rules"

// Squares returns the squares to highlight if a condition is met. These are the
// squares of counted pieces, of attackers, of attacked, pinned or movable
// pieces, or of the mated royal piece. Negations, upper bounds and later plies
// contribute none.
func Squares(n Node, p *rules.Position) rules.Bitboard {
	var all rules.Bitboard
	switch n := n.(type) {
	case And:
		for _, part := range n.Of {
			all = all.Or(Squares(part, p))
		}
	case Or:
		for _, part := range n.Of {
			all = all.Or(Squares(part, p))
		}
	case Then:
		return Squares(n.First, p)
	case For:
		return Squares(n.Of, p)
	case Stuck:
		if p.InCheck(p.Side()) != n.Attacked || !stuck(p) {
			return all
		}
		for s := range rules.Square(p.Rules().Files() * p.Rules().Ranks()) {
			if pc := p.At(s); pc > rules.Walled && pc.Side() == p.Side() && p.Rules().Royal(pc.Type()) {
				all.Add(s)
			}
		}
	case Sum:
		if n.Op == Greater || n.Op == GreaterEqual || n.Op == Equal && n.Than > 0 {
			for _, term := range n.Terms {
				all = all.Or(counted(term, p))
			}
		}
	}
	return all
}

// counted returns the squares that a term counts. Pieces counted on the whole
// board contribute none.
func counted(t Term, p *rules.Position) rules.Bitboard {
	var squares rules.Bitboard
	if t.Weight <= 0 {
		return squares
	}
	if of, ok := t.Of.(spatialCount); ok {
		_, squares = of.in(p)
		return squares
	}
	standing, ok := t.Of.(Standing)
	if !ok || standing.Squares == boardOf(p.Rules()) {
		return squares
	}
	for b := standing.Squares; !b.Empty(); {
		if s := b.Pop(); standing.Pieces.Has(p.At(s)) {
			squares.Add(s)
		}
	}
	return squares
}
