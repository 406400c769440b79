package variant

import (
	"fmt"
	"slices"
	"strings"
)

// Hop is the way in which a component hops over other pieces.
type Hop uint8

const (
	// NoHop slides and steps over empty squares only.
	NoHop Hop = iota
	// HopOver hops over exactly one piece, with any number of empty squares
	// before and after it (Betza p: the cannon).
	HopOver
	// HopBehind hops over exactly one piece and lands on the next square (Betza
	// g: the grasshopper).
	HopBehind
)

// Unlimited is the Range of an unlimited rider.
const Unlimited = 0

// Component is one part of a Betza description: vectors and how to follow them.
type Component struct {
	Vectors []Vector
	Quiet   bool // may end on an empty square
	Capture bool // may end on an enemy piece
	Lame    bool // path must be empty; obliquely, orthogonal steps come first
	Hop     Hop
	Range   int // leaps in a row over empty squares: 1, up to n, or Unlimited

	// Again contains the second steps that may follow each vector in the same
	// turn; nil for none. Both steps have the same kind of capture, and the
	// second step may lead back.
	Again [][]Vector

	// Paths are the ways of a move of several legs; nil for other moves. It has
	// no Vectors.
	Paths []Path

	source string
	reread bool // earlier versions read its directions differently
}

// String returns the component in Betza notation.
func (c Component) String() string { return c.source }

// crosses reports whether the component crosses squares that must be empty.
func (c Component) crosses() bool {
	return c.Hop == NoHop && (c.Range != 1 || c.Lame && !c.Vectors[0].unit())
}

// BetzaError is an invalid Betza description.
type BetzaError struct {
	Text    string
	Column  int // from 1, in characters
	Message string
}

func (e *BetzaError) Error() string {
	return fmt.Sprintf("column %d of %q: %s", e.Column, e.Text, e.Message)
}

// Atoms are Betza's leapers by their larger and smaller coordinate. J and L are
// not supported, because sources give them opposite meanings.
var Atoms = map[byte][2]int{
	'W': {1, 0}, 'F': {1, 1}, 'D': {2, 0}, 'N': {2, 1}, 'A': {2, 2},
	'H': {3, 0}, 'C': {3, 1}, 'Z': {3, 2}, 'G': {3, 3},
}

// compounds are combinations of atoms.
var compounds = map[byte]string{'K': "WF", 'Q': "WF", 'R': "W", 'B': "F"}

// maxBetza bounds a description in bytes.
const maxBetza = 200

// ParseBetza parses a piece's moves in Betza notation, as in H. G. Muller's
// XBetza: atoms W F D N A H C Z G, compounds K Q R B, directions f b l r s v h,
// m (without capture), c (capturing only), n (lame), p and g (hoppers), a
// (another leg), ya (a last leg that slides), mca (a second step after which
// both may have captured), a number or a doubled atom for a rider. It rejects
// text that XBetza reads differently, or that is ambiguous. The error is a
// *BetzaError.
func ParseBetza(text string) ([]Component, error) {
	p := betzaParser{text: text}
	if len(text) > maxBetza {
		p.text = text[:maxBetza]
		return nil, p.fail(maxBetza, "longer than the limit of %d bytes", maxBetza)
	}
	if strings.TrimSpace(text) == "" {
		return nil, p.fail(0, "no moves")
	}
	var parts []Component
	for p.at < len(text) {
		part, err := p.component()
		if err != nil {
			return nil, err
		}
		for _, c := range part {
			if at := slices.IndexFunc(parts, func(p Component) bool { return p.chains(c) }); at >= 0 {
				parts[at].chain(c)
				continue
			}
			parts = append(parts, c)
		}
	}
	return parts, nil
}

// chains reports whether another component adds second steps to the same first
// steps.
func (c Component) chains(other Component) bool {
	return c.Again != nil && other.Again != nil && slices.Equal(c.Vectors, other.Vectors)
}

