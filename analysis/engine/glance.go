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
	var worth term
	material, mover := 0, p.Side()
	for occupied := p.Occupied(); !occupied.Empty(); {
		s := occupied.Pop()
		pc := p.At(s)
		if pc == rules.Walled {
			continue
		}
		early, late := int(m.place.early[pc][s]), int(m.place.late[pc][s])
		if pc.Side() != mover {
			early, late = -early, -late
		}
		worth.early, worth.late = worth.early+early, worth.late+late
		material += m.late[pc.Type()]
	}
	return m.mix(term{16 * worth.early, 16 * worth.late}, material)
}
