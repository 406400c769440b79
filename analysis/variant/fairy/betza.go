package fairy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/analysis/variant"
	"assay/parser/record"
)

// style is the way in which a piece follows a vector.
type style uint8

const (
	leap style = iota
	lame
	ride
	hop
)

// way is one vector of a piece's moves.
type way struct {
	vector         variant.Vector
	style          style
	limit          int // squares of a ride or hop, 0 for unlimited
	initial        bool
	quiet, capture bool
}

// of returns the vector from a side's view.
func (w way) of(side int) variant.Vector {
	if side == 1 {
		return variant.Vector{Files: -w.vector.Files, Ranks: -w.vector.Ranks}
	}
	return w.vector
}

// spoils reports whether Fairy-Stockfish misplays the combination with a later
// way. It does so because it stores only one range per style and direction.
func (w way) spoils(later way) bool {
	if w.vector != later.vector || w.initial != later.initial ||
		!(w.quiet && later.quiet || w.capture && later.capture) {
		return false
	}
	switch [2]style{min(w.style, later.style), max(w.style, later.style)} {
	case [2]style{leap, lame}:
		return true
	case [2]style{ride, ride}:
		return later.limit != 0 && (w.limit == 0 || w.limit > later.limit)
	case [2]style{hop, hop}:
		return w.limit != later.limit
	case [2]style{ride, hop}:
		ridden, hopped := w.limit, later.limit
		if w.style == hop {
			ridden, hopped = hopped, ridden
		}
		return ridden != 0 || hopped == 2
	}
	return false
}

// direction returns the shortest vector in the direction of a way.
func (w way) direction() variant.Vector {
	n := 1
	if w.vector.Files%2 == 0 && w.vector.Ranks%2 == 0 {
		n = 2
	}
	return variant.Vector{Files: w.vector.Files / n, Ranks: w.vector.Ranks / n}
}

// along reports whether Fairy-Stockfish tries a way in a direction. It does not
// distinguish the directions of slides and hops along files, along ranks or
// diagonally, and lame leaps of the same length.
func (w way) along(d variant.Vector) bool {
	own := w.direction()
	if own.Files*own.Files+own.Ranks*own.Ranks != d.Files*d.Files+d.Ranks*d.Ranks {
		return false
	}
	return w.style == lame || own.Files != 0 && own.Ranks != 0 || (own.Files == 0) == (d.Files == 0)
}

// leaks reports whether Fairy-Stockfish plays a way in the direction of another
// way too, and thereby reaches squares that the other does not.
func (w way) leaks(other way) bool {
	if w.initial != other.initial || !(w.quiet && other.quiet || w.capture && other.capture) ||
		!w.along(other.direction()) {
		return false
	}
	switch [2]style{w.style, other.style} {
	case [2]style{ride, hop}, [2]style{hop, ride}, [2]style{lame, hop}, [2]style{hop, lame}:
		return true
	case [2]style{ride, lame}: // unless across the square between
		return other.vector == other.direction()
	case [2]style{hop, hop}:
		return w.limit != 1 && other.limit == 1
	}
	return false
}

// leaking reports whether a way leaks into the direction of another, unless a
// way of its style goes there.
func leaking(ways []way) bool {
	return slices.ContainsFunc(ways, func(w way) bool {
		return slices.ContainsFunc(ways, func(other way) bool {
			return w.leaks(other) && !slices.ContainsFunc(ways, func(own way) bool {
				return own.style == w.style && (own.limit == 1) == (w.limit == 1) && own.initial == w.initial &&
					own.direction() == other.direction() &&
					(own.quiet || !(w.quiet && other.quiet)) && (own.capture || !(w.capture && other.capture))
			})
		})
	})
}

// leapers are the atoms by their larger and smaller coordinate. L and J are
// Fairy-Stockfish's.
var leapers = map[byte][][2]int{
	'W': {{1, 0}}, 'F': {{1, 1}}, 'D': {{2, 0}}, 'N': {{2, 1}}, 'A': {{2, 2}}, 'H': {{3, 0}},
	'L': {{3, 1}}, 'C': {{3, 1}}, 'J': {{3, 2}}, 'Z': {{3, 2}}, 'G': {{3, 3}}, 'K': {{1, 0}, {1, 1}},
}

var riders = map[byte][][2]int{'R': {{1, 0}}, 'B': {{1, 1}}, 'Q': {{1, 0}, {1, 1}}}

const (
	verticals   = "fbvh"
	horizontals = "rlsh"
	maxBetza    = 200 // bytes of a description
)

// modifiers are the letters before an atom.
type modifiers struct {
	quiet, capture, hops, hopsBehind, lame, initial bool
	directions                                      []string // two letters each
}

