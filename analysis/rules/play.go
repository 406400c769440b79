package rules

import "slices"

// stateInfo is what Play saves for Undo.
type stateInfo struct {
	state
	move           Move
	moved          Piece // before promotion
	captured       Piece
	capturedVia    Piece  // captured on the move's second square
	capturedOn     Square // square of the captured piece
	cell           uint8  // bench cell filled by the capture or emptied by the drop
	partner        Square // castling partner's square
	changedSquares uint8  // number of squares changed by effects
}

// changedSquare is the former content of a square changed by an effect.
type changedSquare struct {
	square Square
	piece  Piece
	toHand PieceType // type that the opponent's hand got for it, or NoPieceType
}

// Play makes a legal move, a null move that JudgeNull accepts, or a move
// returned by AsPlayed. Any other move corrupts the position; test it with
// Legal first.
func (p *Position) Play(m Move) {
	st := p.pushState()
	st.state = p.state
	if m.Ruled() && p.overruledPly == 0 {
		p.overruledPly = len(p.stack)
	}
	st.move, st.moved, st.captured, st.capturedVia = m, NoPiece, NoPiece, NoPiece
	st.capturedOn, st.partner, st.cell, st.changedSquares = NoSquare, NoSquare, maxCells, 0
	side := p.side
	p.clock++
	var crossed Bitboard
	switch m.Kind() {
	case Step:
		if m.Use() == Via {
			p.playTwoSteps(st, m)
		} else {
			crossed = p.playStep(st, m)
		}
	case Drop:
		p.playDrop(st, m)
	case PocketDrop:
		st.moved = NewPiece(p.pocket[side], side)
		p.setPocket(side, NoPieceType)
		p.putPiece(m.To(), st.moved)
	case ToPocket:
		st.moved = p.liftPiece(m.From())
		p.setPocket(side, st.moved.Type())
	case Castle:
		p.playCastle(st, m)
	case EnPassant:
		st.capturedOn = p.enPassantVictim(m)
		p.capture(st, p.board[m.From()].Type())
		st.moved = p.liftPiece(m.From())
		p.putPiece(m.To(), promoted(st.moved, m))
		p.clock = 0
	case RifleCapture:
		st.capturedOn = m.To()
		st.moved = p.board[m.From()]
		p.capture(st, st.moved.Type())
		p.clock = 0
	}
	if p.rules.firstMove != nil {
		p.playGating(st, m, side)
	}
	if side == Second {
		p.number++
	}
	p.side = side.Other()
	p.toggleKey(p.rules.zobrist.side)
	for _, m := range p.rules.special.effects {
		m.apply(p, st)
	}
	if !p.enPassant.Empty() || !crossed.Empty() {
		if st.changedSquares > 0 && p.board[m.To()] != st.moved { // an effect changed the piece
			crossed = Bitboard{}
		}
		p.openEnPassant(crossed.AndNot(p.pieces[Walled]), m.To())
	}
	for i, ends := range p.rules.special.endedByPly {
		if ends(p) {
			p.ended = uint8(i + 1)
			break
		}
	}
	if p.rules.claims.counting != nil {
		p.countMove(st)
	}
	if p.history != nil {
		p.recordPosition()
	}
}

// pushState adds an entry to the stack. Its fields are not cleared.
func (p *Position) pushState() *stateInfo {
	n := len(p.stack)
	if n == cap(p.stack) {
		p.stack = slices.Grow(p.stack, n+1)
	}
	p.stack = p.stack[:n+1]
	return &p.stack[n]
}

// playStep moves a piece, and returns the crossed squares on which it can be
// captured en passant.
func (p *Position) playStep(st *stateInfo, m Move) (crossed Bitboard) {
	from, to := m.From(), m.To()
	pc := p.board[from]
	side := p.side
	if p.board[to] != NoPiece && to != from {
		st.capturedOn = to
		p.capture(st, pc.Type())
		p.clock = 0
	}
	st.moved = p.liftPiece(from)
	if p.isIrreversible(pc, m) {
		p.clock = 0
	}
	p.putPiece(to, promoted(pc, m))
	if p.royal[side] == from {
		p.royal[side] = to
	}
	if !p.rights.Empty() {
		p.loseRights(from, to, pc)
	}
	return p.crossed(pc, m, st.captured != NoPiece)
}

// isIrreversible reports whether a quiet step is irreversible. The piece has
// just been lifted from its square.
func (p *Position) isIrreversible(pc Piece, m Move) bool {
	r, t := p.rules, pc.Type()
	if m.Into() != NoPieceType && !r.clock.promotionsReversible {
		return true
	}
	return r.clock.resets.Has(t) && !(r.clock.reversible.Has(t) && p.reach(pc, m.To()).Has(m.From()))
}

