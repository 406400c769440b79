package mate

import (
	"context"
	"slices"
	"time"

	"assay/analysis/rules"
)

const (
	noLimit  = 1 << 15 // plies
	maxPlies = 1000    // longest line, in plies
)

// search is a depth-first proof-number search (df-pn). The attacker wants to
// win; everything else, including a repeated position, is a disproof.
//
// A node combines its open children by the hardest one plus one for each other
// child, not by the sum, so that transpositions are not counted twice. A node
// with a child that was reached on a shorter path may search on although its
// thresholds would stop it (threshold controlling algorithm, TCA).
type search struct {
	ctx              context.Context
	p                *rules.Position
	attacker         rules.Side
	win              string // the result that wins
	captures         bool   // royals can be captured
	stalemateWins    bool   // a side without moves may win
	separateHands    bool   // board and hand are separate keys
	claimOccurrences int    // occurrences of a position that allow a draw claim
	quiet            bool
	table            *table
	refuted          map[[2]uint64]bool // earlier positions of the game that no proof may use
	among            []rules.Move       // the moves of the root to try; nil means all

	nodes, limit uint64
	lastClock    uint64 // node count at the last check of the time limit
	until        time.Time
	stopped      bool
	circling     int // nodes that search on under TCA

	path     [][2]uint64 // positions on the current path, root first
	pathHash uint64      // sum of their hashes
	levels   []level
	replies  []rules.Move
}

// level is reused memory for the nodes at one distance from the root.
type level struct {
	moves    []rules.Move
	children []child
}

type child struct {
	value
	move  rules.Move
	holds uint64 // the attacker's hand after the move
	seen  bool   // the value is more than an estimate
}

