package engine

import (
	"slices"

	"assay/analysis/rules"
)

// evasionPlies is the number of quiescence plies in which all check evasions
// are tried. With pieces in hand, a check may have hundreds of evasions.
const evasionPlies = 3

// freeCapturePlies is the number of quiescence plies in which captures on any
// square are tried; deeper, only recaptures are. In variants whose benches fill
// by captures, the tree would otherwise explode.
const freeCapturePlies = 4

// quiesce returns the score after captures, promotions and check evasions are
// played out.
func (w *worker) quiesce(alpha, beta, depth, ply int) int {
	if !w.visit() {
		return 0
	}
	w.selDepth = max(w.selDepth, ply)
	if score, over := w.gameOver(ply); over {
		return score
	}
	f := &w.stack[ply]
	f.pv, f.static = f.pv[:0], noStatic
	if ply >= maxPly || w.fullWidth {
		return w.fullEval(f)
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
	f.static, f.staticIsBound = known.static, false
	best := -infinite
	all := f.inCheck && depth > -evasionPlies
	if w.eval.compulsory && !all {
		f.list = w.p.Moves(f.list[:0])
		all = len(f.list) > 0 && w.isForcing(f.list[0])
	}
	if !all {
		best = w.lazyEval(f, alpha, beta)
		if best >= beta {
			if !hit {
				w.table.put(key, tableData{score: toTable(best, ply), static: f.tableStatic(), bound: lower})
			}
			return best
		}
		alpha = max(alpha, best)
		if f.list = f.list[:0]; depth == 0 && w.gaveCheck(ply) {
			f.list = slices.DeleteFunc(
				w.dropDuplicates(w.p.Threats(f.list)),
				func(m rules.Move) bool { return !w.isForcing(m) && !w.p.MayCheck(m) },
			)
		} else {
			f.list = w.p.Forcing(f.list, w.eval.promotes)
		}
	} else {
		f.list = w.dropDuplicates(w.p.Moves(f.list[:0]))
		if len(f.list) == 0 {
			return w.noMoveScore(ply)
		}
	}
	base := best + w.eval.futilityMargin*3/2
	w.rateMoves(f, known.tag, ply)
	known.tag = 0
	for i := range f.candidates {
		c, rating := w.pickMove(f, i, sortedMoves)
		m := c.move
		if !all {
			if rating < badScore {
				break // only losing captures and filtered moves remain
			}
			if !c.forcing && depth < 0 || depth <= -freeCapturePlies && m.To() != w.stack[ply-1].played.move.To() {
				continue
			} else if gain := base + w.eval.captureGain(c.captured, c.moved().Type(), m.Into()); c.forcing &&
				gain <= alpha && alpha < mateBound {
				best = max(best, gain)
				continue
			}
		} else if best > -mateBound && !c.forcing && i > 2 {
			break
		}
		w.play(ply, c)
		if best > -mateBound && w.royalExposed() {
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
				known.tag = moveTag(m)
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
	known.score, known.depth, known.static = toTable(best, ply), 0, f.tableStatic()
	w.table.put(key, known)
	return best
}
