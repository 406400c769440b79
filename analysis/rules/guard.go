package rules

// legality is the legality mask of a position (checks, pins and the restrictions
// of special rules), computed once before move generation.
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

// testsEvery reports whether all steps and drops need the exact test. For attacks
// on lines, a move that meets the check and leaves no line is safe.
func (p *Position) testsEvery(legal *legality) bool {
	return legal.testEvery && !p.rules.attackersOnLines
}

// boardView is the board after a move as the safety rules see it, usually without
// playing the move.
type boardView struct {
	occupied, mover, opponent Bitboard
	side                      Side
	royal                     Square // the mover's
	played                    bool   // the position is the one after the move
}

// acquireLegality returns the position's legality mask from a pool, because move
// generation must not allocate. release returns it to the pool.
func (p *Position) acquireLegality() *legality {
	var legal *legality
	if n := len(p.freeLegalities); n > 0 {
		legal = p.freeLegalities[n-1]
		p.freeLegalities = p.freeLegalities[:n-1]
	} else {
		legal = new(legality)
	}
	*legal = legality{targets: p.rules.all.AndNot(p.uncapturableRoyals())}
	for _, m := range p.rules.restrictors {
		m.restrict(p, legal)
	}
	legal.testTo, legal.evasionTo = legal.testTo.Or(legal.effectsTo), legal.evasionTo.Or(legal.effectsTo)
	return legal
}

func (p *Position) releaseLegality(legal *legality) {
	p.freeLegalities = append(p.freeLegalities, legal)
}

// boardAfter sets v to the board after a step, a drop, a move into the pocket or
// a rifle capture.
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

// boardPlayed returns the board after a side's move that was just played. A wall
// left by an explosion does not shield royals yet.
func (p *Position) boardPlayed(side Side) boardView {
	v := boardView{
		occupied: p.occupied, mover: p.own[side], opponent: p.own[side.Other()],
		side: side, royal: p.royal[side], played: true,
	}
	if st := &p.states[len(p.states)-1]; p.rules.explodes && p.rules.petrifies && st.captured != NoPiece {
		if s := petrifiedSquare(st.move); p.board[s] == Walled {
			v.occupied = v.occupied.AndNot(bit(s))
		}
	}
	return v
}

// safe reports whether the safety rules allow a move.
func (p *Position) safe(m Move) bool {
	if !p.rules.plainSafety {
		return len(p.rules.safetyRules) == 0 || m.Use() == NoSecond || p.safeByPlaying(m)
	}
	k := m.Kind()
	if k == Castle || k == EnPassant || m.Use() == Via || p.rules.playToTest || p.rules.playCapturesToTest && p.Captured(m) != NoPiece {
		return p.safeByPlaying(m)
	}
	if p.rules.attackersOnLines && p.leavesRoyalSafe(m) {
		return true
	}
	p.boardAfter(&p.scratchBoard, m)
	return p.safeOnBoard(&p.scratchBoard)
}

func (p *Position) safeOnBoard(v *boardView) bool {
	for _, s := range p.rules.safetyRules {
		if !s.safe(p, v) {
			return false
		}
	}
	return true
}

func (p *Position) banned(m Move) bool {
	for _, b := range p.rules.banRules {
		if b.forbids(p, m) {
			return true
		}
	}
	return false
}
