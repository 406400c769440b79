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
	tiles     = [2]string{"M0-17.8L13.6-12.4L16.4 17.4H-16.4L-13.6-12.4Z", "M0 17.8L13.6 12.4L16.4-17.4H-16.4L-13.6 12.4Z"}
	innerRims = [2]string{"M0-15.2L11.5-10.6L13.9 15H-13.9L-11.5-10.6Z", "M0 15.2L11.5 10.6L13.9-15H-13.9L-11.5 10.6Z"}
	feet      = [2]string{"M14 15.2V9L7.8 15.2ZM-14 15.2V9L-7.8 15.2Z", "M14-15.2V-9L7.8-15.2ZM-14-15.2V-9L-7.8-15.2Z"}
	// drops move the glyph from the centre of the square to that of the tile.
	drops = [2]float64{1.8, -1.8}
)

// WritePiece draws a single piece, size pixels high and wide, titled by its name
// or, without one, its letter.
func WritePiece(w io.Writer, p *Piece, size int) error {
	c := checker{}
	c.piece("Piece", -1, p)
	c.between("size", size, MinSquareSize, MaxSquareSize)
	if len(c.faults) > 0 {
		return errors.Join(c.faults...)
	}
	var out canvas
	out.open(Unit, Unit, size)
	out.element("title", cmp.Or(p.Name, p.Letter))
	out.markup(`<g stroke-linejoin="round" stroke-linecap="round">`)
	out.piece(p, Unit/2, Unit/2, 1, false)
	out.markup("</g></svg>\n")
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

// piece draws p about a point.
func (c *canvas) piece(p *Piece, x, y, scale float64, flip bool) {
	look := p.look(flip)
	c.markup(`<g transform="translate(`, x, " ", y)
	if scale != 1 {
		c.markup(`)scale(`, scale)
	}
	c.markup(`)">`)
	c.element("title", p.Name)
	c.tile(look)
	c.glyph(p, look)
	c.markup("</g>")
}

// tile draws a tile about the origin.
func (c *canvas) tile(l look) {
	livery := l.livery()
	c.markup(`<path d="`, tiles[l.way], `" fill="`, livery.ground, `" stroke="`, livery.edge, `" stroke-width="1.6"/>`)
	if l.promoted {
		c.markup(`<path d="`, innerRims[l.way], `" fill="none" stroke="`, livery.trim, `" stroke-width="1.1"/>`,
			`<path d="`, feet[l.way], `" fill="`, livery.trim, `"/>`)
	}
}

// glyph draws what stands on a piece's tile.
func (c *canvas) glyph(p *Piece, l look) {
	livery := l.livery()
	if p.Glyph == "" {
		c.letter(p.Letter, drops[l.way], livery.ink)
		return
	}
	zoom := 1.1
	if l.promoted {
		zoom = 0.95 // to stay clear of the rim
	}
	c.markup(`<g transform="translate(0 `, drops[l.way], `)scale(`, zoom, `)" fill="`, livery.ink, `">`)
	shapes := glyphs[p.Glyph].shapes
	for i := range shapes {
		c.shape(&shapes[i], livery)
	}
	c.markup("</g>")
}

// shape draws a part of a glyph, in a group whose fill is the ink.
func (c *canvas) shape(s *shape, look *livery) {
	c.markup(`<path d="`, s.path)
	if s.shift != "" {
		c.markup(`" transform="`, s.shift)
	}
	colour := look.ink
	if s.void {
		colour = look.ground
	}
	if s.width > 0 {
		c.markup(`" fill="none" stroke="`, colour, `" stroke-width="`, s.width)
	} else if s.void {
		c.markup(`" fill="`, colour)
	}
	c.markup(`"/>`)
}

// letter draws the text of a piece without glyph, smaller the longer it is.
func (c *canvas) letter(s string, y float64, ink string) {
	size := 22.0
	if n := utf8.RuneCountInString(s); n > 1 {
		size = max(4, 30/float64(n))
	}
	c.markup(`<text y="`, y+size*0.36, `" font-family="sans-serif" font-weight="700" font-size="`, size,
		`" text-anchor="middle" fill="`, ink, `">`)
	c.text(s)
	c.markup("</text>")
}
