package rules

// reach returns the pseudo-legal targets of a piece on a square: quiet moves
// and captures, except rifle captures.
func (p *Position) reach(pc Piece, s Square) Bitboard {
	switch p.rules.width {
	case Width64:
		return p.reach64(pc, s).Bitboard()
	case Width128:
		return p.reach128(pc, s).Bitboard()
	}
	t := p.rules.tables[pc]
	occupied := p.occupied
	enemy := p.own[pc.Side().Other()]
	var out Bitboard
	if t.anyLeaps != nil {
		out = t.anyLeaps[s]
	}
	for set := t.fullLines; set != 0; set &= set - 1 {
		d := trailing(set)
		out = out.Or(p.rules.rays[d][s].line(p.rules.rays[d+4][s], occupied))
	}
	for set := t.slideAny &^ (t.fullLines | t.fullLines<<4); set != 0; set &= set - 1 {
		out = out.Or(p.rules.slide(s, trailing(set), occupied))
	}
	out = out.AndNot(occupied.AndNot(enemy))
	if t.plain {
		return out
	}
	if t.quietLeaps != nil {
		out = out.Or(t.quietLeaps[s].AndNot(occupied))
	}
	if t.captureLeaps != nil {
		out = out.Or(t.captureLeaps[s].And(enemy))
	}
	if t.lameLeaps != nil {
		leaps := t.lameLeaps[s]
		for i := range leaps {
			l := &leaps[i]
			if (l.quiet && !occupied.Has(l.square) || l.capture && enemy.Has(l.square)) && p.passable(t, l, occupied) {
				out = out.Or(bit(l.square))
			}
		}
	}
	if t.leapsOnly {
		return out
	}
	for set := t.slideQuiet; set != 0; set &= set - 1 {
		out = out.Or(p.rules.slide(s, trailing(set), occupied).AndNot(occupied))
	}
	for set := t.slideCapture; set != 0; set &= set - 1 {
		out = out.Or(p.rules.slide(s, trailing(set), occupied).And(enemy))
	}
	hops := t.hopQuiet | t.hopCapture | t.behindQuiet | t.behindCapture
	for set := hops; set != 0; set &= set - 1 {
		d := trailing(set)
		over, behind := p.hop(t, s, d, occupied)
		if t.hopQuiet>>d&1 != 0 {
			out = out.Or(over.AndNot(occupied))
		}
		if t.hopCapture>>d&1 != 0 {
			out = out.Or(over.And(enemy))
		}
		if t.behindQuiet>>d&1 != 0 {
			out = out.Or(behind.AndNot(occupied))
		}
		if t.behindCapture>>d&1 != 0 {
			out = out.Or(behind.And(enemy))
		}
	}
	if t.firstLeaps != nil {
		out = out.Or(p.firstMoves(t, pc, s).AndNot(occupied))
	}
	if t.neverCaptured != 0 {
		out = out.AndNot(p.ofTypes(pc.Side().Other(), t.neverCaptured))
	}
	if len(t.limitedRides) > 0 {
		out = out.Or(p.limitedCaptures(t, pc, s, false))
	}
	return out
}

// firstMoves returns the extra targets of an unmoved piece. A royal in check
// has none.
func (p *Position) firstMoves(t *moveTable, pc Piece, s Square) Bitboard {
	if !p.unmoved.Has(s) || p.rules.royals.Has(pc.Type()) && p.InCheck(pc.Side()) {
		return Bitboard{}
	}
	return t.firstLeaps[s]
}

func (p *Position) passable(t *moveTable, l *lameLeap, occupied Bitboard) bool {
	if !l.hop {
		return !l.path.Meets(occupied)
	}
	held := l.path.And(occupied)
	return held.Single() && !t.neverHopped.Has(p.board[held.First()].Type())
}

// hop returns the squares beyond the hurdle in direction d, up to and including
// the next piece, and the one adjacent to the hurdle.
func (p *Position) hop(t *moveTable, s Square, d int, occupied Bitboard) (over, behind Bitboard) {
	blockers := p.rules.rays[d][s].And(occupied)
	if blockers.Empty() {
		return over, behind
	}
	hurdle := nearest(blockers, d)
	if t.neverHopped.Has(p.board[hurdle].Type()) {
		return over, behind
	}
	over = p.rules.slide(hurdle, d, occupied)
	if !over.Empty() {
		behind = bit(nearest(over, d))
	}
	return over, behind
}

// limitedCaptures returns the captures by rides that are limited to certain
// victims, either by moving or without moving (staying).
func (p *Position) limitedCaptures(t *moveTable, pc Piece, s Square, staying bool) Bitboard {
	var out Bitboard
	occupied := p.occupied
	for _, k := range t.limitedRides {
		if k.stays != staying {
			continue
		}
		victims := p.ofTypes(pc.Side().Other(), k.victims)
		for set := k.directions; set != 0; set &= set - 1 {
			out = out.Or(p.rules.slide(s, trailing(set), occupied).And(victims))
		}
	}
	return out
}

// rifleTargets returns the targets of a piece's rifle captures.
func (p *Position) rifleTargets(s Square) Bitboard {
	pc := p.board[s]
	return p.limitedCaptures(p.rules.tables[pc], pc, s, true)
}

// ofTypes returns a side's pieces of certain types.
func (p *Position) ofTypes(side Side, kinds PieceTypeSet) Bitboard {
	var out Bitboard
	for ; kinds != 0; kinds &= kinds - 1 {
		out = out.Or(p.pieces[NewPiece(PieceType(trailing64(uint64(kinds))), side)])
	}
	return out
}
