package rules

import (
	"iter"
	"math"
)

// Perft is the number of leaves of the tree of legal moves at a depth; the
// last ply is counted, not played.
func (p *Position) Perft(depth int) uint64 { return p.PerftUpTo(depth, math.MaxUint64) }

// PerftParts is Perft in parts, the leaves two plies behind a position each, so
// that a count can be shown, and ended, on its way. The position is played on
// meanwhile, and is as it was when the parts end.
func (p *Position) PerftParts(depth int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) { p.perftParts(depth, yield) }
}

func (p *Position) perftParts(depth int, yield func(uint64) bool) bool {
	if depth <= 2 {
		return yield(p.Perft(depth))
	}
	for _, m := range p.Moves(nil) {
		p.Play(m)
		goesOn := p.perftParts(depth-1, yield)
		p.Undo()
		if !goesOn {
			return false
		}
	}
	return true
}

// PerftUpTo is Perft, but gives up with some number above most as soon as there
// are more leaves than that.
func (p *Position) PerftUpTo(depth int, most uint64) uint64 {
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
	return p.perft(depth, make([][]Move, depth), most)
}

func (p *Position) perft(depth int, levels [][]Move, most uint64) uint64 {
	if depth == 1 {
		return p.Count()
	}
	moves := p.Moves(levels[depth-1][:0])
	levels[depth-1] = moves
	var n uint64
	for _, m := range moves {
		p.Play(m)
		n += p.perft(depth-1, levels, most-n)
		p.Undo()
		if n > most {
			break
		}
	}
	return n
}
