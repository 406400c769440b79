package mate

import (
	"context"
	"slices"
	"time"

	"assay/analysis/rules"
)

const (
	noLimit  = 1 << 15 // plies
	maxPlies = 1000    // of a line that is searched
)

// search is a depth-first proof-number search. The attacker wants to win; all
// that is not a win for it, a position that comes back included, is a disproof.
//
// Of several open moves the numbers are those of the hardest one and one more
// for each other, not their sum, so that lines which meet again are not counted
// twice. A node with a child that was reached on a shorter way before is
// allowed to search on where its numbers alone would send it in circles (TCA).
type search struct {
	ctx      context.Context
	p        *rules.Position
	attacker rules.Side
	win      string // its result
	captures bool   // royals may be captured
	stuck    bool   // a side may win that has no move
	apart    bool   // boards and hands are compared apart
	again    int    // occurrences of a position that a draw is claimed at
	quiet    bool
	table    *table
	refuted  map[[2]uint64]bool // positions of the game's past that no proof may use

	nodes, limit uint64
	asked        uint64 // the nodes at which it was asked whether time is over
	until        time.Time
	stopped      bool
	circling     int // nodes that are to search on

	path    [][2]uint64 // the positions on the way, the root first
	way     uint64      // a sum of them
	levels  []level
	replies []rules.Move
}

// level is the memory of the nodes at one distance from the root.
type level struct {
	moves    []rules.Move
	children []child
}

type child struct {
	value
	move  rules.Move
	holds uint64 // the attacker's hand after it
	seen  bool   // the value is more than a guess
}

func newSearch(ctx context.Context, p *rules.Position, attacker rules.Side, l Limits) *search {
	s := &search{
		ctx: ctx, p: p.Clone(), attacker: attacker, win: winOf(attacker),
		captures: p.Rules().CapturesRoyals(), stuck: p.Rules().StuckMayWin(), limit: l.Nodes, refuted: map[[2]uint64]bool{},
		table: &table{entries: make([]entry, leastEntries)}, apart: p.Rules().HandsApart(),
	}
	s.again = p.Rules().Claimed()
	if l.Time > 0 {
		s.until = time.Now().Add(l.Time)
	}
	return s
}

func winOf(side rules.Side) string {
	if side == rules.First {
		return "1-0"
	}
	return "0-1"
}

// search looks for a win in so many plies from the position.
func (s *search) search(plies int) value {
	if plies < 1 {
		return disproven
	}
	s.path, s.way, s.circling = s.path[:0], 0, 0
	return s.node(plies, infinite, infinite)
}

// done reports whether a limit is reached.
func (s *search) done() bool {
	if s.stopped {
		return true
	}
	if s.limit > 0 && s.nodes >= s.limit {
		s.stopped = true
	} else if s.nodes >= s.asked+256 {
		s.asked = s.nodes
		s.stopped = s.ctx.Err() != nil || !s.until.IsZero() && time.Now().After(s.until)
	}
	return s.stopped
}

// node searches the position until one of its numbers reaches its threshold.
func (s *search) node(left int, pn, dn uint32) value {
	depth := len(s.path)
	if depth >= maxPlies {
		return value{pn: infinite, dn: 0, upTo: 0}
	}
	before := s.nodes
	here := s.place(left)
	at := s.p.Fingerprint()
	s.path = append(s.path, at)
	s.way += mix(at[0])
	if e, _, _ := s.table.find(here); e == nil && s.circling > 0 {
		s.circling--
	}
	attacks := s.p.Side() == s.attacker
	children := s.expand(depth, left)
	circles := false
	var v value
	for {
		if old := s.look(children, depth, left); old && !circles {
			circles = true
			s.circling++
		}
		v = combine(children, attacks, here.hand)
		pnLeast, dnLeast := pn, dn
		if s.circling > 0 {
			pnLeast, dnLeast = max(pn, min(v.pn+1, infinite)), max(dn, min(v.dn+1, infinite))
		}
		if v.pn == 0 || v.dn == 0 || v.pn >= pnLeast || v.dn >= dnLeast || s.done() {
			break
		}
		best, childPn, childDn := choose(children, attacks, pnLeast, dnLeast)
		s.play(children[best].move)
		children[best].value = s.node(next(left), childPn, childDn)
		s.p.Undo()
	}
	if v.pn == 0 && !attacks {
		v.hand = s.withDrops(v.hand, here.hand)
	}
	s.path, s.way = s.path[:depth], s.way-mix(at[0])
	if int(v.upTo) >= depth {
		v.upTo = infinite // it leads back to this position, or not at all
	}
	s.keep(here, depth, v, s.nodes-before)
	return v
}

func next(left int) int {
	if left == noLimit {
		return noLimit
	}
	return left - 1
}

func (s *search) play(m rules.Move) {
	s.p.Play(m)
	s.nodes++
}

// place is the position as the table knows it.
func (s *search) place(left int) place {
	if !s.apart {
		return place{key: s.p.Key(), left: left}
	}
	key, hand := s.p.KeyApart(s.attacker)
	return place{key, hand, left}
}

// withDrops is the least hand by which a position of the defender is lost, of
// which the least is known by which all its moves lose: with less in the
// attacker's hand the defender would have more to drop.
func (s *search) withDrops(hand, holds uint64) uint64 {
	if holds == 0 {
		return hand
	}
	_, has := s.p.KeyApart(s.attacker.Other())
	if wanting := holds & none(has); wanting&^hand != 0 && s.p.CanDropAnything() {
		return most(hand, wanting)
	}
	return hand
}