func newSearch(ctx context.Context, p *rules.Position, attacker rules.Side, l Limits) *search {
	s := &search{
		ctx: ctx, p: p.Clone(), attacker: attacker, win: winOf(attacker),
		captures: p.Rules().CapturesRoyals(), stalemateWins: p.Rules().StuckMayWin(), limit: l.Nodes,
		refuted: map[[2]uint64]bool{},
		table:   &table{entries: make([]entry, leastEntries)}, separateHands: p.Rules().HandsApart(),
	}
	s.claimOccurrences = p.Rules().Claimed()
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

// search searches for a win within that many plies.
func (s *search) search(plies int) value {
	if plies < 1 {
		return disproven
	}
	s.path, s.pathHash, s.circling = s.path[:0], 0, 0
	return s.node(plies, infinite, infinite)
}

// done reports whether a limit is reached.
func (s *search) done() bool {
	if s.stopped {
		return true
	}
	if s.limit > 0 && s.nodes >= s.limit {
		s.stopped = true
	} else if s.nodes >= s.lastClock+256 {
		s.lastClock = s.nodes
		s.stopped = s.ctx.Err() != nil || !s.until.IsZero() && time.Now().After(s.until)
	}
	return s.stopped
}

// node searches the position until its proof or disproof number reaches the
// threshold.
func (s *search) node(left int, pn, dn uint32) value {
	depth := len(s.path)
	if depth >= maxPlies {
		return value{pn: infinite, dn: 0, dependsUpTo: 0}
	}
	before := s.nodes
	here := s.tableKey(left)
	at := s.p.Fingerprint()
	s.path = append(s.path, at)
	s.pathHash += mix(at[0])
	if e, _, _ := s.table.find(here); e == nil && s.circling > 0 {
		s.circling--
	}
	attacks := s.p.Side() == s.attacker
	children := s.expand(depth, left)
	circles := false
	var v value
	for {
		if old := s.evaluateChildren(children, depth, left); old && !circles {
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
	s.path, s.pathHash = s.path[:depth], s.pathHash-mix(at[0])
	if int(v.dependsUpTo) >= depth {
		v.dependsUpTo = infinite // it depends on this position or on none
	}
	if depth > 0 || s.among == nil {
		s.keep(here, depth, v, s.nodes-before)
	}
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

// tableKey returns the table key of the position.
func (s *search) tableKey(left int) tableKey {
	if !s.separateHands {
		return tableKey{key: s.p.Key(), left: left}
	}
	key, hand := s.p.KeyApart(s.attacker)
	return tableKey{key, hand, left}
}

// withDrops adjusts the smallest hand with which the attacker wins against a
// defender to move. With fewer pieces, the attacker would leave the defender
// more pieces to drop.
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

func (s *search) keep(here tableKey, depth int, v value, work uint64) {
	e := s.table.own(here)
	if e.work == 0 || int(e.depth) > depth {
		e.depth = uint16(depth)
	}
	e.pathHash = 0
	switch {
	case v.pn == 0:
		e.hand, e.left, e.move = v.hand, v.plies, v.move
	case v.dn == 0 && v.dependsUpTo < infinite:
		e.pathHash = s.pathHash | 1
	case v.dn == 0:
		e.hand = v.hand
	}
	e.pn, e.dn, e.plies = v.pn, v.dn, v.plies
	e.work = uint32(min(uint64(e.work)+work+1, 1<<31))
}

// expand lists the moves of the position as children.
func (s *search) expand(depth, left int) []child {
	for len(s.levels) <= depth {
		s.levels = append(s.levels, level{})
	}
	l := &s.levels[depth]
	l.moves = s.moves(l.moves[:0], left)
	if depth == 0 && s.among != nil {
		l.moves = slices.DeleteFunc(l.moves, func(m rules.Move) bool { return !slices.Contains(s.among, m) })
	}
	l.children = slices.Grow(l.children[:0], len(l.moves))
	for _, m := range l.moves {
		l.children = append(l.children, child{value: unknown, move: m})
	}
	return l.children
}

// evaluateChildren fills the values of the children that are not delayed. old
// reports whether an undecided child was reached on a shorter path.
func (s *search) evaluateChildren(children []child, depth, left int) (old bool) {
	attacks := s.p.Side() == s.attacker
	var waits delayedMoves
	for i := range children {
		c := &children[i]
		if waits.delays(children, i, attacks) || c.seen {
			continue
		}
		if s.limit > 0 && s.nodes >= s.limit {
			s.stopped = true
			return old
		}
		c.seen = true
		s.play(c.move)
		there := s.tableKey(next(left))
		var before bool
		c.value, before = s.valueOf(there, depth)
		c.holds = there.hand
		old = old || before
		s.p.Undo()
		if attacks && c.pn == 0 || !attacks && c.dn == 0 && c.dependsUpTo >= infinite {
			return old // this child decides
		}
		waits.release(c, attacks)
	}
	return old
}

// moves appends the moves to search.
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

// valueOf returns the value of a position at a depth: from the path, from the
// table, or an estimate. old reports whether an undecided position was reached
// on a shorter path.
func (s *search) valueOf(here tableKey, depth int) (v value, old bool) {
	at := s.p.Fingerprint()
	if s.refuted[at] {
		v = disproven
		v.hand = here.hand
		return v, false
	}
	for i := len(s.path) - 2; i >= 0; i -= 2 {
		if s.path[i] == at {
			return value{pn: infinite, dn: 0, dependsUpTo: int32(i), hand: here.hand}, false
		}
	}
	e, pn, dn := s.table.find(here)
	if e == nil {
		v = s.estimate(here)
		if v.pn != 0 && v.dn != 0 {
			v.pn, v.dn = max(v.pn, pn), max(v.dn, dn)
		}
		return v, false
	}
	if e.dn == 0 && e.pathHash != 0 && e.pathHash != (s.pathHash+mix(at[0]))|1 && e.pathHash != s.pathHash|1 {
		return unknown, false
	}
	v = value{pn: e.pn, dn: e.dn, plies: e.plies, dependsUpTo: infinite, hand: e.hand}
	if e.dn == 0 && e.pathHash != 0 {
		v.dependsUpTo = 0
	}
	return v, e.pn != 0 && e.dn != 0 && int(e.depth) <= depth
}

// estimate returns the initial value of an unknown position.
func (s *search) estimate(here tableKey) value {
	if o, over := s.p.Ended(); over {
		return s.decided(o)
	}
	if s.p.Side() == s.attacker {
		switch {
		case s.stalemateWins && !s.p.HasMove():
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
	return value{pn: n, dn: 1, dependsUpTo: infinite}
}

// claimable reports whether the defender can claim a draw by the move counters.
func (s *search) claimable() bool {
	_, claimed := s.p.ClaimedByPlies()
	return claimed
}

// claimed returns the value of a position in which the defender can claim a
// draw. It is valid for this path only.
func (s *search) claimed(here tableKey) value {
	return value{pn: infinite, dn: 0, dependsUpTo: 0, hand: here.hand}
}

// defences estimates the number of defences: the number of legal moves, with
// all drops on one square counted as one. If royals can be captured, it is
// small, because most moves expose the royal.
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

func (s *search) stalled(here tableKey) value {
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
