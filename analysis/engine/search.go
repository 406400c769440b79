package engine

import (
	"slices"

	"assay/analysis/rules"
)

// gameOver returns the score of a position in which the game is over, a player
// can claim an ending, or the line repeats a position.
func (w *worker) gameOver(ply int) (int, bool) {
	if o, ended := w.p.OutcomeBefore(true); ended {
		return ending(o, w.p.Side(), ply), true
	}
	if at, again := w.p.Earlier(); again && !w.fullWidth && (at >= w.root || w.p.Occurrences() >= w.eval.occurrences) {
		return ending(w.p.Cycle(), w.p.Side(), ply), true
	}
	if o, claimed := w.p.ClaimedByPlies(); claimed && !w.fullWidth && !w.royalExposed() {
		if !w.p.HasMove() {
			return w.noMoveScore(ply), true
		}
		return ending(o, w.p.Side(), ply), true
	}
	return 0, false
}

// search returns the score of the position at a ply, searched to depth: exact
// between alpha and beta, else a bound (fail-soft). cutNode marks nodes that
// are expected to fail high.
func (w *worker) search(alpha, beta, depth, ply int, cutNode bool) int {
	if depth <= 0 {
		return w.quiesce(alpha, beta, 0, ply)
	}
	if !w.visit() {
		return 0
	}
	w.selDepth = max(w.selDepth, ply)
	if score, over := w.gameOver(ply); over {
		return score
	}
	f := &w.stack[ply]
	f.static = noStatic
	excluded := f.excluded // singular search: how good are the other moves?
	if ply >= maxPly {
		return w.fullEval(f)
	}
	zeroWindow := beta-alpha == 1
	if !w.fullWidth {
		// mate distance pruning
		alpha, beta = max(alpha, ply-mate), min(beta, mate-ply-1)
		if alpha >= beta {
			return alpha
		}
	}
	key := w.key()
	known, hit := w.table.get(key)
	if hit && excluded == 0 && (zeroWindow || w.fullWidth) &&
		(known.depth == depth || known.depth > depth && !w.fullWidth) {
		score := fromTable(known.score, ply)
		if known.bound == exact || known.bound == lower && score >= beta || known.bound == upper && score <= alpha {
			return score
		}
	}
	if !hit {
		known.static = noStatic
	}
	f.static, f.staticIsBound = known.static, false
	improving := false
	if !f.inCheck && !w.fullWidth {
		static := w.lazyEval(f, alpha, beta)
		if ply >= 2 && w.stack[ply-2].static != noStatic {
			improving = static > w.stack[ply-2].static
		}
		if hit &&
			(known.bound == exact || known.bound == lower && known.score > static || known.bound == upper &&
				known.score < static) &&
			known.score < mateBound &&
			known.score > -mateBound {
			static = known.score
		}
		if zeroWindow && excluded == 0 && !w.eval.compulsory {
			if score, done := w.pruneNode(alpha, beta, depth, ply, static, improving, cutNode); done {
				return score
			}
		}
	} else {
		f.static = noStatic
	}
	if !hit && excluded == 0 && depth >= 4 && !f.inCheck && !w.fullWidth {
		depth--
	}
	singular := false
	if hit && excluded == 0 && depth >= 7 && known.tag != 0 && known.depth >= depth-3 &&
		(known.bound == lower || known.bound == exact) &&
		known.score > -mateBound &&
		known.score < mateBound &&
		ply < 2*w.depth &&
		!w.fullWidth {
		singularBeta := known.score - 2*depth
		static, rough := f.static, f.staticIsBound
		f.excluded = known.tag
		score := w.search(singularBeta-1, singularBeta, (depth-1)/2, ply, cutNode)
		f.excluded = 0
		switch {
		case w.halted:
			return 0
		case score < singularBeta:
			singular = true
		case singularBeta >= beta:
			return singularBeta // multi-cut: several moves fail high
		}
		f.static, f.staticIsBound = static, rough
	}
	f.list = w.p.Moves(f.list[:0])
	f.list = w.dropDuplicates(f.list)
	if excluded != 0 {
		f.list = slices.DeleteFunc(f.list, func(m rules.Move) bool { return moveTag(m) == excluded })
		if len(f.list) == 0 {
			return alpha
		}
	}
	if len(f.list) == 0 {
		return w.noMoveScore(ply)
	}
	w.rateMoves(f, known.tag, ply)
	return w.searchMoves(alpha, beta, depth, ply, cutNode, improving, singular, known)
}

