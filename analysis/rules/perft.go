package rules

// Perft is the number of leaves of the tree of legal moves at a depth; the
// last ply is counted, not played.
func (p *Position) Perft(depth int) uint64 {
	switch depth {
	case 0:
		return 1
	case 1:
		return p.Count()
	}
	if !p.rules.trackHistory { // no rule looks back
		history := p.history
		p.history = nil
		defer func() { p.history = history }()
	}
	return p.perft(depth, make([][]Move, depth))
}

func (p *Position) perft(depth int, levels [][]Move) uint64 {
	if depth == 1 {
		return p.Count()
	}
	moves := p.Moves(levels[depth-1][:0])
	levels[depth-1] = moves
	var n uint64
	for _, m := range moves {
		p.Play(m)
		n += p.perft(depth-1, levels)
		p.Undo()
	}
	return n
}
