package tape

import "assay/analysis/rules"

// Placement is a piece on a square.
type Placement struct {
	Piece  rules.Piece
	Square rules.Square
}

// Placements lists what stood where in any line of the tape that was loaded,
// each placement once.
func (p *Player) Placements() []Placement {
	var seen [128]rules.Bitboard // squares by piece
	var all []Placement
	add := func(pc rules.Piece, q rules.Square) {
		pc, q = pc&127, q&127
		if pc != rules.NoPiece && !seen[pc].Has(q) {
			seen[pc].Add(q)
			all = append(all, Placement{pc, q})
		}
	}
	for line := range p.lines {
		p.Begin(line)
		for q, pc := range p.Board {
			add(pc, rules.Square(q))
		}
		for p.Next() {
			if p.To != rules.NoSquare {
				add(p.Board[p.To&127], p.To)
			}
			if p.changed {
				for q, pc := range p.Board {
					add(pc, rules.Square(q))
				}
			}
		}
	}
	return all
}
