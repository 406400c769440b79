package player

import (
	"bytes"
	"fmt"
	"math"

	"assay/api/diagram"
)

// View is an empty board for the script: everything that the positions of a
// game share.
type View struct {
	Files  int      `json:"files"`
	Ranks  int      `json:"ranks"`
	Sides  []string `json:"sides"`
	Places []string `json:"places"` // names
	// SquareNames are the square names in the notation shown; empty if they are
	// the same.
	SquareNames []string `json:"called,omitempty"`
	Ways        [2]Way   `json:"ways"` // from First's side, and from Second's
	// Colours of the sides: background, border, text; empty if drawings show
	// the sides' names.
	Colours [][3]string `json:"colours,omitempty"`
	Tall    bool        `json:"tall,omitempty"` // much taller than wide
	// Symbols are the pieces, each drawn once; empty if a page shares them
	// among its games.
	Symbols []Symbol `json:"symbols,omitempty"`
}

// Way is the board seen from one side. Drawings are SVG.
type Way struct {
	Width    float64      `json:"width"`
	Height   float64      `json:"height"`
	Ground   string       `json:"ground"`             // below the marks of the last move
	Frame    string       `json:"frame,omitempty"`    // above them
	Captions [][2]string  `json:"captions,omitempty"` // per side: waiting, and to move
	Points   [][3]float64 `json:"points"`             // x, y and scale per place; scale 0 if it is not a cell
	Cell     string       `json:"cell,omitempty"`     // path data of a cell around its point; empty for squares
}

// Symbol is a drawn piece, in both orientations.
type Symbol struct {
	Name   string    `json:"name"`
	Letter string    `json:"letter"`
	Side   int       `json:"side"`
	SVG    [2]string `json:"svg"`
}

// Artist draws each board and piece once, for all positions to share.
type Artist interface {
	// Number returns the index of a piece among the symbols.
	Number(*diagram.Piece) (int, error)
	// Way draws the empty board of a scene. It leaves Points empty; they come
	// from the layout. It returns the errors of [diagram.Write].
	Way(*diagram.Scene) (Way, *diagram.Layout, error)
}

// NewView draws the board of a game. All scenes of the game must have the same
// [diagram.Reserve.Room]. It returns the errors of [diagram.Write].
func NewView(a Artist, like *diagram.Scene) (*View, error) {
	s := *like
	s.Turn, s.Marks, s.Arrows, s.LastMove = diagram.Nobody, nil, nil, nil
	out := &View{Files: s.Files, Ranks: s.Ranks, Places: placeNames(&s), SquareNames: s.SquareNames}
	for side := range s.Reserves {
		out.Sides = append(out.Sides, s.Reserves[side].Name)
	}
	for i, flip := range []bool{false, true} {
		s.Flip = flip
		way, layout, err := a.Way(&s)
		if err != nil {
			return nil, err
		}
		for _, place := range placeOrder(&s) {
			at := layout.Placement(place)
			way.Points = append(way.Points,
				[3]float64{roundHundredths(at.X), roundHundredths(at.Y), roundHundredths(at.Scale)})
		}
		way.Cell = layout.Cell()
		out.Ways[i] = way
	}
	return out, nil
}

// Name returns the displayed name of a place.
func (v *View) Name(place int) string {
	if place < len(v.SquareNames) {
		return v.SquareNames[place]
	}
	return v.Places[place]
}

// placeOrder returns the places of a scene in the order of a view: the squares,
// then the cells, hand and pocket of First, then the same of Second.
func placeOrder(s *diagram.Scene) []int {
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

// placeNames returns the names of the places, in the order of placeOrder.
// Squares and cells have their own names, slots of hands names such as
// "hand1.0", and pockets the names used in annotations.
func placeNames(s *diagram.Scene) []string {
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

// Symbols is an [Artist] with its drawings in the view itself. It draws no
// captions: the page names the sides.
type Symbols struct {
	Drawn   []Symbol
	numbers map[diagram.Piece]int
}

// Number returns the index of a piece, which it draws at first use.
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

// roundHundredths rounds to a precision that is still visible.
func roundHundredths(v float64) float64 { return math.Round(v*100) / 100 }
