package diagram

import (
	"cmp"
	"io"
)

// Write draws s as an SVG document. It rejects an invalid scene with all its
// errors, each an [*Error], and writes nothing. Equal scenes produce equal
// bytes.
func Write(w io.Writer, s *Scene) error {
	var out svg
	if err := Draw(&out, s); err != nil {
		return err
	}
	out.markup("</svg>\n")
	_, err := w.Write(out.Bytes())
	return err
}

// Draw draws s on a surface. The error is from the checks of [Write], before
// anything is drawn, or from [Surface.Open].
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
	if keeper, keeps := on.(groundKeeper); keeps {
		var key svg
		kept := painter{&key, s, l}
		kept.ground()
		keeper.Ground(key.String(), p.ground)
	} else {
		p.ground()
	}
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

// groundKeeper is a surface that keeps what it drew of the ground of a board.
type groundKeeper interface {
	// Ground calls draw, or repeats what that drew for the same key on an equal
	// page.
	Ground(key string, draw func())
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

// sans is the font family of all text.
const sans Family = "sans-serif"

// label draws non-empty text in the style of its group.
func (p *painter) label(x, y float64, text string) {
	if text != "" {
		p.Text(x, y, text)
	}
}
