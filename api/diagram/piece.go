package diagram

import (
	"cmp"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"
)

// The outlines of a tile that points up and of one that points down, in a box
// of one square about its centre; with them the marks of a promoted one.
var (
	tiles     = [2]*Path{figure("M0-17.8L13.6-12.4L16.4 17.4H-16.4L-13.6-12.4Z"), figure("M0 17.8L13.6 12.4L16.4-17.4H-16.4L-13.6 12.4Z")}
	innerRims = [2]*Path{figure("M0-15.2L11.5-10.6L13.9 15H-13.9L-11.5-10.6Z"), figure("M0 15.2L11.5 10.6L13.9-15H-13.9L-11.5 10.6Z")}
	feet      = [2]*Path{figure("M14 15.2V9L7.8 15.2ZM-14 15.2V9L-7.8 15.2Z"), figure("M14-15.2V-9L7.8-15.2ZM-14-15.2V-9L-7.8-15.2Z")}
	// drops move the glyph from the centre of the square to that of the tile.
	drops = [2]float64{1.8, -1.8}
)

// WritePiece draws a single piece, size pixels high and wide, titled by its
// name or, without one, its letter.
func WritePiece(w io.Writer, p *Piece, size int) error {
	c := checker{}
	c.piece("Piece", -1, p)
	c.between("size", size, MinSquareSize, MaxSquareSize)
	if len(c.faults) > 0 {
		return errors.Join(c.faults...)
	}
	var out svg
	out.document(Page{Width: Unit, Height: Unit, Scale: float64(size) / Unit, Title: cmp.Or(p.Name, p.Letter)})
	out.Group(RoundLines)
	p.draw(&out, Placement{Unit / 2, Unit / 2, 1}, false)
	out.End()
	out.markup("</svg>\n")
	_, err := w.Write(out.Bytes())
	return err
}

// look is how a piece's tile looks.
type look struct {
	side, way Side // way is the end it points to: up the picture for First
	promoted  bool
}

// look of a piece: tiles point up the picture for First, down for Second, the
// other way round when flipped.
func (p *Piece) look(flip bool) look {
	l := look{p.Side, p.Side, p.Promoted || glyphs[p.Glyph].promoted}
	if flip {
		l.way = 1 - l.way
	}
	return l
}

func (l look) livery() *livery {
	if l.promoted {
		return &liveries[l.side][1]
	}
	return &liveries[l.side][0]
}

// key names a look among tiles.
func (l look) key() string {
	key := "t" + strconv.Itoa(int(l.side)) + strconv.Itoa(int(l.way))
	if l.promoted {
		key += "x"
	}
	return key
}

// draw draws p where it stands.
func (p *Piece) draw(on Surface, at Placement, flip bool) {
	on.Group(Transform(at))
	on.Name(p.Name)
	if p.Side == Nobody {
		wall(on)
		on.End()
		return
	}
	look := p.look(flip)
	look.tile(on)
	p.glyph(on, look)
	on.End()
}

// wall draws a square about the origin that nothing stands on.
func wall(on Surface) {
	on.Path(Fill(colourText), new(Path).box(Rect{-Unit / 2, -Unit / 2, Unit, Unit}))
}

// tile draws a tile about the origin.
func (l look) tile(on Surface) {
	livery := l.livery()
	on.Path(tiles[l.way], Fill(livery.ground), Stroke(livery.edge), StrokeWidth(1.6))
	if l.promoted {
		on.Path(innerRims[l.way], Fill(None), Stroke(livery.trim), StrokeWidth(1.1))
		on.Path(feet[l.way], Fill(livery.trim))
	}
}

// glyph draws what stands on a piece's tile.
func (p *Piece) glyph(on Surface, l look) {
	livery := l.livery()
	if p.Glyph == "" {
		letter(on, p.Letter, drops[l.way], livery.ink)
		return
	}
	zoom := 1.1
	if l.promoted {
		zoom = 0.95 // to stay clear of the rim
	}
	on.Group(Transform{0, drops[l.way], zoom}, Fill(livery.ink))
	for _, s := range glyphs[p.Glyph].shapes {
		s.draw(on, livery)
	}
	on.End()
}

// draw draws a part of a glyph, in a group whose fill is the ink.
func (s *shape) draw(on Surface, look *livery) {
	traits := []Trait{s.path}
	if s.shift != (Transform{}) {
		traits = append(traits, s.shift)
	}
	colour := look.ink
	if s.void {
		colour = look.ground
	}
	if s.width > 0 {
		traits = append(traits, Fill(None), Stroke(colour), StrokeWidth(s.width))
	} else if s.void {
		traits = append(traits, Fill(colour))
	}
	on.Path(traits...)
}

// letter draws the text of a piece without glyph, smaller the longer it is.
func letter(on Surface, s string, y float64, ink Colour) {
	size := 22.0
	if n := utf8.RuneCountInString(s); n > 1 {
		size = max(4, 30/float64(n))
	}
	on.Text(0, y+size*0.36, s, sans, Bold(true), FontSize(size), Middle{}, Fill(ink))
}
