package rules

import "assay/analysis/variant"

// maxCells is the largest number of bench cells of a side.
const maxCells = variant.MaxCells

// Position is a valid position with its history: board, hands, pockets, rights,
// side to move, and every position since the start. Play and Undo change it in
// place. It is not safe for concurrent use.
type Position struct {
	rules *Rules

	board    [MaxSquares]Piece
	pieces   [maxPieces]Bitboard
	own      [2]Bitboard
	occupied Bitboard // squares with a piece or a wall

	hand     [2][maxTypes]uint8
	cells    [2][maxCells]PieceType // pieces in the bench cells, if hands have cells
	handSize [2]int                 // number of pieces in hand
	pocket   [2]PieceType

	state // saved by Play and restored by Undo

	side   Side
	number int // move number from 1; increases after Second's move

	weights *Weights // sum is kept up to date for these; nil for none
	sum     Sum

	overruledPly int // ply of the first overruled move, from 1; 0 for none, or beforeStart

	stack   []stateInfo
	changed []changedSquare // changes by effects, in the order of the stack
	history *history

	checkCache cachedCheck // of the last position tested
	scratch    scratch
}

// state is the part of a position that cannot be recomputed by taking a move
// back.
type state struct {
	royal         [2]Square // the only royal of a side; NoSquare if there is none or it is captured
	rights        Bitboard  // squares of castling partners with rights
	unmoved       Bitboard  // squares of pieces with first-move rights
	enPassant     Bitboard  // squares crossed by the last step on which a capture is possible
	doubleStepped Square    // square of the piece that crossed them, or NoSquare
	traded        Square    // square on which a non-lion has just captured a lion, or NoSquare
	checks        [2]uint8  // by side: checks left to win
	ended         uint8     // number of the ending, from 1, or notEnded
	tally         tally
	clock         int // plies since the last capture, or move or drop of a resetting type

	key, repetitionKey uint64
}

// scratch is reused memory, because move generation must not allocate.
type scratch struct {
	legalities []*legality     // free list
	exposures  []*exposedMoves // free list
	board      boardView       // of the move being tested
	moves      []Move          // of a gating piece
}

// Rules returns the rules of the position's variant.
func (p *Position) Rules() *Rules { return p.rules }

// Side returns the side to move.
func (p *Position) Side() Side { return p.side }

// Ply returns the number of plies in this position's history.
func (p *Position) Ply() int { return len(p.stack) }

// At returns the piece on a square, or Walled.
func (p *Position) At(s Square) Piece { return p.board[s] }

// Own returns the squares of a side's pieces.
func (p *Position) Own(side Side) Bitboard { return p.own[side] }

// Where returns the squares of one kind of piece.
func (p *Position) Where(pc Piece) Bitboard { return p.pieces[pc] }

// HandSize returns the number of pieces in a side's hand.
func (p *Position) HandSize(side Side) int { return p.handSize[side] }

// InHand returns the number of pieces of a type in a side's hand.
func (p *Position) InHand(side Side, t PieceType) int { return int(p.hand[side][t]) }

// Cell returns the content of a bench cell, by its index in the fill order.
func (p *Position) Cell(side Side, i int) PieceType { return p.cells[side][i] }

// Pocket returns the content of a side's pocket.
func (p *Position) Pocket(side Side) PieceType { return p.pocket[side] }

// LastMove returns the last ply, if any.
func (p *Position) LastMove() (Move, bool) {
	if len(p.stack) == 0 {
		return 0, false
	}
	return p.stack[len(p.stack)-1].move, true
}

// Key returns the 64-bit position key: board, side to move, hands (regardless
// of cells), pockets, castling rights, first moves, and en passant if a piece
// can use it. It is the same in every run and on every machine.
func (p *Position) Key() uint64 { return p.key }

// Equal reports whether two positions of one variant agree in everything that
// Key covers.
func (p *Position) Equal(o *Position) bool {
	return p.key == o.key && p.side == o.side && p.board == o.board && p.hand == o.hand &&
		p.pocket == o.pocket && p.rights == o.rights && p.unmoved == o.unmoved && p.enPassant == o.enPassant &&
		p.doubleStepped == o.doubleStepped && p.traded == o.traded && p.checks == o.checks
}

