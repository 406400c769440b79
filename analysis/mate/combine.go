package mate

import "assay/analysis/rules"

// numbers are a child's as its parent sees them: the one that the side to move
// there wants to bring to 0 by one child, and the other.
func (c *child) numbers(attacks bool) (goal, other uint32) {
	if attacks {
		return c.pn, c.dn
	}
	return c.dn, c.pn
}

// combine is the value of a node by its children; holds is the attacker's hand.
func combine(children []child, attacks bool, holds uint64) value {
	var goals, others, open uint32 = infinite, 0, 0
	var won, lost value // what one child has decided, and what all have
	won.plies, lost.upTo = 1<<16-1, infinite
	if attacks {
		lost.hand = anyHand &^ none(holds) // what it has not it cannot drop
	}
	var waits queue
	for i := range children {
		c := &children[i]
		if waits.hold(children, i, attacks) {
			continue
		}
		goal, other := c.numbers(attacks)
		goals = min(goals, goal)
		switch {
		case goal == 0 && attacks:
			if c.plies+1 < won.plies {
				won.plies, won.hand, won.move = c.plies+1, carried(c.hand, c.holds, holds), c.move
			}
		case goal == 0:
			if c.upTo >= won.upTo {
				won.upTo, won.hand = c.upTo, carried(c.hand, c.holds, holds)
				if c.move.Kind() == rules.Drop {
					won.hand = least(won.hand, holds) // else it might not be the defender's to drop
				}
			}
		case other == 0 && attacks:
			lost.upTo, lost.hand = min(lost.upTo, c.upTo), least(lost.hand, carried(c.hand, c.holds, holds))
		case other == 0:
			lost.plies, lost.hand = max(lost.plies, c.plies+1), most(lost.hand, carried(c.hand, c.holds, holds))
		default:
			open++
			others = max(others, other)
		}
	}
	switch {
	case goals == 0 && attacks:
		return value{pn: 0, dn: infinite, upTo: infinite, plies: won.plies, hand: won.hand, move: won.move}
	case open == 0 && !attacks && len(children) > 0 && goals != 0:
		return value{pn: 0, dn: infinite, upTo: infinite, plies: lost.plies, hand: lost.hand}
	case goals == 0:
		return value{pn: infinite, dn: 0, upTo: won.upTo, hand: won.hand}
	case open == 0:
		return value{pn: infinite, dn: 0, upTo: lost.upTo, hand: lost.hand}
	}
	others = min(others+open-1, infinite-1)
	if attacks {
		return value{pn: goals, dn: others, upTo: infinite}
	}
	return value{pn: others, dn: goals, upTo: infinite}
}

// choose is the open child to search next, and how far: until another one seems
// easier, or the node has reached its own thresholds.
func choose(children []child, attacks bool, pn, dn uint32) (best int, childPn, childDn uint32) {
	best = -1
	var least, second, open uint32 = infinite, infinite, 0
	var waits queue
	for i := range children {
		goal, other := children[i].numbers(attacks)
		if goal == 0 || other == 0 || waits.hold(children, i, attacks) {
			continue
		}
		open++
		switch {
		case goal < least || best < 0:
			second, least, best = least, goal, i
		case goal < second:
			second = goal
		}
	}
	second = min(second+second/8+1, infinite) // so as not to go to and fro at every step
	if attacks {
		return best, min(pn, second), dn - min(dn-1, open-1)
	}
	return best, pn - min(pn-1, open-1), min(dn, second)
}

// queue is of the moves that wait for an open one before them, which differs
// only by whether it promotes, or, for the defender, by what is dropped: most
// probably what holds of that one holds of them.
type queue struct {
	dropped [rules.MaxSquares / 64]uint64 // squares of open drops
}

// hold reports whether a child waits; it is to be asked in order.
func (q *queue) hold(children []child, i int, attacks bool) bool {
	c := &children[i]
	if c.pn == 0 || c.dn == 0 {
		return false
	}
	to := c.move.To()
	switch c.move.Kind() {
	case rules.Drop:
		if attacks {
			return false
		}
		word, b := &q.dropped[to/64], uint64(1)<<(to%64)
		held := *word&b != 0
		*word |= b
		return held
	case rules.Step:
		if i == 0 {
			return false
		}
		o := &children[i-1]
		return o.move.Kind() == rules.Step && o.move.From() == c.move.From() && o.move.To() == to && o.pn != 0 && o.dn != 0
	}
	return false
}

// let lets the next drop on its square come where the one just looked at is
// decided.
func (q *queue) let(c *child, attacks bool) {
	if !attacks && c.move.Kind() == rules.Drop && (c.pn == 0 || c.dn == 0) {
		to := c.move.To()
		q.dropped[to/64] &^= 1 << (to % 64)
	}
}
