package rules

import "slices"

// reverseAttacks holds the reverse attack sets of one side: how its pieces
// capture, seen from the attacked square.
type reverseAttacks struct {
	leaps         []leapClass
	lame          []lameClass
	slides        []rideClass // nothing between
	hops          []rideClass // exactly one piece (the hurdle) between
	behinds       []rideClass // the hurdle is adjacent to the target
	hurdlesMatter bool        // some hops depend on the type of the hurdle
}

// leapClass groups pieces with the same leaps and the same victims.
type leapClass struct {
	pieces  []Piece
	victims PieceTypeSet
	reverse []Bitboard // by target: origins
}

type lameClass struct {
	piece   Piece
	victims PieceTypeSet
	table   *moveTable
	mask    []Bitboard // by target: origins
	reverse [][]lameLeap
}

// rideClass groups the directions in which the same pieces ride to the same
// victims.
type rideClass struct {
	pieces      []Piece
	directions  uint8 // from the target towards the attackers
	victims     PieceTypeSet
	neverHopped PieceTypeSet
	lines       []Bitboard // by target: union of the rays in these directions
}

const anyType PieceTypeSet = ^PieceTypeSet(0)

func (r *Rules) buildAttacks(side Side) reverseAttacks {
	var a reverseAttacks
	for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
		pc := NewPiece(t, side)
		tab := r.tables[pc]
		a.addLeaps(r, pc, tab)
		a.addLame(r, pc, tab)
		takes := anyType &^ tab.neverCaptured
		addRide(&a.slides, pc, tab.slideAny|tab.slideCapture, takes, 0)
		addRide(&a.hops, pc, tab.hopCapture, takes, tab.neverHopped)
		addRide(&a.behinds, pc, tab.behindCapture, takes, tab.neverHopped)
		for _, k := range tab.limitedRides {
			addRide(&a.slides, pc, k.directions, k.victims, 0)
		}
		a.hurdlesMatter = a.hurdlesMatter || tab.neverHopped != 0
	}
	a.slides, a.hops, a.behinds = r.joinRides(a.slides), r.joinRides(a.hops), r.joinRides(a.behinds)
	r.addOpenings(&a, side)
	return a
}

// addOpenings finds the moves that may create an attack: leaving a line or a
// hurdle square (discovered attack), or arriving as a hurdle or as the
// attacker.
func (r *Rules) addOpenings(a *reverseAttacks, side Side) {
	opens, enters := make([]Bitboard, r.squares), make([]Bitboard, r.squares)
	for to := range opens {
		open, enter := &opens[to], &enters[to]
		for i := range a.lame {
			for _, l := range a.lame[i].reverse[to] {
				*open = open.Or(l.path)
				if l.hop {
					*enter = enter.Or(l.path)
				}
			}
		}
		for _, classes := range [][]rideClass{a.hops, a.behinds} {
			for i := range classes {
				*enter = enter.Or(classes[i].lines[to])
			}
		}
		*open = open.Or(*enter)
		for i := range a.slides {
			*open = open.Or(a.slides[i].lines[to])
		}
	}
	for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
		tab := r.tables[NewPiece(t, side)]
		tab.discoversFrom, tab.attacksFrom = opens, make([]Bitboard, r.squares)
		for to := range tab.attacksFrom {
			tab.attacksFrom[to] = enters[to].Or(tab.origins[to])
		}
	}
}

// mayAttackBy returns the targets of a step from a square (NoSquare: of a drop)
// after which the mover's side may attack s; see mayAttack.
func (r *Rules) mayAttackBy(s, from Square, pc Piece) Bitboard {
	t := r.tables[pc]
	if from != NoSquare && t.discoversFrom[s].Has(from) {
		return r.all
	}
	return t.attacksFrom[s]
}

// mayAttack reports whether a move may create an attack on s. It may return
// true for moves that do not (a conservative filter).
func (r *Rules) mayAttack(s Square, m Move, pc Piece) bool {
	t := r.tables[pc]
	switch {
	case m.isStep():
		return t.discoversFrom[s].Has(m.From()) || t.attacksFrom[s].Has(m.To())
	case m.isDrop() && m.Use() == NoSecond:
		return t.attacksFrom[s].Has(m.To())
	}
	return true
}

