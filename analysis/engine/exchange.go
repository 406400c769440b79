package engine

import "assay/analysis/rules"

// exchanges reports whether the captures on the square that a move goes to,
// each side taking with the least of its pieces as long as that pays, leave its
// side with a gain of at least so much. Hands are part of the gain; rules that
// forbid a capture are not asked.
func (w *worker) exchanges(c *choice, least int) bool {
	p, v := w.p, w.mind
	if v.effects {
		return true // what is on the board after the first capture is not known
	}
	m := c.move
	to, from, on := m.To(), m.From(), c.moved().Type()
	occupied := p.Occupied()
	margin := v.gain(c.captured, on, m.Into()) - least
	if margin < 0 {
		return false
	}
	occupied.Add(to)
	if k := m.Kind(); k != rules.Drop && k != rules.PocketDrop {
		occupied.Toggle(from)
	}
	if into := m.Into(); into != rules.NoPieceType {
		on = into
	}
	return w.recaptures(to, on, margin, p.Side().Other(), occupied)
}

// stands reports whether what a move that was just played brought to its square
// may be left there: it is not lost by captures on it.
func (w *worker) stands(c *choice) bool {
	on := w.p.At(c.move.To()).Type()
	return w.mind.effects || w.recaptures(c.move.To(), on, 0, w.p.Side(), w.p.Occupied())
}

// recaptures reports whether the side that has gained so much by what stands on
// a square keeps a gain, once the other, which captures next, and it have
// captured there as long as that pays.
func (w *worker) recaptures(to rules.Square, on rules.PieceType, margin int, side rules.Side, occupied rules.Bitboard) bool {
	p, v := w.p, w.mind
	// margin is by how much the side that captures next falls short, once it
	// has captured what stands there
	if margin = v.loss(on) - margin; margin <= 0 {
		return true
	}
	var from rules.Square
	holds := true
	for ; ; side = side.Other() {
		attackers := p.Attackers(to, on, side, occupied)
		if attackers.Empty() {
			return holds
		}
		from, on = w.cheapest(attackers)
		occupied.Toggle(from)
		if v.royal.Has(on) && !p.Attackers(to, on, side.Other(), occupied).Empty() {
			return holds // a royal does not take what is guarded
		}
		holds = !holds
		margin = v.loss(on) - margin
		if margin < 0 || margin == 0 && holds {
			return holds
		}
	}
}

// cheapest is the attacker that is worth least, and what it is.
func (w *worker) cheapest(attackers rules.Bitboard) (at rules.Square, t rules.PieceType) {
	least := 1 << 30
	for !attackers.Empty() {
		s := attackers.Pop()
		kind := w.p.At(s).Type()
		cost := w.mind.loss(kind)
		if w.mind.royal.Has(kind) {
			cost = 1 << 29
		}
		if cost < least {
			at, t, least = s, kind, cost
		}
	}
	return at, t
}
