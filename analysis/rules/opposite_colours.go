package rules

import "fmt"

// oppositeColours keeps drops from leaving two pieces of a type on squares of
// one colour (W-9).
type oppositeColours struct {
	ruleCited
	Piece string `yaml:"piece" says:"the piece of which each side has as many on either colour"`
	piece PieceType
	dark  Bitboard
}

var oppositeColoursKind = moduleOf("opposite-colours", "Drops have to leave a piece's squares of either colour for it: as many stand on dark squares as on light ones.",
	func(c *moduleContext, m *oppositeColours) {
		m.piece = c.piece(m.Piece)
		for s := range Square(c.rules.squares) {
			if (c.rules.file(s)+c.rules.rank(s))%2 == 0 {
				m.dark.Add(s)
			}
		}
		c.add(m)
	})

func (m *oppositeColours) describe(r *Rules) string {
	return fmt.Sprintf("A side has as many of %s on dark squares as on light ones once all are dropped, and no drop may make that impossible",
		r.definition.PieceNames([]string{m.Piece}, "and"))
}

func (m *oppositeColours) restrict(p *Position, legal *legality) {
	legal.testDropsOf, legal.testDropsTo = p.rules.allTypes(), p.rules.all
}

func (m *oppositeColours) forbids(p *Position, mv Move) bool {
	if mv.Kind() != Drop {
		return false
	}
	side := p.side
	own, all := p.pieces[NewPiece(m.piece, side)], p.count(side, 1<<m.piece)
	of := func(dark bool, b Bitboard) int {
		if dark {
			return b.And(m.dark).Len()
		}
		return b.AndNot(m.dark).Len()
	}
	if p.landedType(mv) == m.piece {
		return of(m.dark.Has(mv.To()), own)+1 > (all+1)/2
	}
	room := own.Or(p.dropRegion(side, m.piece).AndNot(p.occupied).AndNot(bit(mv.To())))
	return of(true, room) < all/2 || of(false, room) < all/2
}

func (m *oppositeColours) explain(p *Position, _ Move) (reason, message string) {
	return "colours", fmt.Sprintf("it leaves no square of one colour for a %s", p.rules.pieceTypes[m.piece].name)
}
