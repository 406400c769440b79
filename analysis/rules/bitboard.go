package rules

import (
	"math/bits"

	"assay/analysis/variant"
)

// MaxSquares is the number of squares of the largest supported board.
const MaxSquares = variant.MaxSide * variant.MaxSide

// Square numbers the squares of a board from a1, file by file along each rank.
type Square uint16

// NoSquare means that there is no square.
const NoSquare Square = MaxSquares

// Bitboard is a set of up to 256 squares; a1 is the lowest bit of the first
// word.
type Bitboard struct{ a, b, c, d uint64 }

// bit relies on Go's shift rules: a shift by 64 or more yields 0, and s-64
// wraps around if s is less than 64.
func bit(s Square) Bitboard { return Bitboard{1 << s, 1 << (s - 64), 1 << (s - 128), 1 << (s - 192)} }

// Add adds a square to the set.
func (b *Bitboard) Add(s Square) { *b = b.Or(bit(s)) }

// Toggle adds a square to the set, or removes it if it is in the set.
func (b *Bitboard) Toggle(s Square) {
	switch s >> 6 {
	case 0:
		b.a ^= 1 << (s & 63)
	case 1:
		b.b ^= 1 << (s & 63)
	case 2:
		b.c ^= 1 << (s & 63)
	default:
		b.d ^= 1 << (s & 63)
	}
}

func (b Bitboard) Has(s Square) bool {
	switch s >> 6 {
	case 0:
		return b.a>>(s&63)&1 != 0
	case 1:
		return b.b>>(s&63)&1 != 0
	case 2:
		return b.c>>(s&63)&1 != 0
	case 3:
		return b.d>>(s&63)&1 != 0
	}
	return false
}

// And returns the intersection.
func (b Bitboard) And(o Bitboard) Bitboard {
	return Bitboard{b.a & o.a, b.b & o.b, b.c & o.c, b.d & o.d}
}

// Or returns the union.
func (b Bitboard) Or(o Bitboard) Bitboard {
	return Bitboard{b.a | o.a, b.b | o.b, b.c | o.c, b.d | o.d}
}

// Xor returns the symmetric difference.
func (b Bitboard) Xor(o Bitboard) Bitboard {
	return Bitboard{b.a ^ o.a, b.b ^ o.b, b.c ^ o.c, b.d ^ o.d}
}

// AndNot returns the squares of b that are not in o.
func (b Bitboard) AndNot(o Bitboard) Bitboard {
	return Bitboard{b.a &^ o.a, b.b &^ o.b, b.c &^ o.c, b.d &^ o.d}
}

func (b Bitboard) Empty() bool { return b.a|b.b|b.c|b.d == 0 }

// Meets reports whether the sets intersect.
func (b Bitboard) Meets(o Bitboard) bool { return b.a&o.a|b.b&o.b|b.c&o.c|b.d&o.d != 0 }

// Len returns the number of squares (population count).
func (b Bitboard) Len() int {
	return bits.OnesCount64(b.a) + bits.OnesCount64(b.b) + bits.OnesCount64(b.c) + bits.OnesCount64(b.d)
}

// Shift moves each square up by the given number of squares, down if it is
// negative. by must not be 0 and must be between -63 and 63.
func (b Bitboard) Shift(by int) Bitboard {
	up, down := by&63, -by&63
	if by > 0 {
		return Bitboard{b.a << up, b.b<<up | b.a>>down, b.c<<up | b.b>>down, b.d<<up | b.c>>down}
	}
	return Bitboard{b.a>>down | b.b<<up, b.b>>down | b.c<<up, b.c>>down | b.d<<up, b.d >> down}
}

// Single reports whether the set has exactly one square.
func (b Bitboard) Single() bool { return b.Len() == 1 }

// First returns the lowest square of a non-empty set.
func (b Bitboard) First() Square {
	switch {
	case b.a != 0:
		return Square(bits.TrailingZeros64(b.a))
	case b.b != 0:
		return Square(64 + bits.TrailingZeros64(b.b))
	case b.c != 0:
		return Square(128 + bits.TrailingZeros64(b.c))
	}
	return Square(192 + bits.TrailingZeros64(b.d))
}

// Last returns the highest square of a non-empty set.
func (b Bitboard) Last() Square {
	switch {
	case b.d != 0:
		return Square(255 - bits.LeadingZeros64(b.d))
	case b.c != 0:
		return Square(191 - bits.LeadingZeros64(b.c))
	case b.b != 0:
		return Square(127 - bits.LeadingZeros64(b.b))
	}
	return Square(63 - bits.LeadingZeros64(b.a))
}

// Pop removes and returns the lowest square of a non-empty set.
func (b *Bitboard) Pop() Square {
	switch {
	case b.a != 0:
		s := Square(bits.TrailingZeros64(b.a))
		b.a &= b.a - 1
		return s
	case b.b != 0:
		s := Square(64 + bits.TrailingZeros64(b.b))
		b.b &= b.b - 1
		return s
	case b.c != 0:
		s := Square(128 + bits.TrailingZeros64(b.c))
		b.c &= b.c - 1
		return s
	}
	s := Square(192 + bits.TrailingZeros64(b.d))
	b.d &= b.d - 1
	return s
}

// line returns the squares that a rider attacks on a line in both directions,
// up to and including the first occupied square. b is the half of the line
// above the rider, below the other half. It uses the o^(o-2r) trick:
// subtracting the nearest blocker below flips all bits up to the nearest
// blocker above.
func (b Bitboard) line(below, occupied Bitboard) Bitboard {
	above, near := b.And(occupied), bit(below.And(occupied).Or(Bitboard{a: 1}).Last())
	var borrow uint64
	var out Bitboard
	out.a, borrow = bits.Sub64(above.a, near.a, 0)
	out.b, borrow = bits.Sub64(above.b, near.b, borrow)
	out.c, borrow = bits.Sub64(above.c, near.c, borrow)
	out.d, _ = bits.Sub64(above.d, near.d, borrow)
	return out.Xor(above).And(b.Or(below))
}

// Width is the size of set that the squares of a board need.
type Width uint8

// Boards that need a Bitboard (256 bits), a Set128, and a Set64.
const (
	Width256 Width = iota
	Width128
	Width64
)

// Width returns the size of set that the board needs.
func (r *Rules) Width() Width { return r.width }

func widthOf(squares int) Width {
	switch {
	case squares <= MaxSet64:
		return Width64
	case squares <= MaxSet128:
		return Width128
	}
	return Width256
}

func trailing(set uint8) int { return bits.TrailingZeros8(set) }

func trailing64(set uint64) int { return bits.TrailingZeros64(set) }
