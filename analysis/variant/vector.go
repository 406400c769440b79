package variant

// Vector is a displacement in files and ranks as First sees the board:
// positive Files to the right, positive Ranks forward.
type Vector struct{ Files, Ranks int }

// Path is the squares that a lame leap passes, relative to where it begins:
// the orthogonal steps come first, then the diagonal ones.
func (leap Vector) Path() []Vector {
	var path []Vector
	var at Vector
	for left := leap; ; {
		step := Vector{Files: sign(left.Files), Ranks: sign(left.Ranks)}
		if size(left.Files) > size(left.Ranks) {
			step.Ranks = 0
		} else if size(left.Ranks) > size(left.Files) {
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

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

func size(n int) int { return n * sign(n) }
