package rules

import "fmt"

// JudgeArray returns the violation of the rule on starting positions, or nil.
// Without such a rule any position may start a game.
func (p *Position) JudgeArray() *Violation {
	r := p.rules
	a := r.definition.Array
	if a == nil {
		return nil
	}
	ruling := r.definition.Number(a.Rule)
	for _, side := range []Side{First, Second} {
		for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
			pc := NewPiece(t, side)
			if got, want := p.pieces[pc].Len(), r.start.pieces[pc].Len(); got != want {
				return &Violation{ruling, "array", fmt.Sprintf("%s starts with %d of %s, found %d", r.SideName(side), want, r.pieceTypes[t].name, got)}
			}
			if got, want := p.hand[side][t], r.start.hand[side][t]; got != want {
				return &Violation{ruling, "array", fmt.Sprintf("%s starts with %d of %s in hand, found %d", r.SideName(side), want, r.pieceTypes[t].name, got)}
			}
		}
	}
	for _, place := range r.startRegions {
		for _, side := range []Side{First, Second} {
			if wrong := p.pieces[NewPiece(place.pieceType, side)].AndNot(place.squares[side]); !wrong.Empty() {
				return &Violation{ruling, "array", fmt.Sprintf("%s's %s may not start on %s", r.SideName(side), r.pieceTypes[place.pieceType].name, r.SquareName(wrong.First()))}
			}
		}
	}
	return nil
}
