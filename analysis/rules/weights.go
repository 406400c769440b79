package rules

// Weights are what each piece counts on each square.
type Weights [maxPieces][]Sum

// Sum is what pieces count together, early and late in a game, and what
// material they are.
type Sum struct{ Early, Late, Material int32 }

func (s *Sum) add(o *Sum) {
	s.Early, s.Late, s.Material = s.Early+o.Early, s.Late+o.Late, s.Material+o.Material
}

func (s *Sum) take(o *Sum) {
	s.Early, s.Late, s.Material = s.Early-o.Early, s.Late-o.Late, s.Material-o.Material
}

// Weighed is what the pieces on the board count. From the first time on it is
// kept as moves are played, until other weights are asked for.
func (p *Position) Weighed(w *Weights) Sum {
	if p.weights != w {
		p.weights, p.sum = w, Sum{}
		for b := p.filled.AndNot(p.pieces[Walled]); !b.Empty(); {
			s := b.Pop()
			p.sum.add(&w[p.board[s]][s])
		}
	}
	return p.sum
}
