package rules

//go:generate sh -c "go run ./internal/narrow > narrow_twins.tmp && mv narrow_twins.tmp narrow_twins.go"

import "math/bits"

// narrow is a set of squares of a board that has at most 128 of them. What
// decides the speed on such boards is written for it too: see
// narrow_twins.go.
type narrow struct{ a, b uint64 }

// maxNarrow is the number of squares of the largest board that narrow sets
// are enough for.
const maxNarrow = 128

func (b Bitboard) narrow() narrow { return narrow{b.a, b.b} }

func (b narrow) wide() Bitboard { return Bitboard{a: b.a, b: b.b} }

func bitNarrow(s Square) narrow { return narrow{1 << s, 1 << (s - 64)} }

func (b narrow) And(o narrow) narrow    { return narrow{b.a & o.a, b.b & o.b} }
func (b narrow) Or(o narrow) narrow     { return narrow{b.a | o.a, b.b | o.b} }
func (b narrow) AndNot(o narrow) narrow { return narrow{b.a &^ o.a, b.b &^ o.b} }
func (b narrow) Empty() bool            { return b.a|b.b == 0 }
func (b narrow) Meets(o narrow) bool    { return b.a&o.a|b.b&o.b != 0 }
func (b narrow) Has(s Square) bool      { return (b.a>>s|b.b>>(s-64))&1 != 0 }
func (b narrow) Len() int               { return bits.OnesCount64(b.a) + bits.OnesCount64(b.b) }

func (b narrow) Single() bool {
	if b.b == 0 {
		return b.a != 0 && b.a&(b.a-1) == 0
	}
	return b.a == 0 && b.b&(b.b-1) == 0
}

func (b narrow) line(below, occupied narrow) narrow {
	above, under := b.And(occupied), below.And(occupied)
	var near narrow
	if under.b != 0 {
		near.b = 1 << ((bits.Len64(under.b) - 1) & 63)
	} else {
		near.a = 1 << ((bits.Len64(under.a|1) - 1) & 63)
	}
	var borrow uint64
	var out narrow
	out.a, borrow = bits.Sub64(above.a, near.a, 0)
	out.b, _ = bits.Sub64(above.b, near.b, borrow)
	return narrow{(out.a ^ above.a) & (b.a | below.a), (out.b ^ above.b) & (b.b | below.b)}
}

func (b narrow) First() Square {
	if b.a != 0 {
		return Square(bits.TrailingZeros64(b.a))
	}
	return Square(64 + bits.TrailingZeros64(b.b))
}

func (b narrow) Last() Square {
	if b.b != 0 {
		return Square(127 - bits.LeadingZeros64(b.b))
	}
	return Square(63 - bits.LeadingZeros64(b.a))
}

func (b *narrow) Pop() Square {
	if b.a != 0 {
		s := Square(bits.TrailingZeros64(b.a))
		b.a &= b.a - 1
		return s
	}
	s := Square(64 + bits.TrailingZeros64(b.b))
	b.b &= b.b - 1
	return s
}
