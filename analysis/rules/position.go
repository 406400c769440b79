package rules

import "assay/analysis/variant"

// maxCells is how many bench cells a side may have.
const maxCells = variant.MaxCells

// Position is a checked state of a game with the way it came about: board,
// hands, pockets, rights, side to move, and every earlier position since the
// start. Play and Undo change it in place; it is not safe for concurrent use.
type Position struct {
	rules *Rules

	board  [MaxSquares]Piece
	pieces [maxPieces]Bitboard
	own    [2]Bitboard
	filled Bitboard // squares that hold a piece or a wall

	hand   [2][maxTypes]uint8
	cells  [2][maxCells]PieceType // what lies in each bench cell, where hands have cells
	held   [2]int                 // pieces in the hand
	pocket [2]PieceType

	royal         [2]Square // the royal, where a side has one; NoSquare when captured
	rights        Bitboard  // squares of partners that may still castle
	fresh         Bitboard  // squares of pieces with a first move
	enPassant     Bitboard  // squares crossed by the step just made, on which something can capture
	doubleStepped Square    // where the piece that crossed them stands; NoSquare where there are none

	traded Square // where something else than a lion has just captured one; NoSquare where nothing has

	checks [2]uint8 // each side has to give to win
	tally  tally

	side   Side
	clock  int // plies since the last capture, or move or drop of a piece that the definition counts
	number int // of the move, from 1, counted up after Second

	key, secret uint64
	ended       uint8 // see goesOn

	weights *Weights // by which sum is kept; nil for none
	sum     Sum

	astray int // ply of the first move that stands by a ruling, from 1; fromStart, or 0 where there is none

	stack   []undo
	changed []placed // by effects, in the order of the stack
	history *history

	checked checkState // of the position last asked about

	guards    []*guard    // free ones
	weighings []*weighing // free ones
	after     view        // of the move being tested
	plain     []Move      // of a piece that lets another in
}

// undo is what Play needs to keep to take a move back.
type undo struct {
	move          Move
	moved         Piece // as it stood before
	captured      Piece
	passed        Piece  // captured on the way, on the move's second square
	at            Square // where the captured piece stood
	cell          uint8  // bench cell filled by the capture, or emptied by the drop
	partner       Square // castling partner's square
	key, secret   uint64
	rights, fresh Bitboard
	enPassant     Bitboard
	doubleStepped Square
	clock         int
	royal         [2]Square
	traded        Square
	checks        [2]uint8
	tally         tally
	ended         uint8
	changes       uint8 // squares that effects changed
}

// placed is what stood on a square.
type placed struct {
	square Square
	piece  Piece
	held   PieceType // what the other side's hand got for it, NoPieceType for nothing
}

// Rules are the rules this position is played by.
func (p *Position) Rules() *Rules { return p.rules }

// Side is the side to move.
func (p *Position) Side() Side { return p.side }

// Ply is the number of plies played since the start of this position's
// history.
func (p *Position) Ply() int { return len(p.stack) }

// At is the piece on a square, or Walled.
func (p *Position) At(s Square) Piece { return p.board[s] }

// Own is the squares on which a side's pieces stand.
func (p *Position) Own(side Side) Bitboard { return p.own[side] }

// Where is the squares on which pieces of one kind of a side stand.
func (p *Position) Where(pc Piece) Bitboard { return p.pieces[pc] }

// HandSize is how many pieces a side holds.
func (p *Position) HandSize(side Side) int { return p.held[side] }

// InHand is how many pieces of a kind a side holds.
func (p *Position) InHand(side Side, t PieceType) int { return int(p.hand[side][t]) }

// CanDrop reports whether the side to move has a piece of a kind to drop.
func (p *Position) CanDrop(t PieceType) bool {
	return p.hand[p.side][t] > 0 && p.rules.drops || p.rules.freeDrops.Has(t)
}

// Cell is what lies in a bench cell, by its place in the fill order.
func (p *Position) Cell(side Side, i int) PieceType { return p.cells[side][i] }

// Pocket is what lies in a side's pocket.
func (p *Position) Pocket(side Side) PieceType { return p.pocket[side] }

