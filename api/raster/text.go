package raster

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the faces of texts, plain and bold. They hold the letters of Latin,
// Greek and Cyrillic; others are drawn as boxes.
var fonts = sync.OnceValues(func() ([2]*sfnt.Font, error) {
	var faces [2]*sfnt.Font
	for i, data := range [][]byte{goregular.TTF, gobold.TTF} {
		face, err := sfnt.Parse(data)
		if err != nil {
			return faces, err
		}
		faces[i] = face
	}
	return faces, nil
})

// label draws the text of an element, on one line.
func (c *Canvas) label(s *state) error {
	faces, err := fonts()
	if err != nil {
		return err
	}
	face := faces[0]
	if s.bold {
		face = faces[1]
	}
	var buffer sfnt.Buffer
	em := fixed.Int26_6(face.UnitsPerEm()) << 6
	scale := s.size / float64(face.UnitsPerEm())
	var commands []command
	width := 0.0
	for _, r := range s.text {
		glyph, err := face.GlyphIndex(&buffer, r)
		if err != nil {
			return err
		}
		segments, err := face.LoadGlyph(&buffer, glyph, em, nil)
		if err != nil {
			return err
		}
		commands = appendGlyph(commands, segments, width)
		advance, err := face.GlyphAdvance(&buffer, glyph, em, font.HintingNone)
		if err != nil {
			return err
		}
		width += float64(advance) / 64
	}
	x := s.number("x")
	if s.middle {
		x -= width * scale / 2
	}
	placed := *s
	placed.matrix = s.matrix.times(matrix{scale, 0, 0, scale, x, s.number("y")})
	return c.paint(&placed, commands)
}

// appendGlyph adds a letter's outline, moved to the right.
func appendGlyph(out []command, segments sfnt.Segments, right float64) []command {
	at := func(p fixed.Point26_6) point { return point{float64(p.X)/64 + right, float64(p.Y) / 64} }
	var from point
	for _, s := range segments {
		p := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			out = append(out, command{'M', [6]float64{p.x, p.y}})
		case sfnt.SegmentOpLineTo:
			out = append(out, command{'L', [6]float64{p.x, p.y}})
		case sfnt.SegmentOpQuadTo:
			end := at(s.Args[1])
			out = append(out, command{'C', [6]float64{
				from.x + (p.x-from.x)*2/3, from.y + (p.y-from.y)*2/3,
				end.x + (p.x-end.x)*2/3, end.y + (p.y-end.y)*2/3, end.x, end.y,
			}})
			p = end
		case sfnt.SegmentOpCubeTo:
			q, end := at(s.Args[1]), at(s.Args[2])
			out = append(out, command{'C', [6]float64{p.x, p.y, q.x, q.y, end.x, end.y}})
			p = end
		}
		from = p
	}
	return out
}
