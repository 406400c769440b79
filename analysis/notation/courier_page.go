package notation

import (
	"fmt"
	"slices"

	"assay/analysis/rules"
)

// stripCells is how many reserve cells a side has on a page with coordinates
// of its own.
const stripCells = 8

// page is the coordinates of a Game Courier page that differ from those of the
// board, and where hands and pockets lie on it.
type page struct {
	squares []string // by Square
	named   map[string]rules.Square
	pocket  [2]string
	reserve [2][stripCells]string // in the order of filling
}

// pages are the games with such a page, by their ids.
var pages = map[string]*page{
	"pocket-shogi-copper":       pocketPage,
	"pocket-shogi-copper-prime": pocketPage,
}

// pocketPage is the page of the Pocket Shogi pair (PSC-17): a rank's letter
// from the bottom, where White sits, r, and a column; columns 10 down to 2 are
// the files, 11 and 1 the strips beside the board.
var pocketPage = newPocketPage()

func newPocketPage() *page {
	const files, ranks = 9, 9
	p := &page{squares: make([]string, files*ranks), named: map[string]rules.Square{}}
	letter := func(n int) string { return string(rune('a' + n)) }
	for rank := range ranks {
		for file := range files {
			name := fmt.Sprintf("%sr%d", letter(ranks-1-rank), files+1-file)
			p.squares[rank*files+file] = name
			p.named[name] = rules.Square(rank*files + file)
		}
	}
	p.pocket[rules.First], p.pocket[rules.Second] = letter(ranks-1)+"r11", letter(0)+"r1"
	for i := range stripCells {
		p.reserve[rules.First][i] = letter(ranks-2-i) + "r11"
		p.reserve[rules.Second][i] = letter(1+i) + "r1"
	}
	return p
}

// cellNamed is the reserve cell of that coordinate.
func (g *page) cellNamed(side rules.Side, name string) (int, bool) {
	if g == nil {
		return 0, false
	}
	i := slices.Index(g.reserve[side][:], name)
	return i, i >= 0
}

// strips is what lies in each side's reserve cells.
type strips [2][stripCells]rules.PieceType

// place puts a piece into the first free cell (PSC-17); beyond the last cell
// it lies in the hand without one.
func (s *strips) place(side rules.Side, t rules.PieceType) {
	if i := slices.Index(s[side][:], rules.NoPieceType); i >= 0 {
		s[side][i] = t
	}
}

// find is the first cell with a piece of that kind.
func (s *strips) find(side rules.Side, t rules.PieceType) (cell int, ok bool) {
	cell = slices.Index(s[side][:], t)
	return cell, cell >= 0
}

// loose reports whether the hand holds a piece of that kind beside those in
// cells.
func (s *strips) loose(p *rules.Position, t rules.PieceType) bool {
	n := p.InHand(p.Side(), t)
	for _, held := range s[p.Side()] {
		if held == t {
			n--
		}
	}
	return n > 0
}

// noCell stands for a hand's piece outside the cells.
const noCell = -1

// draw is a drop as its text named it: the cell decides what a later capture
// fills.
type draw struct {
	ply  int
	move rules.Move
	cell int
}

// reserve follows the reserve cells through a record, from the plies of its
// positions and from the cells that the texts of drops name.
type reserve struct {
	moves  []rules.Move
	before []strips // before each of moves, and after the last
	last   draw
}

// at is what the cells hold in a position.
func (v *reserve) at(p *rules.Position) *strips {
	known := 0
	for known < min(len(v.moves), p.Ply()) {
		if m, _, _ := p.Played(known); m != v.moves[known] {
			break
		}
		known++
	}
	if known == 0 {
		v.moves, v.before = v.moves[:0], append(v.before[:0], startStrips(p))
	}
	v.moves, v.before = v.moves[:known], v.before[:known+1]
	for i := known; i < p.Ply(); i++ {
		m, moved, captured := p.Played(i)
		s := v.before[i]
		if m.Kind() == rules.Drop {
			t := rules.PieceType(m.From())
			cell, ok := s.find(moved.Side(), t)
			if v.last.ply == i && v.last.move == m {
				cell, ok = v.last.cell, v.last.cell != noCell
			}
			if ok {
				s[moved.Side()][cell] = rules.NoPieceType
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

// drawn notes which cell the text of a drop named.
func (v *reserve) drawn(p *rules.Position, m rules.Move, cell int) {
	v.last = draw{ply: p.Ply(), move: m, cell: cell}
}

// startStrips fills the cells with the hands at the start of a position's
// history, in the order of the definition.
func startStrips(p *rules.Position) strips {
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
	var s strips
	for side := range held {
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			for range held[side][t] {
				s.place(rules.Side(side), t)
			}
		}
	}
	return s
}
