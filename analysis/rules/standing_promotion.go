package rules

import "fmt"

// inPlaceTargets returns the targets of a promotion in place (W-10): the
// piece's own square, and the empty squares that the promoted piece reaches in
// one step.
func (p *Position) inPlaceTargets(from Square, into PieceType) Bitboard {
	return p.reach(NewPiece(into, p.side), from).AndNot(p.occupied).Or(bit(from))
}

// mayPromoteInPlace reports whether the piece on a square may promote in place: in the
// zone, or anywhere if it is the last of its type.
func (p *Position) mayPromoteInPlace(pr *promotion, from Square) bool {
	return pr.inPlaceOn.Has(from) || pr.lastAnywhere && p.pieces[p.board[from]].Single()
}

// generateInPlace generates a piece's promotions in place.
func (p *Position) generateInPlace(ml *moveList, legal *legality, pr *promotion, from Square) {
	if !p.mayPromoteInPlace(pr, from) {
		return
	}
	for _, into := range pr.into {
		for targets := p.inPlaceTargets(from, into); !targets.Empty(); {
			m := NewMove(Step, from, targets.Pop(), into)
			if p.promotes(pr, into, m.To()) && p.safe(m) && p.inPlaceObjection(m) == "" {
				p.addUnlessBanned(ml, legal, m)
			}
		}
	}
}

// inPlaceObjection returns why a promotion in place is illegal (it attacks an enemy
// piece or gives check), or "".
func (p *Position) inPlaceObjection(m Move) string {
	side := p.side
	before := p.playProbe(m)
	defer p.undoProbe(before)
	name := p.rules.pieceTypes[m.Into()].name
	if capture := p.reach(NewPiece(m.Into(), side), m.To()).And(p.own[p.side]); !capture.Empty() {
		s := capture.First()
		return fmt.Sprintf("the %s on %s would attack the %s on %s", name, p.rules.SquareName(m.To()), p.rules.pieceTypes[p.board[s].Type()].name, p.rules.SquareName(s))
	}
	if p.InCheck(p.side) {
		return fmt.Sprintf("it gives check, which becoming a %s may not", name)
	}
	return ""
}

// inPlaceRule returns the promotion rule of a move that promotes in place, or
// nil.
func (p *Position) inPlaceRule(m Move) *promotion {
	if m.Kind() != Step || m.Use() == Via || m.Into() == NoPieceType {
		return nil
	}
	if pr := p.rules.promotions[p.board[m.From()]]; pr != nil && pr.inPlace {
		return pr
	}
	return nil
}

// judgeInPlace returns a violation if a piece may not promote in place.
func (p *Position) judgeInPlace(pr *promotion, m Move) *Violation {
	r, from, to := p.rules, m.From(), m.To()
	name, into := r.pieceTypes[p.board[from].Type()].name, r.pieceTypes[m.Into()].name
	switch {
	case !p.promotes(pr, m.Into(), to):
		return &Violation{pr.choiceRuleID, "promotion", fmt.Sprintf("the %s does not become %s now", name, into)}
	case !p.mayPromoteInPlace(pr, from):
		return &Violation{pr.ruleID, "promotion", fmt.Sprintf("the %s does not promote where it stands, on %s", name, r.SquareName(from))}
	case !p.inPlaceTargets(from, m.Into()).Has(to):
		return &Violation{pr.ruleID, "promotion", fmt.Sprintf("the %s that promotes stays on %s, or goes as a %s to an empty square, and not to %s", name, r.SquareName(from), into, r.SquareName(to))}
	case !p.safe(m):
		return nil // the safety rules report it
	}
	if harm := p.inPlaceObjection(m); harm != "" {
		return &Violation{pr.ruleID, "promotion", harm}
	}
	return nil
}
