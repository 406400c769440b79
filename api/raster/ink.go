package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// inker fills polygons on an image.
type inker struct {
	rasterizer vector.Rasterizer
}

// fill paints the inside of polygons, whose windings add up.
func (k *inker) fill(dst *image.RGBA, lines []outline, colour color.RGBA) {
	if colour.A == 255 && len(lines) > 0 {
		if boxes, ok := boxesOf(lines); ok {
			for _, box := range boxes {
				draw.Draw(dst, box, image.NewUniform(colour), image.Point{}, draw.Src)
			}
			return
		}
	}
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, line := range lines {
		for _, p := range line.points {
			low = point{min(low.x, p.x), min(low.y, p.y)}
			high = point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	b := dst.Bounds()
	if len(lines) == 0 || low.x >= float64(b.Max.X) || low.y >= float64(b.Max.Y) || high.x <= 0 || high.y <= 0 {
		return
	}
	// Only the part of the image that the polygons may touch.
	box := image.Rect(int(max(low.x, 0)), int(max(low.y, 0)),
		int(min(high.x, float64(b.Max.X)))+1, int(min(high.y, float64(b.Max.Y)))+1).Intersect(b)
	k.rasterizer.Reset(box.Dx(), box.Dy())
	ox, oy := float64(box.Min.X), float64(box.Min.Y)
	for _, line := range lines {
		for i, p := range line.points {
			x, y := float32(p.x-ox), float32(p.y-oy)
			if i == 0 {
				k.rasterizer.MoveTo(x, y)
			} else {
				k.rasterizer.LineTo(x, y)
			}
		}
		k.rasterizer.ClosePath()
	}
	k.rasterizer.Draw(dst, box, image.NewUniform(colour), image.Point{})
}

// boxesOf are the pixels of polygons that are boxes of whole pixels, wound the
// same way; false where one is not.
func boxesOf(lines []outline) ([]image.Rectangle, bool) {
	boxes := make([]image.Rectangle, len(lines))
	for i, line := range lines {
		p := line.points
		if len(p) == 5 && p[4] == p[0] {
			p = p[:4]
		}
		if len(p) != 4 || p[0].y != p[1].y || p[1].x != p[2].x || p[2].y != p[3].y || p[3].x != p[0].x ||
			p[0].x >= p[1].x || p[1].y >= p[2].y {
			return nil, false
		}
		for _, v := range []float64{p[0].x, p[0].y, p[2].x, p[2].y} {
			if v != math.Trunc(v) {
				return nil, false
			}
		}
		boxes[i] = image.Rect(int(p[0].x), int(p[0].y), int(p[2].x), int(p[2].y))
	}
	return boxes, true
}

// paint fills and strokes a path.
func (c *Canvas) paint(s *state, commands []command) error {
	lines := flatten(commands, s.matrix)
	if !s.noFill {
		c.ink.fill(c.Image, lines, s.paintOf(s.fill))
	}
	if !s.lined || s.width <= 0 {
		return nil
	}
	scale := s.matrix.scale()
	if len(s.dash) > 0 {
		lines = dashes(lines, s.dash, scale)
	}
	pen := pen{half: s.width * scale / 2, butt: s.butt}
	for _, line := range lines {
		pen.stroke(line)
	}
	c.ink.fill(c.Image, pen.out, s.stroke)
	return nil
}

// paintOf is a colour of fills under the element's opacity.
func (s *state) paintOf(c color.RGBA) color.RGBA {
	if !s.opaque {
		return c
	}
	part := func(v uint8) uint8 { return uint8(math.Round(float64(v) * s.opacity)) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), part(255)}
}

// pen covers a line by polygons that all turn the same way, so that where they
// overlap they do not cancel out.
type pen struct {
	half float64 // of the width
	butt bool    // ends are cut off straight, else round
	out  []outline
}

func (p *pen) stroke(line outline) {
	points := line.points
	if line.closed && len(points) > 1 && points[0] == points[len(points)-1] {
		points = points[:len(points)-1]
	}
	n := len(points)
	if n == 1 {
		if !p.butt {
			p.dot(points[0])
		}
		return
	}
	last := n - 1
	if line.closed {
		last = n
	}
	for i := range last {
		a, b := points[i], points[(i+1)%n]
		x, y := p.across(a, b)
		p.polygon(point{a.x + x, a.y + y}, point{b.x + x, b.y + y}, point{b.x - x, b.y - y}, point{a.x - x, a.y - y})
		if i+1 < last || line.closed {
			p.join(a, b, points[(i+2)%n])
		}
	}
	if !line.closed && !p.butt {
		p.dot(points[0])
		p.dot(points[n-1])
	}
}

// across is the way from a line to the edge of its stroke.
func (p *pen) across(a, b point) (x, y float64) {
	d := math.Hypot(b.x-a.x, b.y-a.y)
	return -(b.y - a.y) / d * p.half, (b.x - a.x) / d * p.half
}

// join closes the gap at b. On curves that is a wedge; a corner is rounded.
func (p *pen) join(a, b, c point) {
	x1, y1 := p.across(a, b)
	x2, y2 := p.across(b, c)
	if cos := (x1*x2 + y1*y2) / (p.half * p.half); cos < 0.8 {
		p.dot(b)
		return
	}
	p.polygon(b, point{b.x + x1, b.y + y1}, point{b.x + x2, b.y + y2})
	p.polygon(b, point{b.x - x1, b.y - y1}, point{b.x - x2, b.y - y2})
}

// dot is a round end or corner.
func (p *pen) dot(at point) {
	n := max(8, min(48, int(p.half*4)))
	circle := make([]point, n)
	for i := range circle {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		circle[i] = point{at.x + p.half*cos, at.y + p.half*sin}
	}
	p.polygon(circle...)
}

// polygon adds a convex polygon, turned to the common way.
func (p *pen) polygon(points ...point) {
	area := 0.0
	for i, a := range points {
		b := points[(i+1)%len(points)]
		area += a.x*b.y - b.x*a.y
	}
	if area < 0 {
		for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
			points[i], points[j] = points[j], points[i]
		}
	}
	p.out = append(p.out, outline{points: points, closed: true})
}

// dashes cuts lines into dashes; the lengths are drawn and left out in turn.
func dashes(lines []outline, lengths []float64, scale float64) []outline {
	var out []outline
	for _, line := range lines {
		points := line.points
		if line.closed {
			points = append(append([]point{}, points...), points[0])
		}
		turn, left, drawn := 0, lengths[0]*scale, true
		dash := outline{points: points[:1:1]}
		for i := 1; i < len(points); i++ {
			a, b := points[i-1], points[i]
			for d := math.Hypot(b.x-a.x, b.y-a.y); d > left; d = math.Hypot(b.x-a.x, b.y-a.y) {
				a = point{a.x + (b.x-a.x)*left/d, a.y + (b.y-a.y)*left/d}
				if drawn {
					dash.add(a)
					out = append(out, dash)
				}
				turn, drawn = turn+1, !drawn
				left, dash = lengths[turn%len(lengths)]*scale, outline{points: []point{a}}
			}
			left -= math.Hypot(b.x-a.x, b.y-a.y)
			dash.add(b)
		}
		if drawn && len(dash.points) > 1 {
			out = append(out, dash)
		}
	}
	return out
}
