package mate

import "math/bits"

// A hand is what the attacker holds, of each kind its number in a byte, or a
// bound on that: the least hand that a proof needs, or the most under which a
// disproof holds. Who holds more is never worse off, and what the attacker has
// not the defender has; where that cannot be said all hands are empty.

const (
	top     = 0x8080808080808080
	anyHand = 0x7f7f7f7f7f7f7f7f // no bound above
	plenty  = 127
)

// covers reports whether a hand holds all that another one does.
func covers(a, b uint64) bool { return ((a|top)-b)&top == top }

// atLeast has all bits set in the bytes in which a is no less than b.
func atLeast(a, b uint64) uint64 { return (((a | top) - b) & top) >> 7 * 0xff }

func most(a, b uint64) uint64 {
	m := atLeast(a, b)
	return a&m | b&^m
}

func least(a, b uint64) uint64 {
	m := atLeast(a, b)
	return b&m | a&^m
}

// carried is a bound on the hand after a move as one on the hand before it.
func carried(bound, after, before uint64) uint64 {
	for differ := after ^ before; differ != 0; {
		at := bits.TrailingZeros64(differ) &^ 7
		differ &^= 0xff << at
		if n := int(bound >> at & 0xff); n < plenty {
			n += int(before>>at&0xff) - int(after>>at&0xff)
			bound = bound&^(0xff<<at) | uint64(min(max(n, 0), plenty-1))<<at
		}
	}
	return bound
}

// none has all bits set in the bytes of kinds that a hand has none of.
func none(hand uint64) uint64 { return ^atLeast(hand, 0x0101010101010101) }
