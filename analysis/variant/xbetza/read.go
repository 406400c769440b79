package xbetza

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/variant"
)

// Moves are a piece's moves that were read from XBetza.
type Moves struct {
	Movements []Movement
	Castling  []int // how far it castles
	Returns   bool  // it can move other than forward
}

// Movement is a Betza description in the notation of definitions.
type Movement struct {
	Betza     string
	Initial   bool // the piece's first move
	EnPassant bool // the piece may then be captured en passant
	Passing   bool // captures en passant
}

// maxText bounds the moves of a piece in bytes.
const maxText = 200

// modes are the letters before an atom that are no directions.
type modes struct {
	quiet, capture, passing, initial, lame, jump bool
	hop                                          byte
	again                                        string // after a, or ""
}

// Read parses a piece's moves with the meaning that XBoard and the Interactive
// Diagrams give them. The error says what definitions cannot express.
func Read(text string) (Moves, error) {
	var out Moves
	if len(text) > maxText {
		return out, fmt.Errorf("moves longer than %d bytes", maxText)
	}
	plain := ""
	for at := 0; at < len(text); {
		start, m, dirs := at, modes{}, ""
		last := -1
		for ; at < len(text) && text[at] >= 'a' && text[at] <= 'z'; at++ {
			c := text[at]
			if strings.IndexByte("fblrsvh", c) >= 0 && m.again == "" {
				if last >= 0 && last != at-1 {
					return out, fmt.Errorf("column %d: write the directions together before other letters", at+1)
				}
				dirs, last = dirs+string(c), at
				continue
			}
			if err := m.add(c, at); err != nil {
				return out, err
			}
		}
		if at == len(text) {
			return out, fmt.Errorf("column %d: modifiers without an atom", at+1)
		}
		letter := text[at]
		at++
		count := -1
		for digits := 0; at < len(text) && text[at] >= '0' && text[at] <= '9' && digits < 2; digits++ {
			count = max(count, 0)*10 + int(text[at]-'0')
			at++
		}
		if count < 0 && at < len(text) && text[at] == letter && strings.IndexByte("RBQKO", letter) < 0 {
			count, at = 0, at+1 // doubled: without limit
		}
		if letter == 'O' {
			if !m.initial && count < 1 || dirs != "" && dirs != "s" {
				return out, fmt.Errorf("column %d: castling is isO2, or with another number of files", start+1)
			}
			out.Castling = append(out.Castling, count)
			continue
		}
		for _, one := range m.split() {
			parts, err := one.parts(letter, dirs, count, text[start:at])
			if err != nil {
				return out, fmt.Errorf("column %d: %w", start+1, err)
			}
			for _, p := range parts {
				out.Returns = out.Returns || p.returns
				if one.initial || one.passing {
					out.Movements = append(out.Movements, Movement{p.text, one.initial,
						one.initial && one.lame && one.quiet, one.passing})
				} else {
					plain += p.text
				}
			}
		}
	}
	if plain != "" {
		out.Movements = append([]Movement{{Betza: abbreviate(plain)}}, out.Movements...)
	}
	return out, nil
}

// split separates captures en passant from other moves.
func (m modes) split() []modes {
	if !m.passing || !m.quiet && !m.capture {
		return []modes{m}
	}
	other, passing := m, m
	other.passing, passing.quiet, passing.capture = false, false, false
	return []modes{other, passing}
}

// add notes a letter that is no direction.
func (m *modes) add(c byte, at int) error {
	if m.again != "" {
		m.again += string(c)
		return nil
	}
	switch c {
	case 'm':
		m.quiet = true
	case 'c':
		m.capture = true
	case 'e':
		m.passing = true
	case 'i':
		m.initial = true
	case 'n':
		m.lame = true
	case 'j':
		m.jump = true
	case 'p', 'g':
		m.hop = c
	case 'a', 'y':
		m.again = string(c)
	default:
		reasons := map[byte]string{
			'x': "promotion on contact", 'd': "captures of own pieces",
			't': "hops over own pieces only", 'o': "boards whose edges join", 'u': "unblocking", 'q': "circular moves",
			'z': "crooked moves",
		}
		if reason := reasons[c]; reason != "" {
			return fmt.Errorf("column %d: a definition cannot express %c (%s)", at+1, c, reason)
		}
		return fmt.Errorf("column %d: unknown modifier %q", at+1, string(rune(c)))
	}
	return nil
}

