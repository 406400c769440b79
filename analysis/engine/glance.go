package engine

import "assay/analysis/rules"

// estimate is what a position is worth to the side to move without looking
// ahead, or a bound of it where a glance shows that it is far from lying
// between alpha and beta. What is said of the position later holds the bound
// for its worth, but the table does not.
func (w *worker) estimate(f *frame, alpha, beta int) int {
	if m := w.mind; f.static == noStatic && m.glances {
		switch worth := m.glance(w.p); {
		case worth-m.wide() >= beta:
			f.static, f.rough = worth-m.wide(), true
		case worth+m.wide() <= alpha:
			f.static, f.rough = worth+m.wide(), true
		}
	}
	return w.evaluate(f)
}

// judged is what a position was found to be worth, for the table.
func (f *frame) judged() int {
	if f.rough {
		return noStatic
	}
	return f.static
}

// wide is how far what a position is worth may be from what a glance shows.
func (m *mind) wide() int { return 6 * m.margin }

// glance is what a position is worth to the side to move by which pieces stand
// where alone.
func (m *mind) glance(p *rules.Position) int {
	worth, material := m.sum(p)
	if p.Side() == rules.Second {
		worth = term{-worth.early, -worth.late}
	}
	return m.mix(worth, material)
}
