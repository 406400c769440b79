package rules

import (
	"iter"
	"math"
)

// Perft returns the number of leaves of the tree of legal moves at a depth.
// Moves of the last ply are counted without being played (bulk counting).
func (p *Position) Perft(depth int) uint64 { return p.PerftUpTo(depth, math.MaxUint64) }

// PerftParts yields Perft in parts, one per position two plies before the
// leaves, so that progress can be shown and counting stopped. The position
// changes while it runs, and is restored at the end.
func (p *Position) PerftParts(depth int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) { p.perftParts(depth, yield) }
}

func (p *Position) perftParts(depth int, yield func(uint64) bool) bool {
	if depth <= 2 {
		return yield(p.Perft(depth))
	}
	for _, m := range p.Moves(nil) {
		p.Play(m)
		more := p.perftParts(depth-1, yield)
		p.Undo()
		if !more {
			return false
		}
	}
	return true
}

// PerftUpTo is Perft with a limit. If the count exceeds the limit, it stops
// early and returns some number above the limit.
func (p *Position) PerftUpTo(depth int, limit uint64) uint64 {
	switch depth {
	case 0:
		return 1
	case 1:
		return p.Count()
	}
	if !p.rules.caps.tracksHistory { // no rule depends on earlier positions
		history := p.history
		p.history = nil
		defer func() { p.history = history }()
	}
	return p.perft(depth, make([][]Move, depth), limit)
}

func (p *Position) perft(depth int, levels [][]Move, limit uint64) uint64 {
	if depth == 1 {
		return p.Count()
	}
	moves := p.Moves(levels[depth-1][:0])
	levels[depth-1] = moves
	var n uint64
	for _, m := range moves {
		p.Play(m)
		n += p.perft(depth-1, levels, limit-n)
		p.Undo()
		if n > limit {
			break
		}
	}
	return n
}
