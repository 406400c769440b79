package diagram

import (
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Outlines of tiles that point up and down, in a box of one square around the
// centre, with the marks of promoted ones.
var (
	tiles = [2]*Path{figure("M0-17.8L13.6-12.4L16.4 17.4H-16.4L-13.6-12.4Z"),
		figure("M0 17.8L13.6 12.4L16.4-17.4H-16.4L-13.6 12.4Z")}
	innerRims = [2]*Path{figure("M0-15.2L11.5-10.6L13.9 15H-13.9L-11.5-10.6Z"),
		figure("M0 15.2L11.5 10.6L13.9-15H-13.9L-11.5 10.6Z")}
	feet = [2]*Path{figure("M14 15.2V9L7.8 15.2ZM-14 15.2V9L-7.8 15.2Z"),
		figure("M14-15.2V-9L7.8-15.2ZM-14-15.2V-9L-7.8-15.2Z")}
	// drops are the vertical offsets of the tile's centre from the square's
	// centre.
	drops = [2]float64{1.8, -1.8}
	// eight is an octagon, inner a smaller one inside it.
	eight = figure("M-7.3-17.6H7.3L17.6-7.3V7.3L7.3 17.6H-7.3L-17.6 7.3V-7.3Z")
	inner = figure("M-6-14.6H6L14.6-6V6L6 14.6H-6L-14.6 6V-6Z")
)

// WritePiece draws a single piece, size pixels high and wide. Its title is its
// name, or else its letter.
func WritePiece(w io.Writer, p *Piece, size int) error {
	c := checker{}
	c.piece("Piece", -1, p)
	c.between("size", size, MinSquareSize, MaxSquareSize)
	if len(c.errs) > 0 {
		return errors.Join(c.errs...)
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

// appearance determines how a piece's body is drawn.
type appearance struct {
	body            body
	side, direction Side // direction: a tile of First points up
	promoted        bool
	colour          Colour
}

// appearance returns how the piece's body is drawn. Tiles point up for First
// and down for Second, or the other way round if flipped.
func (p *Piece) appearance(flip bool) appearance {
	l := appearance{p.pieceSet().body, p.Side, p.Side, p.Promoted, p.Colour}
	if l.body == tile {
		l.promoted = l.promoted || glyphs[p.Glyph].promoted
	}
	if flip {
		l.direction = 1 - l.direction
	}
	return l
}

// pieceSet returns the set that draws the piece.
func (p *Piece) pieceSet() *pieceSet { return p.Set.forKey(p.Glyph).lookup() }

// key identifies a body with this appearance.
func (l appearance) key() string {
	key := string("tbwdo"[l.body]) + strconv.Itoa(int(l.side)) + strconv.Itoa(int(l.direction))
	if l.promoted {
		key += "x"
	}
	return key + strings.TrimPrefix(l.colour.hex, "#")
}

// draw draws p at its placement.
func (p *Piece) draw(on Surface, at Placement, flip bool) {
	on.Group(Transform(at))
	on.Name(p.Name)
	if p.Side == Nobody {
		wall(on)
		on.End()
		return
	}
	p.inside(on, func() {
		look := p.appearance(flip)
		look.drawBody(on)
		p.face(on, look)
	})
	on.End()
}

// sizes are the scales of pieces that are smaller than the others of their set.
var sizes = map[string]float64{"advisor": 0.8, "soldier": 0.8, "elephant": 0.92, "horse": 0.92, "chariot": 0.92,
	"cannon": 0.92}

// inside draws a piece at its scale.
func (p *Piece) inside(on Surface, draw func()) {
	size, smaller := sizes[p.Glyph]
	if smaller = smaller && p.pieceSet().body == octagon; smaller {
		on.Group(Transform{0, 0, size})
	}
	draw()
	if smaller {
		on.End()
	}
}

// wall draws a blocked square at the origin.
func wall(on Surface) {
	on.Path(Fill(colourText), new(Path).box(Rect{-Unit / 2, -Unit / 2, Unit, Unit}))
}

// drawBody draws the body of a piece at the origin.
func (l appearance) drawBody(on Surface) {
	colours := l.palette()
	ground := func(p *Path) { on.Path(p, Fill(colours.ground), Stroke(colours.edge), StrokeWidth(1.6)) }
	rim := func(p *Path) { on.Path(p, Fill(None), Stroke(colours.trim), StrokeWidth(1.1)) }
	switch l.body {
	case tile:
		ground(tiles[l.direction])
		if l.promoted {
			rim(innerRims[l.direction])
			on.Path(feet[l.direction], Fill(colours.trim))
		}
	case wood:
		ground(tiles[l.direction])
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

// turned reports whether the face is rotated with the body.
func (p *Piece) turned(l appearance) bool {
	return l.body == wood && l.direction == Second && p.text(l) != ""
}

// text returns the characters on a piece; "" for none.
func (p *Piece) text(l appearance) string {
	if write := p.pieceSet().text; write != nil {
		return write(p.Glyph, p.Side, l.promoted)
	}
	return ""
}

// Scales of characters: one of two, a single one, and one in a ring.
const (
	scaleTwo  = 0.07
	scaleOne  = 0.12
	scaleRing = 0.11
)

// zoomBare is the scale of figures without a tile.
const zoomBare = 1.42

// face draws the sign on a piece's body.
func (p *Piece) face(on Surface, l appearance) {
	colours, set := l.palette(), p.pieceSet()
	drop := 0.0
	if l.body == tile || l.body == wood {
		drop = drops[l.direction]
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
		stack(on, text, scale, colours.ink)
		on.End()
		return
	}
	own, ok := set.figures[p.Glyph]
	zoom := 1.0
	if !ok && p.Set != Letters {
		own, ok = glyphs[p.Glyph]
		zoom = 1.1
		switch {
		case l.body == bare:
			zoom = zoomBare
		case l.promoted:
			zoom = 0.95 // to keep clear of the rim
		}
	}
	switch {
	case p.Set == Own && p.Picture != nil:
		on.Group(Transform{0, drop, zoomBare})
		p.Picture.draw(on, colours, 2.6/zoomBare)
		on.End()
	case !ok && l.body == bare:
		on.Path(circle(0, 0, 15.5), Fill(colours.ground), Stroke(colours.edge), StrokeWidth(1.4))
		letter(on, p.Letter, drop, colours.ink)
	case !ok:
		letter(on, p.Letter, drop, colours.ink)
	case l.body == bare:
		on.Group(Transform{0, drop, zoom})
		outlined(on, own.shapes, colours, 2.6/zoom)
		on.End()
	default:
		on.Group(Transform{0, drop, zoom}, Fill(colours.ink))
		for _, s := range own.shapes {
			s.draw(on, colours.ground, colours.ink)
		}
		on.End()
	}
	if l.body == bare && l.promoted {
		on.Path(circle(12.5, 12.5, 3.6), Fill(colourPromoted), Stroke(colours.edge), StrokeWidth(1.2))
	}
}

// outlined draws a free-standing figure: first its outline, as all solid parts
// widened, then the figure itself.
func outlined(on Surface, shapes []shape, look *palette, width float64) {
	on.Group(Fill(look.edge), Stroke(look.edge), StrokeWidth(width))
	for _, s := range shapes {
		if s.void {
			continue
		}
		traits := []Trait{s.path()}
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

// draw draws a part of a glyph, in a group that fills with ink.
func (s *shape) draw(on Surface, ground, ink Colour) {
	traits := []Trait{s.path()}
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

// letter draws the letter of a piece without glyph, smaller if it is longer.
func letter(on Surface, s string, y float64, ink Colour) {
	size := 22.0
	if n := utf8.RuneCountInString(s); n > 1 {
		size = max(4, 30/float64(n))
	}
	on.Text(0, y+size*0.36, s, sans, Bold(true), FontSize(size), Middle{}, Fill(ink))
}
