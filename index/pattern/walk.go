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
		case And, Or, Not, Header, Result, Date, Rated, Verdict, Games:
			return false
		}
		return true
	})
}

// Replace returns a condition with its innermost conditions replaced.
func Replace(n Node, by func(Node) Node) Node {
	all := func(of []Node) []Node {
		replaced := make([]Node, len(of))
		for i, part := range of {
			replaced[i] = Replace(part, by)
		}
		return replaced
	}
	switch n := n.(type) {
	case And:
		return And{Of: all(n.Of)}
	case Or:
		return Or{Of: all(n.Of)}
	case Not:
		return Not{Of: Replace(n.Of, by)}
	case Then:
		return Then{First: Replace(n.First, by), Next: Replace(n.Next, by), Within: n.Within}
	case For:
		return For{Of: Replace(n.Of, by), Plies: n.Plies}
	}
	return by(n)
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
