package zrf

import (
	"fmt"
	"slices"

	"assay/analysis/variant"
)

// goalSet are the squares that pieces must reach.
type goalSet []goal

// goal is where a number of pieces of a type must stand.
type goal struct {
	letter  string
	count   int // 1: any of the squares; more: all of them
	squares [2][]variant.Square
}

// read adds a condition `absolute-config PIECE (SQUARE …)`. A zone in place of
// the squares means any of its squares.
func (s *goalSet) read(w *writer, c *node, players []string) *fault {
	arguments := c.list[2].list[1:]
	list := arguments[1].list
	one := goal{letter: w.letterOf(arguments[0].atom), count: max(len(list), 1)}
	for side, player := range w.players {
		if !slices.Contains(players, player) {
			continue
		}
		for _, n := range list {
			square, known := w.game.squares[n.atom]
			zone := w.zones[n.atom][side]
			switch {
			case known && !slices.Contains(one.squares[side], square):
				one.squares[side] = append(one.squares[side], square)
			case len(list) == 1 && len(zone) > 0:
				one.squares[side] = slices.Clone(zone)
			default:
				return faultAt(c.line, "a definition cannot express the ending %s", c)
			}
		}
		if len(list) == 0 {
			return faultAt(c.line, "a definition cannot express the ending %s", c)
		}
	}
	for i := range *s {
		known := &(*s)[i]
		if known.letter != one.letter || known.count != one.count ||
			one.count > 1 && slices.ContainsFunc([]int{0, 1}, func(side int) bool {
				return len(known.squares[side]) > 0 && len(one.squares[side]) > 0
			}) {
			continue
		}
		for side := range 2 {
			known.squares[side] = append(known.squares[side], one.squares[side]...)
		}
		return nil
	}
	*s = append(*s, one)
	return nil
}

// lines returns the lines of the modules.
func (s goalSet) lines(w *writer) (out []string) {
	for _, one := range s {
		line := fmt.Sprintf("  - {module: goal, pieces: [%s], region: %s", one.letter,
			w.squares("goal-of-"+one.letter, one.squares))
		if one.count > 1 {
			line += fmt.Sprintf(", count: %d", one.count)
		}
		out = append(out, line+"}")
	}
	return out
}
