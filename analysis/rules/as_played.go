package rules

import (
	"fmt"
	"slices"
)

// AsPlayed is a move as it is made on the board where a ruling lets it stand,
// whatever else the rules say of it: the move itself where it is legal and the
// game goes on, else the same as a [Move.Ruled] one. The piece goes from where
// it stands to where it is written to go, and takes what stands there; a
// promotion, a drop, a wall or a piece that comes in is as written; what is
// captured comes to the hand as always, and rights of castling, first moves and
// en passant follow from where the pieces went. Castling moves both pieces
// where there is a partner and room for them. A capture en passant takes the
// piece that has just crossed the square; where none has, it is a step.
//
// The violation says why nothing of the kind can be made: there is no such
// piece of the side to move, no such square, no room, or the last ply itself
// has ended the game.
func (p *Position) AsPlayed(m Move) (Move, *Violation) {
	m = m.Unruled()
	if p.Legal(m) {
		if _, over := p.repeated(); over {
			m |= ruledBit
		}
		return m, nil
	}
	if p.ended != goesOn {
		o, _ := p.Outcome()
		return 0, o.Over()
	}
	if !p.rules.packs(m) {
		return 0, &Violation{ruleSource, "no move", "this is no move of the game"}
	}
	if m.Kind() == EnPassant {
		if p.passedOn(m.To()) == NoSquare {
			m = NewMove(Step, m.From(), m.To(), m.Into())
		}
	}
	if v := p.misses(m); v != nil {
		return 0, v
	}
	if v := p.obstructed(m); v != nil {
		return 0, v
	}
	return m | ruledBit, nil
}

// passedOn is the square of the piece that has just crossed an empty square,
// NoSquare where none has.
func (p *Position) passedOn(s Square) Square {
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

// misses says which piece a move would need that is not there.
func (p *Position) misses(m Move) *Violation {
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
		case r.cells > 0:
			if v := p.judgeSource(m); v != nil {
				return v
			}
		case slot == 0 || slot >= len(r.pieceTypes), p.hand[p.side][slot] == 0 && !r.freeDrops.Has(PieceType(slot)):
			return missing("%s has none in hand", r.SideName(p.side))
		}
		return p.changesRoyal(p.dropped(m), m.Into())
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
		return p.judgePocketed(m, pc)
	case RifleCapture:
		if !r.tables[pc].rifle {
			return missing("the %s on %s captures nothing from where it stands", r.pieceTypes[pc.Type()].name, r.SquareName(m.From()))
		}
	case Castle:
		return p.missesPartner(m)
	case Step, EnPassant:
		if m.Use() == Gate && (p.hand[p.side][m.Gated()] == 0 || r.royals.Has(m.Gated())) {
			return missing("%s has no %s in hand", r.SideName(p.side), r.pieceTypes[m.Gated()].name)
		}
		return p.changesRoyal(pc.Type(), m.Into())
	}
	return nil
}

// changesRoyal refuses to make a royal of another piece, or another piece of a
// royal, where the game has no such change.
func (p *Position) changesRoyal(t, into PieceType) *Violation {
	r := p.rules
	if into == NoPieceType || r.royals.Has(t) == r.royals.Has(into) {
		return nil
	}
	if pr := r.promotions[NewPiece(t, p.side)]; pr != nil && slices.Contains(pr.into, into) {
		return nil
	}
	return &Violation{r.promotionRule(NewPiece(t, p.side)), "promotion", fmt.Sprintf("a %s cannot become a %s", r.pieceTypes[t].name, r.pieceTypes[into].name)}
}

// judgePocketed reports whether a piece can be put into the pocket.
func (p *Position) judgePocketed(m Move, pc Piece) *Violation {
	r := p.rules
	switch {
	case r.pocket == nil:
		return &Violation{ruleSource, "pocket", "this game has no pocket"}
	case r.royals.Has(pc.Type()), m.Into() != NoPieceType:
		return p.judgeToPocket(m)
	case p.pocket[p.side] != NoPieceType:
		return &Violation{ruleOccupied, "occupied", fmt.Sprintf("the %s lies in the pocket", r.pieceTypes[p.pocket[p.side]].name)}
	}
	return nil
}

// missesPartner says why two pieces cannot castle whatever has moved before.
func (p *Position) missesPartner(m Move) *Violation {
	r := p.rules
	from, to := m.From(), m.To()
	if !p.CastlingShape(from, to) {
		return p.cannotReach(m)
	}
	fails := func(why string) *Violation {
		return &Violation{r.castling.ruling, "castling", "castling cannot be made on the board: " + why}
	}
	d, _ := p.castleDirection(from, to)
	partner, _ := p.castlingPartner(from, d)
	if partner == NoSquare || p.board[partner] <= Walled || p.board[partner].Side() != p.side || !r.castling.partners.Has(p.board[partner].Type()) {
		return fails("no partner stands on that side of the " + r.pieceTypes[r.castling.royal].name)
	}
	landing := bit(to).Or(bit(p.beside(to, d)))
	if landing.AndNot(bit(from)).AndNot(bit(partner)).Meets(p.filled) {
		return fails("a square that one of them comes to is not empty")
	}
	if m.Use() == Gate && (p.hand[p.side][m.Gated()] == 0 || m.Second() != from && m.Second() != partner || landing.Has(m.Second())) {
		return fails("no piece can come in with it there")
	}
	return nil
}

// obstructed says what keeps a piece from being put where a move leads.
func (p *Position) obstructed(m Move) *Violation {
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
			return blocked(s, fmt.Sprintf("%s's own %s stands there", r.SideName(p.side), r.pieceTypes[there.Type()].name))
		case there > Walled && r.cells > 0 && p.freeCell(p.side) == maxCells && r.keeps(p.board[from].Type(), there.Type()):
			return blocked(s, "the captured piece would find no free cell")
		}
		return nil
	}
	var v *Violation
	switch m.Kind() {
	case Step:
		via := m.Second()
		switch {
		case m.Use() == Via && (!r.twoSteps || via == from || via == to):
			v = &Violation{ruleSource, "no move", "this is no move of two steps"}
		case m.Use() == Via && p.board[via] != NoPiece:
			v = enters(via)
		}
		switch {
		case v != nil:
		case from != to:
			v = enters(to)
		case m.Use() != Via && m.Into() == NoPieceType:
			v = &Violation{ruleSource, "no move", "the piece stays where it is, as what it is"}
		}
	case RifleCapture:
		if v = enters(to); v == nil && (from == to || p.board[to] == NoPiece) {
			v = &Violation{ruleSource, "empty source", "nothing stands there that could be captured"}
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
		if s == to && m.Kind() != ToPocket && m.Kind() != Pass || p.board[s] != NoPiece && !left || m.Kind() == Castle || m.Kind() == EnPassant && s == p.passedOn(to) {
			return blocked(s, "the square is not empty")
		}
	case Gate:
		if m.Kind() != Castle && (m.Kind() != Step && m.Kind() != EnPassant || s != from || from == to) {
			return blocked(s, "no piece leaves the square")
		}
	}
	return nil
}

// fromStart is the astray of positions whose history begins behind such a move.
const fromStart = -1

// findsRoyalsSpared reports whether a royal that may be captured, because a
// ruling has let it stand so, is not: in games where royals have to be safe and
// no ending is about their capture.
func (r *Rules) findsRoyalsSpared() bool {
	if !r.royalSafe || r.lastRoyalWins || r.capturesToTest || r.royals == 0 {
		return false
	}
	for _, e := range r.endings {
		if x, ok := e.(*extinction); ok {
			for _, kinds := range x.kinds {
				if kinds&r.royals != 0 {
					return false
				}
			}
		}
	}
	return true
}

// spared is the royals that the side to move may not capture though it could.
func (p *Position) spared() Bitboard {
	if p.astray == 0 || !p.rules.royalsSpared {
		return Bitboard{}
	}
	return p.royals(p.side.Other())
}

// judgeSpared says that a royal is not captured.
func (p *Position) judgeSpared(m Move) *Violation {
	spared := p.spared()
	if spared.Empty() {
		return nil
	}
	hits := m.Kind() == Step && m.To() != m.From() || m.Kind() == RifleCapture
	if hits && spared.Has(m.To()) || m.Use() == Via && spared.Has(m.Second()) {
		s := p.rules.safeties[0]
		return &Violation{s.number(), "royal captured", fmt.Sprintf("the %s is not captured in this game", p.rules.royalNames())}
	}
	return nil
}

// passedBy is where the piece stands that a capture en passant takes.
func (p *Position) passedBy(m Move) Square {
	if p.doubleStepped == NoSquare && m.Ruled() {
		return p.passedOn(m.To())
	}
	return p.doubleStepped
}
