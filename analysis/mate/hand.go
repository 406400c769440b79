package mate

import "math/bits"

// A hand is the attacker's pieces in hand, one byte per piece type, or a bound:
// the smallest hand that a proof needs, or the largest for which a disproof is
// valid. More pieces are never worse, and pieces that the attacker lacks are
// the defender's. If a variant breaks this, all hands are empty.

const (
	top     = 0x8080808080808080
	anyHand = 0x7f7f7f7f7f7f7f7f // no upper bound
	plenty  = 127
)

// covers reports whether hand a has at least the pieces of b.
func covers(a, b uint64) bool { return ((a|top)-b)&top == top }

// atLeast returns a mask of the bytes in which a >= b.
func atLeast(a, b uint64) uint64 { return (((a | top) - b) & top) >> 7 * 0xff }

func most(a, b uint64) uint64 {
	m := atLeast(a, b)
	return a&m | b&^m
}

func least(a, b uint64) uint64 {
	m := atLeast(a, b)
	return b&m | a&^m
}

// carried converts a bound on the hand after a move to one before it.
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

// none returns a mask of the piece types that a hand lacks.
func none(hand uint64) uint64 { return ^atLeast(hand, 0x0101010101010101) }
