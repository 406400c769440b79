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

// bit relies on a shift by more than 63 places, to which s-64 wraps where s is
// less, leaving nothing.
func bit(s Square) Bitboard { return Bitboard{1 << s, 1 << (s - 64)} }

// Add puts a square into the set.
func (b *Bitboard) Add(s Square) { *b = b.Or(bit(s)) }

// Toggle puts a square into the set, or takes it out where it is in.
func (b *Bitboard) Toggle(s Square) {
	if s < 64 {
		b.lo ^= 1 << (s & 63)
	} else {
		b.hi ^= 1 << (s & 63)
	}
}

// Has reports whether a square is in the set.
func (b Bitboard) Has(s Square) bool {
	return (b.lo>>s|b.hi>>(s-64))&1 != 0
}

// And is the squares in both sets.
func (b Bitboard) And(o Bitboard) Bitboard { return Bitboard{b.lo & o.lo, b.hi & o.hi} }

// Or is the squares in either set.
func (b Bitboard) Or(o Bitboard) Bitboard { return Bitboard{b.lo | o.lo, b.hi | o.hi} }

// Xor is the squares in one set and not in both.
func (b Bitboard) Xor(o Bitboard) Bitboard { return Bitboard{b.lo ^ o.lo, b.hi ^ o.hi} }

// AndNot is the squares of b that are not in o.
func (b Bitboard) AndNot(o Bitboard) Bitboard { return Bitboard{b.lo &^ o.lo, b.hi &^ o.hi} }

// Empty reports whether no square is in the set.
func (b Bitboard) Empty() bool { return b.lo|b.hi == 0 }

// Meets reports whether some square is in both sets.
func (b Bitboard) Meets(o Bitboard) bool { return b.lo&o.lo|b.hi&o.hi != 0 }

// Len is the number of squares in the set.
func (b Bitboard) Len() int { return bits.OnesCount64(b.lo) + bits.OnesCount64(b.hi) }

// Single reports whether exactly one square is in the set.
func (b Bitboard) Single() bool {
	if b.hi == 0 {
		return b.lo != 0 && b.lo&(b.lo-1) == 0
	}
	return b.lo == 0 && b.hi&(b.hi-1) == 0
}

// First is the lowest square of a set that is not empty.
func (b Bitboard) First() Square {
	if b.lo != 0 {
		return Square(bits.TrailingZeros64(b.lo))
	}
	return Square(64 + bits.TrailingZeros64(b.hi))
}

// Last is the highest square of a set that is not empty.
func (b Bitboard) Last() Square {
	if b.hi != 0 {
		return Square(127 - bits.LeadingZeros64(b.hi))
	}
	return Square(63 - bits.LeadingZeros64(b.lo))
}

// Pop takes the lowest square out of a set that is not empty.
func (b *Bitboard) Pop() Square {
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
