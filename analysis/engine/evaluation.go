package engine

import "assay/analysis/rules"

// evaluate is what a position is worth to the side to move without looking
// ahead.
func (w *worker) evaluate(f *frame) int {
	if f.static == noStatic {
		f.static = w.mind.judge(w.p, &w.view)
	}
	return f.static
}

// most is the worth of a position at most, either way.
const most = 20_000

// view is room for what is seen of a position while it is judged.
type view struct {
	any      seen
	narrow   seenNarrow
	small    seenSmall
	material int // of both sides
}

// judge is the worth of a position to the side to move.
func (m *mind) judge(p *rules.Position, v *view) (worth int) {
	switch m.rules.Width() {
	case rules.SmallBoard:
		worth, v.material = m.seeSmall(p, &v.small)
	case rules.NarrowBoard:
		worth, v.material = m.seeNarrow(p, &v.narrow)
	default:
		worth, v.material = m.see(p, &v.any)
	}
	return worth
}

// sum is what the pieces on the board are worth where they stand, and those off
// it, to First, and how much material they are.
func (m *mind) sum(p *rules.Position) (worth term, material int) {
	sum := p.Weighed(&m.weights)
	return term{16 * int(sum.Early), 16 * int(sum.Late)}, int(sum.Material)
}

// mix is what a term is worth to the side to move with so much material left.
func (m *mind) mix(t term, material int) int {
	left := m.left(material)
	early, late := t.early+m.by.tempo.early, t.late+m.by.tempo.late
	return max(min((early*left+late*(256-left))/256/16, most), -most)
}

// left is how much of what counts early counts with so much material left, of
// 256.
func (m *mind) left(material int) int {
	return min(abs(material)*256/max(abs(m.material), 1), 256)
}

func abs(n int) int { return max(n, -n) }
