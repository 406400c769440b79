package rules

//go:generate sh -c "go run ./internal/narrow Narrow > narrow_twins.tmp && mv narrow_twins.tmp narrow_twins.go"

import "math/bits"

// Narrow is a set of squares of a board with at most 128 squares. The generated
// file set128_gen.go has copies of the hot functions for it.
type Narrow struct{ a, b uint64 }

// MaxNarrow is the largest number of squares that a Set128 can hold.
const MaxNarrow = 128

// Narrow returns the set as a Set128.
func (b Bitboard) Narrow() Narrow { return Narrow{b.a, b.b} }

// Wide returns the set as a Bitboard.
func (b Narrow) Wide() Bitboard { return Bitboard{a: b.a, b: b.b} }

func bitNarrow(s Square) Narrow {
	bit := uint64(1) << (s & 63)
	if s < 64 {
		return Narrow{bit, 0}
	}
	return Narrow{0, bit}
}

// And, Or, AndNot and the other methods are those of Bitboard.
func (b Narrow) And(o Narrow) Narrow    { return Narrow{b.a & o.a, b.b & o.b} }
func (b Narrow) Or(o Narrow) Narrow     { return Narrow{b.a | o.a, b.b | o.b} }
func (b Narrow) AndNot(o Narrow) Narrow { return Narrow{b.a &^ o.a, b.b &^ o.b} }
func (b Narrow) Empty() bool            { return b.a|b.b == 0 }
func (b Narrow) Meets(o Narrow) bool    { return b.a&o.a|b.b&o.b != 0 }
func (b Narrow) Len() int               { return bits.OnesCount64(b.a) + bits.OnesCount64(b.b) }

func (b Narrow) Shift(by int) Narrow {
	if by > 0 {
		return Narrow{b.a << (by & 63), b.b<<(by&63) | b.a>>(-by&63)}
	}
	return Narrow{b.a>>(-by&63) | b.b<<(by&63), b.b >> (-by & 63)}
}

func (b Narrow) Has(s Square) bool {
	word := b.a
	if s >= 64 {
		word = b.b
	}
	return word>>(s&63)&1 != 0
}

func (b Narrow) Single() bool {
	if b.b == 0 {
		return b.a != 0 && b.a&(b.a-1) == 0
	}
	return b.a == 0 && b.b&(b.b-1) == 0
}

func (b Narrow) line(below, occupied Narrow) Narrow {
	above, under := b.And(occupied), below.And(occupied)
	var near Narrow
	if under.b != 0 {
		near.b = 1 << ((bits.Len64(under.b) - 1) & 63)
	} else {
		near.a = 1 << ((bits.Len64(under.a|1) - 1) & 63)
	}
	var borrow uint64
	var out Narrow
	out.a, borrow = bits.Sub64(above.a, near.a, 0)
	out.b, _ = bits.Sub64(above.b, near.b, borrow)
	return Narrow{(out.a ^ above.a) & (b.a | below.a), (out.b ^ above.b) & (b.b | below.b)}
}

func (b Narrow) First() Square {
	if b.a != 0 {
		return Square(bits.TrailingZeros64(b.a))
	}
	return Square(64 + bits.TrailingZeros64(b.b))
}

func (b Narrow) Last() Square {
	if b.b != 0 {
		return Square(127 - bits.LeadingZeros64(b.b))
	}
	return Square(63 - bits.LeadingZeros64(b.a))
}

func (b *Narrow) Pop() Square {
	if b.a != 0 {
		s := Square(bits.TrailingZeros64(b.a))
		b.a &= b.a - 1
		return s
	}
	s := Square(64 + bits.TrailingZeros64(b.b))
	b.b &= b.b - 1
	return s
}