// readBetza parses a piece's moves as Fairy-Stockfish does. It rejects what
// Fairy-Stockfish ignores or misplays.
func readBetza(text string) ([]way, error) {
	if len(text) > maxBetza {
		return nil, fmt.Errorf("moves longer than %d bytes", maxBetza)
	}
	found := map[way]*way{} // by way without quiet and capture
	var order []way
	var p modifiers
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == 'm':
			p.quiet = true
		case c == 'c':
			p.capture = true
		case c == 'p' || c == 'g':
			p.hops, p.hopsBehind = true, c == 'g'
		case c == 'n':
			p.lame = true
		case c == 'i':
			p.initial = true
		case c == 'e': // en passant, which other keys define
		case strings.IndexByte(verticals+horizontals, c) >= 0:
			direction := string(c) + string(c)
			if i+1 < len(text) && joined(c, text[i+1]) {
				direction = text[i : i+2]
				i++
			}
			p.directions = append(p.directions, direction)
		case leapers[c] != nil || riders[c] != nil:
			count := -1
			if i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
				count = int(text[i+1] - '0')
				i++
			} else if i+1 < len(text) && text[i+1] == c {
				count = 0
				i++
			}
			ways, err := p.ways(c, count)
			if err != nil {
				return nil, fmt.Errorf("%w in %q", err, record.Clip(text))
			}
			for _, w := range ways {
				id := w
				id.quiet, id.capture = false, false
				if known, ok := found[id]; ok {
					known.quiet, known.capture = known.quiet || w.quiet, known.capture || w.capture
					continue
				}
				if slices.ContainsFunc(order, func(o way) bool { return found[o].spoils(w) }) {
					return nil, fmt.Errorf("two kinds of moves in one direction, which Fairy-Stockfish does not "+
						"distinguish, in %q", record.Clip(text))
				}
				found[id] = &w
				order = append(order, id)
			}
			p = modifiers{}
		default:
			return nil, fmt.Errorf("unknown letter %q in %q", string(rune(c)), record.Clip(text))
		}
	}
	if p.quiet || p.capture || p.hops || p.lame || p.initial || p.directions != nil {
		return nil, fmt.Errorf("modifiers without an atom in %q", record.Clip(text))
	}
	out := make([]way, len(order))
	for i, id := range order {
		out[i] = *found[id]
	}
	if leaking(out) {
		return nil, fmt.Errorf("moves that Fairy-Stockfish plays in each other's directions, in %q", record.Clip(text))
	}
	return out, nil
}

// joined reports whether two letters are one direction.
func joined(a, b byte) bool {
	vertical := func(c byte) bool { return strings.IndexByte(verticals, c) >= 0 }
	horizontal := func(c byte) bool { return strings.IndexByte(horizontals, c) >= 0 }
	return a == b || vertical(a) && horizontal(b) || horizontal(a) && vertical(b)
}

