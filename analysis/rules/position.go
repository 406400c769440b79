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

	royal         [2]Square // the only royal of a side; NoSquare if there is none or it is captured
	rights        Bitboard  // squares of castling partners with rights
	unmoved       Bitboard  // squares of pieces with first-move rights
	enPassant     Bitboard  // squares crossed by the last step on which a capture is possible
	doubleStepped Square    // square of the piece that crossed them, or NoSquare

	traded Square // square on which a non-lion has just captured a lion, or NoSquare

	checks [2]uint8 // still to be given to win, by side
	tally  tally

	side   Side
	clock  int // plies since the last capture, or move or drop of a resetting type
	number int // move number from 1; increases after Second's move

	key, repetitionKey uint64
	ended              uint8 // number of the ending, from 1, or notEnded

	weights *Weights // sum is kept up to date for these; nil for none
	sum     Sum

	overruledPly int // ply of the first overruled move, from 1; 0 for none, or beforeStart

	states  []stateInfo
	changed []changedSquare // changes by effects, in the order of the stack
	history *history

	checkCache cachedCheck // of the last position tested

	freeLegalities []*legality     // free list
	freeExposures  []*exposedMoves // free list
	scratchBoard   boardView       // scratch board of the move being tested
	scratchMoves   []Move          // scratch list of a gating piece's moves
}

// stateInfo is the state that Play saves for Undo.
type stateInfo struct {
	move               Move
	moved              Piece // before promotion
	captured           Piece
	capturedVia        Piece  // captured on the move's second square
	capturedOn         Square // square of the captured piece
	cell               uint8  // bench cell filled by the capture or emptied by the drop
	partner            Square // castling partner's square
	key, repetitionKey uint64
	rights, unmoved    Bitboard
	enPassant          Bitboard
	doubleStepped      Square
	clock              int
	royal              [2]Square
	traded             Square
	checks             [2]uint8
	tally              tally
	ended              uint8
	changedSquares     uint8 // number of squares changed by effects
}

// changedSquare is the former content of a square changed by an effect.
type changedSquare struct {
	square Square
	piece  Piece
	toHand PieceType // type that the opponent's hand got for it, or NoPieceType
}

// Rules returns the rules of the position's variant.
func (p *Position) Rules() *Rules { return p.rules }

// Side returns the side to move.
func (p *Position) Side() Side { return p.side }

// Ply returns the number of plies in this position's history.
func (p *Position) Ply() int { return len(p.states) }

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

// CanDrop reports whether the side to move has a piece of a type to drop.
func (p *Position) CanDrop(t PieceType) bool {
	return p.hand[p.side][t] > 0 && p.rules.drops || p.rules.freeDrops.Has(t)
}

// Cell returns the content of a bench cell, by its index in the fill order.
func (p *Position) Cell(side Side, i int) PieceType { return p.cells[side][i] }

// Pocket returns the content of a side's pocket.
func (p *Position) Pocket(side Side) PieceType { return p.pocket[side] }

// LastMove returns the last ply, if any.
func (p *Position) LastMove() (Move, bool) {
	if len(p.states) == 0 {
		return 0, false
	}
	return p.states[len(p.states)-1].move, true
}

// Key returns the 64-bit position key: board, side to move, hands (regardless
// of cells), pockets, castling rights, first moves, and en passant if a piece
// can use it. It is the same in every run and on every machine.
func (p *Position) Key() uint64 { return p.key }

// Equal reports whether two positions of one variant agree in everything that
// Key covers.
func (p *Position) Equal(o *Position) bool {
	return p.key == o.key && p.side == o.side && p.board == o.board && p.hand == o.hand &&
		p.pocket == o.pocket && p.rights == o.rights && p.unmoved == o.unmoved && p.enPassant == o.enPassant && p.doubleStepped == o.doubleStepped && p.traded == o.traded && p.checks == o.checks
}

// Clone returns an independent copy with its history.
func (p *Position) Clone() *Position { return p.CopyTo(new(Position)) }

// CopyTo copies p into c, reusing its memory, and returns c.
func (p *Position) CopyTo(c *Position) *Position {
	stack, changed, history, guards, weighings, plain := c.states[:0], c.changed[:0], c.history, c.freeLegalities, c.freeExposures, c.scratchMoves
	*c = *p
	c.states, c.changed = append(stack, p.states...), append(changed, p.changed...)
	c.freeLegalities, c.freeExposures, c.scratchMoves = guards, weighings, plain
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

// receive puts a captured piece into a hand, and returns its cell.
func (p *Position) receive(side Side, t PieceType) uint8 {
	p.setHand(side, t, p.hand[side][t]+1)
	cell := p.freeCell(side)
	if cell < maxCells {
		p.cells[side][cell] = t
	}
	return cell
}

// freeCell returns the first empty cell in the fill order, maxCells if there is
// none.
func (p *Position) freeCell(side Side) uint8 {
	for i := range p.rules.cells {
		if p.cells[side][i] == NoPieceType {
			return uint8(i)
		}
	}
	return maxCells
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

// toggleWall turns an empty square into a wall, or back.
func (p *Position) toggleWall(s Square) {
	p.board[s] ^= Walled
	p.pieces[Walled].Toggle(s)
	p.occupied.Toggle(s)
	p.toggleKey(p.rules.zobrist.board[Walled][s])
}

// toggleWallByEffect toggles a wall as an effect of a move.
func (p *Position) toggleWallByEffect(st *stateInfo, s Square) {
	p.changed = append(p.changed, changedSquare{square: s, piece: p.board[s]})
	st.changedSquares++
	p.toggleWall(s)
}

// turnByEffect gives a piece to the other side as an effect of a move.
func (p *Position) turnByEffect(st *stateInfo, s Square) {
	p.liftByEffect(st, s)
	pc := p.changed[len(p.changed)-1].piece
	p.putPiece(s, NewPiece(pc.Type(), pc.Side().Other()))
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

func (p *Position) setEnPassant(open Bitboard, passed Square) {
	before := p.enPassantSquares()
	p.enPassant, p.doubleStepped = open, passed
	for changed := before.Xor(p.enPassantSquares()); !changed.Empty(); {
		p.toggleKey(p.rules.zobrist.enPassant[changed.Pop()])
	}
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

// InCheck reports whether a royal of that side, or another piece that must be
// safe, is attacked.
func (p *Position) InCheck(side Side) bool {
	if side == p.side && p.rules.checksByLastMove && !p.mayBeInCheck() {
		return false
	}
	return p.attackedNow(side)
}

// attackedNow is InCheck without considering the last move.
func (p *Position) attackedNow(side Side) bool {
	for _, m := range p.rules.checkRules {
		if m.inCheck(p, side) {
			return true
		}
	}
	return p.attackedRoyals(side, false) > 0
}

// attackedRoyals counts a side's attacked royals, at most one unless all is
// set.
func (p *Position) attackedRoyals(side Side, all bool) int {
	n := 0
	occupied := p.occupied
	for b := p.royals(side); !b.Empty(); {
		s := b.Pop()
		if p.royalAttacked(side, s, p.board[s].Type(), occupied, p.own[side.Other()]) {
			n++
			if !all {
				return n
			}
		}
	}
	return n
}