// chain adds the second steps of another component.
func (c *Component) chain(other Component) {
	c.source += other.source
	for i, then := range other.Again {
		for _, v := range then {
			if !slices.Contains(c.Again[i], v) {
				c.Again[i] = append(c.Again[i], v)
			}
		}
	}
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
	var directions string // of the first leg
	var legs []leg        // after the first
	split := false
	last := -1 // index of the last direction
	for ; p.at < len(p.text); p.at++ {
		letter := p.text[p.at]
		if letter < 'a' || letter > 'z' {
			break
		}
		if letter == 'a' || letter == 'y' && len(legs) < maxLegs && strings.HasPrefix(p.text[p.at:], "ya") {
			p.at += strings.IndexByte(p.text[p.at:], 'a')
			if len(legs) == maxLegs {
				return nil, p.fail(p.at, "a move has at most %d legs", maxLegs+1)
			}
			legs = append(legs, leg{slides: letter == 'y'})
			continue
		}
		if len(legs) > 0 {
			switch {
			case legs[len(legs)-1].add(letter):
			case strings.IndexByte("npgh", letter) >= 0:
				return nil, p.fail(p.at, "after a, expected directions, m or c, and another a or ya; found %q", letter)
			default:
				return nil, p.fail(p.at, "%s", unknownModifier(letter))
			}
			continue
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
				return nil, p.fail(p.at, "only one of p and g is possible")
			}
			c.Hop = HopOver
			if letter == 'g' {
				c.Hop = HopBehind
			}
		case 'f', 'b', 'l', 'r', 's', 'v', 'h':
			split = split || last >= 0 && last < p.at-1
			last = p.at
			directions += string(letter)
		default:
			return nil, p.fail(p.at, "%s", unknownModifier(letter))
		}
	}
	again := len(legs) > 0 && c.Quiet && c.Capture
	if problem := c.checkLegs(legs); problem != "" {
		return nil, p.fail(start, "%s", problem)
	}
	if len(legs) > 0 && !again {
		c.Quiet, c.Capture = legs[len(legs)-1].quiet, legs[len(legs)-1].capture
	}
	if !c.Quiet && !c.Capture {
		c.Quiet, c.Capture = true, true
	}
	if p.at == len(p.text) {
		return nil, p.fail(p.at, "modifiers without an atom")
	}
	letter := p.text[p.at]
	expansion, compound := compounds[letter]
	if !compound {
		expansion = string(letter)
	}
	if _, known := Atoms[expansion[0]]; !known {
		return nil, p.fail(p.at, "%s", unknownAtom([]rune(p.text[p.at:])[0]))
	}
	p.at++
	if letter == 'Q' || letter == 'R' || letter == 'B' {
		c.Range = Unlimited
	}
	if err := p.reach(&c, letter); err != nil {
		return nil, err
	}
	if len(legs) > 0 && (c.Range != 1 || !strings.ContainsRune("WFK", rune(letter))) {
		return nil, p.fail(start, "a needs single steps: W, F or K")
	}
	if len(expansion) > 1 && directions != "" {
		parts := map[byte][2]string{'K': {"W", "F"}, 'Q': {"R", "B"}}[letter]
		return nil, p.fail(start, "directions of %c are ambiguous; write its parts, such as %s%s%s%s", letter,
			directions, parts[0], directions, parts[1])
	}
	if split && expansion != "W" && expansion != "D" && expansion != "H" {
		return nil, p.fail(start,
			"directions separated by other letters are ambiguous; write them together first, such as %sm%c", directions,
			letter)
	}
	source := p.text[start:p.at]
	var parts []Component
	for i := range len(expansion) {
		atom := Atoms[expansion[i]]
		part := c
		vectors, reread, problem := selectVectors(atom[0], atom[1], letter, directions)
		if problem != "" {
			return nil, p.fail(start, "%s", problem)
		}
		part.Vectors, part.reread = vectors, reread
		switch {
		case again:
			var ok bool
			if part.Again, ok = secondSteps(vectors, expansion, legs[0].turns); !ok {
				return nil, p.fail(start, "after a, expected f (forward), b (back) or v (both), found %q",
					legs[0].turns)
			}
		case len(legs) > 0:
			part.Vectors = nil
			if part.Paths, problem = paths(vectors, expansion, legs); problem != "" {
				return nil, p.fail(start, "%s", problem)
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

// unknownModifier returns the error message for a lower-case letter, with what
// to write instead of its XBetza meaning.
func unknownModifier(letter byte) string {
	switch letter {
	case 'i':
		return "i (first move only) is not supported; write a movement with `from:` a region"
	case 'j':
		return "j (must jump) is not supported; write p to hop over one piece: pD, pA. Leaps jump anyway, except with n"
	case 'e':
		return "e (en passant) is not supported; write a movement with `passing:` and the captured pieces"
	case 'y':
		return "y (a slide on the way) must stand right before a, as in the griffon FyafsF"
	case 't', 'z', 'q', 'x', 'd', 'u', 'o', 'k':
		return fmt.Sprintf("%c belongs to special moves of XBetza, which are not supported; a leap that can be "+
			"blocked (nN, nZ), another leg (afsW, FyafsF) or a second capture (mcaK) may be close", letter)
	}
	return fmt.Sprintf("unknown modifier %q; known: f b l r s v h m c n p g a", letter)
}

// unknownAtom returns the error message for a character in place of an atom,
// with what to write instead.
func unknownAtom(r rune) string {
	switch r {
	case 'J', 'L':
		return fmt.Sprintf("%c means (3,1) in one source and (3,2) in another: write C for (3,1), Z for (3,2)", r)
	case 'O':
		return "O (castling) is not supported; use the key `castling`"
	case '(':
		return "leaps by numbers and groups are not supported; the longest leaps are H (3,0), C (3,1), Z (3,2) " +
			"and G (3,3)"
	case 'X', 'Y':
		return "X and Y (longer leaps) are not supported; the longest leaps are H (3,0), C (3,1), Z (3,2) and G (3,3)"
	case '[', ']', '-', '?':
		return "bent moves are written with a: the griffon is FyafsF, the mao afsW; a leap that can be blocked is " +
			"nN, two captures in a turn are mcaK"
	}
	return fmt.Sprintf("unknown atom %q; known: W F D N A H C Z G K Q R B", r)
}

// secondSteps returns the second steps that may follow each first step. These
// are all steps of the atoms except the step back, or only the steps forward
// and back along the line of the first.
func secondSteps(first []Vector, atomsOf, onward string) ([][]Vector, bool) {
	if !slices.Contains([]string{"", "f", "b", "v"}, onward) {
		return nil, false
	}
	out := make([][]Vector, len(first))
	for i, v := range first {
		back := Vector{Files: -v.Files, Ranks: -v.Ranks}
		if onward == "f" || onward == "v" {
			out[i] = append(out[i], v)
		}
		if onward == "b" || onward == "v" {
			out[i] = append(out[i], back)
		}
		for j := 0; onward == "" && j < len(atomsOf); j++ {
			atom := Atoms[atomsOf[j]]
			for _, w := range allVectors(atom[0], atom[1]) {
				if w != back {
					out[i] = append(out[i], w)
				}
			}
		}
	}
	return out, true
}

// reach parses what follows an atom: a number (0 for unlimited) or the atom
// again.
func (p *betzaParser) reach(c *Component, letter byte) error {
	start := p.at
	if p.at < len(p.text) && p.text[p.at] == letter && c.Range == 1 {
		p.at++
		c.Range = Unlimited
		return nil
	}
	n := 0
	if p.at+1 < len(p.text) && p.text[p.at] == '0' && p.text[p.at+1] >= '0' && p.text[p.at+1] <= '9' {
		return p.fail(start, "a range such as 03 (exactly three steps in XBetza) is not supported; 3 is up to three")
	}
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		n = n*10 + int(p.text[p.at]-'0')
		p.at++
		if n > 99 {
			return p.fail(start, "a range over 99 exceeds any board; 0 means unlimited")
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
	return p.fail(start, "p and g need an unlimited rider (pR, gB) or a leap over one square (pD, pA)")
}

// selectVectors returns the vectors of an atom that direction letters select,
// or all without letters. reread reports that earlier versions selected others.
// problem is an error message or "".
//
// Orthogonally each letter is one direction. Diagonally f is both forward ones;
// fl or lf is one. Obliquely f (or ff) is the steep pair, fs the flat pair, fh
// all four forward ones, rf the steep one to the right and fr the flat one. b,
// l and r work alike.
func selectVectors(major, minor int, letter byte, directions string) (vectors []Vector, reread bool, problem string) {
	all := allVectors(major, minor)
	if directions == "" {
		return all, false, ""
	}
	diagonal, oblique := major == minor, minor != 0 && major != minor
	if oblique && (directions == "hl" || directions == "hr") {
		return filtered(all, func(v Vector) bool { return turns(v, directions[1]) }), false, ""
	}
	chosen := map[Vector]bool{}
	pair := "" // the last term, if it was one direction in two letters
	for at := 0; at < len(directions); {
		term := directions[at : at+1]
		if next := at + 1; next < len(directions) && (diagonal || oblique) && joins(term[0], directions[next]) &&
			(oblique || strings.IndexByte("fblr", directions[next]) >= 0 && term[0] != directions[next]) {
			term = directions[at : at+2]
		}
		at += len(term)
		problem = unclear(term, directions[at:], pair, letter, diagonal, oblique)
		if problem != "" {
			return nil, false, problem
		}
		for _, v := range all {
			chosen[v] = chosen[v] || inTerm(v, term, oblique)
		}
		reread = reread || diagonal && len(term) == 2 && strings.IndexByte("lr", term[0]) >= 0 ||
			oblique && !slices.Contains([]string{"ff", "bb", "fs", "bs", "v", "s"}, term) && term[len(term)-1] != 'h'
		pair = ""
		if len(term) == 2 && term[1] != 'h' {
			pair = term
		}
	}
	return filtered(all, func(v Vector) bool { return chosen[v] }), reread, ""
}

func filtered(all []Vector, keep func(Vector) bool) []Vector {
	return slices.DeleteFunc(slices.Clone(all), func(v Vector) bool { return !keep(v) })
}

// joins reports whether two letters are one term of a diagonal or oblique atom.
func joins(first, second byte) bool {
	switch first {
	case 'f', 'b':
		return second == first || strings.IndexByte("lrsh", second) >= 0
	case 'l', 'r':
		return second == first || strings.IndexByte("fbvh", second) >= 0
	}
	return false
}

// unclear returns an error message for an ambiguous term of direction letters,
// or "". rest follows the term; pair precedes it, if that has two letters.
func unclear(term, rest, pair string, letter byte, diagonal, oblique bool) string {
	switch {
	case strings.Contains(term, "h") && (len(term) == 1 || !oblique):
		return fmt.Sprintf("h selects halves of oblique leaps: fh, bh, lh, rh, or only hl or hr; found %q with %c",
			term+rest, letter)
	case diagonal && (term == "s" || term == "v") && (rest != "" || pair != ""), diagonal && rest != "" &&
		(rest[0] == 's' || rest[0] == 'v'):
		return fmt.Sprintf("s and v with other directions are ambiguous diagonally; write f, b, l or r, such as f%c",
			letter)
	case oblique && pair != "" && len(term) == 1:
		return fmt.Sprintf("%q of an oblique leap is ambiguous; one leap is rf%c (steep) or fr%c (flat), two are "+
			"ff%c or fs%c, "+
			"and several parts add up, such as ff%cr%c", pair+term, letter, letter, letter, letter, letter, letter)
	}
	return ""
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

// inTerm reports whether a term of one or two direction letters selects v. Of
// two oblique letters, the first gives the wide direction and the second the
// narrow one.
func inTerm(v Vector, term string, oblique bool) bool {
	switch {
	case !oblique && len(term) == 1:
		return inHalf(v, term[0])
	case !oblique:
		return inHalf(v, term[0]) && inHalf(v, term[1])
	case len(term) == 1:
		return inNarrow(v, term[0])
	case term[1] == 'h':
		return inHalf(v, term[0])
	}
	return inHalf(v, term[0]) && inNarrow(v, term[1])
}

// turns reports whether an oblique leap turns left or right, if its longer part
// comes first.
func turns(v Vector, to byte) bool {
	steep, same := abs(v.Ranks) > abs(v.Files), (v.Files > 0) == (v.Ranks > 0)
	return v.Files*v.Ranks != 0 && abs(v.Files) != abs(v.Ranks) && (steep == same) == (to == 'r')
}

// inHalf reports whether v has a component in the direction of a letter.
func inHalf(v Vector, letter byte) bool {
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
		return v.Files != 0
	default: // v
		return v.Ranks != 0
	}
}

// inNarrow reports whether the longer part of an oblique leap leads in the
// direction of a letter.
func inNarrow(v Vector, letter byte) bool {
	steep := abs(v.Ranks) > abs(v.Files)
	return inHalf(v, letter) && steep == (strings.IndexByte("fbv", letter) >= 0)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
