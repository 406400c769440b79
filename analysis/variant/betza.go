package variant

import (
	"fmt"
	"slices"
	"strings"
)

// Hop says how a component passes over other pieces.
type Hop uint8

const (
	// NoHop slides and steps over empty squares only.
	NoHop Hop = iota
	// HopOver passes over exactly one piece, with any number of empty squares
	// before and after it (Betza p: the cannon).
	HopOver
	// HopBehind passes over exactly one piece and lands on the square right
	// behind it (Betza g: the grasshopper).
	HopBehind
)

// Unlimited is the Range of a rider without end.
const Unlimited = 0

// Component is one part of a Betza description: a set of vectors and how they
// may be travelled.
type Component struct {
	Vectors []Vector
	Quiet   bool // may end on an empty square
	Capture bool // may end on an enemy piece
	Lame    bool // a leap whose path must be empty; obliquely, the orthogonal steps come first
	Hop     Hop
	Range   int // 1 a leap, n up to n leaps in a row over empty squares, Unlimited without end

	// Again is the second steps that each vector may be followed by, in the
	// same turn; nil where there are none. The first captures what stands on
	// its square as the second does, and the second may lead back.
	Again [][]Vector

	source string
}

// String returns the component in Betza notation.
func (c Component) String() string { return c.source }

// crosses reports whether the component passes over squares that have to be
// empty.
func (c Component) crosses() bool {
	return c.Hop == NoHop && (c.Range != 1 || c.Lame && !c.Vectors[0].unit())
}

// BetzaError tells where in a Betza description reading failed.
type BetzaError struct {
	Text    string
	Column  int // 1-based, in characters
	Message string
}

func (e *BetzaError) Error() string {
	return fmt.Sprintf("column %d of %q: %s", e.Column, e.Text, e.Message)
}

// atoms are Betza's leapers by their larger and smaller coordinate. J and L
// are missing on purpose: sources give them opposite meanings.
var atoms = map[byte][2]int{
	'W': {1, 0}, 'F': {1, 1}, 'D': {2, 0}, 'N': {2, 1}, 'A': {2, 2},
	'H': {3, 0}, 'C': {3, 1}, 'Z': {3, 2}, 'G': {3, 3},
}

// compounds stand for several atoms.
var compounds = map[byte]string{'K': "WF", 'Q': "WF", 'R': "W", 'B': "F"}

// longestBetza bounds a description, in bytes.
const longestBetza = 200

// ParseBetza reads a piece's moves in Betza notation: atoms W F D N A H C Z G,
// compounds K Q R B, directions f b l r s v hl hr, m (without capture), c
// (capturing only), n (lame), p and g (hoppers), a (a second step), a number or
// a doubled atom for a rider. The error is a *BetzaError.
func ParseBetza(text string) ([]Component, error) {
	p := betzaParser{text: text}
	if len(text) > longestBetza {
		p.text = text[:longestBetza]
		return nil, p.fail(longestBetza, "longer than the limit of %d bytes", longestBetza)
	}
	if strings.TrimSpace(text) == "" {
		return nil, p.fail(0, "no moves are described")
	}
	var parts []Component
	for p.at < len(text) {
		part, err := p.component()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part...)
	}
	return parts, nil
}

type betzaParser struct {
	text string
	at   int
}

func (p *betzaParser) fail(at int, format string, args ...any) error {
	return &BetzaError{Text: p.text, Column: len([]rune(p.text[:at])) + 1, Message: fmt.Sprintf(format, args...)}
}

