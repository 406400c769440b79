package pattern

// Any reports whether a node of a condition satisfies a predicate.
func Any(n Node, is func(Node) bool) bool {
	if is(n) {
		return true
	}
	for _, part := range parts(n) {
		if Any(part, is) {
			return true
		}
	}
	return false
}

// OnGame reports whether a condition depends only on the game, not on positions
// or plies.
func OnGame(n Node) bool {
	return !Any(n, func(n Node) bool {
		switch n.(type) {
		case And, Or, Not, Header, Result, Date, Rated, Verdict:
			return false
		}
		return true
	})
}

// parts returns the operands of a condition.
func parts(n Node) []Node {
	switch n := n.(type) {
	case And:
		return n.Of
	case Or:
		return n.Of
	case Not:
		return []Node{n.Of}
	case Then:
		return []Node{n.First, n.Next}
	case For:
		return []Node{n.Of}
	}
	return nil
}
