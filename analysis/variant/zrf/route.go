package zrf

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// route is a way of moving of a side's piece, and what the piece is where the
// way ends.
type route struct {
	move              // without its ends
	order    []string // of the outcomes
	outcomes map[string][]variant.Square
}

// routes returns the routes of a side's piece.
func (p *piece) routes(g *game, side int) (out []*route) {
	for _, m := range p.moves[side] {
		base := m
		base.ends, base.becomes = "", ""
		at := slices.IndexFunc(out, func(r *route) bool { return r.move == base })
		if at < 0 {
			at, out = len(out), append(out, &route{move: base, outcomes: map[string][]variant.Square{}})
		}
		ends := g.sets[m.ends]
		if m.ends == "" {
			ends = g.board()
		}
		becomes := strings.Fields(m.becomes)
		if len(becomes) == 0 {
			becomes = []string{p.name}
		}
		for _, one := range becomes {
			if out[at].outcomes[one] == nil {
				out[at].order = append(out[at].order, one)
			}
			out[at].outcomes[one] = append(out[at].outcomes[one], ends...)
		}
	}
	return out
}

// reach returns the squares on which a route may end on an empty board.
func (r *route) reach(g *game) (out []variant.Square) {
	key, far := cmp.Or(r.path, r.from), 1
	from := g.sets[key]
	if key == "" {
		from = g.board()
	}
	if r.endless {
		far = max(g.files, g.ranks)
	}
	for _, s := range from {
		for k := 1; k <= far; k++ {
			to, ok := g.shifted(s, variant.Vector{Files: k * r.vector.Files, Ranks: k * r.vector.Ranks})
			if ok && !slices.Contains(out, to) {
				out = append(out, to)
			}
		}
	}
	return out
}

// allowed returns the squares on which a route may end, and whether these are
// fewer than it reaches.
func (r *route) allowed(g *game) (squares []variant.Square, limited bool) {
	for _, name := range r.order {
		squares = append(squares, r.outcomes[name]...)
	}
	return squares, slices.ContainsFunc(r.reach(g), func(s variant.Square) bool { return !slices.Contains(squares, s) })
}

// promotions are what a piece becomes on the squares of each side.
type promotions struct {
	piece   *piece
	targets []string
	becomes [2]map[variant.Square][]string // with the piece itself, if it may do nothing
}

// add adds the outcomes of a side's route. It reports whether they are also
// outcomes of the routes before.
func (c *promotions) add(g *game, side int, r *route) bool {
	for _, s := range r.reach(g) {
		var becomes []string
		for _, name := range r.order {
			if !slices.Contains(r.outcomes[name], s) {
				continue
			}
			becomes = append(becomes, name)
			if name != c.piece.name && !slices.Contains(c.targets, name) {
				c.targets = append(c.targets, name)
			}
		}
		if len(becomes) == 0 {
			continue
		}
		slices.Sort(becomes)
		if known, ok := c.becomes[side][s]; ok && !slices.Equal(known, becomes) {
			return false
		}
		c.becomes[side][s] = becomes
	}
	return true
}

// where returns each side's squares of promotion that meet a condition.
func (c *promotions) where(g *game, meets func(becomes []string) bool) (out [2][]variant.Square) {
	for side := range 2 {
		for _, s := range g.board() {
			becomes := c.becomes[side][s]
			if len(becomes) > 0 && !slices.Equal(becomes, []string{c.piece.name}) && meets(becomes) {
				out[side] = append(out[side], s)
			}
		}
	}
	return out
}

// line returns the line of a piece's promotions, or "" without any.
func (c *promotions) line(w *writer) (string, *fault) {
	if len(c.targets) == 0 {
		return "", nil
	}
	var into, except []string
	zone := c.where(w.game, func([]string) bool { return true })
	for _, target := range c.targets {
		letter := w.letterOf(target)
		if letter == "" {
			return "", faultAt(c.piece.line, "%s becomes the unknown piece %s", c.piece.name, target)
		}
		into = append(into, letter)
		other := c.where(w.game, func(becomes []string) bool { return !slices.Contains(becomes, target) })
		if len(other[0])+len(other[1]) > 0 {
			except = append(except, letter+": "+w.squares("no-"+target+"-of-"+c.piece.name, other))
		}
	}
	letter := c.piece.letter
	must := c.where(w.game, func(becomes []string) bool { return !slices.Contains(becomes, c.piece.name) })
	all := len(must[0]) == len(zone[0]) && len(must[1]) == len(zone[1])
	line := fmt.Sprintf("  - {pieces: {%s: [%s]}, zone: %s, on: end, always: %t", letter, strings.Join(into, ", "),
		w.squares("promotion-of-"+c.piece.name, zone), all)
	if !all && len(must[0])+len(must[1]) > 0 {
		line += fmt.Sprintf(", must: {%s: %s}", letter, w.squares("must-"+c.piece.name, must))
	}
	if len(except) > 0 {
		line += ", except: {" + strings.Join(except, ", ") + "}"
	}
	return line + "}\n", nil
}

// squares returns the name of a region with each side's squares: that of a zone
// with the same squares, if there is one.
func (w *writer) squares(name string, squares [2][]variant.Square) string {
	var text [2]string
	for side := range 2 {
		text[side] = w.set(squares[side])
	}
	for _, zone := range slices.Sorted(maps.Keys(w.zones)) {
		if z := w.zones[zone]; w.set(z[0]) == text[0] && w.set(z[1]) == text[1] {
			name = zone
			break
		}
	}
	return w.region(name, text[0], text[1])
}
