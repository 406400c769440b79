package lab

import "assay/analysis/rules"

// pieces counts where pieces stand, how they move, and what is captured.
type pieces struct {
	rules     *rules.Rules
	positions float64
	stands    [][]float64 // by piece and square
	// of the current game, by type
	standing, movable, options, moved, captured []float64
	plies                                       float64
	games                                       [4][]perGame // by type: on board, mobility, moves, captured
}

func newPieces(r *rules.Rules) pieces {
	p := pieces{rules: r, stands: make([][]float64, int(rules.NewPiece(rules.PieceType(r.Types()), rules.Second))+1)}
	for i := range p.stands {
		p.stands[i] = make([]float64, r.Files()*r.Ranks())
	}
	for i := range p.games {
		p.games[i] = make([]perGame, r.Types()+1)
	}
	return p
}

func (c *pieces) begin() {
	n := c.rules.Types() + 1
	c.standing, c.movable, c.options = make([]float64, n), make([]float64, n), make([]float64, n)
	c.moved, c.captured, c.plies = make([]float64, n), make([]float64, n), 0
}

// add counts a position and its move.
func (c *pieces) add(p *rules.Position, played rules.Move, legal []rules.Move) {
	c.positions++
	c.plies++
	for b := p.Occupied(); !b.Empty(); {
		at := b.Pop()
		pc := p.At(at)
		if pc == rules.Walled {
			continue
		}
		c.stands[pc][at]++
		c.standing[pc.Type()]++
		if pc.Side() == p.Side() {
			c.movable[pc.Type()]++
		}
	}
	for _, m := range legal {
		if k := m.Kind(); k != rules.Drop && k != rules.PocketDrop && k != rules.Pass {
			c.options[p.At(m.From()).Type()]++
		}
	}
	moved, captured, _ := p.MovedAndCaptured(played)
	if moved != rules.NoPiece && moved != rules.Walled {
		c.moved[moved.Type()]++
	}
	if captured != rules.NoPiece && captured != rules.Walled {
		c.captured[captured.Type()]++
	}
}

func (c *pieces) end() {
	for t := 1; t <= c.rules.Types(); t++ {
		c.games[0][t].add(c.standing[t], c.plies)
		c.games[1][t].add(c.options[t], c.movable[t])
		c.games[2][t].add(c.moved[t], c.plies)
		c.games[3][t].add(c.captured[t], 1)
	}
}

// use returns the figures of the piece types that were seen.
func (c *pieces) use() []PieceUse {
	var out []PieceUse
	for t := 1; t <= c.rules.Types(); t++ {
		u := PieceUse{Piece: c.rules.PieceName(rules.PieceType(t))}
		for i, to := range []*Estimate{&u.OnBoard, &u.Mobility, &u.Moves, &u.Captured} {
			*to, _ = ratio(c.games[i][t].y, c.games[i][t].m)
		}
		if u.Moves = u.Moves.scaled(100); u.OnBoard.Value > 0 {
			out = append(out, u)
		}
	}
	return out
}

// heat returns the shares of the positions by piece and square.
func (c *pieces) heat() []Heat {
	var out []Heat
	for t := 1; t <= c.rules.Types(); t++ {
		for _, side := range []rules.Side{rules.First, rules.Second} {
			pc := rules.NewPiece(rules.PieceType(t), side)
			h := Heat{c.rules.PieceName(rules.PieceType(t)), c.rules.SideName(side), map[string]float64{}}
			for at, n := range c.stands[pc] {
				if n > 0 {
					h.Squares[c.rules.SquareName(rules.Square(at))] = n / c.positions
				}
			}
			if len(h.Squares) > 0 {
				out = append(out, h)
			}
		}
	}
	return out
}
