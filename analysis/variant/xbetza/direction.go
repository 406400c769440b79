// Package xbetza writes and reads piece moves in XBetza, H. G. Muller's
// extension of Betza notation, with exactly the meaning that XBoard and the
// Interactive Diagrams give it.
package xbetza

import (
	"slices"
	"strings"

	"assay/analysis/variant"
)

// Sets of the eight directions of an oblique leap, clockwise from the steep
// leap forward and right. A letter alone selects the narrow set; the first
// letter of a pair selects from the wide set.
var (
	wide   = map[byte]uint8{'b': 0x3C, 'f': 0xC3, 'l': 0xF0, 'r': 0x0F, 's': 0xFF, 'v': 0xFF}
	narrow = map[byte]uint8{'b': 0x18, 'f': 0x81, 'l': 0x60, 'r': 0x06, 's': 0x66, 'v': 0x99}
)

const (
	orthogonals = 0x55
	diagonals   = 0xAA
)

// crosses reports whether two letters name crossing directions, so that they
// form a pair.
func crosses(a, b byte) bool {
	return strings.IndexByte("fb", a) >= 0 && strings.IndexByte("lrs", b) >= 0 ||
		strings.IndexByte("lr", a) >= 0 && strings.IndexByte("fbv", b) >= 0
}

// after returns the second letter, or 0.
func after(letters string) byte {
	if len(letters) > 1 {
		return letters[1]
	}
	return 0
}

// directions returns the directions of an atom that letters select: bits of the
// eight directions, in which orthogonal leaps have the even and diagonal ones
// the odd bits. No letters select all.
func directions(long, short int, letters string) (set uint8, ok bool) {
	straight, diagonal := short == 0, long == short
	if !straight && !diagonal && (letters == "hr" || letters == "hl") {
		return map[string]uint8{"hr": orthogonals, "hl": diagonals}[letters], true
	}
	for rest := letters; rest != ""; {
		c, next := rest[0], after(rest)
		one, known := narrow[c]
		size := 1
		switch {
		case !known:
			return 0, false
		case straight:
		case diagonal && crosses(c, next):
			one, size = wide[c]&wide[next], 2
		case diagonal:
			one = wide[c]
		case next == 'h':
			one, size = wide[c], 2
		case next == c || crosses(c, next):
			one, size = wide[c]&narrow[next], 2
		}
		set, rest = set|one, rest[size:]
	}
	all := uint8(orthogonals | diagonals)
	if straight {
		all = orthogonals
	} else if diagonal {
		all = diagonals
	}
	if set &= all; set == 0 {
		set = all
	}
	return set, true
}

// turned returns a vector of an atom in one of the eight directions.
func turned(long, short, direction int) variant.Vector {
	v := variant.Vector{Files: short, Ranks: long}
	if direction%4 == 1 || direction%4 == 2 {
		v = variant.Vector{Files: long, Ranks: short}
	}
	if direction >= 4 {
		v.Files = -v.Files
	}
	if direction >= 2 && direction < 6 {
		v.Ranks = -v.Ranks
	}
	return v
}

// vectors returns the vectors of an atom in a set of directions.
func vectors(long, short int, set uint8) (out []variant.Vector) {
	for d := range 8 {
		if set&(1<<d) != 0 {
			out = append(out, turned(long, short, d))
		}
	}
	return out
}

// terms are the letters that are tried to select a set of vectors.
var terms = []string{"f", "b", "l", "r", "s", "v", "fl", "fr", "bl", "br", "fs", "bs", "fh", "bh", "lh", "rh", "lf",
	"rf", "lb", "rb", "lv", "rv", "hl", "hr"}

// letters returns the shortest letters that select exactly these vectors.
func letters(long, short int, want []variant.Vector) (string, bool) {
	goal, _ := directions(long, short, "")
	for d := range 8 {
		if !slices.Contains(want, turned(long, short, d)) {
			goal &^= 1 << d
		}
	}
	for words := []string{""}; len(words) > 0 && len(words[0]) <= 8; {
		var longer []string
		for _, word := range words {
			set, ok := directions(long, short, word)
			switch {
			case ok && set == goal:
				return word, true
			case ok && (set&^goal == 0 || word == ""):
				for _, term := range terms {
					longer = append(longer, word+term)
				}
			}
		}
		if len(longer) > 30000 {
			break
		}
		words = longer
	}
	return "", false
}