func (s *search) keep(here place, depth int, v value, work uint64) {
	e := s.table.own(here)
	if e.work == 0 || int(e.depth) > depth {
		e.depth = uint16(depth)
	}
	e.way = 0
	switch {
	case v.pn == 0:
		e.hand, e.left, e.move = v.hand, v.plies, v.move
	case v.dn == 0 && v.upTo < infinite:
		e.way = s.way | 1
	case v.dn == 0:
		e.hand = v.hand
	}
	e.pn, e.dn, e.plies = v.pn, v.dn, v.plies
	e.work = uint32(min(uint64(e.work)+work+1, 1<<31))
}

// expand lists the moves of the position.
func (s *search) expand(depth, left int) []child {
	for len(s.levels) <= depth {
		s.levels = append(s.levels, level{})
	}
	l := &s.levels[depth]
	l.moves = s.moves(l.moves[:0], left)
	l.children = slices.Grow(l.children[:0], len(l.moves))
	for _, m := range l.moves {
		l.children = append(l.children, child{value: unknown, move: m})
	}
	return l.children
}

// look finds what is known of the moves that do not wait for others; old
// reports whether an open one was reached on a shorter way before.
func (s *search) look(children []child, depth, left int) (old bool) {
	attacks := s.p.Side() == s.attacker
	var waits queue
	for i := range children {
		c := &children[i]
		if waits.hold(children, i, attacks) || c.seen {
			continue
		}
		c.seen = true
		s.play(c.move)
		there := s.place(next(left))
		var before bool
		c.value, before = s.known(there, depth)
		c.holds = there.hand
		old = old || before
		s.p.Undo()
		if attacks && c.pn == 0 || !attacks && c.dn == 0 && c.upTo >= infinite {
			return old // it decides
		}
		waits.let(c, attacks)
	}
	return old
}

// moves are those that are looked at.
func (s *search) moves(dst []rules.Move, left int) []rules.Move {
	if left == 0 {
		return dst
	}
	last := left == 1 && !s.p.Rules().StalemateLoses()
	if s.p.Side() == s.attacker && (!s.quiet || last) {
		return s.p.Checks(dst)
	}
	return s.p.Moves(dst)
}

// known is what the way here, the table or a first look tells of a position
// after one at a depth; old reports whether it is open and was reached on a
// shorter way before.
func (s *search) known(here place, depth int) (v value, old bool) {
	at := s.p.Fingerprint()
	if s.refuted[at] {
		v = disproven
		v.hand = here.hand
		return v, false
	}
	for i := len(s.path) - 2; i >= 0; i -= 2 {
		if s.path[i] == at {
			return value{pn: infinite, dn: 0, upTo: int32(i), hand: here.hand}, false
		}
	}
	e, pn, dn := s.table.find(here)
	if e == nil {
		v = s.first(here)
		if v.pn != 0 && v.dn != 0 {
			v.pn, v.dn = max(v.pn, pn), max(v.dn, dn)
		}
		return v, false
	}
	if e.dn == 0 && e.way != 0 && e.way != (s.way+mix(at[0]))|1 && e.way != s.way|1 {
		return unknown, false
	}
	v = value{pn: e.pn, dn: e.dn, plies: e.plies, upTo: infinite, hand: e.hand}
	if e.dn == 0 && e.way != 0 {
		v.upTo = 0
	}
	return v, e.pn != 0 && e.dn != 0 && int(e.depth) <= depth
}

// first is the value of a position that is not known yet.
func (s *search) first(here place) value {
	if o, over := s.p.Ended(); over {
		return s.decided(o)
	}
	if s.p.Side() == s.attacker {
		switch {
		case s.stuck && !s.p.HasMove():
			return s.stalled(here)
		case here.left == 0:
			return disproven
		case s.captures && s.p.Exposed():
			v := proven
			v.plies = 1
			return v
		case s.claimable():
			return s.claimed(here)
		}
		return unknown
	}
	if here.left == 0 {
		if s.p.HasMove() {
			v := disproven
			v.hand = here.hand
			return v
		}
		return s.stalled(here)
	}
	n := s.defences()
	if n == 0 {
		return s.stalled(here)
	}
	if s.claimable() {
		return s.claimed(here)
	}
	return value{pn: n, dn: 1, upTo: infinite}
}

// claimable reports whether the plies that were played let the defender claim.
func (s *search) claimable() bool {
	_, claimed := s.p.ClaimedByPlies()
	return claimed
}

// claimed is the value of a position in which they do, which holds for the way
// that led there.
func (s *search) claimed(here place) value {
	return value{pn: infinite, dn: 0, upTo: 0, hand: here.hand}
}

// defences guesses how many ways out there are: all legal moves, of drops on
// one square one; where royals are captured, few, since most moves leave the
// royal to be captured.
func (s *search) defences() uint32 {
	switch {
	case !s.captures:
	case !s.p.HasMove():
		return 0
	case s.quiet && !s.p.InCheck(s.p.Side()):
		return 20
	default:
		return 2
	}
	if !s.p.Rules().HasHand() {
		return uint32(s.p.Count())
	}
	s.replies = s.p.Moves(s.replies[:0])
	n, before := uint32(0), [rules.MaxSquares / 64]uint64{}
	for _, m := range s.replies {
		if m.Kind() == rules.Drop {
			word, b := &before[m.To()/64], uint64(1)<<(m.To()%64)
			if *word&b != 0 {
				continue
			}
			*word |= b
		}
		n++
	}
	return n
}

func (s *search) decided(o rules.Outcome) value {
	if o.Result == s.win {
		return proven
	}
	return disproven
}

func (s *search) stalled(here place) value {
	o, _ := s.p.Outcome()
	v := s.decided(o)
	switch {
	case v.pn != 0:
		v.hand = here.hand
	case s.p.Side() != s.attacker:
		v.hand = s.withDrops(0, here.hand)
	}
	return v
}
