package pattern

import (
	"assay/analysis/rules"
	"assay/index/tape"
)

// counter returns a count for the player's current position.
type counter func(p *tape.Player) int

func (c *compiler) sum(n Sum) test {
	if test, ok := c.standing(n); ok {
		return test
	}
	counters := make([]counter, len(n.Terms))
	weights := make([]int, len(n.Terms))
	for i, term := range n.Terms {
		counters[i], weights[i] = c.counter(term.Of), term.Weight
	}
	holds := comparison(n.Op, n.Than)
	compared := func(p *tape.Player) bool {
		sum := 0
		for i, count := range counters {
			sum += weights[i] * count(p)
		}
		return holds(sum)
	}
	if cost(n) > 0 {
		unguarded, m := compared, c.matcher
		compared = func(p *tape.Player) bool { return !m.canceled() && unguarded(p) }
	}
	if !n.UsesAnalysis() {
		return compared
	}
	return func(p *tape.Player) bool { return n.analysisKnown(p) && compared(p) }
}

func comparison(op Op, than int) func(int) bool {
	switch op {
	case Equal:
		return func(n int) bool { return n == than }
	case NotEqual:
		return func(n int) bool { return n != than }
	case Less:
		return func(n int) bool { return n < than }
	case LessEqual:
		return func(n int) bool { return n <= than }
	case Greater:
		return func(n int) bool { return n > than }
	default:
		return func(n int) bool { return n >= than }
	}
}

// onMaterial reports whether a count depends only on the material.
func (c *compiler) onMaterial(n Count) bool {
	switch n := n.(type) {
	case Standing:
		return n.Squares == c.board && !n.Pieces.Has(rules.NoPiece) && !n.Pieces.Has(rules.Walled)
	case Held, Pocketed:
		return true
	}
	return false
}

// standing compiles a sum that tests whether any piece of a set, or none,
// stands on some squares. It reports false for other sums.
func (c *compiler) standing(n Sum) (test, bool) {
	if len(n.Terms) != 1 || n.Terms[0].Weight <= 0 {
		return nil, false
	}
	s, ok := n.Terms[0].Of.(Standing)
	if !ok || c.onMaterial(s) {
		return nil, false
	}
	minCount, bounded := n.minCount()
	_, hasMax := n.maxCount()
	switch {
	case bounded && minCount == 1:
		return c.exists(s), true
	case hasMax && n.onlyZero():
		exists := c.exists(s)
		return func(p *tape.Player) bool { return !exists(p) }, true
	}
	return nil, false
}

// minCount returns the smallest count for which a sum of one term holds.
// bounded reports whether all greater counts hold too.
func (n Sum) minCount() (count int, bounded bool) {
	w := n.Terms[0].Weight
	switch n.Op {
	case GreaterEqual:
		return max(0, (n.Than+w-1)/w), true
	case Greater:
		if n.Than < 0 {
			return 0, true
		}
		return n.Than/w + 1, true
	case NotEqual:
		return 1, n.Than == 0
	}
	return 0, false
}

// maxCount returns the greatest count for which a sum of one term holds.
// bounded reports whether all smaller counts hold too.
func (n Sum) maxCount() (count int, bounded bool) {
	w := n.Terms[0].Weight
	switch n.Op {
	case LessEqual:
		return n.Than / w, n.Than >= 0
	case Less:
		return (n.Than - 1) / w, n.Than > 0
	case Equal:
		return 0, n.Than == 0
	}
	return 0, false
}

func (n Sum) onlyZero() bool {
	count, bounded := n.maxCount()
	return bounded && count == 0
}

// exists compiles a test that reads the squares or the piece bitboards,
// whichever are fewer.
func (c *compiler) exists(s Standing) test {
	squares, pieces := c.squares(s.Squares), c.pieces(s.Pieces)
	set := s.Pieces
	switch {
	case len(squares) == 1:
		q := squares[0]
		return func(p *tape.Player) bool { return set.Has(p.Board[q]) }
	case len(pieces) == 1:
		pc, on := pieces[0]&127, s.Squares
		c.matcher.bitboards = true
		return func(p *tape.Player) bool { return p.On[pc].Meets(on) }
	case len(squares) <= len(pieces):
		return func(p *tape.Player) bool {
			for _, q := range squares {
				if set.Has(p.Board[q]) {
					return true
				}
			}
			return false
		}
	}
	on := s.Squares
	c.matcher.bitboards = true
	return func(p *tape.Player) bool {
		for _, pc := range pieces {
			if p.On[pc&127].Meets(on) {
				return true
			}
		}
		return false
	}
}

func (c *compiler) counter(n Count) counter {
	switch n := n.(type) {
	case Standing:
		return c.countStanding(n)
	case Held:
		side, types := n.Side, c.types(n.Types)
		return func(p *tape.Player) int {
			sum := 0
			for _, t := range types {
				sum += int(p.Hand[side][t&63])
			}
			return sum
		}
	case Pocketed:
		side, types := n.Side, n.Types
		return func(p *tape.Player) int {
			if p.Pocket[side] != rules.NoPieceType && types.Has(p.Pocket[side]) {
				return 1
			}
			return 0
		}
	case Legal:
		return func(p *tape.Player) int {
			count, _ := n.in(p.Position())
			return count
		}
	case spatialCount:
		c.matcher.bitboards = true
		return func(p *tape.Player) int {
			count, _ := n.in(p.Arranged())
			return count
		}
	case Ply:
		return func(p *tape.Player) int { return p.Ply }
	case Plies:
		return func(p *tape.Player) int { return p.Length }
	case Evaluation:
		return func(p *tape.Player) int {
			o, _ := p.Evaluation()
			if n.Side == rules.Second {
				return -o.Score
			}
			return o.Score
		}
	case Swing:
		return func(p *tape.Player) int {
			o, _ := p.Evaluation()
			return o.Swing
		}
	case Accuracy:
		return func(p *tape.Player) int {
			accuracy, _ := p.Accuracy(int(n.Side))
			return accuracy
		}
	}
	panic("pattern: unknown count")
}

func (c *compiler) countStanding(s Standing) counter {
	squares, pieces := c.squares(s.Squares), c.pieces(s.Pieces)
	if len(squares) < len(pieces) {
		set := s.Pieces
		return func(p *tape.Player) int {
			sum := 0
			for _, q := range squares {
				if set.Has(p.Board[q]) {
					sum++
				}
			}
			return sum
		}
	}
	on := s.Squares
	c.matcher.bitboards = true
	return func(p *tape.Player) int {
		sum := 0
		for _, pc := range pieces {
			sum += p.On[pc&127].And(on).Len()
		}
		return sum
	}
}

func (c *compiler) squares(set rules.Bitboard) []rules.Square {
	var list []rules.Square
	for q := range rules.Square(c.rules.Files() * c.rules.Ranks()) {
		if set.Has(q) {
			list = append(list, q)
		}
	}
	return list
}

func (c *compiler) pieces(set Pieces) []rules.Piece {
	var list []rules.Piece
	for pc := range rules.Piece(2*c.rules.Types() + 2) {
		if set.Has(pc) {
			list = append(list, pc)
		}
	}
	return list
}

func (c *compiler) types(set rules.PieceTypeSet) []rules.PieceType {
	var list []rules.PieceType
	for t := rules.PieceType(1); int(t) <= c.rules.Types(); t++ {
		if set.Has(t) {
			list = append(list, t)
		}
	}
	return list
}
