package rules

import (
	"slices"

	"assay/analysis/variant"
)

// twoStep is a first step that a second may follow in the same turn: its
// square, and the targets of the second step, which may include the origin.
type twoStep struct {
	via  Square
	ends Bitboard
}

// lameLeap is a leap that depends on the squares on its path.
type lameLeap struct {
	square         Square   // target; in reverse tables, origin
	path           Bitboard // must be empty; for a hop, must have exactly one piece
	hop            bool
	quiet, capture bool
}

// limitedRide is a ride that only captures certain types.
type limitedRide struct {
	directions uint8
	victims    PieceTypeSet
	inPlace    bool
}

// crossing is a step after which the piece can be captured en passant.
type crossing struct {
	to             Square
	crossed        Bitboard // the empty squares that it crosses
	quiet, capture bool     // whether it moves to an empty square, and captures
}

// moveTable holds the movements of one piece of one side, by square.
type moveTable struct {
	anyLeaps, quietLeaps, captureLeaps []Bitboard // leaps that do both, only move, only capture; nil for none
	lameLeaps                          [][]lameLeap
	firstLeaps                         []Bitboard // non-capturing leaps of the first move

	slideAny, slideQuiet, slideCapture uint8 // direction sets
	fullLines                          uint8 // of slideAny: one of each pair of opposite directions
	hopQuiet, hopCapture               uint8
	behindQuiet, behindCapture         uint8
	limitedRides                       []limitedRide
	neverCaptured, neverHopped         PieceTypeSet // victims it never captures, hurdles it never passes

	twoSteps [][]twoStep // steps that a second step may follow

	enPassant        []Bitboard // by target: squares from which it captures en passant
	enPassantVictims PieceTypeSet
	crossings        [][]crossing

	shifts []Stride // set-wise shifts, if it has few and no other moves

	plain          bool // only leaps and slides that both move and capture
	leapsOnly      bool // plain, apart from leaps that are lame, only move or only capture
	testPromotions bool // the safety of its steps depends on promotion
	rifle          bool // it has rifle captures
	hasSpecials    bool // it has moves besides steps and en passant captures

	targets       []Bitboard // targets on some board
	origins       []Bitboard // by target: origins on some board
	discoversFrom []Bitboard // by target: leaving these squares may create a discovered attack
	attacksFrom   []Bitboard // by target: arriving on these squares may create an attack
	quietSteps    []Bitboard // quiet moves that only need an empty target
}

// leapsFrom returns the targets of leaps from a square; leaps may be nil.
func leapsFrom(leaps []Bitboard, s Square) Bitboard {
	if leaps == nil {
		return Bitboard{}
	}
	return leaps[s]
}

// buildTable compiles a piece's movements for one side.
func (r *Rules) buildTable(side Side, p variant.Piece) *moveTable {
	out := &moveTable{}
	for i := range p.Moves {
		r.addMovement(out, side, &p, &p.Moves[i])
	}
	out.fullLines = out.slideAny & (out.slideAny >> 4)
	out.leapsOnly = len(out.limitedRides) == 0 && out.neverCaptured == 0 && out.firstLeaps == nil &&
		out.slideQuiet|out.slideCapture|out.hopQuiet|out.hopCapture|out.behindQuiet|out.behindCapture == 0
	out.plain = out.leapsOnly && out.quietLeaps == nil && out.captureLeaps == nil && out.lameLeaps == nil &&
		out.enPassant == nil
	out.targets, out.origins = r.buildTargets(out)
	out.quietSteps = r.buildQuietSteps(out)
	out.shifts = r.buildShifts(out)
	return out
}

func (r *Rules) addMovement(t *moveTable, side Side, p *variant.Piece, m *variant.Movement) {
	from := r.region(m.From, side)
	within := r.region(m.Within, side).And(r.region(p.Within, side))
	everywhere := from == r.all && within == r.all
	t.neverCaptured |= r.typeSet(m.Spares)
	t.neverHopped |= r.typeSet(m.HopsNot)
	for _, c := range m.Components {
		if c.Again != nil {
			r.addTwoSteps(t, side, c)
			continue
		}
		for _, path := range c.Paths {
			r.addPath(t, side, c, path, from, within)
		}
		for _, v := range c.Vectors {
			files, ranks := v.Files, v.Ranks
			if side == Second {
				files, ranks = -files, -ranks
			}
			switch {
			case m.First:
				r.addFirst(t, files, ranks)
			case len(m.TakesEnPassant) > 0:
				r.addEnPassant(t, files, ranks, r.typeSet(m.TakesEnPassant))
			case c.Range == variant.Unlimited && isUnit(files, ranks) && !m.EnPassant &&
				(everywhere || len(m.Takes) > 0):
				r.addRide(t, c, m, files, ranks)
			default:
				r.addLeaps(t, c, m, files, ranks, from, within)
			}
		}
	}
}