func (a *reverseAttacks) addLeaps(r *Rules, pc Piece, t *moveTable) {
	if t.anyLeaps == nil && t.captureLeaps == nil {
		return
	}
	reverse := make([]Bitboard, r.squares)
	for from := range Square(r.squares) {
		for to := leapsFrom(t.anyLeaps, from).Or(leapsFrom(t.captureLeaps, from)); !to.Empty(); {
			reverse[to.Pop()].Add(from)
		}
	}
	takes := anyType &^ t.neverCaptured
	for i := range a.leaps {
		if a.leaps[i].victims == takes && slices.Equal(a.leaps[i].reverse, reverse) {
			a.leaps[i].pieces = append(a.leaps[i].pieces, pc)
			return
		}
	}
	a.leaps = append(a.leaps, leapClass{pieces: []Piece{pc}, victims: takes, reverse: reverse})
}

func (a *reverseAttacks) addLame(r *Rules, pc Piece, t *moveTable) {
	if t.lameLeaps == nil {
		return
	}
	c := lameClass{piece: pc, victims: anyType &^ t.neverCaptured, table: t, mask: make([]Bitboard, r.squares),
		reverse: make([][]lameLeap, r.squares)}
	any := false
	for from := range Square(r.squares) {
		for _, l := range t.lameLeaps[from] {
			if l.capture {
				any = true
				to := l.square
				l.square = from
				c.reverse[to] = append(c.reverse[to], l)
				c.mask[to].Add(from)
			}
		}
	}
	if any {
		a.lame = append(a.lame, c)
	}
}

// addRide reverses travel directions and groups pieces that ride alike.
func addRide(classes *[]rideClass, pc Piece, travel uint8, takes, hopsNot PieceTypeSet) {
	for seen := travel<<4 | travel>>4; seen != 0; seen &= seen - 1 {
		single := rideClass{directions: seen & -seen, victims: takes, neverHopped: hopsNot}
		i := slices.IndexFunc(*classes, func(c rideClass) bool {
			return c.directions == single.directions && c.victims == takes && c.neverHopped == hopsNot
		})
		if i < 0 {
			i = len(*classes)
			*classes = append(*classes, single)
		}
		(*classes)[i].pieces = append((*classes)[i].pieces, pc)
	}
}

// joinRides merges the directions in which the same pieces ride.
func (r *Rules) joinRides(single []rideClass) (out []rideClass) {
	for _, s := range single {
		i := slices.IndexFunc(out, func(c rideClass) bool {
			return slices.Equal(c.pieces, s.pieces) && c.victims == s.victims && c.neverHopped == s.neverHopped
		})
		if i < 0 {
			i = len(out)
			s.lines = make([]Bitboard, r.squares)
			out = append(out, s)
		}
		c := &out[i]
		c.directions |= s.directions
		for to := range c.lines {
			c.lines[to] = c.lines[to].Or(r.rays[trailing(s.directions)][to])
		}
	}
	return out
}

func (p *Position) squaresOf(pieces []Piece) Bitboard {
	out := p.pieces[pieces[0]]
	for _, pc := range pieces[1:] {
		out = out.Or(p.pieces[pc])
	}
	return out
}

// attacked reports whether side attacks a piece of type victim on s, given the
// occupied squares. Only pieces on the squares in attackers attack.
func (p *Position) attacked(s Square, victim PieceType, side Side, occupied, attackers Bitboard) bool {
	switch p.rules.width {
	case Width64:
		return p.attacked64(s, victim, side, occupied.Set64(), attackers.Set64())
	case Width128:
		return p.attacked128(s, victim, side, occupied.Set128(), attackers.Set128())
	}
	r := p.rules
	a := &r.attacks[side]
	for i := range a.leaps {
		c := &a.leaps[i]
		if from := c.reverse[s].And(attackers); c.victims.Has(victim) && !from.Empty() &&
			from.Meets(p.squaresOf(c.pieces)) {
			return true
		}
	}
	for i := range a.lame {
		c := &a.lame[i]
		if !c.victims.Has(victim) || !c.mask[s].And(attackers).Meets(p.pieces[c.piece]) {
			continue
		}
		for j := range c.reverse[s] {
			l := &c.reverse[s][j]
			if attackers.Has(l.square) && p.board[l.square] == c.piece && p.passable(c.table, l, occupied) {
				return true
			}
		}
	}
	for i := range a.slides {
		c := &a.slides[i]
		riders := p.squaresOf(c.pieces).And(c.lines[s]).And(attackers)
		if riders.Empty() || !c.victims.Has(victim) {
			continue
		}
		for set := c.directions; set != 0; set &= set - 1 {
			d := trailing(set)
			ray := r.rays[d][s]
			if ray.Meets(riders) && riders.Has(nearest(ray.And(occupied), d)) {
				return true
			}
		}
	}
	for i := range a.hops {
		c := &a.hops[i]
		riders := p.squaresOf(c.pieces).And(c.lines[s]).And(attackers)
		if riders.Empty() || !c.victims.Has(victim) {
			continue
		}
		for set := c.directions; set != 0; set &= set - 1 {
			d := trailing(set)
			ray := r.rays[d][s]
			if !ray.Meets(riders) {
				continue
			}
			blockers := ray.And(occupied)
			hurdle := nearest(blockers, d)
			beyond := r.rays[d][hurdle].And(occupied)
			if !beyond.Empty() && riders.Has(nearest(beyond, d)) && !c.neverHopped.Has(p.board[hurdle].Type()) {
				return true
			}
		}
	}
	return len(a.behinds) > 0 && p.attackedOverAdjacent(a.behinds, s, victim, occupied, attackers)
}

