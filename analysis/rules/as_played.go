package rules

import (
	"fmt"
	"slices"
)

// AsPlayed returns the move as played on the board when an arbiter lets it
// stand. A legal move is returned as it is, unless the game has ended; any
// other move is marked [Move.Ruled].
//
// The piece goes from its square to the target and captures what stands there.
// Promotions, drops, walls and gated pieces are as written. Captured pieces go
// to the hand as usual; castling rights, first moves and en passant follow from
// the squares moved. Castling moves both pieces if there is a partner and its
// squares are free. An en passant capture takes the piece that has just crossed
// the square, and is a plain step if there is none.
//
// It returns a violation if the move cannot be made at all: no such piece of
// the side to move, no such square, no room, or the last ply ended the game.
func (p *Position) AsPlayed(m Move) (Move, *Violation) {
	m = m.Unruled()
	if p.Legal(m) {
		if _, over := p.repeated(); over {
			m |= ruledBit
		}
		return m, nil
	}
	if p.ended != notEnded {
		o, _ := p.Outcome()
		return 0, o.Over()
	}
	if !p.rules.wellFormed(m) {
		return 0, &Violation{ruleSource, "no move", "this is not a move of this variant"}
	}
	if m.Kind() == EnPassant {
		if p.crossingPieceOf(m.To()) == NoSquare {
			m = NewMove(Step, m.From(), m.To(), m.Into())
		}
	}
	if v := p.judgeMissing(m); v != nil {
		return 0, v
	}
	if v := p.judgeObstruction(m); v != nil {
		return 0, v
	}
	return m | ruledBit, nil
}

// judgeMissing returns a violation if the piece that a move needs is missing.
func (p *Position) judgeMissing(m Move) *Violation {
	r := p.rules
	missing := func(format string, args ...any) *Violation {
		return &Violation{ruleSource, "empty source", fmt.Sprintf(format, args...)}
	}
	switch m.Kind() {
	case Pass:
		return nil
	case Drop:
		slot := int(m.Slot())
		switch {
		case r.hands.cells > 0:
			if v := p.judgeSource(m); v != nil {
				return v
			}
		case slot == 0 || slot >= len(r.pieceTypes), p.hand[p.side][slot] == 0 &&
			!r.hands.freeDrops.Has(PieceType(slot)):
			return missing("%s has no such piece in hand", r.SideName(p.side))
		}
		return p.judgeRoyalChange(p.droppedType(m), m.Into())
	case PocketDrop:
		if m.Into() != NoPieceType {
			return missing("the pocket holds no promoted piece")
		}
		return p.judgeSource(m)
	}
	if v := p.judgeSquare(m.From()); v != nil {
		return v
	}
	switch pc := p.board[m.From()]; m.Kind() {
	case ToPocket:
		return p.judgePlayedToPocket(m, pc)
	case RifleCapture:
		if !r.tables[pc].rifle {
			return missing("the %s on %s cannot capture without moving", r.pieceTypes[pc.Type()].name,
				r.SquareName(m.From()))
		}
	case Castle:
		return p.judgeMissingPartner(m)
	case Step, EnPassant:
		if m.Use() == Gate && (p.hand[p.side][m.Gated()] == 0 || r.royals.Has(m.Gated())) {
			return missing("%s has no %s in hand", r.SideName(p.side), r.pieceTypes[m.Gated()].name)
		}
		return p.judgeRoyalChange(pc.Type(), m.Into())
	}
	return nil
}

// judgeRoyalChange rejects promotions from or to a royal that the variant does
// not have.
func (p *Position) judgeRoyalChange(t, into PieceType) *Violation {
	r := p.rules
	if into == NoPieceType || r.royals.Has(t) == r.royals.Has(into) {
		return nil
	}
	if pr := r.promotions[NewPiece(t, p.side)]; pr != nil && slices.Contains(pr.into, into) {
		return nil
	}
	return &Violation{r.promotionRule(NewPiece(t, p.side)), "promotion",
		fmt.Sprintf("a %s cannot become a %s", r.pieceTypes[t].name, r.pieceTypes[into].name)}
}

// judgePlayedToPocket returns a violation if a piece cannot be put into the
// pocket.
func (p *Position) judgePlayedToPocket(m Move, pc Piece) *Violation {
	r := p.rules
	switch {
	case r.pocket == nil:
		return &Violation{ruleSource, "pocket", "this game has no pocket"}
	case r.royals.Has(pc.Type()), m.Into() != NoPieceType:
		return p.judgeToPocket(m)
	case p.pocket[p.side] != NoPieceType:
		return &Violation{ruleOccupied, "occupied",
			fmt.Sprintf("the %s lies in the pocket", r.pieceTypes[p.pocket[p.side]].name)}
	}
	return nil
}

