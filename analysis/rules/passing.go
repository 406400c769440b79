package rules

// passers is the pieces of side that could capture in passing on s a victim of
// that kind.
func (p *Position) passers(side Side, s Square, victim Type) Bitboard {
	var out Bitboard
	for _, t := range p.rules.passingTypes {
		tab := p.rules.tables[NewPiece(t, side)]
		if tab.passes.Has(victim) {
			out = out.Or(tab.passing[s].And(p.pieces[NewPiece(t, side)]))
		}
	}
	return out
}

// openCross sets the square that a double step has crossed, if the side to
// move has a piece to use it; where a royal must be safe after every move, if
// such a capture is legal (W-5, AC-20).
func (p *Position) openCross(s, passed Square) {
	p.setCross(NoSquare, NoSquare)
	if s == NoSquare {
		return
	}
	candidates := p.passers(p.side, s, p.board[passed].Type())
	if candidates.Empty() {
		return
	}
	p.setCross(s, passed)
	if !p.rules.royalSafe {
		return
	}
	for !candidates.Empty() {
		if p.safeAfter(NewMove(Passing, candidates.Pop(), s, NoType)) {
			return
		}
	}
	p.setCross(NoSquare, NoSquare)
}

// safeAfter plays a move, asks the safety rules and takes it back.
func (p *Position) safeAfter(m Move) bool {
	side := p.side
	history := p.try(m)
	v := view{
		occupied: p.occupied(), own: p.own[side], enemy: p.own[side.Other()],
		side: side, royal: p.royal[side], played: true,
	}
	safe := p.safeIn(&v)
	p.untry(history)
	return safe
}
