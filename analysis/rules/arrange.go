package rules

// Arrange replaces the pieces on the board: board is the piece on each square,
// on the bitboard of each piece. Hands, rights, clock and keys are not updated,
// so only methods that read the board alone (At, Occupied, Attackers) are valid
// afterwards.
func (p *Position) Arrange(board *[MaxSquares]Piece, on *[128]Bitboard) {
	p.board, p.own = *board, [2]Bitboard{}
	last := NewPiece(PieceType(p.rules.Types()), Second)
	for pc := Walled; pc <= last; pc++ {
		p.pieces[pc] = on[pc]
		if pc > Walled {
			p.own[pc.Side()] = p.own[pc.Side()].Or(on[pc])
		}
	}
	p.occupied = p.own[First].Or(p.own[Second]).Or(on[Walled])
}
