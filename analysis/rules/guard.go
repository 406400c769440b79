package rules

// guard is the legality mask of a position (checks, pins and the restrictions
// of special rules), computed once before move generation.
type guard struct {
	// Moves from these squares (pinned pieces, the royal) or to these squares
	// need the exact safety test; all others are safe.
	from, to Bitboard
	exact    bool // every move needs the exact test

	// In check, only moves to evasionTo or from evasionFrom can help.
	limited bool
	only    Bitboard
	free    Bitboard

	open       Bitboard     // excludes enemy pieces that cannot be captured
	preferring bool         // once there is a capture, generate captures only …
	n          uint64       // … and drop what was counted after this many …
	listed     int          // … or listed after this many
	aimed      bool         // quiet moves are wanted only if they may attack …
	aim        Square       // … this square
	capturing  bool         // generate captures only …
	promoting  PieceTypeSet // … and promotions of these types
	dropping   PieceTypeSet // generate drops of these types only; noDrops for none
	changing   Bitboard     // moves to these squares change other squares too
	each       bool         // test each move against the bans
	eachDrop   PieceTypeSet // test each drop of these types …
	eachDropOn Bitboard     // … on these squares
}

// noDrops is a value of dropsOf that excludes all drops.
const noDrops PieceTypeSet = 1

// testsAll reports whether all steps and drops need the exact test. For attacks
// on lines, a move that meets the check and leaves no line is safe.
func (p *Position) testsAll(legal *guard) bool { return legal.exact && !p.rules.onLines }

// view is the board after a move as the safety rules see it, usually without
// playing the move.
type view struct {
	occupied, own, enemy Bitboard
	side                 Side
	royal                Square // the mover's
	played               bool   // the position is the one after the move
}

// guard returns the position's legality mask from a pool, because move
// generation must not allocate. release returns it to the pool.
func (p *Position) guard() *guard {
	var legal *guard
	if n := len(p.guards); n > 0 {
		legal = p.guards[n-1]
		p.guards = p.guards[:n-1]
	} else {
		legal = new(guard)
	}
	*legal = guard{open: p.rules.all.AndNot(p.spared())}
	for _, m := range p.rules.restrainers {
		m.restrain(p, legal)
	}
	legal.to, legal.only = legal.to.Or(legal.changing), legal.only.Or(legal.changing)
	return legal
}

func (p *Position) release(legal *guard) { p.guards = append(p.guards, legal) }

// viewAfter sets v to the board after a step, a drop, a move into the pocket or
// a rifle capture.
func (p *Position) viewAfter(v *view, m Move) {
	side := p.side
	v.own, v.enemy = p.own[side], p.own[side.Other()]
	v.side, v.royal, v.played = side, p.royal[side], false
	switch from, to := m.From(), m.To(); m.Kind() {
	case Step:
		v.own.Toggle(from)
		v.own.Toggle(to)
		if p.board[to] != NoPiece && to != from {
			v.enemy.Toggle(to)
		}
		if v.royal == from {
			v.royal = to
		}
	case Drop, PocketDrop:
		v.own.Toggle(to)
		if m.Kind() == Drop && p.rules.royals.Has(p.dropped(m)) {
			v.royal = to
		}
	case ToPocket:
		v.own.Toggle(from)
	case RifleCapture:
		v.enemy.Toggle(to)
	}
	v.occupied = v.own.Or(v.enemy).Or(p.pieces[Walled])
}

// viewPlayed returns the board after a side's move that was just played. A wall
// left by an explosion does not shield royals yet.
func (p *Position) viewPlayed(side Side) view {
	v := view{
		occupied: p.filled, own: p.own[side], enemy: p.own[side.Other()],
		side: side, royal: p.royal[side], played: true,
	}
	if st := &p.stack[len(p.stack)-1]; p.rules.explodes && p.rules.petrifies && st.captured != NoPiece {
		if s := stoneSquare(st.move); p.board[s] == Walled {
			v.occupied = v.occupied.AndNot(bit(s))
		}
	}
	return v
}

// safe reports whether the safety rules allow a move.
func (p *Position) safe(m Move) bool {
	if !p.rules.plainSafety {
		return len(p.rules.safeties) == 0 || m.Use() == NoSecond || p.safeAfter(m)
	}
	k := m.Kind()
	if k == Castle || k == EnPassant || m.Use() == Via || p.rules.playToTest || p.rules.capturesToTest && p.Captured(m) != NoPiece {
		return p.safeAfter(m)
	}
	if p.rules.onLines && p.leavesLines(m) {
		return true
	}
	p.viewAfter(&p.after, m)
	return p.safeIn(&p.after)
}

func (p *Position) safeIn(v *view) bool {
	for _, s := range p.rules.safeties {
		if !s.safe(p, v) {
			return false
		}
	}
	return true
}

func (p *Position) banned(m Move) bool {
	for _, b := range p.rules.bans {
		if b.bans(p, m) {
			return true
		}
	}
	return false
}
