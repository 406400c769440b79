package pattern

import (
	"math/bits"

	"assay/analysis/rules"
)

// Squares is a set of squares.
type Squares [2]uint64

// Add puts a square into the set.
func (s *Squares) Add(q rules.Square) { s[q>>6] |= 1 << (q & 63) }

// Has reports whether a square is in the set.
func (s *Squares) Has(q rules.Square) bool { return s[q>>6]>>(q&63)&1 != 0 }

// Len is the number of squares in the set.
func (s Squares) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// Pieces is a set of pieces.
type Pieces [2]uint64

// Add puts a piece into the set.
func (s *Pieces) Add(p rules.Piece) { s[p>>6] |= 1 << (p & 63) }

// Has reports whether a piece is in the set.
func (s *Pieces) Has(p rules.Piece) bool { return s[p>>6]>>(p&63)&1 != 0 }

// Len is the number of pieces in the set.
func (s Pieces) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// Types is a set of kinds of piece.
type Types uint64

// Add puts a kind into the set.
func (s *Types) Add(t rules.Type) { *s |= 1 << t }

// Has reports whether a kind is in the set.
func (s Types) Has(t rules.Type) bool { return s>>t&1 != 0 }