// gaveCheck reports whether the side to move gave check with its previous move.
func (w *worker) gaveCheck(ply int) bool { return ply > 0 && w.stack[ply-1].inCheck }

// royalExposed reports whether the move just played leaves a royal capturable,
// in variants that allow it.
func (w *worker) royalExposed() bool {
	return w.eval.mayExposeRoyal && !w.fullWidth && w.p.InCheck(w.p.Side().Other())
}

// noMoveScore returns the score of a position without legal moves.
func (w *worker) noMoveScore(ply int) int {
	if o, decided := w.p.Stalled(); decided {
		return ending(o, w.p.Side(), ply)
	}
	return 0
}

// pruneNode tries to prune a whole node: reverse futility pruning, razoring,
// and the null move. It returns the score and whether it pruned.
func (w *worker) pruneNode(alpha, beta, depth, ply, static int, improving, cutNode bool) (int, bool) {
	f, m := &w.stack[ply], w.eval
	margin := m.futilityMargin * depth
	if improving {
		margin -= m.futilityMargin
	}
	if depth <= 7 && static-margin >= beta && beta > -mateBound && static < mateBound {
		return static, true
	}
	if depth <= 3 && static+m.futilityMargin*(4+3*depth*depth) < alpha && !w.gaveCheck(ply) {
		if score := w.quiesce(alpha, beta, 0, ply); score <= alpha || w.halted {
			return score, true
		}
	}
	if !m.nullMoveAllowed || depth < 3 || static < beta || f.static < beta-20*depth || beta <= -mateBound || ply == 0 ||
		w.stack[ply-1].played.move == rules.PassMove ||
		!m.hasNonPawnMaterial(w.p) {
		return 0, false
	}
	f.played = candidate{move: rules.PassMove}
	w.p.Play(rules.PassMove)
	next := &w.stack[ply+1]
	next.inCheck, next.lazyCorrection, next.pv = false, -f.lazyCorrection, next.pv[:0]
	score := -w.search(-beta, -beta+1, depth-3-depth/4-min((static-beta)/(2*m.futilityMargin), 3), ply+1, !cutNode)
	w.p.Undo()
	if score < beta || w.halted {
		return 0, w.halted
	}
	if score > mateBound {
		score = beta
	}
	return score, true
}

