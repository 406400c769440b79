package rules

// Cover returns the pseudo-legal quiet moves of a piece on a square, and its
// attack set (which includes empty squares and squares of its own side),
// regardless of the side to move. Captures limited to certain victims are not
// included.
func (p *Position) Cover(pc Piece, s Square) (quiet, cover Bitboard) {
	t := p.rules.tables[pc]
	occupied := p.Occupied()
	if t.anyLeaps != nil {
		cover = t.anyLeaps[s]
	}
	for set := t.fullLines; set != 0; set &= set - 1 {
		d := trailing(set)
		cover = cover.Or(p.rules.rays[d][s].line(p.rules.rays[d+4][s], occupied))
	}
	for set := t.slideAny &^ (t.fullLines | t.fullLines<<4); set != 0; set &= set - 1 {
		cover = cover.Or(p.rules.slide(s, trailing(set), occupied))
	}
	quiet = cover.AndNot(occupied)
	if t.plain {
		return quiet, cover
	}
	if t.quietLeaps != nil {
		quiet = quiet.Or(t.quietLeaps[s].AndNot(occupied))
	}
	if t.captureLeaps != nil {
		cover = cover.Or(t.captureLeaps[s])
	}
	if t.lameLeaps != nil {
		leaps := t.lameLeaps[s]
		for i := range leaps {
			l := &leaps[i]
			if !p.passable(t, l, occupied) {
				continue
			}
			if l.quiet && !occupied.Has(l.square) {
				quiet = quiet.Or(bit(l.square))
			}
			if l.capture {
				cover = cover.Or(bit(l.square))
			}
		}
	}
	if t.leapsOnly {
		return quiet, cover
	}
	for set := t.slideQuiet; set != 0; set &= set - 1 {
		quiet = quiet.Or(p.rules.slide(s, trailing(set), occupied).AndNot(occupied))
	}
	for set := t.slideCapture; set != 0; set &= set - 1 {
		cover = cover.Or(p.rules.slide(s, trailing(set), occupied))
	}
	for set := t.hopQuiet | t.hopCapture | t.behindQuiet | t.behindCapture; set != 0; set &= set - 1 {
		d := trailing(set)
		over, behind := p.hop(t, s, d, occupied)
		if t.hopQuiet>>d&1 != 0 {
			quiet = quiet.Or(over.AndNot(occupied))
		}
		if t.hopCapture>>d&1 != 0 {
			cover = cover.Or(over)
		}
		if t.behindQuiet>>d&1 != 0 {
			quiet = quiet.Or(behind.AndNot(occupied))
		}
		if t.behindCapture>>d&1 != 0 {
			cover = cover.Or(behind)
		}
	}
	return quiet, cover
}

// Lines returns the squares seen from a square in all eight directions, up to
// and including the first occupied one.
func (p *Position) Lines(s Square) Bitboard {
	occupied := p.Occupied()
	var out Bitboard
	for d := range directions / 2 {
		out = out.Or(p.rules.rays[d][s].line(p.rules.rays[d+4][s], occupied))
	}
	return out
}
