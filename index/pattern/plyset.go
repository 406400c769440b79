package pattern

import "math/bits"

// PlySet is a set of plies of a line, 0 being the start.
type PlySet []uint64

func (s PlySet) has(ply int) bool { return s[ply>>6]>>(ply&63)&1 != 0 }

func (s PlySet) add(ply int) { s[ply>>6] |= 1 << (ply & 63) }

// resize gives an empty set for plies 0 to last, in the memory of s if it is
// large enough.
func (s PlySet) resize(last int) PlySet {
	n := last>>6 + 1
	if cap(s) < n {
		return make(PlySet, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// Empty reports whether there is no ply in the set.
func (s PlySet) Empty() bool {
	for _, word := range s {
		if word != 0 {
			return false
		}
	}
	return true
}

// List is the plies of the set from first on, ascending.
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