// searchMoves searches the rated moves of a node and stores the result in the
// hash table.
func (w *worker) searchMoves(alpha, beta, depth, ply int, cutNode, improving, singular bool, known tableData) int {
	f := &w.stack[ply]
	f.quiets = f.quiets[:0]
	best, bestMove := -infinite, rules.Move(0)
	oldAlpha, zeroWindow := alpha, beta-alpha == 1
	moveLimit := w.eval.lmpBase + depth*depth
	if !improving {
		moveLimit = w.eval.lmpBase + depth*depth/2
	}
	if depth > 6 || f.inCheck || w.fullWidth {
		moveLimit = len(f.candidates)
	}
	for i := range f.candidates {
		c, rating := w.pickMove(f, i, min(moveLimit+1, sortedMoves))
		m, forcing := c.move, c.forcing
		if i <= moveLimit { // likely to be played
			w.table.prefetch(w.p.LikelyKey(m))
		}
		if !w.fullWidth && best > -mateBound && depth <= 8 && !f.inCheck &&
			w.isFutile(c, rating, i > moveLimit, depth) {
			continue
		}
		w.play(ply, c)
		check := w.stack[ply+1].inCheck
		if best > -mateBound && w.royalExposed() {
			w.undo()
			continue
		}
		if !w.fullWidth && !forcing && !check && best > -mateBound && !f.inCheck && depth <= 5 &&
			f.static != noStatic &&
			f.static+w.eval.futilityMargin*(depth+1) <= alpha &&
			rating < killerScore {
			w.undo()
			best = max(best, f.static+w.eval.futilityMargin*(depth+1))
			continue
		}
		extended := depth - 1
		switch {
		case w.fullWidth || ply >= 2*w.depth:
		case i == 0 && singular:
			extended++
		case check && (forcing && rating >= badScore || !forcing && rating < tableScore && w.isSafe(c)):
			extended++
		}
		var score int
		switch {
		case i == 0 && !zeroWindow:
			score = -w.search(-beta, -alpha, extended, ply+1, false)
		case i == 0:
			score = -w.search(-beta, -alpha, extended, ply+1, !cutNode)
		default:
			reduced := extended
			if !w.fullWidth && depth >= 3 && i > 1 {
				reduced = max(
					min(
						extended-w.lmrReduction(f, c, rating, i, depth, check, cutNode, zeroWindow, improving),
						extended,
					),
					1,
				)
			}
			if score = -w.search(-alpha-1, -alpha, reduced, ply+1, true); score > alpha && reduced < extended {
				score = -w.search(-alpha-1, -alpha, extended, ply+1, !cutNode)
			}
			if score > alpha && !zeroWindow {
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
				if !zeroWindow || w.fullWidth {
					f.pv = append(append(f.pv[:0], m), w.stack[ply+1].pv...)
				}
				if score >= beta {
					w.rewardMove(f, c, depth, ply)
					break
				}
			}
		}
		if !forcing {
			f.quiets = append(f.quiets, c.index)
		}
	}
	if f.excluded != 0 {
		return best
	}
	known.bound = exact
	switch {
	case best >= beta:
		known.bound = lower
	case best <= oldAlpha:
		known.bound = upper
	}
	known.tag = 0
	if bestMove != 0 {
		known.tag = moveTag(bestMove)
	}
	known.score, known.depth, known.static = toTable(best, ply), depth, f.tableStatic()
	w.table.put(w.key(), known)
	return best
}

// isFutile reports whether a move can be skipped: late-move pruning, history
// pruning, or a static exchange evaluation that loses too much.
func (w *worker) isFutile(c *candidate, rating int32, pastLimit bool, depth int) bool {
	if c.forcing {
		return rating < badScore && depth <= 6 && !w.seeAtLeast(c, -w.eval.futilityMargin*depth)
	}
	if rating >= killerScore {
		return false
	}
	if depth <= 3 && int(rating) < -4000*depth && !w.p.MayCheck(c.move) {
		return true
	}
	if pastLimit && !w.p.MayCheck(c.move) {
		return true
	}
	return depth <= 6 && !w.seeAtLeast(c, -w.eval.futilityMargin*depth*depth/4)
}

// lmrReduction returns by how many plies a late move is reduced.
func (w *worker) lmrReduction(
	f *frame,
	c *candidate,
	rating int32,
	n, depth int,
	check, cutNode, zeroWindow, improving bool,
) int {
	reduction := baseReduction(depth, n)
	if c.forcing && rating >= badScore {
		if !cutNode {
			return 0
		}
		reduction -= 2
	} else if !improving {
		reduction++
	}
	if !zeroWindow {
		reduction--
	}
	if cutNode {
		reduction++
	}
	if f.inCheck {
		reduction--
	}
	if check {
		reduction -= 2
	}
	if rating >= killerScore {
		reduction--
	}
	if !c.forcing {
		reduction -= int(rating) / 8000
	}
	return max(reduction, 0)
}
