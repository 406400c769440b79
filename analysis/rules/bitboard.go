package rules

import "math/bits"

// MaxSquares is the largest board, ten files by ten ranks.
const MaxSquares = 100

// Square numbers the squares of a board from a1 on, files first.
type Square uint8

// NoSquare stands where there is no square.
const NoSquare Square = 127

// Bitboard is a set of squares, a1 in the lowest bit.
type Bitboard struct{ lo, hi uint64 }

func bit(s Square) Bitboard {
	if s < 64 {
		return Bitboard{lo: 1 << s}
	}
	return Bitboard{hi: 1 << (s - 64)}
}

func (b Bitboard) has(s Square) bool {
	if s < 64 {
		return b.lo>>s&1 != 0
	}
	return b.hi>>(s-64)&1 != 0
}

func (b Bitboard) and(o Bitboard) Bitboard    { return Bitboard{b.lo & o.lo, b.hi & o.hi} }
func (b Bitboard) or(o Bitboard) Bitboard     { return Bitboard{b.lo | o.lo, b.hi | o.hi} }
func (b Bitboard) xor(o Bitboard) Bitboard    { return Bitboard{b.lo ^ o.lo, b.hi ^ o.hi} }
func (b Bitboard) andNot(o Bitboard) Bitboard { return Bitboard{b.lo &^ o.lo, b.hi &^ o.hi} }
func (b Bitboard) empty() bool                { return b.lo|b.hi == 0 }
func (b Bitboard) meets(o Bitboard) bool      { return b.lo&o.lo|b.hi&o.hi != 0 }
func (b Bitboard) count() int                 { return bits.OnesCount64(b.lo) + bits.OnesCount64(b.hi) }

// single reports whether exactly one square is in the set.
func (b Bitboard) single() bool {
	if b.hi == 0 {
		return b.lo != 0 && b.lo&(b.lo-1) == 0
	}
	return b.lo == 0 && b.hi&(b.hi-1) == 0
}

// first is the lowest square of a set that is not empty.
func (b Bitboard) first() Square {
	if b.lo != 0 {
		return Square(bits.TrailingZeros64(b.lo))
	}
	return Square(64 + bits.TrailingZeros64(b.hi))
}

// last is the highest square of a set that is not empty.
func (b Bitboard) last() Square {
	if b.hi != 0 {
		return Square(127 - bits.LeadingZeros64(b.hi))
	}
	return Square(63 - bits.LeadingZeros64(b.lo))
}

// pop takes the lowest square out of a set that is not empty.
func (b *Bitboard) pop() Square {
	if b.lo != 0 {
		s := Square(bits.TrailingZeros64(b.lo))
		b.lo &= b.lo - 1
		return s
	}
	s := Square(64 + bits.TrailingZeros64(b.hi))
	b.hi &= b.hi - 1
	return s
}

// shift moves every square by n numbers; those beyond either end are lost.
func (b Bitboard) shift(n int) Bitboard {
	switch {
	case n >= 64:
		return Bitboard{0, b.lo << (n - 64)}
	case n > 0:
		return Bitboard{b.lo << n, b.hi<<n | b.lo>>(64-n)}
	case n <= -64:
		return Bitboard{b.hi >> (-n - 64), 0}
	case n < 0:
		return Bitboard{b.lo>>-n | b.hi<<(64+n), b.hi >> -n}
	}
	return b
}
