package rules

// Weights are what each piece counts: on each square, and off the board.
type Weights struct {
	Board [maxPieces][]Sum
	Hand  [maxPieces]Sum
}

// Sum is what pieces count together, early and late in a game, and what
// material they are.
type Sum struct{ Early, Late, Material int32 }

func (s *Sum) add(o *Sum) {
	s.Early, s.Late, s.Material = s.Early+o.Early, s.Late+o.Late, s.Material+o.Material
}

func (s *Sum) take(o *Sum) {
	s.Early, s.Late, s.Material = s.Early-o.Early, s.Late-o.Late, s.Material-o.Material
}

// addTimes adds what a piece counts for each of several, for less than none
// what was added.
func (s *Sum) addTimes(o *Sum, n int32) {
	s.Early, s.Late, s.Material = s.Early+n*o.Early, s.Late+n*o.Late, s.Material+n*o.Material
}

// Weighed is what the pieces on the board, in hand and in pockets count. From
// the first time on it is kept as moves are played, until other weights are
// asked for.
func (p *Position) Weighed(w *Weights) Sum {
	if p.weights != w {
		p.weights, p.sum = w, Sum{}
		for b := p.filled.AndNot(p.pieces[Walled]); !b.Empty(); {
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
