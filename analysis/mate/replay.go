package mate

import (
	"math"
	"slices"

	"assay/analysis/rules"
)

// replay plays the proof of the root through against every defence, by the
// rules alone and with the game's past, draws that can be claimed included, and
// gives the line of the longest defence.
func (s *search) replay(plies int) (line []rules.Move, ok, whole bool) {
	r := replay{search: s, shown: map[standing]win{}, most: leastReplayed + 8*s.nodes, returns: s.p.Rules().BansReturns(), root: s.p.Ply()}
	line, ok = r.shows(plies)
	return line, ok, r.played < r.most
}

// leastReplayed is how many moves a replay may play at least, beside some for
// each that was searched.
const leastReplayed = 20_000

type replay struct {
	*search
	// shown are the positions that are won for certain. A win gets shorter
	// with every ply, so that none comes back on its way, and what holds of it
	// on one way holds on all: but where the defender may have been kept from
	// a move by what happened on the way.
	shown   map[standing]win
	root    int    // ply of the game's history
	returns bool   // the rules keep from moves that bring positions back
	kept    uint64 // positions in which they may have
	played  uint64
	most    uint64
}

// standing is a position with the moves that are counted in it.
type standing struct {
	at          [2]uint64
	plies, most int
}

// win is a line that wins in so many plies.
type win struct {
	left int
	line []rules.Move
}

func (r *replay) play(m rules.Move) bool {
	r.p.Play(m)
	r.played++
	return r.played < r.most && (r.played&255 != 0 || r.ctx.Err() == nil)
}

// shows gives the line by which the position is won in so many plies.
func (r *replay) shows(left int) (line []rules.Move, ok bool) {
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
	case r.p.Occurrences() >= r.again:
		r.refuted[at] = true
		return nil, false
	case r.claimable():
		return nil, false
	}
	here := standing{at: at}
	here.plies, here.most = r.p.Tally()
	if w, known := r.shown[here]; known && w.left <= left && len(w.line) <= r.p.Unclaimed() {
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
		r.shown[here] = win{left, line}
	}
	return line, ok
}

// attack shows one move that wins: that of the proof, or else that of the
// shortest win known.
func (r *replay) attack(left int) ([]rules.Move, bool) {
	if e, _, _ := r.table.find(r.place(left)); e != nil && e.pn == 0 && e.move != 0 && r.p.Judge(e.move) == nil {
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
		} else if e, _, _ := r.table.find(r.place(next(left))); e != nil && e.pn == 0 {
			w.plies = int(e.plies)
		} else if v := r.first(r.place(next(left))); v.pn == 0 {
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

// wins shows that a move of the attacker wins.
func (r *replay) wins(m rules.Move, left int) (line []rules.Move, ok bool) {
	goesOn := r.play(m)
	if goesOn {
		line, ok = r.shows(next(left))
	}
	r.p.Undo()
	if !ok {
		return nil, false
	}
	return append([]rules.Move{m}, line...), true
}

// defend shows that every move loses.
func (r *replay) defend(left int) ([]rules.Move, bool) {
	var longest []rules.Move
	for _, m := range r.p.Moves(nil) {
		goesOn := r.play(m)
		line, ok := r.shows(next(left))
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
