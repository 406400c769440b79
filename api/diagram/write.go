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
	p.ground()
	p.last()
	p.frame()
	for side := First; side <= Second; side++ {
		p.caption(side, s.Turn == side)
	}
	for place := range s.Places() {
		if piece, count := s.At(place); piece != nil {
			at := l.Stand(place)
			p.piece(piece, at.X, at.Y, at.Scale, s.Flip)
			p.count(place, count)
		}
	}
	p.turnCorner()
	p.marks()
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
