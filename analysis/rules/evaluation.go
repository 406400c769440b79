package rules

import (
	"math"
	"slices"
)

// Cover returns the pseudo-legal quiet moves of a piece on a square, and its
// attack set (which includes empty squares and squares of its own side),
// regardless of the side to move. Captures limited to certain victims are not
// included.
func (p *Position) Cover(pc Piece, s Square) (quiet, cover Bitboard) {
	t := p.rules.tables[pc]
	occupied := p.Occupied()
	if t.anyLeaps != nil {
		cover = t.anyLeaps[s]
	}
	for set := t.fullLines; set != 0; set &= set - 1 {
		d := trailing(set)
		cover = cover.Or(p.rules.rays[d][s].line(p.rules.rays[d+4][s], occupied))
	}
	for set := t.slideAny &^ (t.fullLines | t.fullLines<<4); set != 0; set &= set - 1 {
		cover = cover.Or(p.rules.slide(s, trailing(set), occupied))
	}
	quiet = cover.AndNot(occupied)
	if t.plain {
		return quiet, cover
	}
	if t.quietLeaps != nil {
		quiet = quiet.Or(t.quietLeaps[s].AndNot(occupied))
	}
	if t.captureLeaps != nil {
		cover = cover.Or(t.captureLeaps[s])
	}
	if t.lameLeaps != nil {
		leaps := t.lameLeaps[s]
		for i := range leaps {
			l := &leaps[i]
			if !p.passable(t, l, occupied) {
				continue
			}
			if l.quiet && !occupied.Has(l.square) {
				quiet = quiet.Or(bit(l.square))
			}
			if l.capture {
				cover = cover.Or(bit(l.square))
			}
		}
	}
	if t.leapsOnly {
		return quiet, cover
	}
	for set := t.slideQuiet; set != 0; set &= set - 1 {
		quiet = quiet.Or(p.rules.slide(s, trailing(set), occupied).AndNot(occupied))
	}
	for set := t.slideCapture; set != 0; set &= set - 1 {
		cover = cover.Or(p.rules.slide(s, trailing(set), occupied))
	}
	for set := t.hopQuiet | t.hopCapture | t.behindQuiet | t.behindCapture; set != 0; set &= set - 1 {
		d := trailing(set)
		over, behind := p.hop(t, s, d, occupied)
		if t.hopQuiet>>d&1 != 0 {
			quiet = quiet.Or(over.AndNot(occupied))
		}
		if t.hopCapture>>d&1 != 0 {
			cover = cover.Or(over)
		}
		if t.behindQuiet>>d&1 != 0 {
			quiet = quiet.Or(behind.AndNot(occupied))
		}
		if t.behindCapture>>d&1 != 0 {
			cover = cover.Or(behind)
		}
	}
	return quiet, cover
}

// Lines returns the squares seen from a square in all eight directions, up to
// and including the first occupied one.
func (p *Position) Lines(s Square) Bitboard {
	occupied := p.Occupied()
	var out Bitboard
	for d := range directions / 2 {
		out = out.Or(p.rules.rays[d][s].line(p.rules.rays[d+4][s], occupied))
	}
	return out
}

// Stride is a set-wise shift: a step by which every piece of a type moves by
// the same number of squares.
type Stride struct {
	By             int      // not 0, and between -63 and 63
	emptyAt        int      // offset of the square that must be empty (lame steps); 0 for none
	quiet, capture Bitboard // origins from which it moves, and captures
}

// maxShifts is the largest number of shifts per type for which set-wise
// generation is worthwhile.
const maxShifts = 4

// buildShifts returns the shifts of a type; nil if it has other moves or too
// many shifts.
func (r *Rules) buildShifts(t *moveTable) []Stride {
	if !t.leapsOnly || t.slideAny != 0 {
		return nil
	}
	var out []Stride
	add := func(from, to Square, past int, quiet, capture bool) {
		by := int(to) - int(from)
		i := slices.IndexFunc(out, func(s Stride) bool { return s.By == by && s.emptyAt == past })
		if i < 0 {
			i = len(out)
			out = append(out, Stride{By: by, emptyAt: past})
		}
		if quiet {
			out[i].quiet.Add(from)
		}
		if capture {
			out[i].capture.Add(from)
		}
	}
	for from := range Square(r.squares) {
		for b := leapsFrom(t.anyLeaps, from); !b.Empty(); {
			add(from, b.Pop(), 0, true, true)
		}
		for b := leapsFrom(t.quietLeaps, from); !b.Empty(); {
			add(from, b.Pop(), 0, true, false)
		}
		for b := leapsFrom(t.captureLeaps, from); !b.Empty(); {
			add(from, b.Pop(), 0, false, true)
		}
		if t.lameLeaps == nil {
			continue
		}
		for _, l := range t.lameLeaps[from] {
			if l.hop || !l.path.Single() {
				return nil
			}
			add(from, l.square, int(l.path.First())-int(from), l.quiet, l.capture)
		}
	}
	if len(out) > maxShifts {
		return nil
	}
	for i, s := range out {
		if s.By <= -64 || s.By >= 64 || slices.ContainsFunc(out[:i], func(o Stride) bool { return o.By == s.By }) {
			return nil
		}
	}
	return out
}

