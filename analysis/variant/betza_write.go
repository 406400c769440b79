package variant

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Reach is one direction of a component, or one leap.
type Reach struct {
	Vector
	Hop     Hop
	Range   int // as of a Component
	Quiet   bool
	Capture bool
	Lame    bool
}

// Reaches returns the directions of components. It leaves out components with
// second steps.
func Reaches(components []Component) []Reach {
	var out []Reach
	for _, c := range components {
		for _, v := range c.Vectors {
			if c.Again == nil {
				out = append(out, Reach{v, c.Hop, c.Range, c.Quiet, c.Capture, c.Lame && !v.unit()})
			}
		}
	}
	return out
}

// style is what the reaches of one part of a Betza text share.
type style struct {
	atom   string
	prefix string // modifiers
}

// style returns the style of a reach. The error says what cannot be written.
func (r Reach) style() (style, error) {
	atom := r.Atom()
	if long, short := r.Size(); atom == "" {
		return style{}, fmt.Errorf("no leap goes %d squares one way and %d the other; the longest are H (3,0), "+
			"C (3,1), Z (3,2) and G (3,3)", long, short)
	}
	var prefix string
	switch {
	case !r.Quiet && !r.Capture:
		return style{}, fmt.Errorf("a leap that neither moves nor captures")
	case !r.Capture:
		prefix = "m"
	case !r.Quiet:
		prefix = "c"
	}
	if r.Lame {
		prefix += "n"
	}
	prefix += map[Hop]string{HopOver: "p", HopBehind: "g"}[r.Hop]
	switch {
	case r.Range == Unlimited && (atom == "W" || atom == "F"):
		atom = map[string]string{"W": "R", "F": "B"}[atom]
	case r.Range == Unlimited:
		atom += atom
	case r.Range < 0 || r.Range > 99:
		return style{}, fmt.Errorf("a range of %d: expected 0 to 99", r.Range)
	case r.Range > 1:
		atom += strconv.Itoa(r.Range)
	}
	return style{atom, prefix}, nil
}

// wholes are pairs of parts in all directions with one letter.
var wholes = map[[2]string]string{{"W", "F"}: "K", {"R", "B"}: "Q"}

// WriteBetza returns the Betza text of reaches, in the order of their first
// parts. The error says what cannot be written.
func WriteBetza(reaches []Reach) (string, error) {
	var order []style
	vectors := map[style][]Vector{}
	for _, r := range reaches {
		s, err := r.style()
		if err != nil {
			return "", err
		}
		if !slices.Contains(order, s) {
			order = append(order, s)
		}
		if !slices.Contains(vectors[s], r.Vector) {
			vectors[s] = append(vectors[s], r.Vector)
		}
	}
	type part struct {
		style
		directions string
	}
	var parts []part
	for _, s := range order {
		directions, ok := ChooseDirections(s.prefix, s.atom, vectors[s])
		if !ok {
			return "", fmt.Errorf("directions of %s%s that one movement cannot express", s.prefix, s.atom)
		}
		parts = append(parts, part{s, directions})
	}
	var out strings.Builder
	for i := 0; i < len(parts); i++ {
		p := parts[i]
		pair := func(q part) string {
			if p.directions != "" || q.directions != "" || p.prefix != q.prefix {
				return ""
			}
			return cmp.Or(wholes[[2]string{p.atom, q.atom}], wholes[[2]string{q.atom, p.atom}])
		}
		for j := i + 1; j < len(parts); j++ {
			if whole := pair(parts[j]); whole != "" {
				p.atom, parts = whole, slices.Delete(parts, j, j+1)
				break
			}
		}
		out.WriteString(p.directions + p.prefix + p.atom)
	}
	text := out.String()
	if read, err := ParseBetza(text); err != nil {
		return "", err
	} else if !sameReaches(Reaches(read), reaches) {
		return "", fmt.Errorf("%s would mean something else", text)
	}
	return text, nil
}

// sameReaches reports whether two lists have the same elements.
func sameReaches(a, b []Reach) bool {
	within := func(a, b []Reach) bool {
		return !slices.ContainsFunc(a, func(r Reach) bool { return !slices.Contains(b, r) })
	}
	return within(a, b) && within(b, a)
}
