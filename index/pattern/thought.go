package pattern

import "assay/index/tape"

// Thought reports whether a sum counts what an engine thinks, so that it can
// hold in games alone of which that is known.
func (n Sum) Thought() bool {
	for _, term := range n.Terms {
		switch term.Of.(type) {
		case Worth, Swing, Accuracy:
			return true
		}
	}
	return false
}

// known reports whether all that a sum counts is known where a player stands.
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
