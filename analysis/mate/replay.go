package mate

import (
	"math"
	"slices"

	"assay/analysis/rules"
)

// replay plays the proof of the root through against every defence, by the
// rules alone and with the game's past, and gives the line of the longest
// defence.
func (s *search) replay(plies int) ([]rules.Move, bool) {
	r := replay{search: s, most: s.nodes + replayed}
	if !s.p.Rules().BansReturns() {
		r.shown = map[question][]rules.Move{}
	}
	return r.shows(plies)
}

// replayed is how many moves a replay plays at most beside as many as were
// searched.
const replayed = 2_000_000

type replay struct {
	*search
	// shown are the positions that are won for certain, with the lines. A win
	// gets shorter with every ply, so that none comes back on its way, and what
	// holds of it on one way holds on all: but where rules ban a move for the
	// past.
	shown  map[question][]rules.Move
	played uint64
	most   uint64
}

type question struct {
	at   [2]uint64
	left int
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
	if left == 0 {
		return nil, false
	}
	at := question{r.p.Fingerprint(), left}
	if line, known := r.shown[at]; known {
		return line, true
	}
	if r.p.Side() == r.attacker {
		line, ok = r.attack(left)
	} else {
		line, ok = r.defend(left)
	}
	if ok && r.shown != nil {
		r.shown[at] = line
	}
	return line, ok
}

// attack shows one move that wins, that of the shortest win known first.
func (r *replay) attack(left int) ([]rules.Move, bool) {
	type way struct {
		move  rules.Move
		plies int
	}
	var ways []way
	for _, m := range r.moves(nil, left) {
		r.search.play(m)
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
		goesOn := r.play(w.move)
		line, ok := r.shows(next(left))
		r.p.Undo()
		if ok {
			return append([]rules.Move{w.move}, line...), true
		}
		if !goesOn {
			return nil, false
		}
	}
	return nil, false
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
