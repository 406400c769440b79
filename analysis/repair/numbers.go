package repair

import (
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/format"
)

// costJump is the cost of a jump in the move numbers, and costJumps bounds the
// sum of the jumps.
const (
	costJump  = 1.5
	costJumps = 6
)

// moveNumbers are the move numbers of a record.
type moveNumbers struct {
	written     []int // by slot; 0 for none
	first       int   // of the first ply
	second      int   // 1 if Second moves first
	countsPlies bool  // numbers count plies, not moves
	paired      bool  // one number serves both plies of a move
	costBefore  float64
}

func numbersOf(p *rules.Position, rec *parser.Record) moveNumbers {
	n := moveNumbers{first: 1, second: int(p.Side()),
		countsPlies: parser.Traits(rec.Written()).Numbers == format.NumbersPlies}
	row := make([]token, len(rec.Moves))
	n.paired = true
	for i := range rec.Moves {
		n.written = append(n.written, rec.Moves[i].Number)
		row[i].slot = i
		if i > 0 && rec.Moves[i].Number > 0 && rec.Moves[i-1].Number > 0 {
			n.paired = false
		}
	}
	if n.written[0] > 0 {
		n.first = n.written[0]
	}
	n.costBefore = n.cost(row)
	return n
}

// at returns the expected number of token i, from 0.
func (n *moveNumbers) at(i int) int {
	if n.countsPlies {
		return n.first + i
	}
	return n.first + (i+n.second)/2
}

// cost returns the cost of the jumps in a sequence.
func (n *moveNumbers) cost(row []token) (cost float64) {
	off := 0
	for i, w := range row {
		if w.slot < 0 || n.written[w.slot] == 0 {
			continue
		}
		if now := n.written[w.slot] - n.at(i); now != off {
			cost, off = cost+costJump, now
		}
	}
	return min(cost, costJumps)
}

// mismatches counts the tokens with other slot numbers than expected.
func (n *moveNumbers) mismatches(slots []int) (odd int) {
	for i, slot := range slots {
		if slot < 0 || n.written[slot] == 0 {
			continue
		}
		if n.written[slot] != n.at(i) || n.paired && !n.countsPlies && i > 0 && (i+n.second)%2 == 1 {
			odd++
		}
	}
	return odd
}