func (p *Position) attackedOverAdjacent(classes []rideClass, s Square, victim PieceType, occupied,
	attackers Bitboard) bool {
	r := p.rules
	for i := range classes {
		c := &classes[i]
		riders := p.squaresOf(c.pieces).And(c.lines[s]).And(attackers)
		if riders.Empty() || !c.victims.Has(victim) {
			continue
		}
		for set := c.directions; set != 0; set &= set - 1 {
			d := trailing(set)
			ray := r.rays[d][s]
			if ray.Empty() || !ray.Meets(riders) {
				continue
			}
			hurdle := nearest(ray, d)
			beyond := r.rays[d][hurdle].And(occupied)
			if occupied.Has(hurdle) && !beyond.Empty() && riders.Has(nearest(beyond, d)) &&
				!c.neverHopped.Has(p.board[hurdle].Type()) {
				return true
			}
		}
	}
	return false
}

// Attackers returns the pieces of a side that attack a piece of type victim on
// a square, given the occupied squares. It includes captures limited to certain
// victims, but no en passant captures.
func (p *Position) Attackers(s Square, victim PieceType, side Side, occupied Bitboard) Bitboard {
	switch p.rules.width {
	case Width64:
		return p.attackers64(s, victim, side, occupied.Set64()).Bitboard()
	case Width128:
		return p.attackers128(s, victim, side, occupied.Set128()).Bitboard()
	}
	return p.attackers(s, victim, side, occupied)
}

func (p *Position) attackers(s Square, victim PieceType, side Side, occupied Bitboard) Bitboard {
	var out Bitboard
	r := p.rules
	a := &r.attacks[side]
	attackers := p.own[side].And(occupied)
	for i := range a.leaps {
		c := &a.leaps[i]
		if from := c.reverse[s].And(attackers); c.victims.Has(victim) && !from.Empty() {
			out = out.Or(from.And(p.squaresOf(c.pieces)))
		}
	}
	for i := range a.lame {
		c := &a.lame[i]
		if !c.victims.Has(victim) || !c.mask[s].And(attackers).Meets(p.pieces[c.piece]) {
			continue
		}
		for j := range c.reverse[s] {
			l := &c.reverse[s][j]
			if attackers.Has(l.square) && p.board[l.square] == c.piece && p.passable(c.table, l, occupied) {
				out = out.Or(bit(l.square))
			}
		}
	}
	for i := range a.slides {
		if c := &a.slides[i]; c.victims.Has(victim) {
			out = out.Or(p.riders(c, s, 0, occupied).And(attackers))
		}
	}
	for i := range a.hops {
		if c := &a.hops[i]; c.victims.Has(victim) {
			out = out.Or(p.riders(c, s, 1, occupied).And(attackers))
		}
	}
	for i := range a.behinds {
		if c := &a.behinds[i]; c.victims.Has(victim) {
			out = out.Or(p.riders(c, s, 2, occupied).And(attackers))
		}
	}
	return out
}

// riders returns the pieces of a class that ride to a square: directly (over =
// 0), over one hurdle (1), or over a hurdle adjacent to the square (2).
func (p *Position) riders(c *rideClass, s Square, over int, occupied Bitboard) Bitboard {
	var out Bitboard
	riders := p.squaresOf(c.pieces).And(c.lines[s])
	if riders.Empty() {
		return out
	}
	for set := c.directions; set != 0; set &= set - 1 {
		d := trailing(set)
		ray := p.rules.rays[d][s]
		if !ray.Meets(riders) {
			continue
		}
		held := ray.And(occupied)
		if over > 0 && !held.Empty() {
			hurdle := nearest(held, d)
			if over == 2 && hurdle != nearest(ray, d) || c.neverHopped.Has(p.board[hurdle].Type()) {
				continue
			}
			held = p.rules.rays[d][hurdle].And(occupied)
		}
		if !held.Empty() {
			if at := nearest(held, d); riders.Has(at) {
				out = out.Or(bit(at))
			}
		}
	}
	return out
}
