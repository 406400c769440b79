package engine

import (
	"slices"

	"assay/analysis/rules"
)

// checked is in how many plies of captures every move out of a check is tried.
// With a full hand there are hundreds.
const checked = 3

// scattered is for how many plies captures are tried anywhere; after them only
// where the last move went. Benches that fill as pieces are taken would make
// rows of captures by the hundred thousand.
const scattered = 4

// quiesce is the score of a position once nothing hangs: captures and
// promotions are played out, and every move out of check.
func (w *worker) quiesce(alpha, beta, depth, ply int) int {
	if !w.visit() {
		return 0
	}
	w.sel = max(w.sel, ply)
	if score, over := w.over(ply); over {
		return score
	}
	f := &w.stack[ply]
	f.pv, f.static = f.pv[:0], noStatic
	if ply >= maxPly || w.whole {
		return w.evaluate(f)
	}
	key := w.key()
	known, hit := w.table.get(key)
	if hit && beta-alpha == 1 {
		score := fromTable(known.score, ply)
		if known.bound == exact || known.bound == lower && score >= beta || known.bound == upper && score <= alpha {
			return score
		}
	}
	if !hit {
		known.static = noStatic
	}
	f.static, f.rough = known.static, false
	best := -infinite
	all := f.check && depth > -checked
	if w.mind.compulsory && !all {
		f.list = w.p.Moves(f.list[:0])
		all = len(f.list) > 0 && w.forcing(f.list[0])
	}
	if !all {
		best = w.estimate(f, alpha, beta)
		if best >= beta {
			if !hit {
				w.table.put(key, found{score: toTable(best, ply), static: f.judged(), bound: lower})
			}
			return best
		}
		alpha = max(alpha, best)
		if f.list = f.list[:0]; depth == 0 && w.pursued(ply) {
			f.list = slices.DeleteFunc(w.distinct(w.p.Threats(f.list)), func(m rules.Move) bool { return !w.forcing(m) && !w.p.MayCheck(m) })
		} else {
			f.list = w.p.Forcing(f.list, w.mind.promoting)
		}
	} else {
		f.list = w.distinct(w.p.Moves(f.list[:0]))
		if len(f.list) == 0 {
			return w.stalled(ply)
		}
	}
	base := best + w.mind.margin*3/2
	w.rate(f, known.mark, ply)
	known.mark = 0
	for i := range f.choices {
		c, rating := w.pick(f, i, early)
		m := c.move
		if !all {
			if rating < badScore {
				break // captures that lose, and moves that are none
			}
			if !c.forcing && depth < 0 || depth <= -scattered && m.To() != w.stack[ply-1].played.move.To() {
				continue
			} else if gain := base + w.mind.gain(c.captured, c.moved().Type(), m.Into()); c.forcing && gain <= alpha && alpha < mateBound {
				best = max(best, gain)
				continue
			}
		} else if best > -mateBound && !c.forcing && i > 2 {
			break
		}
		w.play(ply, c)
		if best > -mateBound && w.exposed() {
			w.undo()
			continue
		}
		score := -w.quiesce(-beta, -alpha, depth-1, ply+1)
		w.undo()
		if w.halted {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				known.mark = mark(m)
				f.pv = append(append(f.pv[:0], m), w.stack[ply+1].pv...)
				if score >= beta {
					break
				}
			}
		}
	}
	known.bound = upper
	if best >= beta {
		known.bound = lower
	}
	known.score, known.depth, known.static = toTable(best, ply), 0, f.judged()
	w.table.put(key, known)
	return best
}
