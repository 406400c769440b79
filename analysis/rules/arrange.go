package rules

// Arrange puts pieces on the board in place of those that stand there: what
// stands on each square, and the squares of each piece, by its number. Hands,
// rights, clock and key stay as they are, so that nothing may be asked of the
// position but what its board alone tells: At, Occupied, Attackers.
func (p *Position) Arrange(board *[MaxSquares]Piece, on *[128]Bitboard) {
	p.board, p.own = *board, [2]Bitboard{}
	last := NewPiece(PieceType(p.rules.Types()), Second)
	for pc := Walled; pc <= last; pc++ {
		p.pieces[pc] = on[pc]
		if pc > Walled {
			p.own[pc.Side()] = p.own[pc.Side()].Or(on[pc])
		}
	}
	p.filled = p.own[First].Or(p.own[Second]).Or(on[Walled])
}
