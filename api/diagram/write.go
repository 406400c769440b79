package diagram

import (
	"cmp"
	"io"
)

// Write draws s as an SVG document. A scene that does not fit together is
// refused with every fault found, each an [*Error], and nothing is written.
// The same scene always gives the same bytes.
func Write(w io.Writer, s *Scene) error {
	var out svg
	if err := Draw(&out, s); err != nil {
		return err
	}
	out.markup("</svg>\n")
	_, err := w.Write(out.Bytes())
	return err
}

// Draw draws s on a surface. The error is that of [Write], before anything is
// drawn, or that of opening the surface.
func Draw(on Surface, s *Scene) error {
	l, err := Measure(s)
	if err != nil {
		return err
	}
	if err := on.Open(s.page(l)); err != nil {
		return err
	}
	p := painter{on, s, l}
	p.Group(RoundLines)
	p.ground()
	p.last()
	p.frame()
	for side := First; side <= Second; side++ {
		p.caption(side, s.Turn == side)
	}
	for place := range s.Places() {
		if piece, count := s.At(place); piece != nil {
			piece.draw(on, l.Placement(place), s.Flip)
			p.count(place, count)
		}
	}
	p.turnCorner()
	p.marks()
	p.End()
	return nil
}

func (s *Scene) page(l *Layout) Page {
	size := cmp.Or(s.SquareSize, Unit)
	return Page{l.Width, l.Height, float64(size) / Unit, colourPage, s.Title, s.Description}
}

// painter draws one scene.
type painter struct {
	Surface
	*Scene
	layout *Layout
}

// sans is the family of all texts.
const sans Family = "sans-serif"

// label writes a text, if there is any; the group around it sets the style.
func (p *painter) label(x, y float64, text string) {
	if text != "" {
		p.Text(x, y, text)
	}
}