// LastMove is the ply just played, if any.
func (p *Position) LastMove() (Move, bool) {
	if len(p.stack) == 0 {
		return 0, false
	}
	return p.stack[len(p.stack)-1].move, true
}

// Key is the 64-bit position key: board, side to move, hands without regard to
// cells, pockets, castling rights, first moves, and the right to capture en
// passant if there is a piece to use it. It is the same in every run and on
// every machine.
func (p *Position) Key() uint64 { return p.key }

// Equal reports whether two positions of one variant are the same position by
// what Key counts.
func (p *Position) Equal(o *Position) bool {
	return p.key == o.key && p.side == o.side && p.board == o.board && p.hand == o.hand &&
		p.pocket == o.pocket && p.rights == o.rights && p.fresh == o.fresh && p.enPassant == o.enPassant && p.doubleStepped == o.doubleStepped && p.traded == o.traded && p.checks == o.checks
}

// Clone returns an independent copy with its history.
func (p *Position) Clone() *Position { return p.CopyTo(new(Position)) }

// CopyTo makes c, whose memory is used again, an independent copy of p, and
// returns it.
func (p *Position) CopyTo(c *Position) *Position {
	stack, changed, history, guards, weighings, plain := c.stack[:0], c.changed[:0], c.history, c.guards, c.weighings, c.plain
	*c = *p
	c.stack, c.changed = append(stack, p.stack...), append(changed, p.changed...)
	c.guards, c.weighings, c.plain = guards, weighings, plain
	if p.history != nil {
		if history == nil {
			history = newHistory()
		}
		c.history = p.history.copyTo(history)
	}
	return c
}

func (p *Position) put(s Square, pc Piece) {
	p.board[s] = pc
	p.pieces[pc].Toggle(s)
	p.own[pc.Side()].Toggle(s)
	p.filled.Toggle(s)
	z := &p.rules.keys.board[pc][s]
	p.key ^= z[0]
	p.secret ^= z[1]
	if p.weights != nil {
		p.sum.add(&p.weights.Board[pc][s])
	}
}

func (p *Position) take(s Square) Piece {
	pc := p.board[s]
	p.board[s] = NoPiece
	p.pieces[pc].Toggle(s)
	p.own[pc.Side()].Toggle(s)
	p.filled.Toggle(s)
	z := &p.rules.keys.board[pc][s]
	p.key ^= z[0]
	p.secret ^= z[1]
	if p.weights != nil {
		p.sum.take(&p.weights.Board[pc][s])
	}
	return pc
}

func (p *Position) setHand(side Side, t PieceType, n uint8) {
	k := p.rules.keys.hand[side][t]
	was := p.hand[side][t]
	p.key ^= k[was][0] ^ k[n][0]
	p.secret ^= k[was][1] ^ k[n][1]
	p.held[side] += int(n) - int(was)
	p.hand[side][t] = n
	if p.weights != nil {
		p.sum.addTimes(&p.weights.Hand[NewPiece(t, side)], int32(n)-int32(was))
	}
}

// receive puts a captured piece into a hand and returns its cell.
func (p *Position) receive(side Side, t PieceType) uint8 {
	p.setHand(side, t, p.hand[side][t]+1)
	cell := p.freeCell(side)
	if cell < maxCells {
		p.cells[side][cell] = t
	}
	return cell
}

// freeCell is the first empty cell in the fill order, maxCells when there is
// none or hands have no cells.
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
	p.flip(p.rules.keys.pocket[side][was])
	p.pocket[side] = t
	p.flip(p.rules.keys.pocket[side][t])
	if p.weights != nil {
		p.sum.take(&p.weights.Hand[NewPiece(was, side)])
		p.sum.add(&p.weights.Hand[NewPiece(t, side)])
	}
}

func (p *Position) setRights(b Bitboard) {
	for changed := p.rights.Xor(b); !changed.Empty(); {
		p.flip(p.rules.keys.rights[changed.Pop()])
	}
	p.rights = b
}

func (p *Position) setChecks(side Side, n uint8) {
	k := &p.rules.keys.checks[side]
	p.flip(k[p.checks[side]])
	p.checks[side] = n
	p.flip(k[n])
}

