package pattern

// Any reports whether a node of a condition is of some kind.
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

// OnGame reports whether a condition asks nothing of positions and plies.
func OnGame(n Node) bool {
	return !Any(n, func(n Node) bool {
		switch n.(type) {
		case And, Or, Not, Header, Result, Date, Rated, Verdict:
			return false
		}
		return true
	})
}

// parts are the conditions that a condition is made of.
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
