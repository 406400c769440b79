package diagram

import "math"

// stroke is the drawing of a mark or arrow: its outline, how wide the halo is
// under it, and whether it is filled or drawn with the pen.
type stroke struct {
	path   string
	tone   Tone
	halo   float64
	pen    float64 // 0 where only the inside is painted
	filled bool
	opaque string // of the inside
}

// strokes are the drawings of all marks and arrows of a scene.
func (s *Scene) strokes(l *Layout) []stroke {
	out := make([]stroke, 0, len(s.Marks)+len(s.Arrows))
	for _, m := range s.Marks {
		out = append(out, stroke{path: m.Shape.path(l.Place(m.Square), l.Stand(m.Square)), tone: m.Tone, halo: 5.4, pen: 3, filled: m.Shape == MarkDot})
	}
	for _, a := range s.Arrows {
		out = append(out, stroke{path: arrow(l, a), tone: a.Tone, halo: 1.2, filled: true, opaque: ".85"})
	}
	return out
}

// marks draws marks and arrows, each on a halo that sets it off the board.
func (p *painter) marks() {
	for _, s := range p.strokes(p.layout) {
		if s.pen == 0 {
			p.markup(`<path fill="`, tones[s.tone], `" fill-opacity="`, s.opaque, `" stroke="`, halos[s.tone],
				`" stroke-width="`, s.halo, `" d="`, s.path, `"/>`)
			continue
		}
		body := "none"
		if s.filled {
			body = tones[s.tone]
		}
		p.markup(`<path fill="none" stroke="`, halos[s.tone], `" stroke-width="`, s.halo, `" d="`, s.path, `"/>`,
			`<path fill="`, body, `" stroke="`, tones[s.tone], `" stroke-width="`, s.pen, `" d="`, s.path, `"/>`)
	}
}

// path is the path of a mark on a place, whose piece stands at at.
func (m MarkShape) path(r Rect, at Stand) string {
	x, y, size := at.X, at.Y, at.Scale
	var c canvas
	switch m {
	case MarkDot:
		return disc(x, y, 5*size)
	case MarkRing:
		return disc(x, y, 17*size)
	case MarkCross:
		arm := 9 * size
		c.markup("M", x-arm, " ", y-arm, "l", 2*arm, " ", 2*arm, "M", x-arm, " ", y+arm, "l", 2*arm, " ", -2*arm)
	case MarkFrame:
		c.box(Rect{r.X + 2, r.Y + 2, r.W - 4, r.H - 4})
	}
	return c.String()
}

// arrow is the outline of an arrow, from near the first place's piece to
// the middle of the last one's.
func arrow(l *Layout, a Arrow) string {
	const shaft, head, length, start = 3.2, 9, 15, 8
	from, to := l.Stand(a.From), l.Stand(a.To)
	x1, y1, x2, y2 := from.X, from.Y, to.X, to.Y
	d := math.Hypot(x2-x1, y2-y1)
	ux, uy := (x2-x1)/d, (y2-y1)/d
	var c canvas
	at := func(cmd string, along, across float64) {
		c.markup(cmd, x1+ux*along-uy*across, " ", y1+uy*along+ux*across)
	}
	at("M", start, shaft)
	at("L", d-length, shaft)
	at("L", d-length, head)
	at("L", d, 0)
	at("L", d-length, -head)
	at("L", d-length, -shaft)
	at("L", start, -shaft)
	c.markup("z")
	return c.String()
}
