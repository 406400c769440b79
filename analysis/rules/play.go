package rules

import "slices"

// Play makes a legal move, a null move that JudgeNull accepts, or a move
// returned by AsPlayed. Any other move corrupts the position; test it with
// Legal first.
func (p *Position) Play(m Move) {
	u := p.push()
	if m.Ruled() && p.astray == 0 {
		p.astray = len(p.stack)
	}
	u.move, u.moved, u.captured, u.passed = m, NoPiece, NoPiece, NoPiece
	u.at, u.partner, u.cell = NoSquare, NoSquare, maxCells
	u.key, u.secret, u.rights = p.key, p.secret, p.rights
	u.enPassant, u.doubleStepped, u.royal, u.traded = p.enPassant, p.doubleStepped, p.royal, p.traded
	u.clock, u.ended, u.checks, u.changes = p.clock, p.ended, p.checks, 0
	if p.rules.unmoved != nil {
		u.fresh = p.fresh
	}
	u.tally = p.tally
	side := p.side
	p.clock++
	var crossed Bitboard
	switch m.Kind() {
	case Step:
		if m.Use() == Via {
			p.playTwoSteps(u, m)
		} else {
			crossed = p.playStep(u, m)
		}
	case Drop:
		p.playDrop(u, m)
	case PocketDrop:
		u.moved = NewPiece(p.pocket[side], side)
		p.setPocket(side, NoPieceType)
		p.put(m.To(), u.moved)
	case ToPocket:
		u.moved = p.take(m.From())
		p.setPocket(side, u.moved.Type())
	case Castle:
		p.playCastle(u, m)
	case EnPassant:
		u.at = p.passedBy(m)
		p.capture(u, p.board[m.From()].Type())
		u.moved = p.take(m.From())
		p.put(m.To(), promoted(u.moved, m))
		p.clock = 0
	case RifleCapture:
		u.at = m.To()
		u.moved = p.board[m.From()]
		p.capture(u, u.moved.Type())
		p.clock = 0
	}
	if p.rules.unmoved != nil {
		p.playGate(u, m, side)
	}
	if side == Second {
		p.number++
	}
	p.side = side.Other()
	p.flip(p.rules.keys.side)
	for _, m := range p.rules.effects {
		m.apply(p, u)
	}
	if !p.enPassant.Empty() || !crossed.Empty() {
		p.openEnPassant(crossed.AndNot(p.pieces[Walled]), m.To())
	}
	for i, ends := range p.rules.ends {
		if ends(p) {
			p.ended = uint8(i + 1)
			break
		}
	}
	if p.rules.honours != nil {
		p.countMove(u)
	}
	if p.history != nil {
		p.remember()
	}
}

// push adds an entry to the stack. Its fields are not cleared.
func (p *Position) push() *undo {
	n := len(p.stack)
	if n == cap(p.stack) {
		p.stack = slices.Grow(p.stack, n+1)
	}
	p.stack = p.stack[:n+1]
	return &p.stack[n]
}

// playStep moves a piece, and returns the crossed squares on which it can be
// captured en passant.
func (p *Position) playStep(u *undo, m Move) (crossed Bitboard) {
	from, to := m.From(), m.To()
	pc := p.board[from]
	side := p.side
	if p.board[to] != NoPiece && to != from {
		u.at = to
		p.capture(u, pc.Type())
		p.clock = 0
	}
	u.moved = p.take(from)
	if p.resetsClock(pc, m) {
		p.clock = 0
	}
	p.put(to, promoted(pc, m))
	if p.royal[side] == from {
		p.royal[side] = to
	}
	if !p.rights.Empty() {
		p.loseRights(from, to, pc)
	}
	return p.crossed(pc, m, u.captured != NoPiece)
}

// resetsClock reports whether a quiet step that was just lifted from its square
// is irreversible.
func (p *Position) resetsClock(pc Piece, m Move) bool {
	r, t := p.rules, pc.Type()
	if m.Into() != NoPieceType && !r.demoted {
		return true
	}
	return r.resets.Has(t) && !(r.returns.Has(t) && p.reach(pc, m.To()).Has(m.From()))
}

// findReturns returns the clock-resetting types that have reversible steps on
// an empty board.
func (r *Rules) findReturns() (out PieceTypeSet) {
	empty := &Position{rules: r}
	for kinds := r.resets; kinds != 0; kinds &= kinds - 1 {
		t := PieceType(trailing64(uint64(kinds)))
		pc := NewPiece(t, First)
		for s := range Square(r.squares) {
			for to := empty.reach(pc, s); !to.Empty(); to = to.AndNot(bit(to.First())) {
				if empty.reach(pc, to.First()).Has(s) {
					out.Add(t)
				}
			}
		}
	}
	return out
}

