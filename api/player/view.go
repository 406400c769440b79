package player

import (
	"bytes"
	"fmt"
	"math"

	"assay/api/diagram"
)

// View is a board without pieces, as the script draws on it: what the positions
// of a game share.
type View struct {
	Files  int      `json:"files"`
	Ranks  int      `json:"ranks"`
	Sides  []string `json:"sides"`
	Places []string `json:"places"` // their names
	// Called are the names of squares in the notation that is shown; none where
	// they are their own.
	Called []string `json:"called,omitempty"`
	Ways   [2]Way   `json:"ways"` // as First sees it, and as Second does
	// Colours stand for the sides: ground, edge, and what is written on it;
	// none where the sides are named in drawings.
	Colours [][3]string `json:"colours,omitempty"`
	Tall    bool        `json:"tall,omitempty"` // much higher than wide
	// Symbols are pieces, each drawn once; none where a page has them once for
	// all of its games.
	Symbols []Symbol `json:"symbols,omitempty"`
}

// Way is a view from one side. Drawings are SVG.
type Way struct {
	Width    float64      `json:"width"`
	Height   float64      `json:"height"`
	Ground   string       `json:"ground"`             // under the last move
	Frame    string       `json:"frame,omitempty"`    // over it
	Captions [][2]string  `json:"captions,omitempty"` // of each side: waiting, and to move
	Points   [][3]float64 `json:"points"`             // x, y and scale of each place; scale 0 for what is no cell
	Cell     string       `json:"cell,omitempty"`     // path data of a cell about its point, where it is no square
}

// Symbol is a piece as drawn, with its tile pointing either way.
type Symbol struct {
	Name   string    `json:"name"`
	Letter string    `json:"letter"`
	Side   int       `json:"side"`
	SVG    [2]string `json:"svg"`
}

// Artist draws what positions share, each thing once.
type Artist interface {
	// Number gives the number of a piece among the symbols.
	Number(*diagram.Piece) (int, error)
	// Way draws the empty board of a scene, without Points, which are those of
	// the layout. The error is that of [diagram.Write].
	Way(*diagram.Scene) (Way, *diagram.Layout, error)
}

// NewView draws the board of a game. All scenes of the game have to keep the
// same [diagram.Reserve.Room]. The error is that of [diagram.Write].
func NewView(a Artist, like *diagram.Scene) (*View, error) {
	s := *like
	s.Turn, s.Marks, s.Arrows, s.LastMove = diagram.Nobody, nil, nil, nil
	out := &View{Files: s.Files, Ranks: s.Ranks, Places: names(&s), Called: s.Called}
	for side := range s.Reserves {
		out.Sides = append(out.Sides, s.Reserves[side].Name)
	}
	for i, flip := range []bool{false, true} {
		s.Flip = flip
		way, layout, err := a.Way(&s)
		if err != nil {
			return nil, err
		}
		for _, place := range order(&s) {
			at := layout.Placement(place)
			way.Points = append(way.Points, [3]float64{hundredths(at.X), hundredths(at.Y), hundredths(at.Scale)})
		}
		way.Cell = layout.Cell()
		out.Ways[i] = way
	}
	return out, nil
}

// Name is what readers are told of a place by its number.
func (v *View) Name(place int) string {
	if place < len(v.Called) {
		return v.Called[place]
	}
	return v.Places[place]
}

// order lists the places of a scene as views number them: the squares, then
// the cells, the hand and the pocket of First, and those of Second.
func order(s *diagram.Scene) []int {
	var out []int
	for square := range s.Files * s.Ranks {
		out = append(out, square)
	}
	for side := diagram.First; side <= diagram.Second; side++ {
		r := &s.Reserves[side]
		for cell := range r.Cells {
			out = append(out, s.CellPlace(side, cell))
		}
		for kind := range max(len(r.Hand), r.Room) {
			out = append(out, s.HandPlace(side, kind))
		}
		if r.HasPocket {
			out = append(out, s.PocketPlace(side))
		}
	}
	return out
}

// names are the names of the places, in their order: squares and cells by their
// own names, slots of hands as "hand1.0", and pockets as annotations name them.
func names(s *diagram.Scene) []string {
	var out []string
	for square := range s.Files * s.Ranks {
		out = append(out, s.SquareName(square))
	}
	for side := range s.Reserves {
		r := &s.Reserves[side]
		for _, cell := range r.Cells {
			out = append(out, cell.Label)
		}
		for kind := range max(len(r.Hand), r.Room) {
			out = append(out, fmt.Sprintf("hand%d.%d", side+1, kind))
		}
		if r.HasPocket {
			out = append(out, fmt.Sprintf("pocket%d", side+1))
		}
	}
	return out
}

// Symbols is an [Artist] whose drawings stand in the view itself. Sides have no
// captions: the page names them.
type Symbols struct {
	Drawn   []Symbol
	numbers map[diagram.Piece]int
}

// Number gives the number of a piece among those drawn.
func (a *Symbols) Number(p *diagram.Piece) (int, error) {
	if n, ok := a.numbers[*p]; ok {
		return n, nil
	}
	drawn := Symbol{Name: p.Name, Letter: p.Letter, Side: int(p.Side)}
	for i, flip := range []bool{false, true} {
		var out bytes.Buffer
		if err := diagram.WriteSymbol(&out, p, flip); err != nil {
			return 0, err
		}
		drawn.SVG[i] = out.String()
	}
	if a.numbers == nil {
		a.numbers = map[diagram.Piece]int{}
	}
	n := len(a.Drawn)
	a.numbers[*p] = n
	a.Drawn = append(a.Drawn, drawn)
	return n, nil
}

// Way draws an empty board.
func (a *Symbols) Way(s *diagram.Scene) (Way, *diagram.Layout, error) {
	bare := *s
	for side := range bare.Reserves {
		bare.Reserves[side].Name = ""
	}
	l, err := diagram.Measure(&bare)
	if err != nil {
		return Way{}, nil, err
	}
	var ground bytes.Buffer
	err = diagram.WriteEmptyBoard(&ground, &bare)
	return Way{Width: l.Width, Height: l.Height, Ground: ground.String()}, l, err
}

// hundredths rounds to what a reader can see.
func hundredths(v float64) float64 { return math.Round(v*100) / 100 }
