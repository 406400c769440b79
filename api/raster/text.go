package raster

import (
	"image"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"assay/api/diagram"
)

// typeface selects a font. It has Latin, Greek and Cyrillic letters; others are
// drawn as boxes.
type typeface struct {
	bold   bool
	pixels float64
}

func (t typeface) load() (font.Face, error) {
	data := goregular.TTF
	if t.bold {
		data = gobold.TTF
	}
	parsed, err := opentype.Parse(data)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(parsed, &opentype.FaceOptions{Size: t.pixels, DPI: 72})
}

// Text implements [diagram.Surface].
func (c *Canvas) Text(x, y float64, text string, traits ...diagram.Trait) {
	s, _ := c.state(traits)
	t := typeface{s.bold, s.size * s.to.scale}
	face, ok := c.faces[t]
	if !ok {
		var err error
		if face, err = t.load(); err != nil {
			c.err = err
			return
		}
		c.faces[t] = face
	}
	x, y = s.to.at(x, y)
	pen := font.Drawer{Dst: c.Image, Src: image.NewUniform(s.fill), Face: face}
	pen.Dot = fixed.Point26_6{X: fixed.Int26_6(64 * x), Y: fixed.Int26_6(64 * y)}
	if s.middle {
		pen.Dot.X -= pen.MeasureString(text) / 2
	}
	pen.DrawString(text)
}