// promoted returns the piece after a move.
func promoted(pc Piece, m Move) Piece {
	if into := m.Into(); into != NoPieceType {
		return NewPiece(into, pc.Side())
	}
	return pc
}

func (p *Position) playDrop(u *undo, m Move) {
	side := p.side
	t := PieceType(m.Slot())
	if p.rules.cells > 0 {
		u.cell = uint8(m.Slot())
		t = p.cells[side][u.cell]
		p.cells[side][u.cell] = NoPieceType
	}
	if !p.rules.freeDrops.Has(t) {
		p.setHand(side, t, p.hand[side][t]-1)
	}
	u.moved = NewPiece(t, side)
	p.put(m.To(), promoted(u.moved, m))
	if p.rules.royals.Has(t) {
		p.royal[side] = m.To()
	}
	p.gainRights(m.To(), t)
	if !p.rules.dropsKeepClock || p.rules.resets.Has(t) {
		p.clock = 0
	}
}

// capture captures the piece on u.capturedOn, and puts it in the hand if the
// rules keep it.
func (p *Position) capture(u *undo, captor PieceType) {
	u.captured = p.remove(u.at)
	if victim := u.captured.Type(); p.rules.keeps(captor, victim) {
		u.cell = p.receive(p.side, p.rules.pieceTypes[victim].demotes)
	}
}

// remove takes an enemy piece off the board, with its castling rights.
func (p *Position) remove(s Square) Piece {
	other := p.side.Other()
	victim := p.take(s)
	if p.royal[other] == s {
		p.royal[other] = NoSquare
	}
	if !p.rights.Empty() {
		p.loseRights(s, s, victim)
	}
	return victim
}

// Undo takes back the last move. It panics if there is none.
func (p *Position) Undo() {
	if p.history != nil {
		p.history.pop()
	}
	u := &p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	if p.astray > len(p.stack) {
		p.astray = 0
	}
	p.side = p.side.Other()
	side, m := p.side, u.move
	if side == Second {
		p.number--
	}
	if u.changes > 0 {
		p.restore(u)
	}
	if m.Use() == Gate {
		p.undoGate(m)
	}
	switch m.Kind() {
	case Step:
		p.take(m.To())
		p.put(m.From(), u.moved)
	case Drop:
		p.take(m.To())
		t := u.moved.Type()
		if !p.rules.freeDrops.Has(t) {
			p.setHand(side, t, p.hand[side][t]+1)
		}
		if p.rules.cells > 0 {
			p.cells[side][u.cell] = t
		}
	case PocketDrop:
		p.take(m.To())
		p.setPocket(side, u.moved.Type())
	case ToPocket:
		p.setPocket(side, NoPieceType)
		p.put(m.From(), u.moved)
	case Castle:
		p.undoCastle(u, m)
	case EnPassant:
		p.take(m.To())
		p.put(m.From(), u.moved)
	}
	if u.captured != NoPiece {
		p.put(u.at, u.captured)
		if t := p.rules.pieceTypes[u.captured.Type()].demotes; p.rules.keeps(u.moved.Type(), u.captured.Type()) {
			p.setHand(side, t, p.hand[side][t]-1)
			if u.cell < maxCells {
				p.cells[side][u.cell] = NoPieceType
			}
		}
	}
	if u.passed != NoPiece {
		p.put(m.Second(), u.passed)
	}
	if p.rules.unmoved != nil {
		p.fresh = u.fresh
	}
	p.rights, p.enPassant, p.doubleStepped, p.traded = u.rights, u.enPassant, u.doubleStepped, u.traded
	p.clock, p.royal, p.ended, p.checks = u.clock, u.royal, u.ended, u.checks
	p.key, p.secret, p.tally = u.key, u.secret, u.tally
}

// try plays a move for inspection, without recording it in the history. untry
// takes it back.
func (p *Position) try(m Move) (before *history) {
	before, p.history = p.history, nil
	p.Play(m)
	return before
}

func (p *Position) untry(before *history) {
	p.Undo()
	p.history = before
}

// keeps reports whether a captured piece goes to a hand. A royal does so only
// if the hand's order lists it.
func (r *Rules) keeps(captor, victim PieceType) bool {
	if r.royals.Has(victim) && !slices.Contains(r.handOrder, victim) {
		return false
	}
	return r.keepAll || r.keepVictims.Has(victim) || r.keepCaptors.Has(captor)
}