// finishTables sets the flags that depend on other rules.
func (r *Rules) finishTables() {
	for pc, t := range r.tables {
		if t == nil {
			continue
		}
		t.testPromotions = r.plan.playPromotionsToTest && r.promotions[pc] != nil
		t.rifle = slices.ContainsFunc(t.limitedRides, func(k limitedRide) bool { return k.inPlace })
		t.hasSpecials = t.rifle || t.twoSteps != nil || r.pocket != nil || r.castling != nil &&
			Piece(pc).Type() == r.castling.royal ||
			r.promotions[pc] != nil && r.promotions[pc].inPlace
	}
}

func isUnit(files, ranks int) bool { return files*files <= 1 && ranks*ranks <= 1 }

func (r *Rules) addEnPassant(t *moveTable, files, ranks int, victims PieceTypeSet) {
	if t.enPassant == nil {
		t.enPassant = make([]Bitboard, r.squares)
	}
	t.enPassantVictims |= victims
	for s := range Square(r.squares) {
		if to, ok := r.offset(s, files, ranks); ok {
			t.enPassant[to] = t.enPassant[to].Or(bit(s))
		}
	}
}

// addFirst adds a leap of the first move.
func (r *Rules) addFirst(t *moveTable, files, ranks int) {
	if t.firstLeaps == nil {
		t.firstLeaps = make([]Bitboard, r.squares)
	}
	for s := range Square(r.squares) {
		if to, ok := r.offset(s, files, ranks); ok {
			t.firstLeaps[s] = t.firstLeaps[s].Or(bit(to))
		}
	}
}

func (r *Rules) addRide(t *moveTable, c variant.Component, m *variant.Movement, files, ranks int) {
	set := uint8(1) << slices.Index(directionVectors[:], [2]int{files, ranks})
	if len(m.Takes) > 0 {
		takes := r.typeSet(m.Takes)
		for i := range t.limitedRides {
			if s := &t.limitedRides[i]; s.victims == takes && s.inPlace == m.InPlace {
				s.directions |= set
				return
			}
		}
		t.limitedRides = append(t.limitedRides, limitedRide{directions: set, victims: takes, inPlace: m.InPlace})
		return
	}
	switch c.Hop {
	case variant.HopOver:
		t.hopQuiet |= maskIf(c.Quiet, set)
		t.hopCapture |= maskIf(c.Capture, set)
	case variant.HopBehind:
		t.behindQuiet |= maskIf(c.Quiet, set)
		t.behindCapture |= maskIf(c.Capture, set)
	default:
		t.slideAny |= maskIf(c.Quiet && c.Capture, set)
		t.slideQuiet |= maskIf(!c.Capture, set)
		t.slideCapture |= maskIf(!c.Quiet, set)
	}
}

func maskIf(on bool, set uint8) uint8 {
	if on {
		return set
	}
	return 0
}

// addLeaps adds single leaps, and riders of limited range or region as leaps
// over a path that must be empty.
func (r *Rules) addLeaps(t *moveTable, c variant.Component, m *variant.Movement, files, ranks int, from,
	within Bitboard) {
	reach := c.Range
	if reach == variant.Unlimited {
		reach = max(r.files, r.ranks)
	}
	for s := range Square(r.squares) {
		if !from.Has(s) {
			continue
		}
		var path Bitboard
		at := s
		for n := 1; n <= reach; n++ {
			to, ok := r.offset(at, files, ranks)
			if !ok {
				break
			}
			if c.Lame || c.Hop != variant.NoHop {
				path = path.Or(r.lamePath(at, files, ranks))
			}
			if within.Has(to) && (c.Hop == variant.NoHop || !path.Empty()) {
				r.addLeap(t, c, s, to, path)
				if m.EnPassant && !path.Empty() {
					if t.crossings == nil {
						t.crossings = make([][]crossing, r.squares)
					}
					t.crossings[s] = append(t.crossings[s], crossing{to, path, c.Quiet, c.Capture})
				}
			}
			path = path.Or(bit(to))
			at = to
		}
	}
}

// addPath adds a way of a move of several legs, as leaps over squares that must
// be empty.
func (r *Rules) addPath(t *moveTable, side Side, c variant.Component, path variant.Path, from, within Bitboard) {
	sign := 1
	if side == Second {
		sign = -1
	}
	for s := range Square(r.squares) {
		if !from.Has(s) {
			continue
		}
		var passed Bitboard
		at := s
		for n := 0; ; n++ {
			step, ends, more := path.Step(n)
			to, ok := r.offset(at, sign*step.Files, sign*step.Ranks)
			if !more || !ok {
				break
			}
			if ends && to != s && within.Has(to) {
				r.addLeap(t, c, s, to, passed)
			}
			if at = to; to != s {
				passed.Add(to)
			}
		}
	}
}

// lamePath returns the squares on the path of a lame leap from s.
func (r *Rules) lamePath(s Square, files, ranks int) Bitboard {
	var path Bitboard
	for _, v := range (variant.Vector{Files: files, Ranks: ranks}).Path() {
		passed, _ := r.offset(s, v.Files, v.Ranks)
		path = path.Or(bit(passed))
	}
	return path
}

