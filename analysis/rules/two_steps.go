package rules

import (
	"fmt"
	"slices"
)

// generateTwoSteps generates a piece's moves over another square.
func (p *Position) generateTwoSteps(ml *moveList, legal *legality, from Square) {
	enemy, tab := p.own[p.side.Other()], p.rules.tables[p.board[from]]
	open := legal.targets.AndNot(p.own[p.side]).AndNot(p.ofTypes(p.side.Other(), tab.neverCaptured))
	for _, t := range tab.twoSteps[from] {
		if !open.Has(t.via) {
			continue
		}
		ends := t.ends.And(open.Or(bit(from)))
		if legal.capturesOnly && !enemy.Has(t.via) {
			ends = ends.And(enemy)
		}
		for !ends.Empty() {
			p.addIfSafe(ml, legal, NewMove(Step, from, ends.Pop(), NoPieceType).With(Via, t.via, NoPieceType))
		}
	}
}

// judgeTwoSteps returns a violation if the piece cannot move over that square
// to the target.
func (p *Position) judgeTwoSteps(m Move) *Violation {
	r, from, via, to := p.rules, m.From(), m.Second(), m.To()
	pc := p.board[from]
	kind, tab := &r.pieceTypes[pc.Type()], r.tables[pc]
	if tab.twoSteps == nil ||
		!slices.ContainsFunc(tab.twoSteps[from], func(t twoStep) bool { return t.via == via && t.ends.Has(to) }) {
		return &Violation{kind.ruleID, "movement",
			fmt.Sprintf("the %s on %s does not go over %s to %s", kind.name, r.SquareName(from), r.SquareName(via),
				r.SquareName(to))}
	}
	for _, s := range []Square{via, to} {
		switch there := p.board[s]; {
		case there == NoPiece || s == from:
		case there.Side() == p.side:
			return &Violation{ruleOwnPiece, "own piece",
				fmt.Sprintf("%s's own %s stands on %s", r.SideName(p.side), r.pieceTypes[there.Type()].name,
					r.SquareName(s))}
		case tab.neverCaptured.Has(there.Type()):
			return &Violation{kind.limitRuleID, "movement",
				fmt.Sprintf("the %s does not capture the %s on %s", kind.name, r.pieceTypes[there.Type()].name,
					r.SquareName(s))}
		}
	}
	return nil
}

// playTwoSteps moves a piece over a square, capturing there and on the target.
func (p *Position) playTwoSteps(st *stateInfo, m Move) {
	from, via, to := m.From(), m.Second(), m.To()
	st.moved = p.liftPiece(from)
	if p.board[via] != NoPiece {
		st.capturedVia = p.liftCaptured(via)
		p.clock = 0
	}
	if p.board[to] != NoPiece {
		st.capturedOn = to
		p.capture(st, st.moved.Type())
		p.clock = 0
	}
	if p.rules.clock.resets.Has(st.moved.Type()) {
		p.clock = 0
	}
	p.putPiece(to, st.moved)
	if p.royal[p.side] == from {
		p.royal[p.side] = to
	}
}

// TwoSteps reports whether some piece may take two steps in a turn.
func (r *Rules) TwoSteps() bool { return r.caps.twoSteps }

// GoesOver reports whether the piece on a square may move over another one in a
// two-step turn, whatever stands there.
func (p *Position) GoesOver(from, via Square) bool {
	tab := p.rules.tables[p.board[from]]
	if tab == nil || tab.twoSteps == nil {
		return false
	}
	return slices.ContainsFunc(tab.twoSteps[from], func(t twoStep) bool { return t.via == via })
}

// CapturedVia returns the piece captured on the second square of a legal move,
// or NoPiece.
func (p *Position) CapturedVia(m Move) Piece {
	if m.Use() != Via {
		return NoPiece
	}
	return p.board[m.Second()]
}
