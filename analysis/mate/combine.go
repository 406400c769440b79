package mate

import "assay/analysis/rules"

// numbers returns a child's proof and disproof numbers from its parent's view.
// goal is the number that the side to move wants to bring to 0.
func (c *child) numbers(attacks bool) (goal, other uint32) {
	if attacks {
		return c.pn, c.dn
	}
	return c.dn, c.pn
}

// combine returns the value of a node from its children; holds is the
// attacker's hand.
func combine(children []child, attacks bool, holds uint64) value {
	var goals, others, open uint32 = infinite, 0, 0
	var won, lost value // what one child decides, and what all children decide
	won.plies, lost.dependsUpTo = 1<<16-1, infinite
	if attacks {
		lost.hand = anyHand &^ none(holds) // pieces that the attacker lacks cannot be dropped
	}
	var waits delayedMoves
	for i := range children {
		c := &children[i]
		if waits.delays(children, i, attacks) {
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
			if c.dependsUpTo >= won.dependsUpTo {
				won.dependsUpTo, won.hand = c.dependsUpTo, carried(c.hand, c.holds, holds)
				if c.move.Kind() == rules.Drop {
					won.hand = least(won.hand, holds) // otherwise the defender might not have the piece to drop
				}
			}
		case other == 0 && attacks:
			lost.dependsUpTo, lost.hand = min(lost.dependsUpTo, c.dependsUpTo),
				least(lost.hand, carried(c.hand, c.holds, holds))
		case other == 0:
			lost.plies, lost.hand = max(lost.plies, c.plies+1), most(lost.hand, carried(c.hand, c.holds, holds))
		default:
			open++
			others = max(others, other)
		}
	}
	switch {
	case goals == 0 && attacks:
		return value{pn: 0, dn: infinite, dependsUpTo: infinite, plies: won.plies, hand: won.hand, move: won.move}
	case open == 0 && !attacks && len(children) > 0 && goals != 0:
		return value{pn: 0, dn: infinite, dependsUpTo: infinite, plies: lost.plies, hand: lost.hand}
	case goals == 0:
		return value{pn: infinite, dn: 0, dependsUpTo: won.dependsUpTo, hand: won.hand}
	case open == 0:
		return value{pn: infinite, dn: 0, dependsUpTo: lost.dependsUpTo, hand: lost.hand}
	}
	others = min(others+open-1, infinite-1)
	if attacks {
		return value{pn: goals, dn: others, dependsUpTo: infinite}
	}
	return value{pn: others, dn: goals, dependsUpTo: infinite}
}

// choose returns the open child to search next and its thresholds. The child is
// searched until another child seems easier, or until the node reaches its own
// thresholds.
func choose(children []child, attacks bool, pn, dn uint32) (best int, childPn, childDn uint32) {
	best = -1
	var least, second, open uint32 = infinite, infinite, 0
	var waits delayedMoves
	for i := range children {
		goal, other := children[i].numbers(attacks)
		if goal == 0 || other == 0 || waits.delays(children, i, attacks) {
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
	second = min(second+second/8+1, infinite) // avoids switching between children at every step
	if attacks {
		return best, min(pn, second), dn - min(dn-1, open-1)
	}
	return best, pn - min(pn-1, open-1), min(dn, second)
}

// delayedMoves delays moves that differ from an earlier open move only by
// promotion or, for the defender, by the dropped piece. Such moves usually have
// the same value.
type delayedMoves struct {
	dropped [rules.MaxSquares / 64]uint64 // squares with an open drop
}

// delays reports whether a child is delayed. Call it for the children in order.
func (q *delayedMoves) delays(children []child, i int, attacks bool) bool {
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
		return o.move.Kind() == rules.Step && o.move.From() == c.move.From() && o.move.To() == to && o.pn != 0 &&
			o.dn != 0
	}
	return false
}

// release releases the next drop on a square after the previous one is decided.
func (q *delayedMoves) release(c *child, attacks bool) {
	if !attacks && c.move.Kind() == rules.Drop && (c.pn == 0 || c.dn == 0) {
		to := c.move.To()
		q.dropped[to/64] &^= 1 << (to % 64)
	}
}
