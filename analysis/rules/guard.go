package rules

// guard is what the special rules and the safety of the royal say of all
// moves of one position, found once before they are generated.
type guard struct {
	// An exact test is needed for moves that leave one of from or enter one
	// of to; all other moves are safe.
	from, to Bitboard
	exact    bool // every move needs the exact test

	// In check, only moves that enter one of only or leave one of free can
	// help.
	limited bool
	only    Bitboard
	free    Bitboard

	open       Bitboard     // not the squares of enemy pieces that cannot be captured
	preferring bool         // nothing but captures is wanted once there is one …
	n          uint64       // … behind so many moves that are counted …
	listed     int          // … or listed
	aimed      bool         // quiet moves are wanted only where they may attack …
	aim        Square       // … this square
	capturing  bool         // nothing but captures is wanted …
	promoting  PieceTypeSet // … and promotions of these
	dropping   PieceTypeSet // nothing but drops of these is wanted; no drops where it is noDrops
	changing   Bitboard     // a move that enters one of these changes more than its own squares
	each       bool         // the bans must be asked about each move
	eachDrop   PieceTypeSet // … about each drop of these kinds
	eachDropOn Bitboard     // … that lands here
}

// noDrops is the dropping of a guard by which nothing is dropped.
const noDrops PieceTypeSet = 1

// testsAll reports whether all steps and drops need the exact test. Where
// attacks are on lines, one that stops a check and leaves no line is safe.
func (p *Position) testsAll(g *guard) bool { return g.exact && !p.rules.onLines }

// view is the board after a move as far as the safety rules look at it,
// mostly without playing the move.
type view struct {
	occupied, own, enemy Bitboard
	side                 Side
	royal                Square // the mover's
	played               bool   // the position stands after the move
}

// guard returns the guard of the position; release gives it back. Guards are
// kept, since generating moves must not allocate.
func (p *Position) guard() *guard {
	var g *guard
	if n := len(p.guards); n > 0 {
		g = p.guards[n-1]
		p.guards = p.guards[:n-1]
	} else {
		g = new(guard)
	}
	*g = guard{open: p.rules.all.AndNot(p.spared())}
	for _, m := range p.rules.restrainers {
		m.restrain(p, g)
	}
	g.to, g.only = g.to.Or(g.changing), g.only.Or(g.changing)
	return g
}

func (p *Position) release(g *guard) { p.guards = append(p.guards, g) }

// viewAfter makes v the board after a step, a drop, a move into the pocket or a
// rifle capture.
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

// viewPlayed is the board after a move of a side that was just played. Stone
// that an explosion leaves shields nobody yet.
func (p *Position) viewPlayed(side Side) view {
	v := view{
		occupied: p.filled, own: p.own[side], enemy: p.own[side.Other()],
		side: side, royal: p.royal[side], played: true,
	}
	if u := &p.stack[len(p.stack)-1]; p.rules.explodes && p.rules.petrifies && u.captured != NoPiece {
		if s := stoneSquare(u.move); p.board[s] == Walled {
			v.occupied = v.occupied.AndNot(bit(s))
		}
	}
	return v
}

// safe reports whether the safety rules allow the board after a move.
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
