package pattern

import "assay/index/tape"

// Thought reports whether a sum includes values of the engine analysis. It then
// holds only in analysed games.
func (n Sum) Thought() bool {
	for _, term := range n.Terms {
		switch term.Of.(type) {
		case Worth, Swing, Accuracy:
			return true
		}
	}
	return false
}

// known reports whether all values of a sum are known at the player's current
// ply.
func (n Sum) known(p *tape.Player) bool {
	for _, term := range n.Terms {
		known := true
		switch of := term.Of.(type) {
		case Worth:
			_, known = p.Evaluation()
		case Swing:
			_, known = p.Evaluation()
			known = known && p.Ply > 0
		case Accuracy:
			_, known = p.Accuracy(int(of.Side))
		}
		if !known {
			return false
		}
	}
	return true
}