func (p *betzaParser) component() ([]Component, error) {
	start := p.at
	c := Component{Range: 1}
	var directions, onward string // of the first step, and of the second as seen from it
	again := false
	for ; p.at < len(p.text); p.at++ {
		letter := p.text[p.at]
		if letter < 'a' || letter > 'z' {
			break
		}
		switch letter {
		case 'm':
			c.Quiet = true
		case 'c':
			c.Capture = true
		case 'n':
			c.Lame = true
		case 'p', 'g':
			if c.Hop != NoHop {
				return nil, p.fail(p.at, "one hop letter is enough")
			}
			c.Hop = HopOver
			if letter == 'g' {
				c.Hop = HopBehind
			}
		case 'a':
			if again {
				return nil, p.fail(p.at, "a piece takes two steps at most")
			}
			again = true
		case 'f', 'b', 'l', 'r', 's', 'v':
			if again {
				onward += string(letter)
			} else {
				directions += string(letter)
			}
		case 'h':
			if again || p.at+1 == len(p.text) || p.text[p.at+1] != 'l' && p.text[p.at+1] != 'r' {
				return nil, p.fail(p.at, "h stands before l or r: the half of the oblique leaps that turn left, or right")
			}
			directions += p.text[p.at : p.at+2]
			p.at++
		case 'i':
			return nil, p.fail(p.at, "i (first move only) is written as a movement with `from:` a region")
		case 'j':
			return nil, p.fail(p.at, "leaps jump by themselves; leave j out, and write n for a leap that does not")
		default:
			return nil, p.fail(p.at, "%q is no modifier known here (f b l r s v hl hr m c n p g a)", letter)
		}
	}
	if again && (c.Quiet || c.Capture || c.Lame || c.Hop != NoHop) {
		return nil, p.fail(start, "a goes without m, c, n, p and g: both steps move and capture")
	}
	if !c.Quiet && !c.Capture {
		c.Quiet, c.Capture = true, true
	}
	if p.at == len(p.text) {
		return nil, p.fail(p.at, "modifiers without an atom")
	}
	letter := p.text[p.at]
	if letter == 'J' || letter == 'L' {
		return nil, p.fail(p.at, "%c means (3,1) in one source and (3,2) in another: write C for (3,1), Z for (3,2)", letter)
	}
	expansion, compound := compounds[letter]
	if !compound {
		expansion = string(letter)
	}
	if _, known := atoms[expansion[0]]; !known {
		r := []rune(p.text[p.at:])[0]
		return nil, p.fail(p.at, "%q is no atom known here (W F D N A H C Z G K Q R B)", r)
	}
	p.at++
	if letter == 'Q' || letter == 'R' || letter == 'B' {
		c.Range = Unlimited
	}
	if err := p.reach(&c, letter); err != nil {
		return nil, err
	}
	if again && (c.Range != 1 || !strings.ContainsRune("WFK", rune(letter))) {
		return nil, p.fail(start, "a goes with single steps: W, F and K")
	}
	source := p.text[start:p.at]
	var parts []Component
	for i := range len(expansion) {
		atom := atoms[expansion[i]]
		part := c
		vectors, ok := selectVectors(atom[0], atom[1], directions)
		if !ok {
			return nil, p.fail(start, "directions %q select nothing of %c", directions, letter)
		}
		part.Vectors = vectors
		if again {
			if part.Again, ok = secondSteps(vectors, expansion, onward); !ok {
				return nil, p.fail(start, "behind a, f leads on, b back, and v both; %q is none of these", onward)
			}
		}
		if err := p.checkHop(start, part, atom); err != nil {
			return nil, err
		}
		if i == 0 {
			part.source = source
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// secondSteps is what each first step may be followed by: any step of the
// atoms, or only those on and back along its own line.
func secondSteps(first []Vector, atomsOf, onward string) ([][]Vector, bool) {
	if !slices.Contains([]string{"", "f", "b", "v"}, onward) {
		return nil, false
	}
	out := make([][]Vector, len(first))
	for i, v := range first {
		if onward == "f" || onward == "v" {
			out[i] = append(out[i], v)
		}
		if onward == "b" || onward == "v" {
			out[i] = append(out[i], Vector{Files: -v.Files, Ranks: -v.Ranks})
		}
		for j := 0; onward == "" && j < len(atomsOf); j++ {
			atom := atoms[atomsOf[j]]
			out[i] = append(out[i], allVectors(atom[0], atom[1])...)
		}
	}
	return out, true
}

// reach reads what follows an atom: a number, 0 for without end, or the atom
// again.
func (p *betzaParser) reach(c *Component, letter byte) error {
	start := p.at
	if p.at < len(p.text) && p.text[p.at] == letter && c.Range == 1 {
		p.at++
		c.Range = Unlimited
		return nil
	}
	n := 0
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		n = n*10 + int(p.text[p.at]-'0')
		p.at++
		if n > 99 {
			return p.fail(start, "a range beyond 99 squares is larger than any board; 0 means without end")
		}
	}
	if p.at > start {
		c.Range = n
	}
	return nil
}

func (p *betzaParser) checkHop(start int, c Component, atom [2]int) error {
	if c.Hop == NoHop {
		return nil
	}
	unit := atom[0] == 1
	middle := atom[0] == 2 && atom[1] != 1
	if unit && c.Range == Unlimited || middle && c.Range == 1 {
		return nil
	}
	return p.fail(start, "p and g go with riders without end (pR, gB) and with leaps over one square (pD, pA)")
}

// selectVectors lists the vectors of an atom that the direction letters
// select, all of them when there are none. Along a diagonal fl is one
// direction; for oblique atoms ff and bb are the steep leaps, fs and bs the
// flat ones.
func selectVectors(major, minor int, directions string) ([]Vector, bool) {
	var out []Vector
	for _, v := range allVectors(major, minor) {
		if directions == "" || selected(v, directions) {
			out = append(out, v)
		}
	}
	return out, len(out) > 0
}

func allVectors(major, minor int) []Vector {
	seen := map[Vector]bool{}
	var out []Vector
	for _, pair := range [][2]int{{minor, major}, {major, minor}} {
		for _, f := range []int{1, -1} {
			for _, r := range []int{1, -1} {
				v := Vector{Files: f * pair[0], Ranks: r * pair[1]}
				if !seen[v] {
					seen[v] = true
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// selected reports whether any term of the direction letters holds for v. A
// vertical and a horizontal letter in a row make one term where v is not
// orthogonal.
func selected(v Vector, directions string) bool {
	orthogonal := v.Files == 0 || v.Ranks == 0
	for i := 0; i < len(directions); i++ {
		first := directions[i]
		if first == 'h' {
			i++
			if turns(v, directions[i]) {
				return true
			}
			continue
		}
		if !orthogonal && i+1 < len(directions) && pairs(first, directions[i+1], v) {
			if inDirection(v, first) && inSecond(v, first, directions[i+1]) {
				return true
			}
			i++
			continue
		}
		if inDirection(v, first) {
			return true
		}
	}
	return false
}

// turns reports whether an oblique leap is one that goes its longer way first
// and then turns left, or right.
func turns(v Vector, to byte) bool {
	steep, same := abs(v.Ranks) > abs(v.Files), (v.Files > 0) == (v.Ranks > 0)
	return v.Files*v.Ranks != 0 && abs(v.Files) != abs(v.Ranks) && (steep == same) == (to == 'r')
}

// pairs reports whether two letters make one term for v: fl on any slanted
// vector, ff and fs on oblique ones.
func pairs(first, second byte, v Vector) bool {
	if first != 'f' && first != 'b' {
		return false
	}
	if second == 'l' || second == 'r' {
		return true
	}
	oblique := abs(v.Files) != abs(v.Ranks)
	return oblique && (second == first || second == 's')
}

func inDirection(v Vector, letter byte) bool {
	switch letter {
	case 'f':
		return v.Ranks > 0
	case 'b':
		return v.Ranks < 0
	case 'l':
		return v.Files < 0
	case 'r':
		return v.Files > 0
	case 's':
		return abs(v.Files) > abs(v.Ranks) || v.Ranks == 0 || abs(v.Files) == abs(v.Ranks)
	default: // v
		return abs(v.Ranks) > abs(v.Files) || v.Files == 0 || abs(v.Files) == abs(v.Ranks)
	}
}

func inSecond(v Vector, first, second byte) bool {
	switch second {
	case 'l', 'r':
		return inDirection(v, second)
	case 's':
		return abs(v.Files) > abs(v.Ranks)
	default:
		return second == first && abs(v.Ranks) > abs(v.Files)
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
