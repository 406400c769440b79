package diagram

import (
	"errors"
	"io"
)

// Placement is where a piece off or on the board is drawn: its centre in view
// box units, and its size, 1 being that on the board.
type Placement struct{ X, Y, Scale float64 }

// Reserve pieces are drawn smaller than those of the board.
const (
	labelRoom = 14   // of a cell's label, to the left of its piece
	trayScale = 0.78 // of pieces in hands and pockets
)

func squarePlacement(r Rect) Placement {
	x, y := r.Center()
	if r.W == 0 { // a hole
		return Placement{}
	}
	return Placement{x, y, 1}
}

func cellPlacement(r Rect) Placement {
	x, y := r.Center()
	return Placement{x + labelRoom/2, y, max(0.2, min(r.H, r.W-labelRoom)/Unit)}
}

func handPlacement(r Rect) Placement {
	_, y := r.Center()
	return Placement{r.X + 15, y, trayScale}
}

func pocketPlacement(r Rect) Placement {
	x, y := r.Center()
	return Placement{x, y, trayScale}
}

// WriteEmptyBoard draws what of a scene stays as it is while a game goes on:
// the board with its zones and coordinates, and the empty cells, trays and
// pockets. It is a group to be put into a picture of the size that [Measure]
// gives. The error is that of [Write].
func WriteEmptyBoard(w io.Writer, s *Scene) error {
	l, err := Measure(s)
	if err != nil {
		return err
	}
	out := new(svg)
	p := painter{out, s, l}
	p.Group(RoundLines)
	p.ground()
	p.frame()
	for _, side := range []Side{First, Second} {
		p.caption(side, s.Turn == side)
	}
	p.End()
	_, err = w.Write(out.Bytes())
	return err
}

// WriteSymbol draws a piece about the origin, one square in size, as the inside
// of a group to be used many times. flip turns its tile as a flipped scene
// does.
func WriteSymbol(w io.Writer, p *Piece, flip bool) error {
	c := checker{}
	c.piece("Piece", -1, p)
	if len(c.faults) > 0 {
		return errors.Join(c.faults...)
	}
	var out svg
	p.draw(&out, Placement{0, 0, 1}, flip)
	_, err := w.Write(out.Bytes())
	return err
}
