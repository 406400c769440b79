package diagram

import (
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"
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
	// eight is the outline of an octagon, and inner one inside it.
	eight = figure("M-7.3-17.6H7.3L17.6-7.3V7.3L7.3 17.6H-7.3L-17.6 7.3V-7.3Z")
	inner = figure("M-6-14.6H6L14.6-6V6L6 14.6H-6L-14.6 6V-6Z")
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

// look is how a piece's body looks.
type look struct {
	body      body
	side, way Side // way is the end it points to: up the picture for First
	promoted  bool
	colour    Colour
}

// look of a piece: tiles point up the picture for First, down for Second, the
// other way round when flipped.
func (p *Piece) look(flip bool) look {
	l := look{p.wear().body, p.Side, p.Side, p.Promoted, p.Colour}
	if l.body == tile {
		l.promoted = l.promoted || glyphs[p.Glyph].promoted
	}
	if flip {
		l.way = 1 - l.way
	}
	return l
}

// wear is what the piece is drawn with.
func (p *Piece) wear() *wardrobe { return p.Set.of(p.Glyph).open() }

// key names a look among bodies.
func (l look) key() string {
	key := string("tbwdo"[l.body]) + strconv.Itoa(int(l.side)) + strconv.Itoa(int(l.way))
	if l.promoted {
		key += "x"
	}
	return key + strings.TrimPrefix(l.colour.hex, "#")
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
	p.inside(on, func() {
		look := p.look(flip)
		look.stand(on)
		p.face(on, look)
	})
	on.End()
}

// sizes are those of men that are smaller than the others.
var sizes = map[string]float64{"advisor": 0.8, "soldier": 0.8, "elephant": 0.92, "horse": 0.92, "chariot": 0.92, "cannon": 0.92}

// inside draws a piece in its size.
func (p *Piece) inside(on Surface, draw func()) {
	size, smaller := sizes[p.Glyph]
	if smaller = smaller && p.wear().body == octagon; smaller {
		on.Group(Transform{0, 0, size})
	}
	draw()
	if smaller {
		on.End()
	}
}

// wall draws a square about the origin that nothing stands on.
func wall(on Surface) {
	on.Path(Fill(colourText), new(Path).box(Rect{-Unit / 2, -Unit / 2, Unit, Unit}))
}

// stand draws the body of a piece about the origin.
func (l look) stand(on Surface) {
	livery := l.livery()
	ground := func(p *Path) { on.Path(p, Fill(livery.ground), Stroke(livery.edge), StrokeWidth(1.6)) }
	rim := func(p *Path) { on.Path(p, Fill(None), Stroke(livery.trim), StrokeWidth(1.1)) }
	switch l.body {
	case tile:
		ground(tiles[l.way])
		if l.promoted {
			rim(innerRims[l.way])
			on.Path(feet[l.way], Fill(livery.trim))
		}
	case wood:
		ground(tiles[l.way])
	case round:
		ground(circle(0, 0, 17.4))
		rim(circle(0, 0, 14.9))
	case octagon:
		ground(eight)
		if l.side == Second {
			rim(inner)
		}
	}
}

// turned reports whether a face is turned round with the body.
func (p *Piece) turned(l look) bool {
	return l.body == wood && l.way == Second && p.text(l) != ""
}

// text are the characters that a set writes on a piece; "" for none.
func (p *Piece) text(l look) string {
	if write := p.wear().text; write != nil {
		return write(p.Glyph, p.Side, l.promoted)
	}
	return ""
}

// sizes of characters: one of two, one that stands alone, and one in a ring.
const (
	scaleTwo  = 0.07
	scaleOne  = 0.12
	scaleRing = 0.11
)

// zoomBare is how much larger figures without a tile are.
const zoomBare = 1.42

// face draws what stands on a piece's body.
func (p *Piece) face(on Surface, l look) {
	livery, worn := l.livery(), p.wear()
	drop := 0.0
	if l.body == tile || l.body == wood {
		drop = drops[l.way]
	}
	if text := p.text(l); text != "" {
		scale := scaleOne
		switch {
		case l.body == round || l.body == octagon:
			scale = scaleRing
		case utf8.RuneCountInString(text) > 1:
			scale = scaleTwo
		}
		way := 1.0
		if p.turned(l) {
			way = -1
		}
		on.Group(Transform{0, drop, way})
		stack(on, text, scale, livery.ink)
		on.End()
		return
	}
	own, ok := worn.figures[p.Glyph]
	zoom := 1.0
	if !ok && p.Set != Letters {
		own, ok = glyphs[p.Glyph]
		zoom = 1.1
		switch {
		case l.body == bare:
			zoom = zoomBare
		case l.promoted:
			zoom = 0.95 // to stay clear of the rim
		}
	}
	switch {
	case p.Set == Own && p.Picture != nil:
		on.Group(Transform{0, drop, zoomBare})
		p.Picture.draw(on, livery, 2.6/zoomBare)
		on.End()
	case !ok && l.body == bare:
		on.Path(circle(0, 0, 15.5), Fill(livery.ground), Stroke(livery.edge), StrokeWidth(1.4))
		letter(on, p.Letter, drop, livery.ink)
	case !ok:
		letter(on, p.Letter, drop, livery.ink)
	case l.body == bare:
		on.Group(Transform{0, drop, zoom})
		outlined(on, own.shapes, livery, 2.6/zoom)
		on.End()
	default:
		on.Group(Transform{0, drop, zoom}, Fill(livery.ink))
		for _, s := range own.shapes {
			s.draw(on, livery.ground, livery.ink)
		}
		on.End()
	}
	if l.body == bare && l.promoted {
		on.Path(circle(12.5, 12.5, 3.6), Fill(colourPromoted), Stroke(livery.edge), StrokeWidth(1.2))
	}
}

// outlined draws a figure that stands free: first all that is solid, the pen
// wider by the outline, then the figure itself.
func outlined(on Surface, shapes []shape, look *livery, width float64) {
	on.Group(Fill(look.edge), Stroke(look.edge), StrokeWidth(width))
	for _, s := range shapes {
		if s.void {
			continue
		}
		traits := []Trait{s.path}
		if s.shift != (Transform{}) {
			traits = append(traits, s.shift)
		}
		if s.width > 0 {
			traits = append(traits, Fill(None), StrokeWidth(s.width+width))
		}
		on.Path(traits...)
	}
	on.End()
	on.Group(Fill(look.ground))
	for _, s := range shapes {
		s.draw(on, look.ink, look.ground)
	}
	on.End()
}

// draw draws a part of a glyph, in a group whose fill is the ink.
func (s *shape) draw(on Surface, ground, ink Colour) {
	traits := []Trait{s.path}
	if s.shift != (Transform{}) {
		traits = append(traits, s.shift)
	}
	colour := ink
	if s.void {
		colour = ground
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
