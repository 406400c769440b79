package raster

import (
	"image"
	"image/color"
	"math"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"

	"assay/api/diagram"
)

// maxPixels bounds the size of an image.
const maxPixels = 16 << 20

// minDash is the shortest drawn dash in pixels. Shorter ones run together, so
// the line is drawn solid.
const minDash = 0.5

// Canvas is a pixel surface. Its zero value is ready for [Canvas.Draw].
type Canvas struct {
	Image  *image.RGBA
	pen    *gg.Context // draws on Image
	groups []state
	faces  map[typeface]font.Face
	err    error
	scale  float64
	ground ground
}

// ground is an empty board as it was drawn.
type ground struct {
	key    string
	scale  float64
	pixels []uint8 // of the whole image
}

// Ground draws the ground of a board, or repeats the last one if it is the
// same.
func (c *Canvas) Ground(key string, draw func()) {
	if g := &c.ground; g.key == key && g.scale == c.scale && len(g.pixels) == len(c.Image.Pix) {
		copy(c.Image.Pix, g.pixels)
		return
	}
	draw()
	c.ground = ground{key, c.scale, append(c.ground.pixels[:0], c.Image.Pix...)}
}

// Draw paints a scene on the canvas. It replaces Image if the size differs. The
// error is a [*TooLarge] or from [diagram.Draw].
func (c *Canvas) Draw(s *diagram.Scene) error {
	if err := diagram.Draw(c, s); err != nil {
		return err
	}
	return c.err
}

// Open implements [diagram.Surface].
func (c *Canvas) Open(p diagram.Page) error {
	w, h := math.Ceil(p.Width*p.Scale), math.Ceil(p.Height*p.Scale)
	if w*h > maxPixels {
		return &TooLarge{maxPixels}
	}
	if size := image.Rect(0, 0, int(w), int(h)); c.Image == nil || c.Image.Rect != size {
		c.Image = image.NewRGBA(size)
		c.pen = gg.NewContextForRGBA(c.Image)
		c.faces = map[typeface]font.Face{}
	}
	c.pen.SetColor(p.Ground.RGBA)
	c.pen.Clear()
	c.scale = p.Scale
	c.groups = append(c.groups[:0], state{
		to: transform{scale: p.Scale}, fill: color.RGBA{A: 255}, opacity: 1, width: 1, cap: gg.LineCapButt,
	})
	return nil
}

// Group implements [diagram.Surface].
func (c *Canvas) Group(traits ...diagram.Trait) {
	s, _ := c.state(traits)
	c.groups = append(c.groups, s)
}

// End implements [diagram.Surface].
func (c *Canvas) End() { c.groups = c.groups[:len(c.groups)-1] }

// Name implements [diagram.Surface]: pixels have no names.
func (*Canvas) Name(string) {}

// state is the current drawing state of a group or shape.
type state struct {
	to           transform
	fill, stroke color.RGBA // transparent for none
	opacity      float64    // of the fill
	width        float64
	cap          gg.LineCap
	dash         float64 // 0 for none
	size         float64 // font size
	bold, middle bool
}

// state returns the innermost group's state with traits applied, and the path
// among the traits.
func (c *Canvas) state(traits []diagram.Trait) (s state, path *diagram.Path) {
	s = c.groups[len(c.groups)-1]
	for _, t := range traits {
		switch t := t.(type) {
		case *diagram.Path:
			path = t
		case diagram.Transform:
			s.to.x, s.to.y = s.to.at(t.X, t.Y)
			s.to.scale *= t.Scale
		case diagram.Fill:
			s.fill = t.RGBA
		case diagram.FillOpacity:
			s.opacity = float64(t)
		case diagram.Stroke:
			s.stroke = t.RGBA
		case diagram.StrokeWidth:
			s.width = float64(t)
		case diagram.Dash:
			s.dash = float64(t)
		case diagram.Cap:
			s.cap = gg.LineCapRound
			if t == diagram.ButtCap {
				s.cap = gg.LineCapButt
			}
		case diagram.FontSize:
			s.size = float64(t)
		case diagram.Bold:
			s.bold = bool(t)
		case diagram.Middle:
			s.middle = true
		}
	}
	return s, path
}

// transform maps scene units to pixels of the image.
type transform struct{ x, y, scale float64 }

func (p transform) at(x, y float64) (float64, float64) { return p.x + p.scale*x, p.y + p.scale*y }

// Path implements [diagram.Surface].
func (c *Canvas) Path(traits ...diagram.Trait) {
	s, path := c.state(traits)
	for i := range path.Steps {
		p := path.Steps[i].P
		for k := 0; k < len(p); k += 2 {
			p[k], p[k+1] = s.to.at(p[k], p[k+1])
		}
		switch path.Steps[i].Op {
		case 'M':
			c.pen.MoveTo(p[0], p[1])
		case 'L':
			c.pen.LineTo(p[0], p[1])
		case 'C':
			c.pen.CubicTo(p[0], p[1], p[2], p[3], p[4], p[5])
		case 'Z':
			c.pen.ClosePath()
		}
	}
	if s.fill.A > 0 {
		colour := color.NRGBA(s.fill) // s.fill is opaque
		colour.A = uint8(math.Round(255 * s.opacity))
		c.pen.SetFillStyle(gg.NewSolidPattern(colour))
		c.pen.FillPreserve()
	}
	if s.stroke.A > 0 {
		c.pen.SetStrokeStyle(gg.NewSolidPattern(s.stroke))
		c.pen.SetLineWidth(s.width * s.to.scale)
		c.pen.SetLineCap(s.cap)
		c.pen.SetDash()
		if dash := s.dash * s.to.scale; dash >= minDash {
			c.pen.SetDash(dash)
		}
		c.pen.StrokePreserve()
	}
	c.pen.ClearPath()
}
