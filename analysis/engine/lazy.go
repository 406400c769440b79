package engine

import "assay/analysis/rules"

// lazyEval returns the static evaluation for the side to move, or a bound if
// the piece-square score alone is far outside the window (lazy evaluation). The
// piece-square score is corrected by its error in the last fully evaluated
// position of this line. The frame keeps a bound as its static score; the hash
// table does not.
func (w *worker) lazyEval(f *frame, alpha, beta int) int {
	m := w.eval
	if !m.lazy {
		return w.fullEval(f)
	}
	lazy, margin := m.lazyScore(w.p), m.lazyMargin()
	if f.static == noStatic {
		switch score := lazy + f.lazyCorrection; {
		case score-margin >= beta:
			f.static, f.staticIsBound = score-margin, true
			return f.static
		case score+margin <= alpha:
			f.static, f.staticIsBound = score+margin, true
			return f.static
		}
	}
	f.lazyCorrection = w.fullEval(f) - lazy
	return f.static
}

// tableStatic returns the static score to store in the hash table: none if it
// is only a bound.
func (f *frame) tableStatic() int {
	if f.staticIsBound {
		return noStatic
	}
	return f.static
}

// lazyMargin returns the largest error, in centipawns, that lazyEval expects of
// a corrected piece-square score. It is larger with pieces in hand.
func (m *evaluator) lazyMargin() int {
	if m.rules.HasHand() {
		return 2 * m.futilityMargin
	}
	return m.futilityMargin
}

// lazyScore returns the tapered piece-square score for the side to move.
func (m *evaluator) lazyScore(p *rules.Position) int {
	score, material := m.pieceSquareScore(p)
	if p.Side() == rules.Second {
		score = term{-score.mg, -score.eg}
	}
	return m.taper(score, material)
}
