package rules

import (
	"fmt"
	"strings"
)

// enPassantCaptors returns side's pieces that could capture a victim of that
// type en passant on s.
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

// crossed returns the squares on which the step just made can be captured en
// passant; none if it promotes. The piece may have other ways to the same
// square.
func (p *Position) crossed(pc Piece, m Move, captures bool) Bitboard {
	if crossings := p.rules.tables[pc].crossings; crossings != nil && m.Into() == NoPieceType {
		for _, c := range crossings[m.From()] {
			if c.to == m.To() && (captures && c.capture || !captures && c.quiet) && !c.crossed.Meets(p.occupied) {
				return c.crossed
			}
		}
	}
	return Bitboard{}
}

// openEnPassant sets the en passant squares: the crossed squares on which the
// side to move has a capturing piece, and, if royals must be safe, has a legal
// capture (W-5, AC-20).
func (p *Position) openEnPassant(crossed Bitboard, passed Square) {
	p.setEnPassant(Bitboard{}, NoSquare)
	var open Bitboard
	for !crossed.Empty() {
		s := crossed.Pop()
		captors := p.enPassantCaptors(p.side, s, p.board[passed].Type())
		if captors.Empty() {
			continue
		}
		if !p.rules.caps.royalSafety {
			open = open.Or(bit(s))
			continue
		}
		p.setEnPassant(bit(s), passed)
		for !captors.Empty() && !open.Has(s) {
			if p.safeByPlaying(NewMove(EnPassant, captors.Pop(), s, NoPieceType)) {
				open = open.Or(bit(s))
			}
		}
	}
	if open.Empty() {
		passed = NoSquare
	}
	p.setEnPassant(open, passed)
}

// readEnPassant sets en passant squares read from a FEN. They are the crossed
// squares, which must be empty, and optionally the square of the piece if the
// crossed squares do not identify it. It ignores squares that contradict the
// board.
func (p *Position) readEnPassant(squares Bitboard) error {
	r := p.rules
	crossed, passed := squares.AndNot(p.occupied), squares.And(p.own[p.side.Other()])
	if crossed.Empty() || squares.Meets(p.own[p.side]) || !passed.Empty() && !passed.Single() {
		return nil
	}
	candidates := passed
	if passed.Empty() {
		candidates = p.own[p.side.Other()]
	}
	var straight, others Bitboard
	for !candidates.Empty() {
		at := candidates.Pop()
		switch {
		case !p.mayHaveCrossed(at, crossed):
		case r.leftFile(crossed, at):
			others = others.Or(bit(at))
		default:
			straight = straight.Or(bit(at))
		}
	}
	if !straight.Empty() {
		// the nearest piece that stepped past the squares
		d := []int{north, south}[p.side.Other()]
		if ahead := straight.And(r.rays[d][crossed.First()]); !ahead.Empty() {
			straight = bit(nearest(ahead, d))
		}
		others = straight
	}
	switch {
	case others.Empty():
		return nil
	case !others.Single():
		return fmt.Errorf("the pieces on %s and %s may both have crossed %s; name the square of one as well",
			r.SquareName(others.First()), r.SquareName(others.Last()), r.SquareName(crossed.First()))
	}
	p.royal = p.findRoyals()
	p.openEnPassant(crossed, others.First())
	return nil
}

// mayHaveCrossed reports whether a piece can have reached its square by a step
// across the given squares.
func (p *Position) mayHaveCrossed(at Square, crossed Bitboard) bool {
	for from, steps := range p.rules.tables[p.board[at]].crossings {
		for _, c := range steps {
			if c.to == at && p.board[from] <= Walled && crossed.AndNot(c.crossed).Empty() &&
				!c.crossed.Meets(p.occupied) {
				return true
			}
		}
	}
	return false
}

// enPassantSquares returns the squares that identify the en passant rights:
// those crossed, and that of the piece if it is ambiguous.
func (p *Position) enPassantSquares() Bitboard {
	if p.rules.leftFile(p.enPassant, p.doubleStepped) {
		return p.enPassant.Or(bit(p.doubleStepped))
	}
	return p.enPassant
}

func (p *Position) enPassantText() string {
	named := p.enPassantSquares()
	if named.Empty() {
		return "-"
	}
	var b strings.Builder
	for !named.Empty() {
		b.WriteString(p.rules.SquareName(named.Pop()))
	}
	return b.String()
}

func (p *Position) setEnPassant(open Bitboard, passed Square) {
	before := p.enPassantSquares()
	p.enPassant, p.doubleStepped = open, passed
	for changed := before.Xor(p.enPassantSquares()); !changed.Empty(); {
		p.toggleKey(p.rules.zobrist.enPassant[changed.Pop()])
	}
}

// HasCrossed reports whether the last ply stepped across a square, whether or
// not it can be captured there.
func (p *Position) HasCrossed(s Square) bool {
	if len(p.stack) == 0 {
		return false
	}
	st := &p.stack[len(p.stack)-1]
	return st.move.Kind() == Step && p.crossed(st.moved, st.move, st.captured != NoPiece).Has(s)
}

// EnPassantTo reports whether the piece on from may capture en passant on to;
// royal safety is not tested.
func (p *Position) EnPassantTo(from, to Square) bool {
	if p.board[from] <= Walled || !p.enPassant.Has(to) {
		return false
	}
	tab := p.rules.tables[p.board[from]]
	return tab.enPassant != nil && tab.enPassant[to].Has(from) &&
		tab.enPassantVictims.Has(p.board[p.doubleStepped].Type())
}

// CapturesEnPassant reports whether the piece on a square can capture en
// passant at all.
func (p *Position) CapturesEnPassant(s Square) bool {
	return p.board[s] > Walled && p.rules.tables[p.board[s]].enPassant != nil
}

// generateEnPassant generates the en passant captures of the piece on a square.
func (p *Position) generateEnPassant(ml *moveList, legal *legality, from Square) {
	for open := p.enPassant; !open.Empty(); {
		if s := open.Pop(); p.EnPassantTo(from, s) && p.safe(NewMove(EnPassant, from, s, NoPieceType)) {
			p.addSteps(ml, legal, EnPassant, from, p.rules.promotionBy(EnPassant, p.board[from]), bit(s))
		}
	}
}

// crossingPieceOf returns the square of the piece that has just crossed an
// empty square, or NoSquare.
func (p *Position) crossingPieceOf(s Square) Square {
	switch {
	case p.board[s] != NoPiece:
		return NoSquare
	case p.enPassant.Has(s):
		return p.doubleStepped
	case p.HasCrossed(s) && p.board[p.stack[len(p.stack)-1].move.To()] > Walled:
		return p.stack[len(p.stack)-1].move.To()
	}
	return NoSquare
}

// enPassantVictim returns the square of the piece captured by an en passant
// move.
func (p *Position) enPassantVictim(m Move) Square {
	if p.doubleStepped == NoSquare && m.Ruled() {
		return p.crossingPieceOf(m.To())
	}
	return p.doubleStepped
}
