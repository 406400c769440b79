package engine

import "assay/analysis/rules"

// seeAtLeast reports whether the static exchange evaluation of a move is at
// least threshold centipawns. Each side captures with its least valuable
// attacker as long as that pays. Gains in hand count; rules that forbid single
// captures are ignored.
func (w *worker) seeAtLeast(c *candidate, threshold int) bool {
	p, eval := w.p, w.eval
	if eval.effects {
		return true // the board after the first capture is unknown
	}
	m := c.move
	to, from, victim := m.To(), m.From(), c.moved().Type()
	occupied := p.Occupied()
	margin := eval.captureGain(c.captured, victim, m.Into()) - threshold
	if margin < 0 {
		return false
	}
	occupied.Add(to)
	if k := m.Kind(); k != rules.Drop && k != rules.PocketDrop {
		occupied.Toggle(from)
	}
	if into := m.Into(); into != rules.NoPieceType {
		victim = into
	}
	return w.keepsGain(to, victim, margin, p.Side().Other(), occupied)
}

// isSafe reports whether the piece that just moved survives on its square
// (static exchange evaluation >= 0).
func (w *worker) isSafe(c *candidate) bool {
	victim := w.p.At(c.move.To()).Type()
	return w.eval.effects || w.keepsGain(c.move.To(), victim, 0, w.p.Side(), w.p.Occupied())
}

// keepsGain reports whether a side that is margin centipawns ahead keeps a gain
// after the exchange on a square. victim stands there, and side captures next.
func (w *worker) keepsGain(
	to rules.Square,
	victim rules.PieceType,
	margin int,
	side rules.Side,
	occupied rules.Bitboard,
) bool {
	p, eval := w.p, w.eval
	// margin is now how much the capturing side still lacks after taking the
	// victim
	if margin = eval.captureValue(victim) - margin; margin <= 0 {
		return true
	}
	var from rules.Square
	keeps := true
	for ; ; side = side.Other() {
		attackers := p.Attackers(to, victim, side, occupied)
		if attackers.Empty() {
			return keeps
		}
		from, victim = w.leastValuableAttacker(attackers)
		occupied.Toggle(from)
		if eval.royal.Has(victim) && !p.Attackers(to, victim, side.Other(), occupied).Empty() {
			return keeps // a royal cannot capture a protected piece
		}
		keeps = !keeps
		margin = eval.captureValue(victim) - margin
		if margin < 0 || margin == 0 && keeps {
			return keeps
		}
	}
}

// leastValuableAttacker returns the square and the type of the least valuable
// attacker; royals come last.
func (w *worker) leastValuableAttacker(attackers rules.Bitboard) (at rules.Square, t rules.PieceType) {
	least := 1 << 30
	for !attackers.Empty() {
		s := attackers.Pop()
		kind := w.p.At(s).Type()
		cost := w.eval.captureValue(kind)
		if w.eval.royal.Has(kind) {
			cost = 1 << 29
		}
		if cost < least {
			at, t, least = s, kind, cost
		}
	}
	return at, t
}
