package rules

// reach is where a piece goes from a square by its description alone: the
// empty squares it may move to and the enemy pieces it may capture there.
func (p *Position) reach(pc Piece, s Square) (quiet, capture Bitboard) {
	if p.rules.narrow {
		quiet, capture := p.reachNarrow(pc, s)
		return quiet.wide(), capture.wide()
	}
	t := p.rules.tables[pc]
	occupied := p.occupied()
	enemy := p.own[pc.Side().Other()]
	var all Bitboard
	if t.any != nil {
		all = t.any[s]
	}
	for set := t.slideAny; set != 0; set &= set - 1 {
		all = all.Or(p.rules.slide(s, trailing(set), occupied))
	}
	quiet, capture = all.AndNot(occupied), all.And(enemy)
	if t.plain {
		return quiet, capture
	}
	if t.quiet != nil {
		quiet = quiet.Or(t.quiet[s].AndNot(occupied))
	}
	if t.capture != nil {
		capture = capture.Or(t.capture[s].And(enemy))
	}
	if t.lame != nil {
		for i := range t.lame[s] {
			l := &t.lame[s][i]
			if !p.passable(t, l, occupied) {
				continue
			}
			if l.quiet && !occupied.Has(l.square) {
				quiet = quiet.Or(bit(l.square))
			}
			if l.capture && enemy.Has(l.square) {
				capture = capture.Or(bit(l.square))
			}
		}
	}
	for set := t.slideQuiet; set != 0; set &= set - 1 {
		quiet = quiet.Or(p.rules.slide(s, trailing(set), occupied).AndNot(occupied))
	}
	for set := t.slideCapture; set != 0; set &= set - 1 {
		capture = capture.Or(p.rules.slide(s, trailing(set), occupied).And(enemy))
	}
	hops := t.hopQuiet | t.hopCapture | t.behindQuiet | t.behindCapture
	for set := hops; set != 0; set &= set - 1 {
		d := trailing(set)
		over, behind := p.hop(t, s, d, occupied)
		if t.hopQuiet>>d&1 != 0 {
			quiet = quiet.Or(over.AndNot(occupied))
		}
		if t.hopCapture>>d&1 != 0 {
			capture = capture.Or(over.And(enemy))
		}
		if t.behindQuiet>>d&1 != 0 {
			quiet = quiet.Or(behind.AndNot(occupied))
		}
		if t.behindCapture>>d&1 != 0 {
			capture = capture.Or(behind.And(enemy))
		}
	}
	if t.first != nil {
		quiet = quiet.Or(p.firstMoves(t, pc, s).AndNot(occupied))
	}
	if t.exempt != 0 {
		capture = capture.AndNot(p.ofTypes(pc.Side().Other(), t.exempt))
	}
	return quiet, capture
}

// firstMoves is where a piece may go that has not moved, beside its other
// moves; a royal in check may not.
func (p *Position) firstMoves(t *table, pc Piece, s Square) Bitboard {
	if !p.fresh.Has(s) || p.rules.royals.Has(pc.Type()) && p.InCheck(pc.Side()) {
		return Bitboard{}
	}
	return t.first[s]
}

func (p *Position) passable(t *table, l *lame, occupied Bitboard) bool {
	if !l.hop {
		return !l.path.Meets(occupied)
	}
	held := l.path.And(occupied)
	return held.Single() && !t.hopsNot.Has(p.board[held.First()].Type())
}

// hop is the squares beyond the first piece in direction d, up to and with the
// next piece, and the one right behind it.
func (p *Position) hop(t *table, s Square, d int, occupied Bitboard) (over, behind Bitboard) {
	blockers := p.rules.rays[d][s].And(occupied)
	if blockers.Empty() {
		return over, behind
	}
	hurdle := nearest(blockers, d)
	if t.hopsNot.Has(p.board[hurdle].Type()) {
		return over, behind
	}
	over = p.rules.slide(hurdle, d, occupied)
	if !over.Empty() {
		behind = bit(nearest(over, d))
	}
	return over, behind
}

// limitedCaptures is the pieces that pc captures on s by rides that take
// certain pieces only, apart for those made without moving.
func (p *Position) limitedCaptures(pc Piece, s Square) (moving, staying Bitboard) {
	t := p.rules.tables[pc]
	if len(t.limitedRides) == 0 {
		return moving, staying
	}
	occupied := p.occupied()
	for _, k := range t.limitedRides {
		victims := p.ofTypes(pc.Side().Other(), k.takes)
		var hit Bitboard
		for set := k.directions; set != 0; set &= set - 1 {
			hit = hit.Or(p.rules.slide(s, trailing(set), occupied).And(victims))
		}
		if k.stays {
			staying = staying.Or(hit)
		} else {
			moving = moving.Or(hit)
		}
	}
	return moving, staying
}

// ofTypes is a side's pieces of certain kinds.
func (p *Position) ofTypes(side Side, kinds PieceTypeSet) Bitboard {
	var out Bitboard
	for ; kinds != 0; kinds &= kinds - 1 {
		out = out.Or(p.pieces[NewPiece(PieceType(trailing64(uint64(kinds))), side)])
	}
	return out
}