// judgeMissingPartner returns a violation if two pieces cannot castle even when
// castling rights are ignored.
func (p *Position) judgeMissingPartner(m Move) *Violation {
	r := p.rules
	from, to := m.From(), m.To()
	if !p.CastlingShape(from, to) {
		return p.cannotReach(m)
	}
	fails := func(why string) *Violation {
		return &Violation{r.castling.ruleID, "castling", "castling cannot be made on the board: " + why}
	}
	d, _ := p.castleDirection(from, to)
	partner, _ := p.castlingPartner(from, d)
	if partner == NoSquare || p.board[partner] <= Walled || p.board[partner].Side() != p.side ||
		!r.castling.partners.Has(p.board[partner].Type()) {
		return fails("no partner stands on that side of the " + r.pieceTypes[r.castling.royal].name)
	}
	landing := bit(to).Or(bit(p.partnerTarget(to, d)))
	if landing.AndNot(bit(from)).AndNot(bit(partner)).Meets(p.occupied) {
		return fails("a square that one of them moves to is not empty")
	}
	if m.Use() == Gate && (p.hand[p.side][m.Gated()] == 0 || m.Second() != from && m.Second() != partner ||
		landing.Has(m.Second())) {
		return fails("no piece can enter there")
	}
	return nil
}

// judgeObstruction returns a violation if the target of a move is not free.
func (p *Position) judgeObstruction(m Move) *Violation {
	r := p.rules
	from, to := m.From(), m.To()
	blocked := func(s Square, what string) *Violation {
		return &Violation{ruleOccupied, "occupied", fmt.Sprintf("nothing can be put on %s: %s", r.SquareName(s), what)}
	}
	enters := func(s Square) *Violation {
		switch there := p.board[s]; {
		case there == Walled:
			return blocked(s, "no piece can stand there")
		case there > Walled && there.Side() == p.side:
			return blocked(s, fmt.Sprintf("%s's own %s stands there", r.SideName(p.side),
				r.pieceTypes[there.Type()].name))
		case there > Walled && r.hands.cells > 0 && p.freeCell(p.side) == maxCells &&
			r.keeps(p.board[from].Type(), there.Type()):
			return blocked(s, "there is no free cell for the captured piece")
		}
		return nil
	}
	var v *Violation
	switch m.Kind() {
	case Step:
		via := m.Second()
		switch {
		case m.Use() == Via && (!r.caps.twoSteps || via == from || via == to):
			v = &Violation{ruleSource, "no move", "this is not a move of two steps"}
		case m.Use() == Via && p.board[via] != NoPiece:
			v = enters(via)
		}
		switch {
		case v != nil:
		case from != to:
			v = enters(to)
		case m.Use() != Via && m.Into() == NoPieceType:
			v = &Violation{ruleSource, "no move", "the piece neither moves nor promotes"}
		}
	case RifleCapture:
		if v = enters(to); v == nil && (from == to || p.board[to] == NoPiece) {
			v = &Violation{ruleSource, "empty source", "there is nothing to capture"}
		}
	case Drop, PocketDrop:
		if p.board[to] != NoPiece {
			v = blocked(to, "the square is not empty")
		}
	}
	if v != nil {
		return v
	}
	switch s := m.Second(); m.Use() {
	case Wall:
		left := s == from && m.Kind() != Drop && m.Kind() != PocketDrop && m.Kind() != Pass && m.Kind() != RifleCapture
		if s == to && m.Kind() != ToPocket && m.Kind() != Pass || p.board[s] != NoPiece && !left ||
			m.Kind() == Castle || m.Kind() == EnPassant && s == p.crossingPieceOf(to) {
			return blocked(s, "the square is not empty")
		}
	case Gate:
		if m.Kind() != Castle && (m.Kind() != Step && m.Kind() != EnPassant || s != from || from == to) {
			return blocked(s, "no piece leaves the square")
		}
	}
	return nil
}

// beforeStart is the value of overruledPly if the first overruled move precedes
// the position's history.
const beforeStart = -1

// uncapturableRoyals returns the royals that the side to move attacks but may
// not capture.
func (p *Position) uncapturableRoyals() Bitboard {
	if p.overruledPly == 0 || !p.rules.plan.royalsUncapturable {
		return Bitboard{}
	}
	return p.royals(p.side.Other())
}

// judgeRoyalCapture returns a violation if a move captures a royal that cannot
// be captured.
func (p *Position) judgeRoyalCapture(m Move) *Violation {
	spared := p.uncapturableRoyals()
	if spared.Empty() {
		return nil
	}
	hits := m.Kind() == Step && m.To() != m.From() || m.Kind() == RifleCapture
	if hits && spared.Has(m.To()) || m.Use() == Via && spared.Has(m.Second()) {
		s := p.rules.special.safety[0]
		return &Violation{s.rule(), "royal captured",
			fmt.Sprintf("the %s cannot be captured in this variant", p.rules.royalNames())}
	}
	return nil
}
