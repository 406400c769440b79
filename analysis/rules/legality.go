package rules

// legality is the legality mask of a position (checks, pins and the
// restrictions of special rules), computed once before move generation.
type legality struct {
	// Moves from these squares (pinned pieces, the royal) or to these squares
	// need the exact safety test; all others are safe.
	testFrom, testTo Bitboard
	testEvery        bool // every move needs the exact test

	// In check, only moves to evasionTo or from evasionFrom can help.
	inCheck     bool
	evasionTo   Bitboard
	evasionFrom Bitboard

	targets         Bitboard     // excludes enemy pieces that cannot be captured
	preferCaptures  bool         // once there is a capture, generate captures only …
	countBefore     uint64       // … and drop what was counted after this many …
	listedBefore    int          // … or listed after this many
	quietChecksOnly bool         // quiet moves are wanted only if they may attack …
	checkTarget     Square       // … this square
	capturesOnly    bool         // generate captures only …
	promotionsOf    PieceTypeSet // … and promotions of these types
	dropsOf         PieceTypeSet // generate drops of these types only; noDrops for none
	effectsTo       Bitboard     // moves to these squares change other squares too
	testBans        bool         // test each move against the bans
	testDropsOf     PieceTypeSet // test each drop of these types …
	testDropsTo     Bitboard     // … on these squares
}

// noDrops is a value of dropsOf that excludes all drops.
const noDrops PieceTypeSet = 1

// testsEvery reports whether all steps and drops need the exact test. If
// attackers only leap or slide, a move that meets the check and does not leave
// a line is safe.
func (p *Position) testsEvery(legal *legality) bool {
	return legal.testEvery && !p.rules.plan.attackersOnLines
}

// boardView is the board after a move as the safety rules see it, usually
// without playing the move.
type boardView struct {
	occupied, mover, opponent Bitboard
	side                      Side
	royal                     Square // the mover's
	played                    bool   // the position is the one after the move
}

// acquireLegality returns the position's legality mask from a pool, because
// move generation must not allocate. release returns it to the pool.
func (p *Position) acquireLegality() *legality {
	var legal *legality
	if n := len(p.scratch.legalities); n > 0 {
		legal = p.scratch.legalities[n-1]
		p.scratch.legalities = p.scratch.legalities[:n-1]
	} else {
		legal = new(legality)
	}
	*legal = legality{targets: p.rules.all.AndNot(p.uncapturableRoyals())}
	for _, m := range p.rules.special.restrictors {
		m.restrict(p, legal)
	}
	legal.testTo, legal.evasionTo = legal.testTo.Or(legal.effectsTo), legal.evasionTo.Or(legal.effectsTo)
	return legal
}

func (p *Position) releaseLegality(legal *legality) {
	p.scratch.legalities = append(p.scratch.legalities, legal)
}

// boardAfter sets v to the board after a step, a drop, a move into the pocket
// or a rifle capture.
func (p *Position) boardAfter(v *boardView, m Move) {
	side := p.side
	v.mover, v.opponent = p.own[side], p.own[side.Other()]
	v.side, v.royal, v.played = side, p.royal[side], false
	switch from, to := m.From(), m.To(); m.Kind() {
	case Step:
		v.mover.Toggle(from)
		v.mover.Toggle(to)
		if p.board[to] != NoPiece && to != from {
			v.opponent.Toggle(to)
		}
		if v.royal == from {
			v.royal = to
		}
	case Drop, PocketDrop:
		v.mover.Toggle(to)
		if m.Kind() == Drop && p.rules.royals.Has(p.droppedType(m)) {
			v.royal = to
		}
	case ToPocket:
		v.mover.Toggle(from)
	case RifleCapture:
		v.opponent.Toggle(to)
	}
	v.occupied = v.mover.Or(v.opponent).Or(p.pieces[Walled])
}

