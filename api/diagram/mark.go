package diagram

import "math"

// marks draws each mark twice, a pale halo under its colour.
func (p *painter) marks() {
	for _, m := range p.Marks {
		path := m.Shape.path(p.layout.Square(m.Square))
		body := "none"
		if m.Shape == MarkDot {
			body = tones[m.Tone]
		}
		p.markup(`<path fill="none" stroke="#fff" stroke-width="5.4" d="`, path, `"/>`,
			`<path fill="`, body, `" stroke="`, tones[m.Tone], `" stroke-width="3" d="`, path, `"/>`)
	}
}

// path is the path of a mark on the square r.
func (m MarkShape) path(r Rect) string {
	x, y := r.Center()
	var c canvas
	switch m {
	case MarkDot:
		return disc(x, y, 5)
	case MarkRing:
		return disc(x, y, 17)
	case MarkCross:
		c.markup("M", x-9, " ", y-9, "l18 18M", x-9, " ", y+9, "l18-18")
	case MarkFrame:
		c.box(Rect{r.X + 2, r.Y + 2, r.W - 4, r.H - 4})
	}
	return c.String()
}

// arrows draws each arrow as one outline, from near the centre of its first
// square to the centre of its last.
func (p *painter) arrows() {
	const shaft, head, length, start = 3.2, 9, 15, 8
	for _, a := range p.Arrows {
		x1, y1 := p.layout.Square(a.From).Center()
		x2, y2 := p.layout.Square(a.To).Center()
		d := math.Hypot(x2-x1, y2-y1)
		ux, uy := (x2-x1)/d, (y2-y1)/d
		at := func(cmd string, along, across float64) {
			p.markup(cmd, x1+ux*along-uy*across, " ", y1+uy*along+ux*across)
		}
		p.markup(`<path fill="`, tones[a.Tone], `" fill-opacity=".85" stroke="#fff" stroke-width="1.2" d="`)
		at("M", start, shaft)
		at("L", d-length, shaft)
		at("L", d-length, head)
		at("L", d, 0)
		at("L", d-length, -head)
		at("L", d-length, -shaft)
		at("L", start, -shaft)
		p.markup(`z"/>`)
	}
}
