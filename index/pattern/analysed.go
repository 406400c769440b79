package pattern

import "assay/index/tape"

// UsesAnalysis reports whether a sum includes values of the engine analysis. It
// is then met only in analysed games.
func (n Sum) UsesAnalysis() bool {
	for _, term := range n.Terms {
		switch term.Of.(type) {
		case Evaluation, Swing, Accuracy:
			return true
		}
	}
	return false
}

// analysisKnown reports whether all values of a sum are known at the player's
// current ply.
func (n Sum) analysisKnown(p *tape.Player) bool {
	for _, term := range n.Terms {
		known := true
		switch of := term.Of.(type) {
		case Evaluation:
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
