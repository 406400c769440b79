package solve

import (
	"slices"

	"assay/analysis/rules"
)

// key tests one first move of a battle.
func (w *worker) key(m rules.Move) {
	n := w.stipulation.Moves
	if w.mustReach() {
		return
	}
	w.play(m)
	defer w.p.Undo()
	if w.holds(n) {
		s := Solution{Kind: w.kind, Moves: append([]rules.Move{m}, w.longest(n)...)}
		if w.run.settings.Tsume {
			s.Surplus = w.surplus(s.Moves[1:])
		}
		if w.run.settings.Variations {
			s.Variations = w.variations(n)
		}
		if !w.over {
			w.run.add(s)
		}
		return
	}
	replies := n > 1 || !w.stipulation.Play.mustReach() // else no defence could refute the move alone
	if w.run.settings.Tries && replies && !w.ended() {
		if refutation := w.onlyRefutation(n); refutation != 0 {
			w.run.add(Solution{Kind: Try, Moves: []rules.Move{m, refutation}})
		}
	}
}

// mustReach reports whether the side to move can reach the goal at once and
// must do so, which no reflex play survives.
func (w *worker) mustReach() bool { return w.stipulation.Play == Reflex && w.reaches() }

// reaches reports whether a move of the side to move reaches the goal.
func (w *worker) reaches() bool { return w.reaching() != 0 }

// reaching returns a move that reaches the goal; 0 for none.
func (w *worker) reaching() rules.Move {
	moves := w.lastMoves()
	defer func() { w.free(moves) }()
	for _, m := range moves {
		w.play(m)
		ok := w.reached()
		w.p.Undo()
		if ok {
			return m
		}
	}
	return 0
}

// forces reports whether the side to move has a move that succeeds, with n
// moves left.
func (w *worker) forces(n int) bool {
	at := key(w.p.Fingerprint())
	switch e := w.table.get(at); {
	case e.reached > 0 && int(e.reached) <= n:
		return true
	case int(e.refuted) >= n:
		return false
	}
	ok := !w.mustReach() && w.forcingMove(n) != 0
	if w.over {
		return false
	}
	w.table.update(at, func(e *entry) {
		switch {
		case !ok:
			e.refuted = max(e.refuted, uint8(n))
		case e.reached == 0 || int(e.reached) > n:
			e.reached = uint8(n)
		}
	})
	return ok
}

// forcingMove returns a move that succeeds with n moves left; 0 for none.
func (w *worker) forcingMove(n int) rules.Move {
	var moves []rules.Move
	if w.run.settings.Tsume || n == 1 && w.stipulation.Play == Direct {
		moves = w.lastMoves()
	} else {
		moves = w.moves()
	}
	defer func() { w.free(moves) }()
	if n > 1 {
		w.sort(moves, w.killers[2*n])
	}
	for _, m := range moves {
		w.play(m)
		ok := w.holds(n)
		w.p.Undo()
		if w.over {
			return 0
		}
		if ok {
			w.killers[2*n] = m
			return m
		}
	}
	return 0
}

// holds reports whether every defence fails after the move just played, which
// was the first of n moves.
func (w *worker) holds(n int) bool {
	direct := w.stipulation.Play == Direct
	if direct && w.reached() {
		return true
	}
	if w.ended() || direct && n == 1 && !w.run.settings.Tsume {
		return false
	}
	if w.stipulation.Play.mustReach() {
		if w.reaches() {
			return true
		}
		if n == 1 {
			return false
		}
	}
	return !w.defends(n)
}

// defends reports whether the side to move has a defence. Without a legal move,
// the goal is not reached, so it has.
func (w *worker) defends(n int) bool {
	moves := w.moves()
	defer func() { w.free(moves) }()
	w.sort(moves, w.killers[2*n-1])
	for _, m := range moves {
		w.play(m)
		ok := w.fails(n) || w.isFutile(m, n)
		w.p.Undo()
		if w.over || !ok {
			w.killers[2*n-1] = m
			return true
		}
	}
	return len(moves) == 0
}

// fails reports whether the defence just played fails; n counts the move before
// it.
func (w *worker) fails(n int) bool {
	if w.stipulation.Play != Direct && w.reached() {
		return true
	}
	return n > 1 && !w.ended() && w.forces(n-1)
}

