package analysis

import (
	"fmt"

	"assay/analysis/rules"
	"assay/parser"
)

// ofShogi says whether a format is one of shogi's, which count squares from
// the first player's right and from the top: 7g.
func ofShogi(f parser.Format) bool {
	switch f {
	case parser.KIF, parser.KI2, parser.CSA, parser.USI, parser.JKF:
		return true
	}
	return false
}

// SquareNamed finds the square that a mark of a record names, counted as the
// game counts its squares, or as shogi does: 7g.
func SquareNamed(r *rules.Rules, name string) (rules.Square, bool) {
	if s, ok := r.SquareNamed(name); ok {
		return s, true
	}
	return shogiSquare(r, name)
}

// square gives the name that the target has for a square of a mark; other
// places, such as bench cells, have one name everywhere.
func (c *converter) square(name string) string {
	r := c.game.Rules
	s, ok := SquareNamed(r, name)
	if !ok {
		return name
	}
	if !ofShogi(c.to) {
		return r.SquareName(s)
	}
	file, rank := r.Files()-int(s)%r.Files(), r.Ranks()-int(s)/r.Files()
	return fmt.Sprintf("%d%c", file, 'a'+rank-1)
}

// shogiSquare finds a square by a name such as 7g.
func shogiSquare(r *rules.Rules, name string) (rules.Square, bool) {
	if len(name) != 2 {
		return 0, false
	}
	file, rank := int(name[0])-'0', int(name[1])-'a'+1
	if file < 1 || file > r.Files() || rank < 1 || rank > r.Ranks() {
		return 0, false
	}
	return rules.Square((r.Ranks()-rank)*r.Files() + r.Files() - file), true
}
