package rules

// Moved is the piece that a legal move moves or drops, as it is before the
// move; NoPiece for a pass.
func (p *Position) Moved(m Move) Piece {
	switch m.Kind() {
	case Drop, PocketDrop:
		return NewPiece(p.dropped(m), p.side)
	case Pass:
		return NoPiece
	}
	return p.board[m.From()]
}

// Captured is the piece that a legal move captures, NoPiece for none.
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
		return p.board[p.passedBy(m)]
	}
	return NoPiece
}

// MovedAndCaptured is Moved and Captured, and whether the move is a drop, which
// are found quickly of steps and drops.
func (p *Position) MovedAndCaptured(m Move) (moved, captured Piece, drops bool) {
	from, to := m.From(), m.To()
	switch {
	case m.steps() && from != to:
		return p.board[from], p.board[to], false
	case m.drops():
		return NewPiece(p.dropped(m), p.side), NoPiece, true
	}
	return p.Moved(m), p.Captured(m), false
}

// Received is what the mover's hand gets by a legal move, and in which bench
// cell it lands, by its place in the fill order; the cell is -1 where hands
// have none.
func (p *Position) Received(m Move) (t PieceType, cell int, ok bool) {
	victim := p.Captured(m)
	if victim == NoPiece {
		return NoPieceType, -1, false
	}
	t, ok = p.rules.Receives(p.board[m.From()].Type(), victim.Type())
	cell = -1
	if ok && p.rules.cells > 0 {
		cell = int(p.freeCell(p.side))
	}
	return t, cell, ok
}

// HasCrossed reports whether the last ply's step passed over a square, whether
// or not a piece stands to capture there.
func (p *Position) HasCrossed(s Square) bool {
	if len(p.stack) == 0 {
		return false
	}
	u := &p.stack[len(p.stack)-1]
	return u.move.Kind() == Step && p.crossed(u.moved, u.move, u.captured != NoPiece).Has(s)
}

// EnPassantTo reports whether the piece on from may capture en passant on to,
// its royal's safety left aside.
func (p *Position) EnPassantTo(from, to Square) bool {
	if p.board[from] <= Walled || !p.enPassant.Has(to) {
		return false
	}
	tab := p.rules.tables[p.board[from]]
	return tab.enPassant != nil && tab.enPassant[to].Has(from) && tab.enPassantVictims.Has(p.board[p.doubleStepped].Type())
}

// RifleCaptures reports whether the piece on from captures on to without
// moving, its royal's safety left aside.
func (p *Position) RifleCaptures(from, to Square) bool {
	return p.board[from] > Walled && p.rifleTargets(from).Has(to)
}

// CastlingShape reports whether a move between two squares has the form of
// castling, possible or not.
func (p *Position) CastlingShape(from, to Square) bool {
	r := p.rules
	k := r.castling
	if k == nil || p.board[from] != NewPiece(k.royal, p.side) || r.rank(from) != k.rank[p.side] {
		return false
	}
	_, fits := p.castleDirection(from, to)
	return fits
}

// CastlingNamed is the square that a text of two squares names for castling:
// the one that the royal reaches, or that of its partner where a move of its
// own leads there too, and from the arrays of Fischer's random chess.
func (p *Position) CastlingNamed(m Move) Square {
	if !p.startsAnywhere(m.From()) && !p.stepsBeside(m.From(), m.To()) {
		return m.To()
	}
	partner, _ := p.CastlingPartner(m)
	return partner
}

// NamesPartners reports whether castling that is still possible is written with
// the square of a partner, as from the arrays of Fischer's random chess.
func (p *Position) NamesPartners() bool {
	if p.rules.castling == nil {
		return false
	}
	for _, side := range []Side{First, Second} {
		royals := p.castlers(side)
		if !royals.Empty() && p.rights.Meets(p.own[side]) && p.startsAnywhere(royals.First()) {
			return true
		}
	}
	return false
}

