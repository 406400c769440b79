package notation

import (
	"slices"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// page is a Game Courier page with its own coordinates; nil if it has none.
type page struct {
	*variant.Page
	squares []string // names by Square
	named   map[string]rules.Square
}

// pageOf returns the page of a variant.
func pageOf(r *rules.Rules) *page {
	p := &page{Page: r.Definition().Page, named: map[string]rules.Square{}}
	if p.Page == nil {
		return nil
	}
	for rank := range r.Ranks() {
		for file := range r.Files() {
			name := p.Square(file, rank)
			p.named[name] = rules.Square(len(p.squares))
			p.squares = append(p.squares, name)
		}
	}
	return p
}

// cells returns a side's reserve cells in fill order.
func (g *page) cells(side rules.Side) []string {
	if g == nil || len(g.Reserve) == 0 {
		return nil
	}
	return g.Reserve[side]
}

// cellContents are the contents of both sides' reserve cells.
type cellContents struct {
	cells int // per side
	held  [2][variant.MaxCells]rules.PieceType
}

// of returns the contents of a side's cells.
func (s *cellContents) of(side rules.Side) []rules.PieceType { return s.held[side][:s.cells] }

// place puts a piece into the first free cell (PSC-17). If all cells are full,
// the piece is in hand without a cell.
func (s *cellContents) place(side rules.Side, t rules.PieceType) {
	if i := slices.Index(s.of(side), rules.NoPieceType); i >= 0 {
		s.held[side][i] = t
	}
}

// find returns the first cell with a piece type.
func (s *cellContents) find(side rules.Side, t rules.PieceType) (cell int, ok bool) {
	cell = slices.Index(s.of(side), t)
	return cell, cell >= 0
}

// hasLoose reports whether the hand has a piece of that type outside the cells.
func (s *cellContents) hasLoose(p *rules.Position, t rules.PieceType) bool {
	n := p.InHand(p.Side(), t)
	for _, held := range s.of(p.Side()) {
		if held == t {
			n--
		}
	}
	return n > 0
}

// noCell marks a piece in hand outside the cells.
const noCell = -1

// recordedDrop is a drop as written. Its cell determines which cell a later
// capture fills.
type recordedDrop struct {
	ply  int
	move rules.Move
	cell int
}

// reserve tracks the reserve cells of a record, from its positions and from the
// cells named in drops.
type reserve struct {
	cells  int // per side
	moves  []rules.Move
	before []cellContents // before each move, and after the last
	last   recordedDrop
}

// at returns the contents of the cells in a position.
func (v *reserve) at(p *rules.Position) *cellContents {
	known := 0
	for known < min(len(v.moves), p.Ply()) {
		if m, _, _ := p.Played(known); m != v.moves[known] {
			break
		}
		known++
	}
	if known == 0 {
		v.moves, v.before = v.moves[:0], append(v.before[:0], startStrips(p, v.cells))
	}
	v.moves, v.before = v.moves[:known], v.before[:known+1]
	for i := known; i < p.Ply(); i++ {
		m, moved, captured := p.Played(i)
		s := v.before[i]
		if m.Kind() == rules.Drop {
			t := rules.PieceType(m.Slot())
			cell, ok := s.find(moved.Side(), t)
			if v.last.ply == i && v.last.move == m {
				cell, ok = v.last.cell, v.last.cell != noCell
			}
			if ok {
				s.held[moved.Side()][cell] = rules.NoPieceType
			}
		}
		if captured != rules.NoPiece {
			if t, ok := p.Rules().Receives(moved.Type(), captured.Type()); ok {
				s.place(moved.Side(), t)
			}
		}
		v.moves, v.before = append(v.moves, m), append(v.before, s)
	}
	return &v.before[p.Ply()]
}

// startStrips fills the cells with the hands of the starting position, in the
// order of the definition.
func startStrips(p *rules.Position, cells int) cellContents {
	r := p.Rules()
	var held [2]map[rules.PieceType]int
	for side := range held {
		held[side] = map[rules.PieceType]int{}
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			held[side][t] = p.InHand(rules.Side(side), t)
		}
	}
	for i := range p.Ply() {
		m, moved, captured := p.Played(i)
		if m.Kind() == rules.Drop {
			held[moved.Side()][moved.Type()]++
		}
		if captured != rules.NoPiece {
			if t, ok := r.Receives(moved.Type(), captured.Type()); ok {
				held[moved.Side()][t]--
			}
		}
	}
	s := cellContents{cells: cells}
	for side := range held {
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			for range held[side][t] {
				s.place(rules.Side(side), t)
			}
		}
	}
	return s
}
