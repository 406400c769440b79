package engine

import "assay/analysis/rules"

// estimate is what a position is worth to the side to move without looking
// ahead, or a bound of it where a glance shows that it is far from lying
// between alpha and beta: what stands where, corrected by how far that was off
// in the last position on the way that was judged. What is said of the position
// later holds the bound for its worth, but the table does not.
func (w *worker) estimate(f *frame, alpha, beta int) int {
	m := w.mind
	if !m.glances {
		return w.evaluate(f)
	}
	glance, wide := m.glance(w.p), m.wide()
	if f.static == noStatic {
		switch worth := glance + f.off; {
		case worth-wide >= beta:
			f.static, f.rough = worth-wide, true
			return f.static
		case worth+wide <= alpha:
			f.static, f.rough = worth+wide, true
			return f.static
		}
	}
	f.off = w.evaluate(f) - glance
	return f.static
}

// judged is what a position was found to be worth, for the table.
func (f *frame) judged() int {
	if f.rough {
		return noStatic
	}
	return f.static
}

// wide is how far what a position is worth may be from what a glance, once
// corrected, shows: more where pieces in hand threaten from everywhere.
func (m *mind) wide() int {
	if m.rules.HasHand() {
		return 2 * m.margin
	}
	return m.margin
}

// glance is what a position is worth to the side to move by which pieces stand
// where, and are in hand, alone.
func (m *mind) glance(p *rules.Position) int {
	worth, material := m.sum(p)
	if p.Side() == rules.Second {
		worth = term{-worth.early, -worth.late}
	}
	return m.mix(worth, material)
}
