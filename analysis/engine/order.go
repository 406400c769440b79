package engine

import (
	"slices"

	"assay/analysis/rules"
)

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

// choice is a move of a list with what is asked of it again and again.
type choice struct {
	move     rules.Move
	rating   int32
	index    uint16 // what moves where, in the histories
	captured rules.Piece
	forcing  bool // it captures or promotes to something of worth
}

// moved is what moves.
func (c *choice) moved() rules.Piece { return rules.Piece(c.index >> 8 & 127) }

// choose gives a move as a choice that is not rated.
func (w *worker) choose(m rules.Move) choice {
	moved, captured := w.p.MovedAndCaptured(m)
	c := choice{move: m, index: uint16(moved)<<8 | uint16(m.To()), captured: captured}
	if k := m.Kind(); k == rules.Drop || k == rules.PocketDrop {
		c.index |= 1 << 15
	}
	c.forcing = captured != rules.NoPiece || m.Into() != rules.NoPieceType && w.mind.rises(moved.Type(), m.Into())
	return c
}

// rate rates the moves of a list, captures as if none of them lost anything,
// which pick sees to.
func (w *worker) rate(f *frame, remembered uint16, ply int) {
	var before, own uint16
	if ply > 0 {
		before = w.stack[ply-1].played.index
	}
	if ply > 1 {
		own = w.stack[ply-2].played.index
	}
	f.choices = slices.Grow(f.choices[:0], len(f.list))[:len(f.list)]
	for i, m := range f.list {
		c := w.choose(m)
		c.rating = w.rating(f, &c, remembered, before, own)
		f.choices[i] = c
	}
}

func (w *worker) rating(f *frame, c *choice, remembered, before, own uint16) int32 {
	m := c.move
	switch {
	case remembered != 0 && mark(m) == remembered:
		return tableScore
	case c.forcing:
		mover := c.moved().Type()
		return goodScore + 8*int32(w.mind.gain(c.captured, mover, m.Into())) - int32(w.mind.board[mover])/16
	case m.Into() != rules.NoPieceType:
		return lostScore
	case m == f.killers[0]:
		return killerScore + 1
	case m == f.killers[1]:
		return killerScore
	}
	return int32(w.history[c.index]) + int32(w.continuation[pair(before, c.index)]) + int32(w.continuation[pair(own+1, c.index)])
}

// pair tells a move after another in the continuations. Those of one piece
// after the same one stand together.
func pair(before, i uint16) int { return (int(before)*0x9e3779b1 ^ int(i)) & (1<<19 - 1) }

// pick puts the best of the moves from i on at i. Late moves are taken as they
// come, once those that stand out are gone. A capture is tried for what it
// loses when it comes first, and stands back where it does.
func (w *worker) pick(f *frame, i int) *choice {
	first, best := &f.choices[i], &f.choices[i]
	for i < 24 || f.choices[i-1].rating >= killerScore {
		best = first
		for later := f.choices[i+1:]; len(later) > 0; later = later[1:] {
			if later[0].rating > best.rating {
				best = &later[0]
			}
		}
		if best.rating <= killerScore+1 || best.rating == tableScore || !w.loses(best) {
			break
		}
		best.rating += lostScore - goodScore
	}
	*first, *best = *best, *first
	return first
}

// loses reports whether a move captures with something of more worth, which is
// lost by it.
func (w *worker) loses(c *choice) bool {
	mover := c.moved().Type()
	return c.captured != rules.NoPiece && w.mind.board[mover] > w.mind.gain(c.captured, mover, c.move.Into()) && !w.exchanges(c, 0)
}

// reward remembers a move that refuted the one before, and those tried in vain.
func (w *worker) reward(f *frame, c *choice, depth, ply int) {
	if c.forcing {
		return
	}
	if f.killers[0] != c.move {
		f.killers[1], f.killers[0] = f.killers[0], c.move
	}
	bonus := min(32*depth*depth, 2000)
	w.remember(c.index, bonus, ply)
	for _, i := range f.quiets {
		w.remember(i, -bonus, ply)
	}
}

func (w *worker) remember(i uint16, bonus, ply int) {
	add(&w.history[i], bonus)
	if ply > 0 {
		add(&w.continuation[pair(w.stack[ply-1].played.index, i)], bonus)
	}
	if ply > 1 {
		add(&w.continuation[pair(w.stack[ply-2].played.index+1, i)], bonus)
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
