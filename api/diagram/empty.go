package diagram

import (
	"errors"
	"io"
)

// Placement is the centre of a drawn piece in view box units, and its scale
// relative to pieces on the board.
type Placement struct{ X, Y, Scale float64 }

// Pieces in reserves are smaller than on the board.
const (
	labelRoom = 14   // space for a cell's label, left of its piece
	trayScale = 0.78 // pieces in hands and pockets
)

func squarePlacement(r Rect) Placement {
	x, y := r.Center()
	if r.W == 0 { // no cell
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

// WriteEmptyBoard draws the parts of a scene that do not change during a game:
// board, zones, coordinates, and empty cells, trays and pockets. The result is
// a group for a picture of the size that [Measure] returns. It returns the
// error of [Write].
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

// WriteSymbol draws a piece of one square at the origin, for reuse as a symbol.
// flip turns its tile as in a flipped scene.
func WriteSymbol(w io.Writer, p *Piece, flip bool) error {
	c := checker{}
	c.piece("Piece", -1, p)
	if len(c.errs) > 0 {
		return errors.Join(c.errs...)
	}
	var out svg
	p.draw(&out, Placement{0, 0, 1}, flip)
	_, err := w.Write(out.Bytes())
	return err
}
