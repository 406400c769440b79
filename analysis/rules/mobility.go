package rules

import "math"

// Mobility returns the expected number of quiet moves and of captures from a
// square if every other square is occupied with probability held. The target's
// occupant and captures limited to certain victims are ignored.
func (r *Rules) Mobility(pc Piece, s Square, held float64) (quiet, capture float64) {
	t := r.tables[pc]
	leaps := func(sets []Bitboard) float64 { return float64(leapsFrom(sets, s).Len()) }
	quiet, capture = leaps(t.anyLeaps)+leaps(t.quietLeaps), leaps(t.anyLeaps)+leaps(t.captureLeaps)
	add := func(chance float64, moves, captures bool) {
		if moves {
			quiet += chance
		}
		if captures {
			capture += chance
		}
	}
	if t.lameLeaps != nil {
		for _, l := range t.lameLeaps[s] {
			n := float64(l.path.Len())
			chance := math.Pow(1-held, n)
			if l.hop {
				chance = n * held * math.Pow(1-held, n-1)
			}
			add(chance, l.quiet, l.capture)
		}
	}
	for d := range directions {
		has := func(set uint8) bool { return set>>d&1 != 0 }
		for n := range r.rays[d][s].Len() {
			free := math.Pow(1-held, float64(n))
			add(free, has(t.slideAny|t.slideQuiet), has(t.slideAny|t.slideCapture))
			if n == 0 {
				continue
			}
			over := held * math.Pow(1-held, float64(n-1))
			add(float64(n)*over, has(t.hopQuiet), has(t.hopCapture))
			add(over, has(t.behindQuiet), has(t.behindCapture))
		}
	}
	return quiet, capture
}

// EmptyReach returns the quiet moves of a piece on an otherwise empty board.
func (r *Rules) EmptyReach(pc Piece, s Square) Bitboard {
	t := r.tables[pc]
	return r.emptyBoardTargets(t, s, t.quietLeaps, t.slideQuiet, func(l *lameLeap) bool { return l.quiet })
}

// EmptyCover returns the attack set of a piece on an otherwise empty board.
func (r *Rules) EmptyCover(pc Piece, s Square) Bitboard {
	t := r.tables[pc]
	return r.emptyBoardTargets(t, s, t.captureLeaps, t.slideCapture, func(l *lameLeap) bool { return l.capture })
}

// MoveAlike reports whether two types have the same moves and captures on an
// otherwise empty board.
func (r *Rules) MoveAlike(a, b PieceType) bool {
	one, other := NewPiece(a, First), NewPiece(b, First)
	for s := range Square(r.files * r.ranks) {
		if r.EmptyReach(one, s) != r.EmptyReach(other, s) || r.EmptyCover(one, s) != r.EmptyCover(other, s) {
			return false
		}
	}
	return true
}

// emptyBoardTargets returns the moves of a piece on an otherwise empty board: the ones
// that both move and capture, and those of the given kind.
func (r *Rules) emptyBoardTargets(t *moveTable, s Square, sets []Bitboard, slides uint8, ofOne func(*lameLeap) bool) Bitboard {
	out := leapsFrom(t.anyLeaps, s).Or(leapsFrom(sets, s))
	if t.lameLeaps != nil {
		for i := range t.lameLeaps[s] {
			if l := &t.lameLeaps[s][i]; ofOne(l) && !l.hop {
				out.Add(l.square)
			}
		}
	}
	for set := t.slideAny | slides; set != 0; set &= set - 1 {
		out = out.Or(r.rays[trailing(set)][s])
	}
	return out
}