// findReversible returns the clock-resetting types that have reversible steps
// on an empty board.
func (r *Rules) findReversible() (out PieceTypeSet) {
	empty := &Position{rules: r}
	for kinds := r.clock.resets; kinds != 0; kinds &= kinds - 1 {
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

// capture captures the piece on u.capturedOn, and puts it in the hand if the
// rules keep it.
func (p *Position) capture(st *stateInfo, captor PieceType) {
	st.captured = p.liftCaptured(st.capturedOn)
	if victim := st.captured.Type(); p.rules.keeps(captor, victim) {
		st.cell = p.receive(p.side, p.rules.pieceTypes[victim].demotes)
	}
}

// liftCaptured takes an enemy piece off the board, with its castling rights.
func (p *Position) liftCaptured(s Square) Piece {
	other := p.side.Other()
	victim := p.liftPiece(s)
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
	st := &p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	if p.overruledPly > len(p.stack) {
		p.overruledPly = 0
	}
	p.side = p.side.Other()
	side, m := p.side, st.move
	if side == Second {
		p.number--
	}
	if st.changedSquares > 0 {
		p.undoEffects(st)
	}
	if m.Use() == Gate {
		p.undoGating(m)
	}
	switch m.Kind() {
	case Step:
		p.liftPiece(m.To())
		p.putPiece(m.From(), st.moved)
	case Drop:
		p.liftPiece(m.To())
		t := st.moved.Type()
		if !p.rules.hands.freeDrops.Has(t) {
			p.setHand(side, t, p.hand[side][t]+1)
		}
		if p.rules.hands.cells > 0 {
			p.cells[side][st.cell] = t
		}
	case PocketDrop:
		p.liftPiece(m.To())
		p.setPocket(side, st.moved.Type())
	case ToPocket:
		p.setPocket(side, NoPieceType)
		p.putPiece(m.From(), st.moved)
	case Castle:
		p.undoCastle(st, m)
	case EnPassant:
		p.liftPiece(m.To())
		p.putPiece(m.From(), st.moved)
	}
	if st.captured != NoPiece {
		p.putPiece(st.capturedOn, st.captured)
		if t := p.rules.pieceTypes[st.captured.Type()].demotes; p.rules.keeps(st.moved.Type(), st.captured.Type()) {
			p.setHand(side, t, p.hand[side][t]-1)
			if st.cell < maxCells {
				p.cells[side][st.cell] = NoPieceType
			}
		}
	}
	if st.capturedVia != NoPiece {
		p.putPiece(m.Second(), st.capturedVia)
	}
	p.state = st.state
}

// playProbe plays a move for inspection, without recording it in the history.
// untry takes it back.
func (p *Position) playProbe(m Move) (before *history) {
	before, p.history = p.history, nil
	p.Play(m)
	return before
}

func (p *Position) undoProbe(before *history) {
	p.Undo()
	p.history = before
}

// liftByEffect removes a piece as an effect of a move.
func (p *Position) liftByEffect(st *stateInfo, s Square) {
	pc := p.liftPiece(s)
	p.changed = append(p.changed, changedSquare{square: s, piece: pc})
	st.changedSquares++
	if p.royal[pc.Side()] == s {
		p.royal[pc.Side()] = NoSquare
	}
	if !p.rights.Empty() {
		p.loseRights(s, s, pc)
	}
	p.loseFirstMoves(bit(s))
}

// toggleWallByEffect toggles a wall as an effect of a move.
func (p *Position) toggleWallByEffect(st *stateInfo, s Square) {
	p.changed = append(p.changed, changedSquare{square: s, piece: p.board[s]})
	st.changedSquares++
	p.toggleWall(s)
}

// turnByEffect gives a piece to the other side as an effect of a move.
func (p *Position) turnByEffect(st *stateInfo, s Square) {
	pc := p.board[s]
	p.replaceByEffect(st, s, NewPiece(pc.Type(), pc.Side().Other()))
}

// replaceByEffect puts a piece on a square as an effect of a move, instead of
// the one that stands there, if any.
func (p *Position) replaceByEffect(st *stateInfo, s Square, pc Piece) {
	if p.board[s] == NoPiece {
		p.changed = append(p.changed, changedSquare{square: s})
		st.changedSquares++
	} else {
		p.liftByEffect(st, s)
	}
	p.putPiece(s, pc)
}

// undoEffects undoes the effects of a move.
func (p *Position) undoEffects(st *stateInfo) {
	for ; st.changedSquares > 0; st.changedSquares-- {
		n := len(p.changed) - 1
		before := p.changed[n]
		now := p.board[before.square]
		if now == Walled || before.piece == Walled {
			p.toggleWall(before.square)
		}
		if now > Walled {
			p.liftPiece(before.square)
		}
		if before.piece > Walled {
			p.putPiece(before.square, before.piece)
		}
		if t, side := before.toHand, before.piece.Side().Other(); t != NoPieceType {
			p.setHand(side, t, p.hand[side][t]-1)
		}
		p.changed = p.changed[:n]
	}
}
