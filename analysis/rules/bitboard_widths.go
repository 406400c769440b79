package rules

//go:generate sh -c "go run ./internal/widths 128 > set128_gen.tmp && mv set128_gen.tmp set128_gen.go"
//go:generate sh -c "go run ./internal/widths 64 > set64_gen.tmp && mv set64_gen.tmp set64_gen.go"

import "math/bits"

// Set128 is a set of squares of a board with at most 128 squares. The generated
// file set128_gen.go has copies of the hot functions for it.
type Set128 struct{ a, b uint64 }

// MaxSet128 is the largest number of squares that a Set128 can hold.
const MaxSet128 = 128

// Set128 returns the set as a Set128.
func (b Bitboard) Set128() Set128 { return Set128{b.a, b.b} }

// Bitboard returns the set as a Bitboard.
func (b Set128) Bitboard() Bitboard { return Bitboard{a: b.a, b: b.b} }

func bit128(s Square) Set128 {
	bit := uint64(1) << (s & 63)
	if s < 64 {
		return Set128{bit, 0}
	}
	return Set128{0, bit}
}

// And, Or, AndNot and the other methods are those of Bitboard.
func (b Set128) And(o Set128) Set128 { return Set128{b.a & o.a, b.b & o.b} }

func (b Set128) Or(o Set128) Set128 { return Set128{b.a | o.a, b.b | o.b} }

func (b Set128) AndNot(o Set128) Set128 { return Set128{b.a &^ o.a, b.b &^ o.b} }

func (b Set128) Empty() bool { return b.a|b.b == 0 }

func (b Set128) Meets(o Set128) bool { return b.a&o.a|b.b&o.b != 0 }

func (b Set128) Len() int { return bits.OnesCount64(b.a) + bits.OnesCount64(b.b) }

func (b Set128) Shift(by int) Set128 {
	if by > 0 {
		return Set128{b.a << (by & 63), b.b<<(by&63) | b.a>>(-by&63)}
	}
	return Set128{b.a>>(-by&63) | b.b<<(by&63), b.b >> (-by & 63)}
}

func (b Set128) Has(s Square) bool {
	word := b.a
	if s >= 64 {
		word = b.b
	}
	return word>>(s&63)&1 != 0
}

func (b Set128) Single() bool {
	if b.b == 0 {
		return b.a != 0 && b.a&(b.a-1) == 0
	}
	return b.a == 0 && b.b&(b.b-1) == 0
}

func (b Set128) line(below, occupied Set128) Set128 {
	above, under := b.And(occupied), below.And(occupied)
	var near Set128
	if under.b != 0 {
		near.b = 1 << ((bits.Len64(under.b) - 1) & 63)
	} else {
		near.a = 1 << ((bits.Len64(under.a|1) - 1) & 63)
	}
	var borrow uint64
	var out Set128
	out.a, borrow = bits.Sub64(above.a, near.a, 0)
	out.b, _ = bits.Sub64(above.b, near.b, borrow)
	return Set128{(out.a ^ above.a) & (b.a | below.a), (out.b ^ above.b) & (b.b | below.b)}
}

func (b Set128) First() Square {
	if b.a != 0 {
		return Square(bits.TrailingZeros64(b.a))
	}
	return Square(64 + bits.TrailingZeros64(b.b))
}

func (b Set128) Last() Square {
	if b.b != 0 {
		return Square(127 - bits.LeadingZeros64(b.b))
	}
	return Square(63 - bits.LeadingZeros64(b.a))
}

func (b *Set128) Pop() Square {
	if b.a != 0 {
		s := Square(bits.TrailingZeros64(b.a))
		b.a &= b.a - 1
		return s
	}
	s := Square(64 + bits.TrailingZeros64(b.b))
	b.b &= b.b - 1
	return s
}

// Set64 is a set of squares of a board with at most 64 squares. The generated
// file set64_gen.go has copies of the hot functions for it. Do not pass
// NoSquare to it.
type Set64 struct{ a uint64 }

// MaxSet64 is the largest number of squares that a Set64 can hold.
const MaxSet64 = 64

// Set64 returns the set as a Set64.
func (b Bitboard) Set64() Set64 { return Set64{b.a} }

// Bitboard returns the set as a Bitboard.
func (b Set64) Bitboard() Bitboard { return Bitboard{a: b.a} }

func bit64(s Square) Set64 { return Set64{1 << (s & 63)} }

// And, Or, AndNot and the other methods are those of Bitboard.
func (b Set64) And(o Set64) Set64 { return Set64{b.a & o.a} }

func (b Set64) Or(o Set64) Set64 { return Set64{b.a | o.a} }

func (b Set64) AndNot(o Set64) Set64 { return Set64{b.a &^ o.a} }

func (b Set64) Empty() bool { return b.a == 0 }

func (b Set64) Meets(o Set64) bool { return b.a&o.a != 0 }

func (b Set64) Len() int { return bits.OnesCount64(b.a) }

func (b Set64) Has(s Square) bool { return b.a>>(s&63)&1 != 0 }

func (b Set64) Single() bool { return b.a != 0 && b.a&(b.a-1) == 0 }

func (b Set64) First() Square { return Square(bits.TrailingZeros64(b.a)) }

func (b Set64) Last() Square { return Square(63 - bits.LeadingZeros64(b.a)) }

func (b Set64) Shift(by int) Set64 {
	if by > 0 {
		return Set64{b.a << (by & 63)}
	}
	return Set64{b.a >> (-by & 63)}
}

func (b Set64) line(below, occupied Set64) Set64 {
	above := b.a & occupied.a
	near := uint64(1) << ((bits.Len64(below.a&occupied.a|1) - 1) & 63)
	return Set64{(above - near ^ above) & (b.a | below.a)}
}

func (b *Set64) Pop() Square {
	s := Square(bits.TrailingZeros64(b.a))
	b.a &= b.a - 1
	return s
}