// ways returns the ways of an atom. count is the number after it, 0 for a
// doubled atom, -1 for none.
func (p modifiers) ways(atom byte, count int) ([]way, error) {
	kinds := leapers[atom]
	w := way{initial: p.initial, quiet: p.quiet || !p.capture, capture: p.capture || !p.quiet}
	if riders[atom] != nil || count >= 0 {
		w.style, w.limit = ride, max(count, 0)
	}
	if kinds == nil {
		kinds = riders[atom]
	}
	short := kinds[0][0] == 1 // a step to an adjacent square
	switch {
	case p.initial && (p.capture || !p.quiet):
		return nil, fmt.Errorf("capturing first moves, which Fairy-Stockfish does not support,")
	case p.hops && p.lame, p.lame && w.style == ride:
		return nil, fmt.Errorf("n cannot be combined with riders or hoppers")
	case p.hopsBehind && (w.style != ride || count >= 0 || !short):
		return nil, fmt.Errorf("g needs R, B or Q")
	case p.hops && (w.style != ride || !short || !p.hopsBehind && w.limit != 0 && w.limit != 2):
		return nil, fmt.Errorf("this hopper is not supported")
	case p.hops:
		w.style = hop
		if p.hopsBehind {
			w.limit = 1
		}
	case w.style == ride && !short && atom != 'N':
		return nil, fmt.Errorf("a rider of this atom, which Fairy-Stockfish does not support,")
	case p.lame && strings.IndexByte("NAZD", atom) < 0:
		return nil, fmt.Errorf("a lame leap of this atom, which Fairy-Stockfish does not support,")
	case p.lame:
		w.style = lame
	}
	if w.style == ride && w.limit == 1 {
		w.style, w.limit = leap, 0
	}
	var out []way
	for _, kind := range kinds {
		for _, v := range orbit(kind[0], kind[1]) {
			if p.selects(v, len(kinds) == 1) {
				w.vector = v
				out = append(out, w)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("directions that select no move")
	}
	return out, nil
}

// orbit returns the vectors of an atom.
func orbit(long, short int) []variant.Vector {
	var out []variant.Vector
	for _, v := range [][2]int{{short, long}, {long, short}, {-short, long}, {-long, short}, {short, -long},
		{long, -short}, {-short, -long}, {-long, -short}} {
		if one := (variant.Vector{Files: v[0], Ranks: v[1]}); !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// selects reports whether the directions select a vector. alone means that the
// atom has only this kind of vector; a direction of an orthogonal step is then
// split into its letters.
func (p modifiers) selects(v variant.Vector, alone bool) bool {
	if p.directions == nil {
		return true
	}
	names := directionsOf(v)
	for _, d := range p.directions {
		if alone && (v.Files == 0 || v.Ranks == 0) && d[0] != d[1] {
			if names[d[:1]+d[:1]] || names[d[1:]+d[1:]] {
				return true
			}
			continue
		}
		if names[d] {
			return true
		}
	}
	return false
}

// directionsOf returns all two-letter directions that select a vector. A
// diagonal vector counts as both steep and flat, an orthogonal one as leaning
// to both sides.
func directionsOf(v variant.Vector) map[string]bool {
	out := map[string]bool{}
	signs := func(n int) []int {
		if n == 0 {
			return []int{1, -1}
		}
		return []int{cmp.Compare(n, 0)}
	}
	files, ranks := max(v.Files, -v.Files), max(v.Ranks, -v.Ranks)
	for _, up := range signs(v.Ranks) {
		for _, right := range signs(v.Files) {
			vertical, horizontal := map[int]string{1: "f", -1: "b"}[up], map[int]string{1: "r", -1: "l"}[right]
			out[vertical+"h"], out[horizontal+"h"] = true, true
			if ranks >= files {
				out[vertical+vertical], out["vv"], out[horizontal+vertical], out[horizontal+"v"] = true, true, true,
					true
				out["h"+map[bool]string{true: "r", false: "l"}[up == right]] = true
			}
			if files >= ranks {
				out[horizontal+horizontal], out["ss"], out[vertical+horizontal], out[vertical+"s"] = true, true, true,
					true
				out["h"+map[bool]string{true: "r", false: "l"}[up != right]] = true
			}
		}
	}
	return out
}

// group identifies ways that differ only in direction.
type group struct {
	long, short    int
	style          style
	limit          int
	quiet, capture bool
}

// writeBetza returns ways in Assay's notation, or an error if it has none.
func writeBetza(ways []way) (string, error) {
	sets := map[group][]variant.Vector{}
	var order []group
	for _, w := range ways {
		long, short := w.vector.Size()
		g := group{long, short, w.style, w.limit, w.quiet, w.capture}
		if sets[g] == nil {
			order = append(order, g)
		}
		sets[g] = append(sets[g], w.vector)
	}
	var out strings.Builder
	for i := 0; i < len(order); i++ {
		g := order[i]
		text, err := g.write(sets[g])
		if err != nil {
			return "", err
		}
		if i+1 < len(order) { // WF is K, RB is Q
			next := order[i+1]
			for _, pair := range []struct{ one, two, both string }{{"W", "F", "K"}, {"R", "B", "Q"}} {
				other, err := next.write(sets[next])
				prefix, ok := strings.CutSuffix(text, pair.one)
				if err == nil && ok && other == prefix+pair.two && !strings.ContainsAny(prefix, "fblrsv") {
					text = prefix + pair.both
					i++
				}
			}
		}
		out.WriteString(text)
	}
	return out.String(), nil
}

// write returns the notation of a group's vectors.
func (g group) write(vectors []variant.Vector) (string, error) {
	prefix := map[[2]bool]string{{true, false}: "m", {false, true}: "c"}[[2]bool{g.quiet, g.capture}]
	atom, suffix := vectors[0].Atom(), ""
	rider := map[string]string{"W": "R", "F": "B", "N": "NN"}[atom]
	switch {
	case g.style == lame:
		prefix += "n"
	case g.style == hop && g.limit == 2: // over an adjacent piece to the next square
		prefix, atom = prefix+"p", map[string]string{"W": "D", "F": "A"}[atom]
		vectors = slices.Clone(vectors)
		for i := range vectors {
			vectors[i] = variant.Vector{Files: 2 * vectors[i].Files, Ranks: 2 * vectors[i].Ranks}
		}
	case g.style == hop:
		prefix += map[int]string{0: "p", 1: "g"}[g.limit]
		atom = rider
	case g.style == ride && g.limit == 0:
		atom = rider
	case g.style == ride:
		suffix = fmt.Sprint(g.limit)
	}
	directions, ok := variant.ChooseDirections(prefix, atom+suffix, vectors)
	if !ok {
		return "", fmt.Errorf("these directions of %s are not supported", atom)
	}
	return directions + prefix + atom + suffix, nil
}
