package analysis

import (
	"fmt"

	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/scan"
)

// SquareNamed finds the square that a mark of a record names, counted as the
// game counts its squares, or as shogi does: 7g.
func SquareNamed(r *rules.Rules, name string) (rules.Square, bool) {
	if s, ok := r.SquareNamed(name); ok {
		return s, true
	}
	return shogiSquare(r, name)
}

// mark gives a mark with the names that the target has for its squares. Other
// places, such as bench cells, have one name everywhere; a mark of a place that
// the game does not have stays as it is.
func (c *converter) mark(m parser.Mark) parser.Mark {
	from, ok := c.square(m.From)
	to := ""
	if m.To != "" && ok {
		to, ok = c.square(m.To)
	}
	if !ok {
		return m
	}
	return parser.Mark{Colour: m.Colour, From: from, To: to}
}

// square gives the name that the target has for a place, false where the game
// has none of that name.
func (c *converter) square(name string) (string, bool) {
	r := c.game.Rules
	s, ok := SquareNamed(r, name)
	if !ok {
		return placeName(r, name)
	}
	if !c.form.Sfen {
		return r.SquareName(s), true
	}
	file, rank := r.Files()-int(s)%r.Files(), r.Ranks()-int(s)/r.Files()
	return fmt.Sprintf("%d%c", file, 'a'+rank-1), true
}

// shogiSquare finds a square by a name such as 7g.
func shogiSquare(r *rules.Rules, name string) (rules.Square, bool) {
	file, size := scan.LeadingNumber(name)
	if size == 0 || size > 2 || len(name) != size+1 {
		return 0, false
	}
	rank := int(name[size]) - 'a' + 1
	if file < 1 || file > r.Files() || rank < 1 || rank > r.Ranks() {
		return 0, false
	}
	return rules.Square((r.Ranks()-rank)*r.Files() + r.Files() - file), true
}
