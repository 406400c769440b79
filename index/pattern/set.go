package pattern

import (
	"math/bits"

	"assay/analysis/rules"
)

// Pieces is a set of pieces.
type Pieces [2]uint64

// Add adds a piece to the set.
func (s *Pieces) Add(p rules.Piece) { s[p>>6] |= 1 << (p & 63) }

// Has reports whether a piece is in the set.
func (s *Pieces) Has(p rules.Piece) bool { return s[p>>6]>>(p&63)&1 != 0 }

// Len returns the number of pieces in the set.
func (s Pieces) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }
