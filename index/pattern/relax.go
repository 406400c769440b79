package pattern

// Relaxed returns a condition that tapes can evaluate and that is met at least
// wherever n is met. other reports whether it differs from n. It differs if n
// has conditions on legal moves, which need the rules.
func Relaxed(n Node) (relaxed Node, other bool) {
	if !Any(n, onLegalMoves) {
		return n, false
	}
	return relax(n, true), true
}

// onLegalMoves reports whether a leaf is a condition on legal moves.
func onLegalMoves(n Node) bool {
	switch n := n.(type) {
	case Stuck:
		return true
	case Sum:
		for _, term := range n.Terms {
			if _, ok := term.Of.(Legal); ok {
				return true
			}
		}
	}
	return false
}

// relax returns a weaker condition than n. If asserted is false, because n is
// under a negation, it returns a stronger one.
func relax(n Node, asserted bool) Node {
	each := func(of []Node) []Node {
		all := make([]Node, len(of))
		for i, part := range of {
			all[i] = relax(part, asserted)
		}
		return all
	}
	switch n := n.(type) {
	case And:
		return And{Of: each(n.Of)}
	case Or:
		return Or{Of: each(n.Of)}
	case Not:
		return Not{Of: relax(n.Of, !asserted)}
	case Then:
		return Then{First: relax(n.First, asserted), Next: relax(n.Next, asserted), Within: n.Within}
	case For:
		return For{Of: relax(n.Of, asserted), Plies: n.Plies}
	}
	switch stuck, ok := n.(Stuck); {
	case !onLegalMoves(n):
		return n
	case !asserted:
		return Or{}
	case ok && stuck.Attacked:
		return And{Of: []Node{Check{}, Last{}}}
	case ok:
		return And{Of: []Node{Not{Of: Check{}}, Last{}}}
	}
	return And{}
}
