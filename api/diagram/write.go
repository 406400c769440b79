package diagram

import "io"

// Write draws s as an SVG document. A scene that does not fit together is
// refused with every fault found, each an [*Error], and nothing is written.
// The same scene always gives the same bytes.
func Write(w io.Writer, s *Scene) error {
	l, err := Measure(s)
	if err != nil {
		return err
	}
	size := s.SquareSize
	if size == 0 {
		size = Unit
	}
	p := painter{Scene: s, layout: l}
	p.open(l.Width, l.Height, size)
	p.element("title", s.Title)
	p.element("desc", s.Description)
	p.markup(`<rect width="`, l.Width, `" height="`, l.Height, `" fill="`, colourPage, `"/>`,
		`<g stroke-linejoin="round" stroke-linecap="round">`)
	p.board()
	p.coordinates()
	p.reserve(First)
	p.reserve(Second)
	for sq, piece := range s.Pieces {
		if piece != nil {
			x, y := l.Square(sq).Center()
			p.piece(piece, x, y, 1, s.Flip)
		}
	}
	p.turnCorner()
	p.marks()
	p.arrows()
	p.markup("</g></svg>\n")
	_, err = w.Write(p.Bytes())
	return err
}

// painter draws one scene.
type painter struct {
	canvas
	*Scene
	layout *Layout
}
