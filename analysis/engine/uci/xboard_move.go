package uci

import (
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

// xboardMoves is the notation of moves.
var xboardMoves notation.XBoard

// writeMove writes the engine's move. Each step of several is a command.
func (x *xboard) writeMove(m rules.Move) {
	text := xboardMoves.Format(x.at, m)
	if first, second, two := strings.Cut(text, ","); two {
		x.write("move %s,", first)
		text = second
	}
	x.write("move %s", text)
}

// highlight marks the squares to which the piece on a square can move: captures
// red, choices of promotion magenta, first steps cyan, other moves yellow.
func (x *xboard) highlight(square string) {
	r := x.rules
	marks := make([]string, r.Files()*r.Ranks())
	mark := func(s rules.Square, colour string) {
		if marks[s] != "M" && marks[s] != "C" {
			marks[s] = colour
		}
	}
	chosen := map[rules.Square]int{}
	for _, m := range x.at.Moves(nil) {
		if m.Kind() == rules.Drop || m.Kind() == rules.PocketDrop || m.Kind() == rules.Pass ||
			xboardMoves.Square(r, m.From()) != square {
			continue
		}
		to := m.To()
		if m.Kind() == rules.Castle && x.at.NamesPartners() {
			to, _ = x.at.CastlingPartner(m)
		}
		if m.Use() == rules.Via {
			mark(m.Second(), "C")
			continue
		}
		colour := "Y"
		if x.at.Captured(m) != 0 {
			colour = "R"
		}
		if chosen[to]++; chosen[to] > 1 {
			colour = "M"
		}
		mark(to, colour)
	}
	x.write("highlight %s", variant.BoardText(marks, r.Files()))
}
