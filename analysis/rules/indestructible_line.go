package rules

import (
	"fmt"
	"strings"
)

// indestructibleLine protects three pieces of one side, one of each group, on
// three adjacent squares in a row, column or diagonal (CSG-7).
type indestructibleLine struct {
	ruleCited
	Groups [][]string `yaml:"groups" says:"three lists of pieces; a line has one piece of each"`
	groups [3]PieceTypeSet
}

var indestructibleLineKind = moduleOf("indestructible-line",
	"Three pieces of one side, one of each group, on adjacent squares in a row, column or diagonal cannot be captured.",
	func(c *moduleContext, m *indestructibleLine) {
		if len(m.Groups) != len(m.groups) {
			c.report("groups are three lists of pieces, found %d", len(m.Groups))
		}
		for i := range min(len(m.Groups), len(m.groups)) {
			m.groups[i] = c.pieces(m.Groups[i])
		}
		c.add(m)
	})

func (m *indestructibleLine) describe(r *Rules) string {
	words := make([]string, len(m.Groups))
	for i, group := range m.Groups {
		words[i] = r.definition.PieceNames(group, "or")
	}
	return fmt.Sprintf("Three pieces of one side on adjacent squares in a row, column or diagonal cannot be captured, "+
		"if one is %s", strings.Join(words, ", one "))
}

func (m *indestructibleLine) restrict(p *Position, legal *legality) {
	legal.targets = legal.targets.AndNot(m.protected(p, p.side.Other()))
}

// protected returns the pieces of a side in a complete line.
func (m *indestructibleLine) protected(p *Position, side Side) Bitboard {
	var group [3]Bitboard
	for i, kinds := range m.groups {
		group[i] = p.ofTypes(side, kinds)
		if group[i].Empty() {
			return Bitboard{}
		}
	}
	any := group[0].Or(group[1]).Or(group[2])
	var out Bitboard
	for d := range 4 {
		near, far := p.rules.shiftedBack(any, d, 1), p.rules.shiftedBack(any, d, 2)
		starts := any.And(near).And(far) // three in a row from here
		for !starts.Empty() {
			if squares, complete := m.lineFrom(p, starts.Pop(), d, side); complete {
				for _, s := range squares {
					out = out.Or(bit(s))
				}
			}
		}
	}
	return out
}

// lineFrom returns the three squares from s in direction d, and whether they have
// one piece of each group of a side.
func (m *indestructibleLine) lineFrom(p *Position, s Square, d int, side Side) (squares [3]Square, complete bool) {
	if !p.rules.squaresLeft[d][2].Has(s) {
		return squares, false
	}
	v := directionVectors[d]
	seen := 0
	for i := range squares {
		at := s + Square(i*(v[1]*p.rules.files+v[0]))
		squares[i] = at
		if pc := p.board[at]; pc.Side() == side {
			for n := range m.groups {
				if m.groups[n].Has(pc.Type()) {
					seen |= 1 << n
				}
			}
		}
	}
	return squares, seen == 7
}

// shiftedBack returns the squares from which n steps in direction d reach b.
func (g *geometry) shiftedBack(b Bitboard, d, n int) Bitboard {
	v := directionVectors[d]
	return b.Shift(-n * (v[1]*g.files + v[0])).And(g.squaresLeft[d][n])
}

func (m *indestructibleLine) forbids(p *Position, mv Move) bool {
	if mv.Kind() != Step || p.board[mv.To()] == NoPiece {
		return false
	}
	_, found := m.lineThrough(p, mv.To())
	return found
}

// lineThrough finds a complete line through s of the owner of the piece on it.
func (m *indestructibleLine) lineThrough(p *Position, s Square) (squares [3]Square, found bool) {
	side := p.board[s].Side()
	kind := p.board[s].Type()
	if !(m.groups[0] | m.groups[1] | m.groups[2]).Has(kind) {
		return squares, false
	}
	for d := range 4 {
		v := directionVectors[d]
		for back := range 3 {
			start, ok := p.rules.offset(s, -back*v[0], -back*v[1])
			if !ok {
				break
			}
			if line, complete := m.lineFrom(p, start, d, side); complete {
				return line, true
			}
		}
	}
	return squares, false
}

func (m *indestructibleLine) explain(p *Position, mv Move) (reason, message string) {
	squares, _ := m.lineThrough(p, mv.To())
	r := p.rules
	return "indestructible", fmt.Sprintf("the %s on %s stands in the line %s-%s-%s and cannot be captured",
		r.pieceTypes[p.board[mv.To()].Type()].name, r.SquareName(mv.To()),
		r.SquareName(squares[0]), r.SquareName(squares[1]), r.SquareName(squares[2]))
}

func (m *indestructibleLine) relation() Relation {
	return Relation{Name: "alloy", Sided: true, Rule: m.ruleID, holds: func(p *Position, side Side) bool {
		return !m.protected(p, side).Empty()
	}}
}