// Clone returns an independent copy with its history.
func (p *Position) Clone() *Position { return p.CopyTo(new(Position)) }

// CopyTo copies p into c, reusing its memory, and returns c.
func (p *Position) CopyTo(c *Position) *Position {
	stack, changed, history, scratch := c.stack[:0], c.changed[:0], c.history, c.scratch
	*c = *p
	c.stack, c.changed = append(stack, p.stack...), append(changed, p.changed...)
	c.scratch = scratch
	if p.history != nil {
		if history == nil {
			history = newHistory()
		}
		c.history = p.history.copyTo(history)
	}
	return c
}

func (p *Position) putPiece(s Square, pc Piece) {
	p.board[s] = pc
	p.pieces[pc].Toggle(s)
	p.own[pc.Side()].Toggle(s)
	p.occupied.Toggle(s)
	z := &p.rules.zobrist.board[pc][s]
	p.key ^= z[0]
	p.repetitionKey ^= z[1]
	if p.weights != nil {
		p.sum.add(&p.weights.Board[pc][s])
	}
}

func (p *Position) liftPiece(s Square) Piece {
	pc := p.board[s]
	p.board[s] = NoPiece
	p.pieces[pc].Toggle(s)
	p.own[pc.Side()].Toggle(s)
	p.occupied.Toggle(s)
	z := &p.rules.zobrist.board[pc][s]
	p.key ^= z[0]
	p.repetitionKey ^= z[1]
	if p.weights != nil {
		p.sum.take(&p.weights.Board[pc][s])
	}
	return pc
}

func (p *Position) setHand(side Side, t PieceType, n uint8) {
	k := p.rules.zobrist.hand[side][t]
	was := p.hand[side][t]
	p.key ^= k[was][0] ^ k[n][0]
	p.repetitionKey ^= k[was][1] ^ k[n][1]
	p.handSize[side] += int(n) - int(was)
	p.hand[side][t] = n
	if p.weights != nil {
		p.sum.addTimes(&p.weights.Hand[NewPiece(t, side)], int32(n)-int32(was))
	}
}

func (p *Position) setPocket(side Side, t PieceType) {
	was := p.pocket[side]
	p.toggleKey(p.rules.zobrist.pocket[side][was])
	p.pocket[side] = t
	p.toggleKey(p.rules.zobrist.pocket[side][t])
	if p.weights != nil {
		p.sum.take(&p.weights.Hand[NewPiece(was, side)])
		p.sum.add(&p.weights.Hand[NewPiece(t, side)])
	}
}

func (p *Position) setRights(b Bitboard) {
	for changed := p.rights.Xor(b); !changed.Empty(); {
		p.toggleKey(p.rules.zobrist.rights[changed.Pop()])
	}
	p.rights = b
}

func (p *Position) setChecks(side Side, n uint8) {
	k := &p.rules.zobrist.checks[side]
	p.toggleKey(k[p.checks[side]])
	p.checks[side] = n
	p.toggleKey(k[n])
}

// toggleWall turns an empty square into a wall, or back.
func (p *Position) toggleWall(s Square) {
	p.board[s] ^= Walled
	p.pieces[Walled].Toggle(s)
	p.occupied.Toggle(s)
	p.toggleKey(p.rules.zobrist.board[Walled][s])
}

func (p *Position) toggleKey(z [2]uint64) {
	p.key ^= z[0]
	p.repetitionKey ^= z[1]
}

// count returns the number of a side's pieces of some types, on the board and
// in hand.
func (p *Position) count(side Side, kinds PieceTypeSet) int {
	n := p.ofTypes(side, kinds).Len()
	for ; p.handSize[side] > 0 && kinds != 0; kinds &= kinds - 1 {
		n += int(p.hand[side][trailing64(uint64(kinds))])
	}
	return n
}

// Royal returns the square of a side's only royal; NoSquare if it has none or
// may have several.
func (p *Position) Royal(side Side) Square { return p.royal[side] }

