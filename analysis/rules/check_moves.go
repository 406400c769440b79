package rules

import "slices"

// HasCheck reports whether a side can be in check: it has a royal, or others
// that must not be left attacked.
func (r *Rules) HasCheck() bool { return r.royals != 0 || len(r.checkers) > 0 }

// Ended tells how the last ply ended the game by itself, if it did: neither for
// want of a move nor by repetition.
func (p *Position) Ended() (Outcome, bool) {
	if p.ended == goesOn {
		return Outcome{}, false
	}
	return p.rules.endings[p.ended-1].outcome(p), true
}

// Fingerprint tells positions of one run of the program apart, also those that
// somebody made to have one Key.
func (p *Position) Fingerprint() [2]uint64 { return [2]uint64{p.key, p.secret} }

// Exposed reports whether the side that has just moved left its last royal to
// be captured, which would win.
func (p *Position) Exposed() bool {
	side := p.side.Other()
	return p.rules.lastRoyalWins && p.royals(side).Single() && p.InCheck(side)
}

// StalemateLoses reports whether a side may lose that has no move and is not
// attacked.
func (r *Rules) StalemateLoses() bool {
	for _, m := range r.stalls {
		if n, ok := m.(*noMoves); !ok || n.Free != "draw" && n.Free != "win" {
			return true
		}
	}
	return false
}

// StuckMayWin reports whether a side may win that has no move.
func (r *Rules) StuckMayWin() bool {
	for _, m := range r.stalls {
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
	royal := p.inSight()
	for _, m := range dst[before:] {
		if p.passesOver(royal, m) {
			continue
		}
		history := p.try(m)
		if p.ended != goesOn || p.InCheck(p.side) {
			kept = append(kept, m)
		}
		p.untry(history)
	}
	return kept
}

// passesOver reports whether a move certainly neither checks a royal nor ends
// the game.
func (p *Position) passesOver(royal Square, m Move) bool {
	return royal != NoSquare && m.To() != royal && !p.rules.mayAttack(royal, m, promoted(p.Moved(m), m))
}

// inSight is the royal of which can be told before a move is made that the move
// does not check it, NoSquare where there is none.
func (p *Position) inSight() Square {
	other := p.side.Other()
	if !p.rules.checksInSight || p.rules.lastRoyalWins && p.InCheck(other) {
		return NoSquare
	}
	return p.royal[other]
}

// checksAreInSight reports whether a move checks or ends the game only by what
// it does to the lines and leaps that aim at one royal.
func (r *Rules) checksAreInSight() bool {
	if len(r.checkers)+len(r.exemptions) > 0 {
		return false
	}
	counts := func(m any) bool { _, ok := m.(*checkCount); return ok }
	for _, m := range r.effects {
		if !counts(m) {
			return false
		}
	}
	for _, m := range r.endings {
		if _, ok := m.(*royalCapture); !ok && !counts(m) {
			return false
		}
	}
	return true
}

// CapturesRoyals reports whether a royal may be left to be captured, by which
// the game is lost.
func (r *Rules) CapturesRoyals() bool { return r.lastRoyalWins }

// BansReturns reports whether a move may be illegal for what happened earlier
// in the game.
func (r *Rules) BansReturns() bool {
	return slices.ContainsFunc(r.bans, func(b ban) bool { _, ok := b.(*noRepetition); return ok })
}

// MayReturn reports whether a move may be illegal here for bringing back an
// earlier position. It says so of some positions that have no such move.
func (p *Position) MayReturn() bool {
	for _, b := range p.rules.bans {
		if m, ok := b.(*noRepetition); ok {
			var g guard
			m.restrain(p, &g)
			return g.each
		}
	}
	return false
}
