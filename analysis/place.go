package analysis

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
)

// placeName returns the variant's own name of a place. Shogi players may use
// their own coordinates.
func placeName(r *rules.Rules, name string) (string, bool) {
	own := notation.NamesIn(nil, r)
	if s, ok := own.Square(name); ok {
		return r.SquareName(s), true
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		if cell, ok := r.CellNamed(side, name); ok {
			return r.CellName(side, cell), true
		}
		if r.HasPocket() && name == PocketName(side) {
			return name, true
		}
	}
	if s, ok := own.Marked(name); ok && (notation.HoldsShogi(r) || notation.HoldsChu(r)) {
		return r.SquareName(s), true
	}
	return "", false
}

// PocketName returns the name of a side's pocket: "pocket1" is First's.
func PocketName(side rules.Side) string { return "pocket" + fmt.Sprint(int(side)+1) }

// Squares returns the names of a move's origin and destination: squares, bench
// cells, pockets as in [PocketName], and pieces in hand ("hand1.P" is First's
// P). A pass has none.
func Squares(p *rules.Position, m rules.Move) []string {
	r, side := p.Rules(), p.Side()
	out := []string{}
	switch from, slot := m.From(), int(m.Slot()); m.Kind() {
	case rules.Pass:
		return out
	case rules.ToPocket:
		return append(out, r.SquareName(from), PocketName(side))
	case rules.PocketDrop:
		out = append(out, PocketName(side))
	case rules.Drop:
		switch {
		case r.Cells() > 0 && slot < r.Cells():
			out = append(out, r.CellName(side, slot))
		case r.Cells() == 0 && slot <= r.Types() && p.InHand(side, rules.PieceType(slot)) > 0:
			out = append(out, fmt.Sprintf("hand%d.%s", side+1, r.Letter(rules.PieceType(slot))))
		}
	default:
		out = append(out, r.SquareName(from))
	}
	return append(out, r.SquareName(m.To()))
}
