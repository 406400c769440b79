package engine

import (
	"slices"

	"assay/analysis/rules"
)

// over is the score of a position in which the game has ended, or can be
// claimed to, or which stood before in this line.
func (w *worker) over(ply int) (int, bool) {
	if o, ended := w.p.OutcomeBefore(true); ended {
		return ending(o, w.p.Side(), ply), true
	}
	if at, again := w.p.Earlier(); again && !w.whole && (at >= w.root || w.p.Occurrences() >= w.mind.occurrences) {
		return ending(w.p.Cycle(), w.p.Side(), ply), true
	}
	if o, claimed := w.p.ClaimedByPlies(); claimed && !w.whole && !w.exposed() {
		if !w.p.HasMove() {
			return w.stalled(ply), true
		}
		return ending(o, w.p.Side(), ply), true
	}
	return 0, false
}

// search is the score of the position at a ply, looked at so many plies deep,
// where it lies between alpha and beta, and else a bound of it on that side. A
// position that is expected to fail high by its first moves is a cut.
func (w *worker) search(alpha, beta, depth, ply int, cut bool) int {
	if depth <= 0 {
		return w.quiesce(alpha, beta, 0, ply)
	}
	if !w.visit() {
		return 0
	}
	w.sel = max(w.sel, ply)
	if score, over := w.over(ply); over {
		return score
	}
	f := &w.stack[ply]
	f.static = noStatic
	skip := f.skip // what is asked is how good the other moves are
	if ply >= maxPly {
		return w.evaluate(f)
	}
	narrow := beta-alpha == 1
	if !w.whole {
		// nothing is better than to win with the next move
		alpha, beta = max(alpha, ply-mate), min(beta, mate-ply-1)
		if alpha >= beta {
			return alpha
		}
	}
	key := w.key()
	known, hit := w.table.get(key)
	if hit && skip == 0 && (narrow || w.whole) && (known.depth == depth || known.depth > depth && !w.whole) {
		score := fromTable(known.score, ply)
		if known.bound == exact || known.bound == lower && score >= beta || known.bound == upper && score <= alpha {
			return score
		}
	}
	if !hit {
		known.static = noStatic
	}
	f.static, f.rough = known.static, false
	improving := false
	if !f.check && !w.whole {
		static := w.estimate(f, alpha, beta)
		if ply >= 2 && w.stack[ply-2].static != noStatic {
			improving = static > w.stack[ply-2].static
		}
		if hit && (known.bound == exact || known.bound == lower && known.score > static || known.bound == upper && known.score < static) &&
			known.score < mateBound && known.score > -mateBound {
			static = known.score
		}
		if narrow && skip == 0 && !w.mind.compulsory {
			if score, done := w.prune(alpha, beta, depth, ply, static, improving, cut); done {
				return score
			}
		}
	} else {
		f.static = noStatic
	}
	if !hit && skip == 0 && depth >= 4 && !f.check && !w.whole {
		depth--
	}
	alone := false
	if hit && skip == 0 && depth >= 7 && known.mark != 0 && known.depth >= depth-3 && (known.bound == lower || known.bound == exact) &&
		known.score > -mateBound && known.score < mateBound && ply < 2*w.depth && !w.whole {
		least := known.score - 2*depth
		static, rough := f.static, f.rough
		f.skip = known.mark
		score := w.search(least-1, least, (depth-1)/2, ply, cut)
		f.skip = 0
		switch {
		case w.halted:
			return 0
		case score < least:
			alone = true
		case least >= beta:
			return least // several moves are good enough
		}
		f.static, f.rough = static, rough
	}
	f.list = w.p.Moves(f.list[:0])
	f.list = w.distinct(f.list)
	if skip != 0 {
		f.list = slices.DeleteFunc(f.list, func(m rules.Move) bool { return mark(m) == skip })
		if len(f.list) == 0 {
			return alpha
		}
	}
	if len(f.list) == 0 {
		return w.stalled(ply)
	}
	w.rate(f, known.mark, ply)
	return w.tryAll(alpha, beta, depth, ply, cut, improving, alone, known)
}

// pursued reports whether the side to move gave check with its last move.
func (w *worker) pursued(ply int) bool { return ply > 0 && w.stack[ply-1].check }

// exposed reports whether the move just played leaves a royal to be captured,
// where the rules let it.
func (w *worker) exposed() bool {
	return w.mind.exposing && !w.whole && w.p.InCheck(w.p.Side().Other())
}

// stalled is the score of a position without a legal move.
func (w *worker) stalled(ply int) int {
	if o, decided := w.p.Stalled(); decided {
		return ending(o, w.p.Side(), ply)
	}
	return 0
}

