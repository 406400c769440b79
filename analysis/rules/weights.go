package rules

// Weights are piece-square terms: what each piece is worth on each square, and
// in hand.
type Weights struct {
	Board [maxPieces][]Sum
	Hand  [maxPieces]Sum
}

// Sum is a total of piece-square terms, for the opening and the endgame, and
// the material.
type Sum struct{ Early, Late, Material int32 }

func (s *Sum) add(o *Sum) {
	s.Early, s.Late, s.Material = s.Early+o.Early, s.Late+o.Late, s.Material+o.Material
}

func (s *Sum) take(o *Sum) {
	s.Early, s.Late, s.Material = s.Early-o.Early, s.Late-o.Late, s.Material-o.Material
}

// addTimes adds n times o; n may be negative.
func (s *Sum) addTimes(o *Sum, n int32) {
	s.Early, s.Late, s.Material = s.Early+n*o.Early, s.Late+n*o.Late, s.Material+n*o.Material
}

// Weighed returns the total of the pieces on the board, in hand and in pockets.
// It is updated incrementally until it is called with other weights.
func (p *Position) Weighed(w *Weights) Sum {
	if p.weights != w {
		p.weights, p.sum = w, Sum{}
		for b := p.occupied.AndNot(p.pieces[Walled]); !b.Empty(); {
			s := b.Pop()
			p.sum.add(&w.Board[p.board[s]][s])
		}
		for _, side := range []Side{First, Second} {
			for t, n := range p.hand[side] {
				p.sum.addTimes(&w.Hand[NewPiece(PieceType(t), side)], int32(n))
			}
			p.sum.add(&w.Hand[NewPiece(p.pocket[side], side)])
		}
	}
	return p.sum
}
