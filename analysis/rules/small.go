package rules

//go:generate sh -c "go run ./internal/narrow Small > small_twins.tmp && mv small_twins.tmp small_twins.go"

import "math/bits"

// Small is a set of squares of a board with at most 64 squares. The generated
// file set64_gen.go has copies of the hot functions for it. Do not pass
// NoSquare to it.
type Small struct{ a uint64 }

// MaxSmall is the largest number of squares that a Set64 can hold.
const MaxSmall = 64

// Small returns the set as a Set64.
func (b Bitboard) Small() Small { return Small{b.a} }

// Wide returns the set as a Bitboard.
func (b Small) Wide() Bitboard { return Bitboard{a: b.a} }

func bitSmall(s Square) Small { return Small{1 << (s & 63)} }

// And, Or, AndNot and the other methods are those of Bitboard.
func (b Small) And(o Small) Small    { return Small{b.a & o.a} }
func (b Small) Or(o Small) Small     { return Small{b.a | o.a} }
func (b Small) AndNot(o Small) Small { return Small{b.a &^ o.a} }
func (b Small) Empty() bool          { return b.a == 0 }
func (b Small) Meets(o Small) bool   { return b.a&o.a != 0 }
func (b Small) Len() int             { return bits.OnesCount64(b.a) }
func (b Small) Has(s Square) bool    { return b.a>>(s&63)&1 != 0 }
func (b Small) Single() bool         { return b.a != 0 && b.a&(b.a-1) == 0 }
func (b Small) First() Square        { return Square(bits.TrailingZeros64(b.a)) }
func (b Small) Last() Square         { return Square(63 - bits.LeadingZeros64(b.a)) }

func (b Small) Shift(by int) Small {
	if by > 0 {
		return Small{b.a << (by & 63)}
	}
	return Small{b.a >> (-by & 63)}
}

func (b Small) line(below, occupied Small) Small {
	above := b.a & occupied.a
	near := uint64(1) << ((bits.Len64(below.a&occupied.a|1) - 1) & 63)
	return Small{(above - near ^ above) & (b.a | below.a)}
}

func (b *Small) Pop() Square {
	s := Square(bits.TrailingZeros64(b.a))
	b.a &= b.a - 1
	return s
}
