package zrf

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/variant"
)

// move is a recognised move of a piece.
type move struct {
	vector         variant.Vector
	style          string // letters of its style in Betza notation: "", n, p or g
	endless        bool
	quiet, capture bool
	passing        bool
	from, ends     string // sets of squares by their names; "" for all
	path           string // with passing: the squares from which its steps remain on the board
	becomes        string // these pieces
	takes, spares  string // pieces that alone, or never, are captured
}

// recognise returns what an emission is, with its squares for a side.
func (g *game) recognise(e *emission, side int) (move, *fault) {
	fail := func(text string) (move, *fault) { return move{}, faultAt(e.line, "a move %s", text) }
	m := move{vector: e.at, passing: e.passing, becomes: strings.Join(e.becomes, " ")}
	last := e.here()
	switch {
	case e.at == variant.Vector{}:
		return fail("that ends where it starts")
	case last&friend != 0 && !(e.passing && last == anything):
		return fail("that may capture a piece of its own side")
	case !e.passing && slices.ContainsFunc(e.kinds, func(k kindTest) bool { return k.at != e.at }):
		return fail("that depends on the kind of another piece")
	case e.passing && e.taken != 1, !e.passing && e.taken > 0:
		return fail("that captures on another square than its last")
	case max(e.at.Files, -e.at.Files, e.at.Ranks, -e.at.Ranks) > 3:
		return fail("that leaps over more than three squares")
	}
	m.quiet, m.capture = last&empty != 0, last&enemy != 0
	if e.passing {
		m.quiet, m.capture = true, true
	}
	if problem := m.travel(e); problem != "" {
		return fail(problem)
	}
	for _, k := range e.kinds {
		switch {
		case e.passing:
		case !k.not && m.takes == "":
			m.takes = k.piece
		case k.not:
			m.spares += k.piece + " "
		case m.takes != k.piece:
			return move{}, nil
		}
	}
	if m.takes != "" {
		if slices.Contains(strings.Fields(m.spares), m.takes) {
			return move{}, nil
		}
		m.spares = ""
	}
	possible := slices.DeleteFunc(g.board(), func(s variant.Square) bool {
		_, ok := g.shifted(s, e.at)
		return !ok
	})
	ends := g.board()
	linked := slices.DeleteFunc(slices.Clone(possible), func(s variant.Square) bool {
		return slices.ContainsFunc(e.steps, func(one step) bool {
			at, ok := g.shifted(s, one.from)
			return !ok || !one.links[at]
		})
	})
	from := slices.Clone(linked)
	if e.passing {
		m.path, from = g.set(linked), slices.Clone(possible)
	}
	for _, z := range e.zones {
		inside := g.zones[z.zone][side]
		if z.at == e.at {
			ends = slices.DeleteFunc(ends, func(s variant.Square) bool { return slices.Contains(inside, s) == z.not })
			continue
		}
		from = slices.DeleteFunc(from, func(s variant.Square) bool {
			at, ok := g.shifted(s, z.at)
			return !ok || slices.Contains(inside, at) == z.not
		})
	}
	if len(linked) == 0 || len(from) == 0 || len(ends) == 0 {
		return move{}, nil
	}
	if len(from) < len(possible) {
		m.from = g.set(from)
	}
	if len(ends) < len(g.board()) {
		m.ends = g.set(ends)
	}
	return m, nil
}

// travel sets how a move travels, or returns why it has no such form.
func (m *move) travel(e *emission) string {
	var blocked []variant.Vector
	for at, held := range e.holds {
		switch {
		case at == e.at, held == anything, e.passing:
		case held == empty:
			blocked = append(blocked, at)
		case e.ray == direct && held&empty == 0 &&
			at == (variant.Vector{Files: e.at.Files / 2, Ranks: e.at.Ranks / 2}) &&
			e.at.Files%2 == 0 && e.at.Ranks%2 == 0:
			m.style = "p"
		default:
			return "that depends on what stands on another square"
		}
	}
	switch {
	case e.ray == sliding:
		m.endless = true
	case e.ray == hopping:
		m.endless, m.style = true, "p"
	case e.ray == landing:
		m.endless, m.style = true, "g"
	case len(blocked) > 0 && len(e.at.Path()) == len(blocked) &&
		!slices.ContainsFunc(e.at.Path(), func(v variant.Vector) bool { return !slices.Contains(blocked, v) }):
		m.style = "n"
		blocked = nil
	}
	if len(blocked) > 0 || e.ray != direct && len(e.holds) > 0 {
		return "that is blocked other than on its way"
	}
	return ""
}

// reversed returns a move of the second player as the first player's.
func (m move) reversed() move {
	m.vector = variant.Vector{Files: -m.vector.Files, Ranks: -m.vector.Ranks}
	return m
}

// loose returns a move that says of its squares only whether they are limited.
func (m move) loose() move {
	m.from = strconv.FormatBool(m.from != "")
	m.ends = strconv.FormatBool(m.ends != "")
	m.path = ""
	return m
}

// sameMoves reports whether the second player's moves are the first player's,
// turned by 180°, apart from squares.
func sameMoves(first, second []move) bool {
	sets := [2]map[move]bool{{}, {}}
	for _, m := range first {
		sets[0][m.loose()] = true
	}
	for _, m := range second {
		sets[1][m.reversed().loose()] = true
	}
	return maps.Equal(sets[0], sets[1])
}

// betza returns moves in the notation of definitions.
func betza(moves []move) (string, error) {
	type group struct {
		long, short    int
		style          string
		endless        bool
		quiet, capture bool
	}
	sets := map[group][]variant.Vector{}
	var order []group
	for _, m := range moves {
		long, short := m.vector.Size()
		g := group{long, short, m.style, m.endless, m.quiet, m.capture}
		if sets[g] == nil {
			order = append(order, g)
		}
		if !slices.Contains(sets[g], m.vector) {
			sets[g] = append(sets[g], m.vector)
		}
	}
	// Quiet moves and captures with the same vectors are written once.
	for i := 0; i < len(order); i++ {
		quiet, other := order[i], order[i]
		other.quiet, other.capture = false, true
		if quiet.capture || !sameSet(sets[quiet], sets[other]) {
			continue
		}
		order = slices.DeleteFunc(order, func(g group) bool { return g == other })
		i = slices.Index(order, quiet)
		both := quiet
		both.capture = true
		if sets[both] == nil {
			order[i] = both
		} else {
			order = slices.Delete(order, i, i+1)
			i--
		}
		sets[both] = append(sets[both], sets[quiet]...)
	}
	var out strings.Builder
	for _, g := range order {
		atom := sets[g][0].Atom()
		if g.endless {
			atom = map[string]string{"W": "R", "F": "B"}[atom] + strings.Repeat(atom, 2*min(g.long-1, 1))
		}
		prefix := map[[2]bool]string{{true, false}: "m", {false, true}: "c"}[[2]bool{g.quiet, g.capture}] + g.style
		which, ok := variant.ChooseDirections(prefix, atom, sets[g])
		if !ok {
			return "", fmt.Errorf("directions of %s%s that a definition cannot express", prefix, atom)
		}
		out.WriteString(which + prefix + atom)
	}
	return out.String(), nil
}

func sameSet(a, b []variant.Vector) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(v variant.Vector) bool { return !slices.Contains(b, v) })
}
