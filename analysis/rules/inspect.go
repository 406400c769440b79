package rules

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
	if ok && p.rules.cells > 0 {
		cell = int(p.freeCell(p.side))
	}
	return t, cell, ok
}

// HasCrossed reports whether the last ply stepped across a square, whether or
// not it can be captured there.
func (p *Position) HasCrossed(s Square) bool {
	if len(p.states) == 0 {
		return false
	}
	st := &p.states[len(p.states)-1]
	return st.move.Kind() == Step && p.crossed(st.moved, st.move, st.captured != NoPiece).Has(s)
}

// EnPassantTo reports whether the piece on from may capture en passant on to;
// royal safety is not tested.
func (p *Position) EnPassantTo(from, to Square) bool {
	if p.board[from] <= Walled || !p.enPassant.Has(to) {
		return false
	}
	tab := p.rules.tables[p.board[from]]
	return tab.enPassant != nil && tab.enPassant[to].Has(from) && tab.enPassantVictims.Has(p.board[p.doubleStepped].Type())
}

// RifleCaptures reports whether the piece on from captures on to without
// moving; royal safety is not tested.
func (p *Position) RifleCaptures(from, to Square) bool {
	return p.board[from] > Walled && p.rifleTargets(from).Has(to)
}

// CastlingShape reports whether a move between two squares looks like castling,
// legal or not.
func (p *Position) CastlingShape(from, to Square) bool {
	r := p.rules
	k := r.castling
	if k == nil || p.board[from] != NewPiece(k.royal, p.side) || r.rank(from) != k.rank[p.side] {
		return false
	}
	_, fits := p.castleDirection(from, to)
	return fits
}

// CastlingNamed returns the square that names a castling move next to the
// royal's: the royal's target, or the partner's square in Fischer random chess
// and if the royal may also step to the target.
func (p *Position) CastlingNamed(m Move) Square {
	if !p.startsAnywhere(m.From()) && !p.stepsBeside(m.From(), m.To()) {
		return m.To()
	}
	partner, _ := p.CastlingPartner(m)
	return partner
}

// NamesPartners reports whether remaining castling moves are written with the
// partner's square, as in Fischer random chess.
func (p *Position) NamesPartners() bool {
	if p.rules.castling == nil {
		return false
	}
	for _, side := range []Side{First, Second} {
		royals := p.castlingRoyals(side)
		if !royals.Empty() && p.rights.Meets(p.own[side]) && p.startsAnywhere(royals.First()) {
			return true
		}
	}
	return false
}

// startsAnywhere reports whether the royal on a square castles as in Fischer
// random chess.
func (p *Position) startsAnywhere(royal Square) bool {
	k := p.rules.castling
	return k.free && p.rules.file(royal) != k.usualFile
}

// stepsBeside reports whether the royal may also step to its castling target.
func (p *Position) stepsBeside(royal, to Square) bool {
	if !p.rules.castling.stepsAsFar || p.board[royal] <= Walled {
		return false
	}
	quiet, _ := p.Reach(royal)
	return quiet.Has(to)
}

// CastlingOf returns the castling move, legal or not, that two squares mean;
// false if they mean none.
func (p *Position) CastlingOf(from, to Square) (Move, bool) {
	if k := p.rules.castling; k != nil && (k.stepsAsFar || p.startsAnywhere(from)) {
		d, _ := p.rules.direction(from, to)
		switch {
		case p.ofTypes(p.side, k.partners).Has(to) && (d == east || d == west) && nearest(p.rules.rays[d][from].And(p.occupied), d) == to:
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

// IntoNamed returns the type of that name that a piece may promote to or be
// dropped as, or else any type of that name.
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

// DropPromoted returns the rule ID broken by dropping a piece in its promoted
// form.
func (r *Rules) DropPromoted() string { return r.promotedDropRuleID }

// DropPromotes returns the rule ID broken by a drop with a promotion.
func (r *Rules) DropPromotes() string { return r.promotingDropRuleID }

// PocketKeeps returns the rule ID broken by changing a piece that leaves the
// pocket.
func (r *Rules) PocketKeeps() string { return r.pocket.promotesRuleID }

// PocketApart returns the rule ID that distinguishes hand and pocket.
func (r *Rules) PocketApart() string { return r.pocket.apartRuleID }

// CapturesEnPassant reports whether the piece on a square can capture en
// passant at all.
func (p *Position) CapturesEnPassant(s Square) bool {
	return p.board[s] > Walled && p.rules.tables[p.board[s]].enPassant != nil
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
func (r *Rules) HasEffects() bool { return len(r.effectRules) > 0 }

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
