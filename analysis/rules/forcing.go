package rules

// Forcing appends the legal captures, and the promotions of pieces of the given
// types. Non-promoting moves of these pieces may be included.
func (p *Position) Forcing(dst []Move, promoting PieceTypeSet) []Move {
	if len(p.rules.selectionRules) > 0 {
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
	several := len(r.wallRules) > 0 || r.firstMove != nil || r.pocket != nil // variants that combine moves from quiet ones
	if p.ended != notEnded || king == NoSquare || several || len(r.effectRules)+len(r.checkRules)+len(r.selectionRules) > 0 {
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
	if king == NoSquare || len(r.effectRules) > 0 || len(r.checkRules) > 0 {
		return true
	}
	return r.mayAttack(king, m, promoted(p.Moved(m), m))
}