// part is an atom's text in the notation of definitions.
type part struct {
	text    string
	returns bool // moves other than forward
}

// otherNames are the letters that stand for atoms of other letters.
var otherNames = map[byte]string{'L': "C", 'J': "Z", 'R': "W", 'B': "F", 'K': "WF", 'Q': "WF"}

// parts returns an atom's moves. K and Q have two parts, and captures that
// include those en passant have one for each.
func (m modes) parts(letter byte, dirs string, count int, source string) ([]part, error) {
	if m.again != "" {
		return m.chained(dirs, source)
	}
	if strings.IndexByte("RBQ", letter) >= 0 && count < 0 {
		count = 0
	}
	atoms := []byte(otherNames[letter])
	if len(atoms) == 0 {
		atoms = []byte{letter}
	}
	var out []part
	for _, atom := range atoms {
		size, known := variant.Atoms[atom]
		if !known {
			return nil, fmt.Errorf("unknown atom %q", string(rune(letter)))
		}
		long, short := size[0], size[1]
		set, ok := directions(long, short, dirs)
		if len(atoms) == 2 {
			set, ok = variant.KingDirections(dirs)
			set &= orthogonals << short
		}
		if !ok {
			return nil, fmt.Errorf("unknown directions %q", dirs)
		}
		if set == 0 {
			continue
		}
		name, suffix, mode, err := m.style(atom, long, count)
		if err != nil {
			return nil, err
		}
		selected := vectors(long, short, set)
		which, ok := variant.ChooseDirections(mode, name+suffix, selected)
		if !ok {
			return nil, fmt.Errorf("a definition cannot express these directions of %s", name)
		}
		out = append(out, part{which + mode + name + suffix,
			slices.ContainsFunc(selected, func(v variant.Vector) bool { return v.Ranks <= 0 })})
	}
	return out, nil
}

// style returns an atom, what follows it, and its modes in the notation of
// definitions.
func (m modes) style(atom byte, long, count int) (text, suffix, mode string, err error) {
	text = string(atom)
	switch {
	case m.passing:
	case m.quiet && !m.capture:
		mode = "m"
	case m.capture && !m.quiet:
		mode = "c"
	}
	endless := map[byte]string{'W': "R", 'F': "B"}[atom]
	switch {
	case m.hop != 0 && (endless == "" || count != 0):
		return "", "", "", fmt.Errorf("%c needs R, B or Q", m.hop)
	case m.hop != 0:
		return endless, "", mode + string(m.hop), nil
	case m.jump && (atom == 'D' || atom == 'A') && count < 0:
		return text, "", mode + "p", nil
	case m.jump:
		return "", "", "", fmt.Errorf("j (must jump) is only understood before D and A")
	case m.lame && long == 1:
	case m.lame && strings.IndexByte("DANH", atom) < 0:
		return "", "", "", fmt.Errorf("a definition cannot express a lame leap of this atom with its XBetza meaning")
	case m.lame && count >= 0:
		return "", "", "", fmt.Errorf("n cannot be combined with a range")
	case m.lame:
		mode += "n"
	}
	switch {
	case count == 0 && endless != "":
		text = endless
	case count == 0:
		suffix = text
	case count > 1:
		suffix = strconv.Itoa(count)
	}
	return text, suffix, mode, nil
}

// chained returns a move of two steps that definitions have too.
func (m modes) chained(dirs, source string) ([]part, error) {
	parts, err := variant.ParseBetza(source)
	var fault *variant.BetzaError
	switch {
	case errors.As(err, &fault):
		return nil, errors.New(fault.Message)
	case dirs != "" && parts[0].Paths == nil:
		return nil, fmt.Errorf("moves with two captures are only understood as mcaK and mcabK")
	}
	return []part{{source, true}}, nil
}
