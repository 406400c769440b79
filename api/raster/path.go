package raster

import (
	"math"
	"strconv"
)

// matrix maps x to a·x + c·y + e and y to b·x + d·y + f.
type matrix [6]float64

func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (m matrix) apply(x, y float64) point {
	return point{m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]}
}

// scale is how much longer lengths become.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }

type point struct{ x, y float64 }

// command is a step of a path, its coordinates absolute: M and L to a point, C
// a cubic curve, Z back to where the line began. Arcs are given as curves.
type command struct {
	op byte
	p  [6]float64
}

// maxCoordinate is the greatest number of path data and transforms. Far greater
// ones would take a painter along lines that nobody sees.
const maxCoordinate = 1 << 14

// scanner reads the numbers of path data.
type scanner struct {
	text string
	at   int
}

func (s *scanner) skip() {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == ',') {
		s.at++
	}
}

// number reads the next number: one ends where another begins.
func (s *scanner) number() (float64, bool) {
	s.skip()
	i, dot := s.at, false
	if i < len(s.text) && s.text[i] == '-' {
		i++
	}
	for ; i < len(s.text); i++ {
		if c := s.text[i]; c == '.' && !dot {
			dot = true
		} else if c < '0' || c > '9' {
			break
		}
	}
	v, err := strconv.ParseFloat(s.text[s.at:i], 64)
	s.at = i
	return v, err == nil && math.Abs(v) <= maxCoordinate
}

// numbers reads a list of numbers.
func numbers(text string) ([]float64, error) {
	var out []float64
	s := scanner{text: text}
	for s.skip(); s.at < len(text); s.skip() {
		v, ok := s.number()
		if !ok {
			return nil, &Unsupported{"number", text}
		}
		out = append(out, v)
	}
	return out, nil
}

var operands = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'A': 7, 'Z': 0}

// parsePath reads path data of the commands M L H V C A Z, absolute and
// relative.
func parsePath(text string) ([]command, error) {
	var out []command
	var at, start point
	s := scanner{text: text}
	op := byte(0)
	for s.skip(); s.at < len(text); s.skip() {
		if c := text[s.at]; c >= 'A' {
			op = c
			s.at++
		} else if op == 0 || op&^0x20 == 'Z' {
			return nil, &Unsupported{"path", text}
		}
		upper := op &^ 0x20
		n, known := operands[upper]
		if !known || len(out) == 0 && upper != 'M' {
			return nil, &Unsupported{"path", text}
		}
		var v [7]float64
		for i := range n {
			value, ok := s.number()
			if !ok {
				return nil, &Unsupported{"path", text}
			}
			v[i] = value
		}
		var base point
		if op != upper {
			base = at
		}
		switch upper {
		case 'M':
			at = point{base.x + v[0], base.y + v[1]}
			start = at
			out = append(out, command{'M', [6]float64{at.x, at.y}})
			op -= 'M' - 'L' // further points are lines
		case 'L':
			at = point{base.x + v[0], base.y + v[1]}
			out = append(out, command{'L', [6]float64{at.x, at.y}})
		case 'H':
			at.x = base.x + v[0]
			out = append(out, command{'L', [6]float64{at.x, at.y}})
		case 'V':
			at.y = base.y + v[0]
			out = append(out, command{'L', [6]float64{at.x, at.y}})
		case 'C':
			c := command{op: 'C'}
			for i := range 3 {
				c.p[2*i], c.p[2*i+1] = base.x+v[2*i], base.y+v[2*i+1]
			}
			at = point{c.p[4], c.p[5]}
			out = append(out, c)
		case 'A':
			end := point{base.x + v[5], base.y + v[6]}
			if v[2] != 0 { // turned ellipses
				return nil, &Unsupported{"path", text}
			}
			out = appendArc(out, at, end, v[0], v[1], v[3] != 0, v[4] != 0)
			at = end
		case 'Z':
			at = start
			out = append(out, command{op: 'Z'})
		}
	}
	return out, nil
}

// appendArc adds the arc of an ellipse as cubic curves, a quarter turn at most
// each.
func appendArc(out []command, from, to point, rx, ry float64, large, sweep bool) []command {
	if rx == 0 || ry == 0 || from == to {
		return append(out, command{'L', [6]float64{to.x, to.y}})
	}
	// On the unit circle, half the way from one end to the other.
	hx, hy := (to.x-from.x)/2/rx, (to.y-from.y)/2/ry
	half := math.Hypot(hx, hy)
	if half > 1 { // the radii are too small: grown until they reach
		rx, ry, hx, hy, half = rx*half, ry*half, hx/half, hy/half, 1
	}
	rise := math.Sqrt(max(0, 1-half*half)) / half
	if large == sweep {
		rise = -rise
	}
	cx, cy := hx+hy*-rise, hy+hx*rise // the centre, seen from the first end
	a := math.Atan2(-cy, -cx)
	turn := math.Atan2(2*hy-cy, 2*hx-cx) - a
	if sweep && turn <= 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn >= 0 {
		turn -= 2 * math.Pi
	}
	parts := int(math.Ceil(math.Abs(turn) / (math.Pi/2 + 1e-9)))
	step := turn / float64(parts)
	k := 4. / 3 * math.Tan(step/4)
	ox, oy := from.x+cx*rx, from.y+cy*ry
	for range parts {
		sin, cos := math.Sincos(a)
		sin2, cos2 := math.Sincos(a + step)
		out = append(out, command{'C', [6]float64{
			ox + rx*(cos-k*sin), oy + ry*(sin+k*cos),
			ox + rx*(cos2+k*sin2), oy + ry*(sin2-k*cos2),
			ox + rx*cos2, oy + ry*sin2,
		}})
		a += step
	}
	return out
}

// outline is a line of points on the image.
type outline struct {
	points []point
	closed bool
}

// flatten turns a path into lines short enough to look like curves.
func flatten(commands []command, m matrix) []outline {
	var out []outline
	var line outline
	end := func() {
		if len(line.points) > 0 {
			out = append(out, line)
		}
		line = outline{}
	}
	var first point
	for i := range commands {
		c := &commands[i]
		switch c.op {
		case 'M':
			end()
			first = m.apply(c.p[0], c.p[1])
			line.points = append(line.points, first)
		case 'L':
			line.begin(first)
			line.add(m.apply(c.p[0], c.p[1]))
		case 'C':
			line.begin(first)
			line.curve(m.apply(c.p[0], c.p[1]), m.apply(c.p[2], c.p[3]), m.apply(c.p[4], c.p[5]))
		case 'Z':
			line.closed = true
			end()
		}
	}
	end()
	return out
}

// begin starts a line that goes on where a closed one began.
func (o *outline) begin(at point) {
	if len(o.points) == 0 {
		o.points = append(o.points, at)
	}
}

func (o *outline) add(p point) {
	if o.points[len(o.points)-1] != p {
		o.points = append(o.points, p)
	}
}

func (o *outline) curve(b, c, d point) {
	a := o.points[len(o.points)-1]
	length := math.Hypot(b.x-a.x, b.y-a.y) + math.Hypot(c.x-b.x, c.y-b.y) + math.Hypot(d.x-c.x, d.y-c.y)
	parts := min(64, 3+int(math.Sqrt(length)*1.5))
	for i := 1; i <= parts; i++ {
		t := float64(i) / float64(parts)
		u := 1 - t
		w0, w1, w2, w3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		o.add(point{w0*a.x + w1*b.x + w2*c.x + w3*d.x, w0*a.y + w1*b.y + w2*c.y + w3*d.y})
	}
}
