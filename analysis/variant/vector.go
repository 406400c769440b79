package variant

import "cmp"

// Vector is a displacement from First's view: positive Files to the right,
// positive Ranks forward.
type Vector struct{ Files, Ranks int }

// Size returns the larger and the smaller coordinate without their signs.
func (leap Vector) Size() (long, short int) {
	files, ranks := abs(leap.Files), abs(leap.Ranks)
	return max(files, ranks), min(files, ranks)
}

// Plus returns both displacements, one after the other.
func (leap Vector) Plus(next Vector) Vector {
	return Vector{Files: leap.Files + next.Files, Ranks: leap.Ranks + next.Ranks}
}

// Atom returns the letter of Betza's atom with this leap, or "".
func (leap Vector) Atom() string {
	long, short := leap.Size()
	for letter, size := range Atoms {
		if size == [2]int{long, short} {
			return string(letter)
		}
	}
	return ""
}

// unit reports whether the vector leads to an adjacent square.
func (leap Vector) unit() bool { return abs(leap.Files) <= 1 && abs(leap.Ranks) <= 1 }

// Path returns the squares that a lame leap passes, relative to its start:
// orthogonal steps come first, then diagonal ones.
func (leap Vector) Path() []Vector {
	var path []Vector
	var at Vector
	for left := leap; ; {
		step := Vector{Files: cmp.Compare(left.Files, 0), Ranks: cmp.Compare(left.Ranks, 0)}
		if abs(left.Files) > abs(left.Ranks) {
			step.Ranks = 0
		} else if abs(left.Ranks) > abs(left.Files) {
			step.Files = 0
		}
		left.Files, left.Ranks = left.Files-step.Files, left.Ranks-step.Ranks
		if left == (Vector{}) {
			return path
		}
		at.Files, at.Ranks = at.Files+step.Files, at.Ranks+step.Ranks
		path = append(path, at)
	}
}
