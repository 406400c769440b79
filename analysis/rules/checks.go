package rules

import "slices"

// cachedCheck caches whether the side to move is in check in the position with
// these keys.
type cachedCheck struct {
	key, repetitionKey uint64
	inCheck            bool
}

// HasCheck reports whether a side can be in check: it has a royal, or other
// pieces that must not be left attacked.
func (r *Rules) HasCheck() bool { return r.royals != 0 || len(r.special.checks) > 0 }

// Ended returns the outcome if the last ply itself ended the game, not by
// stalemate or repetition.
func (p *Position) Ended() (Outcome, bool) {
	if p.ended == notEnded {
		return Outcome{}, false
	}
	return p.rules.special.endings[p.ended-1].outcome(p), true
}

// Fingerprint identifies positions within one run of the program. Unlike Key it
// is safe against constructed collisions.
func (p *Position) Fingerprint() [2]uint64 { return [2]uint64{p.key, p.repetitionKey} }

// Exposed reports whether the side that has just moved left its last royal en
// prise, in a variant that is won by capturing it.
func (p *Position) Exposed() bool {
	side := p.side.Other()
	return p.rules.caps.royalCaptureWins && p.royals(side).Single() && p.InCheck(side)
}

// StalemateLoses reports whether a side without a move may lose although it is
// not in check.
func (r *Rules) StalemateLoses() bool {
	for _, m := range r.special.noMoves {
		if n, ok := m.(*noMoves); !ok || n.Free != "draw" && n.Free != "win" {
			return true
		}
	}
	return false
}

