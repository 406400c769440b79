package rules

// Attackers returns the pieces of a side that attack a piece of type victim on
// a square, given the occupied squares. It includes captures limited to certain
// victims, but no en passant captures.
func (p *Position) Attackers(s Square, victim PieceType, side Side, occupied Bitboard) Bitboard {
	switch p.rules.width {
	case Width64:
		return p.attackers64(s, victim, side, occupied.Set64()).Bitboard()
	case Width128:
		return p.attackers128(s, victim, side, occupied.Set128()).Bitboard()
	}
	return p.attackers(s, victim, side, occupied)
}

func (p *Position) attackers(s Square, victim PieceType, side Side, occupied Bitboard) Bitboard {
	var out Bitboard
	r := p.rules
	a := &r.attacks[side]
	alive := p.own[side].And(occupied)
	for i := range a.leaps {
		c := &a.leaps[i]
		if from := c.reverse[s].And(alive); c.victims.Has(victim) && !from.Empty() {
			out = out.Or(from.And(p.squaresOf(c.pieces)))
		}
	}
	for i := range a.lame {
		c := &a.lame[i]
		if !c.victims.Has(victim) || !c.mask[s].And(alive).Meets(p.pieces[c.piece]) {
			continue
		}
		for j := range c.reverse[s] {
			l := &c.reverse[s][j]
			if alive.Has(l.square) && p.board[l.square] == c.piece && p.passable(c.table, l, occupied) {
				out = out.Or(bit(l.square))
			}
		}
	}
	for i := range a.slides {
		if c := &a.slides[i]; c.victims.Has(victim) {
			out = out.Or(p.riders(c, s, 0, occupied).And(alive))
		}
	}
	for i := range a.hops {
		if c := &a.hops[i]; c.victims.Has(victim) {
			out = out.Or(p.riders(c, s, 1, occupied).And(alive))
		}
	}
	for i := range a.behinds {
		if c := &a.behinds[i]; c.victims.Has(victim) {
			out = out.Or(p.riders(c, s, 2, occupied).And(alive))
		}
	}
	return out
}

// riders returns the pieces of a class that ride to a square: directly (over =
// 0), over one hurdle (1), or over a hurdle adjacent to the square (2).
func (p *Position) riders(c *rideClass, s Square, over int, occupied Bitboard) Bitboard {
	var out Bitboard
	riders := p.squaresOf(c.pieces).And(c.lines[s])
	if riders.Empty() {
		return out
	}
	for set := c.directions; set != 0; set &= set - 1 {
		d := trailing(set)
		ray := p.rules.rays[d][s]
		if !ray.Meets(riders) {
			continue
		}
		held := ray.And(occupied)
		if over > 0 && !held.Empty() {
			hurdle := nearest(held, d)
			if over == 2 && hurdle != nearest(ray, d) || c.neverHopped.Has(p.board[hurdle].Type()) {
				continue
			}
			held = p.rules.rays[d][hurdle].And(occupied)
		}
		if !held.Empty() {
			if at := nearest(held, d); riders.Has(at) {
				out = out.Or(bit(at))
			}
		}
	}
	return out
}
