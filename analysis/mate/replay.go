package mate

import (
	"math"
	"slices"

	"assay/analysis/rules"
)

// replay plays the proof of the root against every defence, by the rules, with
// the game's history and claimable draws. It returns the line of the longest
// defence.
func (s *search) replay(plies int) (line []rules.Move, ok, whole bool) {
	r := replay{search: s, proven: map[positionState]win{}, most: leastReplayed + 8*s.nodes,
		returns: s.p.Rules().BansReturns(), root: s.p.Ply()}
	line, ok = r.lineWithin(plies)
	return line, ok, r.played < r.most
}

// leastReplayed is the minimum budget of a replay, in moves. The budget grows
// with the number of searched nodes.
const leastReplayed = 20_000

type replay struct {
	*search
	// proven are positions that are certainly won. A win shortens with every
	// ply, so no position repeats within it. Its value does not depend on the
	// path, unless the path restricted the defender.
	proven  map[positionState]win
	root    int    // ply of the game's history
	returns bool   // the rules forbid moves that repeat positions
	kept    uint64 // number of positions in which they may have
	played  uint64
	most    uint64
}

// positionState is a position with its move counters.
type positionState struct {
	at          [2]uint64
	plies, most int
}

// win is a winning line and its length.
type win struct {
	left int
	line []rules.Move
}

func (r *replay) play(m rules.Move) bool {
	r.p.Play(m)
	r.played++
	return r.played < r.most && (r.played&255 != 0 || r.ctx.Err() == nil)
}

// lineWithin returns a line that wins within left plies.
func (r *replay) lineWithin(left int) (line []rules.Move, ok bool) {
	if o, over := r.p.Outcome(); over {
		if o.Result == r.win {
			return nil, true
		}
		if _, ended := r.p.Ended(); !ended && r.p.HasMove() { // by repetition
			r.refuted[r.p.Fingerprint()] = true
		}
		return nil, false
	}
	at := r.p.Fingerprint()
	switch {
	case left == 0:
		return nil, false
	case r.p.Ply() == r.root || r.captures && r.p.Side() == r.attacker && r.p.Exposed():
	case r.p.Occurrences() >= r.claimOccurrences:
		r.refuted[at] = true
		return nil, false
	case r.claimable():
		return nil, false
	}
	here := positionState{at: at}
	here.plies, here.most = r.p.Tally()
	if w, known := r.proven[here]; known && w.left <= left && len(w.line) <= r.p.Unclaimed() {
		return w.line, true
	}
	before := r.kept
	if r.returns && r.p.MayReturn() {
		r.kept++
	}
	if r.p.Side() == r.attacker {
		line, ok = r.attack(left)
	} else {
		line, ok = r.defend(left)
	}
	if ok && r.kept == before {
		r.proven[here] = win{left, line}
	}
	return line, ok
}

// attack returns the line of one winning move: the move of the proof, or the
// one with the shortest known win.
func (r *replay) attack(left int) ([]rules.Move, bool) {
	if e, _, _ := r.table.find(r.tableKey(left)); e != nil && e.pn == 0 && e.move != 0 && r.p.Judge(e.move) == nil {
		if line, ok := r.wins(e.move, left); ok || r.played >= r.most {
			return line, ok
		}
	}
	type way struct {
		move  rules.Move
		plies int
	}
	var ways []way
	for _, m := range r.moves(nil, left) {
		if !r.play(m) {
			r.p.Undo()
			return nil, false
		}
		w := way{m, math.MaxInt}
		if o, over := r.p.Ended(); over {
			if o.Result == r.win {
				w.plies = 0
			}
		} else if e, _, _ := r.table.find(r.tableKey(next(left))); e != nil && e.pn == 0 {
			w.plies = int(e.plies)
		} else if v := r.estimate(r.tableKey(next(left))); v.pn == 0 {
			w.plies = 0
		}
		r.p.Undo()
		if w.plies < math.MaxInt {
			ways = append(ways, w)
		}
	}
	slices.SortStableFunc(ways, func(a, b way) int { return a.plies - b.plies })
	for _, w := range ways {
		if line, ok := r.wins(w.move, left); ok || r.played >= r.most {
			return line, ok
		}
	}
	return nil, false
}

// wins returns the line if a move of the attacker wins.
func (r *replay) wins(m rules.Move, left int) (line []rules.Move, ok bool) {
	goesOn := r.play(m)
	if goesOn {
		line, ok = r.lineWithin(next(left))
	}
	r.p.Undo()
	if !ok {
		return nil, false
	}
	return append([]rules.Move{m}, line...), true
}

// defend returns the longest line if every move loses.
func (r *replay) defend(left int) ([]rules.Move, bool) {
	var longest []rules.Move
	for _, m := range r.p.Moves(nil) {
		goesOn := r.play(m)
		line, ok := r.lineWithin(next(left))
		r.p.Undo()
		if !ok || !goesOn {
			return nil, false
		}
		if longest == nil || len(line) >= len(longest) {
			longest = append([]rules.Move{m}, line...)
		}
	}
	return longest, longest != nil
}
