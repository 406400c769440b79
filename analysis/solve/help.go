package solve

import "assay/analysis/rules"

// help searches from a move of help play, with left plies to go, this one
// included. If the side of the last ply reaches the goal earlier, the line
// ends, as in Popeye. It returns whether there are solutions.
func (w *worker) help(m rules.Move, left int) (solved bool) {
	w.line = append(w.line, m)
	w.play(m)
	if left%2 == 1 && w.reached() {
		solved = true
		w.solved()
	} else if left > 1 && !w.ended() {
		solved = w.helpOn(left - 1)
	}
	w.p.Undo()
	w.line = w.line[:len(w.line)-1]
	return solved
}

// helpOn continues help play with left plies to go. It returns whether there
// are solutions.
func (w *worker) helpOn(left int) (solved bool) {
	at := key(w.p.Fingerprint())
	store := left > 1 || w.stipulation.Series
	if w.over || !w.possible(left) || store && w.isRefuted(at, left) {
		return false
	}
	var moves []rules.Move
	if left == 1 {
		moves = w.lastMoves()
	} else {
		moves = w.moves()
	}
	if solved = w.any(moves, left, w.help); !solved && store && !w.over {
		w.refute(at, left)
	}
	return solved
}

// possible reports whether a game may reach its last position with left plies
// or moves of a series to go. Other problems are always possible.
func (w *worker) possible(left int) bool {
	if w.estimator == nil {
		return true
	}
	var each plies
	each[w.p.Side()] = left
	if !w.stipulation.Series {
		each[w.p.Side()], each[w.p.Side().Other()] = (left+1)/2, left/2
	}
	return w.estimator.possible(w.p, each)
}

// any plays all moves, and frees their list. It reports whether one of them has
// solutions.
func (w *worker) any(moves []rules.Move, left int, play func(rules.Move, int) bool) (solved bool) {
	for _, m := range moves {
		if play(m, left) {
			solved = true
		}
		if w.over {
			break
		}
	}
	w.free(moves)
	return solved
}

// isRefuted reports whether a position is known to have no solution within left
// plies of help play, or left moves of a series. A longer search without
// solutions settles shorter ones.
func (w *worker) isRefuted(at key, left int) bool {
	longer := w.table.get(at).lengths >> left
	if w.stipulation.Series {
		return longer != 0
	}
	return longer&sameParity != 0
}

// sameParity has every second bit.
const sameParity = 0x5555555555555555

func (w *worker) refute(at key, left int) {
	if left < 64 {
		w.table.update(at, func(e *entry) { e.lengths |= 1 << left })
	}
}

// series searches from a move of a series, with left moves to go, this one
// included. The goal may be reached earlier. It returns whether there are
// solutions.
func (w *worker) series(m rules.Move, left int) (solved bool) {
	if w.mustReach() {
		return false
	}
	w.line = append(w.line, m)
	w.play(m)
	solved = w.seriesEnds()
	must := solved && w.stipulation.Play.mustReach()
	if left > 1 && !must && !w.ended() && w.p.JudgeNull() == nil {
		w.p.Play(rules.PassMove)
		if w.seriesOn(left - 1) {
			solved = true
		}
		w.p.Undo()
	}
	w.p.Undo()
	w.line = w.line[:len(w.line)-1]
	return solved
}

// seriesOn continues a series with left moves to go. Only its last move may
// give check.
func (w *worker) seriesOn(left int) (solved bool) {
	at := key(w.p.Fingerprint())
	if !w.possible(left) || w.isRefuted(at, left) {
		return false
	}
	if solved = w.any(w.moves(), left, w.series); !solved && !w.over {
		w.refute(at, left)
	}
	return solved
}

// seriesEnds tests a position after a move of a series as its last one.
func (w *worker) seriesEnds() (solved bool) {
	switch {
	case w.stipulation.Replies():
		return !w.ended() && w.helpOn(1)
	case w.stipulation.Play == Direct:
		solved = w.reached()
	default:
		solved = w.holds(1)
	}
	if solved {
		w.solved()
	}
	return solved
}
