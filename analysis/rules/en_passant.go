package rules

// enPassantCaptors is the pieces of side that could capture en passant on s a victim of
// that kind.
func (p *Position) enPassantCaptors(side Side, s Square, victim PieceType) Bitboard {
	var out Bitboard
	for _, t := range p.rules.enPassantTypes {
		tab := p.rules.tables[NewPiece(t, side)]
		if tab.enPassantVictims.Has(victim) {
			out = out.Or(tab.enPassant[s].And(p.pieces[NewPiece(t, side)]))
		}
	}
	return out
}

// openEnPassant sets the en passant square, if the side to
// move has a piece to use it; where a royal must be safe after every move, if
// such a capture is legal (W-5, AC-20).
func (p *Position) openEnPassant(s, passed Square) {
	p.setEnPassant(NoSquare, NoSquare)
	if s == NoSquare {
		return
	}
	candidates := p.enPassantCaptors(p.side, s, p.board[passed].Type())
	if candidates.Empty() {
		return
	}
	p.setEnPassant(s, passed)
	if !p.rules.royalSafe {
		return
	}
	for !candidates.Empty() {
		if p.safeAfter(NewMove(EnPassant, candidates.Pop(), s, NoPieceType)) {
			return
		}
	}
	p.setEnPassant(NoSquare, NoSquare)
}

// safeAfter plays a move, asks the safety rules and takes it back.
func (p *Position) safeAfter(m Move) bool {
	side := p.side
	history := p.try(m)
	v := view{
		occupied: p.occupied(), own: p.own[side], enemy: p.own[side.Other()],
		side: side, royal: p.royal[side], played: true,
	}
	safe := p.safeIn(&v)
	p.untry(history)
	return safe
}
