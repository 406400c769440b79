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
	sees := p.sight()
	for _, m := range dst[before:] {
		if sees.passesOver(p, m) {
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

// sight is what can be told of all checks to one royal before a move is made.
type sight struct {
	royal  Square   // NoSquare where nothing can be told
	leaves Bitboard // a move from here may discover a check
	enters Bitboard // a move to here may make one by being a hurdle
}

// sight is that of the side to move.
func (p *Position) sight() sight {
	royal := p.royal[p.side.Other()]
	if royal == NoSquare || !p.rules.checksInSight || p.rules.lastRoyalWins && p.InCheck(p.side.Other()) {
		return sight{royal: NoSquare}
	}
	s := sight{royal: royal, leaves: p.rules.lines[royal]}
	a := &p.rules.attacks[p.side]
	if len(a.hops)+len(a.behinds) > 0 {
		s.enters = p.rules.lines[royal]
	}
	for i := range a.lame {
		c := &a.lame[i]
		if !c.mask[royal].Meets(p.pieces[c.piece]) {
			continue
		}
		for _, l := range c.reverse[royal] {
			s.leaves = s.leaves.Or(l.path)
			if l.hop {
				s.enters = s.enters.Or(l.path)
			}
		}
	}
	return s
}

// passesOver reports whether a move certainly neither checks nor ends the game.
func (s *sight) passesOver(p *Position, m Move) bool {
	if s.royal == NoSquare || m.Use() != NoSecond || s.enters.Has(m.To()) || m.To() == s.royal {
		return false
	}
	t := m.Into()
	switch m.Kind() {
	case Step:
		if s.leaves.Has(m.From()) {
			return false
		}
		if t == NoPieceType {
			t = p.board[m.From()].Type()
		}
	case Drop, PocketDrop:
		if t == NoPieceType {
			t = p.dropped(m)
		}
	default:
		return false
	}
	return !p.rules.tables[NewPiece(t, p.side)].origins[s.royal].Has(m.To())
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
