package variant

import (
	"fmt"
	"slices"
	"strings"
)

// Path is one way of a move of several legs: steps to adjacent squares. All
// squares but the last must be empty; the square on which the piece stood
// counts as empty.
type Path struct {
	Steps []Vector
	Rides bool // the last step may be repeated over empty squares
}

const (
	maxLegs  = 7    // after the first
	maxPaths = 1024 // of a component
)

// leg is a leg after the first one in Betza notation.
type leg struct {
	turns          string // relative to the previous leg
	quiet, capture bool
	slides         bool
}

// add adds a modifier. It returns false for a letter that legs do not have.
func (l *leg) add(letter byte) bool {
	switch letter {
	case 'm':
		l.quiet = true
	case 'c':
		l.capture = true
	case 'f', 'b', 'l', 'r', 's', 'v':
		l.turns += string(letter)
	default:
		return false
	}
	return true
}

// checkLegs returns why a component cannot have these legs after its first one,
// or "".
func (c Component) checkLegs(legs []leg) string {
	if len(legs) == 0 {
		return ""
	}
	last := legs[len(legs)-1]
	both := c.Quiet && c.Capture
	switch {
	case c.Lame || c.Hop != NoHop:
		return "a cannot be combined with n, p or g; mcaK takes two steps, each of which may capture"
	case both && (len(legs) > 1 || last.slides):
		return "mca has two single steps; leave out mc if only the last leg captures"
	case both && (last.quiet || last.capture):
		return "the second step moves and captures: write only f, b or v between a and the atom"
	case c.Capture && !c.Quiet:
		return "a first step that must capture is not supported; the nearest is mcaK, whose steps may both capture"
	}
	for _, l := range legs[:len(legs)-1] {
		switch {
		case l.slides:
			return "only the last leg can slide: write y before the last a"
		case l.capture:
			return "only the last leg captures; the others go to empty squares"
		}
	}
	return ""
}

// clockwise are the steps to adjacent squares, from straight ahead on.
var clockwise = []Vector{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// paths returns all paths with these first steps. Later legs without directions
// go in any direction of the atoms but back.
func paths(first []Vector, atoms string, legs []leg) (all []Path, problem string) {
	for _, v := range first {
		all = append(all, Path{Steps: []Vector{v}})
	}
	for _, l := range legs {
		turns, ok := KingDirections(l.turns)
		if !ok {
			return nil, fmt.Sprintf("directions %q of a leg: expected f, b, l, r, s, v, or two of them for half "+
				"a turn, such as fs", l.turns)
		}
		var longer []Path
		for _, p := range all {
			was := slices.Index(clockwise, p.Steps[len(p.Steps)-1])
			for turn := range len(clockwise) {
				step := clockwise[(was+turn)%len(clockwise)]
				if turns>>turn&1 == 0 || l.turns == "" && (turn == 4 || !strings.Contains(atoms, step.Atom())) {
					continue
				}
				longer = append(longer, Path{append(slices.Clone(p.Steps), step), l.slides})
			}
		}
		if all = longer; len(all) > maxPaths {
			return nil, fmt.Sprintf("more than %d ways; give the later legs directions", maxPaths)
		}
	}
	if all = slices.DeleteFunc(all, Path.returns); len(all) == 0 {
		return nil, "the legs lead back to where they began; a piece must move"
	}
	return all, ""
}

// Step returns the n-th step of a path, from 0, and whether a move may end with
// it. ok is false after the last step.
func (p Path) Step(n int) (step Vector, ends, ok bool) {
	last := len(p.Steps) - 1
	return p.Steps[min(n, last)], n >= last, n <= last || p.Rides
}

// returns reports whether a path ends where it began.
func (p Path) returns() bool {
	var sum Vector
	for _, v := range p.Steps {
		sum = sum.Plus(v)
	}
	return sum == (Vector{}) && !p.Rides
}

// The directions that a letter selects of a king's, clockwise from straight
// ahead: alone, and as one of a pair.
var (
	straight = map[byte]uint8{'b': 0x10, 'f': 0x01, 'l': 0x40, 'r': 0x04, 's': 0x44, 'v': 0x11}
	slanted  = map[byte]uint8{'b': 0x28, 'f': 0x82, 'l': 0xA0, 'r': 0x0A, 's': 0xAA, 'v': 0xAA}
)

// KingDirections returns the directions of a king that letters select, as bits
// in clockwise order from straight ahead. No letters select all.
func KingDirections(letters string) (set uint8, ok bool) {
	if letters == "" {
		return 0xFF, true
	}
	for letters != "" {
		c := letters[0]
		one, known := straight[c]
		if !known {
			return 0, false
		}
		letters = letters[1:]
		if letters != "" && letters[0] != 'h' && joins(c, letters[0]) {
			if letters[0] != c {
				one = slanted[c] & slanted[letters[0]]
			}
			letters = letters[1:]
		}
		set |= one
	}
	return set, true
}
