package solve

import "assay/analysis/rules"

// isFutile reports whether the defence just played, after the first of n moves,
// is a futile interposition of a tsume problem: a drop that the attacker
// captures at once with check, and then mates in as many moves as without it.
func (w *worker) isFutile(m rules.Move, n int) bool {
	if !w.run.settings.Tsume || m.Kind() != rules.Drop {
		return false
	}
	captures := w.p.Checks(w.list())
	defer func() { w.free(captures) }()
	for _, c := range captures {
		if c.Kind() == rules.Drop || c.To() != m.To() {
			continue
		}
		w.play(c)
		ok := w.holds(n)
		w.p.Undo()
		if ok {
			return true
		}
	}
	return false
}

// surplus returns the number of pieces in the hand of the side that did not
// move last, after a line of moves.
func (w *worker) surplus(line []rules.Move) int {
	attacker := w.p.Side().Other()
	for _, m := range line {
		w.p.Play(m)
	}
	n := w.p.HandSize(attacker)
	for range line {
		w.p.Undo()
	}
	return n
}