// prune looks for a reason not to look at the moves of a position at all.
func (w *worker) prune(alpha, beta, depth, ply, static int, improving, cut bool) (int, bool) {
	f, m := &w.stack[ply], w.mind
	margin := m.margin * depth
	if improving {
		margin -= m.margin
	}
	if depth <= 7 && static-margin >= beta && beta > -mateBound && static < mateBound {
		return static, true
	}
	if depth <= 3 && static+m.margin*(4+3*depth*depth) < alpha && !w.pursued(ply) {
		if score := w.quiesce(alpha, beta, 0, ply); score <= alpha || w.halted {
			return score, true
		}
	}
	if !m.passing || depth < 3 || static < beta || f.static < beta-20*depth || beta <= -mateBound || ply == 0 || w.stack[ply-1].played.move == pass || !m.rich(w.p) {
		return 0, false
	}
	f.played = choice{move: pass}
	w.p.Play(pass)
	next := &w.stack[ply+1]
	next.check, next.off, next.pv = false, -f.off, next.pv[:0]
	score := -w.search(-beta, -beta+1, depth-3-depth/4-min((static-beta)/(2*m.margin), 3), ply+1, !cut)
	w.p.Undo()
	if score < beta || w.halted {
		return 0, w.halted
	}
	if score > mateBound {
		score = beta
	}
	return score, true
}

var pass = rules.NewMove(rules.Pass, 0, 0, rules.NoPieceType)

// tryAll searches the moves of a position, which are listed and rated.
func (w *worker) tryAll(alpha, beta, depth, ply int, cut, improving, alone bool, known found) int {
	f := &w.stack[ply]
	f.quiets = f.quiets[:0]
	best, bestMove := -infinite, rules.Move(0)
	before, narrow := alpha, beta-alpha == 1
	late := w.mind.patience + depth*depth
	if !improving {
		late = w.mind.patience + depth*depth/2
	}
	if depth > 6 || f.check || w.whole {
		late = len(f.choices)
	}
	for i := range f.choices {
		c, rating := w.pick(f, i, min(late+1, early))
		m, forcing := c.move, c.forcing
		if i <= late { // it is likely to be played
			w.table.fetch(w.p.LikelyKey(m))
		}
		if !w.whole && best > -mateBound && depth <= 8 && !f.check && w.hopeless(c, rating, i > late, depth) {
			continue
		}
		w.play(ply, c)
		check := w.stack[ply+1].check
		if best > -mateBound && w.exposed() {
			w.undo()
			continue
		}
		if !w.whole && !forcing && !check && best > -mateBound && !f.check && depth <= 5 && f.static != noStatic &&
			f.static+w.mind.margin*(depth+1) <= alpha && rating < killerScore {
			w.undo()
			best = max(best, f.static+w.mind.margin*(depth+1))
			continue
		}
		extended := depth - 1
		switch {
		case w.whole || ply >= 2*w.depth:
		case i == 0 && alone:
			extended++
		case check && (forcing && rating >= badScore || !forcing && rating < tableScore && w.stands(c)):
			extended++
		}
		var score int
		switch {
		case i == 0 && !narrow:
			score = -w.search(-beta, -alpha, extended, ply+1, false)
		case i == 0:
			score = -w.search(-beta, -alpha, extended, ply+1, !cut)
		default:
			reduced := extended
			if !w.whole && depth >= 3 && i > 1 {
				reduced = max(min(extended-w.late(f, c, rating, i, depth, check, cut, narrow, improving), extended), 1)
			}
			if score = -w.search(-alpha-1, -alpha, reduced, ply+1, true); score > alpha && reduced < extended {
				score = -w.search(-alpha-1, -alpha, extended, ply+1, !cut)
			}
			if score > alpha && !narrow {
				score = -w.search(-beta, -alpha, extended, ply+1, false)
			}
		}
		w.undo()
		if w.halted {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if !narrow || w.whole {
					f.pv = append(append(f.pv[:0], m), w.stack[ply+1].pv...)
				}
				if score >= beta {
					w.reward(f, c, depth, ply)
					break
				}
			}
		}
		if !forcing {
			f.quiets = append(f.quiets, c.index)
		}
	}
	if f.skip != 0 {
		return best
	}
	known.bound = exact
	switch {
	case best >= beta:
		known.bound = lower
	case best <= before:
		known.bound = upper
	}
	known.mark = 0
	if bestMove != 0 {
		known.mark = mark(bestMove)
	}
	known.score, known.depth, known.static = toTable(best, ply), depth, f.judged()
	w.table.put(w.key(), known)
	return best
}

// hopeless reports whether a move is not worth playing, so late or so losing as
// it is.
func (w *worker) hopeless(c *choice, rating int32, late bool, depth int) bool {
	if c.forcing {
		return rating < badScore && depth <= 6 && !w.exchanges(c, -w.mind.margin*depth)
	}
	if rating >= killerScore {
		return false
	}
	if depth <= 3 && int(rating) < -4000*depth && !w.p.MayCheck(c.move) {
		return true
	}
	if late && !w.p.MayCheck(c.move) {
		return true
	}
	return depth <= 6 && !w.exchanges(c, -w.mind.margin*depth*depth/4)
}

// late is how many plies less a move is searched that is not the first.
func (w *worker) late(f *frame, c *choice, rating int32, n, depth int, check, cut, narrow, improving bool) int {
	less := reduction(depth, n)
	if c.forcing && rating >= badScore {
		if !cut {
			return 0
		}
		less -= 2
	} else if !improving {
		less++
	}
	if !narrow {
		less--
	}
	if cut {
		less++
	}
	if f.check {
		less--
	}
	if check {
		less -= 2
	}
	if rating >= killerScore {
		less--
	}
	if !c.forcing {
		less -= int(rating) / 8000
	}
	return max(less, 0)
}
