package rules

//go:generate sh -c "go run ./internal/widths 64 > set64_gen.tmp && mv set64_gen.tmp set64_gen.go"

import "math/bits"

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
func (b Set64) And(o Set64) Set64    { return Set64{b.a & o.a} }
func (b Set64) Or(o Set64) Set64     { return Set64{b.a | o.a} }
func (b Set64) AndNot(o Set64) Set64 { return Set64{b.a &^ o.a} }
func (b Set64) Empty() bool          { return b.a == 0 }
func (b Set64) Meets(o Set64) bool   { return b.a&o.a != 0 }
func (b Set64) Len() int             { return bits.OnesCount64(b.a) }
func (b Set64) Has(s Square) bool    { return b.a>>(s&63)&1 != 0 }
func (b Set64) Single() bool         { return b.a != 0 && b.a&(b.a-1) == 0 }
func (b Set64) First() Square        { return Square(bits.TrailingZeros64(b.a)) }
func (b Set64) Last() Square         { return Square(63 - bits.LeadingZeros64(b.a)) }

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