// royals returns a side's royals on the board.
func (p *Position) royals(side Side) Bitboard { return p.ofTypes(side, p.rules.royals) }

// Arrange replaces the pieces on the board. board is given twice: as the piece
// on each square, and as a bitboard for each piece. Hands, rights, clock and
// keys are not updated; afterwards only methods that read the board alone (At,
// Occupied, Attackers) are valid.
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

// Moved returns the piece that a legal move moves or drops, before promotion;
// NoPiece for a pass.
func (p *Position) Moved(m Move) Piece {
	switch m.Kind() {
	case Drop, PocketDrop:
		return NewPiece(p.droppedType(m), p.side)
	case Pass:
		return NoPiece
	}
	return p.board[m.From()]
}

// Captured returns the piece that a legal move captures, or NoPiece.
func (p *Position) Captured(m Move) Piece {
	switch m.Kind() {
	case Step, RifleCapture:
		if m.To() == m.From() && m.Use() != Via {
			return NoPiece
		}
		if to := m.To(); m.Use() != Via || p.board[to] != NoPiece && to != m.From() {
			return p.board[to]
		}
		return p.board[m.Second()]
	case EnPassant:
		return p.board[p.enPassantVictim(m)]
	}
	return NoPiece
}

// MovedAndCaptured combines Moved and Captured, and reports whether the move is
// a drop. It is fast for steps and drops.
func (p *Position) MovedAndCaptured(m Move) (moved, captured Piece, drops bool) {
	from, to := m.From(), m.To()
	switch {
	case m.isStep() && from != to:
		return p.board[from], p.board[to], false
	case m.isDrop():
		return NewPiece(p.droppedType(m), p.side), NoPiece, true
	}
	return p.Moved(m), p.Captured(m), false
}

// Received returns the piece that the mover's hand gets by a legal move, and
// its bench cell (index in the fill order), -1 if hands have no cells.
func (p *Position) Received(m Move) (t PieceType, cell int, ok bool) {
	victim := p.Captured(m)
	if victim == NoPiece {
		return NoPieceType, -1, false
	}
	t, ok = p.rules.Receives(p.board[m.From()].Type(), victim.Type())
	cell = -1
	if ok && p.rules.hands.cells > 0 {
		cell = int(p.freeCell(p.side))
	}
	return t, cell, ok
}

// RifleCaptures reports whether the piece on from captures on to without
// moving; royal safety is not tested.
func (p *Position) RifleCaptures(from, to Square) bool {
	return p.board[from] > Walled && p.rifleTargets(from).Has(to)
}

// Number returns the move number, which increases after Second's move.
func (p *Position) Number() int { return p.number }

// Clock returns the plies since the last capture or resetting move.
func (p *Position) Clock() int { return p.clock }

// Occurrences returns how often this position has occurred; 1 if the rules do
// not track it.
func (p *Position) Occurrences() int {
	if p.history == nil {
		return 1
	}
	return p.history.occurrencesNow()
}

// HasEffects reports whether a move may change other squares than its own.
func (r *Rules) HasEffects() bool { return len(r.special.effects) > 0 }

// Occupied returns the squares with a piece or a wall.
func (p *Position) Occupied() Bitboard { return p.occupied }

// Reach returns the pseudo-legal quiet moves and captures of the piece on a
// square, regardless of the side to move.
func (p *Position) Reach(s Square) (quiet, capture Bitboard) {
	reached := p.reach(p.board[s], s)
	return reached.AndNot(p.occupied), reached.And(p.occupied)
}

// ChecksLeft returns how many more checks a side needs to win, 0 if checks do
// not win.
func (p *Position) ChecksLeft(side Side) int { return int(p.checks[side]) }

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

// Plies returns the number of plies in this position's history.
func (p *Position) Plies() int { return len(p.stack) }

// Played returns a ply of the history, from 0: the move, the piece that moved
// (before promotion), and the captured piece.
func (p *Position) Played(ply int) (m Move, moved, captured Piece) {
	st := &p.stack[ply]
	return st.move, st.moved, st.captured
}