// StuckMayWin reports whether a side without a move may win.
func (r *Rules) StuckMayWin() bool {
	for _, m := range r.special.noMoves {
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

// cannotCheck reports whether a move can neither check a royal nor end the
// game.
func (p *Position) cannotCheck(royal Square, m Move) bool {
	return royal != NoSquare && m.To() != royal && !p.rules.mayAttack(royal, m, promoted(p.Moved(m), m))
}

// checkableRoyal returns the royal to which mayAttack applies, or NoSquare if
// moves must be played to see whether they check.
func (p *Position) checkableRoyal() Square {
	other := p.side.Other()
	if !p.rules.plan.checksByAttack || p.rules.caps.royalCaptureWins && p.InCheck(other) {
		return NoSquare
	}
	return p.royal[other]
}

// CapturesRoyals reports whether a royal may be left en prise, which loses the
// game.
func (r *Rules) CapturesRoyals() bool { return r.caps.royalCaptureWins }

// BansReturns reports whether earlier positions of the game can make a move
// illegal.
func (r *Rules) BansReturns() bool {
	return slices.ContainsFunc(r.special.bans, func(b banRule) bool { _, ok := b.(*noRepetition); return ok })
}

// MayReturn reports whether a move may be illegal here because it repeats a
// position. It may return true in positions without such a move.
func (p *Position) MayReturn() bool {
	for _, b := range p.rules.special.bans {
		if m, ok := b.(*noRepetition); ok {
			var legal legality
			m.restrict(p, &legal)
			return legal.testBans
		}
	}
	return false
}

// Forcing appends the legal captures, and the promotions of pieces of the given
// types. Non-promoting moves of these pieces may be included.
func (p *Position) Forcing(dst []Move, promoting PieceTypeSet) []Move {
	if len(p.rules.special.selections) > 0 {
		all := p.Moves(dst)
		kept := dst
		for _, m := range all[len(dst):] {
			if p.Captured(m) != NoPiece || m.Kind() != Drop && m.Into() != NoPieceType {
				kept = append(kept, m)
			}
		}
		return kept
	}
	if p.ended != notEnded {
		return dst
	}
	ml := moveList{moves: dst}
	legal := p.acquireLegality()
	legal.capturesOnly, legal.promotionsOf = true, promoting
	p.generateGuarded(&ml, legal)
	p.releaseLegality(legal)
	return ml.moves
}

// Threats appends the legal moves that capture, promote or may check (see
// MayCheck). It may include others.
func (p *Position) Threats(dst []Move) []Move {
	r := p.rules
	king := p.royal[p.side.Other()]
	several := len(r.special.walls) > 0 || r.firstMove != nil ||
		r.pocket != nil // variants that combine moves from quiet ones
	if p.ended != notEnded || king == NoSquare || several ||
		len(r.special.effects)+len(r.special.checks)+len(r.special.selections) > 0 {
		return p.Moves(dst)
	}
	ml := moveList{moves: dst}
	legal := p.acquireLegality()
	legal.quietChecksOnly, legal.checkTarget = true, king
	p.generateGuarded(&ml, legal)
	p.releaseLegality(legal)
	return ml.moves
}

// MayCheck reports whether a legal move may attack the opponent's royal, which
// is not attacked now. It may return true for moves that do not.
func (p *Position) MayCheck(m Move) bool {
	r := p.rules
	king := p.royal[p.side.Other()]
	if king == NoSquare || len(r.special.effects) > 0 || len(r.special.checks) > 0 {
		return true
	}
	return r.mayAttack(king, m, promoted(p.Moved(m), m))
}

// InCheck reports whether a royal of that side, or another piece that must be
// safe, is attacked.
func (p *Position) InCheck(side Side) bool {
	if side == p.side && p.rules.plan.checksByLastMove && !p.mayBeInCheck() {
		return false
	}
	return p.attackedNow(side)
}

// attackedNow is InCheck without considering the last move.
func (p *Position) attackedNow(side Side) bool {
	for _, m := range p.rules.special.checks {
		if m.inCheck(p, side) {
			return true
		}
	}
	return p.attackedRoyals(side, false) > 0
}

// attackedRoyals counts a side's attacked royals, at most one unless all is
// set.
func (p *Position) attackedRoyals(side Side, all bool) int {
	n := 0
	occupied := p.occupied
	for b := p.royals(side); !b.Empty(); {
		s := b.Pop()
		if p.royalAttacked(side, s, p.board[s].Type(), occupied, p.own[side.Other()]) {
			n++
			if !all {
				return n
			}
		}
	}
	return n
}

// inCheckCached is a cached InCheck of the side to move for attacks on lines.
// The royal was safe before the opponent's last move (unless a move was
// overruled), so only that move can have created the attack.
func (p *Position) inCheckCached() bool {
	c := &p.checkCache
	if c.key != p.key || c.repetitionKey != p.repetitionKey {
		*c = cachedCheck{p.key, p.repetitionKey, p.mayBeInCheck() && p.attackedNow(p.side)}
	}
	return c.inCheck
}

func (p *Position) mayBeInCheck() bool {
	king := p.royal[p.side]
	if len(p.stack) == 0 || king == NoSquare || p.overruledPly != 0 {
		return true
	}
	m := p.stack[len(p.stack)-1].move
	if p.rules.plan.attackersOnLines && m.isStep() {
		return p.stepAttacks(king, m)
	}
	return p.rules.mayAttack(king, m, p.board[m.To()])
}

// stepAttacks reports whether the step just played may attack the royal of the
// side to move, for attacks on lines: directly, or as a discovered attack. It
// may return true for steps that do not.
func (p *Position) stepAttacks(king Square, m Move) bool {
	switch p.rules.width {
	case Width64:
		return p.stepAttacks64(king, m)
	case Width128:
		return p.stepAttacks128(king, m)
	}
	r, to := p.rules, m.To()
	t := r.tables[p.board[to]]
	if t.attacksFrom[king].Has(to) {
		if !t.plain || t.anyLeaps != nil && t.anyLeaps[to].Has(king) {
			return true
		}
		if p.rides(t.slideAny, to, king) {
			return true
		}
	}
	if !t.discoversFrom[king].Has(m.From()) {
		return false
	}
	d, ok := r.direction(king, m.From())
	if !ok {
		return true
	}
	ahead := r.rays[d][king].And(p.occupied)
	return !ahead.Empty() && p.own[p.side.Other()].Has(nearest(ahead, d))
}