func (r *Rules) addLeap(t *moveTable, c variant.Component, from, to Square, path Bitboard) {
	if !path.Empty() {
		if t.lameLeaps == nil {
			t.lameLeaps = make([][]lameLeap, r.squares)
		}
		leap := lameLeap{square: to, path: path, hop: c.Hop != variant.NoHop, quiet: c.Quiet, capture: c.Capture}
		if !slices.Contains(t.lameLeaps[from], leap) { // movements may overlap
			t.lameLeaps[from] = append(t.lameLeaps[from], leap)
		}
		return
	}
	set := &t.anyLeaps
	if !c.Quiet {
		set = &t.captureLeaps
	} else if !c.Capture {
		set = &t.quietLeaps
	}
	if *set == nil {
		*set = make([]Bitboard, r.squares)
	}
	(*set)[from] = (*set)[from].Or(bit(to))
}

// buildTargets returns for every square the squares that the piece could reach
// on some board, and the inverse of it.
func (r *Rules) buildTargets(t *moveTable) (out, origins []Bitboard) {
	out, origins = make([]Bitboard, r.squares), make([]Bitboard, r.squares)
	for from := range Square(r.squares) {
		quiet, capture := r.reachPast(t, from, Bitboard{})
		targets := quiet.Or(capture)
		out[from] = targets
		for !targets.Empty() {
			origins[targets.Pop()].Add(from)
		}
	}
	for to := range origins {
		origins[to] = origins[to].Or(leapsFrom(t.enPassant, Square(to)))
	}
	return out, origins
}

// ReachPast returns the squares that a piece could reach on some board on which
// the fixed squares are occupied: by quiet moves, and by captures.
func (r *Rules) ReachPast(pc Piece, from Square, fixed Bitboard) (quiet, capture Bitboard) {
	t := r.tables[pc]
	quiet, capture = r.reachPast(t, from, fixed)
	for to := range t.enPassant {
		if t.enPassant[to].Has(from) {
			capture.Add(Square(to))
		}
	}
	return quiet.AndNot(fixed), capture.AndNot(fixed)
}

// reachPast returns the squares of ReachPast and fixed ones behind which they
// end, without captures en passant.
func (r *Rules) reachPast(t *moveTable, from Square, fixed Bitboard) (quiet, capture Bitboard) {
	leaps := leapsFrom(t.anyLeaps, from)
	quiet = leaps.Or(leapsFrom(t.quietLeaps, from)).Or(leapsFrom(t.firstLeaps, from))
	capture = leaps.Or(leapsFrom(t.captureLeaps, from))
	if t.lameLeaps != nil {
		for _, l := range t.lameLeaps[from] {
			if !l.hop && l.path.Meets(fixed) {
				continue
			}
			if l.quiet {
				quiet.Add(l.square)
			}
			if l.capture {
				capture.Add(l.square)
			}
		}
	}
	var limited uint8
	for _, k := range t.limitedRides {
		limited |= k.directions
	}
	hopQuiet, hopCapture := t.hopQuiet|t.behindQuiet, t.hopCapture|t.behindCapture
	for d := range directions {
		slides, hops := r.slide(from, d, fixed), r.rays[d][from]
		for _, of := range []struct {
			reached *Bitboard
			set     uint8
			ride    Bitboard
		}{
			{&quiet, t.slideAny | t.slideQuiet, slides}, {&capture, t.slideAny | t.slideCapture | limited, slides},
			{&quiet, hopQuiet, hops}, {&capture, hopCapture, hops},
		} {
			if of.set>>d&1 != 0 {
				*of.reached = of.reached.Or(of.ride)
			}
		}
	}
	return quiet, capture
}

// buildQuietSteps returns the non-capturing leaps of a table and the first
// steps of its slides.
func (r *Rules) buildQuietSteps(t *moveTable) []Bitboard {
	out := make([]Bitboard, r.squares)
	for from := range Square(r.squares) {
		out[from] = leapsFrom(t.anyLeaps, from).Or(leapsFrom(t.quietLeaps, from))
		for set := t.slideAny | t.slideQuiet; set != 0; set &= set - 1 {
			if to, ok := r.step(from, trailing(set)); ok {
				out[from].Add(to)
			}
		}
	}
	return out
}

// addTwoSteps adds the double steps of a component.
func (r *Rules) addTwoSteps(t *moveTable, side Side, c variant.Component) {
	r.caps.twoSteps = true
	if t.twoSteps == nil {
		t.twoSteps = make([][]twoStep, r.squares)
	}
	sign := 1
	if side == Second {
		sign = -1
	}
	for s := range Square(r.squares) {
		for i, v := range c.Vectors {
			via, ok := r.offset(s, sign*v.Files, sign*v.Ranks)
			if !ok {
				continue
			}
			var ends Bitboard
			for _, w := range c.Again[i] {
				if to, ok := r.offset(via, sign*w.Files, sign*w.Ranks); ok {
					ends = ends.Or(bit(to))
				}
			}
			t.twoSteps[s] = append(t.twoSteps[s], twoStep{via, ends})
		}
	}
}
