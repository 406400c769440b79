package engine

import (
	"slices"

	"assay/analysis/rules"
)

// Ratings of moves, from best to worst: hash move, captures and promotions that
// do not lose material, killers, quiet moves by history, losing captures.
const (
	tableScore  = 1 << 30
	goodScore   = 1 << 24
	killerScore = 1 << 20
	badScore    = -(1 << 20)
	lostScore   = -(1 << 24)
)

// candidate is a move with the data that move ordering and pruning use
// repeatedly.
type candidate struct {
	move     rules.Move
	index    uint16 // index into the histories: piece, target square, drop
	captured rules.Piece
	forcing  bool // it captures, or promotes to a more valuable piece
}

// moved returns the piece that moves.
func (c *candidate) moved() rules.Piece { return rules.Piece(c.index >> 8 & 127) }

// set fills c for a move.
func (c *candidate) set(w *worker, m rules.Move) {
	moved, captured, drops := w.p.MovedAndCaptured(m)
	index, forcing := uint16(moved)<<8|uint16(m.To()), captured != rules.NoPiece
	if drops {
		index |= 1 << 15
	}
	if into := m.Into(); into != rules.NoPieceType && !forcing {
		forcing = w.eval.promotionGains(moved.Type(), into)
	}
	c.move, c.index, c.captured, c.forcing = m, index, captured, forcing
}

// isForcing reports whether a move captures, or promotes to a more valuable
// piece.
func (w *worker) isForcing(m rules.Move) bool {
	var c candidate
	c.set(w, m)
	return c.forcing
}

// rateMoves rates the moves of a frame. Captures are rated as if they lost
// nothing; pickMove checks that when it reaches them.
func (w *worker) rateMoves(f *frame, remembered uint16, ply int) {
	before, own := replySlot(0), followUpSlot(0)
	if ply > 0 {
		before = replySlot(w.stack[ply-1].played.index)
	}
	if ply > 1 {
		own = followUpSlot(w.stack[ply-2].played.index)
	}
	n := len(f.list)
	f.candidates, f.ratings = slices.Grow(f.candidates[:0], n)[:n], slices.Grow(f.ratings[:0], n)[:n]
	list, choices, ratings, past, killers := f.list, f.candidates[:n], f.ratings[:n], w.histories, f.killers
	for i, m := range list {
		c := &choices[i]
		c.set(w, m)
		rating := int32(lostScore)
		switch {
		case remembered != 0 && moveTag(m) == remembered:
			rating = tableScore
		case c.forcing:
			mover := c.moved().Type()
			rating = goodScore + 8*int32(w.eval.captureGain(c.captured, mover, m.Into())) - int32(w.eval.mg[mover])/16
		case m.Into() != rules.NoPieceType:
		case m == killers[0]:
			rating = killerScore + 1
		case m == killers[1]:
			rating = killerScore
		default:
			rating = int32(
				past.history[c.index],
			) + int32(
				past.continuation[before.at(c.index)],
			) + int32(
				past.continuation[own.at(c.index)],
			)
		}
		ratings[i] = rating
	}
}

// continuationSlot is the base index into histories.continuation for moves that
// follow a given move.
type continuationSlot int

// replySlot returns the slot for the opponent's answers to a move, and
// followUpSlot the slot for the same side's next moves.
func replySlot(to uint16) continuationSlot    { return continuationSlot(to) * 0x9e3779b1 }
func followUpSlot(to uint16) continuationSlot { return replySlot(to + 1) }

func (t continuationSlot) at(i uint16) int { return (int(t) ^ int(i)) & (1<<19 - 1) }

// sortedMoves is how many moves are tried in order of rating; the rest follow
// unsorted.
const sortedMoves = 24

// pickMove swaps the best remaining move to index i. From index late on, it
// sorts only killers and better moves. A capture that loses material is rated
// down when pickMove first selects it.
func (w *worker) pickMove(f *frame, i, late int) (*candidate, int32) {
	best := i
	for i < late || f.ratings[i-1] >= killerScore {
		most := f.ratings[i]
		best = i
		for j, rating := range f.ratings[i+1:] {
			if rating > most {
				best, most = i+1+j, rating
			}
		}
		if most <= killerScore+1 || most == tableScore || !w.losesExchange(&f.candidates[best]) {
			break
		}
		f.ratings[best] += lostScore - goodScore
	}
	f.candidates[i], f.candidates[best] = f.candidates[best], f.candidates[i]
	f.ratings[i], f.ratings[best] = f.ratings[best], f.ratings[i]
	return &f.candidates[i], f.ratings[i]
}

// losesExchange reports whether a more valuable piece captures a less valuable
// one and is lost (static exchange evaluation < 0).
func (w *worker) losesExchange(c *candidate) bool {
	mover := c.moved().Type()
	return c.captured != rules.NoPiece && w.eval.mg[mover] > w.eval.captureGain(c.captured, mover, c.move.Into()) &&
		!w.seeAtLeast(c, 0)
}

// rewardMove raises the history of a move that caused a cutoff and lowers that
// of the quiet moves tried before it.
func (w *worker) rewardMove(f *frame, c *candidate, depth, ply int) {
	if c.forcing {
		return
	}
	if f.killers[0] != c.move {
		f.killers[1], f.killers[0] = f.killers[0], c.move
	}
	bonus := min(32*depth*depth, 2000)
	w.updateHistory(c.index, bonus, ply)
	for _, i := range f.quiets {
		w.updateHistory(i, -bonus, ply)
	}
}

func (w *worker) updateHistory(i uint16, bonus, ply int) {
	addBonus(&w.history[i], bonus)
	if ply > 0 {
		addBonus(&w.continuation[replySlot(w.stack[ply-1].played.index).at(i)], bonus)
	}
	if ply > 1 {
		addBonus(&w.continuation[followUpSlot(w.stack[ply-2].played.index).at(i)], bonus)
	}
}

// addBonus moves a history value towards a bonus; the value remains within
// ±16,000.
func addBonus(h *int16, bonus int) {
	was := int(*h)
	*h = int16(was + bonus - was*max(bonus, -bonus)/16000)
}

// dropDuplicates keeps one drop per piece type if several bench cells hold the
// same type.
func (w *worker) dropDuplicates(list []rules.Move) []rules.Move {
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