// onlyRefutation returns the only defence against the move just played; 0 if
// there are none or several.
func (w *worker) onlyRefutation(n int) (only rules.Move) {
	moves := w.moves()
	defer func() { w.free(moves) }()
	for _, m := range moves {
		w.play(m)
		ok := w.fails(n)
		w.p.Undo()
		if ok {
			continue
		}
		if only != 0 || w.over {
			return 0
		}
		only = m
	}
	return only
}

// sort puts checks and captures of a list first, and the killer before them.
func (w *worker) sort(moves []rules.Move, killer rules.Move) {
	first := 0
	if i := slices.Index(moves, killer); i >= 0 && killer != 0 {
		moves[0], moves[i] = moves[i], moves[0]
		first = 1
	}
	for i := first; i < len(moves); i++ {
		if m := moves[i]; w.p.Captured(m) != rules.NoPiece || w.hasCheck && w.p.MayCheck(m) {
			moves[first], moves[i] = moves[i], moves[first]
			first++
		}
	}
}

// longest returns the play with the longest defence after a successful move,
// which was the first of n moves. Each defence is answered by the quickest
// move.
func (w *worker) longest(n int) (line []rules.Move) {
	if w.stipulation.Play == Direct && w.reached() || w.ended() {
		return nil
	}
	if w.stipulation.Play.mustReach() {
		if m := w.reaching(); m != 0 {
			return []rules.Move{m}
		}
	}
	for _, m := range w.p.Moves(nil) {
		w.play(m)
		if w.isFutile(m, n) {
			w.p.Undo()
			continue
		}
		reply := []rules.Move{m}
		if w.stipulation.Play == Direct || !w.reached() {
			reply = append(reply, w.quickest(n-1)...)
		}
		w.p.Undo()
		if len(reply) > len(line) ||
			w.run.settings.Tsume && len(reply) == len(line) && w.surplus(reply) < w.surplus(line) {
			line = reply
		}
		if w.over {
			return nil
		}
	}
	return line
}

// quickest returns the move that needs the fewest moves, and the longest
// defence against it.
func (w *worker) quickest(n int) []rules.Move {
	for fewest := 1; fewest <= n && !w.over; fewest++ {
		if !w.forces(fewest) {
			continue
		}
		m := w.forcingMove(fewest)
		if m == 0 {
			return nil
		}
		w.play(m)
		defer w.p.Undo()
		return append([]rules.Move{m}, w.longest(fewest)...)
	}
	return nil
}

// variations returns the play after a successful move, which was the first of n
// moves: every defence with all answers.
func (w *worker) variations(n int) (all []Variation) {
	if w.ended() || w.over || w.stipulation.Play == Direct && (n == 1 || w.reached()) {
		return nil
	}
	forced := w.stipulation.Play.mustReach() && w.reaches()
	for _, m := range w.p.Moves(nil) {
		w.play(m)
		switch reached := w.stipulation.Play != Direct && w.reached(); {
		case reached:
			all = append(all, Variation{Defence: m})
		case !forced && !w.isFutile(m, n):
			all = append(all, Variation{Defence: m, Answers: w.answers(n - 1)})
		}
		w.p.Undo()
	}
	return all
}

// answers returns all moves that succeed with the fewest moves needed, at most
// n.
func (w *worker) answers(n int) (all []Answer) {
	for fewest := 1; fewest <= n && len(all) == 0 && !w.over; fewest++ {
		if !w.forces(fewest) {
			continue
		}
		for _, m := range w.p.Moves(nil) {
			w.play(m)
			if w.holds(fewest) {
				all = append(all, Answer{Move: m, Variations: w.variations(fewest)})
			}
			w.p.Undo()
		}
	}
	return all
}

// addSetPlay adds a defence of the set play that has an answer.
func (w *worker) addSetPlay(v Variation, n int) {
	if len(v.Answers) == 0 && (w.stipulation.Play == Direct || n > 1) {
		return
	}
	s := Solution{Kind: SetPlay, Moves: []rules.Move{v.Defence}}
	if len(v.Answers) > 0 {
		s.Moves = append(s.Moves, v.Answers[0].Move)
		s.Variations = []Variation{v}
	}
	w.run.add(s)
}
