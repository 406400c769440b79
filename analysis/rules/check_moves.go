package rules

import "slices"

// HasCheck reports whether a side can be in check: it has a royal, or other
// pieces that must not be left attacked.
func (r *Rules) HasCheck() bool { return r.royals != 0 || len(r.checkRules) > 0 }

// Ended returns the outcome if the last ply itself ended the game, not by
// stalemate or repetition.
func (p *Position) Ended() (Outcome, bool) {
	if p.ended == notEnded {
		return Outcome{}, false
	}
	return p.rules.endingRules[p.ended-1].outcome(p), true
}

// Fingerprint identifies positions within one run of the program. Unlike Key it
// is safe against constructed collisions.
func (p *Position) Fingerprint() [2]uint64 { return [2]uint64{p.key, p.repetitionKey} }

// Exposed reports whether the side that has just moved left its last royal en
// prise, in a variant that is won by capturing it.
func (p *Position) Exposed() bool {
	side := p.side.Other()
	return p.rules.lastRoyalWins && p.royals(side).Single() && p.InCheck(side)
}

// StalemateLoses reports whether a side without a move may lose although it is
// not in check.
func (r *Rules) StalemateLoses() bool {
	for _, m := range r.noMoveRules {
		if n, ok := m.(*noMoves); !ok || n.Free != "draw" && n.Free != "win" {
			return true
		}
	}
	return false
}

// StuckMayWin reports whether a side without a move may win.
func (r *Rules) StuckMayWin() bool {
	for _, m := range r.noMoveRules {
		n, ok := m.(*noMoves)
		if !ok {
			return true
		}
		for _, result := range []string{n.Attacked, n.Free} {
			if result != "loss" && result != "draw" {
				return true
			}
		}
	}
	return false
}

// Checks appends the legal moves that give check or end the game.
func (p *Position) Checks(dst []Move) []Move {
	before := len(dst)
	dst = p.Moves(dst)
	kept := dst[:before]
	royal := p.checkableRoyal()
	for _, m := range dst[before:] {
		if p.cannotCheck(royal, m) {
			continue
		}
		history := p.playProbe(m)
		if p.ended != notEnded || p.InCheck(p.side) {
			kept = append(kept, m)
		}
		p.undoProbe(history)
	}
	return kept
}

// cannotCheck reports whether a move certainly neither checks a royal nor ends
// the game.
func (p *Position) cannotCheck(royal Square, m Move) bool {
	return royal != NoSquare && m.To() != royal && !p.rules.mayAttack(royal, m, promoted(p.Moved(m), m))
}

// checkableRoyal returns the royal to which mayAttack applies, or NoSquare if moves
// must be played to see whether they check.
func (p *Position) checkableRoyal() Square {
	other := p.side.Other()
	if !p.rules.checksByAttack || p.rules.lastRoyalWins && p.InCheck(other) {
		return NoSquare
	}
	return p.royal[other]
}

// findsChecksByAttack reports whether a move can check or end the game only by
// attacking a royal.
func (r *Rules) findsChecksByAttack() bool {
	if len(r.checkRules)+len(r.exemptionRules) > 0 {
		return false
	}
	counts := func(m any) bool { _, ok := m.(*checkCount); return ok }
	for _, m := range r.effectRules {
		if !counts(m) {
			return false
		}
	}
	for _, m := range r.endingRules {
		if _, ok := m.(*royalCapture); !ok && !counts(m) {
			return false
		}
	}
	return true
}

// CapturesRoyals reports whether a royal may be left en prise, which loses the
// game.
func (r *Rules) CapturesRoyals() bool { return r.lastRoyalWins }

// BansReturns reports whether earlier positions of the game can make a move
// illegal.
func (r *Rules) BansReturns() bool {
	return slices.ContainsFunc(r.banRules, func(b banRule) bool { _, ok := b.(*noRepetition); return ok })
}

// MayReturn reports whether a move may be illegal here because it repeats a
// position. It may return true in positions without such a move.
func (p *Position) MayReturn() bool {
	for _, b := range p.rules.banRules {
		if m, ok := b.(*noRepetition); ok {
			var legal legality
			m.restrict(p, &legal)
			return legal.testBans
		}
	}
	return false
}
