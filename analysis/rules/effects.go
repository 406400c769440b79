package rules

// CapturedOn returns the square of the piece that a legal move captures, or
// NoSquare.
func (p *Position) CapturedOn(m Move) Square {
	switch {
	case p.Captured(m) == NoPiece:
		return NoSquare
	case m.Kind() == EnPassant:
		return p.enPassantVictim(m)
	case m.Use() == Via && (m.To() == m.From() || p.board[m.To()] == NoPiece):
		return m.Second()
	}
	return m.To()
}

// CastlingPartner returns the origin and target of the partner of a legal
// castling move.
func (p *Position) CastlingPartner(m Move) (from, to Square) {
	d, _ := p.castleDirection(m.From(), m.To())
	from, _ = p.castlingPartner(m.From(), d)
	return from, p.partnerTarget(m.To(), d)
}

// Plies returns the number of plies in this position's history.
func (p *Position) Plies() int { return len(p.states) }

// Played returns a ply of the history, from 0: the move, the piece that moved
// (before promotion), and the captured piece.
func (p *Position) Played(ply int) (m Move, moved, captured Piece) {
	st := &p.states[ply]
	return st.move, st.moved, st.captured
}