// erase takes a piece off the board as an effect of a move.
func (p *Position) erase(u *undo, s Square) {
	pc := p.take(s)
	p.changed = append(p.changed, placed{square: s, piece: pc})
	u.changes++
	if p.royal[pc.Side()] == s {
		p.royal[pc.Side()] = NoSquare
	}
	if !p.rights.Empty() {
		p.loseRights(s, s, pc)
	}
	p.tire(bit(s))
}

// toggleWall makes an empty square a wall, or a wall an empty square.
func (p *Position) toggleWall(s Square) {
	p.board[s] ^= Walled
	p.pieces[Walled].Toggle(s)
	p.filled.Toggle(s)
	p.flip(p.rules.keys.board[Walled][s])
}

// wall makes an empty square a wall as an effect of a move, or a wall an empty
// square.
func (p *Position) wall(u *undo, s Square) {
	p.changed = append(p.changed, placed{square: s, piece: p.board[s]})
	u.changes++
	p.toggleWall(s)
}

// turn gives a piece to the other side as an effect of a move.
func (p *Position) turn(u *undo, s Square) {
	p.erase(u, s)
	pc := p.changed[len(p.changed)-1].piece
	p.put(s, NewPiece(pc.Type(), pc.Side().Other()))
}

// restore takes back what the effects of a move changed.
func (p *Position) restore(u *undo) {
	for ; u.changes > 0; u.changes-- {
		n := len(p.changed) - 1
		before := p.changed[n]
		now := p.board[before.square]
		if now == Walled || before.piece == Walled {
			p.toggleWall(before.square)
		}
		if now > Walled {
			p.take(before.square)
		}
		if before.piece > Walled {
			p.put(before.square, before.piece)
		}
		if t, side := before.held, before.piece.Side().Other(); t != NoPieceType {
			p.setHand(side, t, p.hand[side][t]-1)
		}
		p.changed = p.changed[:n]
	}
}

func (p *Position) setEnPassant(open Bitboard, passed Square) {
	before := p.enPassantKeys()
	p.enPassant, p.doubleStepped = open, passed
	for changed := before.Xor(p.enPassantKeys()); !changed.Empty(); {
		p.flip(p.rules.keys.enPassant[changed.Pop()])
	}
}

func (p *Position) flip(z [2]uint64) {
	p.key ^= z[0]
	p.secret ^= z[1]
}

// count is how many pieces of these kinds a side has, on the board and in hand.
func (p *Position) count(side Side, kinds PieceTypeSet) int {
	n := p.ofTypes(side, kinds).Len()
	for ; p.held[side] > 0 && kinds != 0; kinds &= kinds - 1 {
		n += int(p.hand[side][trailing64(uint64(kinds))])
	}
	return n
}

// Royal is where a side's one royal piece stands, NoSquare where it has none or
// may have several.
func (p *Position) Royal(side Side) Square { return p.royal[side] }

// royals is the royal pieces of a side on the board.
func (p *Position) royals(side Side) Bitboard { return p.ofTypes(side, p.rules.royals) }

// InCheck reports whether a royal piece of that side is attacked, or another
// that must not be.
func (p *Position) InCheck(side Side) bool {
	if side == p.side && p.rules.checksByMoves && !p.mayBeInCheck() {
		return false
	}
	return p.leftInCheck(side)
}

// leftInCheck is InCheck where the move before tells nothing.
func (p *Position) leftInCheck(side Side) bool {
	for _, m := range p.rules.checkers {
		if m.inCheck(p, side) {
			return true
		}
	}
	return p.attackedRoyals(side, false) > 0
}

// attackedRoyals counts the royal pieces of a side that are attacked, one at
// most unless all are wanted.
func (p *Position) attackedRoyals(side Side, all bool) int {
	n := 0
	occupied := p.filled
	for b := p.royals(side); !b.Empty(); {
		s := b.Pop()
		if p.threatened(side, s, p.board[s].Type(), occupied, p.own[side.Other()]) {
			n++
			if !all {
				return n
			}
		}
	}
	return n
}