// Strides returns the set-wise shifts of a type that has few of them and no
// other moves.
func (p *Position) Strides(pc Piece) []Stride { return p.rules.tables[pc].shifts }

// CoverBy is Cover of all pieces of a type at once, by one of their shifts.
func (p *Position) CoverBy(st *Stride, on Bitboard) (quiet, cover Bitboard) {
	occupied := p.Occupied()
	if st.emptyAt != 0 {
		on = on.AndNot(occupied.Shift(-st.emptyAt))
	}
	quiet, cover = on.And(st.quiet).Shift(st.By).AndNot(occupied), on.And(st.capture).Shift(st.By)
	return quiet, cover
}

// Mobility returns the expected number of quiet moves and of captures from a
// square, if each other square is occupied with probability held. It ignores
// captures that are limited to certain victims.
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

// emptyBoardTargets returns the moves of a piece on an otherwise empty board:
// the ones that both move and capture, and those of the given kind.
func (r *Rules) emptyBoardTargets(t *moveTable, s Square, sets []Bitboard, slides uint8,
	ofOne func(*lameLeap) bool) Bitboard {
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

// Aims lists what a variant rewards, for position evaluation.
type Aims struct {
	Goals      []Goal
	Checks     int          // checks needed to win; 0 if checks do not win
	Compulsory bool         // captures are compulsory
	Shedding   bool         // a side without pieces or without moves wins
	Counting   bool         // at the end the side with more pieces wins
	Adds       PieceTypeSet // types dropped without being in hand
	Guarded    bool         // no royal may be left attacked
}

// Goal is a set of squares on which a side wins.
type Goal struct {
	Pieces  PieceTypeSet
	Squares [2]Bitboard // by side
	Count   int         // number of pieces needed there at once
}

// Aims returns what the variant rewards.
func (r *Rules) Aims() Aims {
	out := Aims{Checks: int(r.caps.checksToWin), Adds: r.hands.freeDrops, Guarded: r.caps.royalSafety}
	for _, m := range r.special.modules {
		switch m := m.(type) {
		case *goal:
			out.Goals = append(out.Goals, Goal{m.pieces, m.squares, m.Count})
		case *mustCapture:
			out.Compulsory = true
		case *extinction:
			out.Shedding = out.Shedding || m.Result == "win"
		case *noMoves:
			out.Shedding = out.Shedding || m.Free == "win" && m.Attacked == "win"
			out.Counting = out.Counting || m.Free == "more"
		}
	}
	return out
}

// Weights are piece-square terms: what each piece is worth on each square, and
// in hand.
type Weights struct {
	Board [maxPieces][]Sum
	Hand  [maxPieces]Sum
}

// Sum is a total of piece-square terms, for the opening and the endgame, and
// the material.
type Sum struct{ Early, Late, Material int32 }

func (s *Sum) add(o *Sum) {
	s.Early, s.Late, s.Material = s.Early+o.Early, s.Late+o.Late, s.Material+o.Material
}

func (s *Sum) take(o *Sum) {
	s.Early, s.Late, s.Material = s.Early-o.Early, s.Late-o.Late, s.Material-o.Material
}

// addTimes adds n times o; n may be negative.
func (s *Sum) addTimes(o *Sum, n int32) {
	s.Early, s.Late, s.Material = s.Early+n*o.Early, s.Late+n*o.Late, s.Material+n*o.Material
}

// Weighed returns the total of the pieces on the board, in hand and in pockets.
// It is updated incrementally until it is called with other weights.
func (p *Position) Weighed(w *Weights) Sum {
	if p.weights != w {
		p.weights, p.sum = w, Sum{}
		for b := p.occupied.AndNot(p.pieces[Walled]); !b.Empty(); {
			s := b.Pop()
			p.sum.add(&w.Board[p.board[s]][s])
		}
		for _, side := range []Side{First, Second} {
			for t, n := range p.hand[side] {
				p.sum.addTimes(&w.Hand[NewPiece(PieceType(t), side)], int32(n))
			}
			p.sum.add(&w.Hand[NewPiece(p.pocket[side], side)])
		}
	}
	return p.sum
}