// boardPlayed returns the board after a side's move that was just played. A
// wall left by an explosion does not shield royals yet.
func (p *Position) boardPlayed(side Side) boardView {
	v := boardView{
		occupied: p.occupied, mover: p.own[side], opponent: p.own[side.Other()],
		side: side, royal: p.royal[side], played: true,
	}
	if st := &p.stack[len(p.stack)-1]; p.rules.caps.explosions && p.rules.caps.petrification && st.captured != NoPiece {
		if s := petrifiedSquare(st.move); p.board[s] == Walled {
			v.occupied = v.occupied.AndNot(bit(s))
		}
	}
	return v
}

// safe reports whether the safety rules allow a move, which castleTo must have
// allowed if it is castling.
func (p *Position) safe(m Move) bool {
	if !p.rules.plan.plainSafety {
		return len(p.rules.special.safety) == 0 || m.Use() == NoSecond || p.safeByPlaying(m)
	}
	k := m.Kind()
	if k == Castle && p.rules.plan.castlesSafely && m.From() != m.To() {
		return true
	}
	if k == Castle || k == EnPassant || m.Use() == Via || p.rules.plan.playToTest || p.rules.plan.playCapturesToTest &&
		p.Captured(m) != NoPiece {
		return p.safeByPlaying(m)
	}
	if p.rules.plan.attackersOnLines && p.leavesRoyalSafe(m) {
		return true
	}
	p.boardAfter(&p.scratch.board, m)
	return p.safeOnBoard(&p.scratch.board)
}

func (p *Position) safeOnBoard(v *boardView) bool {
	for _, s := range p.rules.special.safety {
		if !s.safe(p, v) {
			return false
		}
	}
	return true
}

func (p *Position) banned(m Move) bool {
	for _, b := range p.rules.special.bans {
		if b.forbids(p, m) {
			return true
		}
	}
	return false
}

// leavesRoyalSafe reports whether a move of a piece other than the royal
// certainly leaves the royal safe: there is no check, and no line is opened.
func (p *Position) leavesRoyalSafe(m Move) bool {
	switch p.rules.width {
	case Width64:
		return p.leavesRoyalSafe64(m)
	case Width128:
		return p.leavesRoyalSafe128(m)
	}
	king := p.royal[p.side]
	if king == NoSquare {
		return false
	}
	switch m.Kind() {
	case Step, ToPocket:
		from := m.From()
		if from == king || p.rules.allRays[king].Has(from) && p.isPinned(king, from) {
			return false
		}
	case RifleCapture: // may remove a blocker from any line
		return false
	}
	return !p.inCheckCached()
}

// isPinned reports whether a piece on a line to the royal is pinned: an enemy
// piece stands behind it. The enemy's type is not checked.
func (p *Position) isPinned(king, from Square) bool {
	r := p.rules
	d, _ := r.direction(king, from)
	occupied := p.occupied
	if nearest(r.rays[d][king].And(occupied), d) != from {
		return false
	}
	behind := r.rays[d][from].And(occupied)
	return !behind.Empty() && p.own[p.side.Other()].Has(nearest(behind, d))
}

// hasUnpinnedMove looks for an unpinned piece with a short quiet move. It may
// return false although there is one.
func (p *Position) hasUnpinnedMove() bool {
	king := p.royal[p.side]
	if king == NoSquare || len(p.rules.special.bans) > 0 || p.inCheckCached() {
		return false
	}
	empty := p.rules.all.AndNot(p.occupied)
	for own := p.own[p.side].AndNot(p.rules.allRays[king]).AndNot(bit(king)); !own.Empty(); {
		from := own.Pop()
		quiet := p.rules.tables[p.board[from]].quietSteps[from].And(empty)
		if pr := p.rules.promotions[p.board[from]]; pr != nil {
			quiet = quiet.AndNot(pr.mustPromote(p.mayPromote(pr, from)))
		}
		if !quiet.Empty() {
			return true
		}
	}
	return false
}

// safeByPlaying plays a move, applies the safety rules, and undoes it.
func (p *Position) safeByPlaying(m Move) bool {
	side := p.side
	history := p.playProbe(m)
	v := p.boardPlayed(side)
	safe := p.safeOnBoard(&v)
	p.undoProbe(history)
	return safe
}
