package rules

import (
	"fmt"
	"slices"

	"assay/analysis/variant"
)

// twoStep is a first step that a second may follow in the same turn: its
// square, and the targets of the second step, which may include the origin.
type twoStep struct {
	via  Square
	ends Bitboard
}

// addTwoSteps adds the double steps of a component.
func (r *Rules) addTwoSteps(t *table, side Side, c variant.Component) {
	r.twoSteps = true
	if t.again == nil {
		t.again = make([][]twoStep, r.squares)
	}
	sign := 1
	if side == Second {
		sign = -1
	}
	for s := range Square(r.squares) {
		for i, v := range c.Vectors {
			via, ok := r.offset(s, sign*v.Files, sign*v.Ranks)
			if !ok {
				continue
			}
			var ends Bitboard
			for _, w := range c.Again[i] {
				if to, ok := r.offset(via, sign*w.Files, sign*w.Ranks); ok {
					ends = ends.Or(bit(to))
				}
			}
			t.again[s] = append(t.again[s], twoStep{via, ends})
		}
	}
}

// generateTwoSteps generates a piece's moves over another square.
func (p *Position) generateTwoSteps(ml *sink, legal *guard, from Square) {
	enemy, tab := p.own[p.side.Other()], p.rules.tables[p.board[from]]
	open := legal.open.AndNot(p.own[p.side]).AndNot(p.ofTypes(p.side.Other(), tab.exempt))
	for _, t := range tab.again[from] {
		if !open.Has(t.via) {
			continue
		}
		ends := t.ends.And(open.Or(bit(from)))
		if legal.capturing && !enemy.Has(t.via) {
			ends = ends.And(enemy)
		}
		for !ends.Empty() {
			p.addSafe(ml, legal, NewMove(Step, from, ends.Pop(), NoPieceType).With(Via, t.via, NoPieceType))
		}
	}
}

// judgeTwoSteps returns a violation if the piece cannot move over that square
// to the target.
func (p *Position) judgeTwoSteps(m Move) *Violation {
	r, from, via, to := p.rules, m.From(), m.Second(), m.To()
	pc := p.board[from]
	kind, tab := &r.pieceTypes[pc.Type()], r.tables[pc]
	if tab.again == nil || !slices.ContainsFunc(tab.again[from], func(t twoStep) bool { return t.via == via && t.ends.Has(to) }) {
		return &Violation{kind.rule, "movement", fmt.Sprintf("the %s on %s does not go over %s to %s", kind.name, r.SquareName(from), r.SquareName(via), r.SquareName(to))}
	}
	for _, s := range []Square{via, to} {
		switch there := p.board[s]; {
		case there == NoPiece || s == from:
		case there.Side() == p.side:
			return &Violation{ruleOwnPiece, "own piece", fmt.Sprintf("%s's own %s stands on %s", r.SideName(p.side), r.pieceTypes[there.Type()].name, r.SquareName(s))}
		case tab.exempt.Has(there.Type()):
			return &Violation{kind.limit, "movement", fmt.Sprintf("the %s does not capture the %s on %s", kind.name, r.pieceTypes[there.Type()].name, r.SquareName(s))}
		}
	}
	return nil
}

// playTwoSteps moves a piece over a square, capturing there and on the target.
func (p *Position) playTwoSteps(st *undo, m Move) {
	from, via, to := m.From(), m.Second(), m.To()
	st.moved = p.take(from)
	if p.board[via] != NoPiece {
		st.passed = p.remove(via)
		p.clock = 0
	}
	if p.board[to] != NoPiece {
		st.at = to
		p.capture(st, st.moved.Type())
		p.clock = 0
	}
	if p.rules.resets.Has(st.moved.Type()) {
		p.clock = 0
	}
	p.put(to, st.moved)
	if p.royal[p.side] == from {
		p.royal[p.side] = to
	}
}

// TwoSteps reports whether some piece may take two steps in a turn.
func (r *Rules) TwoSteps() bool { return r.twoSteps }

// GoesOver reports whether the piece on a square may move over another one in a
// two-step turn, whatever stands there.
func (p *Position) GoesOver(from, via Square) bool {
	tab := p.rules.tables[p.board[from]]
	if tab == nil || tab.again == nil {
		return false
	}
	return slices.ContainsFunc(tab.again[from], func(t twoStep) bool { return t.via == via })
}

// CapturedVia returns the piece captured on the second square of a legal move,
// or NoPiece.
func (p *Position) CapturedVia(m Move) Piece {
	if m.Use() != Via {
		return NoPiece
	}
	return p.board[m.Second()]
}
