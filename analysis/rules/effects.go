package rules

// CapturedOn is the square of the piece that a legal move captures, NoSquare
// for a move that captures nothing.
func (p *Position) CapturedOn(m Move) Square {
	switch {
	case p.Captured(m) == NoPiece:
		return NoSquare
	case m.Kind() == EnPassant:
		return p.passedBy(m)
	case m.Use() == Via && (m.To() == m.From() || p.board[m.To()] == NoPiece):
		return m.Second()
	}
	return m.To()
}

// CastlingPartner is where the partner of a legal castling move stands and
// where it goes.
func (p *Position) CastlingPartner(m Move) (from, to Square) {
	d, _ := p.castleDirection(m.From(), m.To())
	from, _ = p.castlingPartner(m.From(), d)
	return from, p.beside(m.To(), d)
}

// Plies is how many plies this position's history has.
func (p *Position) Plies() int { return len(p.stack) }

// Played is one ply of this position's history, counted from 0: the move, the
// piece that moved or was dropped as it was before, and what was captured.
func (p *Position) Played(ply int) (m Move, moved, captured Piece) {
	u := &p.stack[ply]
	return u.move, u.moved, u.captured
}
