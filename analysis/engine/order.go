package engine

import "assay/analysis/rules"

// Ratings of moves: the one that the table remembers, captures and promotions
// that lose nothing, moves that refuted a neighbour, all others by their
// history, and captures that lose.
const (
	tableScore  = 1 << 30
	goodScore   = 1 << 24
	killerScore = 1 << 20
	badScore    = -(1 << 20)
	lostScore   = -(1 << 24)
)

// forcing reports whether a move captures or promotes to something of worth.
func (w *worker) forcing(m rules.Move) bool {
	return w.p.Captured(m) != rules.NoPiece || m.Into() != rules.NoPieceType && w.mind.rises(w.p.Moved(m).Type(), m.Into())
}

// rate rates the moves of a list, captures as if none of them lost anything,
// which pick sees to.
func (w *worker) rate(f *frame, remembered uint16, ply int) {
	f.scores = f.scores[:0]
	var before, own int
	if ply > 0 {
		before = w.stack[ply-1].index
	}
	if ply > 1 {
		own = w.stack[ply-2].index
	}
	for _, m := range f.list {
		f.scores = append(f.scores, w.rating(f, m, remembered, before, own))
	}
}

func (w *worker) rating(f *frame, m rules.Move, remembered uint16, before, own int) int32 {
	if remembered != 0 && mark(m) == remembered {
		return tableScore
	}
	captured := w.p.Captured(m)
	if captured != rules.NoPiece || m.Into() != rules.NoPieceType {
		mover := w.p.Moved(m).Type()
		gain := int32(w.mind.gain(captured, mover, m.Into()))
		if captured == rules.NoPiece && !w.mind.rises(mover, m.Into()) {
			return lostScore
		}
		return goodScore + 8*gain - int32(w.mind.board[mover])/16
	}
	if m == f.killers[0] {
		return killerScore + 1
	}
	if m == f.killers[1] {
		return killerScore
	}
	i := w.index(m)
	return int32(w.history[i]) + int32(w.continuation[pair(before, i)]) + int32(w.continuation[pair(own+1, i)])
}

// pair tells a move after another in the continuations. Those of one piece
// after the same one stand together.
func pair(before, i int) int { return (before*0x9e3779b1 ^ i) & (1<<19 - 1) }

// pick puts the best of the moves from i on at i. Late moves are taken as they
// come, once those that stand out are gone. A capture is tried for what it
// loses when it comes first, and stands back where it does.
func (w *worker) pick(f *frame, i int) rules.Move {
	best := i
	for i < 24 || f.scores[i-1] >= killerScore {
		most := f.scores[i]
		best = i
		for j, score := range f.scores[i+1:] {
			if score > most {
				best, most = i+1+j, score
			}
		}
		if most <= killerScore+1 || most == tableScore || !w.loses(f.list[best]) {
			break
		}
		f.scores[best] += lostScore - goodScore
	}
	f.list[i], f.list[best] = f.list[best], f.list[i]
	f.scores[i], f.scores[best] = f.scores[best], f.scores[i]
	return f.list[i]
}

// loses reports whether a move captures with something of more worth, which is
// lost by it.
func (w *worker) loses(m rules.Move) bool {
	captured, mover := w.p.Captured(m), w.p.Moved(m).Type()
	return captured != rules.NoPiece && w.mind.board[mover] > w.mind.gain(captured, mover, m.Into()) && !w.exchanges(m, 0)
}

// reward remembers a move that refuted the one before, and those tried in vain.
func (w *worker) reward(f *frame, m rules.Move, depth, ply int, forcing bool) {
	if forcing {
		return
	}
	if f.killers[0] != m {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	bonus := min(32*depth*depth, 2000)
	w.remember(m, bonus, ply)
	for _, q := range f.quiets {
		w.remember(q, -bonus, ply)
	}
}

func (w *worker) remember(m rules.Move, bonus, ply int) {
	i := w.index(m)
	add(&w.history[i], bonus)
	if ply > 0 {
		add(&w.continuation[pair(w.stack[ply-1].index, i)], bonus)
	}
	if ply > 1 {
		add(&w.continuation[pair(w.stack[ply-2].index+1, i)], bonus)
	}
}

// add moves a memory toward a bonus, 16,000 at most either way.
func add(h *int16, bonus int) {
	was := int(*h)
	*h = int16(was + bonus - was*max(bonus, -bonus)/16000)
}

// distinct leaves out drops of pieces that lie in several cells, but from the
// first.
func (w *worker) distinct(list []rules.Move) []rules.Move {
	cells := w.p.Rules().Cells()
	if cells == 0 {
		return list
	}
	var first, again uint64
	var seen rules.PieceTypeSet
	for i := range cells {
		t := w.p.Cell(w.p.Side(), i)
		if t == rules.NoPieceType {
			continue
		}
		if seen.Has(t) {
			again |= 1 << i
		} else {
			seen.Add(t)
			first |= 1 << i
		}
	}
	if again == 0 {
		return list
	}
	kept := list[:0]
	for _, m := range list {
		if m.Kind() != rules.Drop || again>>m.Slot()&1 == 0 {
			kept = append(kept, m)
		}
	}
	return kept
}
