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
	index    uint16 // what moves where, in the histories
	captured rules.Piece
	forcing  bool // it captures or promotes to something of worth
}

// moved is what moves.
func (c *choice) moved() rules.Piece { return rules.Piece(c.index >> 8 & 127) }

// set makes c the choice of a move.
func (c *choice) set(w *worker, m rules.Move) {
	moved, captured, drops := w.p.MovedAndCaptured(m)
	index, forcing := uint16(moved)<<8|uint16(m.To()), captured != rules.NoPiece
	if drops {
		index |= 1 << 15
	}
	if into := m.Into(); into != rules.NoPieceType && !forcing {
		forcing = w.mind.rises(moved.Type(), into)
	}
	c.move, c.index, c.captured, c.forcing = m, index, captured, forcing
}

// forcing reports whether a move captures or promotes to something of worth.
func (w *worker) forcing(m rules.Move) bool {
	var c choice
	c.set(w, m)
	return c.forcing
}

// rate rates the moves of a list, captures as if none of them lost anything,
// which pick sees to.
func (w *worker) rate(f *frame, remembered uint16, ply int) {
	before, own := reply(0), sequel(0)
	if ply > 0 {
		before = reply(w.stack[ply-1].played.index)
	}
	if ply > 1 {
		own = sequel(w.stack[ply-2].played.index)
	}
	n := len(f.list)
	f.choices, f.ratings = slices.Grow(f.choices[:0], n)[:n], slices.Grow(f.ratings[:0], n)[:n]
	list, choices, ratings, past, killers := f.list, f.choices[:n], f.ratings[:n], w.memory, f.killers
	for i, m := range list {
		c := &choices[i]
		c.set(w, m)
		rating := int32(lostScore)
		switch {
		case remembered != 0 && mark(m) == remembered:
			rating = tableScore
		case c.forcing:
			mover := c.moved().Type()
			rating = goodScore + 8*int32(w.mind.gain(c.captured, mover, m.Into())) - int32(w.mind.board[mover])/16
		case m.Into() != rules.NoPieceType:
		case m == killers[0]:
			rating = killerScore + 1
		case m == killers[1]:
			rating = killerScore
		default:
			rating = int32(past.history[c.index]) + int32(past.continuation[before.at(c.index)]) + int32(past.continuation[own.at(c.index)])
		}
		ratings[i] = rating
	}
}

// trail is where moves after a certain one are in the continuations. Those of
// one piece stand together.
type trail int

// reply is the trail of what answers a move, sequel of what its own side goes
// on with.
func reply(to uint16) trail  { return trail(to) * 0x9e3779b1 }
func sequel(to uint16) trail { return reply(to + 1) }

func (t trail) at(i uint16) int { return (int(t) ^ int(i)) & (1<<19 - 1) }

// early is how many moves are tried in the order of their ratings.
const early = 24

// pick puts the best of the moves from i on at i. From late on they are taken
// as they come, once those that stand out are gone. A capture is tried for what
// it loses when it comes first, and stands back where it does.
func (w *worker) pick(f *frame, i, late int) (*choice, int32) {
	best := i
	for i < late || f.ratings[i-1] >= killerScore {
		most := f.ratings[i]
		best = i
		for j, rating := range f.ratings[i+1:] {
			if rating > most {
				best, most = i+1+j, rating
			}
		}
		if most <= killerScore+1 || most == tableScore || !w.loses(&f.choices[best]) {
			break
		}
		f.ratings[best] += lostScore - goodScore
	}
	f.choices[i], f.choices[best] = f.choices[best], f.choices[i]
	f.ratings[i], f.ratings[best] = f.ratings[best], f.ratings[i]
	return &f.choices[i], f.ratings[i]
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
		add(&w.continuation[reply(w.stack[ply-1].played.index).at(i)], bonus)
	}
	if ply > 1 {
		add(&w.continuation[sequel(w.stack[ply-2].played.index).at(i)], bonus)
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
