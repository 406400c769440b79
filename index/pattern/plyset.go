package pattern

import "math/bits"

// PlySet is a set of plies of a line, from 0 for the start.
type PlySet []uint64

func (s PlySet) has(ply int) bool { return s[ply>>6]>>(ply&63)&1 != 0 }

func (s PlySet) add(ply int) { s[ply>>6] |= 1 << (ply & 63) }

// resize returns an empty set for the plies 0 to last. It reuses the memory of
// s if that is large enough.
func (s PlySet) resize(last int) PlySet {
	n := last>>6 + 1
	if cap(s) < n {
		return make(PlySet, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// Empty reports whether the set is empty.
func (s PlySet) Empty() bool {
	for _, word := range s {
		if word != 0 {
			return false
		}
	}
	return true
}

// List returns the plies of the set from first on, in ascending order.
func (s PlySet) List(first int) []int {
	list := []int{}
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if ply := i<<6 + bits.TrailingZeros64(word); ply >= first {
				list = append(list, ply)
			}
		}
	}
	return list
}