// startsAnywhere reports whether the royal on a square castles as from an array
// of Fischer's random chess.
func (p *Position) startsAnywhere(royal Square) bool {
	k := p.rules.castling
	return k.free && p.rules.file(royal) != k.usual
}

// stepsBeside reports whether the royal on a square may go where castling leads
// it by a move of its own, too.
func (p *Position) stepsBeside(royal, to Square) bool {
	if !p.rules.castling.near || p.board[royal] <= Walled {
		return false
	}
	quiet, _ := p.Reach(royal)
	return quiet.Has(to)
}

// CastlingOf is the castling, possible or not, that a text means by two
// squares; false where it means none.
func (p *Position) CastlingOf(from, to Square) (Move, bool) {
	if k := p.rules.castling; k != nil && (k.near || p.startsAnywhere(from)) {
		d, _ := p.rules.direction(from, to)
		switch {
		case p.ofTypes(p.side, k.partners).Has(to) && (d == east || d == west) && nearest(p.rules.rays[d][from].And(p.filled), d) == to:
			ok := false
			if to, ok = p.castleTarget(from, d); !ok {
				return 0, false
			}
		case p.startsAnywhere(from) || p.stepsBeside(from, to):
			return 0, false
		}
	}
	return NewMove(Castle, from, to, NoPieceType), p.CastlingShape(from, to)
}

// IntoNamed is the kind of that name which a piece may become by a move or be
// dropped as; where there is none of the name, any kind of it.
func (r *Rules) IntoNamed(pc Piece, name string) (PieceType, bool) {
	for _, t := range r.dropsAs[pc.Type()] {
		if r.pieceTypes[t].name == name {
			return t, true
		}
	}
	if pr := r.promotions[pc]; pr != nil {
		for _, t := range pr.into {
			if r.pieceTypes[t].name == name {
				return t, true
			}
		}
	}
	return r.PieceTypeNamed(name)
}

// DropPromoted is the ruling that a piece dropped as promoted breaks.
func (r *Rules) DropPromoted() string { return r.dropPromoted }

// DropPromotes is the ruling that a drop written with a promotion breaks.
func (r *Rules) DropPromotes() string { return r.dropPromotes }

// PocketKeeps is the ruling that a piece leaving the pocket changed breaks.
func (r *Rules) PocketKeeps() string { return r.pocket.keeps }

// PocketApart is the ruling that tells hand and pocket apart.
func (r *Rules) PocketApart() string { return r.pocket.apart }

// CapturesEnPassant reports whether the piece on a square captures en passant
// at all.
func (p *Position) CapturesEnPassant(s Square) bool {
	return p.board[s] > Walled && p.rules.tables[p.board[s]].enPassant != nil
}

// Number is the move number of the position, counted up after Second.
func (p *Position) Number() int { return p.number }

// Clock is the plies since the last capture or move of a piece that the
// definition counts.
func (p *Position) Clock() int { return p.clock }

// Occurrences is how often this position has occurred, 1 when the rules of
// the game do not ask.
func (p *Position) Occurrences() int {
	if p.history == nil {
		return 1
	}
	return p.history.current()
}

// HasEffects reports whether a move may change more of the board than its kind
// says.
func (r *Rules) HasEffects() bool { return len(r.effects) > 0 }

// Occupied is the squares that hold a piece or a wall.
func (p *Position) Occupied() Bitboard { return p.filled }

// Reach is where the piece on a square goes by its description alone, whoever
// is to move: the empty squares that it may move to, and the enemy pieces that
// it may capture there.
func (p *Position) Reach(s Square) (quiet, capture Bitboard) {
	reached := p.reach(p.board[s], s)
	return reached.AndNot(p.filled), reached.And(p.filled)
}

// ChecksLeft is how many checks a side has to give to win, 0 where checks do
// not win.
func (p *Position) ChecksLeft(side Side) int { return int(p.checks[side]) }
